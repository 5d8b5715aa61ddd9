#pragma once
#include "attest/lecture/s8_cost.hpp"
/// \file
/// \brief Lecture section 8.1, generation with and without a key-value cache.
namespace attest {

/// \brief The keys and values of one head for the t positions generated so far, at most as many as were asked for.
template <class R, Extent d_k_ = dynamic, Extent d_v_ = dynamic> struct Cache {
  Matrix<R, dynamic, d_k_> K;
  Matrix<R, dynamic, d_v_> V;
  Index t = 0;
  Cache(Index T_max, Index d_k, Index d_v) : K(T_max, d_k), V(T_max, d_v) {}
};

/// \part{8.1,One step with a key-value cache}
/// \f[ k_t = x_t W_K, \quad v_t = x_t W_V, \qquad y_t = \operatorname{attend}(x_t W_Q; k_1, \dots, k_t; v_1, \dots, v_t) \f]
/// \shape  \f$ x_t : d \;\longmapsto\; y_t : d_v \f$; the cache grows from \f$ t - 1 \f$ positions to \f$ t \f$
/// \pre    the cache has room, else an error; the layers below do not change earlier rows of the stream
/// \post   \f$ y_t \f$ is row \f$ t \f$ of the causal head
/// \exact  the same bits as that row of a pass over the whole stream
/// \bound{streaming_error}
/// \proof
/// By Proposition 4.3 row \f$ t \f$ reads rows \f$ 1, \dots, t \f$ of the stream, and of the earlier ones it reads the keys and values only. These do not
/// depend on later rows, so they are what they were when they were written.
/// \qed
/// \holds{section_8_cache}
template <Arithmetic R, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Vector<R, d_v_> kv_cache(Cache<R, d_k_, d_v_>& cache, const Vector<R, d_>& x, const Head<R, e_, d_k_, d_v_>& W) {
  if (cache.t == cache.K.rows())
    throw std::length_error("kv_cache: position " + std::to_string(cache.t + 1) + ", but the cache has room for " +
                            std::to_string(cache.K.rows()));
  const auto q = row(product(transposed(x), W.W_Q), 0), k = row(product(transposed(x), W.W_K), 0);
  const auto v = row(product(transposed(x), W.W_V), 0);
  agree("d_k", k.rows(), cache.K.cols(), "the key (d_k)", k, "the cached keys (T_max x d_k)", cache.K);
  agree("d_v", v.rows(), cache.V.cols(), "the value (d_v)", v, "the cached values (T_max x d_v)", cache.V);
  for (Index c = 0; c < k.rows(); ++c) cache.K(cache.t, c) = k(c);        // licence: proposition_4_3
  for (Index c = 0; c < v.rows(); ++c) cache.V(cache.t, c) = v(c);        // licence: proposition_4_3
  ++cache.t;
  return attend(q, cache.K, cache.V, cache.t);
}

/// \part{8.1,Generation with a cache}
/// \f[ y_1, y_2, \dots, y_T, \qquad \text{step } t : \; d(2d_k + d_v) + t(d_k + d_v) \text{ multiplications} \f]
/// \shape  \f$ X : T \times d \;\longmapsto\; Y : T \times d_v \f$
/// \pre    row \f$ t \f$ of \p X is known when step \f$ t \f$ begins
/// \post   the causal head, one row after the other
/// \exact  the same bits as a pass over the whole stream
/// \bound{streaming_error}
/// \proof
/// Step \f$ t \f$ projects one row and attends to \f$ t \f$ cached keys, so all steps together make \f$ T(T+1)/2 \f$ pairs.
/// \qed
/// \holds{section_8_cache}
template <Arithmetic R, Extent T_, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Matrix<R, T_, d_v_> generate(const Matrix<R, T_, d_>& X, const Head<R, e_, d_k_, d_v_>& W) {
  Cache<R, d_k_, d_v_> cache(X.rows(), W.W_K.cols(), W.W_V.cols());
  Matrix<R, T_, d_v_> Y(X.rows(), W.W_V.cols());
  for (Index t = 0; t < X.rows(); ++t) {
    const auto y = kv_cache(cache, row(X, t), W);
    for (Index c = 0; c < y.rows(); ++c) Y(t, c) = y(c);
  }
  return Y;
}

/// \part{8.1,Generation without a cache}
/// \f[ y_t = \operatorname{Attn}(X_1, \dots, X_t)_t, \qquad \sum_{t=1}^{T} \frac{t(t+1)}{2} = \frac{T(T+1)(T+2)}{6} \text{ pairs} \f]
/// \shape  \f$ X : T \times d \;\longmapsto\; Y : T \times d_v \f$
/// \pre    as with a cache
/// \post   the same rows, each from a pass over its whole prefix
/// \exact  the same bits as with a cache
/// \bound{streaming_error}
/// \proof
/// A causal pass over \f$ t \f$ rows makes \f$ t(t+1)/2 \f$ pairs, and keeps one row. The sum is that of the triangular numbers.
/// \qed
/// \holds{section_8_cache}
template <Arithmetic R, Extent T_, Extent d_, Extent e_, Extent d_k_, Extent d_v_> requires d_agree<d_, e_>
Matrix<R, T_, d_v_> generate_naively(const Matrix<R, T_, d_>& X, const Head<R, e_, d_k_, d_v_>& W) {
  Matrix<R, T_, d_v_> Y(X.rows(), W.W_V.cols());
  for (Index t = 0; t < X.rows(); ++t) {
    Matrix<R, dynamic, d_> prefix(t + 1, X.cols());
    for (Index i = 0; i <= t; ++i)
      for (Index c = 0; c < X.cols(); ++c) prefix(i, c) = X(i, c);
    const auto Y_prefix = row_by_row(prefix, W, Mask::causal);
    for (Index c = 0; c < Y.cols(); ++c) Y(t, c) = Y_prefix(t, c);
  }
  return Y;
}

/// \part{8.1,Pairs without a cache}
/// \f[ \frac{T(T+1)(T+2)}{6} \f]
/// \shape  \f$ T \;\longmapsto\; \f$ query-key pairs
/// \pre    \f$ T(T+1)(T+2) \f$ is a machine number
/// \post   \f$ (T+2)/3 \f$ times the \f$ T(T+1)/2 \f$ pairs with a cache: cubic against quadratic
/// \exact  all of it
/// \bound{none}
/// \proof
/// From \f$ T - 1 \f$ to \f$ T \f$ it grows by \f$ \frac{T(T+1)}{6} (T + 2 - (T - 1)) = \frac{T(T+1)}{2} \f$, the pairs of the last pass.
/// \qed
/// \holds{section_8_cache}
inline Index naive_pairs(Index T) { return T * (T + 1) * (T + 2) / 6; }

/// \part{8.1,Memory of the cache}
/// \f[ T (d_k + d_v) \f]
/// \shape  \f$ T, d_k, d_v \;\longmapsto\; \f$ stored numbers
/// \pre    one head; room for \f$ T \f$ positions
/// \post   grows with the context, as no parameter does
/// \exact  all of it
/// \bound{none}
/// \proof
/// One key and one value for each position; queries are used once and not kept.
/// \qed
/// \holds{section_8_cache}
inline Index cache_memory(Index T, Index d_k, Index d_v) { return T * (d_k + d_v); }

}
