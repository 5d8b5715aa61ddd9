#include "text/utf8.hpp"

#include <optional>

#include "io/input_error.hpp"
#include "text/characters.hpp"

namespace attest::cli::text {

namespace {

/// One code point off the front; nothing if the bytes there are no UTF-8.
std::optional<char32_t> take(std::string_view& bytes) {
  const auto byte = [&bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > bytes.size()) return std::nullopt;
  char32_t point = length == 1 ? first : first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return std::nullopt;
    point = point << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xD800 && point < 0xE000;
  if (overlong || surrogate || point > 0x10FFFF) return std::nullopt;
  bytes.remove_prefix(length);
  return point;
}

}  // namespace

std::u32string decoded(std::string_view bytes, const std::string& file) {
  std::u32string points;
  const std::size_t size = bytes.size();
  while (!bytes.empty()) {
    const std::size_t offset = size - bytes.size();
    const auto point = take(bytes);
    if (!point)
      throw InputError(file, "no UTF-8 at byte " + std::to_string(offset) + ": " + in_quotes(bytes.substr(0, 4)),
                       "UTF-8 text");
    points += *point;
  }
  return points;
}

std::u32string decoded_for_display(std::string_view bytes) {
  std::u32string points;
  while (!bytes.empty()) {
    const auto point = take(bytes);
    if (!point) bytes.remove_prefix(1);
    points += point.value_or(0xFFFD);
  }
  return points;
}

std::string encoded(char32_t point) {
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xC0 | point >> 6), byte(0x80 | (point & 63))};
  if (point < 0x10000) return {byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 63)), byte(0x80 | (point & 63))};
  return {byte(0xF0 | point >> 18), byte(0x80 | (point >> 12 & 63)), byte(0x80 | (point >> 6 & 63)),
          byte(0x80 | (point & 63))};
}

std::string encoded(std::u32string_view points) {
  std::string bytes;
  for (const char32_t point : points) bytes += encoded(point);
  return bytes;
}

std::size_t columns(std::string_view utf8) {
  std::size_t sum = 0;
  for (const char32_t point : decoded_for_display(utf8)) sum += width(point);
  return sum;
}

std::string shortened(std::string_view utf8, std::size_t most) {
  if (columns(utf8) <= most) return std::string(utf8);
  std::string kept;
  std::size_t used = 1;
  for (const char32_t point : decoded_for_display(utf8)) {
    used += width(point);
    if (used > most) break;
    kept += encoded(point);
  }
  return most == 0 ? "" : kept + "…";
}

std::string padded(std::string_view utf8, std::size_t width) {
  const std::size_t used = columns(utf8);
  return std::string(utf8) + std::string(used < width ? width - used : 0, ' ');
}

}  // namespace attest::cli::text
