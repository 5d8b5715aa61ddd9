// The gradient of streaming attention: exactly the derivative, and in lanes the same bits.
#include "attest/kernel/gradient.hpp"
#include <cstring>
#include <random>
#include "attest/arithmetic/dual.hpp"
#include "attest/arithmetic/exact.hpp"
#include "catch.hpp"
using namespace attest;
namespace {

template <class R> using Mat = Matrix<R, dynamic, dynamic>;

template <class R> Mat<R> drawn(Index m, Index n, unsigned seed, int most = 2000, int denominator = 997) {
  Mat<R> A(m, n);
  std::mt19937 source(seed);
  for (auto& x : A) x = R(int(source() % unsigned(2 * most + 1)) - most) / R(denominator);
  return A;
}
template <class R> Mat<Dual<R>> moving(const Mat<R>& X, const Mat<R>& H) {
  Mat<Dual<R>> Z(X.rows(), X.cols());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index c = 0; c < X.cols(); ++c) Z(i, c) = Dual<R>(X(i, c), H(i, c));
  return Z;
}
template <class R> R inner_of(const Mat<R>& A, const Mat<R>& B) {
  R s = R(0);
  for (Index i = 0; i < A.rows(); ++i)
    for (Index c = 0; c < A.cols(); ++c) s += A(i, c) * B(i, c);
  return s;
}
template <class R> Index different_bits(const Mat<R>& A, const Mat<R>& B) {
  Index n = A.rows() == B.rows() && A.cols() == B.cols() ? 0 : 1;
  for (Index i = 0; i < A.rows() && n == 0; ++i)
    for (Index c = 0; c < A.cols(); ++c) n += std::memcmp(&A(i, c), &B(i, c), sizeof(R)) != 0;
  return n;
}
template <class R> Index differences(Index T, Index T_k, Index d_k, Index d_v) {
  const auto Q = drawn<R>(T, d_k, 1), K = drawn<R>(T_k, d_k, 2), V = drawn<R>(T_k, d_v, 3), dY = drawn<R>(T, d_v, 4);
  Index n = 0;
  for (const Mask mask : {Mask::none, Mask::causal}) {
    const auto plain = kernel::gradient_streaming(Q, K, V, dY, mask), laned = kernel::gradient(Q, K, V, dY, mask);
    n += different_bits(plain.dQ, laned.dQ) + different_bits(plain.dK, laned.dK) + different_bits(plain.dV, laned.dV);
  }
  return n;
}

}

TEST_CASE("The gradient of streaming attention is its derivative, exactly") {
  const Index T = 3, d_k = 4, d_v = 2;
  using R = Exact;
  const auto of = [](Index m, Index n, unsigned seed) { return drawn<R>(m, n, seed, 3, 2); };
  const auto Q = of(T, d_k, 1), K = of(T, d_k, 2), V = of(T, d_v, 3), dY = of(T, d_v, 4);
  const auto H_Q = of(T, d_k, 5), H_K = of(T, d_k, 6), H_V = of(T, d_v, 7);
  for (const Mask mask : {Mask::none, Mask::causal}) {
    const auto g = kernel::gradient_streaming(Q, K, V, dY, mask);
    const auto Y = attention_streaming(moving(Q, H_Q), moving(K, H_K), moving(V, H_V), 2, mask);
    R slope = R(0);
    for (Index i = 0; i < T; ++i)
      for (Index c = 0; c < d_v; ++c) slope += dY(i, c) * Y(i, c).d;
    CHECK(slope == inner_of(g.dQ, H_Q) + inner_of(g.dK, H_K) + inner_of(g.dV, H_V));
  }
}

TEST_CASE("The laned gradient is the plain one, bit for bit") {
  for (const Index T : {1u, 2u, 31u, 32u, 33u, 70u}) {
    CHECK(differences<float>(T, T, 3, 5) == 0);
    CHECK(differences<float>(T, T, 64, 64) == 0);
    CHECK(differences<double>(T, T, 17, 40) == 0);
    CHECK(differences<double>(T, T, 1, 1) == 0);
    CHECK(differences<float>(T, T + 9, 8, 33) == 0);
  }
  CHECK(differences<float>(290, 300, 5, 4) == 0);
}

TEST_CASE("The gradient does not look at what a mask removes") {
  auto Q = drawn<float>(50, 6, 1), K = drawn<float>(50, 6, 2), V = drawn<float>(50, 7, 3), dY = drawn<float>(50, 7, 4);
  for (Index i = 37; i < 50; ++i)
    for (Index c = 0; c < 7; ++c) dY(i, c) = 0;
  const auto whole = kernel::gradient(Q, K, V, dY, Mask::causal);
  for (Index c = 0; c < 7; ++c) V(37, c) = std::nanf("");
  const auto spoiled = kernel::gradient(Q, K, V, dY, Mask::causal);
  Index n = 0;
  for (Index i = 0; i < 37; ++i)
    for (Index c = 0; c < 6; ++c) n += std::memcmp(&whole.dQ(i, c), &spoiled.dQ(i, c), sizeof(float)) != 0;
  CHECK(n == 0);
}

TEST_CASE("Gradients of wrong shapes are errors") {
  const auto Q = drawn<float>(4, 3, 1), V = drawn<float>(4, 2, 2);
  CHECK_THROWS_AS(kernel::gradient(Q, Q, V, drawn<float>(3, 2, 3), Mask::none), ShapeError);
  CHECK_THROWS_AS(kernel::gradient(Q, Q, V, drawn<float>(4, 3, 3), Mask::none), ShapeError);
}
