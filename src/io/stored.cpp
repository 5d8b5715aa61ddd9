#include "io/stored.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "io/input_error.hpp"

namespace attest::cli::io {

namespace {

std::uint64_t bits_at(std::string_view bytes, std::size_t first, std::size_t size, bool big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t from = big_endian ? first + i : first + size - 1 - i;
    bits = bits << 8 | static_cast<unsigned char>(bytes[from]);
  }
  return bits;
}

double from_half(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  const double sign = (bits >> 15 & 1) != 0 ? -1.0 : 1.0;
  if (exponent == 31)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
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

double from_signed(std::uint64_t bits, std::size_t size, std::size_t element, std::string_view file) {
  const std::uint64_t sign = std::uint64_t(1) << (8 * size - 1);
  if ((bits & sign) == 0) return from_integer(bits, false, element, file);
  return from_integer(sign - (bits & (sign - 1)), true, element, file);
}

double from_boolean(std::uint64_t bits, std::size_t element, std::string_view file) {
  if (bits > 1)
    throw InputError(file, "element " + std::to_string(element) + " is the byte " + std::to_string(bits),
                     "0 or 1 in an array of Booleans");
  return static_cast<double>(bits);
}

}  // namespace

std::vector<double> stored_values(std::string_view bytes, DType dtype, bool big_endian, std::string_view file) {
  const std::size_t size = item_size(dtype), count = bytes.size() / size;
  std::vector<double> values(count);
  for (std::size_t e = 0; e < count; ++e) {
    const std::uint64_t bits = bits_at(bytes, e * size, size, big_endian);
    switch (dtype) {
      case DType::f2: values[e] = from_half(bits); break;
      case DType::f4: values[e] = from_float(bits); break;
      case DType::f8: values[e] = std::bit_cast<double>(bits); break;
      case DType::bf16: values[e] = from_float(bits << 16); break;
      case DType::boolean: values[e] = from_boolean(bits, e, file); break;
      case DType::i1: case DType::i2: case DType::i4: case DType::i8:
        values[e] = from_signed(bits, size, e, file);
        break;
      case DType::u1: case DType::u2: case DType::u4: case DType::u8:
        values[e] = from_integer(bits, false, e, file);
        break;
    }
  }
  return values;
}

}  // namespace attest::cli::io
