#pragma once
#include <compare>
#include <iosfwd>
#include <memory>
#include "attest/arithmetic/arithmetic.hpp"
#include "attest/arithmetic/exact/limit.hpp"
#include "attest/arithmetic/exact/rational.hpp"
#include "attest/arithmetic/multiprecision.hpp"

namespace attest {

/// \brief The ordered field of quotients of sums of c e^r, where c and r are rational: attention with the real e.
///
/// Numbers e^r with distinct rational r are linearly independent over the rationals (Hermite: e is transcendental). So
/// a sum is zero exactly if no term is left once like exponents are collected, and equality is decided, not estimated.
/// The sign of a sum that is not zero comes out of certified enclosures of growing precision.
///
/// Two more elements are no numbers of the field:
/// - `minus_infinity()` lies below every number, and exp sends it to 0. It stays what it is when a finite number (or
///   itself) is added, a finite number subtracted, or when it is multiplied or divided by a positive rational.
/// - `outside()` is every result that leaves the field: exp of a number that is not rational, the logarithm of a sum, a
///   root that does not come out, and whatever else is asked of minus infinity (0 times it, its negative). It absorbs.
///   To compare it throws std::domain_error, so a claim never holds by accident.
///
/// Division by zero, roots and logarithms of negative numbers, NaN and plus infinity throw std::domain_error.
/// A handle on an immutable value: copies are cheap, and may be read from several threads.
class Exact {
 public:
  struct Rep;  ///< what is not simply rational, defined in exact.ipp

  Exact(int n = 0);
  explicit Exact(double dyadic);  ///< that very double; minus infinity is allowed
  static Exact rational(long num, long den);
  static Exact minus_infinity();
  static Exact outside();
  bool is_outside() const;

  Exact operator-() const;
  friend Exact operator+(const Exact&, const Exact&);
  friend Exact operator-(const Exact&, const Exact&);
  friend Exact operator*(const Exact&, const Exact&);
  friend Exact operator/(const Exact&, const Exact&);
  Exact& operator+=(const Exact& b) { return *this = *this + b; }
  Exact& operator-=(const Exact& b) { return *this = *this - b; }
  Exact& operator*=(const Exact& b) { return *this = *this * b; }
  Exact& operator/=(const Exact& b) { return *this = *this / b; }

  friend bool operator==(const Exact&, const Exact&);
  friend std::strong_ordering operator<=>(const Exact&, const Exact&);

  friend Exact exp(const Exact&);
  friend Exact log(const Exact&);   ///< of c e^r: r where c = 1; log 0 is minus infinity
  friend Exact sqrt(const Exact&);  ///< of c e^r where c is the square of a rational
  friend Exact sin(const Exact&);   ///< of 0
  friend Exact cos(const Exact&);   ///< of 0

  /// The value to 100 digits, off by at most one unit in the last: the rounded midpoint of an enclosure that is thinner
  /// than 2^-340 of the value. NaN for `outside()`; std::range_error beyond the exponents of `Mp`.
  friend Mp to_mp(const Exact&);
  friend std::ostream& operator<<(std::ostream&, const Exact&);  ///< such as 2 e^(1/3) / (1 + e^2)

 private:
  explicit Exact(detail::Rational q) : q_(std::move(q)) {}
  explicit Exact(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}

  detail::Rational q_;              // the value, if it is rational without further thought
  std::shared_ptr<const Rep> rep_;  // the value otherwise
};

template <> inline constexpr bool is_arithmetic<Exact> = true;
template <> inline constexpr bool is_exact<Exact> = true;

}  // namespace attest

#ifndef ATTEST_SEPARATE
#include "attest/arithmetic/exact.ipp"
#endif
