// The kernels give the bits of the definition: every shape, every block boundary, odd widths, threads, prefixes.
#include "attest/kernel/cache.hpp"
#include <cstring>
#include <random>
#include "catch.hpp"
using namespace attest;
namespace {

template <class R> using Mat = Matrix<R, dynamic, dynamic>;

template <class R> Mat<R> drawn(Index m, Index n, unsigned seed) {
  Mat<R> A(m, n);
  std::mt19937 source(seed);
  for (auto& x : A) x = R(int(source() % 4001) - 2000) / R(997);
  return A;
}
template <class R, Extent m_, Extent n_> Index different_bits(const Matrix<R, m_, n_>& A, const Matrix<R, m_, n_>& B) {
  Index n = A.rows() == B.rows() && A.cols() == B.cols() ? 0 : 1;
  for (Index i = 0; i < A.rows() && n == 0; ++i)
    for (Index c = 0; c < A.cols(); ++c) n += std::memcmp(&A(i, c), &B(i, c), sizeof(R)) != 0;
  return n;
}
template <class R> Mat<R> first_rows(const Mat<R>& A, Index n) {
  Mat<R> B(n, A.cols());
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < A.cols(); ++c) B(i, c) = A(i, c);
  return B;
}
struct Widths {
  Index d_k, d_v;
};
constexpr Widths widths[]{{1, 1}, {2, 3}, {3, 5}, {4, 7}, {17, 23}, {64, 64}, {8, 64}, {64, 1}};
constexpr Index lengths[]{1, 2, 5, 31, 32, 33, 64, 255, 256, 257, 300};

template <class R> Index differences_over_shapes() {
  Index n = 0;
  for (const Index T : lengths)
    for (const auto& [d_k, d_v] : widths) {
      const auto Q = drawn<R>(T, d_k, 1), K = drawn<R>(T, d_k, 2), V = drawn<R>(T, d_v, 3);
      for (const Mask mask : {Mask::none, Mask::causal})
        n += different_bits(kernel::attention(Q, K, V, mask), attention_streaming(Q, K, V, kernel::block, mask));
      const auto some = first_rows(Q, (T + 1) / 2);
      for (const Mask mask : {Mask::none, Mask::causal})
        n += different_bits(kernel::attention(some, K, V, mask), attention_streaming(some, K, V, kernel::block, mask));
    }
  return n;
}

}

TEST_CASE("The laned kernel is the definition, bit for bit: float") { CHECK(differences_over_shapes<float>() == 0); }
TEST_CASE("The laned kernel is the definition, bit for bit: double") { CHECK(differences_over_shapes<double>() == 0); }

TEST_CASE("Widths in the type give the same bits as widths at run time") {
  Matrix<float, dynamic, 17> Q(70, 17), K(70, 17);
  Matrix<float, dynamic, 5> V(70, 5);
  const auto q = drawn<float>(70, 17, 1), k = drawn<float>(70, 17, 2), v = drawn<float>(70, 5, 3);
  std::copy(q.begin(), q.end(), Q.begin());
  std::copy(k.begin(), k.end(), K.begin());
  std::copy(v.begin(), v.end(), V.begin());
  const auto Y = kernel::attention(Q, K, V, Mask::causal);
  const auto same = kernel::attention(q, k, v, Mask::causal);
  CHECK(std::equal(Y.begin(), Y.end(), same.begin()));
}

TEST_CASE("Threads give the same bits") {
  const auto Q = drawn<float>(777, 16, 1), K = drawn<float>(777, 16, 2), V = drawn<float>(777, 9, 3);
  for (const Index workers : {1u, 2u, 3u, 7u}) {
    kernel::Pool pool(workers);
    for (int again = 0; again < 3; ++again)
      for (const Mask mask : {Mask::none, Mask::causal})
        CHECK(different_bits(kernel::attention(Q, K, V, mask, &pool), kernel::attention(Q, K, V, mask)) == 0);
  }
}

TEST_CASE("Rows of a prefix are the prefix's rows, bit for bit") {
  const auto Q = drawn<double>(400, 8, 1), K = drawn<double>(400, 8, 2), V = drawn<double>(400, 8, 3);
  const auto Y = kernel::attention(Q, K, V, Mask::causal);
  for (const Index n : {1u, 33u, 100u, 256u, 257u, 399u})
    CHECK(different_bits(first_rows(Y, n), kernel::attention(first_rows(Q, n), first_rows(K, n), first_rows(V, n),
                                                             Mask::causal)) == 0);
}

template <class R> Index differences_while_decoding(Index T, Index d_k, Index d_v) {
  const auto Q = drawn<R>(T, d_k, 1), K = drawn<R>(T, d_k, 2), V = drawn<R>(T, d_v, 3);
  const auto Y = kernel::attention(Q, K, V, Mask::causal);
  kernel::Cache<R> cache(T, d_k, d_v);
  Index n = 0;
  for (Index t = 0; t < T; ++t) {
    cache.append(row(K, t), row(V, t));
    n += different_bits(cache.attend(row(Q, t)), row(Y, t));
  }
  return n;
}
TEST_CASE("Decoding with a cache in panels gives the rows of the full pass, bit for bit") {
  CHECK(differences_while_decoding<float>(300, 64, 64) == 0);
  CHECK(differences_while_decoding<float>(150, 3, 70) == 0);
  CHECK(differences_while_decoding<double>(270, 5, 33) == 0);
  CHECK(differences_while_decoding<double>(66, 1, 1) == 0);
  kernel::Cache<float> cache(1, 2, 1);
  CHECK_THROWS_AS(cache.attend(Vector<float, dynamic>(2)), std::domain_error);
  CHECK_THROWS_AS(cache.attend(Vector<float, dynamic>(3)), ShapeError);
  cache.append(Vector<float, dynamic>(2), Vector<float, dynamic>(1));
  CHECK_THROWS_AS(cache.append(Vector<float, dynamic>(2), Vector<float, dynamic>(1)), std::length_error);
}

TEST_CASE("What a mask removes is not looked at, even if it is no number") {
  auto Q = drawn<float>(50, 6, 1), K = drawn<float>(50, 6, 2), V = drawn<float>(50, 7, 3);
  const auto Y = kernel::attention(Q, K, V, Mask::causal);
  for (Index c = 0; c < 7; ++c) V(37, c) = c % 2 ? std::numeric_limits<float>::infinity() : std::nanf("");
  for (Index c = 0; c < 6; ++c) K(37, c) = std::nanf("");
  const auto Y_spoiled = kernel::attention(Q, K, V, Mask::causal);
  CHECK(different_bits(first_rows(Y, 37), first_rows(Y_spoiled, 37)) == 0);
  for (Index i = 37; i < 50; ++i)
    for (Index c = 0; c < 7; ++c) CHECK(std::isnan(Y_spoiled(i, c)));
}

TEST_CASE("Extreme scores: equal, far apart, signed zeros, subnormal products") {
  for (const float size : {0.0f, 1e3f, 1e18f, 1e19f, 0x1p-120f}) {
    auto Q = drawn<float>(70, 4, 1), K = drawn<float>(70, 4, 2), V = drawn<float>(70, 3, 3);
    for (auto& x : Q) x *= size;
    for (auto& x : V) x *= 0x1p-130f;
    for (const Mask mask : {Mask::none, Mask::causal})
      CHECK(different_bits(kernel::attention(Q, K, V, mask), attention_streaming(Q, K, V, kernel::block, mask)) == 0);
  }
}

TEST_CASE("Wrong shapes and rows without a finite score are errors") {
  const auto Q = drawn<float>(4, 3, 1), K = drawn<float>(4, 2, 2), V = drawn<float>(5, 3, 3);
  const auto none = drawn<float>(0, 3, 1);
  CHECK_THROWS_AS(kernel::attention(Q, K, V, Mask::none), ShapeError);
  CHECK_THROWS_AS(kernel::attention(Q, Q, V, Mask::none), ShapeError);
  CHECK_THROWS_AS(kernel::attention(Q, none, none, Mask::none), ShapeError);
  CHECK_THROWS_AS(kernel::attention(V, Q, Q, Mask::causal), ShapeError);
  CHECK(kernel::attention(none, Q, Q, Mask::none).rows() == 0);
  auto far = Q;
  for (auto& x : far) x = -std::numeric_limits<float>::infinity();
  auto one = Q;
  for (auto& x : one) x = 1;
  CHECK_THROWS_AS(kernel::attention(one, far, one, Mask::none), std::domain_error);
}
