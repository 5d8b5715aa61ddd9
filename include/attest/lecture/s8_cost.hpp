#pragma once
#include "attest/arithmetic/counted.hpp"
#include "attest/lecture/s5_lse.hpp"
/// \file
/// \brief Lecture section 8, computational cost: operations, memory and parameters of one head.
namespace attest {

/// \brief Which keys a query sees: all of them, or those up to its own position.
enum class Mask { none, causal };

/// \display{8,Query-key pairs}
/// \f[ P = T^2, \qquad P_{\mathrm{causal}} = \sum_{i=1}^{T} i = \frac{T(T+1)}{2} \f]
/// \shape  \f$ T \;\longmapsto\; P \f$
/// \pre    \f$ T(T+1) \f$ is a machine number
/// \post   \f$ 2T \, P_{\mathrm{causal}} = (T+1) \, P \f$: roughly half, and as quadratic
/// \exact  all of it
/// \bound{none}
/// \proof
/// Query \f$ i \f$ sees \f$ T \f$ keys, or \f$ i \f$ of them. Of \f$ T \f$ and \f$ T+1 \f$ one is even.
/// \qed
/// \holds{table_8_cost}
inline Index pairs(Index T, Mask mask) { return mask == Mask::causal ? T * (T + 1) / 2 : T * T; }

/// \tabled{8,A matrix product}
/// \f[ mnp \text{ multiplications}, \qquad mnp \text{ additions} \f]
/// \shape  \f$ (m \times n)(n \times p) \;\longmapsto\; \f$ a count
/// \pre    every sum starts from 0, so that its first addition is one, too
/// \post   \f$ XW_Q, XW_K : Tdd_k \f$ each, \f$ XW_V : Tdd_v \f$, \f$ AV : T^2 d_v \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each of the \f$ mp \f$ entries is a sum of \f$ n \f$ products.
/// \qed
/// \holds{table_8_cost}
inline Count product_cost(Index m, Index n, Index p) {
  return m * n * p * Count{.additions = 1, .multiplications = 1};
}

/// \tabled{8,The scores}
/// \f[ P d_k \text{ multiplications}, \qquad P d_k \text{ additions}, \qquad P \text{ divisions}, \qquad P \text{ roots} \f]
/// \shape  \f$ P, d_k \;\longmapsto\; \f$ a count
/// \pre    the literal formula, which takes the root of \f$ d_k \f$ for every pair
/// \post   \f$ QK^\top : T^2 d_k \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// A score is an inner product of length \f$ d_k \f$, divided by a root.
/// \qed
/// \holds{table_8_cost}
inline Count scores_cost(Index P, Index d_k) {
  return P * (d_k * Count{.additions = 1, .multiplications = 1} + Count{.divisions = 1, .functions = 1});
}

/// \tabled{8,The row-wise softmax}
/// \f[ P \text{ additions}, \qquad P \text{ divisions}, \qquad 2P \text{ exponentials} \f]
/// \shape  \f$ P \;\longmapsto\; \f$ a count
/// \pre    the literal formula, which names every exponential twice: above and below the fraction line
/// \post   \f$ O(P) \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each entry is added to its row's denominator once and divided by it once, and its exponential is taken for either.
/// \qed
/// \holds{table_8_cost}
inline Count softmax_cost(Index P) { return P * Count{.additions = 1, .divisions = 1, .exponentials = 2}; }

/// \display{8,Scores of one query}
/// \f[ s_j = \frac{\langle q, k_j \rangle}{\sqrt{d_k}}, \qquad \mathrm{first} < j \le \mathrm{last} \f]
/// \shape  \f$ q : d_k,\; K : T \times d_k \;\longmapsto\; s : \mathrm{last} - \mathrm{first} \f$
/// \pre    \f$ \mathrm{first} < \mathrm{last} \le T \f$ and \f$ d_k \ge 1 \f$, else an error
/// \post   entries \f$ \mathrm{first}+1, \dots, \mathrm{last} \f$ of the query's row of \f$ S \f$; nothing else of \f$ K \f$ is looked at
/// \exact  the same bits as in the score matrix
/// \bound{scores_error}
/// \proof
/// The operations of an entry of \f$ S \f$ in the same order; the root, which is the same for all, is taken once.
/// \qed
/// \holds{table_8_cost}
template <Arithmetic R, Extent d_k_, Extent T_, Extent k_> requires d_k_agree<d_k_, k_>
Vector<R, dynamic> query_scores(const Vector<R, d_k_>& q, const Matrix<R, T_, k_>& K, Index first, Index last) {
  agree("d_k", q.rows(), K.cols(), "q (d_k)", q, "K (T x d_k)", K);
  if (q.rows() == 0) throw ShapeError("query_scores: d_k is 0; queries and keys need at least one coordinate");
  if (first >= last || last > K.rows())
    throw ShapeError("query_scores: keys " + std::to_string(first) + " to " + std::to_string(last) +
                     " of " + std::to_string(K.rows()) + "; expected at least one, and none beyond the last");
  const R root_d_k = root<R>(q.rows());
  Vector<R, dynamic> s(last - first);
  for (Index j = first; j < last; ++j) {
    for (Index c = 0; c < q.rows(); ++c) s(j - first) += q(c) * K(j, c);
    s(j - first) = s(j - first) / root_d_k;
  }
  return s;
}

/// \display{8,One query}
/// \f[ y = \sum_{j \le n} \frac{e^{s_j - m}}{\sum_{\ell \le n} e^{s_\ell - m}} \, v_j, \qquad s_j = \frac{\langle q, k_j \rangle}{\sqrt{d_k}}, \qquad m = \max_{j \le n} s_j \f]
/// \shape  \f$ q : d_k,\; K : T \times d_k,\; V : T \times d_v,\; n \;\longmapsto\; y : d_v \f$
/// \pre    \f$ 1 \le n \le T \f$, else an error; scores are finite
/// \post   a row of attention over the first \f$ n \f$ keys, which needs no row but its own
/// \exact  the same bits as the row of the stable forms of section 5; later keys and values are not looked at
/// \bound{streaming_error}
/// \proof
/// The operations of a shifted softmax and of an average, in the same order; each exponential is taken once and kept.
/// \qed
/// \holds{table_8_cost}
/// \holds{section_8_cache}
template <Arithmetic R, Extent d_k_, Extent T_, Extent k_, Extent d_v_>
Vector<R, d_v_> attend(const Vector<R, d_k_>& q, const Matrix<R, T_, k_>& K, const Matrix<R, T_, d_v_>& V, Index n) {
  agree("T", K.rows(), V.rows(), "K (T x d_k)", K, "V (T x d_v)", V);
  auto e = query_scores(q, K, 0, n);
  const R m = largest(e);
  R Z = R(0);
  for (Index l = 0; l < n; ++l) {
    e(l) = exp(e(l) - m);                                                 // licence: display_5_shift
    Z += e(l);
  }
  Vector<R, d_v_> y(V.cols());
  for (Index j = 0; j < n; ++j) e(j) = e(j) / Z;
  for (Index c = 0; c < V.cols(); ++c)
    for (Index j = 0; j < n; ++j) y(c) += e(j) * V(j, c);
  return y;
}

/// \tabled{8,One query}
/// \f[ n(d_k+d_v) \text{ multiplications}, \quad n(d_k+d_v+1) \text{ additions}, \quad n \text{ exponentials}, \quad 2n \text{ divisions} \f]
/// \shape  \f$ n, d_k, d_v \;\longmapsto\; \f$ a count
/// \pre    each exponential is taken once, and one root for all scores
/// \post   \f$ n \f$ subtractions and \f$ n - 1 \f$ comparisons for the shift
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each of the \f$ n \f$ keys meets an inner product of length \f$ d_k \f$, the division by the root, the shift, an exponential, an addition to the
/// denominator, the division by it, and a product and an addition for each coordinate of the value. The largest of \f$ n \f$ scores
/// takes \f$ n - 1 \f$ comparisons.
/// \qed
/// \holds{table_8_cost}
inline Count attend_cost(Index n, Index d_k, Index d_v) {
  const Count each{.additions = d_k + d_v + 1, .subtractions = 1, .multiplications = d_k + d_v, .divisions = 2,
                   .exponentials = 1};
  return n * each + Count{.functions = 1, .comparisons = n - 1};
}

/// \display{8,Row by row}
/// \f[ \operatorname{Attn}(X)_i = \operatorname{attend}(q_i; k_1, \dots, k_n; v_1, \dots, v_n), \qquad n = T \text{ or } n = i \f]
/// \shape  \f$ X : T \times d \;\longmapsto\; \operatorname{Attn}(X) : T \times d_v \f$
/// \pre    as for one query
/// \post   the output of the head, masked or not, without a \f$ T \times T \f$ matrix, and without the pairs that the mask removes
/// \exact  the same bits as the stable forms of section 5
/// \bound{streaming_error}
/// \proof
/// Row \f$ i \f$ of either form reads \f$ q_i \f$ and the permitted keys and values only.
/// \qed
/// \holds{table_8_cost}
/// \holds{section_8_cache}
template <Arithmetic R, Extent T_, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Matrix<R, T_, d_v_> row_by_row(const Matrix<R, T_, d_>& X, const Head<R, e_, d_k_, d_v_>& W, Mask mask) {
  const auto Q = product(X, W.W_Q), K = product(X, W.W_K);
  const auto V = product(X, W.W_V);
  Matrix<R, T_, d_v_> Y(X.rows(), V.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    const auto y = attend(row(Q, i), K, V, mask == Mask::causal ? i + 1 : X.rows());
    for (Index c = 0; c < V.cols(); ++c) Y(i, c) = y(c);
  }
  return Y;
}

/// \tabled{8,One head}
/// \f[ Td(2d_k+d_v) + P(d_k+d_v) \text{ multiplications}, \qquad P \text{ exponentials}, \qquad 2P \text{ divisions} \f]
/// \shape  \f$ T, d, d_k, d_v \;\longmapsto\; \f$ a count
/// \pre    \f$ P \f$ pairs, row by row
/// \post   as many additions as multiplications and \f$ P \f$ more; \f$ P \f$ subtractions, \f$ P - T \f$ comparisons, \f$ T \f$ roots
/// \exact  all of it
/// \bound{none}
/// \proof
/// Three projections, and one query after the other: the sum of \f$ n(d_k + d_v) \f$ over the queries is \f$ P(d_k + d_v) \f$, that of
/// \f$ n - 1 \f$ is \f$ P - T \f$.
/// \qed
/// \holds{table_8_cost}
inline Count head_cost(Index T, Index d, Index d_k, Index d_v, Mask mask) {
  const Index P = pairs(T, mask);
  const Count each{.additions = d_k + d_v + 1, .subtractions = 1, .multiplications = d_k + d_v, .divisions = 2,
                   .exponentials = 1, .comparisons = 1};
  return product_cost(T, d, 2 * d_k + d_v) + P * each + T * Count{.functions = 1} - Count{.comparisons = T};
}

/// \display{8,Memory of the scores}
/// \f[ T^2 \f]
/// \shape  \f$ T \;\longmapsto\; \f$ stored numbers
/// \pre    \f$ S \f$ or \f$ A \f$ is materialised, masked or not
/// \post   the only part of the head's memory that is quadratic
/// \exact  all of it
/// \bound{none}
/// \proof
/// One number for each pair of positions.
/// \qed
/// \holds{display_8_memory}
inline Index materialised_memory(Index T) { return T * T; }

/// \display{8,Memory of the projections}
/// \f[ T (2 d_k + d_v) \f]
/// \shape  \f$ T, d_k, d_v \;\longmapsto\; \f$ stored numbers
/// \pre    queries, keys and values of one head
/// \post   linear in \f$ T \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each position has a query and a key of width \f$ d_k \f$ and a value of width \f$ d_v \f$.
/// \qed
/// \holds{display_8_memory}
inline Index projected_memory(Index T, Index d_k, Index d_v) { return T * (2 * d_k + d_v); }

/// \display{8,Parameters of one head}
/// \f[ d (2 d_k + d_v) \f]
/// \shape  \f$ d, d_k, d_v \;\longmapsto\; \f$ parameters
/// \pre    no biases
/// \post   independent of \f$ T \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// \f$ W_Q \f$ and \f$ W_K \f$ are \f$ d \times d_k \f$, \f$ W_V \f$ is \f$ d \times d_v \f$.
/// \qed
/// \holds{display_8_parameters}
inline Index parameter_count(Index d, Index d_k, Index d_v) { return d * (2 * d_k + d_v); }

/// \display{8,Parameters of all heads}
/// \f[ H \cdot d \Bigl( 2 \frac dH + \frac dH \Bigr) + d^2 = 3d^2 + d^2 \f]
/// \shape  \f$ d, H \;\longmapsto\; \f$ parameters
/// \pre    \f$ H \ge 1 \f$ divides \f$ d \f$, else an error; no biases
/// \post   the same for every \f$ H \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each head has \f$ d_k = d_v = d/H \f$; the concatenation is \f$ d \f$ wide, so the output projection is \f$ d \times d \f$.
/// \qed
/// \holds{display_8_parameters}
inline Index multi_head_parameter_count(Index d, Index H) {
  if (H == 0 || d % H != 0)
    throw ShapeError("multi_head_parameter_count: " + std::to_string(H) + " heads of one width do not fill d = " +
                     std::to_string(d) + "; expected a divisor of it");
  return H * parameter_count(d, d / H, d / H) + d * d;
}

/// \display{8,First layer of Step 3}
/// \f[ n \cdot d \cdot h \f]
/// \shape  \f$ n, d, h \;\longmapsto\; \f$ parameters
/// \pre    the context is \f$ n \f$ embedded tokens of width \f$ d \f$, concatenated; \f$ h \f$ hidden units; no biases
/// \post   grows with the context
/// \exact  all of it
/// \bound{none}
/// \proof
/// A dense layer from \f$ nd \f$ inputs to \f$ h \f$ outputs.
/// \qed
/// \holds{display_8_parameters}
inline Index context_layer_count(Index n, Index d, Index h) { return n * d * h; }

}
