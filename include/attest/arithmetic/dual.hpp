#pragma once
#include <ostream>
#include <utility>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief First derivatives by running the same loops.
namespace attest {

/// \brief A value and one directional derivative: \f$ v + d\,\varepsilon \f$ with \f$ \varepsilon^2 = 0 \f$.
///
/// Order looks at the value, equality at both. A slope of exactly 0 stays 0 through every function, also where the
/// factor is infinite. A slope outside the field of `Exact` is carried along: only the reader's comparison throws.
template <class R> struct Dual {
  R v{0}, d{0};

  Dual() = default;
  Dual(int c) : v(R(c)), d(R(0)) {}
  explicit Dual(R value) : v(std::move(value)), d(R(0)) {}
  Dual(R value, R slope) : v(std::move(value)), d(std::move(slope)) {}
  bool is_outside() const requires requires(const R& r) { r.is_outside(); } { return v.is_outside() || d.is_outside(); }
  static Dual minus_infinity() { return Dual(attest::minus_infinity<R>()); }

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.v + b.v, a.d + b.d}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.v - b.v, a.d - b.d}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
  friend Dual operator/(const Dual& a, const Dual& b) { return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)}; }
  Dual operator-() const { return {R(0) - v, R(0) - d}; }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.v == b.v && a.d == b.d; }
  friend auto operator<=>(const Dual& a, const Dual& b) { return a.v <=> b.v; }

  friend Dual exp(const Dual& x) { const R e = exp(x.v); return {e, chain(e, x.d)}; }
  friend Dual log(const Dual& x) { return {log(x.v), chain(R(1) / x.v, x.d)}; }
  friend Dual sqrt(const Dual& x) {
    const R s = sqrt(x.v);
    return vanishes(x.d) ? Dual(s) : Dual(s, x.d / (s + s));
  }
  friend Dual sin(const Dual& x) { return {sin(x.v), chain(cos(x.v), x.d)}; }
  friend Dual cos(const Dual& x) { return {cos(x.v), chain(R(0) - sin(x.v), x.d)}; }
  friend Dual max(const Dual& a, const Dual& b) { return a.v < b.v ? b : a; }
  friend std::ostream& operator<<(std::ostream& out, const Dual& x) { return out << x.v << " + " << x.d << " eps"; }

 private:
  static bool vanishes(const R& d) {
    if constexpr (requires { d.is_outside(); })
      if (d.is_outside()) return false;
    return d == R(0);
  }
  static R chain(const R& outer, const R& d) { return vanishes(d) ? R(0) : R(outer * d); }
};
template <class R> inline constexpr bool is_arithmetic<Dual<R>> = is_arithmetic<R>;

}
