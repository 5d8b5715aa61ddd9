#include "command.hpp"

#include <charconv>
#include <cmath>

#include "io/number.hpp"

namespace attest::cli {

std::uint64_t whole_number(const std::string& name, const std::string& text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    throw InputError(name, in_quotes(text),
                     "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return value;
}

double real_number(const std::string& name, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InputError(name, in_quotes(text), "a finite number");
  return value;
}

namespace {

/// "--seed" of "-s,--seed": how messages call an option.
std::string longest_name(const std::string& names) { return names.substr(names.rfind(',') + 1); }

}  // namespace

void Options::text(const std::string& names, const std::string& kind, const std::string& help, std::string& into) {
  value(names, kind, help, [&into, kind, name = longest_name(names)](const std::string& given) {
    if (given.empty()) throw InputError(name, "nothing", kind);
    into = given;
  });
}

void Options::whole(const std::string& names, const std::string& help, std::uint64_t least, std::uint64_t most,
                    std::uint64_t& into) {
  value(names, "N", help,
        [&into, least, most, name = longest_name(names)](const std::string& given) {
          into = whole_number(name, given, least, most);
        });
}

void Options::real(const std::string& names, const std::string& help, double& into) {
  value(names, "NUMBER", help,
        [&into, name = longest_name(names)](const std::string& given) { into = real_number(name, given); });
}

void Options::choice(const std::string& names, const std::vector<std::string>& words, const std::string& help,
                     std::size_t& into) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : "|") + word;
  value(names, all, help, [&into, words, all, name = longest_name(names)](const std::string& given) {
    for (std::size_t k = 0; k < words.size(); ++k)
      if (words[k] == given) {
        into = k;
        return;
      }
    throw InputError(name, in_quotes(given), all);
  });
}

Json facts_of(std::string_view command) {
  Json facts = Json::object();
  facts.set("schema", "attest." + std::string(command)).set("version", 1);
  return facts;
}

}  // namespace attest::cli
