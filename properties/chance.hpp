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

/// \brief Dvoretzky, Kiefer and Wolfowitz, with Massart's constant: an empirical distribution function of N independent draws is off by more
/// than this somewhere with probability at most `false_alarm`.
///
/// \proof
/// \f$ \mathbb P(\sup_x |F_N(x) - F(x)| \ge t) \le 2 e^{-2 N t^2} \f$, solved for \f$ t \f$. By the triangle inequality the distance of \f$ F_N \f$ from a third
/// distribution function is off by no more.
/// \qed
inline double dkw_radius(double draws) { return hoeffding_radius(1, draws); }

/// \brief So many groups have a median that is off by more than `group_radius` with probability at most `false_alarm`.
inline constexpr int groups = 61;

/// \brief Chebyshev and the median: of `groups` independent estimates of one mean, each with this standard deviation.
///
/// \proof
/// One estimate is off by four standard deviations with probability at most \f$ \frac1{16} \f$. For the median to be, 31 of the 61 must be; there are at most
/// \f$ 2^{61} \f$ choices of them, and each has probability at most \f$ 16^{-31} \f$. Together at most \f$ 2^{61 - 124} = 2^{-63} \f$.
/// \qed
inline double group_radius(double standard_deviation) { return 4 * standard_deviation; }

/// \brief A generator whose numbers the standard fixes, so that a seed means the same everywhere.
using Source = std::mt19937_64;

/// \brief Uniform on [0, 1), 53 bits; the library's own distribution may differ between libraries.
inline double uniform(Source& source) { return std::ldexp(double(source() >> 11), -53); }

/// \brief Standard normal numbers, by Box and Muller: two uniform numbers give a radius and an angle, and these two coordinates.
class Gaussian {
  double spare_ = 0;
  bool has_ = false;

 public:
  double operator()(Source& source) {
    has_ = !has_;
    if (!has_) return spare_;
    const double radius = std::sqrt(-2 * std::log(1 - uniform(source))), angle = 2 * std::acos(-1.0) * uniform(source);
    spare_ = radius * std::sin(angle);
    return radius * std::cos(angle);
  }
};

/// \brief One of two signs, from the highest bit.
inline double sign(Source& source) { return source() >> 63 ? 1 : -1; }

}
