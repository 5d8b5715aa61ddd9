#pragma once
#include <utility>
#include "attest/lecture/s3_averaging.hpp"
/// \file
/// \brief Lecture section 4, causal masking.
namespace attest {

/// \definition{4.1,Causal mask}
/// \f[ \tilde S_{ij} = \begin{cases} S_{ij} & j \le i \\[2pt] -\infty & j > i \end{cases} \f]
/// \shape  \f$ S : T \times T \;\longmapsto\; \tilde S : T \times T \f$
/// \pre    \f$ S_{ij} \f$ is finite for \f$ j \le i \f$
/// \post   exactly the strict upper triangle is \f$ -\infty \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// The two cases are the two loops.
/// \qed
/// \holds{definition_4_1}
/// \holds{remark_6_3_mask}
template <Arithmetic R, Extent T_> Square<R, T_> causal(Square<R, T_> S) {
  agree("T", S.rows(), S.cols(), "the rows of S (T x T)", S, "its columns", S);
  for (Index i = 0; i < S.rows(); ++i)
    for (Index j = i + 1; j < S.rows(); ++j) S(i, j) = minus_infinity<R>();
  return S;
}

/// \display{4,Prefix average}
/// \f[ y_i = \sum_{j \le i} A_{ij} v_j \f]
/// \shape  \f$ A : T \times T,\; V : T \times d_v \;\longmapsto\; Y : T \times d_v \f$
/// \pre    \f$ A_{ij} = 0 \f$ for \f$ j > i \f$; those entries are not looked at
/// \post   \f$ y_i \in \operatorname{conv}\{v_1,\dots,v_i\} \f$ when row \f$ i \f$ of \f$ A \f$ lies in the simplex
/// \exact  row \f$ i \f$ does not look at \f$ v_j \f$ for \f$ j > i \f$, were they infinite or NaN
/// \bound{average_error}
/// \proof
/// The terms left out of \f$ \sum_{j=1}^{T} A_{ij} v_j \f$ are zero times a value. Leaving them out is the definition of a sum
/// over the permitted positions; to compute them would ask for \f$ 0 \cdot \infty \f$.
/// \qed
/// \holds{display_4_prefix_hull}
template <Arithmetic R, Extent T_, Extent d_v_>
Matrix<R, T_, d_v_> prefix_average(const Square<R, T_>& A, const Matrix<R, T_, d_v_>& V) {
  agree("T", A.cols(), V.rows(), "A (T x T)", A, "V (T x d_v)", V);
  Matrix<R, T_, d_v_> Y(V.rows(), V.cols());
  for (Index i = 0; i < V.rows(); ++i)
    for (Index c = 0; c < V.cols(); ++c)
      for (Index j = 0; j <= i; ++j) Y(i, c) += A(i, j) * V(j, c);
  return Y;
}

/// \definition{4.1,Causal self-attention}
/// \f[ \tilde S = \operatorname{causal}\Bigl( \frac{Q K^\top}{\sqrt{d_k}} \Bigr), \qquad A = \operatorname{softmax}_{\mathrm{row}} \tilde S,
///     \qquad \operatorname{Attn}(X)_i = \sum_{j \le i} A_{ij} v_j \f]
/// \shape  \f$ X : T \times d \;\longmapsto\; Q, K : T \times d_k,\; V : T \times d_v,\; \tilde S, A : T \times T,\; \operatorname{Attn}(X) : T \times d_v \f$
/// \pre    permitted scores small enough that no \f$ e^{S_{ij}} \f$ overflows
/// \post   row \f$ i \f$ of the output depends on rows \f$ 1,\dots,i \f$ of \f$ X \f$ only
/// \exact  \f$ A_{ij} = 0 \f$ for \f$ j > i \f$; the first row of \f$ A \f$ is \f$ (1, 0, \dots, 0) \f$
/// \bound{head_error}
/// \proof
/// Row \f$ i \f$ is made of \f$ q_i \f$ and of \f$ k_\ell, v_\ell \f$ with \f$ \ell \le i \f$, and each of these of one row of \f$ X \f$: the
/// mask replaces the other scores before anything is computed from them, and the average does not look at the other values.
/// \qed
/// \holds{definition_4_1}
/// \holds{example_4_2}
/// \holds{proposition_4_3}
/// \holds{aside_4_4}
/// \holds{remark_4_5}
/// \holds{exercise_5}
/// \holds{exercise_9}
/// \holds{exercise_12}
/// \holds{remark_6_3_mask}
template <Arithmetic R, Extent T_, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Pass<R, T_, d_k_, d_v_> causal_head(const Matrix<R, T_, d_>& X, const Head<R, e_, d_k_, d_v_>& W) {
  agree("d", X.cols(), W.W_Q.rows(), "X (T x d)", X, "W_Q (d x d_k)", W.W_Q);
  auto Q = product(X, W.W_Q), K = product(X, W.W_K);
  auto V = product(X, W.W_V);
  auto S = causal(scores(Q, K));
  auto A = softmax_row(S);
  auto Y = prefix_average(A, V);
  return {Q, K, V, S, A, Y};
}

/// \remarked{4.5,Shifted targets}
/// \f[ \text{input } (x_1, \dots, x_{T-1}), \qquad \text{target } (x_2, \dots, x_T) \f]
/// \shape  \f$ x : T \;\longmapsto\; \f$ two sequences of length \f$ T-1 \f$
/// \pre    \f$ T \ge 2 \f$, else an error: a single token predicts nothing
/// \post   target \f$ i \f$ is the token after input \f$ i \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// The second sequence is the first one, moved by one place.
/// \qed
/// \holds{remark_4_5}
inline std::pair<Tokens, Tokens> shifted_targets(Tokens x) {
  if (x.size() < 2)
    throw std::length_error("shifted_targets: " + std::to_string(x.size()) + " tokens, but a target needs at least 2");
  return {x.first(x.size() - 1), x.last(x.size() - 1)};
}

}
