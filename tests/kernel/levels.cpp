// Every instruction level that this machine can run gives the same bits.
#include "kernel/levels.hpp"
#include <cstring>
#include <random>
#include "../unit/catch.hpp"
#include "attest/kernel/cache.hpp"
#include "attest/kernel/gradient.hpp"
using namespace attest;
namespace {

template <class R> Matrix<R, dynamic, dynamic> drawn(Index m, Index n, unsigned seed) {
  Matrix<R, dynamic, dynamic> A(m, n);
  std::mt19937 source(seed);
  for (auto& x : A) x = R(int(source() % 4001) - 2000) / R(997);
  return A;
}
template <class R> Index differences(const Level& level) {
  Index n = 0;
  for (const Index T : {1u, 33u, 290u})
    for (const Index d : {1u, 17u, 64u}) {
      const auto Q = drawn<R>(T, d, 1), K = drawn<R>(T, d, 2), V = drawn<R>(T, d, 3);
      const auto Y = kernel::attention(Q, K, V, Mask::causal, nullptr, level.of<R>());
      const auto same = attention_streaming(Q, K, V, kernel::block, Mask::causal);
      for (Index i = 0; i < T; ++i)
        for (Index c = 0; c < d; ++c) n += std::memcmp(&Y(i, c), &same(i, c), sizeof(R)) != 0;
      const auto back = kernel::gradient(Q, K, V, V, Mask::causal, nullptr, level.of<R>());
      const auto plain = kernel::gradient_streaming(Q, K, V, V, Mask::causal);
      n += !(back.dQ == plain.dQ) + !(back.dK == plain.dK) + !(back.dV == plain.dV);
      kernel::Cache<R> cache(T, d, d, level.of<R>());
      for (Index t = 0; t < T; ++t) cache.append(row(K, t), row(V, t));
      const auto y = cache.attend(row(Q, T - 1));
      for (Index c = 0; c < d; ++c) n += std::memcmp(&Y(T - 1, c), &y(c), sizeof(R)) != 0;
    }
  return n;
}

}

TEST_CASE("Every instruction level gives the bits of the definition") {
  for (const Level& level : levels()) {
    if (!level.here) {
      WARN("this machine cannot run " << level.name << ", whose bits are therefore not compared");
      continue;
    }
    CAPTURE(level.name);
    CHECK(differences<float>(level) == 0);
    CHECK(differences<double>(level) == 0);
  }
}

TEST_CASE("The fastest level is one that this machine has") {
  CHECK(fastest_level().here);
  CHECK(std::string(fastest_level().of<float>().level) == fastest_level().name);
}
