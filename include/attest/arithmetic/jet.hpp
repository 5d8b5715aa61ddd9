#pragma once
#include <ostream>
#include <utility>
#include "attest/matrix.hpp"
/// \file
/// \brief First and second derivatives in several variables, by running the same loops.
namespace attest {

/// \brief A value, its gradient and its Hessian in n variables.
///
/// A constant has no gradient yet: it takes the number of variables of whatever it meets. Order looks at the value,
/// equality at all three. The derivatives of log do not look at the logarithm, so over `Exact` they stay in the field.
template <class R> struct Jet {
  R v{0};
  Vector<R, dynamic> g;  ///< no rows in a constant
  Square<R, dynamic> H;

  Jet() = default;
  Jet(int c) : v(R(c)) {}
  explicit Jet(R value) : v(std::move(value)) {}
  /// \brief The k-th of n variables.
  static Jet variable(R value, Index k, Index n) {
    Jet x = zero(std::move(value), n);
    x.g(k) = R(1);
    return x;
  }
  static Jet minus_infinity() { return Jet(attest::minus_infinity<R>()); }
  Index variables() const { return g.rows(); }

  friend Jet operator+(const Jet& a, const Jet& b) { return mixed(a.v + b.v, R(1), a, R(1), b); }
  friend Jet operator-(const Jet& a, const Jet& b) { return mixed(a.v - b.v, R(1), a, R(-1), b); }
  friend Jet operator*(const Jet& a, const Jet& b) {
    Jet c = mixed(a.v * b.v, b.v, a, a.v, b);
    if (a.variables() && b.variables())
      for (Index i = 0; i < c.variables(); ++i)
        for (Index j = 0; j < c.variables(); ++j) c.H(i, j) += a.g(i) * b.g(j) + b.g(i) * a.g(j);
    return c;
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const R r = R(1) / b.v;
    Jet c = a * chain(b, r, R(0) - r * r, R(2) * r * r * r);
    c.v = a.v / b.v;
    return c;
  }
  Jet operator-() const { return Jet(0) - *this; }
  Jet& operator+=(const Jet& b) { return *this = *this + b; }
  Jet& operator-=(const Jet& b) { return *this = *this - b; }
  Jet& operator*=(const Jet& b) { return *this = *this * b; }
  Jet& operator/=(const Jet& b) { return *this = *this / b; }
  friend bool operator==(const Jet& a, const Jet& b) {
    const Jet d = a - b;
    return a.v == b.v && std::all_of(d.g.begin(), d.g.end(), [](const R& x) { return x == R(0); }) &&
           std::all_of(d.H.begin(), d.H.end(), [](const R& x) { return x == R(0); });
  }
  friend auto operator<=>(const Jet& a, const Jet& b) { return a.v <=> b.v; }

  friend Jet exp(const Jet& x) {
    const R e = exp(x.v);
    return chain(x, e, e, e);
  }
  friend Jet log(const Jet& x) {
    const R r = R(1) / x.v;
    return chain(x, log(x.v), r, R(0) - r * r);
  }
  friend Jet sqrt(const Jet& x) {
    const R s = sqrt(x.v);
    if (!x.variables()) return Jet(s);
    const R r = R(1) / (s + s);
    return chain(x, s, r, R(0) - r / (x.v + x.v));
  }
  friend Jet sin(const Jet& x) { return chain(x, sin(x.v), cos(x.v), R(0) - sin(x.v)); }
  friend Jet cos(const Jet& x) { return chain(x, cos(x.v), R(0) - sin(x.v), R(0) - cos(x.v)); }
  friend Jet max(const Jet& a, const Jet& b) { return a.v < b.v ? b : a; }
  friend std::ostream& operator<<(std::ostream& out, const Jet& x) {
    return out << x.v << ", gradient " << x.g << ", Hessian " << x.H;
  }

 private:
  static Jet zero(R value, Index n) {
    Jet x(std::move(value));
    x.g = Vector<R, dynamic>(n);
    x.H = Square<R, dynamic>(n, n);
    return x;
  }
  void add(const R& factor, const Jet& a) {
    for (Index i = 0; i < a.variables(); ++i) {
      g(i) += factor * a.g(i);
      for (Index j = 0; j < a.variables(); ++j) H(i, j) += factor * a.H(i, j);
    }
  }
  // The derivatives of p a + q b; two jets of different variables do not meet.
  static Jet mixed(R value, const R& p, const Jet& a, const R& q, const Jet& b) {
    if (a.variables() && b.variables())
      agree("the number of variables", a.variables(), b.variables(), "a", a.g, "b", b.g);
    Jet c = zero(std::move(value), std::max(a.variables(), b.variables()));
    c.add(p, a);
    c.add(q, b);
    return c;
  }
  // f(x), given f, f' and f'' at the value: gradient f' g, Hessian f' H + f'' g g^T.
  static Jet chain(const Jet& x, R f, const R& slope, const R& curvature) {
    Jet c = zero(std::move(f), x.variables());
    c.add(slope, x);
    for (Index i = 0; i < x.variables(); ++i)
      for (Index j = 0; j < x.variables(); ++j) c.H(i, j) += curvature * (x.g(i) * x.g(j));
    return c;
  }
};
template <class R> inline constexpr bool is_arithmetic<Jet<R>> = is_arithmetic<R>;

}
