#pragma once
#include <bit>
#include <compare>
#include <cstdint>
#include <ostream>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Double-double: two doubles that stand for their sum, about 31 digits at a few times the price of one.
namespace attest {

/// \brief hi + lo, where hi is the sum rounded to double. Range as for double; what is not finite has lo = 0.
///
/// Every operation is within 16 u^2 of its true result, proved in bound/double_double.hpp. Below e^-650 the exponential is 0.
struct DD {
  double hi = 0, lo = 0;

  constexpr DD() = default;
  constexpr DD(int n) : hi(n) {}
  constexpr explicit DD(double x) : hi(x) {}
  constexpr DD(double high, double low) : hi(high), lo(low) {}
  explicit operator double() const { return hi; }
  static constexpr DD minus_infinity() { return DD(-std::numeric_limits<double>::infinity()); }

  /// \brief a + b exactly, for any two doubles.
  static DD exact_sum(double a, double b) {
    const double s = a + b, t = s - a;
    return {s, (a - (s - t)) + (b - t)};
  }
  /// \brief a + b exactly, where a is a multiple of the last place of b: for instance if |a| >= |b|.
  static DD ordered_sum(double a, double b) {
    const double s = a + b;
    return finite(s, b - (s - a));
  }
  /// \brief ab exactly, unless it underflows.
  static DD exact_product(double a, double b) {
    const double p = a * b;
    return {p, std::fma(a, b, -p)};
  }
  static DD finite(double high, double low) { return {high, std::isfinite(high) ? low : 0.0}; }

  friend DD operator+(const DD& x, const DD& y) {
    const DD s = exact_sum(x.hi, y.hi);
    if (!std::isfinite(s.hi)) return DD(s.hi);
    const DD t = exact_sum(x.lo, y.lo), v = ordered_sum(s.hi, s.lo + t.hi);
    return ordered_sum(v.hi, t.lo + v.lo);
  }
  DD operator-() const { return {-hi, -lo}; }
  friend DD operator-(const DD& x, const DD& y) { return x + -y; }
  friend DD operator*(const DD& x, const DD& y) {
    const DD p = exact_product(x.hi, y.hi);
    if (!std::isfinite(p.hi)) return DD(p.hi);
    return ordered_sum(p.hi, p.lo + std::fma(x.lo, y.hi, std::fma(x.hi, y.lo, x.lo * y.lo)));
  }
  friend DD operator/(const DD& x, const DD& y) {
    const double q = x.hi / y.hi;
    if (!std::isfinite(q) || !std::isfinite(y.hi)) return DD(q);
    return ordered_sum(q, std::fma(-q, y.lo, std::fma(-q, y.hi, x.hi) + x.lo) / y.hi);
  }
  DD& operator+=(const DD& y) { return *this = *this + y; }
  DD& operator-=(const DD& y) { return *this = *this - y; }
  DD& operator*=(const DD& y) { return *this = *this * y; }
  DD& operator/=(const DD& y) { return *this = *this / y; }

  friend bool operator==(const DD& x, const DD& y) { return x.hi == y.hi && x.lo == y.lo; }
  friend std::partial_ordering operator<=>(const DD& x, const DD& y) {
    return x.hi == y.hi ? x.lo <=> y.lo : x.hi <=> y.hi;
  }
  friend std::ostream& operator<<(std::ostream& out, const DD& x) { return out << x.hi << " + " << x.lo; }
  friend bool isnan(const DD& x) { return std::isnan(x.hi); }
  friend bool isfinite(const DD& x) { return std::isfinite(x.hi); }

  friend DD sqrt(const DD& x) {
    const double s = std::sqrt(x.hi);
    if (!(s > 0) || !std::isfinite(s)) return DD(s);
    return ordered_sum(s, (std::fma(-s, s, x.hi) + x.lo) / (2 * s));
  }

  /// \brief 2^n e^r with r = x - n log 2: a series for e^(r/64) - 1, squared six times.
  friend DD exp(const DD& x) {
    if (std::isnan(x.hi)) return x;
    if (x.hi < -650) return DD(0);
    if (x.hi > 709.78) return DD(std::numeric_limits<double>::infinity());
    const double n = std::nearbyint(x.hi * 0x1.71547652b82fep0);
    // log 2 in a part of 33 bits, of which n times is exact, and a double-double.
    const DD r = (x - DD(n * 0x1.62e42feep-1)) - DD(n) * DD(0x1.a39ef35793c76p-33, 0x1.cc01f97b57a08p-87);
    const DD small(r.hi / 64, r.lo / 64);
    DD q(1);
    for (int k = 11; k >= 2; --k) q = DD(1) + q * small / DD(k);
    q = q * small;
    for (int k = 0; k < 6; ++k) q = (q + q) + q * q;
    q = DD(1) + q;
    const int half = int(n) / 2, rest = int(n) - half;
    return finite(std::ldexp(std::ldexp(q.hi, half), rest), std::ldexp(std::ldexp(q.lo, half), rest));
  }
};

template <> inline constexpr bool is_arithmetic<DD> = true;

}
