#include "io/input_error.hpp"

namespace attest::cli {

namespace {
std::string message(std::string_view what, std::string_view found, std::string_view expected) {
  std::string text(what);
  text.append(": ").append(found);
  if (!expected.empty()) text.append("; expected ").append(expected);
  return text;
}
}  // namespace

InputError::InputError(std::string_view what, std::string_view found, std::string_view expected)
    : std::runtime_error(message(what, found, expected)), name_(what), found_(found), expected_(expected) {}

std::string in_quotes(std::string_view bytes, std::size_t at_most) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string text = "\"";
  for (const char c : bytes.substr(0, at_most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) text += c;
    else text.append("\\x") += {hex[byte >> 4], hex[byte & 15]};
  }
  if (bytes.size() > at_most) text += "...";
  return text + '"';
}

std::string input_name(std::string_view path) { return path == "-" ? "standard input" : std::string(path); }

}  // namespace attest::cli
