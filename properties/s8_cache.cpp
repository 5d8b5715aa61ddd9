#include "attest/impostor/streaming.hpp"
#include "cost.hpp"
/// \file
/// \brief Properties of lecture section 8.1: generation with a key-value cache.
namespace attest::properties {

/// \cond
// A step, a whole generation, and the layer below.
const auto generator = [](auto step, auto generating, auto layer) {
  return [=](const auto&...) { return std::tuple{step, generating, layer}; };
};
const auto cached_step = [](auto& cache, const auto& x, const auto& W) { return kv_cache(cache, x, W); };
const auto cached = [](const auto& X, const auto& W) { return generate(X, W); };
const auto uncached = [](const auto& X, const auto& W) { return generate_naively(X, W); };
const auto layer_with = [](Mask mask) {
  return [mask](const auto& X, const auto& W) { return row_by_row(X, W, mask); };
};
const auto step_wrongly = [](auto step) { return generator(step, cached, layer_with(Mask::causal)); };

// The keys that a second layer with identity projections would have cached, and those that it would compute now.
template <class R> void exhibit_stale_keys(Claim<R>& claim) {
  const auto X = matrix_of<R>({{0}, {1}}), one = matrix_of<R>({{1}});
  const Head<R> W{one, one, one};
  const auto fresh = layer_with(Mask::none)(X, W), when_cached = layer_with(Mask::none)(first_rows(X, 1), W);
  claim('e').exactly(when_cached(0, 0), R(0));
  claim('e').exactly(fresh(0, 0), R(1) / R(2));
}
/// \endcond

/// \part{8.1,The key-value cache}
/// \clause{a} every step gives the row of the full causal pass; so does generation without a cache
/// \clause{b} step \f$ t \f$ costs \f$ t(d_k + d_v) \f$ multiplications beside the projections \f$ d(2d_k + d_v) \f$ of its own row
/// \clause{c} \f$ T \f$ steps make \f$ T(T+1)/2 \f$ pairs, without a cache \f$ T(T+1)(T+2)/6 \f$: \f$ (T+2)/3 \f$ times as many, cubic against quadratic
/// \clause{d} the cache holds \f$ T(d_k + d_v) \f$ numbers, from the first step to the last
/// \clause{e} what was cached in a second layer stays right, because a causal first layer leaves earlier rows as they were; an unmasked one does not: for the stream
///            \f$ (0), (1) \f$ and projections 1 the second layer has cached the key 0 where it would now compute \f$ \frac12 \f$
/// \proof
/// (a) By Proposition 4.3 row \f$ t \f$ reads no later row, and its keys and values are those of the rows themselves. (b), (c) A step attends to \f$ t \f$ keys,
/// a pass over \f$ t \f$ rows makes \f$ t(t+1)/2 \f$ pairs, and
/// \f[ \sum_{t=1}^{T} t = \frac{T(T+1)}2, \qquad \sum_{t=1}^{T} \frac{t(t+1)}2 = \frac{T(T+1)(T+2)}6 . \f]
/// (e) The input of the second layer at an earlier position is an output of the first, which Proposition 4.3 keeps fixed. In the example the first query
/// is 0, so its scores are 0 and its weights equal: with one row the average is 0, with two it is \f$ \frac12 \f$.
/// \qed
/// \of{attend}
/// \of{row_by_row}
/// \of{kv_cache}
/// \of{generate}
/// \of{generate_naively}
/// \of{naive_pairs}
/// \of{cache_memory}
/// \verdict{section_8_cache}
const auto section_8_cache = theorem<item::section_8_cache>()
    .given(any::stream, any::head)
    .let(generator(cached_step, cached, layer_with(Mask::causal)))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const auto& generation) {
      const auto& [step, generating, layer] = generation;
      const Index T = X.rows(), d = X.cols(), d_k = W.W_K.cols(), d_v = W.W_V.cols();
      const auto Y = causal_attention(product(X, W.W_Q), product(X, W.W_K), product(X, W.W_V)).Y;
      claim('a').exactly(generating(X, W), Y);
      claim('a').exactly(generate_naively(X, W), Y);
      Cache<R> cache(T, d_k, d_v);
      for (Index t = 0; t < T; ++t) claim('a').exactly(step(cache, row(X, t), W), row(Y, t));
      claim('a').holds(refuses<std::length_error>([&] { kv_cache(cache, row(X, 0), W); }), "a full cache refuses");

      const auto Z = as<Counted<R>>(X);
      const auto U = as<Counted<R>>(W);
      const Counting counting;
      Cache<Counted<R>> counted_cache(T, d_k, d_v);
      for (Index t = 0; t < T; ++t) {
        const auto cost = counted(step, counted_cache, row(Z, t), U);
        claim('b').exactly(cost.multiplications, d * (2 * d_k + d_v) + (t + 1) * (d_k + d_v));
        claim('d').exactly(Index(counting.stored()), cache_memory(T, d_k, d_v));
      }
      const Index with = counted(generating, Z, U).exponentials;
      const Index without = counted([&] { generate_naively(Z, U); }).exponentials;
      claim('c').exactly(with, pairs(T, Mask::causal));
      claim('c').exactly(without, naive_pairs(T));
      claim('c').exactly(3 * without, (T + 2) * with);
      const auto below = layer(X, W);
      for (Index t = 0; t < T; ++t) claim('e').exactly(layer(first_rows(X, t + 1), W), first_rows(below, t + 1));
      exhibit_stale_keys(claim);
    })
    .not_for("a", "the new key and value are not kept", step_wrongly(impostor::cache_not_written))
    .not_for("a", "one place for every position", step_wrongly(impostor::cache_overwritten))
    .not_for("a", "the value of the position before", step_wrongly(impostor::cache_stale))
    .not_for("a", "the query does not see its own position", step_wrongly(impostor::cache_one_early))
    .not_for("ab", "the query sees the empty places", step_wrongly(impostor::cache_whole))
    .not_for("d", "a full cache doubles", step_wrongly(impostor::cache_doubles))
    .not_for("c", "no cache", generator(cached_step, uncached, layer_with(Mask::causal)))
    .not_for("e", "an unmasked layer below", generator(cached_step, cached, layer_with(Mask::none)))
    .one_case_in(10)
    .qed();

}
