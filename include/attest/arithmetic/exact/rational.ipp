#pragma once
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string>
#include "attest/arithmetic/exact/limit.hpp"
#include "attest/arithmetic/exact/rational.hpp"
#include "attest/arithmetic/separate.hpp"

namespace attest::detail {

using Z = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using Q = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;

struct Rational::Big {
  Q v;
};

[[noreturn]] ATTEST_INLINE void refuse(const char* what, std::size_t found, const char* unit, std::size_t limit) {
  throw std::length_error(std::string("Exact: ") + what + " has " + std::to_string(found) + " " + unit +
                          "; the limit is " + std::to_string(limit));
}
ATTEST_INLINE std::size_t bits(const Z& z) { return z == 0 ? 0 : std::size_t(msb(z < 0 ? Z(-z) : z)) + 1; }

/// Arithmetic in two words. No product of two words and no sum of two such products leaves a double word.
struct Words {
  using Word = std::int64_t;
  __extension__ using Double = __int128;
  static constexpr Word largest = std::numeric_limits<Word>::max();

  static bool fits(Double x) { return x <= largest && x >= -largest; }
  static bool small(const Rational& a, const Rational& b) { return a.small() && b.small(); }
  static bool store(Rational& to, Double n, Double d) {
    if (!fits(n) || !fits(d)) return false;
    to = Rational(Word(n), Word(d));
    return true;
  }
  static bool sum(Rational& to, const Rational& a, const Rational& b, int sign) {
    const Word bn = sign < 0 ? -b.n_ : b.n_;
    const Word g = a.d_ == b.d_ ? a.d_ : std::gcd(a.d_, b.d_);
    const Double n = Double(a.n_) * (b.d_ / g) + Double(bn) * (a.d_ / g);
    const Word h = g == 1 ? 1 : std::gcd(Word(n % g), g);  // only a divisor of g can still cancel
    return store(to, n / h, Double(a.d_ / g) * (b.d_ / h));
  }
  static bool product(Rational& to, Word an, Word ad, Word bn, Word bd) {
    const Word g = bd == 1 ? 1 : std::gcd(an, bd), h = ad == 1 ? 1 : std::gcd(bn, ad);
    return store(to, Double(an / g) * (bn / h), Double(ad / h) * (bd / g));
  }
  static std::strong_ordering order(const Rational& a, const Rational& b) {
    if (a.d_ == b.d_) return a.n_ <=> b.n_;
    const Double x = Double(a.n_) * b.d_, y = Double(b.n_) * a.d_;
    return x < y ? std::strong_ordering::less : x > y ? std::strong_ordering::greater : std::strong_ordering::equal;
  }
};

ATTEST_INLINE Rational::Rational(double finite) : n_(0), d_(1) {
  int e = 0;
  std::int64_t m = std::int64_t(std::ldexp(std::frexp(finite, &e), 53));
  for (e -= 53; m != 0 && m % 2 == 0; ++e) m /= 2;
  if (m == 0) return;
  if (e <= 0 && e > -63) *this = Rational(m, std::int64_t(1) << -e);
  else *this = Rational(Big{e > 0 ? Q(Z(m) << e) : Q(Z(m), Z(1) << -e)});
}
ATTEST_INLINE Rational::Rational(const Big& value) : n_(0), d_(0) {
  const Z n = numerator(value.v), d = denominator(value.v);
  const std::size_t size = std::max(bits(n), bits(d));
  if (size > exact_limit::rational_bits) refuse("a rational number", size, "bits", exact_limit::rational_bits);
  if (size <= 63) *this = Rational(static_cast<std::int64_t>(n), static_cast<std::int64_t>(d));
  else n_ = n < 0 ? -1 : 1, big_ = std::make_shared<const Big>(value);
}
ATTEST_INLINE Rational Rational::ratio(std::int64_t n, std::int64_t d) { return Rational(Big{Q(n) / Q(d)}); }
ATTEST_INLINE Rational::Big Rational::big() const { return small() ? Big{Q(Z(n_), Z(d_))} : *big_; }
ATTEST_INLINE std::uint64_t Rational::hash() const {
  return std::uint64_t(n_) * 0x9e3779b97f4a7c15u ^ std::uint64_t(d_) * 0xc2b2ae3d27d4eb4fu;
}
ATTEST_INLINE std::size_t Rational::words() const {
  return small() ? 1 : std::max(bits(numerator(big_->v)), bits(denominator(big_->v))) / 64 + 1;
}

ATTEST_INLINE Rational Rational::operator-() const { return small() ? Rational(-n_, d_) : Rational(Big{-big_->v}); }
ATTEST_INLINE Rational operator+(const Rational& a, const Rational& b) {
  Rational c;
  if (Words::small(a, b) && Words::sum(c, a, b, 1)) return c;
  return Rational(Rational::Big{a.big().v + b.big().v});
}
ATTEST_INLINE Rational operator-(const Rational& a, const Rational& b) {
  Rational c;
  if (Words::small(a, b) && Words::sum(c, a, b, -1)) return c;
  return Rational(Rational::Big{a.big().v - b.big().v});
}
ATTEST_INLINE Rational operator*(const Rational& a, const Rational& b) {
  Rational c;
  if (Words::small(a, b) && Words::product(c, a.n_, a.d_, b.n_, b.d_)) return c;
  return Rational(Rational::Big{a.big().v * b.big().v});
}
ATTEST_INLINE Rational operator/(const Rational& a, const Rational& b) {
  Rational c;
  const std::int64_t s = b.sign();  // keeps the denominator positive
  if (Words::small(a, b) && Words::product(c, a.n_, a.d_, s * b.d_, s * b.n_)) return c;
  return Rational(Rational::Big{a.big().v / b.big().v});
}
ATTEST_INLINE bool operator==(const Rational& a, const Rational& b) {
  return a.n_ == b.n_ && a.d_ == b.d_ && (a.small() || a.big_ == b.big_ || a.big_->v == b.big_->v);
}
ATTEST_INLINE std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (Words::small(a, b)) return Words::order(a, b);
  return a.big().v.compare(b.big().v) <=> 0;
}
ATTEST_INLINE Rational common_measure(const Rational& a, const Rational& b) {
  if (a.is_one() && b.d_ == 1) return a;
  if (a.d_ == 1 && b.d_ == 1) return Rational(std::gcd(a.n_, b.n_), std::int64_t(1));
  const Q x = a.big().v, y = b.big().v;
  return Rational(Rational::Big{Q(gcd(numerator(x), numerator(y)), lcm(denominator(x), denominator(y)))});
}
ATTEST_INLINE std::ostream& operator<<(std::ostream& o, const Rational& a) { return o << a.big().v; }

}  // namespace attest::detail
