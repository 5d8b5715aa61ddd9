#pragma once
#include "attest/lecture/s5_lse.hpp"
/// \file
/// \brief Lecture section 6, permutation equivariance.
namespace attest {

/// \brief A permutation of the positions 0 to T - 1: \f$ \pi \f$ sends t to pi[t].
using Permutation = std::vector<Index>;

/// \display{6,Inverse permutation}
/// \f[ \pi^{-1}(\pi(t)) = t \f]
/// \shape  \f$ \pi \in S_T \;\longmapsto\; \pi^{-1} \in S_T \f$
/// \pre    \f$ \pi \f$ takes every value below \f$ T \f$ once, else an error that names the position
/// \post   \f$ \pi^{-1}\pi = \pi\pi^{-1} = 1 \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// \f$ T \f$ values below \f$ T \f$ without a repetition are all of them, so every place is filled.
/// \qed
/// \holds{display_6_action}
inline Permutation inverse(const Permutation& pi) {
  const Index T = pi.size();
  Permutation back(T, T);
  for (Index t = 0; t < T; ++t) {
    if (pi[t] >= T || back[pi[t]] != T)
      throw std::invalid_argument("inverse: no permutation of " + std::to_string(T) + " positions: " +
                                  std::to_string(t) + " is sent to " + std::to_string(pi[t]) +
                                  (pi[t] >= T ? ", which is outside" : ", and so is another one"));
    back[pi[t]] = t;
  }
  return back;
}

/// \display{6,Product of permutations}
/// \f[ (\pi\rho)(t) = \pi(\rho(t)) \f]
/// \shape  \f$ \pi, \rho \in S_T \;\longmapsto\; \pi\rho \in S_T \f$
/// \pre    both permute as many positions, else an error
/// \post   first \f$ \rho \f$, then \f$ \pi \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// One bijection after the other is a bijection.
/// \qed
/// \holds{display_6_action}
inline Permutation composed(const Permutation& pi, const Permutation& rho) {
  if (pi.size() != rho.size())
    throw ShapeError("composed: permutations of " + std::to_string(pi.size()) + " and of " +
                     std::to_string(rho.size()) + " positions");
  Permutation both(rho.size());
  for (Index t = 0; t < rho.size(); ++t) both[t] = pi[rho[t]];
  return both;
}

/// \display{6,Permutation matrix}
/// \f[ (P_\pi)_{ts} = \begin{cases} 1 & s = \pi^{-1}(t) \\[2pt] 0 & \text{else} \end{cases} \f]
/// \shape  \f$ \pi \in S_T \;\longmapsto\; P_\pi : T \times T \f$
/// \pre    \f$ \pi \f$ is a permutation, else an error
/// \post   \f$ (P_\pi X)_t = X_{\pi^{-1}(t)} \f$ and \f$ P_\pi^\top P_\pi = I \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// Row \f$ t \f$ of \f$ P_\pi X \f$ is \f$ \sum_s (P_\pi)_{ts} X_s \f$, which has the one term \f$ s = \pi^{-1}(t) \f$. The columns of
/// \f$ P_\pi \f$ are distinct unit vectors.
/// \qed
/// \holds{display_6_action}
template <Arithmetic R> Matrix<R, dynamic, dynamic> permutation_matrix(const Permutation& pi) {
  const auto back = inverse(pi);
  Matrix<R, dynamic, dynamic> P(pi.size(), pi.size());
  for (Index t = 0; t < pi.size(); ++t) P(t, back[t]) = R(1);
  return P;
}

/// \display{6,Permuted rows}
/// \f[ (P_\pi X)_t = X_{\pi^{-1}(t)} \f]
/// \shape  \f$ X : T \times d,\; \pi \in S_T \;\longmapsto\; P_\pi X : T \times d \f$
/// \pre    \f$ \pi \f$ permutes as many positions as \f$ X \f$ has rows, else an error
/// \post   row \f$ t \f$ of \f$ X \f$ is row \f$ \pi(t) \f$ of the result
/// \exact  everything; entries are copied
/// \bound{none}
/// \proof
/// Put \f$ \pi(t) \f$ for \f$ t \f$: \f$ (P_\pi X)_{\pi(t)} = X_{\pi^{-1}(\pi(t))} = X_t \f$.
/// \qed
/// \holds{display_6_action}
/// \holds{theorem_6_1}
/// \holds{result_6_positions}
/// \holds{remark_6_3_precision}
/// \holds{remark_6_3_mask}
template <class R, Extent T_, Extent d_> Matrix<R, T_, d_> permuted(const Matrix<R, T_, d_>& X, const Permutation& pi) {
  if (pi.size() != X.rows())
    throw ShapeError("permuted: a permutation of " + std::to_string(pi.size()) + " positions, X has " +
                     std::to_string(X.rows()) + " rows");
  const auto back = inverse(pi);
  Matrix<R, T_, d_> Y(X.rows(), X.cols());
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) Y(t, c) = X(back[t], c);
  return Y;
}

/// \display{6,Permuted tokens}
/// \f[ (\pi \cdot x)_t = x_{\pi^{-1}(t)} \f]
/// \shape  \f$ x \in \{0, \dots, V-1\}^T,\; \pi \in S_T \;\longmapsto\; \pi \cdot x \in \{0, \dots, V-1\}^T \f$
/// \pre    \f$ \pi \f$ permutes as many positions as there are tokens, else an error
/// \post   token \f$ t \f$ stands at the place \f$ \pi(t) \f$
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// As for rows.
/// \qed
/// \holds{display_6_action}
/// \holds{result_6_positions}
/// \holds{remark_6_3_precision}
inline std::vector<Index> permuted_tokens(Tokens x, const Permutation& pi) {
  if (pi.size() != x.size())
    throw ShapeError("permuted_tokens: a permutation of " + std::to_string(pi.size()) + " positions, the text has " +
                     std::to_string(x.size()) + " tokens");
  const auto back = inverse(pi);
  std::vector<Index> y(x.size());
  for (Index t = 0; t < x.size(); ++t) y[t] = x[back[t]];
  return y;
}

/// \display{6,Position-wise map}
/// \f[ \phi_{\mathrm{row}}(X)_t = \phi(X_t) \f]
/// \shape  \f$ \phi : \mathbb R^d \to \mathbb R^{d'},\; X : T \times d \;\longmapsto\; \phi_{\mathrm{row}}(X) : T \times d' \f$
/// \pre    \f$ T \ge 1 \f$, else an error; \f$ \phi \f$ answers every row with as many numbers
/// \post   row \f$ t \f$ is made of row \f$ t \f$ only, by the same \f$ \phi \f$ at every position
/// \exact  whatever \f$ \phi \f$ computes, permuted rows give permuted results to the last bit
/// \bound{none}
/// \proof
/// \f$ \phi_{\mathrm{row}}(P_\pi X)_t = \phi(X_{\pi^{-1}(t)}) = (P_\pi \phi_{\mathrm{row}}(X))_t \f$, and equal numbers give equal results.
/// \qed
/// \holds{display_6_positionwise}
template <Arithmetic R, Extent T_, Extent d_, class F>
Matrix<R, T_, dynamic> row_wise(const F& phi, const Matrix<R, T_, d_>& X) {
  if (X.rows() == 0) throw ShapeError("row_wise: the stream has no rows");
  Matrix<R, T_, dynamic> Y(X.rows(), phi(row(X, 0)).rows());
  for (Index t = 0; t < X.rows(); ++t) {
    const auto y = phi(row(X, t));
    agree("the width", Y.cols(), y.rows(), "the result", Y, "one row of it", y);
    for (Index c = 0; c < y.rows(); ++c) Y(t, c) = y(c);
  }
  return Y;
}

}
