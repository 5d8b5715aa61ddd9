#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace attest::cli {

// Medians of means: `blocks` independent means of the squares of T^2 scores each. By Chebyshev one of them is off by
// more than `deviations` standard deviations with probability at most 1/16; the median is only if 31 of the 61 are,
// which happens with probability at most 2^61 · 16^-31 = 2^-63, whatever the law.
inline constexpr std::size_t blocks = 61;
inline constexpr double deviations = 4;

/// The standard deviation of one block's mean of <q,k>^2, in units of its expectation; `fourth` is the fourth moment of
/// a coordinate, in units of its variance squared. Scores of one row share a query and those of one column a key: of
/// the T^4 pairs of scores T^2 are a score with itself, and 2 T^2 (T - 1) share one vector.
inline double block_deviation(std::size_t T, std::size_t d_k, double fourth) {
  const double t = static_cast<double>(T), width = static_cast<double>(d_k);
  return std::sqrt(2 + (fourth * fourth - 3) / width + 2 * (t - 1) * (fourth - 1) / width) / t;
}

inline double median(std::array<double, blocks> values) {
  std::nth_element(values.begin(), values.begin() + blocks / 2, values.end());
  return values[blocks / 2];
}

}  // namespace attest::cli
