#pragma once
#include <array>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Matrices whose extents stand in the type or, where the type says dynamic, are known at run time.
namespace attest {

using Extent = std::size_t;
inline constexpr Extent dynamic = std::dynamic_extent;

/// \brief Shapes that do not fit together; the message names the axis, both numbers and both shapes.
struct ShapeError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// \brief Rows by columns, row after row. Small fixed ones are an array, all others own heap memory.
///
/// Entries start as zeros of the number type. An index outside the shape is undefined, as for a vector.
template <class R, Extent Rows, Extent Cols = 1> class Matrix {
  static constexpr bool fixed = Rows != dynamic && Cols != dynamic;
  static constexpr Extent number = fixed ? Rows * Cols : 0;
  static constexpr bool small = fixed && number * sizeof(R) <= 4096;
  template <Extent E> struct Fixed {
    constexpr operator Index() const { return E; }
  };
  template <Extent E> using Size = std::conditional_t<E == dynamic, Index, Fixed<E>>;
  [[no_unique_address]] Size<Rows> m_{};
  [[no_unique_address]] std::conditional_t<Rows == Cols && Cols != dynamic, std::integral_constant<Index, Cols>,
                                           Size<Cols>>
      n_{};
  std::conditional_t<small, std::array<R, small ? number : 1>, std::vector<R>> e_{};

  template <Extent E, class S> static void set(S& size, Index n, const char* axis) {
    if constexpr (E == dynamic) size = n;
    else if (n != E)
      throw ShapeError(std::string("Matrix: the type fixes ") + std::to_string(E) + " " + axis + ", got " +
                       std::to_string(n));
  }

 public:
  using Scalar = R;
  Matrix() requires fixed : Matrix(Rows, Cols) {}
  Matrix() requires(!fixed) : Matrix(Rows == dynamic ? 0 : Rows, Cols == dynamic ? 0 : Cols) {}
  explicit Matrix(Index m, Index n = 1) {
    set<Rows>(m_, m, "rows");
    set<Cols>(n_, n, "columns");
    if constexpr (small) e_.fill(R(0));
    else e_.assign(m * n, R(0));
  }
  constexpr Index rows() const { return m_; }
  constexpr Index cols() const { return n_; }
  R& operator()(Index i, Index j = 0) { return e_[i * n_ + j]; }
  const R& operator()(Index i, Index j = 0) const { return e_[i * n_ + j]; }
  auto begin() { return e_.begin(); }
  auto end() { return e_.end(); }
  auto begin() const { return e_.begin(); }
  auto end() const { return e_.end(); }
  friend bool operator==(const Matrix& A, const Matrix& B) {
    return A.rows() == B.rows() && A.cols() == B.cols() && std::equal(A.begin(), A.end(), B.begin());
  }
};
template <class R, Extent N> using Vector = Matrix<R, N, 1>;
template <class R, Extent N> using Square = Matrix<R, N, N>;

template <class R, Extent Rows, Extent Cols>
std::ostream& operator<<(std::ostream& out, const Matrix<R, Rows, Cols>& A) {
  out << A.rows() << " x " << A.cols();
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j) out << (j ? " " : " [") << A(i, j) << (j + 1 == A.cols() ? "]" : "");
  return out;
}

/// \brief Two extents that may be the same axis: equal numbers, or one is left to run time.
template <Extent a, Extent b> concept same_axis = a == b || a == dynamic || b == dynamic;
/// \brief The extent that two names of one axis have together.
template <Extent a, Extent b> inline constexpr Extent meet = a == dynamic ? b : a;

/// \brief Agreement of one axis at run time: what the concepts say where the types leave it open.
template <class A, class B>
void agree(const char* axis, Index a, Index b, const char* name_a, const A& x, const char* name_b, const B& y) {
  if (a == b) return;
  const auto shape = [](const auto& M) { return std::to_string(M.rows()) + " x " + std::to_string(M.cols()); };
  throw ShapeError(std::string(axis) + " differs: " + std::to_string(a) + " against " + std::to_string(b) + "; " +
                   name_a + " is " + shape(x) + ", " + name_b + " is " + shape(y));
}
}
