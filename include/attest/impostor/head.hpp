#pragma once
#include "attest/impostor/mask.hpp"
/// \file
/// \brief Wrong heads, made from wrong parts.
namespace attest::impostor {

/// \brief The head with other weights; the average looks at every value.
inline constexpr auto head_with = [](auto weights) {
  return [weights]<class R>(const Matrix<R, dynamic, dynamic>& X, const Head<R>& W) {
    auto Q = product(X, W.W_Q), K = product(X, W.W_K), V = product(X, W.W_V);
    auto S = scores(Q, K);
    auto A = weights(S);
    auto Y = product(A, V);
    return Pass<R>{Q, K, V, S, A, Y};
  };
};

/// \brief The head with its scores changed on the way.
inline constexpr auto head_scoring = [](auto score) {
  return [score]<class R>(const Matrix<R, dynamic, dynamic>& X, const Head<R>& W) {
    auto Q = product(X, W.W_Q), K = product(X, W.W_K), V = product(X, W.W_V);
    auto S = score(Q, K);
    auto A = softmax_row(S);
    auto Y = product(A, V);
    return Pass<R>{Q, K, V, S, A, Y};
  };
};

/// \brief No division by the root of d_k.
inline constexpr auto no_scale =
    head_scoring([]<class M>(const M& Q, const M& K) { return product(Q, transposed(K)); });

/// \brief Divides by d_k and not by its root.
inline constexpr auto scale_twice = head_scoring([]<class M>(const M& Q, const M& K) {
  auto S = scores(Q, K);
  for (auto& s : S) s = s / root<typename M::Scalar>(Q.cols());
  return S;
});

/// \brief Queries and keys have changed places.
inline constexpr auto roles_exchanged = head_scoring([](const auto& Q, const auto& K) { return scores(K, Q); });

/// \brief Keys are forgotten: queries are compared with queries.
inline constexpr auto queries_twice = head_scoring([](const auto& Q, const auto&) { return scores(Q, Q); });

/// \brief Returns the keys' average where the values' is due; needs as many columns, so it repeats or drops some.
inline constexpr auto keys_as_values = []<class R>(const Matrix<R, dynamic, dynamic>& X, const Head<R>& W) {
  auto pass = head(X, W);
  for (Index j = 0; j < X.rows(); ++j)
    for (Index c = 0; c < pass.V.cols(); ++c) pass.V(j, c) = pass.K(j, c % pass.K.cols());
  pass.Y = product(pass.A, pass.V);
  return pass;
};

}
