#pragma once
#include <compare>
#include <ostream>
#include <stdexcept>
#include <utility>
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/multiprecision.hpp"
/// \file
/// \brief Exact logarithms of powers of two.
namespace attest {

/// \brief \f$ a + b \log 2 \f$ with rational a and b: scores in units of log 2, whose softmax is rational.
///
/// The exponential of \f$ k \log 2 \f$ is \f$ 2^k \f$ for a whole k, and the logarithm of \f$ 2^k \f$ is \f$ k \log 2 \f$. Since log 2 is irrational, two
/// numbers are equal exactly when a and b are; an order is decided in 100 digits, of which no comparison of short rationals needs half.
/// Weights that are leaves of a full binary tree sum to 1 and have such logarithms, so entropies and divergences are elements.
///
/// `minus_infinity()` lies below every number and exp sends it to 0. `outside()` is every other result: it absorbs, and to compare it throws
/// std::domain_error. Division by zero and logarithms of negative numbers throw std::domain_error too.
class Dyadic {
  Exact a_, b_;

  Dyadic(Exact a, Exact b) : a_(std::move(a)), b_(std::move(b)) {}
  bool rational() const { return b_ == Exact(0); }
  bool below_all() const { return a_ == Exact::minus_infinity(); }
  static Dyadic either(Exact a) { return a.is_outside() ? outside() : Dyadic(std::move(a), Exact(0)); }
  static Exact power_of_two(long k) {
    Exact power = 1, square = k < 0 ? Exact::rational(1, 2) : Exact(2);
    for (long n = k < 0 ? -k : k; n > 0; n /= 2, square *= square)
      if (n % 2) power *= square;
    return power;
  }
  // The nearest whole number, as a candidate: the caller checks it.
  static long nearest(const Mp& x) {
    const double d = static_cast<double>(x);
    if (!(d < 8192 && -8192 < d)) return 0;
    return static_cast<long>(d < 0 ? d - 0.5 : d + 0.5);
  }

 public:
  Dyadic(int n = 0) : a_(n), b_(0) {}
  explicit Dyadic(double dyadic) : a_(dyadic), b_(0) {}  ///< that very double; minus infinity is allowed
  static Dyadic rational(long num, long den) { return {Exact::rational(num, den), Exact(0)}; }
  static Dyadic minus_infinity() { return {Exact::minus_infinity(), Exact(0)}; }
  static Dyadic outside() { return {Exact::outside(), Exact(0)}; }
  bool is_outside() const { return a_.is_outside(); }

  Dyadic operator-() const { return Dyadic(0) - *this; }
  friend Dyadic operator+(const Dyadic& x, const Dyadic& y) {
    if (x.is_outside() || y.is_outside()) return outside();
    if (x.below_all() || y.below_all()) return either(x.a_ + y.a_);
    return {x.a_ + y.a_, x.b_ + y.b_};
  }
  friend Dyadic operator-(const Dyadic& x, const Dyadic& y) {
    if (x.is_outside() || y.is_outside()) return outside();
    if (x.below_all() || y.below_all()) return either(x.a_ - y.a_);
    return {x.a_ - y.a_, x.b_ - y.b_};
  }
  friend Dyadic operator*(const Dyadic& x, const Dyadic& y) {
    if (x.is_outside() || y.is_outside() || (!x.rational() && !y.rational())) return outside();
    if (x.below_all() || y.below_all()) return x.rational() && y.rational() ? either(x.a_ * y.a_) : outside();
    return {x.a_ * y.a_, x.a_ * y.b_ + x.b_ * y.a_};
  }
  friend Dyadic operator/(const Dyadic& x, const Dyadic& y) {
    if (x.is_outside() || y.is_outside()) return outside();
    if (y.rational()) return x.rational() ? either(x.a_ / y.a_) : Dyadic(x.a_ / y.a_, x.b_ / y.a_);
    return x.a_ == Exact(0) && y.a_ == Exact(0) ? Dyadic(x.b_ / y.b_, Exact(0)) : outside();
  }
  Dyadic& operator+=(const Dyadic& y) { return *this = *this + y; }
  Dyadic& operator-=(const Dyadic& y) { return *this = *this - y; }
  Dyadic& operator*=(const Dyadic& y) { return *this = *this * y; }
  Dyadic& operator/=(const Dyadic& y) { return *this = *this / y; }

  friend bool operator==(const Dyadic& x, const Dyadic& y) { return x.a_ == y.a_ && x.b_ == y.b_; }
  friend std::strong_ordering operator<=>(const Dyadic& x, const Dyadic& y) {
    if (x.rational() && y.rational()) return x.a_ <=> y.a_;
    if (x.below_all()) return std::strong_ordering::less;
    if (y.below_all()) return std::strong_ordering::greater;
    const Dyadic d = x - y;
    const Mp a = to_mp(d.a_), b = to_mp(d.b_) * log(Mp(2)), size = (abs(a) + abs(b)) * Mp::epsilon() * Mp(8);
    if (d == Dyadic(0)) return std::strong_ordering::equal;
    if (abs(Mp(a + b)) <= size) throw std::length_error("Dyadic: 100 digits do not tell two numbers apart");
    return a + b < Mp(0) ? std::strong_ordering::less : std::strong_ordering::greater;
  }

  friend Dyadic exp(const Dyadic& x) {
    if (x.is_outside()) return outside();
    if (x.below_all()) return Dyadic(0);
    const long k = nearest(to_mp(x.b_));
    return x.a_ == Exact(0) && x.b_ == Exact(int(k)) ? Dyadic(power_of_two(k), Exact(0)) : outside();
  }
  friend Dyadic log(const Dyadic& x) {
    if (x.is_outside()) return outside();
    if (x == Dyadic(0)) return minus_infinity();
    if (x < Dyadic(0)) throw std::domain_error("Dyadic: the logarithm of a negative number");
    if (!x.rational()) return outside();
    const long k = nearest(log(to_mp(x.a_)) / log(Mp(2)));
    return x.a_ == power_of_two(k) ? Dyadic(Exact(0), Exact(int(k))) : outside();
  }
  friend Dyadic sqrt(const Dyadic& x) {
    if (x.is_outside() || !x.rational()) return outside();
    return either(sqrt(x.a_));
  }
  /// \brief The value to 100 digits, off by a few units in the last; NaN for `outside()`.
  friend Mp to_mp(const Dyadic& x) {
    if (x.is_outside() || x.below_all()) return to_mp(x.a_);
    return to_mp(x.a_) + to_mp(x.b_) * log(Mp(2));
  }
  friend std::ostream& operator<<(std::ostream& out, const Dyadic& x) {
    if (x.is_outside() || x.rational()) return out << x.a_;
    if (!(x.a_ == Exact(0))) out << x.a_ << " + ";
    return out << x.b_ << " log 2";
  }
};

template <> inline constexpr bool is_arithmetic<Dyadic> = true;
template <> inline constexpr bool is_exact<Dyadic> = true;

}
