#include "io/array.hpp"

#include <array>

#include "io/archive.hpp"
#include "io/input_error.hpp"
#include "io/npy.hpp"
#include "io/number.hpp"
#include "io/text_array.hpp"

namespace attest::cli::io {

namespace {

struct Kind {
  std::string_view name;
  std::size_t size;
};
constexpr std::array<Kind, 13> kinds{{{"f2", 2}, {"f4", 4}, {"f8", 8}, {"bf16", 2}, {"bool", 1}, {"i1", 1}, {"i2", 2},
                                      {"i4", 4}, {"i8", 8}, {"u1", 1}, {"u2", 2}, {"u4", 4}, {"u8", 8}}};

/// A format knows its own bytes. The first that recognises them reads them; text comes last.
struct Format {
  std::string_view extensions;  ///< each followed by a blank
  bool (*recognises)(std::string_view bytes);
  Array (*parse)(std::string_view bytes, const std::string& file, const ReadOptions& options);
};
constexpr std::array<Format, 2> formats{
    {{".npy ", looks_like_npy, parse_npy}, {".csv .txt .dat .tsv ", looks_like_text, parse_text}}};

bool claims(const Format& format, const std::string& end) {
  return !end.empty() && format.extensions.find(end + ' ') != std::string_view::npos;
}

}  // namespace

std::string_view name(DType dtype) { return kinds[static_cast<std::size_t>(dtype)].name; }
std::size_t item_size(DType dtype) { return kinds[static_cast<std::size_t>(dtype)].size; }

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text = "(";
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    text.append(axis == 0 ? "" : ", ").append(std::to_string(shape[axis]));
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::size_t element_count(const std::vector<std::size_t>& shape, std::size_t bytes_each, std::string_view file) {
  for (const std::size_t extent : shape)
    if (extent == 0)
      throw InputError(file, "shape " + shape_text(shape) + " has an extent of zero", "extents of at least 1");
  // Each value becomes a double: those bytes must be countable as well.
  std::size_t count = 1, most = static_cast<std::size_t>(-1) / (bytes_each < 8 ? 8 : bytes_each);
  for (const std::size_t extent : shape) {
    if (extent > most / count)
      throw InputError(file, "shape " + shape_text(shape) + " has more elements than memory could address");
    count *= extent;
  }
  return count;
}

Array read_array(const std::string& path, const ReadOptions& options) {
  if (const auto inside = inside_archive(path)) return read_from_archive(*inside, options);
  const std::string bytes = read_bytes(path), file = input_name(path), end = extension(path);
  if (bytes.empty()) throw InputError(file, "an empty file", "numbers as .npy or text");
  for (const Format& format : formats)
    if (format.recognises(bytes)) {
      for (const Format& other : formats)
        if (&other != &format && claims(other, end))
          throw InputError(file, "does not hold what " + end + " promises: begins with " + in_quotes(bytes, 8));
      return format.parse(bytes, file, options);
    }
  throw InputError(file, "no kind of array: begins with " + in_quotes(bytes, 8),
                   "numbers as .npy, .npz, .safetensors or text");
}

void write_array(const std::string& path, const Array& array, const Output& output) {
  const std::string end = extension(path);
  if (end == ".npy") return write_file(path, npy_bytes(array, path), output);
  if (path == "-" || end == ".csv" || end == ".txt") return write_file(path, csv_text(array, path), output);
  throw InputError(path, "the extension " + in_quotes(end), ".npy, .csv or .txt for an array");
}

}  // namespace attest::cli::io
