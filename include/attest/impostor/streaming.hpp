#pragma once
#include "attest/impostor/softmax.hpp"
#include "attest/lecture/s8_cache.hpp"
#include "attest/lecture/s8_streaming.hpp"
/// \file
/// \brief Wrong streaming softmax, wrong merging, and wrong caches.
namespace attest::impostor {

/// \brief Streaming attention from another step.
inline constexpr auto streaming_with = [](auto step) {
  return [step]<class R>(const Vector<R, dynamic>& q, const Matrix<R, dynamic, dynamic>& K,
                         const Matrix<R, dynamic, dynamic>& V, std::span<const Block> arriving) {
    State<R> a(V.cols());
    for (const auto& [first, last] : arriving) a = step(std::move(a), query_scores(q, K, first, last), V, first);
    return average(a);
  };
};

/// \brief One block more, with steps left out.
struct Forgetting {
  bool rescales_denominator = true, rescales_numerator = true, takes_new_maximum = true;

  template <class R>
  State<R> operator()(State<R> a, const Vector<R, dynamic>& s, const Matrix<R, dynamic, dynamic>& V,
                      Index first) const {
    const R m = max(a.m, largest(s)), factor = exp(a.m - m);
    const R shift = takes_new_maximum || a.Z == R(0) ? m : a.m;
    if (rescales_denominator) a.Z = a.Z * factor;
    for (Index c = 0; c < V.cols() && rescales_numerator; ++c) a.N(c) = a.N(c) * factor;
    for (Index j = 0; j < s.rows(); ++j) {
      a.Z += exp(s(j) - shift);
      for (Index c = 0; c < V.cols(); ++c) a.N(c) += exp(s(j) - shift) * V(first + j, c);
    }
    a.m = m;
    return a;
  }
};
/// \brief A new maximum, and the old sums stay as they were.
inline constexpr Forgetting no_rescale{false, false, true};
/// \brief Only the denominator is rescaled.
inline constexpr Forgetting rescaled_denominator{true, false, true};
/// \brief Only the numerator is rescaled.
inline constexpr Forgetting rescaled_numerator{false, true, true};
/// \brief The new block is shifted by the maximum before it, while the sums are rescaled to the new one.
inline constexpr Forgetting stale_maximum{true, true, false};

/// \brief The exponential of a key is taken again for every coordinate of its value.
inline constexpr Forgetting exponential_per_coordinate{true, true, true};

/// \brief Every block starts anew: what came before is lost.
inline constexpr auto last_block_only = []<class R>(const State<R>&, const Vector<R, dynamic>& s,
                                                    const Matrix<R, dynamic, dynamic>& V, Index first) {
  return absorb(State<R>(V.cols()), s, V, first);
};

/// \brief The first block is taken for the initialisation and never added.
inline constexpr auto first_block_missing = []<class R>(const Vector<R, dynamic>& q,
                                                        const Matrix<R, dynamic, dynamic>& K,
                                                        const Matrix<R, dynamic, dynamic>& V,
                                                        std::span<const Block> arriving) {
  return attend_streaming(q, K, V, arriving.size() > 1 ? arriving.subspan(1) : arriving);
};

/// \brief No streaming at all: a whole row of weights is stored.
inline constexpr auto whole_row = []<class R>(const Vector<R, dynamic>& q, const Matrix<R, dynamic, dynamic>& K,
                                              const Matrix<R, dynamic, dynamic>& V, std::span<const Block> arriving) {
  Index n = 0;
  for (const auto& block : arriving) n = std::max(n, block.last);
  return attend(q, K, V, n);
};

/// \brief Two states are added as if they had one maximum.
inline constexpr auto merge_unscaled = []<class R>(State<R> a, const State<R>& b) {
  a.m = max(a.m, b.m);
  a.Z += b.Z;
  a.N = sum(a.N, b.N);
  return a;
};

/// \brief Two averages are averaged, whatever their masses.
inline constexpr auto merge_averages = []<class R>(State<R> a, const State<R>& b) {
  for (Index c = 0; c < a.N.rows(); ++c) a.N(c) = a.N(c) / a.Z + b.N(c) / b.Z;
  a.Z = R(2);
  return a;
};

/// \brief A cached step with something done to the cache before and after the right one.
inline constexpr auto caching_with = [](auto before, auto after) {
  return [before, after]<class R>(Cache<R>& cache, const Vector<R, dynamic>& x, const Head<R>& W) {
    before(cache);
    auto y = kv_cache(cache, x, W);
    after(cache);
    return y;
  };
};
/// \brief Nothing to do.
inline constexpr auto leave = [](auto&) {};

/// \brief The new key and value are used and not kept.
inline constexpr auto cache_not_written = caching_with(leave, [](auto& cache) {
  for (Index c = 0; c < cache.K.cols(); ++c) cache.K(cache.t - 1, c) = 0;
  for (Index c = 0; c < cache.V.cols(); ++c) cache.V(cache.t - 1, c) = 0;
});
/// \brief Each position is written over the one before.
inline constexpr auto cache_overwritten =
    caching_with([](auto& cache) { cache.t = cache.t == 0 ? 0 : cache.t - 1; }, leave);
/// \brief The value of the position before is read in place of the new one.
inline constexpr auto cache_stale = []<class R>(Cache<R>& cache, const Vector<R, dynamic>& x, const Head<R>& W) {
  const auto y = kv_cache(cache, x, W);
  if (cache.t < 2) return y;
  auto V = cache.V;
  for (Index c = 0; c < V.cols(); ++c) V(cache.t - 1, c) = V(cache.t - 2, c);
  return attend(row(product(transposed(x), W.W_Q), 0), cache.K, V, cache.t);
};
/// \brief The query attends to the positions before its own, but the first, which has none.
inline constexpr auto cache_one_early = []<class R>(Cache<R>& cache, const Vector<R, dynamic>& x, const Head<R>& W) {
  const auto y = kv_cache(cache, x, W);
  return cache.t < 2 ? y : attend(row(product(transposed(x), W.W_Q), 0), cache.K, cache.V, cache.t - 1);
};
/// \brief The query attends to all the room that the cache has.
inline constexpr auto cache_whole = []<class R>(Cache<R>& cache, const Vector<R, dynamic>& x, const Head<R>& W) {
  kv_cache(cache, x, W);
  return attend(row(product(transposed(x), W.W_Q), 0), cache.K, cache.V, cache.K.rows());
};
/// \brief A full cache doubles its room, although nothing comes any more.
inline constexpr auto cache_doubles = caching_with(leave, []<class R>(Cache<R>& cache) {
  if (cache.t < cache.K.rows()) return;
  Cache<R> wider(2 * cache.t, cache.K.cols(), cache.V.cols());
  for (Index j = 0; j < cache.t; ++j) {
    for (Index c = 0; c < cache.K.cols(); ++c) wider.K(j, c) = cache.K(j, c);
    for (Index c = 0; c < cache.V.cols(); ++c) wider.V(j, c) = cache.V(j, c);
  }
  wider.t = cache.t;
  cache = std::move(wider);
});

}
