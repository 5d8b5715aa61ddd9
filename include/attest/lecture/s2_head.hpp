#pragma once
#include "attest/lecture/s1_context.hpp"
/// \file
/// \brief Lecture section 2, the transformer head.
namespace attest {

/// \brief Queries and keys have one width.
template <Extent d_k_of_Q, Extent d_k_of_K>
concept d_k_agree = d_k_of_Q == d_k_of_K || d_k_of_Q == dynamic || d_k_of_K == dynamic;
/// \brief The stream and the projections have one model width.
template <Extent d_of_X, Extent d_of_W>
concept d_agree = d_of_X == d_of_W || d_of_X == dynamic || d_of_W == dynamic;

/// \brief The parameters of one head: query, key and value projections.
template <class R, Extent d_ = dynamic, Extent d_k_ = dynamic, Extent d_v_ = dynamic> struct Head {
  Matrix<R, d_, d_k_> W_Q, W_K;
  Matrix<R, d_, d_v_> W_V;
};

/// \brief Everything that one head computes on the way: queries, keys, values, scores, weights and the output.
template <class R, Extent T_ = dynamic, Extent d_k_ = dynamic, Extent d_v_ = dynamic> struct Pass {
  Matrix<R, T_, d_k_> Q, K;
  Matrix<R, T_, d_v_> V;
  Square<R, T_> S, A;
  Matrix<R, T_, d_v_> Y;
};

/// \display{2,Row-wise softmax}
/// \f[ (\operatorname{softmax}_{\mathrm{row}} S)_{ij} = \frac{e^{S_{ij}}}{\sum_{\ell=1}^{T} e^{S_{i\ell}}} \f]
/// \shape  \f$ S : T \times T \;\longmapsto\; A : T \times T \f$; a cross-attention row has as many entries as there are keys
/// \pre    no \f$ e^{S_{ij}} \f$ overflows; no row of \p S is entirely \f$ -\infty \f$
/// \post   \f$ A_{ij} \ge 0 \f$ and \f$ \sum_j A_{ij} = 1 \f$
/// \exact  \f$ A_{ij} = 0 \f$ wherever \f$ S_{ij} = -\infty \f$
/// \bound{softmax_row_error}
/// \proof
/// Every term of the denominator is non-negative and one is positive, so the quotients are defined and non-negative.
/// Their sum over \f$ j \f$ is the denominator over itself.
/// \qed
/// \holds{display_2_row_softmax}
/// \holds{proposition_3_1}
/// \holds{exercise_2}
/// \holds{exercise_8}
template <Arithmetic R, Extent T_, Extent N_>
Matrix<R, T_, N_> softmax_row(const Matrix<R, T_, N_>& S) {
  const Index T = S.rows(), N = S.cols();
  Matrix<R, T_, N_> A(T, N);
  for (Index i = 0; i < T; ++i) {
    R Z = R(0);
    for (Index l = 0; l < N; ++l) Z += exp(S(i, l));
    for (Index j = 0; j < N; ++j) A(i, j) = exp(S(i, j)) / Z;
  }
  return A;
}

/// \display{2,Scores}
/// \f[ S_{ij} = \frac{\langle q_i, k_j \rangle}{\sqrt{d_k}}, \qquad \langle q_i, k_j \rangle = \sum_{c=1}^{d_k} Q_{ic} K_{jc} \f]
/// \shape  \f$ Q : T \times d_k,\; K : T \times d_k \;\longmapsto\; S : T \times T \f$; queries and keys of two streams may differ in number
/// \pre    \f$ d_k \ge 1 \f$, the same for both, else an error
/// \post   \f$ S = Q K^\top / \sqrt{d_k} \f$; its row is the query, its column the key
/// \exact  exchanging \f$ Q \f$ and \f$ K \f$ transposes \f$ S \f$
/// \bound{scores_error}
/// \proof
/// Entry \f$ (i, j) \f$ of \f$ Q K^\top \f$ is row \f$ i \f$ of \f$ Q \f$ times column \f$ j \f$ of \f$ K^\top \f$, which is row
/// \f$ j \f$ of \f$ K \f$. The product of two numbers does not depend on their order, in any of the arithmetics, and the terms
/// are added in the order of \f$ c \f$ on either side; so \f$ S_{ij} \f$ of \f$ (Q, K) \f$ is \f$ S_{ji} \f$ of \f$ (K, Q) \f$, bit for bit.
/// \qed
/// \holds{definition_2_2}
/// \holds{result_2_rank}
/// \holds{exercise_8}
template <Arithmetic R, Extent T_, Extent N_, Extent d_k_, Extent k_> requires d_k_agree<d_k_, k_>
Matrix<R, T_, N_> scores(const Matrix<R, T_, d_k_>& Q, const Matrix<R, N_, k_>& K) {
  agree("d_k", Q.cols(), K.cols(), "Q (T x d_k)", Q, "K (T x d_k)", K);
  if (Q.cols() == 0) throw ShapeError("scores: d_k is 0; queries and keys need at least one coordinate");
  const Index T = Q.rows(), N = K.rows(), d_k = Q.cols();
  Matrix<R, T_, N_> S(T, N);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < N; ++j) {
      for (Index c = 0; c < d_k; ++c) S(i, j) += Q(i, c) * K(j, c);
      S(i, j) = S(i, j) / root<R>(d_k);
    }
  return S;
}

/// \definition{2.2,Scaled dot-product self-attention}
/// \f[ Q = X W_Q, \quad K = X W_K, \quad V = X W_V, \quad S = \frac{Q K^\top}{\sqrt{d_k}}, \quad
///     A = \operatorname{softmax}_{\mathrm{row}} S, \quad \operatorname{Attn}(X) = A V \f]
/// \shape  \f$ X : T \times d,\; W_Q, W_K : d \times d_k,\; W_V : d \times d_v \;\longmapsto\; Q, K : T \times d_k,\; V : T \times d_v,\; S, A : T \times T,\; \operatorname{Attn}(X) : T \times d_v \f$
/// \pre    scores small enough that no \f$ e^{S_{ij}} \f$ overflows
/// \post   \f$ \operatorname{Attn}(X)_i = \sum_j A_{ij} v_j \f$, where \f$ A_{ij} \f$ is the weight that query \f$ i \f$ gives to key \f$ j \f$
/// \exact  nothing; every stage is rounded
/// \bound{head_error}
/// \proof
/// Row \f$ i \f$ of \f$ AV \f$ is \f$ \sum_j A_{ij} v_j^\top \f$, which is the entrywise formula transposed.
/// \qed
/// \holds{definition_2_2}
/// \holds{display_2_cross}
/// \holds{example_2_3}
/// \holds{remark_2_5}
/// \holds{remark_3_4}
/// \holds{exercise_9}
/// \holds{theorem_6_1}
/// \holds{remark_6_3_precision}
template <Arithmetic R, Extent T_, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Pass<R, T_, d_k_, d_v_> head(const Matrix<R, T_, d_>& X, const Head<R, e_, d_k_, d_v_>& W) {
  agree("d", X.cols(), W.W_Q.rows(), "X (T x d)", X, "W_Q (d x d_k)", W.W_Q);
  auto Q = product(X, W.W_Q), K = product(X, W.W_K);
  auto V = product(X, W.W_V);
  auto S = scores(Q, K);
  auto A = softmax_row(S);
  auto Y = product(A, V);
  return {Q, K, V, S, A, Y};
}

/// \display{2,Cross-attention}
/// \f[ Q = X W_Q, \qquad K = Z W_K, \qquad V = Z W_V, \qquad Y = \operatorname{softmax}_{\mathrm{row}} \Bigl( \frac{Q K^\top}{\sqrt{d_k}} \Bigr) V \f]
/// \shape  \f$ X : T_q \times d,\; Z : T_k \times d \;\longmapsto\; Y : T_q \times d_v \f$
/// \pre    as for self-attention
/// \post   with \f$ Z = X \f$ it is self-attention
/// \exact  equal to \f$ \operatorname{Attn}(X) \f$ when the streams are equal
/// \bound{head_error}
/// \proof
/// With \f$ Z = X \f$ every line of the definition is the line of Definition 2.2, evaluated in the same order.
/// \qed
/// \holds{display_2_cross}
template <Arithmetic R, Extent T_, Extent N_, Extent d_, Extent d_k_, Extent d_v_>
Matrix<R, T_, d_v_> cross_attention(const Matrix<R, T_, d_>& X, const Matrix<R, N_, d_>& Z,
                                    const Head<R, d_, d_k_, d_v_>& W) {
  const auto Q = product(X, W.W_Q);
  const auto K = product(Z, W.W_K);
  const auto V = product(Z, W.W_V);
  return product(softmax_row(scores(Q, K)), V);
}
}
