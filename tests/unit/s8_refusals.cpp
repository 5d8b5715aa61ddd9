#include <cmath>
#include <limits>
#include "attest/lecture/s8_cache.hpp"
#include "attest/lecture/s8_multi_head.hpp"
#include "attest/lecture/s8_streaming.hpp"
#include "attest/lecture/s9_step4.hpp"
#include "catch.hpp"

using namespace attest;
using attest_test::contains;

namespace {

using M = Matrix<double, dynamic, dynamic>;
using V = Vector<double, dynamic>;

}  // namespace

TEST_CASE("Streaming refuses what has no answer", "[s8]") {
  const M K(3, 2), values(3, 2);
  CHECK_THROWS_WITH(blocks(3, 0), contains("block size is 0"));
  CHECK(blocks(0, 4).empty());
  CHECK_THROWS_WITH(attend_streaming(V(2), K, values, blocks(0, 4)), contains("met no key"));
  CHECK_THROWS_WITH(attend_streaming(V(2), K, values, blocks(4, 4)), contains("keys 0 to 4 of 3"));
  CHECK_THROWS_WITH(attend_streaming(V(2), K, M(2, 2), blocks(3, 4)), contains("T differs: 3 against 2"));
  CHECK_THROWS_WITH(attend_streaming(V(1), K, values, blocks(3, 4)), contains("d_k differs"));
  CHECK_THROWS_WITH(attention_streaming(M(4, 2), K, values, 2, Mask::causal), contains("keys 2 to 4 of 3"));
  CHECK_THROWS_WITH(merge(State<double>(2), State<double>(3)), contains("d_v differs"));
  CHECK_THROWS_WITH(average(State<double>(2)), contains("met no key"));
  CHECK_THROWS_WITH(attend(V(2), K, values, 0), contains("expected at least one"));
  CHECK_THROWS_WITH(query_scores(V(0), M(3, 0), 0, 1), contains("d_k is 0"));
}

TEST_CASE("Streaming hides no NaN and survives large scores", "[s8]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (Index bad = 0; bad < 4; ++bad)
    for (Index b = 1; b <= 4; ++b) {
      V q(1);
      M K(4, 1), values(4, 1);
      q(0) = 1;
      K(bad, 0) = nan;
      CHECK(std::isnan(attend_streaming(q, K, values, blocks(4, b))(0)));
    }
  V q(1);
  M K(2, 1), values(2, 1);
  q(0) = K(1, 0) = 1e100;
  values(1, 0) = 3;
  CHECK(attend_streaming(q, K, values, blocks(2, 1))(0) == 3);
}

TEST_CASE("The cache refuses what does not fit", "[s8]") {
  Head<double> W{M(2, 3), M(2, 3), M(2, 1)};
  Cache<double> cache(1, 3, 1), narrow(1, 2, 1);
  CHECK_THROWS_WITH(kv_cache(narrow, V(2), W), contains("d_k differs: 3 against 2"));
  CHECK(narrow.t == 0);
  kv_cache(cache, V(2), W);
  CHECK_THROWS_WITH(kv_cache(cache, V(2), W), contains("position 2, but the cache has room for 1"));
  CHECK_THROWS_WITH(kv_cache(narrow, V(3), W), contains("inner extent"));
}

TEST_CASE("Heads and batches refuse what does not fit", "[s8][s9]") {
  const M X(4, 2);
  const Head<double> W{M(2, 3), M(2, 3), M(2, 1)};
  CHECK_THROWS_WITH(multi_head(X, MultiHead<double>{{}, M(1, 1)}, Mask::none), contains("no head"));
  CHECK_THROWS_WITH(multi_head(X, MultiHead<double>{{W, W}, M(1, 1)}, Mask::none), contains("inner extent"));
  const GroupedHeads<double> uneven{{W.W_Q, W.W_Q, W.W_Q}, {W.W_K, W.W_K}, {W.W_V, W.W_V}, M(3, 3)};
  CHECK_THROWS_WITH(grouped_queries(X, uneven, Mask::none), contains("3 heads, 2 key and 2 value projections"));
  CHECK_THROWS_WITH(multi_head_parameter_count(6, 4), contains("4 heads"));
  CHECK_THROWS_WITH(batch(X, 3, W, Mask::none), contains("3 examples in 4 rows"));
  CHECK_THROWS_WITH(batch(X, 0, W, Mask::none), contains("no example"));
  CHECK_THROWS_WITH(stack(std::vector<M>{M(1, 2), M(2, 2)}), contains("T differs"));
  CHECK_THROWS_WITH(heatmap(M(2, 3), Mask::causal), contains("T differs"));
}

TEST_CASE("Shapes known at compile time give the same bits", "[s8]") {
  Matrix<float, 3, 4> Q, K;
  Matrix<float, 3, 2> values;
  float x = 0.3f;
  for (auto* A : {&Q, &K})
    for (auto& a : *A) a = x = 3.7f * x * (1 - x);
  for (auto& a : values) a = x = 3.7f * x * (1 - x);
  Matrix<float, dynamic, dynamic> Q_run(3, 4), K_run(3, 4), values_run(3, 2);
  std::copy(Q.begin(), Q.end(), Q_run.begin());
  std::copy(K.begin(), K.end(), K_run.begin());
  std::copy(values.begin(), values.end(), values_run.begin());
  const auto fixed = attention_streaming(Q, K, values, 2, Mask::causal);
  const auto run = attention_streaming(Q_run, K_run, values_run, 2, Mask::causal);
  CHECK(std::equal(fixed.begin(), fixed.end(), run.begin()));
}
