#pragma once
#include "attest/bound/perturbed.hpp"
/// \file
/// \brief Rounding of softmax at a temperature, of entropy and divergence, and of both sides of the variational principle.
namespace attest::bound {

/// \brief \f$ |\hat p_j - p_j| \le e_j \f$ for \f$ p = \operatorname{softmax}(s/\tau) \f$: a softmax of scores that are off by \f$ u\,|s_j|/\tau + \omega \f$
///
/// \proof
/// The quotients are rounded once each, and the softmax of perturbed scores has the bound of its own.
/// \qed
template <Arithmetic R> Vector<Mp, dynamic> tempered_weights_error(Vector<Mp, dynamic> s, const Mp& tau) {
  Vector<Mp, dynamic> eta(s.rows());
  for (Index j = 0; j < s.rows(); ++j) {
    s(j) = s(j) / tau;
    eta(j) = tempered_scores_error<R>(s(j));
  }
  return perturbed_softmax_error<R>(s, eta);
}

/// \brief \f$ \sum_j (a_j + e_j) |s_j| \f$: the size of the terms of a mean score whose weights are off by \f$ e_j \f$
inline Mp mean_score_size(const Vector<Mp, dynamic>& a, const Vector<Mp, dynamic>& s, const Vector<Mp, dynamic>& e) {
  Mp size = 0;
  for (Index j = 0; j < a.rows(); ++j) size += (a(j) + e(j)) * abs(s(j));
  return size;
}

/// \brief \f$ |\mathrm{fl}(\langle \hat a, s \rangle) - \langle a, s \rangle| \le \sum_j e_j |s_j| + g_T \sum_j (a_j + e_j) |s_j| \f$, where \f$ |\hat a_j - a_j| \le e_j \f$
///
/// \proof
/// The weights move the sum by the first term; a term of the inner product meets at most \f$ T \f$ roundings.
/// \qed
template <Arithmetic R>
Mp mean_score_error(const Vector<Mp, dynamic>& a, const Vector<Mp, dynamic>& s, const Vector<Mp, dynamic>& e) {
  return mean_score_size(Vector<Mp, dynamic>(a.rows()), s, e) + g<R>(a.rows()) * mean_score_size(a, s, e);
}

/// \brief \f$ \sum_j (a_j + e_j) (|\log a_j| + 1) \f$ over \f$ a_j > 0 \f$: the size of the terms of an entropy whose weights are off by \f$ e_j \f$, half of \f$ a_j \f$ or less
inline Mp entropy_size(const Vector<Mp, dynamic>& a, const Vector<Mp, dynamic>& e) {
  Mp size = 0;
  for (Index j = 0; j < a.rows(); ++j)
    if (a(j) > Mp(0)) size += (a(j) + e(j)) * (abs(log(a(j))) + Mp(1));
  return size;
}

/// \brief \f$ |\hat H - H(a)| \le \sum_j e_j (|\log a_j| + 2) + g_{T+E} \sum_j (a_j + e_j)(|\log a_j| + 1) \f$, where \f$ |\hat a_j - a_j| \le e_j \le \tfrac12 a_j \f$
///
/// \proof
/// The derivative of \f$ x \log x \f$ is \f$ \log x + 1 \f$, and between \f$ \frac12 a_j \f$ and \f$ \frac32 a_j \f$ its size is at most \f$ |\log a_j| + 2 \f$. A computed term carries the
/// \f$ E \f$ roundings of log, its product and at most \f$ T - 1 \f$ additions, relative to a size of at most \f$ (a_j + e_j)(|\log a_j| + 1) \f$.
/// \qed
template <Arithmetic R> Mp entropy_error(const Vector<Mp, dynamic>& a, const Vector<Mp, dynamic>& e) {
  Mp moved = 0;
  for (Index j = 0; j < a.rows(); ++j)
    if (a(j) > Mp(0)) moved += e(j) * (abs(log(a(j))) + Mp(2));
  return moved + g<R>(a.rows() + elementary<R>()) * entropy_size(a, e);
}

/// \brief \f$ |\hat D - D_{\mathrm{KL}}(a \| p)| \le \sum_j a_j \bigl( x_j + g_{T+E} (|\log \tfrac{a_j}{p_j}| + x_j) \bigr), \; x_j = 2 e_j/p_j + u \f$, where
/// \f$ |\hat p_j - p_j| \le e_j \le \tfrac12 p_j \f$
///
/// \proof
/// \f$ |\log(\hat p_j/p_j)| \le 2 e_j/p_j \f$, and the quotient \f$ a_j/\hat p_j \f$ is rounded once: together an absolute error of at most \f$ x_j \f$ in the logarithm. Its value then carries
/// \f$ E \f$ roundings, a product and at most \f$ T - 1 \f$ additions.
/// \qed
template <Arithmetic R>
Mp divergence_error(const Vector<Mp, dynamic>& a, const Vector<Mp, dynamic>& p, const Vector<Mp, dynamic>& e) {
  Mp error = 0;
  for (Index j = 0; j < a.rows(); ++j) {
    if (!(a(j) > Mp(0))) continue;
    const Mp x = Mp(2) * e(j) / p(j) + unit<R>();
    error += a(j) * (x + g<R>(a.rows() + elementary<R>()) * (abs(log(a(j) / p(j))) + x));
  }
  return error;
}

/// \brief \f$ |\hat F - F_\tau(a)| \le A + \tau B + g_2 \bigl( \textstyle\sum (a_j + e_j)|s_j| + A + \tau ( \sum (a_j + e_j)(|\log a_j| + 1) + B ) \bigr) \f$, \f$ A, B \f$ being the errors
/// of the mean score and of the entropy
///
/// \proof
/// The product with \f$ \tau \f$ and the sum of the two terms are rounded, relative to the sizes of the terms and their errors.
/// \qed
template <Arithmetic R> Mp reward_error(const Vector<Mp, dynamic>& a, const Vector<Mp, dynamic>& s, const Mp& tau,
                                        const Vector<Mp, dynamic>& e) {
  const Mp A = mean_score_error<R>(a, s, e), B = entropy_error<R>(a, e);
  return A + tau * B + g<R>(2) * (mean_score_size(a, s, e) + A + tau * (entropy_size(a, e) + B));
}

/// \brief \f$ |\hat o - \tau \operatorname{lse}(s/\tau)| \le \tau \bigl( (1+g_2)\, y + g_2 |\operatorname{lse}| \bigr), \; y = x + g_E (\log T + \max\eta + x) \f$
///
/// with \f$ x = \sum_l p_l (e^{\ell_l} - 1) + (T-1) u + T\omega \f$ and \f$ \ell_l = \eta_l + u (m - s_l/\tau + 2\max\eta) + Eu \f$
/// \proof
/// Whatever the computed maximum \f$ \hat m \f$ is, \f$ \operatorname{lse} = \hat m + \log \sum_j e^{s_j/\tau - \hat m} \f$. The sum is off by \f$ x \f$ in its logarithm, which lies within
/// \f$ \max\eta \f$ of the interval from 0 to \f$ \log T \f$ and carries \f$ E \f$ roundings. The sum with \f$ \hat m \f$ and the product with \f$ \tau \f$ are one rounding each.
/// \qed
template <Arithmetic R> Mp optimum_error(Vector<Mp, dynamic> s, const Mp& tau) {
  const Index T = s.rows();
  const Mp u = unit<R>();
  Mp m = s(0) / tau, eta = 0, Z = 0, x = Mp(int(T - 1)) * u + Mp(int(T)) * underflow<R>();
  for (auto& score : s) {
    score = score / tau;
    m = max(m, score);
    eta = max(eta, tempered_scores_error<R>(score));
  }
  for (Index l = 0; l < T; ++l) Z += exp(s(l) - m);
  for (Index l = 0; l < T; ++l)
    x += exp(s(l) - m) / Z * growth(eta + u * (m - s(l) + Mp(2) * eta) + Mp(int(elementary<R>())) * u);
  const Mp y = x + g<R>(elementary<R>()) * (log(Mp(int(T))) + eta + x);
  return tau * ((Mp(1) + g<R>(2)) * y + g<R>(2) * abs(Mp(m + log(Z))));
}

/// \brief \f$ |\mathrm{fl}(\tau \operatorname{lse} - \tau D) - (\tau \operatorname{lse} - \tau D)| \le o + \tau d + g_2 (\tau |\operatorname{lse}| + o + \tau (D + d)) \f$, with the errors \f$ o \f$ and \f$ d \f$ of the two
///
/// \proof
/// The product \f$ \tau \hat D \f$ and the difference are rounded once each, relative to the sizes of the terms and their errors.
/// \qed
template <Arithmetic R>
Mp optimum_less_divergence_error(const Mp& optimum, const Mp& o, const Mp& tau_D, const Mp& tau_d) {
  return o + tau_d + g<R>(2) * (abs(optimum) + o + tau_D + tau_d);
}
}
