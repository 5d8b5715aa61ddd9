#pragma once
#include "attest/lecture/s4_causal.hpp"
/// \file
/// \brief Lecture section 5, log-sum-exp, temperature, and score scaling.
namespace attest {

/// \display{5,Softmax}
/// \f[ \operatorname{softmax}(s)_j = \frac{e^{s_j}}{\sum_{\ell=1}^{T} e^{s_\ell}} \f]
/// \shape  \f$ s : T \;\longmapsto\; p : T \f$
/// \pre    no \f$ e^{s_j} \f$ overflows; not all scores are \f$ -\infty \f$
/// \post   \f$ p \in \Delta^{T-1} \f$
/// \exact  \f$ p_j = 0 \f$ wherever \f$ s_j = -\infty \f$
/// \bound{softmax_row_error}
/// \proof
/// One row of the row-wise softmax.
/// \qed
/// \holds{display_5_shift}
/// \holds{proposition_5_1}
/// \holds{display_5_jacobian}
template <Arithmetic R, Extent T_> Vector<R, T_> softmax(const Vector<R, T_>& s) {
  const Index T = s.rows();
  Vector<R, T_> p(T);
  R Z = R(0);
  for (Index l = 0; l < T; ++l) Z += exp(s(l));
  for (Index j = 0; j < T; ++j) p(j) = exp(s(j)) / Z;
  return p;
}

/// \display{5,Log-sum-exp}
/// \f[ \operatorname{lse}(s) = \log \sum_{j=1}^{T} e^{s_j} \f]
/// \shape  \f$ s : T \;\longmapsto\; \operatorname{lse}(s) : 1 \f$
/// \pre    no \f$ e^{s_j} \f$ overflows; not all scores are \f$ -\infty \f$
/// \post   \f$ \max_j s_j \le \operatorname{lse}(s) \le \max_j s_j + \log T \f$
/// \exact  nothing; every term is rounded
/// \bound{lse_error}
/// \proof
/// The sum is at least its largest term and at most \f$ T \f$ times it.
/// \qed
/// \holds{display_5_shift}
/// \holds{proposition_5_1}
template <Arithmetic R, Extent T_> R lse(const Vector<R, T_>& s) {
  R Z = R(0);
  for (Index j = 0; j < s.rows(); ++j) Z += exp(s(j));
  return log(Z);
}

/// \display{5,Largest score}
/// \f[ m = \max_j s_j \f]
/// \shape  \f$ s : T \;\longmapsto\; m : 1 \f$
/// \pre    \f$ T \ge 1 \f$, else an error: an empty row has no largest score
/// \post   \f$ m \f$ is one of the scores
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// A maximum selects.
/// \qed
/// \holds{display_5_shift}
template <Arithmetic R, Extent T_> R largest(const Vector<R, T_>& s) {
  if (s.rows() == 0) throw ShapeError("largest: the row is empty; softmax and lse need at least one score");
  R m = s(0);
  for (Index j = 1; j < s.rows(); ++j) m = max(m, s(j));
  return m;
}

/// \display{5,Shifted softmax}
/// \f[ \operatorname{softmax}(s)_j = \frac{e^{s_j - m}}{\sum_{\ell=1}^{T} e^{s_\ell - m}}, \qquad m = \max_j s_j \f]
/// \shape  \f$ s : T \;\longmapsto\; p : T \f$
/// \pre    \f$ m \f$ is finite
/// \post   \f$ p \in \Delta^{T-1} \f$; the denominator lies between 1 and \f$ T \f$, so nothing overflows
/// \exact  \f$ p_j = 0 \f$ wherever \f$ s_j = -\infty \f$
/// \bound{softmax_shifted_error}
/// \proof
/// Numerator and denominator have been divided by \f$ e^m \f$. No exponent is positive and one is 0.
/// \qed
/// \holds{display_5_shift}
template <Arithmetic R, Extent T_> Vector<R, T_> softmax_shifted(const Vector<R, T_>& s) {
  const Index T = s.rows();
  Vector<R, T_> p(T);
  const R m = largest(s);
  R Z = R(0);
  for (Index l = 0; l < T; ++l) Z += exp(s(l) - m);                       // licence: display_5_shift
  for (Index j = 0; j < T; ++j) p(j) = exp(s(j) - m) / Z;                 // licence: display_5_shift
  return p;
}

/// \display{5,Shifted log-sum-exp}
/// \f[ \operatorname{lse}(s) = m + \log \sum_{j=1}^{T} e^{s_j - m}, \qquad m = \max_j s_j \f]
/// \shape  \f$ s : T \;\longmapsto\; \operatorname{lse}(s) : 1 \f$
/// \pre    \f$ m \f$ is finite
/// \post   equal to lse wherever that does not overflow
/// \exact  \f$ \operatorname{lse}(s) = s_1 \f$ when \f$ T = 1 \f$
/// \bound{lse_shifted_error}
/// \proof
/// \f$ \log ( e^m \sum_j e^{s_j - m} ) = m + \log \sum_j e^{s_j - m} \f$.
/// \qed
/// \holds{display_5_shift}
template <Arithmetic R, Extent T_> R lse_shifted(const Vector<R, T_>& s) {
  const R m = largest(s);
  R Z = R(0);
  for (Index j = 0; j < s.rows(); ++j) Z += exp(s(j) - m);                // licence: display_5_shift
  return m + log(Z);
}

/// \display{5,Shifted row-wise softmax}
/// \f[ (\operatorname{softmax}_{\mathrm{row}} S)_{ij} = \frac{e^{S_{ij} - m_i}}{\sum_{\ell} e^{S_{i\ell} - m_i}}, \qquad m_i = \max_j S_{ij} \f]
/// \shape  \f$ S : T \times T \;\longmapsto\; A : T \times T \f$
/// \pre    every row has a finite score
/// \post   as the row-wise softmax, without its condition on overflow
/// \exact  \f$ A_{ij} = 0 \f$ wherever \f$ S_{ij} = -\infty \f$
/// \bound{softmax_shifted_error}
/// \proof
/// Each row is a shifted softmax.
/// \qed
/// \holds{display_5_shift}
template <Arithmetic R, Extent T_, Extent N_> Matrix<R, T_, N_> softmax_row_shifted(const Matrix<R, T_, N_>& S) {
  Matrix<R, T_, N_> A(S.rows(), S.cols());
  for (Index i = 0; i < S.rows(); ++i) {
    const auto p = softmax_shifted(row(S, i));
    for (Index j = 0; j < S.cols(); ++j) A(i, j) = p(j);
  }
  return A;
}

/// \display{5,Stable attention}
/// \f[ S = \frac{QK^\top}{\sqrt{d_k}}, \qquad A = \operatorname{softmax}_{\mathrm{row}} S, \qquad Y = AV \f]
/// \shape  \f$ Q : T_q \times d_k,\; K : T_k \times d_k,\; V : T_k \times d_v \;\longmapsto\; \f$ the same, and \f$ S, A : T_q \times T_k,\; Y : T_q \times d_v \f$; \f$ T_q \ne T_k \f$ where the type leaves them to run time
/// \pre    all entries are finite
/// \post   the unmasked head from its projections on, for scores of any finite size
/// \exact  nothing; every stage is rounded
/// \bound{softmax_shifted_error}
/// \proof
/// The lines of Definition 2.2, with the shifted softmax in place of the literal one.
/// \qed
/// \holds{display_5_shift}
/// \holds{exercise_10}
template <Arithmetic R, Extent T_, Extent d_k_, Extent d_v_>
Pass<R, T_, d_k_, d_v_> attention(Matrix<R, T_, d_k_> Q, Matrix<R, T_, d_k_> K, Matrix<R, T_, d_v_> V) {
  auto S = scores(Q, K);
  auto A = softmax_row_shifted(S);                                        // licence: display_5_shift
  auto Y = product(A, V);
  return {Q, K, V, S, A, Y};
}

/// \display{5,Stable causal attention}
/// \f[ \tilde S = \operatorname{causal}\Bigl(\frac{QK^\top}{\sqrt{d_k}}\Bigr), \qquad A = \operatorname{softmax}_{\mathrm{row}} \tilde S, \qquad y_i = \sum_{j \le i} A_{ij} v_j \f]
/// \shape  \f$ Q, K : T \times d_k,\; V : T \times d_v \;\longmapsto\; \f$ the same, and \f$ \tilde S, A : T \times T,\; Y : T \times d_v \f$
/// \pre    all entries are finite
/// \post   the causal head from its projections on, for scores of any finite size
/// \exact  \f$ A_{ij} = 0 \f$ for \f$ j > i \f$; row \f$ i \f$ does not look at later keys and values
/// \bound{softmax_shifted_error}
/// \proof
/// The lines of the causal head, with the shifted softmax in place of the literal one. A row keeps its own score, so its largest score
/// is finite.
/// \qed
/// \holds{display_5_shift}
template <Arithmetic R, Extent T_, Extent d_k_, Extent d_v_>
Pass<R, T_, d_k_, d_v_> causal_attention(Matrix<R, T_, d_k_> Q, Matrix<R, T_, d_k_> K, Matrix<R, T_, d_v_> V) {
  auto S = causal(scores(Q, K));
  auto A = softmax_row_shifted(S);                                        // licence: display_5_shift
  auto Y = prefix_average(A, V);
  return {Q, K, V, S, A, Y};
}

/// \display{5,Jacobian of softmax}
/// \f[ D \operatorname{softmax}(s) = \operatorname{diag}(p) - p p^\top, \qquad p = \operatorname{softmax}(s) \f]
/// \shape  \f$ p : T \;\longmapsto\; J : T \times T \f$
/// \pre    \f$ p \in \Delta^{T-1} \f$
/// \post   symmetric, positive semidefinite, with rows that sum to 0; the Hessian of lse at \f$ s \f$
/// \exact  symmetric
/// \bound{jacobian_error}
/// \proof
/// \f$ \partial p_i / \partial s_j = p_i (1_{\{i=j\}} - p_j) \f$ by the quotient rule, and \f$ p_i p_j = p_j p_i \f$. Row \f$ i \f$ sums to \f$ p_i - p_i \sum_j p_j = 0 \f$, and
/// \f$ u^\top J u = \sum_i p_i u_i^2 - (\sum_i p_i u_i)^2 \f$ is a variance.
/// \qed
/// \holds{proposition_5_1}
/// \holds{display_5_jacobian}
/// \holds{remark_5_6}
template <Arithmetic R, Extent T_> Square<R, T_> softmax_jacobian(const Vector<R, T_>& p) {
  const Index T = p.rows();
  Square<R, T_> J(T, T);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < T; ++j) J(i, j) = (i == j ? p(i) : R(0)) - p(i) * p(j);
  return J;
}

/// \display{5,Differential of softmax}
/// \f[ \bigl( D \operatorname{softmax}(s)\, h \bigr)_i = p_i \Bigl( h_i - \sum_{j} p_j h_j \Bigr) \f]
/// \shape  \f$ p, h : T \;\longmapsto\; r : T \f$
/// \pre    \f$ p \in \Delta^{T-1} \f$
/// \post   \f$ \sum_i r_i = 0 \f$; a common shift of \f$ h \f$ changes nothing
/// \exact  0 wherever \f$ p_i = 0 \f$
/// \bound{differential_error}
/// \proof
/// Row \f$ i \f$ of \f$ \operatorname{diag}(p) - p p^\top \f$ times \f$ h \f$ is \f$ p_i h_i - p_i \sum_j p_j h_j \f$. A constant is its own mean, so it cancels.
/// \qed
/// \holds{display_5_jacobian}
template <Arithmetic R, Extent T_> Vector<R, T_> softmax_differential(const Vector<R, T_>& p, const Vector<R, T_>& h) {
  const R mean = inner(p, h);
  Vector<R, T_> r(p.rows());
  for (Index i = 0; i < p.rows(); ++i) r(i) = p(i) * (h(i) - mean);
  return r;
}

}
