#include "io/archive.hpp"

#include <algorithm>
#include <cctype>

#include "io/input_error.hpp"
#include "io/npy.hpp"
#include "io/zip.hpp"

namespace attest::cli::io {

namespace {

constexpr std::size_t most_names_said = 8;

std::string small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most_names_said); ++k)
    text.append(text.empty() ? "" : ", ").append(in_quotes(names[k]));
  return text + (names.size() > most_names_said ? " and more" : "");
}

}  // namespace

std::optional<Inside> inside_archive(const std::string& path) {
  const std::string small = small_letters(path);
  for (const std::string ending : {".npz", ".safetensors"}) {
    if (small.size() > ending.size() && small.ends_with(ending)) return Inside{path, ""};
    const std::size_t at = small.find(ending + ':');
    if (at == small.npos || at == 0) continue;
    const std::size_t end = at + ending.size();
    return Inside{path.substr(0, end), path.substr(end + 1)};
  }
  return std::nullopt;
}

std::string file_of(const std::string& path) {
  const auto inside = inside_archive(path);
  return inside ? inside->file : path;
}

std::string chosen_name(const std::string& file, const std::string& wanted, const std::vector<std::string>& names) {
  if (names.empty()) throw InputError(file, "holds no array", "at least one");
  if (wanted.empty() && names.size() == 1) return names[0];
  if (wanted.empty())
    throw InputError(file, std::to_string(names.size()) + " arrays: " + listed(names), file + ":NAME");
  if (std::find(names.begin(), names.end(), wanted) == names.end())
    throw InputError(file, "no array called " + in_quotes(wanted), listed(names));
  return wanted;
}

Array read_npz(const Inside& inside, const ReadOptions& options) {
  const Parts archive(inside.file);
  const std::vector<ZipMember> members = zip_members(archive);
  std::vector<std::string> names;
  for (const ZipMember& member : members)
    names.push_back(member.name.ends_with(".npy") ? member.name.substr(0, member.name.size() - 4) : member.name);
  const std::string name = chosen_name(inside.file, inside.name, names);
  if (std::count(names.begin(), names.end(), name) > 1)
    throw InputError(inside.file, "several arrays called " + in_quotes(name), "one");
  const auto at = std::find(names.begin(), names.end(), name) - names.begin();
  const std::string place = inside.file + ':' + name;
  const std::string bytes = zip_content(archive, members[static_cast<std::size_t>(at)]);
  if (!looks_like_npy(bytes)) throw InputError(place, "no .npy inside: begins with " + in_quotes(bytes, 8));
  return parse_npy(bytes, place, options);
}

Array read_from_archive(const Inside& inside, const ReadOptions& options) {
  return small_letters(inside.file).ends_with(".npz") ? read_npz(inside, options) : read_safetensors(inside);
}

}  // namespace attest::cli::io
