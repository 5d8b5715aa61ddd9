#pragma once
#include "attest/matrix.hpp"
/// \file
/// \brief What the lecture takes from linear algebra: the product, the transpose, and small helpers around them.
namespace attest {

/// \brief Columns of the left factor are the rows of the right one.
template <Extent columns_of_A, Extent rows_of_B>
concept inner_agree = columns_of_A == rows_of_B || columns_of_A == dynamic || rows_of_B == dynamic;

/// \brief \f$ (AB)_{ij} = \sum_l A_{il} B_{lj} \f$, summed from the first term to the last.
///
/// Every term counts: a zero of A does not silence an infinity or a NaN of B.
template <Arithmetic R, Extent m_, Extent n_, Extent k_, Extent p_> requires inner_agree<n_, k_>
Matrix<R, m_, p_> product(const Matrix<R, m_, n_>& A, const Matrix<R, k_, p_>& B) {
  agree("the inner extent", A.cols(), B.rows(), "the left factor", A, "the right factor", B);
  Matrix<R, m_, p_> C(A.rows(), B.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < B.cols(); ++j)
      for (Index l = 0; l < A.cols(); ++l) C(i, j) += A(i, l) * B(l, j);
  return C;
}

/// \brief \f$ (A^\top)_{ij} = A_{ji} \f$
template <class R, Extent m_, Extent n_> Matrix<R, n_, m_> transposed(const Matrix<R, m_, n_>& A) {
  Matrix<R, n_, m_> B(A.cols(), A.rows());
  for (Index i = 0; i < B.rows(); ++i)
    for (Index j = 0; j < B.cols(); ++j) B(i, j) = A(j, i);
  return B;
}

/// \brief Entrywise sum of two matrices of one shape.
template <Arithmetic R, Extent m_, Extent n_> Matrix<R, m_, n_> sum(Matrix<R, m_, n_> A, const Matrix<R, m_, n_>& B) {
  agree("the number of rows", A.rows(), B.rows(), "the left term", A, "the right term", B);
  agree("the number of columns", A.cols(), B.cols(), "the left term", A, "the right term", B);
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j) A(i, j) += B(i, j);
  return A;
}

/// \brief Row i as a vector: the lecture's column-vector form of a row.
template <class R, Extent m_, Extent n_> Vector<R, n_> row(const Matrix<R, m_, n_>& A, Index i) {
  Vector<R, n_> a(A.cols());
  for (Index j = 0; j < A.cols(); ++j) a(j) = A(i, j);
  return a;
}

/// \brief \f$ \langle x, y \rangle = \sum_c x_c y_c \f$
template <Arithmetic R, Extent n_> R inner(const Vector<R, n_>& x, const Vector<R, n_>& y) {
  agree("the length", x.rows(), y.rows(), "the left vector", x, "the right vector", y);
  R s = R(0);
  for (Index c = 0; c < x.rows(); ++c) s += x(c) * y(c);
  return s;
}

/// \brief The identity matrix.
template <Arithmetic R> Matrix<R, dynamic, dynamic> identity(Index n) {
  Matrix<R, dynamic, dynamic> I(n, n);
  for (Index i = 0; i < n; ++i) I(i, i) = R(1);
  return I;
}

/// \brief Gauss-Jordan elimination of the first n columns, in place; answers with the rank. For exact arithmetics.
///
/// Afterwards row r holds the r-th pivot as a 1, alone in its column; the other columns were carried along.
template <Arithmetic R, Extent m_, Extent n_> Index eliminate(Matrix<R, m_, n_>& M, Index n) {
  Index rank = 0;
  for (Index j = 0; j < n && rank < M.rows(); ++j) {
    Index i = rank;
    while (i < M.rows() && M(i, j) == R(0)) ++i;
    if (i == M.rows()) continue;
    for (Index c = 0; c < M.cols(); ++c) std::swap(M(rank, c), M(i, c));
    const R pivot = M(rank, j);
    for (Index c = 0; c < M.cols(); ++c) M(rank, c) = M(rank, c) / pivot;
    for (Index t = 0; t < M.rows(); ++t) {
      if (t == rank) continue;
      const R factor = M(t, j);
      for (Index c = j; c < M.cols(); ++c) M(t, c) = M(t, c) - factor * M(rank, c);
    }
    ++rank;
  }
  return rank;
}

/// \brief The number of linearly independent rows, decided by elimination. For exact arithmetics.
template <Arithmetic R, Extent m_, Extent n_> Index rank(Matrix<R, m_, n_> M) { return eliminate(M, M.cols()); }

}
