// Extents in the type and extents at run time are the same code: the same bits, and errors that name the axis and both shapes.
#include "attest/matrix.hpp"
#include <cmath>
#include "attest/lecture/s5_lse.hpp"
#include "catch.hpp"
using attest::dynamic, attest::Head, attest::Index, attest::Matrix, attest::ShapeError;
namespace {

template <class M> M filled(Index m, Index n, double start) {
  M A(m, n);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) A(i, j) = typename M::Scalar(std::sin(start + double(i * n + j)));
  return A;
}
template <class A, class B> bool same_bits(const A& a, const B& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && std::equal(a.begin(), a.end(), b.begin());
}
template <class R> void fixed_against_dynamic() {
  using Free = Matrix<R, dynamic, dynamic>;
  const auto X = filled<Matrix<R, 5, 3>>(5, 3, 1);
  const Head<R, 3, 4, 2> W{filled<Matrix<R, 3, 4>>(3, 4, 2), filled<Matrix<R, 3, 4>>(3, 4, 3),
                           filled<Matrix<R, 3, 2>>(3, 2, 4)};
  const auto X_free = filled<Free>(5, 3, 1);
  const Head<R> W_free{filled<Free>(3, 4, 2), filled<Free>(3, 4, 3), filled<Free>(3, 2, 4)};
  const auto fixed = attest::causal_head(X, W);
  const auto free = attest::causal_head(X_free, W_free);
  CHECK(same_bits(fixed.S, free.S));
  CHECK(same_bits(fixed.A, free.A));
  CHECK(same_bits(fixed.Y, free.Y));
  CHECK(same_bits(attest::causal_attention(fixed.Q, fixed.K, fixed.V).Y,
                  attest::causal_attention(free.Q, free.K, free.V).Y));
  const auto mixed = attest::head(X_free, W);  // one extent in the type, the other at run time
  CHECK(same_bits(mixed.Y, attest::head(X, W).Y));
}

}

TEST_CASE("matrix: compile-time and run-time extents give the same bits") {
  fixed_against_dynamic<float>();
  fixed_against_dynamic<double>();
}

TEST_CASE("matrix: a large fixed matrix lives on the heap") {
  CHECK(sizeof(Matrix<double, 1000, 1000>) < 256);
  CHECK(sizeof(Matrix<double, 2, 2>) == 4 * sizeof(double));
  Matrix<float, 700, 700> A;
  A(699, 699) = 1;
  CHECK(A(0, 0) == 0);
}

TEST_CASE("matrix: run-time disagreement names the axis and both shapes") {
  using Free = Matrix<double, dynamic, dynamic>;
  const auto says = [](const auto& f) {
    try {
      f();
    } catch (const ShapeError& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  CHECK(says([] { attest::scores(Free(3, 4), Free(3, 5)); }) ==
        "d_k differs: 4 against 5; Q (T x d_k) is 3 x 4, K (T x d_k) is 3 x 5");
  CHECK(says([] { attest::head(Free(3, 2), Head<double>{Free(4, 1), Free(4, 1), Free(4, 1)}); }) ==
        "d differs: 2 against 4; X (T x d) is 3 x 2, W_Q (d x d_k) is 4 x 1");
  CHECK(says([] { attest::scores(Free(3, 0), Free(3, 0)); }) ==
        "scores: d_k is 0; queries and keys need at least one coordinate");
  CHECK(says([] { Matrix<double, 2, 3>(2, 4); }) == "Matrix: the type fixes 3 columns, got 4");
  CHECK(says([] { attest::causal(Free(2, 3)); }).find("T differs: 2 against 3") == 0);
}
