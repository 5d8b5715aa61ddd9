#pragma once
#include "attest/bound/bound.hpp"
#include "attest/lecture/s6_positions.hpp"
/// \file
/// \brief Rounding of angles: errors of sinusoidal and rotary positions grow with the position.
namespace attest::bound {

/// \brief \f$ e = u\,|\theta| + g_E \f$: the error of the cosine and of the sine of \f$ \theta = t\omega \f$
///
/// \proof
/// The product \f$ t\omega \f$ is off by \f$ u|\theta| \f$, and sine and cosine move no faster than their angle. Their own \f$ E \f$ roundings are relative to
/// a value of at most 1.
/// \qed
template <Arithmetic R> Mp turn_error(const Mp& theta) { return unit<R>() * abs(theta) + g<R>(elementary<R>()); }

/// \brief \f$ |\mathrm{fl}(R_\omega^t) - R_\omega^t| \le e^{\frac32 t (e + g_2)} - 1 \f$ when the step is off by \f$ e \f$ in each coordinate
///
/// \proof
/// As complex numbers: the step is off by \f$ \sqrt2 e \f$. A product of \f$ x \f$ and \f$ y \f$ has in each part two terms with two roundings, and by Cauchy and Schwarz
/// their absolute values add up to at most \f$ |x||y| \f$; so it is off by \f$ \sqrt2 g_2 |x||y| \f$. By induction the power is off by at most
/// \f$ (1 + \sqrt2 e)^t (1 + \sqrt2 g_2)^t - 1 \f$, and \f$ 1 + x \le e^x \f$, \f$ \sqrt2 \le \frac32 \f$.
/// \qed
template <Arithmetic R> Mp power_error(Index t, const Mp& e) { return growth(Mp(int(3 * t)) / Mp(2) * (e + g<R>(2))); }

/// \brief \f$ (1+a)(1+b)(1+c) - 1 \f$, without cancellation
inline Mp all_three(const Mp& a, const Mp& b, const Mp& c) { return a + b + a * b + c * (Mp(1) + a) * (Mp(1) + b); }

/// \brief \f$ |\hat\omega_m - \omega_m| \le \omega_m \bigl( e^{x g_{E+2} + Eu} - 1 \bigr), \; x = \tfrac{2m}{d} \log 10000 \f$
///
/// \proof
/// The exponent meets a quotient, \f$ E \f$ roundings of the logarithm and a product: it is off by \f$ x g_{E+2} \f$, a log distance of the exponential, which adds
/// \f$ E \f$ roundings.
/// \qed
template <Arithmetic R> Mp frequency_error(Index m, Index d) {
  const Mp x = Mp(int(2 * m)) / Mp(int(d)) * log(Mp(10000));
  return growth(x * g<R>(elementary<R>() + 2) + Mp(int(elementary<R>())) * unit<R>());
}

/// \brief \f$ |\hat p_{t,2m} - p_{t,2m}| \le \rho\, t\omega_m + g_E, \; \rho = \f$ the frequency's relative error and one rounding more
///
/// \proof
/// The angle \f$ t\hat\omega_m \f$ is off by the frequency's error and by the rounding of the product, both relative to \f$ t\omega_m \f$. Sine and cosine move no faster
/// than their angle and add \f$ E \f$ roundings relative to a value of at most 1. A quotient \f$ t / 10000^{2m/d} \f$ instead of the product meets the same roundings.
/// \qed
template <Arithmetic R> Mp sinusoid_error(Index t, Index m, Index d) {
  const Mp theta = Mp(int(t)) * exp(Mp(0) - Mp(int(2 * m)) / Mp(int(d)) * log(Mp(10000)));
  return theta * all_three(frequency_error<R>(m, d), unit<R>(), Mp(0)) + g<R>(elementary<R>());
}

/// \brief \f$ 2 \bigl( (1+e_i)(1+e_j)(1+g_k) - 1 \bigr) \f$: a plane's part of \f$ \langle r_i, r_j \rangle \f$, each term rounded \f$ k \f$ times
///
/// \proof
/// A plane has two terms \f$ ab \f$ with \f$ |a|, |b| \le 1 \f$, whose factors are off by \f$ e_i \f$ and \f$ e_j \f$. The computed term is off by at most
/// \f$ (1+g_k)(|a|+e_i)(|b|+e_j) - |a||b| \f$, which is largest for \f$ |a| = |b| = 1 \f$.
/// \qed
template <Arithmetic R> Mp plane_inner_error(const Mp& e_i, const Mp& e_j,
                                             Index k) { return Mp(2) * all_three(e_i, e_j, g<R>(k)); }

/// \brief \f$ |\hat x'_a - x'_a| \le \bigl( e (1+g_2) + g_2 \bigr) (|x_a| + |x_b|) \f$, \f$ e \f$ the error of the cosine and the sine
///
/// \proof
/// \f$ x'_a \f$ is an inner product of length 2 of \f$ (x_a, x_b) \f$ with two factors of at most 1 that are off by \f$ e \f$: the product rule.
/// \qed
template <Arithmetic R> Mp rotary_error(const Mp& e) { return e * (Mp(1) + g<R>(2)) + g<R>(2); }

/// \brief \f$ \sum_m 2 \sigma_m(q) \sigma_m(k) \bigl( (1+r_i)(1+r_j)(1+g_{d_k}) - 1 \bigr) + g_{d_k} \sum_{c \ge 2n} |q_c k_c| \f$, for \f$ \langle R_{i\omega} q, R_{j\omega} k \rangle \f$ and for \f$ \langle q, R_{(j-i)\omega} k \rangle \f$
///
/// Here \f$ \sigma_m(x) = |x_a| + |x_b| \f$ in plane \f$ m \f$, and \f$ r_t \f$ is the relative error of the rotation by \f$ t\omega_m \f$.
/// \proof
/// A rotated coordinate is at most \f$ \sigma_m \f$ and off by \f$ r \sigma_m \f$. Each of a plane's two terms is therefore off by at most
/// \f$ (1+g_{d_k})(1+r_i)(1+r_j) \sigma_m(q) \sigma_m(k) \f$ less the same without errors. A coordinate beyond the planes is as given, and so is one that is turned
/// by nothing.
/// \qed
template <Arithmetic R>
Mp rotary_inner_error(const Vector<Mp, dynamic>& q, const Vector<Mp, dynamic>& k, const std::vector<Mp>& omega,
                      Pairing pairing,
                      long i, long j) {
  const Index n = omega.size(), d_k = q.rows();
  Mp error = Mp(0);
  for (Index m = 0; m < n; ++m) {
    const auto [a, b] = plane_coordinates(pairing, n, m);
    const auto r = [&](long t) { return rotary_error<R>(turn_error<R>(Mp(int(t)) * omega[m])); };
    error += Mp(2) * (abs(q(a)) + abs(q(b))) * (abs(k(a)) + abs(k(b))) * all_three(r(i), r(j), g<R>(d_k));
  }
  for (Index c = 2 * n; c < d_k; ++c) error += g<R>(d_k) * abs(q(c) * k(c));
  return error;
}

}
