#pragma once
#include <vector>
#include "attest/lecture/s8_cost.hpp"
/// \file
/// \brief Lecture section 8.2, several heads side by side.
namespace attest {

/// \brief Heads with projections of their own, and the output projection that mixes them.
template <class R> struct MultiHead {
  std::vector<Head<R>> heads;
  Matrix<R, dynamic, dynamic> W_O;
};

/// \brief One projection of queries for each head; consecutive heads share one of keys and one of values.
template <class R> struct GroupedHeads {
  std::vector<Matrix<R, dynamic, dynamic>> W_Q, W_K, W_V;
  Matrix<R, dynamic, dynamic> W_O;
};

/// \part{8.2,A head from its projections on}
/// \f[ Y = \operatorname{softmax}_{\mathrm{row}} \Bigl( \operatorname{mask} \frac{QK^\top}{\sqrt{d_k}} \Bigr) V \f]
/// \shape  \f$ Q, K : T \times d_k,\; V : T \times d_v \;\longmapsto\; Y : T \times d_v \f$
/// \pre    as for the head, masked or not
/// \post   the output of that head when \f$ Q, K, V \f$ are its projections
/// \exact  the same bits
/// \bound{head_error}
/// \proof
/// These are the lines of the two heads below their projections.
/// \qed
/// \holds{section_8_multi_head}
template <Arithmetic R, Extent T_, Extent d_k_, Extent d_v_>
Matrix<R, T_, d_v_> head_output(const Matrix<R, T_, d_k_>& Q, const Matrix<R, T_, d_k_>& K,
                                const Matrix<R, T_, d_v_>& V, Mask mask) {
  auto S = scores(Q, K);
  if (mask == Mask::none) return product(softmax_row(S), V);
  return prefix_average(softmax_row(causal(S)), V);
}

/// \part{8.2,Concatenation}
/// \f[ [\, Y^1 \mid \cdots \mid Y^H \,] \f]
/// \shape  \f$ Y^h : T \times d_v^h \;\longmapsto\; T \times \sum_h d_v^h \f$
/// \pre    at least one head, as many rows in all, else an error
/// \post   the columns of head \f$ h \f$ follow those of the heads before it
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// Every column of every head has its place.
/// \qed
/// \holds{section_8_multi_head}
template <Arithmetic R, Extent T_, Extent d_v_>
Matrix<R, T_, dynamic> concatenated(const std::vector<Matrix<R, T_, d_v_>>& heads) {
  if (heads.empty()) throw ShapeError("concatenated: no head; expected at least one");
  Index width = 0;
  for (const auto& Y : heads) {
    agree("T", heads[0].rows(), Y.rows(), "the first head (T x d_v)", heads[0], "another head (T x d_v)", Y);
    width += Y.cols();
  }
  Matrix<R, T_, dynamic> all(heads[0].rows(), width);
  Index at = 0;
  for (const auto& Y : heads)
    for (Index c = 0; c < Y.cols(); ++c, ++at)
      for (Index i = 0; i < Y.rows(); ++i) all(i, at) = Y(i, c);
  return all;
}

/// \part{8.2,Multi-head attention}
/// \f[ \operatorname{MultiHead}(X) = \bigl[\, \operatorname{Attn}^1(X) \mid \cdots \mid \operatorname{Attn}^H(X) \,\bigr] \, W_O \f]
/// \shape  \f$ X : T \times d,\; W_O : \sum_h d_v^h \times d' \;\longmapsto\; T \times d' \f$
/// \pre    at least one head, else an error
/// \post   with one head and \f$ W_O = I \f$ it is that head
/// \exact  for \f$ W_O = I \f$: the heads' own numbers, side by side
/// \bound{inner_error}
/// \proof
/// The rows of \f$ [Y^1 \mid \cdots \mid Y^H] I \f$ are sums with one factor 1 and the others 0; adding finite products with 0 rounds nothing.
/// \qed
/// \holds{section_8_multi_head}
template <Arithmetic R, Extent T_, Extent d_>
Matrix<R, T_, dynamic> multi_head(const Matrix<R, T_, d_>& X, const MultiHead<R>& W, Mask mask) {
  std::vector<Matrix<R, T_, dynamic>> heads;
  for (const auto& h : W.heads)
    heads.push_back(head_output(product(X, h.W_Q), product(X, h.W_K), product(X, h.W_V), mask));
  return product(concatenated(heads), W.W_O);
}

/// \part{8.2,Grouped queries}
/// \f[ \operatorname{head} h : \quad Q = X W_Q^h, \qquad K = X W_K^g, \qquad V = X W_V^g, \qquad g = \lceil hG/H \rceil \f]
/// \shape  \f$ X : T \times d,\; H \f$ query projections, \f$ G \f$ key and value projections \f$ \;\longmapsto\; T \times d' \f$
/// \pre    \f$ G \ge 1 \f$ divides \f$ H \f$, else an error
/// \post   multi-head attention whose heads \f$ (g-1)H/G + 1, \dots, gH/G \f$ have equal key and value projections; a cache needs \f$ G(d_k + d_v) \f$
///         numbers a position instead of \f$ H(d_k + d_v) \f$
/// \exact  the same bits as that multi-head attention
/// \bound{inner_error}
/// \proof
/// Equal projections give equal keys and values, so it is enough to compute those of each group once.
/// \qed
/// \holds{section_8_multi_head}
template <Arithmetic R, Extent T_, Extent d_>
Matrix<R, T_, dynamic> grouped_queries(const Matrix<R, T_, d_>& X, const GroupedHeads<R>& W, Mask mask) {
  const Index H = W.W_Q.size(), G = W.W_K.size();
  if (G == 0 || H % G != 0 || W.W_V.size() != G)
    throw ShapeError("grouped_queries: " + std::to_string(H) + " heads, " + std::to_string(G) + " key and " +
                     std::to_string(W.W_V.size()) +
                     " value projections; expected as many of either, dividing the number of heads");
  std::vector<Matrix<R, T_, dynamic>> heads;
  for (Index j = 0; j < G; ++j) {
    const auto K = product(X, W.W_K[j]), V = product(X, W.W_V[j]);        // licence: section_8_multi_head
    for (Index h = j * H / G; h < (j + 1) * H / G; ++h) heads.push_back(head_output(product(X, W.W_Q[h]), K, V, mask));
  }
  return product(concatenated(heads), W.W_O);
}

}
