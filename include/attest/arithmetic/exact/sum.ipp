#pragma once
#include <algorithm>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>
#include "attest/arithmetic/exact/rational.ipp"

namespace attest::detail {

struct Term {
  Rational r, c;  // c e^r
  bool operator==(const Term&) const = default;
};
using Sum = std::vector<Term>;  // exponents rising, no coefficient zero: one sum has one form, and zero is empty

ATTEST_INLINE Sum plus(const Sum& a, const Sum& b, int sign) {
  Sum s;
  s.reserve(a.size() + b.size());
  auto i = a.begin(), j = b.begin();
  while (i != a.end() && j != b.end()) {
    const auto order = i->r <=> j->r;
    if (order < 0) s.push_back(*i++);
    else if (order > 0) s.push_back({j->r, sign < 0 ? -j->c : j->c}), ++j;
    else {
      Rational c = sign < 0 ? i->c - j->c : i->c + j->c;
      if (c.sign() != 0) s.push_back({i->r, std::move(c)});
      ++i, ++j;
    }
  }
  s.insert(s.end(), i, a.end());
  for (; j != b.end(); ++j) s.push_back({j->r, sign < 0 ? -j->c : j->c});
  return s;
}

/// times one term; exponents keep their order
ATTEST_INLINE Sum scaled(Sum s, const Term& by) {
  for (auto& t : s) {
    if (by.r.sign() != 0) t.r = t.r + by.r;
    if (!by.c.is_one()) t.c = t.c * by.c;
  }
  return s;
}

ATTEST_INLINE Sum collected(Sum all) {
  std::sort(all.begin(), all.end(), [](const Term& x, const Term& y) { return x.r < y.r; });
  Sum s;
  for (auto& t : all) {
    if (s.empty() || s.back().r != t.r) s.push_back(std::move(t));
    else s.back().c = s.back().c + t.c;
    if (s.back().c.sign() == 0) s.pop_back();
  }
  return s;
}

ATTEST_INLINE std::size_t longest(const Sum& s) {
  std::size_t words = 1;
  for (const auto& t : s) words = std::max({words, t.r.words(), t.c.words()});
  return words;
}

/// Counts what it forms in machine words: the time of a product grows with both, the terms and their length.
ATTEST_INLINE Sum times(const Sum& a, const Sum& b, std::size_t& words) {
  if (a.size() == 1) return scaled(b, a.front());
  if (b.size() == 1) return scaled(a, b.front());
  words += a.size() * b.size() * (longest(a) + longest(b) - 1);
  if (words > exact_limit::product_words) refuse("a product of sums", words, "words", exact_limit::product_words);
  Sum all;
  all.reserve(a.size() * b.size());
  for (const auto& x : a)
    for (const auto& y : b) all.push_back({x.r + y.r, x.c * y.c});
  return collected(std::move(all));
}

/// A sum of two or more terms up to its unit c e^r: first exponent 0, coefficients whole, coprime, the first positive.
/// Sums that differ by a unit, as the denominators of a softmax and of its shifted form do, are one factor.
struct Factor {
  std::shared_ptr<const Sum> sum;
  std::uint64_t hash;
  int power;
};
using Factors = std::vector<Factor>;

ATTEST_INLINE bool same(const Factor& a, const Factor& b) {
  return a.sum == b.sum || (a.hash == b.hash && *a.sum == *b.sum);
}

ATTEST_INLINE Term unit(const Sum& s) {
  Rational c = s.front().c;
  for (const auto& t : s) c = common_measure(c, t.c);
  if ((s.front().c.sign() < 0) != (c.sign() < 0)) c = -c;
  return {s.front().r, std::move(c)};
}

ATTEST_INLINE Factor factor(Sum s, const Term& unit_of_s, int power) {
  s = scaled(std::move(s), {-unit_of_s.r, Rational(1) / unit_of_s.c});
  std::uint64_t hash = 0;
  for (const auto& t : s) hash = (hash ^ t.r.hash() ^ (t.c.hash() << 1)) * 0x100000001b3u;
  return {std::make_shared<const Sum>(std::move(s)), hash, power};
}

ATTEST_INLINE int power_in(const Factors& fs, const Factor& f) {
  const auto i = std::find_if(fs.begin(), fs.end(), [&](const Factor& g) { return same(f, g); });
  return i == fs.end() ? 0 : i->power;
}

/// times f, which may cancel
ATTEST_INLINE void multiply(Factors& fs, const Factor& f, int power) {
  const auto i = std::find_if(fs.begin(), fs.end(), [&](const Factor& g) { return same(f, g); });
  if (i == fs.end()) fs.push_back({f.sum, f.hash, power});
  else if ((i->power += power) == 0) fs.erase(i);
  std::size_t count = 0;
  for (const auto& g : fs) count += std::size_t(std::abs(g.power));
  if (count > exact_limit::factors) refuse("a value", count, "factors", exact_limit::factors);
}

/// s times the factors that it has and the common ones have not
ATTEST_INLINE Sum expanded(Sum s, const Factors& has, const Factors& common) {
  std::size_t words = 0;
  for (const auto& f : has)
    for (int k = f.power - power_in(common, f); k > 0; --k) s = times(s, *f.sum, words);
  for (const auto& f : common)
    if (power_in(has, f) == 0)
      for (int k = -f.power; k > 0; --k) s = times(s, *f.sum, words);
  return s;
}

/// every factor with the lesser of its two powers
ATTEST_INLINE Factors common_factors(const Factors& a, const Factors& b) {
  Factors c;
  for (const auto& f : a)
    if (const int p = std::min(f.power, power_in(b, f))) c.push_back({f.sum, f.hash, p});
  for (const auto& f : b)
    if (f.power < 0 && power_in(a, f) == 0) c.push_back(f);
  return c;
}

ATTEST_INLINE bool same(const Factors& a, const Factors& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Factor& f, const Factor& g) { return f.power == g.power && same(f, g); });
}

/// whether s is a unit times the sum of f
ATTEST_INLINE bool proportional(const Sum& s, const Factor& f) {
  const Sum& g = *f.sum;
  if (s.size() != g.size()) return false;
  for (std::size_t k = 1; k < s.size(); ++k)
    if (s[k].r - s[0].r != g[k].r || s[k].c * g[0].c != g[k].c * s[0].c) return false;
  return true;
}

ATTEST_INLINE std::string shown(const Rational& r) {
  std::ostringstream o;
  o << r;
  return o.str();
}
ATTEST_INLINE void print(std::ostream& o, const Sum& s) {
  constexpr std::size_t most = 12;
  for (std::size_t k = 0; k < std::min(s.size(), most); ++k) {
    const auto& [r, c] = s[k];
    o << (k == 0 ? (c.sign() < 0 ? "-" : "") : c.sign() < 0 ? " - " : " + ");
    const std::string size = shown(c.sign() < 0 ? -c : c), power = shown(r);
    if (r.sign() == 0 || size != "1") o << size << (r.sign() == 0 ? "" : " ");
    if (r.sign() == 0) continue;
    const bool bare = power.find_first_of("-/") == std::string::npos;
    o << (power == "1" ? "e" : bare ? "e^" + power : "e^(" + power + ")");
  }
  if (s.size() > most) o << " + ... (" << s.size() << " terms)";
}

}  // namespace attest::detail
