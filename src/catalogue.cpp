#include "catalogue.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "attest/lecture/items.hpp"
#include "io/bytes.hpp"
#include "io/input_error.hpp"
#include "io/number.hpp"
#include "nearest.hpp"

namespace attest::cli {

namespace {

/// As keys are spelled: small letters, one underscore for whatever stands between words and numbers.
std::string spelled(const std::string& word) {
  std::string key;
  for (const char c : word) {
    if (c >= 'A' && c <= 'Z') key += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key += c;
    else if (!key.empty() && key.back() != '_') key += '_';
  }
  while (!key.empty() && key.back() == '_') key.pop_back();
  return key;
}

bool is_number(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

/// proposition_4_3 has the number 4_3, remark_6_3_mask the number 6_3.
bool has_number(std::string_view key, const std::string& number) {
  const std::size_t first = key.find_first_of("0123456789");
  if (first == key.npos || key.substr(first, number.size()) != number) return false;
  const std::string_view rest = key.substr(first + number.size());
  return rest.empty() || (rest.size() > 1 && rest[0] == '_' && !is_number(rest.substr(1, 1)));
}

[[noreturn]] void broken(const std::string& file, const std::string& found, const std::string& expected) {
  throw InputError(file, found, expected + "; attest check writes it anew");
}

constexpr std::array statuses{"equal", "within", "held", "fails", "silent"};

void check_clause(const Json& clause, const std::string& file, const std::string& place) {
  const Json* status = clause.find("status");
  const std::string* word = status ? status->string() : nullptr;
  if (!word) broken(file, place + " has no status", "one of equal, within, held, fails, silent");
  if (!word->empty() && std::find(statuses.begin(), statuses.end(), *word) == statuses.end())
    broken(file, place + " has the status " + in_quotes(*word), "one of equal, within, held, fails, silent");
}

void check_verdict(const Json& verdict, std::string_view key, const std::string& file) {
  if (!verdict.members()) broken(file, "no JSON object", "a verdict");
  const Json* own = verdict.find("key");
  if (!own || !own->string()) broken(file, "no key", "the verdict of " + std::string(key));
  if (*own->string() != key)
    broken(file, "the verdict of " + in_quotes(*own->string()), "that of " + std::string(key));
  double number = 0;
  for (const char* name : {"seed", "cases"}) {
    const Json* value = verdict.find(name);
    if (!value || !value->number(number)) broken(file, std::string("no number under ") + name, "a verdict");
  }
  const Json* holds = verdict.find("holds");
  if (!holds || !holds->boolean()) broken(file, "no true or false under holds", "a verdict");
  const Json* worlds = verdict.find("worlds");
  if (!worlds || !worlds->members()) broken(file, "no worlds", "a verdict");
  for (const auto& [world, clauses] : *worlds->members()) {
    if (!clauses.members()) broken(file, "no clauses in the world " + in_quotes(world), "a verdict");
    for (const auto& [letter, clause] : *clauses.members())
      check_clause(clause, file, "clause " + in_quotes(letter) + " in the world " + in_quotes(world));
  }
}

/// holds, fails or silent; and how it was claimed, where it holds.
Json clause_facts(const Json& clause) {
  const std::string& status = *clause.find("status")->string();
  const bool plain = status == "fails" || status == "silent";
  Json facts = Json::object();
  facts.set("verdict", status.empty() ? "unknown" : plain ? status : "holds");
  if (!plain && !status.empty()) facts.set("how", status);
  for (const char* name : {"worst", "checks", "why"})
    if (const Json* value = clause.find(name)) facts.set(name, *value);
  return facts;
}

std::string cell(const Json& clause) {
  const std::string& status = *clause.find("status")->string();
  double worst = 0;
  if (const Json* value = clause.find("worst"); status == "within" && value && value->number(worst))
    return shown(worst, 2);
  return status == "equal" ? "=" : status == "held" ? "holds" : status == "fails" ? "FAILS"
         : status == "silent" ? "-" : "?";
}

std::string in_words(Source source) {
  switch (source) {
    case Source::printed: return "printed";
    case Source::reconstructed: return "reconstructed";
    case Source::inferred: return "inferred";
    case Source::referenced: return "referenced";
    case Source::ours: return "ours";
  }
  return "unknown";
}

}  // namespace

const Statement& item_of(const std::string& word) {
  const std::string key = spelled(word);
  std::vector<std::string> keys, meant;
  const Statement* found = nullptr;
  for (const Statement& item : statements) {
    if (item.key == key) return item;
    keys.emplace_back(item.key);
    if (!is_number(key) || !has_number(item.key, key)) continue;
    found = &item;
    meant.emplace_back(item.key);
  }
  if (meant.size() == 1) return *found;
  if (!meant.empty())
    throw InputError(in_quotes(word), "means " + std::to_string(meant.size()) + " items", or_list(meant));
  const auto near = nearest(key, keys);
  throw InputError(in_quotes(word), "is no item of the lecture",
                   near.empty() ? "a key as attest items lists them" : or_list(near));
}

std::string source_of(std::string_view key) {
  for (const Entry& entry : lecture)
    if (entry.key == key) return in_words(entry.source);
  return "unknown";
}

std::string spoken(std::string_view key) {
  std::string words(key);
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  for (std::size_t k = 1; k < words.size(); ++k)
    if (words[k] == '_') words[k] = words[k - 1] >= '0' && words[k - 1] <= '9' ? '.' : ' ';
  return words;
}

std::string verdicts_beside_program() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "verdicts" : (program.parent_path() / "verdicts").string();
}

std::string verdict_folder(const std::string& given) {
  if (given.empty()) return verdicts_beside_program();
  std::error_code error;
  if (!std::filesystem::is_directory(given, error)) throw InputError(given, "no such folder", "a folder of verdicts");
  return given;
}

std::optional<Json> verdict_of(std::string_view key, const std::string& folder) {
  constexpr std::uint64_t most = 1 << 24;
  const std::string file = (std::filesystem::path(folder) / (std::string(key) + ".json")).string();
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  Json verdict = Json::parse(io::read_bytes(file, most), file);
  check_verdict(verdict, key, file);
  return verdict;
}

std::string verdict_lines(const Json& verdict) {
  // A clause a line, a world a column.
  std::vector<std::string> letters;
  const auto& worlds = *verdict.find("worlds")->members();
  for (const auto& [world, clauses] : worlds)
    for (const auto& [letter, clause] : *clauses.members())
      if (std::find(letters.begin(), letters.end(), letter) == letters.end()) letters.push_back(letter);
  std::sort(letters.begin(), letters.end());
  std::string lines;
  for (const std::string& letter : letters) {
    lines += "  (" + letter + ")";
    for (const auto& [world, clauses] : worlds) {
      const Json* clause = clauses.find(letter);
      lines += "  " + world + ' ' + (clause ? cell(*clause) : "?");
    }
    lines += '\n';
  }
  return lines;
}

Json facts_of(const Statement& item, const std::string& folder) {
  Json facts = Json::object();
  facts.set("key", item.key).set("title", item.title).set("section", item.section).set("source", source_of(item.key));
  Json clauses = Json::array();
  for (const Clause& clause : item.clauses) {
    Json one = Json::object();
    one.set("letter", std::string(1, clause.letter)).set("text", clause.text);
    clauses.add(std::move(one));
  }
  facts.set("clauses", std::move(clauses));
  const auto verdict = verdict_of(item.key, folder);
  if (!verdict) return facts;
  Json about = Json::object(), worlds = Json::object();
  for (const char* name : {"holds", "seed", "cases"}) about.set(name, *verdict->find(name));
  for (const auto& [world, clauses_there] : *verdict->find("worlds")->members()) {
    Json here = Json::object();
    for (const auto& [letter, clause] : *clauses_there.members()) here.set(letter, clause_facts(clause));
    worlds.set(world, std::move(here));
  }
  about.set("worlds", std::move(worlds));
  for (const char* name : {"impostors", "refutation", "disorder"})
    if (const Json* value = verdict->find(name)) about.set(name, *value);
  facts.set("verdict", std::move(about));
  return facts;
}

}  // namespace attest::cli
