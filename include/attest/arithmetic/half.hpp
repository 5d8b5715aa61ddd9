#pragma once
#include <bit>
#include <compare>
#include <cstdint>
#include <ostream>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Sixteen-bit floats: stored in sixteen bits, computed in float.
namespace attest {

/// \brief An IEEE-like number of one sign bit, `Exponent` exponent bits and `Fraction` fraction bits, sixteen in all.
///
/// A result is computed in float and rounded to nearest, ties to even. For + - * / and sqrt that is the correctly rounded result: a
/// first rounding to 24 bits does no harm to a second one to p bits when \f$ 24 \ge 2p + 2 \f$ (11 bits for half, 8 for bfloat16).
/// Subnormals, infinities, signed zeros and NaN are as in float; a NaN comes back quiet.
template <int Exponent, int Fraction> class Sixteen {
  static_assert(Exponent + Fraction == 15 && Exponent <= 8);
  static constexpr int bias = (1 << (Exponent - 1)) - 1, dropped = 23 - Fraction;
  static constexpr std::uint16_t infinite = std::uint16_t(((1 << Exponent) - 1) << Fraction);
  std::uint16_t bits_ = 0;

  // Half an ulp is added where the last kept bit is odd, a little less where it is even: ties to even.
  static constexpr std::uint32_t shifted(std::uint32_t x, int by) {
    return (x + (std::uint32_t(1) << (by - 1)) - 1 + (x >> by & 1)) >> by;
  }
  static constexpr std::uint16_t rounded(float value) {
    const auto x = std::bit_cast<std::uint32_t>(value);
    const auto sign = std::uint16_t(x >> 31 << 15);
    const std::uint32_t magnitude = x & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
      return std::uint16_t(sign | infinite | 1u << (Fraction - 1) | (magnitude & 0x7fffffu) >> dropped);
    const int exponent = int(magnitude >> 23) - 127 + bias;
    if (exponent >= (1 << Exponent) - 1) return std::uint16_t(sign | infinite);
    if (exponent > 0) return std::uint16_t(sign | shifted(magnitude - (std::uint32_t(127 - bias) << 23), dropped));
    // Subnormal: the significand, with its leading one where float has it, moves right to the fixed exponent.
    const std::uint32_t significand = (magnitude & 0x7fffffu) | (magnitude >> 23 ? 0x800000u : 0u);
    const int by = dropped + 1 - (magnitude >> 23 ? exponent : 1 - 127 + bias);
    return std::uint16_t(sign | (by > 25 ? 0u : shifted(significand, by)));
  }
  static constexpr float widened(std::uint16_t bits) {
    const std::uint32_t sign = std::uint32_t(bits >> 15) << 31, magnitude = bits & 0x7fffu;
    const std::uint32_t exponent = magnitude >> Fraction, fraction = magnitude & ((1u << Fraction) - 1);
    if (exponent == (1u << Exponent) - 1) return std::bit_cast<float>(sign | 0x7f800000u | fraction << dropped);
    if (exponent > 0)
      return std::bit_cast<float>(sign | (exponent + std::uint32_t(127 - bias)) << 23 | fraction << dropped);
    if (127 == bias) return std::bit_cast<float>(sign | fraction << dropped);              // float's own subnormals
    const float unit = std::bit_cast<float>(std::uint32_t(127 + 1 - bias - Fraction) << 23);  // the smallest subnormal
    const float value = float(fraction) * unit;
    return sign ? -value : value;
  }

 public:
  Sixteen() = default;
  constexpr Sixteen(int n) : bits_(rounded(float(n))) {}
  constexpr explicit Sixteen(float x) : bits_(rounded(x)) {}
  // Rounding a double to float first and to sixteen bits then would round twice; the sticky bit keeps the second one honest.
  explicit Sixteen(double x) : bits_(rounded(odd(x))) {}
  constexpr explicit operator float() const { return widened(bits_); }
  constexpr explicit operator double() const { return double(widened(bits_)); }
  static constexpr Sixteen from_bits(std::uint16_t bits) { return Sixteen(bits, 0); }
  constexpr std::uint16_t bits() const { return bits_; }

  /// \brief Twice the unit roundoff, the smallest positive number, and what a bound needs besides.
  static constexpr double epsilon() { return 1.0 / double(1 << Fraction); }
  static constexpr Sixteen smallest() { return from_bits(1); }
  static constexpr Sixteen infinity() { return from_bits(infinite); }
  static constexpr Sixteen minus_infinity() { return from_bits(std::uint16_t(0x8000u | infinite)); }

  friend Sixteen operator+(Sixteen a, Sixteen b) { return Sixteen(float(a) + float(b)); }
  friend Sixteen operator-(Sixteen a, Sixteen b) { return Sixteen(float(a) - float(b)); }
  friend Sixteen operator*(Sixteen a, Sixteen b) { return Sixteen(float(a) * float(b)); }
  friend Sixteen operator/(Sixteen a, Sixteen b) { return Sixteen(float(a) / float(b)); }
  Sixteen operator-() const { return from_bits(std::uint16_t(bits_ ^ 0x8000u)); }
  Sixteen& operator+=(Sixteen b) { return *this = *this + b; }
  Sixteen& operator-=(Sixteen b) { return *this = *this - b; }
  Sixteen& operator*=(Sixteen b) { return *this = *this * b; }
  Sixteen& operator/=(Sixteen b) { return *this = *this / b; }
  friend bool operator==(Sixteen a, Sixteen b) { return float(a) == float(b); }
  friend std::partial_ordering operator<=>(Sixteen a, Sixteen b) { return float(a) <=> float(b); }

  friend Sixteen exp(Sixteen x) { return Sixteen(std::exp(float(x))); }
  friend Sixteen log(Sixteen x) { return Sixteen(std::log(float(x))); }
  friend Sixteen sqrt(Sixteen x) { return Sixteen(std::sqrt(float(x))); }
  friend Sixteen sin(Sixteen x) { return Sixteen(std::sin(float(x))); }
  friend Sixteen cos(Sixteen x) { return Sixteen(std::cos(float(x))); }
  friend std::ostream& operator<<(std::ostream& out, Sixteen x) { return out << float(x); }

 private:
  constexpr Sixteen(std::uint16_t bits, int) : bits_(bits) {}
  // The double, rounded to odd in float: truncated, and its last bit set if anything was cut off.
  static float odd(double x) {
    const float near = float(x);
    if (double(near) == x || near != near) return near;
    const auto bits = std::bit_cast<std::uint32_t>(near);
    const bool beyond = std::abs(double(near)) > std::abs(x);
    return std::bit_cast<float>((bits - (beyond ? 1u : 0u)) | 1u);
  }
};

/// \brief IEEE binary16: unit roundoff \f$ 2^{-11} \f$, largest number 65504.
using Half = Sixteen<5, 10>;
/// \brief bfloat16: unit roundoff \f$ 2^{-8} \f$, the range of float.
using BFloat16 = Sixteen<8, 7>;
template <int Exponent, int Fraction> inline constexpr bool is_arithmetic<Sixteen<Exponent, Fraction>> = true;

}
