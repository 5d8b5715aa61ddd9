#include "io/number.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace attest::cli {

namespace {
constexpr std::size_t enough = 512;  // a double in fixed notation has at most 309 digits before the point

template <class... Format>
std::string text(double value, Format... format) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return std::string(value < 0 ? "-inf" : "inf");
  std::array<char, enough> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, format...).ptr;
  return {digits.data(), end};
}

int within(int value, int least, int most) { return value < least ? least : value > most ? most : value; }
}  // namespace

std::string shortest(double value) { return text(value); }

std::string shown(double value, int digits) {
  return text(value, std::chars_format::general, within(digits, 1, 17));
}

std::string fixed(double value, int places) { return text(value, std::chars_format::fixed, within(places, 0, 100)); }

std::string grouped(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ' ';
    text += digits[i];
  }
  return text;
}

}  // namespace attest::cli
