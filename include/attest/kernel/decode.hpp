#pragma once
#include "attest/kernel/tile.hpp"
/// \file
/// \brief One query against a cache: keys stand in panels, so that lanes are keys; bit for bit the definition of aside 8.1.
namespace attest::kernel {
inline namespace ATTEST_KERNEL_LEVEL {

/// \brief Scores of the keys of one panel: entry c of key l stands at K[c * panel + l].
template <class R> ATTEST_FLAT void panel_scores(const R* ATTEST_ALONE q, const R* ATTEST_ALONE K, Index d_k,
                                                   R* ATTEST_ALONE s) {
  constexpr Index lanes = 256 / sizeof(R);
  for (Index l0 = 0; l0 < panel; l0 += lanes) {
    R sum[lanes];
    for (Index l = 0; l < lanes; ++l) sum[l] = R(0);
    for (Index c = 0; c < d_k; ++c)
      for (Index l = 0; l < lanes; ++l) sum[l] = std::fma(q[c], K[c * panel + l0 + l], sum[l]);
    for (Index l = 0; l < lanes; ++l) s[l0 + l] = sum[l];
  }
}

/// \brief N += sum of e_j v_j, with coordinates as lanes.
template <Index lanes, class R> ATTEST_FLAT void add_values(const R* ATTEST_ALONE e, Index b,
                                                              const R* ATTEST_ALONE V, Index d_v,
                                                              R* ATTEST_ALONE N, R factor) {
  R sum[lanes];
  for (Index c = 0; c < lanes; ++c) sum[c] = N[c] * factor;
  for (Index j = 0; j < b; ++j)
    for (Index c = 0; c < lanes; ++c) sum[c] = std::fma(e[j], V[j * d_v + c], sum[c]);
  for (Index c = 0; c < lanes; ++c) N[c] = sum[c];
}

/// \brief The average of one query over all cached keys; says whether it met a finite score.
template <class R> bool decode(const Panels<R>& cache, const R* q, R* y, R* scratch) {
  constexpr Index lanes = 256 / sizeof(R);
  R *const s = scratch, *const scaled = s + block, *const N = scaled + cache.d_k;
  const R root_d_k = std::sqrt(R(int(cache.d_k)));
  for (Index c = 0; c < cache.d_k; ++c) scaled[c] = q[c] / root_d_k;
  for (Index c = 0; c < cache.d_v; ++c) N[c] = R(0);
  R m = -std::numeric_limits<R>::infinity(), Z = R(0);
  for (Index j0 = 0; j0 < cache.t; j0 += block) {
    const Index b = std::min(block, cache.t - j0);
    for (Index j = 0; j < b; j += panel) panel_scores(scaled, cache.K + (j0 + j) * cache.d_k, cache.d_k, s + j);
    R most = m;
    for (Index j = 0; j < b; ++j) most = most < s[j] ? s[j] : most;
    const R shift = most == -std::numeric_limits<R>::infinity() ? R(0) : most, factor = exp_nonpositive(R(m - shift));
    m = most;
    for (Index j = 0; j < b; ++j) s[j] = exp_nonpositive(R(s[j] - shift));
    Z *= factor;
    for (Index j = 0; j < b; ++j) Z += s[j];
    const R* V = cache.V + j0 * cache.d_v;
    Index c = 0;
    for (; c + lanes <= cache.d_v; c += lanes) add_values<lanes>(s, b, V + c, cache.d_v, N + c, factor);
    for (; c < cache.d_v; ++c) add_values<1>(s, b, V + c, cache.d_v, N + c, factor);
  }
  for (Index c = 0; c < cache.d_v; ++c) y[c] = N[c] / Z;
  return !(Z == R(0));
}

}
}
