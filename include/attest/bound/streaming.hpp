#pragma once
#include "attest/bound/exponential.hpp"
#include "attest/bound/head.hpp"
/// \file
/// \brief Rounding of one query: plain, streamed in blocks, and merged from parts.
namespace attest::bound {

/// \brief \f$ \ell_j = u (m - s_j) + (1 + \rho) E u + \rho u \f$: the log distance of one exponential that was rescaled
/// \f$ \rho \f$ times
///
/// \proof
/// A key's exponential is taken against the maximum \f$ m_1 \f$ of its own time, and each rescaling multiplies it by
/// \f$ e^{m_b - m_{b+1}} \f$. A maximum selects, so all of them are scores and none is rounded; they rise to \f$ m \f$. The differences
/// \f$ s_j - m_1, m_1 - m_2, \dots \f$ are rounded once each, an absolute error of at most \f$ u \f$ times their size; the sizes add up to
/// \f$ m - s_j \f$. There are \f$ 1 + \rho \f$ exponentials of \f$ E \f$ roundings and \f$ \rho \f$ products. A rescaling that does not raise the maximum
/// multiplies by 1, and that of the empty state meets no key: neither needs to be counted.
/// \qed
template <Arithmetic R> Mp rescaled_exponential(const Mp& m, const Mp& s, Index rescalings) {
  return shifted_exponential<R>(m, s) + Mp(int(rescalings * (elementary<R>() + 1))) * unit<R>();
}

/// \brief \f$ \eta_j = 2 g_{d_k+2} \sum_c |q_c k_{jc}| / \sqrt{d_k} \f$: two computations of one score are at most this apart
///
/// \proof
/// Whether the root divides the query or the sum, a term meets the root, a quotient, and at most \f$ d_k \f$ roundings of products and sums. Each
/// computation is within half of \f$ \eta_j \f$ of the score.
/// \qed
template <Arithmetic R, Extent d_k_, Extent T_, Extent k_>
Vector<Mp, T_> scores_apart(const Vector<Mp, d_k_>& q, const Matrix<Mp, T_, k_>& K) {
  Vector<Mp, T_> eta(K.rows());
  for (Index j = 0; j < K.rows(); ++j) {
    for (Index c = 0; c < q.rows(); ++c) eta(j) += abs(q(c)) * abs(K(j, c));
    eta(j) = Mp(2) * scores_error<R>(q.rows()) * eta(j) / root<Mp>(q.rows());
  }
  return eta;
}

/// \brief \f$ |\hat y_c - y_c| \le \sum_j p_j |v_{jc}| (e^{L_j} - 1) + 8 (n+1) (1+\rho) (1 + \max_j |v_{jc}|)\, \omega_E, \;
/// L_j = \ell_j + \ell_Z + (n+1) u \f$, for \f$ n \f$ keys and \f$ \rho \f$ rescalings; plain evaluation has none
///
/// Here \f$ y = \sum_j p_j v_j \f$ is the average for the scores \f$ s \f$, of which those that the computation used are at most \f$ \eta_j \f$ off, and
/// \f$ \ell_Z = \log \sum_j p_j e^{\ell_j} + (n-1) u \f$. To \f$ \ell_j \f$ of a rescaled exponential come \f$ \eta_j + 2u \max \eta \f$.
/// \proof
/// Softmax does not see a common shift, so compare with \f$ e^{s_j - \hat m} \f$, \f$ \hat m \f$ the computed maximum: a score's error is an error of an exponent, and
/// the differences that are rounded are at most \f$ m - s_j + 2 \max \eta \f$ in size. Blocks are one way to add: in numerator and denominator a term meets at most \f$ n - 1 \f$ additions, as the addition to zero is exact.
/// The denominator's terms are positive, so its log distance is at most the logarithm of the weighted mean of the
/// \f$ e^{\ell_j} \f$, and \f$ n - 1 \f$ roundings. The numerator's term is \f$ v_{jc} \f$ times positive factors, with one product more, and there is one
/// quotient, before the sum or after it: \f$ \hat y_c = \sum_j p_j v_{jc} e^{\theta_j} \f$ with \f$ |\theta_j| \le L_j \f$. Two merged states are blocks like any
/// others, and their merging is a rescaling.
///
/// Underflow: an exponential, a rescaling factor, a product or a quotient loses at most \f$ \omega_E \f$ more, and no factor that comes after
/// exceeds 1 by more than roundings. With \f$ M = \max_j |v_{jc}| \f$ a rescaling costs the numerator at most \f$ (nM + 1) \omega_E \f$ and the denominator
/// \f$ (n + 1) \omega_E \f$, and a key \f$ (M + 1) \omega_E \f$ and \f$ \omega_E \f$, with a quotient before the sum \f$ M \omega_E \f$ more. The exact denominator is at least 1, so the average
/// moves by the numerator's loss and \f$ |y_c| \le M \f$ times the denominator's: at most \f$ 4 (n+1)(1+\rho)(1+M)\omega_E \f$. Twice
/// that covers the roundings which the losses meet, as long as \f$ L_j \le \log 2 \f$ for all keys that have weight.
/// \qed
template <Arithmetic R, Extent n_, Extent d_v_>
Vector<Mp, d_v_> streaming_error(const Vector<Mp, n_>& s, const Vector<Mp, n_>& eta, const Matrix<Mp, n_, d_v_>& V,
                                 Index rescalings) {
  const Index n = s.rows();
  Mp m = s(0), Z = Mp(0), mean = Mp(0), off = eta(0);
  for (Index j = 1; j < n; ++j) m = max(m, s(j)), off = max(off, eta(j));
  const auto l = [&](Index j) {
    return rescaled_exponential<R>(m, s(j), rescalings) + eta(j) + Mp(2) * unit<R>() * off;
  };
  for (Index j = 0; j < n; ++j) Z += exp(s(j) - m);
  for (Index j = 0; j < n; ++j) mean += exp(s(j) - m) / Z * growth(l(j));
  Vector<Mp, d_v_> error(V.cols());
  for (Index c = 0; c < V.cols(); ++c) {
    Mp most = Mp(0);
    for (Index j = 0; j < n; ++j) {
      const Mp L = l(j) + mean + Mp(int(2 * n)) * unit<R>();
      error(c) += exp(s(j) - m) / Z * abs(V(j, c)) * growth(L);
      most = max(most, Mp(abs(V(j, c))));
    }
    error(c) += Mp(int(8 * (n + 1) * (1 + rescalings))) * (Mp(1) + most) * flushed<R>();
  }
  return error;
}

}
