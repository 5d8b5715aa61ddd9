#pragma once
#include <boost/multiprecision/cpp_bin_float.hpp>
#include "attest/arithmetic/exact/value.ipp"
#include "attest/arithmetic/multiprecision.ipp"

namespace attest {

ATTEST_INLINE Exact::Exact(int n) : q_(n) {}
ATTEST_INLINE Exact::Exact(double x) {
  if (std::isfinite(x)) q_ = detail::Rational(x);
  else if (x < 0) *this = minus_infinity();
  else throw std::domain_error(std::string("Exact: expected a finite number or -infinity, found ") +
                               (x > 0 ? "+infinity" : "NaN"));
}
ATTEST_INLINE Exact Exact::rational(long num, long den) {
  if (den == 0) throw std::domain_error("Exact: the rational " + std::to_string(num) + "/0 has denominator zero");
  return Exact(detail::Rational::ratio(num, den));
}
ATTEST_INLINE Exact Exact::minus_infinity() {
  static const Exact low = Rep::special(Rep::low);
  return low;
}
ATTEST_INLINE Exact Exact::outside() {
  static const Exact out = Rep::special(Rep::out);
  return out;
}
ATTEST_INLINE bool Exact::is_outside() const { return Rep::kind_of(*this) == Rep::out; }

ATTEST_INLINE Exact Exact::operator-() const {
  if (!rep_) return Exact(-q_);
  return rep_->kind == Rep::number ? Rep::scaled(*rep_, {0, -1}) : outside();
}
ATTEST_INLINE Exact operator+(const Exact& a, const Exact& b) {
  if (!a.rep_ && !b.rep_) return Exact(a.q_ + b.q_);
  const auto kind = std::max(Exact::Rep::kind_of(a), Exact::Rep::kind_of(b));
  if (kind == Exact::Rep::number) return Exact::Rep::sum(a, b, 1);
  return kind == Exact::Rep::low ? Exact::minus_infinity() : Exact::outside();
}
ATTEST_INLINE Exact operator-(const Exact& a, const Exact& b) {
  if (!a.rep_ && !b.rep_) return Exact(a.q_ - b.q_);
  if (Exact::Rep::kind_of(b) != Exact::Rep::number) return Exact::outside();
  return Exact::Rep::kind_of(a) == Exact::Rep::number ? Exact::Rep::sum(a, b, -1) : a;
}
ATTEST_INLINE Exact operator*(const Exact& a, const Exact& b) {
  using Rep = Exact::Rep;
  if (!a.rep_ && !b.rep_) return Exact(a.q_ * b.q_);
  if (a.rep_ && !b.rep_) return b * a;
  if (Rep::kind_of(a) == Rep::number && Rep::kind_of(b) == Rep::number) {
    if (a.rep_) return a.rep_->n.size() == 1 ? Rep::product(*b.rep_, *a.rep_, 1) : Rep::product(*a.rep_, *b.rep_, 1);
    return a.q_.sign() == 0 ? a : Rep::scaled(*b.rep_, {0, a.q_});
  }
  return Rep::is_positive_rational(a) && Rep::kind_of(b) == Rep::low ? b : Exact::outside();
}
ATTEST_INLINE Exact operator/(const Exact& a, const Exact& b) {
  using Rep = Exact::Rep;
  if (!b.rep_ && b.q_.sign() == 0) throw std::domain_error("Exact: division by zero");
  if (!a.rep_ && !b.rep_) return Exact(a.q_ / b.q_);
  if (Rep::kind_of(a) == Rep::low && Rep::is_positive_rational(b)) return a;
  if (Rep::kind_of(a) != Rep::number || Rep::kind_of(b) != Rep::number) return Exact::outside();
  if (!b.rep_) return Rep::scaled(*a.rep_, {0, detail::Rational(1) / b.q_});
  Rep place;
  const Rep& x = Rep::of(a, place);
  return x.n.empty() ? a : Rep::product(x, *b.rep_, -1);
}

ATTEST_INLINE bool operator==(const Exact& a, const Exact& b) {
  using Rep = Exact::Rep;
  if (!a.rep_ && !b.rep_) return a.q_ == b.q_;
  Rep::comparable(a, b);
  if (a.rep_ == b.rep_) return true;
  if (Rep::kind_of(a) == Rep::low || Rep::kind_of(b) == Rep::low) return Rep::kind_of(a) == Rep::kind_of(b);
  Rep place_a, place_b;
  const Rep &x = Rep::of(a, place_a), &y = Rep::of(b, place_b);
  if (x.n.empty() || y.n.empty()) return x.n.empty() && y.n.empty();
  if (same(x.f, y.f)) return x.n == y.n;
  const auto common = common_factors(x.f, y.f);
  return expanded(x.n, x.f, common) == expanded(y.n, y.f, common);
}
ATTEST_INLINE std::strong_ordering operator<=>(const Exact& a, const Exact& b) {
  using Rep = Exact::Rep;
  if (!a.rep_ && !b.rep_) return a.q_ <=> b.q_;
  Rep::comparable(a, b);
  if (a.rep_ == b.rep_) return std::strong_ordering::equal;
  const bool low_a = Rep::kind_of(a) == Rep::low, low_b = Rep::kind_of(b) == Rep::low;
  if (low_a || low_b) return low_b <=> low_a;
  const Exact difference = a - b;
  return (difference.rep_ ? Rep::sign(*difference.rep_) : difference.q_.sign()) <=> 0;
}

ATTEST_INLINE Exact exp(const Exact& x) {
  using Rep = Exact::Rep;
  if (Rep::kind_of(x) == Rep::low) return Exact(0);
  if (x.is_outside()) return x;
  const auto u = Rep::as_unit(x);
  return u && u->r.sign() == 0 ? Rep::make({{u->c, 1}}, {}) : Exact::outside();
}
ATTEST_INLINE Exact log(const Exact& x) {
  using Rep = Exact::Rep;
  if (Rep::kind_of(x) != Rep::number) return Exact::outside();
  const auto u = Rep::as_unit(x);
  if (u && u->c.sign() == 0) return Exact::minus_infinity();
  if (u && u->c.sign() < 0) throw std::domain_error("Exact: logarithm of a negative number");
  return u && u->c.is_one() ? Exact(u->r) : Exact::outside();
}
ATTEST_INLINE Exact sqrt(const Exact& x) {
  using Rep = Exact::Rep;
  if (Rep::kind_of(x) != Rep::number) return Exact::outside();
  const auto u = Rep::as_unit(x);
  if (!u) return Exact::outside();
  if (u->c.sign() < 0) throw std::domain_error("Exact: square root of a negative number");
  if (u->c.sign() == 0) return x;
  const detail::Q q = u->c.big().v;
  const detail::Z n = sqrt(numerator(q)), d = sqrt(denominator(q));
  if (n * n != numerator(q) || d * d != denominator(q)) return Exact::outside();
  return Rep::make({{u->r / detail::Rational(2), detail::Rational(detail::Rational::Big{detail::Q(n, d)})}}, {});
}
ATTEST_INLINE Exact sin(const Exact& x) { return !x.rep_ && x.q_.sign() == 0 ? Exact(0) : Exact::outside(); }
ATTEST_INLINE Exact cos(const Exact& x) { return !x.rep_ && x.q_.sign() == 0 ? Exact(1) : Exact::outside(); }

ATTEST_INLINE Mp to_mp(const Exact& x) {
  using Rep = Exact::Rep;
  using Number = Mp::Rep::Number;
  if (x.is_outside()) return detail::boxed(Mp::Rep::Limits::quiet_NaN());
  if (Rep::kind_of(x) == Rep::low) return Mp::minus_infinity();
  Rep place;
  const Rep& value = Rep::of(x, place);
  if (value.n.empty()) return Mp(0);
  for (long p = 640; p <= long(exact_limit::sign_bits); p *= 2)
    if (const auto v = Rep::narrow(value, p)) {
      const auto& [lo, hi, e] = v->magnitude;
      return detail::boxed(v->sign * ldexp(Number(lo + hi), int(e) - 1));
    }
  throw std::length_error("Exact: a value is not known to 100 digits after " + std::to_string(exact_limit::sign_bits) +
                          " bits; that is the limit");
}

ATTEST_INLINE std::ostream& operator<<(std::ostream& o, const Exact& x) {
  using Rep = Exact::Rep;
  if (!x.rep_) return o << x.q_;
  if (x.rep_->kind != Rep::number) return o << (x.is_outside() ? "outside" : "-inf");
  const auto put = [&](const Rep::Sum& s, bool bracket) {
    if (bracket) o << '(';
    print(o, s);
    if (bracket) o << ')';
  };
  put(x.rep_->n, x.rep_->n.size() > 1 && !x.rep_->f.empty());
  for (const auto& g : x.rep_->f) {
    o << (g.power < 0 ? " / " : " * ");
    put(*g.sum, true);
    if (std::abs(g.power) > 1) o << '^' << std::abs(g.power);
  }
  return o;
}

}  // namespace attest
