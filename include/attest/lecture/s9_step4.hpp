#pragma once
#include <optional>
#include <vector>
#include "attest/lecture/s8_cost.hpp"
/// \file
/// \brief Lecture section 9, Project Step 4: minibatches and heatmaps.
namespace attest {

/// \part{9.1,One example of a minibatch}
/// \f[ (X_b)_{tc} = X_{btc} \f]
/// \shape  \f$ X : B \times T \times d,\; b \;\longmapsto\; X_b : T \times d \f$; the leading coordinate is stored as rows: \f$ BT \times d \f$
/// \pre    \f$ B \ge 1 \f$ divides the number of rows and \f$ b \f$ is one of the examples, else an error
/// \post   rows \f$ (b-1)T + 1, \dots, bT \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// The examples follow each other, each with its \f$ T \f$ rows.
/// \qed
/// \holds{section_9_batch}
template <class R, Extent c_> Matrix<R, dynamic, c_> example(const Matrix<R, dynamic, c_>& X, Index B, Index b) {
  if (B == 0 || X.rows() % B != 0 || b >= B)
    throw ShapeError("example: number " + std::to_string(b) + " of " + std::to_string(B) + " examples in " +
                     std::to_string(X.rows()) + " rows; expected as many rows for each");
  const Index T = X.rows() / B;
  Matrix<R, dynamic, c_> X_b(T, X.cols());
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < X.cols(); ++c) X_b(t, c) = X(b * T + t, c);
  return X_b;
}

/// \part{9.1,A stack of examples}
/// \f[ X_{btc} = (X_b)_{tc} \f]
/// \shape  \f$ B \f$ matrices \f$ T \times c \;\longmapsto\; B \times T \times c \f$, stored as \f$ BT \times c \f$
/// \pre    at least one example, all of one shape, else an error
/// \post   example \f$ b \f$ of the stack is \f$ X_b \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// Row \f$ t \f$ of example \f$ b \f$ has \f$ (b-1)T + t - 1 \f$ rows before it.
/// \qed
/// \holds{section_9_batch}
template <class R, Extent c_>
Matrix<R, dynamic, c_> stack(const std::vector<Matrix<R, dynamic, c_>>& examples) {
  if (examples.empty()) throw ShapeError("stack: no example; expected at least one");
  const Index T = examples[0].rows();
  Matrix<R, dynamic, c_> X(examples.size() * T, examples[0].cols());
  for (Index b = 0; b < examples.size(); ++b) {
    agree("T", T, examples[b].rows(), "the first example", examples[0], "another example", examples[b]);
    agree("the width", X.cols(), examples[b].cols(), "the first example", examples[0], "another one", examples[b]);
    for (Index t = 0; t < T; ++t)
      for (Index c = 0; c < X.cols(); ++c) X(b * T + t, c) = examples[b](t, c);
  }
  return X;
}

/// \part{9.1,A batch through one head}
/// \f[ Q_b = X_b W_Q, \quad K_b = X_b W_K, \quad V_b = X_b W_V, \qquad \operatorname{Attn}(X)_b = \operatorname{softmax}_{\mathrm{row}} \Bigl( \operatorname{mask} \frac{Q_b K_b^\top}{\sqrt{d_k}} \Bigr) V_b \f]
/// \shape  \f$ X : B \times T \times d \;\longmapsto\; Q, K : B \times T \times d_k,\; V : B \times T \times d_v,\; S, A : B \times T \times T,\; \operatorname{Attn}(X) : B \times T \times d_v \f$
/// \pre    \f$ B \ge 1 \f$ divides the number of rows of \p X, else an error
/// \post   example \f$ b \f$ of every result is that of \f$ X_b \f$ alone
/// \exact  the same bits
/// \bound{head_error}
/// \proof
/// The projections act on rows, whatever example they belong to, so one product serves the whole batch. Queries meet keys, and weights meet
/// values, within each example only: matrix multiplication acts on the last two coordinates and leaves the first alone.
/// \qed
/// \holds{section_9_batch}
template <Arithmetic R, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Pass<R, dynamic, d_k_, d_v_> batch(const Matrix<R, dynamic, d_>& X, Index B, const Head<R, e_, d_k_, d_v_>& W,
                                   Mask mask) {
  auto Q = product(X, W.W_Q), K = product(X, W.W_K);
  auto V = product(X, W.W_V);
  std::vector<Square<R, dynamic>> S, A;
  std::vector<Matrix<R, dynamic, d_v_>> Y;
  for (Index b = 0; b < B; ++b) {
    S.push_back(scores(example(Q, B, b), example(K, B, b)));
    if (mask == Mask::causal) S[b] = causal(S[b]);
    A.push_back(softmax_row(S[b]));
    Y.push_back(mask == Mask::causal ? prefix_average(A[b], example(V, B, b)) : product(A[b], example(V, B, b)));
  }
  return {Q, K, V, stack(S), stack(A), stack(Y)};
}

/// \part{9.2,Heatmap}
/// \f[ \operatorname{cell}_{ij} = \begin{cases} A_{ij} & j \le i \\[2pt] \text{absent} & j > i \end{cases} \f]
/// \shape  \f$ A : T \times T \;\longmapsto\; T \times T \f$ cells, each a weight or absent; query position down, source position across
/// \pre    without a mask no cell is absent
/// \post   a masked pair shows no colour, while a permitted weight shows one however small it is
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// Whether a pair is permitted is known from its positions, not from its weight: a permitted weight can underflow to 0 and stays a weight.
/// \qed
/// \holds{section_9_heatmap}
template <class R, Extent T_>
Matrix<std::optional<R>, T_, T_> heatmap(const Square<R, T_>& A, Mask mask) {
  agree("T", A.rows(), A.cols(), "the rows of A (T x T)", A, "its columns", A);
  Matrix<std::optional<R>, T_, T_> cell(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j)
      cell(i, j) = mask == Mask::causal && j > i ? std::nullopt : std::optional<R>(A(i, j));
  return cell;
}

}
