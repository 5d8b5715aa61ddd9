#pragma once
#include <algorithm>
#include <memory>
#include <new>
#include <span>
#include "attest/kernel/native.hpp"
#include "attest/kernel/pool.hpp"
#include "attest/lecture/s8_streaming.hpp"
/// \file
/// \brief The front of the kernels: attention of whole matrices, in one thread or several.
namespace attest::kernel {

/// \brief Numbers that begin where a cache line does.
template <class R> class Scratch {
  static constexpr std::align_val_t line{64};
  struct Free {
    void operator()(R* at) const { ::operator delete(at, line); }
  };
  std::unique_ptr<R[], Free> at_;

 public:
  explicit Scratch(Index n) : at_(static_cast<R*>(::operator new(n * sizeof(R), line))) {}
  R* get() const { return at_.get(); }
};

/// \brief Below that many query-key pairs a second thread costs more than it saves.
inline constexpr Index serial_pairs = 512 * 512;

// The heads of a batch in blocks of L queries; every block writes rows of its own, so the bits do not depend on the threads.
template <class R> bool run(std::span<const Arrays<R>> heads, const Kernel<R>& with, Pool* pool) {
  Index most = 0, blocks = 0, numbers = 0, pairs = 0;
  for (const auto& h : heads) {
    most = std::max(most, (h.T_q + L - 1) / L);
    numbers = std::max(numbers, (forward_scratch(h.d_k, h.d_v) + 15) / 16 * 16);
    pairs += h.T_q * h.T_k;
  }
  blocks = most * heads.size();
  const Index workers = pool && pairs > serial_pairs ? pool->workers() : 1;
  const Scratch<R> scratch(workers * numbers);
  std::atomic<bool> all{true};
  // The last queries first: in a causal head they see the most keys.
  const auto one = [&](Index task, Index worker) {
    const Arrays<R>& h = heads[task % heads.size()];
    const Index i0 = (most - 1 - task / heads.size()) * L;
    if (i0 < h.T_q && !with.forward(h, i0, scratch.get() + worker * numbers)) all = false;
  };
  if (workers == 1)
    for (Index task = 0; task < blocks; ++task) one(task, 0);
  else pool->run(blocks, one);
  return all;
}

/// \brief The arrays of three matrices that fit together, else an error.
template <class R, Extent T_, Extent N_, Extent d_k_, Extent d_v_>
Arrays<R> arrays(const Matrix<R, T_, d_k_>& Q, const Matrix<R, N_, d_k_>& K, const Matrix<R, N_, d_v_>& V,
                 Matrix<R, T_, d_v_>& Y, Mask mask) {
  agree("d_k", Q.cols(), K.cols(), "Q (T x d_k)", Q, "K (T x d_k)", K);
  agree("T", K.rows(), V.rows(), "K (T x d_k)", K, "V (T x d_v)", V);
  if (Q.cols() == 0) throw ShapeError("attention: d_k is 0; queries and keys need at least one coordinate");
  if (Q.rows() > 0 && (K.rows() == 0 || (mask == Mask::causal && Q.rows() > K.rows())))
    throw ShapeError("attention: " + std::to_string(Q.rows()) + " queries and " + std::to_string(K.rows()) +
                     " keys; expected at least one key, and with the causal mask one for each query");
  const auto at = [](const auto& M) { return std::to_address(M.begin()); };
  return {at(Q),    at(K),    at(V),    std::to_address(Y.begin()), Q.rows(),
          K.rows(), Q.cols(), V.cols(), mask == Mask::causal};
}

/// \brief attention_streaming(Q, K, V, block, mask), bit for bit, L queries at a time.
template <class R, Extent T_, Extent N_, Extent d_k_, Extent d_v_> requires HasPolynomial<R>
Matrix<R, T_, d_v_> attention(const Matrix<R, T_, d_k_>& Q, const Matrix<R, N_, d_k_>& K, const Matrix<R, N_, d_v_>& V,
                              Mask mask, Pool* pool = nullptr, const Kernel<R>& with = kernels<R>) {
  Matrix<R, T_, d_v_> Y(Q.rows(), V.cols());
  const Arrays<R> heads[]{arrays(Q, K, V, Y, mask)};
  if (!run(std::span<const Arrays<R>>(heads), with, pool))
    throw std::domain_error("attention: a query has met no key with a finite score; expected one");
  return Y;
}

}
