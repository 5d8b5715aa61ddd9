#pragma once
#include <vector>
#include "attest/bound/perturbed.hpp"
#include "attest/bound/rates.hpp"
#include "theorem.hpp"
/// \file
/// \brief Distances between weights, sets of positions, and claims about rates.
namespace attest::properties {
/// \cond

template <class R> R total_variation(const Vec<R>& a, const Vec<R>& b) {
  R s = R(0);
  for (Index j = 0; j < a.rows(); ++j) s += abs(R(a(j) - b(j)));
  return s / R(2);
}

// A set of positions, and the uniform distribution on it.
using Positions = std::vector<bool>;
inline Index size_of(const Positions& M) { return Index(std::count(M.begin(), M.end(), true)); }
template <class R> Vec<R> uniform_on(const Positions& M) {
  Vec<R> a(M.size());
  for (Index j = 0; j < M.size(); ++j)
    if (M[j]) a(j) = R(1) / number<R>(size_of(M));
  return a;
}
template <class R> Positions maximisers(const Vec<R>& s) {
  Positions M(s.rows());
  R m = s(0);
  for (Index j = 1; j < s.rows(); ++j) m = max(m, s(j));
  for (Index j = 0; j < s.rows(); ++j) M[j] = s(j) == m;
  return M;
}
// How far the next score is below the largest; 0 where all are tied.
template <class R> Oracle<R> gap_below(const Vec<R>& s, const Positions& M) {
  R m = s(0), next = s(0);
  for (Index j = 1; j < s.rows(); ++j) m = max(m, s(j));
  bool found = false;
  for (Index j = 0; j < s.rows(); ++j) {
    if (!M[j]) next = found ? R(max(next, s(j))) : s(j);
    found = found || !M[j];
  }
  return found ? Oracle<R>(lifted<Oracle<R>>(m) - lifted<Oracle<R>>(next)) : Oracle<R>(0);
}
template <class R> R smallest(const Vec<R>& s) {
  R least = s(0);
  for (Index j = 1; j < s.rows(); ++j) least = s(j) < least ? s(j) : least;
  return least;
}
template <class R> Vec<R> first_entries(const Vec<R>& s, Index n) {
  Vec<R> a(n);
  for (Index j = 0; j < n; ++j) a(j) = s(j);
  return a;
}

// x <= rate and x >= rate, where the rate is an inequality of exact arithmetic, computed by the oracle; floats add their rounding.
template <class R, class Slack>
void at_most_rate(Claim<R>& claim, const R& x, const Oracle<R>& rate, const Slack& slack) {
  if constexpr (Claim<R>::exact) claim.at_most(x, rate);
  else claim.at_most(x, R(0), Mp(rate + slack()));
}
template <class R, class Slack>
void at_least_rate(Claim<R>& claim, const R& x, const Oracle<R>& rate, const Slack& slack) {
  if constexpr (Claim<R>::exact) claim.at_most(rate, x);
  else claim.at_most(R(0) - x, R(0), Mp(slack() - rate));
}

/// \endcond
}
