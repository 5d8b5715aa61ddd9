#pragma once
#include "attest/lecture/s4_causal.hpp"
/// \file
/// \brief Wrong ways from scores to weights.
/// \namespace attest::impostor
/// \brief Wrong attention, each as code: properties break on them.
namespace attest::impostor {

/// \brief Softmax down the columns: each key divides itself among the queries.
inline constexpr auto columnwise = []<class R, Extent T_, Extent N_>(const Matrix<R, T_, N_>& S) {
  return transposed(softmax_row(transposed(S)));
};

/// \brief All the weight on the first largest score.
inline constexpr auto hard_maximum = []<class R, Extent T_, Extent N_>(const Matrix<R, T_, N_>& S) {
  Matrix<R, T_, N_> A(S.rows(), S.cols());
  for (Index i = 0; i < S.rows(); ++i) {
    Index m = 0;
    for (Index j = 0; j < S.cols(); ++j)
      if (S(i, m) < S(i, j)) m = j;
    A(i, m) = R(1);
  }
  return A;
};

/// \brief Exponentials, never normalised.
inline constexpr auto no_denominator = []<class R, Extent T_, Extent N_>(Matrix<R, T_, N_> S) {
  for (auto& s : S) s = exp(s);
  return S;
};

/// \brief One more unit in the denominator ("softmax plus one").
inline constexpr auto one_extra = []<class R, Extent T_, Extent N_>(const Matrix<R, T_, N_>& S) {
  Matrix<R, T_, N_> A(S.rows(), S.cols());
  for (Index i = 0; i < S.rows(); ++i) {
    R Z = R(1);
    for (Index l = 0; l < S.cols(); ++l) Z += exp(S(i, l));
    for (Index j = 0; j < S.cols(); ++j) A(i, j) = exp(S(i, j)) / Z;
  }
  return A;
};

/// \brief The raw scores as weights: no exponential at all.
inline constexpr auto no_exponential = []<class R, Extent T_, Extent N_>(const Matrix<R, T_, N_>& S) { return S; };

/// \brief Exponentials in the numerator, raw scores in the denominator.
inline constexpr auto raw_denominator = []<class R, Extent T_, Extent N_>(const Matrix<R, T_, N_>& S) {
  Matrix<R, T_, N_> A(S.rows(), S.cols());
  for (Index i = 0; i < S.rows(); ++i) {
    R Z = R(0);
    for (Index l = 0; l < S.cols(); ++l) Z += S(i, l);
    for (Index j = 0; j < S.cols(); ++j) A(i, j) = Z == R(0) ? R(0) : R(exp(S(i, j)) / Z);
  }
  return A;
};

/// \brief The same weight for every key.
inline constexpr auto uniform = []<class R, Extent T_, Extent N_>(const Matrix<R, T_, N_>& S) {
  Matrix<R, T_, N_> A(S.rows(), S.cols());
  for (auto& a : A) a = R(1) / number<R>(S.cols());
  return A;
};

}
