#pragma once
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace attest::cli {

/// Numbers that a seed fixes on every platform: the standard fixes the generator and its seeding, and what is made of
/// them here is rounded in one way only. The library's own distributions may differ between libraries.
class Draws {
 public:
  /// One seed has many streams, so that taking more from one of them changes nothing in the others.
  Draws(std::uint64_t seed, std::uint32_t stream) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), stream};
    source_.seed(words);
  }

  double uniform() { return std::ldexp(static_cast<double>(source_() >> 11), -53); }  ///< 53 bits in [0, 1)

  /// Evenly on (-√3, √3): mean 0, variance 1.
  double centred() { return (2 * uniform() - 1) * std::sqrt(3.0); }

  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t whole = source_.max() - source_.max() % n;
    std::uint64_t drawn = source_();
    while (drawn >= whole) drawn = source_();
    return drawn % n;
  }

  /// 0, …, n-1 in another order; in its own where there is no other.
  std::vector<std::size_t> permutation(std::size_t n) {
    std::vector<std::size_t> places(n);
    bool moved = n < 2;
    while (!moved) {
      for (std::size_t t = 0; t < n; ++t) places[t] = t;
      for (std::size_t t = n; t > 1; --t) std::swap(places[t - 1], places[below(t)]);
      for (std::size_t t = 0; t < n; ++t) moved = moved || places[t] != t;
    }
    return places;
  }

 private:
  std::mt19937_64 source_;
};

}  // namespace attest::cli
