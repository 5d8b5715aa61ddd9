#pragma once
#include "attest/kernel/attention.hpp"
/// \file
/// \brief The gradient of streaming attention: row by row as the formulas say, and in lanes with the same bits.
namespace attest::kernel {

/// \brief What a change of the queries, keys and values does to a number whose derivative by Y is dY.
template <class R, Extent T_, Extent N_, Extent d_k_, Extent d_v_> struct Gradients {
  Matrix<R, T_, d_k_> dQ;
  Matrix<R, N_, d_k_> dK;
  Matrix<R, N_, d_v_> dV;
  Gradients(Index T_q, Index T_k, Index d_k, Index d_v) : dQ(T_q, d_k), dK(T_k, d_k), dV(T_k, d_v) {}
};

/// \brief \f$ dS_{ij} = A_{ij} (\langle dY_i, v_j \rangle - \langle dY_i, Y_i \rangle), \quad dQ = \frac{dS\, K}{\sqrt{d_k}}, \quad dK = \frac{dS^\top Q}{\sqrt{d_k}}, \quad dV = A^\top dY \f$
///
/// Weights are made again from the maximum and the denominator of their row; no matrix of T x T is stored. Every sum runs
/// upwards: over keys, over queries, over coordinates.
/// \proof
/// \f$ Y_i = \sum_j A_{ij} v_j \f$ gives \f$ \partial Y_i / \partial v_j = A_{ij} \f$, and by the derivative of the softmax \f$ \partial Y_i / \partial S_{ij} = A_{ij} (v_j - Y_i) \f$. The rest is the
/// chain rule with \f$ S_{ij} = \langle q_i, k_j \rangle / \sqrt{d_k} \f$.
/// \qed
template <Arithmetic R, Extent T_, Extent N_, Extent d_k_, Extent d_v_>
Gradients<R, T_, N_, d_k_, d_v_> gradient_streaming(const Matrix<R, T_, d_k_>& Q, const Matrix<R, N_, d_k_>& K,
                                                    const Matrix<R, N_, d_v_>& V, const Matrix<R, T_, d_v_>& dY,
                                                    Mask mask) {
  const Index d_k = Q.cols(), d_v = V.cols();
  Gradients<R, T_, N_, d_k_, d_v_> g(Q.rows(), K.rows(), d_k, d_v);
  for (Index i = 0; i < Q.rows(); ++i) {
    const auto q = scaled_query(row(Q, i));
    State<R, d_v_> a(d_v);
    const Index n = mask == Mask::causal ? i + 1 : K.rows();
    for (const Block& b : blocks(n, block)) a = absorb(std::move(a), block_scores(q, K, b), V, b.first);
    const auto y = average(a);
    const auto s = block_scores(q, K, {0, n});
    const R reciprocal = R(1) / a.Z, shift = shift_of(a.m);
    R D = R(0);
    for (Index c = 0; c < d_v; ++c) D = fused(dY(i, c), y(c), D);
    for (Index j = 0; j < n; ++j) {
      const R p = exp_nonpositive(R(s(j) - shift)) * reciprocal;
      R dA = R(0);
      for (Index c = 0; c < d_v; ++c) dA = fused(dY(i, c), V(j, c), dA);
      const R dS = p * (dA - D);
      for (Index c = 0; c < d_k; ++c) g.dQ(i, c) = fused(dS, K(j, c), g.dQ(i, c));
      for (Index c = 0; c < d_k; ++c) g.dK(j, c) = fused(dS, q(c), g.dK(j, c));
      for (Index c = 0; c < d_v; ++c) g.dV(j, c) = fused(p, dY(i, c), g.dV(j, c));
    }
    for (Index c = 0; c < d_k; ++c) g.dQ(i, c) = g.dQ(i, c) / root<R>(d_k);
  }
  return g;
}

/// \brief gradient_streaming(Q, K, V, dY, mask), bit for bit, L queries at a time: one forward pass that keeps two numbers of each row, and
/// one backward pass.
template <class R, Extent T_, Extent N_, Extent d_k_, Extent d_v_> requires HasPolynomial<R>
Gradients<R, T_, N_, d_k_, d_v_> gradient(const Matrix<R, T_, d_k_>& Q, const Matrix<R, N_, d_k_>& K,
                                          const Matrix<R, N_, d_v_>& V, const Matrix<R, T_, d_v_>& dY, Mask mask,
                                          Pool* pool = nullptr, const Kernel<R>& with = kernels<R>) {
  Matrix<R, T_, d_v_> Y(Q.rows(), V.cols());
  Arrays<R> h = arrays(Q, K, V, Y, mask);
  agree("T", Q.rows(), dY.rows(), "Q (T x d_k)", Q, "dY (T x d_v)", dY);
  agree("d_v", V.cols(), dY.cols(), "V (T x d_v)", V, "dY (T x d_v)", dY);
  std::vector<R> m(h.T_q), Z(h.T_q);
  h.m = m.data(), h.Z = Z.data();
  if (!run(std::span<const Arrays<R>>(&h, 1), with, pool))
    throw std::domain_error("gradient: a query has met no key with a finite score; expected one");
  Gradients<R, T_, N_, d_k_, d_v_> g(h.T_q, h.T_k, h.d_k, h.d_v);
  const Scratch<R> scratch(backward_scratch(h.d_k, h.d_v));
  const auto at = [](auto& M) { return std::to_address(M.begin()); };
  with.backward({h, std::to_address(dY.begin()), at(g.dQ), at(g.dK), at(g.dV)}, scratch.get());
  return g;
}

}
