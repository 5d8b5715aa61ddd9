#pragma once
#include <cmath>
#include <cstdint>
#include <random>
/// \file
/// \brief Sampling: how often a measured claim may raise a false alarm, and the bands that follow. These are no tolerances.
namespace attest::chance {

/// \brief The probability that one comparison with a band raises a false alarm: \f$ 2^{-60} \f$, so that \f$ 2^{30} \f$ of them stay below
/// \f$ 2^{-30} \f$ together.
inline const double false_alarm = std::ldexp(1.0, -60);

/// \brief Hoeffding: the mean of N independent draws from an interval of length `range` is off by more than this with probability at most
/// `false_alarm`.
///
/// \proof
/// \f$ \mathbb P(|\bar v - \mathbb E v| \ge t) \le 2 e^{-2 N t^2 / \text{range}^2} \f$, solved for \f$ t \f$.
/// \qed
inline double hoeffding_radius(double range, double draws) {
  return range * std::sqrt(std::log(2 / false_alarm) / (2 * draws));
}

/// \brief A generator whose numbers the standard fixes, so that a seed means the same everywhere.
using Source = std::mt19937_64;

/// \brief Uniform on [0, 1), 53 bits; the library's own distribution may differ between libraries.
inline double uniform(Source& source) { return std::ldexp(double(source() >> 11), -53); }

}
