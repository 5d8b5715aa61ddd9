#pragma once
#include <span>
#include <vector>
#include "attest/arithmetic/exponential.hpp"
#include "attest/lecture/s8_cost.hpp"
/// \file
/// \brief Lecture section 8, streaming softmax: one query, with keys and values that arrive in blocks.
namespace attest {

/// \brief What a query remembers of the keys it has met: the largest score m, the denominator Z and the numerator N, both
/// shifted by m. A new one has met none.
template <class R, Extent d_v_ = dynamic> struct State {
  R m, Z;
  Vector<R, d_v_> N;
  explicit State(Index d_v) : m(minus_infinity<R>()), Z(0), N(d_v) {}
};

/// \brief Keys that arrive together: first, first + 1, …, last - 1.
struct Block {
  Index first, last;
};

/// \aside{8.1,Blocks}
/// \f[ \{1, \dots, n\} = \{1, \dots, b\} \cup \{b+1, \dots, 2b\} \cup \cdots \f]
/// \shape  \f$ n, b \;\longmapsto\; \lceil n/b \rceil \f$ blocks
/// \pre    \f$ b \ge 1 \f$, else an error
/// \post   every key lies in exactly one block; the last block may be shorter
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each block begins where the one before ends, and the last one ends at \f$ n \f$.
/// \qed
/// \holds{aside_8_1}
inline std::vector<Block> blocks(Index n, Index b) {
  if (b == 0) throw std::invalid_argument("blocks: the block size is 0, expected at least 1");
  std::vector<Block> all;
  for (Index j = 0; j < n; j += std::min(b, n - j)) all.push_back({j, j + std::min(b, n - j)});
  return all;
}

/// \aside{8.1,The shift of a state}
/// \f[ \bar m = \begin{cases} m & m > -\infty \\[2pt] 0 & m = -\infty \end{cases} \f]
/// \shape  \f$ m \;\longmapsto\; \bar m \f$
/// \pre    \f$ m < \infty \f$
/// \post   \f$ s - \bar m \f$ is defined for every score \f$ s \le m \f$: nobody subtracts \f$ -\infty \f$ from itself
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// \f$ m = -\infty \f$ says that no key with a finite score has been met. Then every exponential is \f$ e^{-\infty} = 0 \f$, whatever the finite shift.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R> R shift_of(const R& m) { return m == minus_infinity<R>() ? R(0) : m; }

/// \aside{8.1,The scaled query}
/// \f[ \tilde q = \frac{q}{\sqrt{d_k}} \f]
/// \shape  \f$ q : d_k \;\longmapsto\; \tilde q : d_k \f$
/// \pre    \f$ d_k \ge 1 \f$, else an error
/// \post   \f$ \langle \tilde q, k \rangle \f$ is the scaled score: one division for each coordinate, not for each key
/// \exact  nothing; each quotient is rounded
/// \bound{scores_error}
/// \proof
/// The inner product is linear in the query.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent d_k_> Vector<R, d_k_> scaled_query(Vector<R, d_k_> q) {
  if (q.rows() == 0) throw ShapeError("scaled_query: d_k is 0; a query needs at least one coordinate");
  const R root_d_k = root<R>(q.rows());
  for (Index c = 0; c < q.rows(); ++c) q(c) = q(c) / root_d_k;
  return q;
}

/// \aside{8.1,Scores of one block}
/// \f[ s_j = \langle \tilde q, k_j \rangle, \qquad \mathrm{first} < j \le \mathrm{last} \f]
/// \shape  \f$ \tilde q : d_k,\; K : T \times d_k \;\longmapsto\; s : \mathrm{last} - \mathrm{first} \f$
/// \pre    \f$ \mathrm{first} < \mathrm{last} \le T \f$, and the widths agree, else an error
/// \post   the scores of the arriving keys; floats round each term once, together with its addition
/// \exact  nothing else of \f$ K \f$ is looked at
/// \bound{scores_error}
/// \proof
/// An inner product, summed from the first coordinate to the last. A fused product meets one rounding where the plain one meets two, so the
/// bound of the plain scores holds.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent d_k_, Extent T_, Extent k_> requires d_k_agree<d_k_, k_>
Vector<R, dynamic> block_scores(const Vector<R, d_k_>& q, const Matrix<R, T_, k_>& K, const Block& arriving) {
  agree("d_k", q.rows(), K.cols(), "q (d_k)", q, "K (T x d_k)", K);
  const auto [first, last] = arriving;
  if (first >= last || last > K.rows())
    throw ShapeError("block_scores: keys " + std::to_string(first) + " to " + std::to_string(last) + " of " +
                     std::to_string(K.rows()) + "; expected at least one, and none beyond the last");
  Vector<R, dynamic> s(last - first);
  for (Index j = first; j < last; ++j)
    for (Index c = 0; c < q.rows(); ++c) s(j - first) = fused(q(c), K(j, c), s(j - first));
  return s;
}

/// \aside{8.1,One block more}
/// \f[ m' = \max\bigl(m, \max_j s_j\bigr), \quad Z' = e^{m - m'} Z + \sum_j e^{s_j - m'}, \quad N' = e^{m - m'} N + \sum_j e^{s_j - m'} v_j \f]
/// \shape  \f$ (m, Z, N) : 1 + 1 + d_v,\; s : b,\; V : T \times d_v \;\longmapsto\; (m', Z', N') \f$
/// \pre    the scores are those of rows \f$ \mathrm{first}, \dots, \mathrm{first} + b - 1 \f$ of \p V; they are finite or \f$ -\infty \f$
/// \post   \f$ Z' = \sum e^{s_j - m'} \f$ and \f$ N' = \sum e^{s_j - m'} v_j \f$ over all keys met so far
/// \exact  a key with score \f$ -\infty \f$ changes neither the maximum nor the denominator
/// \bound{streaming_error}
/// \proof
/// By the exponential's law \f$ e^{m - m'} e^{s_j - m} = e^{s_j - m'} \f$: the factor turns sums that are shifted by \f$ m \f$ into sums that are
/// shifted by \f$ m' \f$. For the first block \f$ e^{-\infty - m'} = 0 \f$ meets \f$ Z = 0 \f$ and \f$ N = 0 \f$.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent b_, Extent T_, Extent d_v_>
State<R, d_v_> absorb(State<R, d_v_> a, const Vector<R, b_>& s, const Matrix<R, T_, d_v_>& V, Index first) {
  const R m = max(a.m, largest(s)), shift = shift_of(m);
  const R factor = exp_nonpositive(R(a.m - shift));                       // licence: display_5_shift
  a.Z = a.Z * factor;
  for (Index c = 0; c < V.cols(); ++c) a.N(c) = a.N(c) * factor;
  for (Index j = 0; j < s.rows(); ++j) {
    const R e = exp_nonpositive(R(s(j) - shift));                         // licence: display_5_shift
    a.Z += e;
    for (Index c = 0; c < V.cols(); ++c) a.N(c) = fused(e, V(first + j, c), a.N(c));
  }
  a.m = m;
  return a;
}

/// \aside{8.1,Two states}
/// \f[ m = \max(m_a, m_b), \qquad Z = e^{m_a - m} Z_a + e^{m_b - m} Z_b, \qquad N = e^{m_a - m} N_a + e^{m_b - m} N_b \f]
/// \shape  two states of width \f$ d_v \;\longmapsto\; \f$ one
/// \pre    no key was met by both
/// \post   the state that met the keys of both
/// \exact  merging commutes; the state \f$ (-\infty, 0, 0) \f$ is neutral
/// \bound{streaming_error}
/// \proof
/// The factors bring both sums to the shift \f$ m \f$, as for one block more. The empty state contributes \f$ e^{-\infty} = 0 \f$ times 0, and leaves the
/// other one with \f$ e^0 = 1 \f$. Sums and products of two numbers do not depend on their order.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent d_v_> State<R, d_v_> merge(State<R, d_v_> a, const State<R, d_v_>& b) {
  agree("d_v", a.N.rows(), b.N.rows(), "the left numerator", a.N, "the right numerator", b.N);
  const R m = max(a.m, b.m), shift = shift_of(m);
  const R of_a = exp_nonpositive(R(a.m - shift));                         // licence: display_5_shift
  const R of_b = exp_nonpositive(R(b.m - shift));                         // licence: display_5_shift
  a.Z = of_a * a.Z + of_b * b.Z;
  for (Index c = 0; c < a.N.rows(); ++c) a.N(c) = of_a * a.N(c) + of_b * b.N(c);
  a.m = m;
  return a;
}

/// \aside{8.1,The average of a state}
/// \f[ y = \frac NZ \f]
/// \shape  \f$ (m, Z, N) \;\longmapsto\; y : d_v \f$
/// \pre    a key with a finite score has been met, else an error
/// \post   the softmax-weighted average of the values met
/// \exact  nothing; the quotient is rounded
/// \bound{streaming_error}
/// \proof
/// Numerator and denominator are shifted by the same \f$ m \f$, and the shift cancels.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent d_v_> Vector<R, d_v_> average(const State<R, d_v_>& a) {
  if (a.Z == R(0)) throw std::domain_error("average: the query has met no key with a finite score; expected one");
  Vector<R, d_v_> y(a.N.rows());
  for (Index c = 0; c < y.rows(); ++c) y(c) = a.N(c) / a.Z;
  return y;
}

/// \aside{8.1,Streaming softmax}
/// \f[ y = \frac{\sum_j e^{s_j - m} v_j}{\sum_j e^{s_j - m}}, \qquad s_j = \frac{\langle q, k_j \rangle}{\sqrt{d_k}}, \qquad m = \max_j s_j \f]
/// \shape  \f$ q : d_k,\; K : T \times d_k,\; V : T \times d_v \;\longmapsto\; y : d_v \f$
/// \pre    the blocks name every permitted key once, in any order; at least one, else an error
/// \post   attention over those keys, without storing a row of weights
/// \exact  keys of no block are not looked at
/// \bound{streaming_error}
/// \proof
/// After each block the state holds the shifted sums over the keys met so far; after the last one over all of them.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent d_k_, Extent T_, Extent k_, Extent d_v_>
Vector<R, d_v_> attend_streaming(const Vector<R, d_k_>& q, const Matrix<R, T_, k_>& K, const Matrix<R, T_, d_v_>& V,
                                 std::span<const Block> arriving) {
  agree("T", K.rows(), V.rows(), "K (T x d_k)", K, "V (T x d_v)", V);
  State<R, d_v_> a(V.cols());
  const auto scaled = scaled_query(q);
  for (const Block& b : arriving) a = absorb(std::move(a), block_scores(scaled, K, b), V, b.first);
  return average(a);
}

/// \aside{8.1,Streaming attention}
/// \f[ Y_i = \operatorname{attend}(q_i; k_1, \dots, k_n; v_1, \dots, v_n), \qquad n = T_k \text{ or } n = i, \qquad \text{in blocks of } b \f]
/// \shape  \f$ Q : T_q \times d_k,\; K : T_k \times d_k,\; V : T_k \times d_v,\; b \;\longmapsto\; Y : T_q \times d_v \f$
/// \pre    \f$ b \ge 1 \f$; with the causal mask \f$ T_q \le T_k \f$, else an error
/// \post   the attention of section 5 from its projections on; no \f$ T_q \times T_k \f$ matrix is stored
/// \exact  row \f$ i \f$ does not look at masked keys and values
/// \bound{streaming_error}
/// \proof
/// Every row is a streaming softmax over the blocks of its permitted keys.
/// \qed
/// \holds{aside_8_1}
template <Arithmetic R, Extent T_, Extent N_, Extent d_k_, Extent d_v_>
Matrix<R, T_, d_v_> attention_streaming(const Matrix<R, T_, d_k_>& Q, const Matrix<R, N_, d_k_>& K,
                                        const Matrix<R, N_, d_v_>& V, Index b, Mask mask) {
  Matrix<R, T_, d_v_> Y(Q.rows(), V.cols());
  for (Index i = 0; i < Q.rows(); ++i) {
    const auto y = attend_streaming(row(Q, i), K, V, blocks(mask == Mask::causal ? i + 1 : K.rows(), b));
    for (Index c = 0; c < V.cols(); ++c) Y(i, c) = y(c);
  }
  return Y;
}

/// \aside{8.1,Cost of streaming}
/// \f[ n(d_k + d_v) + B(d_v + 1) \text{ multiplications}, \qquad n + B \text{ exponentials}, \qquad d_k + d_v \text{ divisions} \f]
/// \shape  \f$ n, B, d_k, d_v \;\longmapsto\; \f$ a count
/// \pre    one query, \f$ n \f$ keys in \f$ B \f$ blocks
/// \post   one exponential and \f$ d_v + 1 \f$ products more for each block than a plain row; still \f$ O(n) \f$
/// \exact  all of it
/// \bound{none}
/// \proof
/// Each key meets what it meets in a plain row, but for the two divisions: the query is divided by the root once, and the average by the denominator at
/// the end, once a coordinate each. Each block adds its factor (a subtraction and an exponential), \f$ d_v + 1 \f$ products with it, and instead of the
/// first comparison of a maximum that of the two maxima and one with \f$ -\infty \f$; at the end the denominator is compared with 0.
/// \qed
/// \holds{aside_8_1}
inline Count streaming_cost(Index n, Index B, Index d_k, Index d_v) {
  const Count each{.additions = d_k + d_v + 1, .subtractions = 1, .multiplications = d_k + d_v, .exponentials = 1,
                   .comparisons = 1};
  const Count block{.subtractions = 1, .multiplications = d_v + 1, .exponentials = 1, .comparisons = 1};
  return n * each + B * block + Count{.divisions = d_k + d_v, .functions = 1, .comparisons = 1};
}

}
