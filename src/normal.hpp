#pragma once
#include "draws.hpp"

namespace attest::cli {

// Standard normal numbers by Karney's rejection ("Sampling exactly from the normal distribution", 2016): it compares
// uniform numbers and calls no function whose last bit depends on the platform, so that a seed means the same
// everywhere.

/// True with probability e^-p, for p in [0, 1] (von Neumann): n falling numbers below p have probability p^n/n!, and an
/// even number of them, before the first that does not fall, e^-p.
inline bool with_probability_exp(Draws& draws, double p) {
  bool even = true;
  for (double last = p, next = draws.uniform(); next < last; next = draws.uniform()) last = next, even = !even;
  return even;
}

/// The density e^(-(k+x)^2/2) of k + x, 0 <= x < 1, is e^(-k/2) e^(-k(k-1)/2) e^(-x(2k+x)/2): three trials in a row.
inline double normal(Draws& draws) {
  const auto all = [&draws](int times, double p) {
    for (int n = 0; n < times; ++n)
      if (!with_probability_exp(draws, p)) return false;
    return true;
  };
  while (true) {
    int k = 0;
    while (with_probability_exp(draws, 0.5)) ++k;
    if (!all(k * (k - 1), 0.5)) continue;
    const double x = draws.uniform();
    if (all(k + 1, x * (2 * k + x) / (2 * k + 2))) return draws.below(2) == 0 ? k + x : -(k + x);
  }
}

}  // namespace attest::cli
