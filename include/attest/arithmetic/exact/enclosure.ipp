#pragma once
#include <optional>
#include "attest/arithmetic/exact/sum.ipp"

namespace attest::detail {

/// A positive real between lo 2^e and hi 2^e. Every operation rounds lo down and hi up.
struct Ball {
  Z lo, hi;
  long e;
};

/// no wider than 2^-340 of what it encloses
ATTEST_INLINE bool thin(const Ball& x) { return ((x.hi - x.lo) << 340) <= x.lo; }

ATTEST_INLINE Z halved(const Z& x, long times, bool up) {  // x >= 0
  Z y = x >> times;
  if (up && (y << times) != x) ++y;
  return y;
}
ATTEST_INLINE Ball trimmed(Ball x, long bits_kept) {
  const long spare = long(bits(x.hi)) - bits_kept;
  return spare <= 0 ? x : Ball{halved(x.lo, spare, false), halved(x.hi, spare, true), x.e + spare};
}
ATTEST_INLINE Ball times(const Ball& x, const Ball& y, long w) {
  return trimmed({x.lo * y.lo, x.hi * y.hi, x.e + y.e}, w);
}
ATTEST_INLINE Ball inverse(const Ball& x, long w) {
  const long shift = w + long(bits(x.hi));
  const Z one = Z(1) << shift;
  return {one / x.hi, one / x.lo + 1, -x.e - shift};
}

/// e^y for 0 <= y <= 1/2 by Taylor's series, in units of 2^-w. All terms are positive. After the last one, at most one
/// unit, the rest is less than a geometric series of ratio 1/2 that starts with half a unit.
ATTEST_INLINE Ball taylor(const Z& num, const Z& den, long w) {
  const Z one = Z(1) << w, lo = (num << w) / den, hi = lo + 1;
  Ball term{one, one, -w}, sum = term;
  for (unsigned k = 1; term.hi > 1; ++k) {
    term.lo = ((term.lo * lo) >> w) / k;
    term.hi = (((term.hi * hi) >> w) + 1) / k + 1;
    sum.lo += term.lo;
    sum.hi += term.hi;
  }
  ++sum.hi;
  return sum;
}

/// e^r to about p bits: halve the exponent until it is small, then square as often.
ATTEST_INLINE Ball exponential(const Q& r, long p) {
  const Z num = abs(numerator(r)), den = denominator(r);
  const long h = std::max(0L, long(bits(num)) - long(bits(den)) + 2), w = p + h + 16;
  Ball x = taylor(num, den << h, w);
  if (r < 0) x = inverse(x, w);
  for (long k = 0; k < h; ++k) x = times(x, x, w);
  return x;
}

/// e^r for r <= 0 in units of 2^-p
ATTEST_INLINE Ball fixed_point(const Rational& r, long p) {
  if (r.sign() == 0) return {Z(1) << p, Z(1) << p, -p};
  if (r < Rational(-int(p))) return {0, 1, -p};  // e^-p < 2^-p
  const Ball x = exponential(r.big().v, p);
  return {halved(x.lo, -p - x.e, false), halved(x.hi, -p - x.e, true), -p};
}

/// A sum as sign 2^e [lo, hi] where e^top is taken out, or nothing if p bits do not tell its sign.
struct Enclosure {
  int sign;
  Ball magnitude;
};
ATTEST_INLINE std::optional<Enclosure> enclosure(const Sum& s, long p) {
  Z scale = 1, lo = 0, hi = 0;
  for (const auto& t : s) scale = lcm(scale, denominator(t.c.big().v));
  for (const auto& t : s) {
    const Ball e = fixed_point(t.r - s.back().r, p);
    const Z c = numerator(Q(t.c.big().v * scale));
    lo += c * (c > 0 ? e.lo : e.hi);
    hi += c * (c > 0 ? e.hi : e.lo);
  }
  if (lo <= 0 && hi >= 0) return std::nullopt;
  const int sign = lo > 0 ? 1 : -1;
  const Ball whole = sign > 0 ? Ball{lo, hi, -p} : Ball{-hi, -lo, -p};
  return Enclosure{sign, times(whole, inverse({scale, scale, 0}, p + 16), p + 16)};
}

ATTEST_INLINE int sign(const Sum& s) {
  if (s.empty()) return 0;
  const int first = s.front().c.sign();
  if (std::all_of(s.begin(), s.end(), [&](const Term& t) { return t.c.sign() == first; })) return first;
  for (long p = 40; p <= long(exact_limit::sign_bits); p = p * 4)
    if (const auto found = enclosure(s, p)) return found->sign;
  throw std::length_error("Exact: a sign is not known after " + std::to_string(exact_limit::sign_bits) +
                          " bits; that is the limit");
}

}  // namespace attest::detail
