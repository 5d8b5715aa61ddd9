#pragma once
#include "attest/bound/softmax.hpp"
/// \file
/// \brief Rounding of a softmax whose scores were rounded before, and of distances between weights.
namespace attest::bound {

/// \brief \f$ |\hat p_j - p_j| \le p_j \bigl( e^{\ell_j + \ell_Z + u} - 1 \bigr) + 2T\omega, \; \ell_j = \eta_j + u (m - s_j + 2 \max \eta) + Eu \f$
///
/// Here \f$ \eta_j \f$ bounds the error of the score \f$ \hat s_j \f$, and \f$ \ell_Z = \sum_l p_l (e^{\ell_l} - 1) + (T-1) u \f$. It serves the shifted and the literal form.
/// \proof
/// Softmax does not see a common shift, so compare with the exponentials \f$ e^{s_j - \hat m} \f$, \f$ \hat m \f$ being the computed maximum. The score is off by \f$ \eta_j \f$, and
/// the difference \f$ \hat s_j - \hat m \f$, of size at most \f$ m - s_j + 2 \max\eta \f$, is rounded once (the literal form does not round there). Both are absolute errors of an
/// exponent; exp adds \f$ E \f$ roundings. The denominator's log distance is at most \f$ \log \sum_l p_l e^{\ell_l} \f$, and \f$ T - 1 \f$ additions; the quotient is one rounding.
/// Exponentials that underflow lose at most \f$ \omega \f$ each against a denominator of at least 1.
/// \qed
template <Arithmetic R>
Vector<Mp, dynamic> perturbed_softmax_error(const Vector<Mp, dynamic>& s, const Vector<Mp, dynamic>& eta) {
  const Index T = s.rows();
  const Mp u = unit<R>();
  Mp m = s(0), most = eta(0), Z = Mp(0), mean = Mp(0);
  for (Index j = 1; j < T; ++j) m = max(m, s(j)), most = max(most, eta(j));
  Vector<Mp, dynamic> p(T), l(T), error(T);
  for (Index j = 0; j < T; ++j) {
    p(j) = exp(s(j) - m);
    Z += p(j);
    if (p(j) > Mp(0)) l(j) = eta(j) + u * (m - s(j) + Mp(2) * most) + Mp(int(elementary<R>())) * u;
  }
  for (Index j = 0; j < T; ++j) mean += p(j) / Z * growth(l(j));
  for (Index j = 0; j < T; ++j)
    error(j) = p(j) / Z * growth(l(j) + mean + Mp(int(T)) * u) + Mp(int(2 * T)) * underflow<R>();
  return error;
}

/// \brief \f$ \eta_j = u\,|s_j| / \tau \f$: the scores of a softmax at temperature \f$ \tau \f$
///
/// \proof
/// The quotient \f$ s_j / \tau \f$ is rounded once: \f$ |\hat s_j - s_j/\tau| \le u\,|s_j|/\tau \f$. It underflows only where it is too small to matter to an exponential, and adds
/// \f$ \omega \f$ there.
/// \qed
template <Arithmetic R> Mp tempered_scores_error(const Mp& s_over_tau) {
  return unit<R>() * abs(s_over_tau) + underflow<R>();
}

/// \brief \f$ \mathrm{TV}(\hat p, \hat q) - \mathrm{TV}(p, q) \le (1 + g_T) \bigl( \tfrac12 \sum_j e_j + \tfrac12 u \bigr) + g_T \f$, where \f$ |\hat p_j - p_j| \le e_j \f$
///
/// \proof
/// The triangle inequality adds \f$ \tfrac12 \sum_j |\hat p_j - p_j| \f$, and \f$ \tfrac12 u \f$ for weights \f$ q_j = 1/r \f$ that are rounded once. Each of the \f$ T \f$ differences is
/// rounded once, and meets at most \f$ T - 1 \f$ additions; to halve is exact. A distance is at most 1.
/// \qed
template <Arithmetic R> Mp total_variation_error(const Vector<Mp, dynamic>& e) {
  Mp half = unit<R>() / Mp(2);
  for (Index j = 0; j < e.rows(); ++j) half += e(j) / Mp(2);
  return (Mp(1) + g<R>(e.rows())) * half + g<R>(e.rows());
}

}
