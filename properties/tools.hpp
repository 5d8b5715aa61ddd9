#pragma once
#include "attest/arithmetic/traced.hpp"
#include "attest/bound/head.hpp"
#include "attest/impostor/head.hpp"
#include "theorem.hpp"
/// \file
/// \brief What several property files need: functions as objects, derivatives, provenance, refusals.
namespace attest::properties {
/// \cond

// The object of a theorem is a function: the definition itself, or an impostor of the same signature.
const auto by = [](auto f) { return [f](const auto&...) { return f; }; };

// The definitions as function objects, since a template cannot be passed on.
const auto the_head = [](const auto& X, const auto& W) { return head(X, W); };
const auto the_causal_head = [](const auto& X, const auto& W) { return causal_head(X, W); };
const auto the_softmax_row = [](const auto& S) { return softmax_row(S); };

// Constants of a wider arithmetic: slope 0, provenance empty.
template <class S, class R, Extent m_, Extent n_> Matrix<S, m_, n_> as(const Matrix<R, m_, n_>& A) {
  Matrix<S, m_, n_> B(A.rows(), A.cols());
  std::transform(A.begin(), A.end(), B.begin(), [](const R& x) { return S(x); });
  return B;
}
template <class S, class R> Head<S> as(const Head<R>& W) { return {as<S>(W.W_Q), as<S>(W.W_K), as<S>(W.W_V)}; }

// A matrix moving in a direction, for a derivative.
template <class R> Mat<Dual<R>> moving(const Mat<R>& X, const Mat<R>& H) {
  Mat<Dual<R>> Z(X.rows(), X.cols());
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) Z(t, c) = Dual<R>(X(t, c), H(t, c));
  return Z;
}
// Only the rows after i.
template <class R> Mat<R> rows_after(Index i, Mat<R> H) {
  for (Index t = 0; t < H.rows() && t <= i; ++t)
    for (Index c = 0; c < H.cols(); ++c) H(t, c) = R(0);
  return H;
}
template <class R> Mat<R> replaced_after(Index i, Mat<R> X, const Mat<R>& H) {
  for (Index t = i + 1; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) X(t, c) = H(t, c);
  return X;
}
template <class R> Mat<R> first_rows(const Mat<R>& X, Index n) {
  Mat<R> Y(n, X.cols());
  for (Index t = 0; t < n; ++t)
    for (Index c = 0; c < X.cols(); ++c) Y(t, c) = X(t, c);
  return Y;
}

// Row t carries the tag `first + t`.
template <class R> Mat<Traced<R>> tagged_rows(const Mat<R>& X, Index first = 0) {
  Mat<Traced<R>> Z(X.rows(), X.cols());
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) Z(t, c) = Traced<R>(X(t, c), tag(first + t));
  return Z;
}
inline Provenance tags_below(Index n) { return n >= 64 ? ~Provenance(0) : (Provenance(1) << n) - 1; }

template <class Error, class F> bool refuses(const F& f) {
  try {
    f();
  } catch (const Error&) {
    return true;
  } catch (const std::exception&) {
    return false;
  }
  return false;
}

// Scales of bounds, in the oracle's arithmetic.
template <class R> Mp sum_abs(const Vec<R>& a, const Mat<R>& V, Index c) {
  Mp s = 0;
  for (Index j = 0; j < V.rows(); ++j) s += abs(lifted<Mp>(a(j))) * abs(lifted<Mp>(V(j, c)));
  return s;
}
// sum_c |u_c| max_j |v_jc|, the scale of hull_error
template <class R> Mp hull_scale(const Mat<R>& V, const Vec<R>& u) {
  Mp s = 0;
  for (Index c = 0; c < V.cols(); ++c) {
    Mp most = 0;
    for (Index j = 0; j < V.rows(); ++j) most = max(most, Mp(abs(lifted<Mp>(V(j, c)))));
    s += abs(lifted<Mp>(u(c))) * most;
  }
  return s;
}
// The slack of <u, y> <= max_j <u, v_j>, both sides computed.
template <class R> Mp hull_slack(const Mat<R>& V, const Vec<R>& u) {
  return (bound::hull_error<R>(V.rows(), V.cols()) + bound::inner_error<R>(V.cols())) * hull_scale(V, u);
}
template <class R> R largest_along(const Mat<R>& V, const Vec<R>& u, Index rows) {
  R most = inner(u, row(V, 0));
  for (Index j = 1; j < rows; ++j) most = max(most, R(inner(u, row(V, j))));
  return most;
}
template <class R> Vec<R> negative(Vec<R> u) {
  for (auto& x : u) x = R(0) - x;
  return u;
}

// Small literal matrices: integers row by row.
template <class R> Mat<R> matrix_of(std::initializer_list<std::initializer_list<int>> rows) {
  Mat<R> A(rows.size(), rows.begin()->size());
  Index i = 0;
  for (const auto& entries : rows) {
    Index j = 0;
    for (const int x : entries) A(i, j++) = R(x);
    ++i;
  }
  return A;
}
template <class R> Vec<R> column_of(std::initializer_list<int> entries) {
  Vec<R> a(entries.size());
  Index i = 0;
  for (const int x : entries) a(i++) = R(x);
  return a;
}

/// \endcond
}
