#include "io/stored.hpp"

#include <bit>
#include <cstdint>
#include <string>

#include "io/input_error.hpp"

namespace attest::cli::io {

namespace {

template <std::size_t size>
std::uint64_t bits_at(const char* first, bool big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i)
    bits = bits << 8 | static_cast<unsigned char>(first[big_endian ? i : size - 1 - i]);
  return bits;
}

double from_half(std::uint64_t bits) {
  const std::uint64_t exponent = bits >> 10 & 31, fraction = bits & 1023, sign = bits >> 15 << 63;
  if (exponent == 0) return (sign != 0 ? -0x1p-24 : 0x1p-24) * static_cast<double>(fraction);
  // A double has 52 bits of fraction for the 10 here, and the bias 1023 for 15; the largest exponent says infinity or NaN.
  const std::uint64_t wide = exponent == 31 ? 2047 : exponent + 1008;
  return std::bit_cast<double>(sign | wide << 52 | fraction << 42);
}

double from_float(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

/// An integer given by its magnitude: a double has 53 bits for what lies between its first and last one.
double from_integer(std::uint64_t magnitude, bool negative, std::size_t element, std::string_view file) {
  if (magnitude != 0 && 64 - std::countl_zero(magnitude) - std::countr_zero(magnitude) > 53)
    throw InputError(file, "element " + std::to_string(element) + " is " + (negative ? "-" : "") +
                     std::to_string(magnitude) + ", which no double equals", "integers that a double holds exactly");
  const auto value = static_cast<double>(magnitude);
  return negative ? -value : value;
}

template <std::size_t size>
double from_signed(std::uint64_t bits, std::size_t element, std::string_view file) {
  constexpr std::uint64_t sign = std::uint64_t(1) << (8 * size - 1);
  if ((bits & sign) == 0) return from_integer(bits, false, element, file);
  return from_integer(sign - (bits & (sign - 1)), true, element, file);
}

double from_boolean(std::uint64_t bits, std::size_t element, std::string_view file) {
  if (bits > 1)
    throw InputError(file, "element " + std::to_string(element) + " is the byte " + std::to_string(bits),
                     "0 or 1 in an array of Booleans");
  return static_cast<double>(bits);
}

/// Every `size` bytes through `decode`, which is told the element's number as well.
template <std::size_t size, class Decode>
std::vector<double> each(std::string_view bytes, bool big_endian, const Decode& decode) {
  std::vector<double> values(bytes.size() / size);
  const char* from = bytes.data();
  for (std::size_t e = 0; e < values.size(); ++e, from += size) values[e] = decode(bits_at<size>(from, big_endian), e);
  return values;
}

}  // namespace

std::vector<double> stored_values(std::string_view bytes, DType dtype, bool big_endian, std::string_view file) {
  using Bits = std::uint64_t;
  using Element = std::size_t;
  const auto natural = [file](Bits bits, Element e) { return from_integer(bits, false, e, file); };
  switch (dtype) {
    case DType::f2: return each<2>(bytes, big_endian, [](Bits bits, Element) { return from_half(bits); });
    case DType::f4: return each<4>(bytes, big_endian, [](Bits bits, Element) { return from_float(bits); });
    case DType::f8: return each<8>(bytes, big_endian, [](Bits bits, Element) { return std::bit_cast<double>(bits); });
    case DType::bf16: return each<2>(bytes, big_endian, [](Bits bits, Element) { return from_float(bits << 16); });
    case DType::boolean:
      return each<1>(bytes, big_endian, [file](Bits bits, Element e) { return from_boolean(bits, e, file); });
    case DType::i1:
      return each<1>(bytes, big_endian, [file](Bits bits, Element e) { return from_signed<1>(bits, e, file); });
    case DType::i2:
      return each<2>(bytes, big_endian, [file](Bits bits, Element e) { return from_signed<2>(bits, e, file); });
    case DType::i4:
      return each<4>(bytes, big_endian, [file](Bits bits, Element e) { return from_signed<4>(bits, e, file); });
    case DType::i8:
      return each<8>(bytes, big_endian, [file](Bits bits, Element e) { return from_signed<8>(bits, e, file); });
    case DType::u1: return each<1>(bytes, big_endian, natural);
    case DType::u2: return each<2>(bytes, big_endian, natural);
    case DType::u4: return each<4>(bytes, big_endian, natural);
    case DType::u8: return each<8>(bytes, big_endian, natural);
  }
  return {};
}

}  // namespace attest::cli::io
