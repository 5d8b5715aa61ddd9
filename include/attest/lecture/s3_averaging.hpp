#pragma once
#include <optional>
#include "attest/lecture/s2_head.hpp"
/// \file
/// \brief Lecture section 3, attention as averaging.
namespace attest {

/// \display{3,Probability simplex}
/// \f[ \Delta^{T-1} = \Bigl\{ a \in \mathbb R^T : a_j \ge 0,\; \sum_{j=1}^{T} a_j = 1 \Bigr\} \f]
/// \shape  \f$ a : T \;\longmapsto\; \f$ whether \f$ a \in \Delta^{T-1} \f$
/// \pre    \p a is finite
/// \post   true exactly when both conditions hold for the numbers as they are, computed in the given arithmetic
/// \exact  the comparisons; in floats the sum that is compared with 1 is a rounded one
/// \bound{row_sum_error}
/// \proof
/// The two conditions are the two comparisons.
/// \qed
/// \holds{display_3_simplex}
template <Arithmetic R, Extent T_> bool in_simplex(const Vector<R, T_>& a) {
  R mass = R(0);
  for (Index j = 0; j < a.rows(); ++j) {
    if (a(j) < R(0)) return false;
    mass += a(j);
  }
  return mass == R(1);
}

/// \display{3,Convex combination}
/// \f[ \operatorname{conv}\{v_1,\dots,v_T\} = \Bigl\{ \sum_{j=1}^{T} a_j v_j : a \in \Delta^{T-1} \Bigr\} \f]
/// \shape  \f$ a : T,\; V : T \times d_v \;\longmapsto\; \sum_j a_j v_j : d_v \f$
/// \pre    \f$ a \in \Delta^{T-1} \f$
/// \post   a point of the hull, \p a being its certificate; read as a law of \f$ J \f$ it is \f$ \mathbb E[v_J] \f$
/// \exact  nothing; the sum is rounded
/// \bound{average_error}
/// \proof
/// This is the form of a point of the hull. With \f$ \mathbb P(J = j) = a_j \f$ it is also the definition of an expectation of a
/// vector with finitely many values.
/// \qed
/// \holds{display_3_simplex}
/// \holds{display_3_expectation}
/// \holds{display_3_bounds}
/// \holds{exercise_11}
template <Arithmetic R, Extent T_, Extent d_v_>
Vector<R, d_v_> convex_combination(const Vector<R, T_>& a, const Matrix<R, T_, d_v_>& V) {
  agree("T", a.rows(), V.rows(), "the weights (T)", a, "V (T x d_v)", V);
  Vector<R, d_v_> y(V.cols());
  for (Index c = 0; c < V.cols(); ++c)
    for (Index j = 0; j < V.rows(); ++j) y(c) += a(j) * V(j, c);
  return y;
}

/// \display{3,Separation from the hull}
/// \f[ \langle u, y \rangle > \max_j \langle u, v_j \rangle \f]
/// \shape  \f$ u, y : d_v,\; V : T \times d_v \;\longmapsto\; \f$ whether the direction \f$ u \f$ separates \f$ y \f$ from the hull
/// \pre    all entries are finite
/// \post   when true, \f$ y \notin \operatorname{conv}\{v_1,\dots,v_T\} \f$
/// \exact  in exact arithmetic; in floats the inner products are rounded
/// \bound{inner_error}
/// \proof
/// If \f$ y = \sum_j a_j v_j \f$ with \f$ a \in \Delta^{T-1} \f$ then \f$ \langle u, y \rangle = \sum_j a_j \langle u, v_j \rangle \f$ is at most
/// the largest of them.
/// \qed
/// \holds{display_3_simplex}
template <Arithmetic R, Extent T_, Extent d_v_>
bool separates(const Vector<R, d_v_>& u, const Matrix<R, T_, d_v_>& V, const Vector<R, d_v_>& y) {
  const R at_y = inner(u, y);
  for (Index j = 0; j < V.rows(); ++j)
    if (!(inner(u, row(V, j)) < at_y)) return false;
  return true;
}

/// \display{3,Sampling a source}
/// \f[ J = \min \Bigl\{ j : U < \sum_{\ell \le j} A_{i\ell} \Bigr\}, \qquad \mathbb P(J = j) = A_{ij} \f]
/// \shape  \f$ a : T,\; U \in [0, 1) \;\longmapsto\; J \in \{0, \dots, T-1\} \f$
/// \pre    \f$ a \in \Delta^{T-1} \f$ up to rounding, \f$ U \f$ uniform
/// \post   a source of weight 0 is never drawn, but for the last with weight where rounding leaves mass over
/// \exact  nothing; the partial sums are rounded
/// \bound{row_sum_error}
/// \proof
/// \f$ J = j \f$ exactly when \f$ U \f$ lies between two partial sums that differ by \f$ A_{ij} \f$.
/// \qed
/// \holds{display_3_expectation}
template <Arithmetic R, Extent T_> Index sample_source(const Vector<R, T_>& a, const R& U) {
  R below = R(0);
  Index last = 0;
  for (Index j = 0; j < a.rows(); ++j) {
    below += a(j);
    if (R(0) < a(j)) last = j;
    if (U < below) return j;
  }
  return last;
}

/// \aside{3.6,Barycentric coordinates}
/// \f[ \sum_{j=1}^{T} a_j v_j = y, \qquad \sum_{j=1}^{T} a_j = 1 \f]
/// \shape  \f$ V : T \times d_v,\; y : d_v \;\longmapsto\; a : T \f$, or nothing
/// \pre    an arithmetic in which equality decides; floats pick a pivot that rounding made
/// \post   the one solution when the values are affinely independent and \f$ y \f$ lies in their affine hull, else nothing
/// \exact  in exact arithmetic
/// \bound{none}
/// \proof
/// The values are affinely independent exactly when the columns \f$ (v_j, 1) \f$ are linearly independent; then elimination finds a
/// pivot in each of the \f$ T \f$ columns, the solution is unique, and it exists when every equation that is left over reads
/// \f$ 0 = 0 \f$.
/// \qed
/// \holds{aside_3_6}
template <Arithmetic R, Extent T_, Extent d_v_>
std::optional<Vector<R, T_>> barycentric(const Matrix<R, T_, d_v_>& V, const Vector<R, d_v_>& y) {
  const Index T = V.rows(), d_v = V.cols();
  Matrix<R, dynamic, dynamic> M(d_v + 1, T + 1);
  for (Index c = 0; c <= d_v; ++c)
    for (Index j = 0; j <= T; ++j) M(c, j) = c == d_v ? R(1) : j == T ? y(c) : V(j, c);
  const auto pivots = eliminate(M, T);
  if (pivots < T) return std::nullopt;
  for (Index c = T; c <= d_v; ++c)
    if (!(M(c, T) == R(0))) return std::nullopt;
  Vector<R, T_> a(T);
  for (Index j = 0; j < T; ++j) a(j) = M(j, T);
  return a;
}

}
