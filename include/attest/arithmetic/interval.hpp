#pragma once
#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <utility>
#include "attest/bound/bound.hpp"
/// \file
/// \brief Enclosures: inequalities that are certain.
namespace attest {

/// \brief An interval of 100-digit numbers that holds the true value, whatever was rounded on the way.
///
/// Every operation computes the ends in Mp and moves them outward by what its rounding may have cost: one rounding for the four
/// operations and the root, E roundings for exp and log, whose E a test measures. Only certain answers are given: where the intervals
/// overlap a comparison is undecided, and throws std::domain_error, as does a quotient by an interval that holds 0.
class Interval {
  Mp lo_, hi_;

  // A rounding is relative to its result, and moving outward rounds once more.
  static Interval widened(const Mp& lo, const Mp& hi, Index roundings) {
    const Mp relative = bound::g<Mp>(roundings + 2);
    return Interval(lo - relative * abs(lo), hi + relative * abs(hi));
  }
  Interval(Mp lo, Mp hi) : lo_(std::move(lo)), hi_(std::move(hi)) {}
  static bool decided(bool yes, bool no, const char* what) {
    if (!yes && !no)
      throw std::domain_error(std::string("Interval: ") + what + " is undecided, the enclosures overlap");
    return yes;
  }

 public:
  Interval(int n = 0) : lo_(n), hi_(n) {}
  explicit Interval(double x) : lo_(x), hi_(x) {
    if (!isfinite(lo_)) throw std::domain_error("Interval: expected a finite number");
  }
  explicit Interval(const Mp& x) : lo_(x), hi_(x) {}
  static Interval between(const Mp& lo, const Mp& hi) {
    if (!(lo <= hi)) throw std::domain_error("Interval: expected ends in order");
    return Interval(lo, hi);
  }
  const Mp& lo() const { return lo_; }
  const Mp& hi() const { return hi_; }

  friend Interval operator+(const Interval& a, const Interval& b) { return widened(a.lo_ + b.lo_, a.hi_ + b.hi_, 1); }
  friend Interval operator-(const Interval& a, const Interval& b) { return widened(a.lo_ - b.hi_, a.hi_ - b.lo_, 1); }
  friend Interval operator*(const Interval& a, const Interval& b) {
    const auto [lo, hi] = std::minmax({a.lo_ * b.lo_, a.lo_ * b.hi_, a.hi_ * b.lo_, a.hi_ * b.hi_});
    return widened(lo, hi, 1);
  }
  friend Interval operator/(const Interval& a, const Interval& b) {
    if (!(b.lo_ > Mp(0)) && !(b.hi_ < Mp(0))) throw std::domain_error("Interval: the divisor may be 0");
    const auto [lo, hi] = std::minmax({a.lo_ / b.lo_, a.lo_ / b.hi_, a.hi_ / b.lo_, a.hi_ / b.hi_});
    return widened(lo, hi, 1);
  }
  Interval operator-() const { return Interval(-hi_, -lo_); }
  Interval& operator+=(const Interval& b) { return *this = *this + b; }
  Interval& operator-=(const Interval& b) { return *this = *this - b; }
  Interval& operator*=(const Interval& b) { return *this = *this * b; }
  Interval& operator/=(const Interval& b) { return *this = *this / b; }

  // Only the comparisons that an inequality needs: equality of enclosures is never certain, unless both are one number.
  friend bool operator<(const Interval& a, const Interval& b) { return decided(a.hi_ < b.lo_, a.lo_ >= b.hi_, "<"); }
  friend bool operator>(const Interval& a, const Interval& b) { return b < a; }
  friend bool operator<=(const Interval& a, const Interval& b) { return decided(a.hi_ <= b.lo_, a.lo_ > b.hi_, "<="); }
  friend bool operator>=(const Interval& a, const Interval& b) { return b <= a; }
  friend bool operator==(const Interval& a, const Interval& b) {
    const bool points = a.lo_ == a.hi_ && b.lo_ == b.hi_;
    return decided(points && a.lo_ == b.lo_, a.hi_ < b.lo_ || b.hi_ < a.lo_ || (points && a.lo_ != b.lo_), "==");
  }

  friend Interval exp(const Interval& x) { return widened(exp(x.lo_), exp(x.hi_), bound::elementary<Mp>()); }
  friend Interval log(const Interval& x) {
    if (!(x.lo_ > Mp(0))) throw std::domain_error("Interval: the logarithm of what may not be positive");
    return widened(log(x.lo_), log(x.hi_), bound::elementary<Mp>());
  }
  friend Interval sqrt(const Interval& x) {
    if (!(x.lo_ >= Mp(0))) throw std::domain_error("Interval: the root of what may be negative");
    return widened(sqrt(x.lo_), sqrt(x.hi_), 1);
  }
  friend Interval max(const Interval& a, const Interval& b) {
    return Interval(std::max(a.lo_, b.lo_), std::max(a.hi_, b.hi_));
  }
  friend std::ostream& operator<<(std::ostream& out, const Interval& x) {
    return out << '[' << x.lo_ << ", " << x.hi_ << ']';
  }
};
template <> inline constexpr bool is_arithmetic<Interval> = true;

}
