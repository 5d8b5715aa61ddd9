#pragma once
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/exact/enclosure.ipp"

namespace attest {

/// The number n times its factors. A product is kept as factors, a quotient as negative powers, and only what two
/// summands do not share is multiplied out: in attention almost all they have is the denominator they share.
struct Exact::Rep {
  using Sum = detail::Sum;
  using Term = detail::Term;
  using Factors = detail::Factors;
  enum Kind { number, low, out };

  Kind kind = number;
  Sum n;      // not empty if this is a number
  Factors f;  // no power zero

  static Kind kind_of(const Exact& x) { return x.rep_ ? x.rep_->kind : number; }
  static Exact special(Kind k) { return Exact(std::make_shared<const Rep>(Rep{k, {}, {}})); }
  static bool is_positive_rational(const Exact& x) { return !x.rep_ && x.q_.sign() > 0; }

  /// a rational spelled out as a sum, in the place given; any other number as it stands
  static const Rep& of(const Exact& x, Rep& place) {
    if (x.rep_) return *x.rep_;
    if (x.q_.sign() != 0) place.n = {{0, x.q_}};
    return place;
  }

  static Exact make(Sum n, Factors f) {
    if (n.empty()) return Exact(0);
    if (n.size() > exact_limit::terms) detail::refuse("a sum", n.size(), "terms", exact_limit::terms);
    if (n.size() > 1)
      if (const auto i = std::find_if(f.begin(), f.end(), [&](auto& g) { return proportional(n, g); }); i != f.end()) {
        const Term left = unit(n);
        multiply(f, detail::Factor(*i), 1);
        n = {left};
      }
    if (n.size() == 1 && n.front().r.sign() == 0 && f.empty()) return Exact(n.front().c);
    return Exact(std::make_shared<const Rep>(Rep{number, std::move(n), std::move(f)}));
  }

  static Exact sum(const Exact& a, const Exact& b, int sign) {
    Rep place_a, place_b;
    const Rep &x = of(a, place_a), &y = of(b, place_b);
    if (y.n.empty()) return a;
    if (x.n.empty()) return sign > 0 ? b : -b;
    if (same(x.f, y.f)) return make(plus(x.n, y.n, sign), x.f);
    Factors common = common_factors(x.f, y.f);
    Sum n = plus(expanded(x.n, x.f, common), expanded(y.n, y.f, common), sign);
    return make(std::move(n), std::move(common));
  }

  static Exact scaled(const Rep& x, const Term& by) { return make(detail::scaled(x.n, by), x.f); }

  /// x times y, or over y if the power is -1: sums of several terms become factors
  static Exact product(const Rep& x, const Rep& y, int power) {
    Sum n = x.n;
    Factors f = x.f;
    const auto take = [&f](const Sum& s, int p) {
      const Term left = unit(s);
      if (s.size() > 1) multiply(f, detail::factor(s, left, p), p);
      return left;
    };
    for (const auto& g : y.f) multiply(f, g, power * g.power);
    if (power > 0 && x.n.size() > 1 && y.n.size() > 1) n = {take(x.n, 1)};
    const Term left = take(y.n, power);
    return make(detail::scaled(n, power > 0 ? left : Term{-left.r, detail::Rational(1) / left.c}), std::move(f));
  }

  /// c e^r, if that is what the value is, however it is written
  static std::optional<Term> as_unit(const Exact& x) {
    if (!x.rep_) return Term{0, x.q_};
    const Sum& n = x.rep_->n;
    detail::Rational width = n.back().r - n.front().r;  // of a product: the sum of the widths
    for (const auto& g : x.rep_->f) width = width + detail::Rational(g.power) * g.sum->back().r;
    if (width.sign() != 0) return std::nullopt;
    if (x.rep_->f.empty()) return n.front();
    Factors below;
    for (const auto& g : x.rep_->f)
      if (g.power < 0) below.push_back(g);
    const Sum d = expanded({{0, 1}}, {}, below);
    const Exact whole = make(expanded(n, x.rep_->f, below), {}), quotient = whole / make(d, {});
    if (!quotient.rep_) return Term{0, quotient.q_};
    return quotient.rep_->f.empty() ? std::optional(quotient.rep_->n.front()) : std::nullopt;
  }

  static int sign(const Rep& x) {
    int s = detail::sign(x.n);
    for (const auto& g : x.f)
      if (g.power % 2 != 0) s *= detail::sign(*g.sum);
    return s;
  }

  static void comparable(const Exact& a, const Exact& b) {
    if (a.is_outside() || b.is_outside())
      throw std::domain_error("Exact: a comparison looks at a number outside the field of exponential sums");
  }

  /// the value in an enclosure thin enough for 100 digits, if p bits suffice
  static std::optional<detail::Enclosure> narrow(const Rep& x, long p) {
    detail::Enclosure v{1, {1, 1, 0}};
    detail::Rational r;  // the largest exponents of all the sums, taken out of them, may cancel
    const auto take = [&](const Sum& s, int power) {
      r = r + detail::Rational(power) * s.back().r;
      const auto e = detail::enclosure(s, p);
      if (!e || !thin(e->magnitude)) return false;
      const detail::Ball b = power < 0 ? detail::inverse(e->magnitude, p) : e->magnitude;
      for (int k = std::abs(power); k > 0; --k) v = {v.sign * e->sign, detail::times(v.magnitude, b, p)};
      return true;
    };
    if (!take(x.n, 1)) return std::nullopt;
    for (const auto& g : x.f)
      if (!take(*g.sum, g.power)) return std::nullopt;
    const detail::Rational most(1 << 29);
    if (r > most || r < -most)
      throw std::range_error("Exact: a value beyond e^(2^29) or below e^(-2^29); no Mp holds it");
    v.magnitude = detail::times(v.magnitude, detail::exponential(r.big().v, p), p);
    return thin(v.magnitude) ? std::optional(v) : std::nullopt;
  }
};

}  // namespace attest
