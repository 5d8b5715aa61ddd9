// What the processor can do at most, measured in the same rounds as the candidates.
#include "attest/kernel/level.hpp"
#include "clock.hpp"
#include "peers.hpp"
namespace attest::bench {
namespace {
#if defined(__AVX512F__)
constexpr Index vector = 64;
#elif defined(__AVX__)
constexpr Index vector = 32;
#else
constexpr Index vector = 16;
#endif
volatile double kept;

// Twelve chains of vectors that never leave the registers.
template <class R> double flops() {
  constexpr Index rows = 6, lanes = 2 * vector / sizeof(R);
  R sum[rows][lanes], factor[lanes];
  for (Index r = 0; r < rows; ++r)
    for (Index l = 0; l < lanes; ++l) sum[r][l] = R(int(r + l)) / 100;
  for (Index l = 0; l < lanes; ++l) factor[l] = R(0.999);
  const Index n = 100000;
  const double from = seconds(CLOCK_THREAD_CPUTIME_ID);
  for (Index k = 0; k < n; ++k) {
    ATTEST_UNROLLED for (Index r = 0; r < rows; ++r)
      for (Index l = 0; l < lanes; ++l) sum[r][l] = std::fma(sum[r][l], factor[l], R(0.001));
  }
  const double time = seconds(CLOCK_THREAD_CPUTIME_ID) - from;
  R all = 0;
  for (const auto& row : sum)
    for (const R x : row) all += x;
  kept = double(all);
  return 2.0 * double(n * rows * lanes) / time;
}
}
template <> double peak<float>() { return flops<float>(); }
template <> double peak<double>() { return flops<double>(); }

double read_bandwidth(const std::vector<float>& from) {
  constexpr Index lanes = 256;
  float sum[lanes]{};
  const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
  for (Index i = 0; i + lanes <= from.size(); i += lanes)
    for (Index l = 0; l < lanes; ++l) sum[l] += from[i + l];
  const double time = seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
  float all = 0;
  for (const float x : sum) all += x;
  kept = double(all);
  return double(from.size() * sizeof(float)) / time;
}
}
