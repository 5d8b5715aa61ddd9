#pragma once
#include "attest/impostor/softmax.hpp"
/// \file
/// \brief Wrong masks.
namespace attest::impostor {

/// \brief The causal weights done right: what the others are held against.
inline constexpr auto causal_weights = [](const auto& S) { return softmax_row(causal(S)); };

/// \brief No mask at all.
inline constexpr auto unmasked = [](const auto& S) { return softmax_row(S); };

/// \brief Allows the next token: the classic leak by one.
inline constexpr auto mask_one_late = []<class R, Extent T_>(Square<R, T_> S) {
  for (Index i = 0; i < S.rows(); ++i)
    for (Index j = i + 2; j < S.rows(); ++j) S(i, j) = minus_infinity<R>();
  return softmax_row(S);
};

/// \brief A token cannot see itself; the first row, left empty, sees everything.
inline constexpr auto mask_one_early = []<class R, Extent T_>(Square<R, T_> S) {
  for (Index i = 1; i < S.rows(); ++i)
    for (Index j = i; j < S.rows(); ++j) S(i, j) = minus_infinity<R>();
  return softmax_row(S);
};

/// \brief Keeps the future and hides the past.
inline constexpr auto mask_inverted = []<class R, Extent T_>(Square<R, T_> S) {
  for (Index i = 0; i < S.rows(); ++i)
    for (Index j = 0; j < i; ++j) S(i, j) = minus_infinity<R>();
  return softmax_row(S);
};

/// \brief Aside 4.4: zeroes the weights after the softmax and forgets to renormalise.
inline constexpr auto mask_after_softmax = []<class R, Extent T_>(const Square<R, T_>& S) {
  auto A = softmax_row(S);
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = i + 1; j < A.rows(); ++j) A(i, j) = R(0);
  return A;
};

/// \brief Aside 4.4 with exact renormalisation: the right function by another way, where nothing underflows.
inline constexpr auto mask_after_softmax_renormalised = []<class R, Extent T_>(const Square<R, T_>& S) {
  auto A = mask_after_softmax(S);
  for (Index i = 0; i < A.rows(); ++i) {
    R mass = R(0);
    for (Index j = 0; j < A.rows(); ++j) mass += A(i, j);
    for (Index j = 0; j < A.rows(); ++j) A(i, j) = A(i, j) / mass;
  }
  return A;
};

/// \brief A finite stand-in for minus infinity.
inline constexpr auto finite_fill = [](int M) {
  return [M]<class R, Extent T_>(Square<R, T_> S) {
    for (Index i = 0; i < S.rows(); ++i)
      for (Index j = i + 1; j < S.rows(); ++j) S(i, j) = R(M);
    return softmax_row(S);
  };
};

/// \brief A masked score is multiplied by 0 and so becomes 0, which is a score like any other.
inline constexpr auto mask_as_zero_score = finite_fill(0);

}
