#include "text/tokens.hpp"

#include <unordered_map>

#include "io/bytes.hpp"
#include "io/input_error.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace attest::cli::text {

namespace {

class Builder {
 public:
  void add(std::string token) {
    const auto [place, fresh] = ids_.emplace(token, tokens_.vocabulary.size());
    if (fresh) tokens_.vocabulary.push_back(std::move(token));
    tokens_.ids.push_back(place->second);
  }
  Tokens take() { return std::move(tokens_); }

 private:
  Tokens tokens_;
  std::unordered_map<std::string, std::size_t> ids_;
};

bool apostrophe(char32_t point) { return point == '\'' || point == 0x2019; }

/// Where the word that begins at `first` ends: an apostrophe belongs to it if a letter follows.
std::size_t word_end(std::u32string_view text, std::size_t first) {
  const auto letter = [&](std::size_t i) { return i < text.size() && is_letter(text[i]) && !is_ideograph(text[i]); };
  std::size_t end = first;
  while (letter(end) || (end > first && end < text.size() && apostrophe(text[end]) && letter(end + 1))) ++end;
  return end;
}

std::string escape(char32_t point) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  if (point < 0x100) return {'\\', 'x', hex[point >> 4], hex[point & 15]};
  std::string digits;
  for (int shift = point > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4) digits += hex[point >> shift & 15];
  return "U+" + digits;
}

}  // namespace

std::string text_name(const std::string& path) { return path.empty() ? "the built-in text" : input_name(path); }

std::string read_text(const std::string& path) {
  if (path.empty()) return std::string(default_text());
  const std::string name = text_name(path), bytes = io::read_bytes(path);
  std::string_view rest = bytes;
  if (rest.substr(0, 3) == "\xEF\xBB\xBF") rest.remove_prefix(3);
  if (const std::size_t nul = bytes.find('\0'); nul != bytes.npos)
    throw InputError(name, "a NUL byte at byte " + std::to_string(nul) + ": this is no text", "UTF-8 text");
  bool visible = false;
  for (const char32_t point : decoded(bytes, name)) visible = visible || !(is_space(point) || is_control(point));
  if (!visible)
    throw InputError(name, bytes.empty() ? "an empty text" : "a text of nothing but blanks", "at least one token");
  std::string text;
  for (std::size_t i = 0; i < rest.size(); ++i)
    if (rest[i] != '\r' || rest.substr(i + 1, 1) != "\n") text += rest[i];
  return text;
}

Tokens tokenised(std::string_view utf8, Unit unit) {
  const std::u32string text = decoded(utf8, "text");
  Builder tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (unit == Unit::words && (is_space(text[i]) || is_control(text[i]))) {
      ++i;
      continue;
    }
    std::size_t end = unit == Unit::words ? word_end(text, i) : i;
    if (end == i) ++end;
    tokens.add(encoded(std::u32string_view(text).substr(i, end - i)));
    i = end;
  }
  return tokens.take();
}

Tokens first_of(const Tokens& tokens, std::size_t T) {
  // The vocabulary is in the order of first appearance, so that a prefix of the text uses a prefix of it.
  Tokens first;
  for (std::size_t t = 0; t < T && t < tokens.ids.size(); ++t) {
    if (tokens.ids[t] == first.vocabulary.size()) first.vocabulary.push_back(tokens.vocabulary[tokens.ids[t]]);
    first.ids.push_back(tokens.ids[t]);
  }
  return first;
}

std::string label(std::string_view token) {
  std::string text;
  for (const char32_t point : decoded(token, "token")) {
    if (point == '\n') text += "↵";
    else if (point == ' ') text += "␣";
    else if (point == '\t') text += "⇥";
    else if (is_control(point) || is_space(point)) text += escape(point);
    else text += encoded(point);
  }
  return text;
}

std::vector<std::string> labels(const Tokens& tokens) {
  std::vector<std::string> names, all;
  for (const std::string& token : tokens.vocabulary) names.push_back(label(token));
  for (const std::size_t id : tokens.ids) all.push_back(names[id]);
  return all;
}

}  // namespace attest::cli::text
