#pragma once
#include "attest/kernel/forward.hpp"
/// \file
/// \brief The gradient of one head for L queries at a time: bit for bit gradient_streaming.
namespace attest::kernel {
inline namespace ATTEST_KERNEL_LEVEL {

/// \brief The arrays of L queries and L keys, in scratch memory.
template <class R> struct BackwardLanes {
  R *q, *dY, *dQ, *q_rows, *dY_rows, *p, *dS, *sum, *shift, *reciprocal, *D;
  BackwardLanes(R* scratch, Index d_k, Index d_v)
      : q(scratch), dY(q + d_k * L), dQ(dY + d_v * L), q_rows(dQ + d_k * L), dY_rows(q_rows + whole_panels(d_k) * L),
        p(dY_rows + whole_panels(d_v) * L), dS(p + L * L), sum(dS + L * L), shift(sum + L * L), reciprocal(shift + L),
        D(reciprocal + L) {}
};

/// \brief Rows again, in panels of L coordinates: panel c / L holds L coordinates of each query, and zeros beyond the last.
template <class R> ATTEST_FLAT void rows_of(const R* ATTEST_ALONE t, Index d, R* ATTEST_ALONE rows) {
  for (Index c0 = 0; c0 < d; c0 += L)
    for (Index i = 0; i < L; ++i)
      for (Index l = 0; l < L; ++l) rows[(c0 + i) * L + l] = c0 + l < d ? t[(c0 + l) * L + i] : R(0);
}

/// \brief to_j += sum over queries i of a_ji x_i, for b keys; with the mask only queries i >= j count.
template <class R>
ATTEST_FLAT void add_rows(R* ATTEST_ALONE to, Index d, Index b, const R* a, const R* x, Index queries, bool masked,
                            R* ATTEST_ALONE sum) {
  for (Index c0 = 0; c0 < d; c0 += L) {
    const Index lanes = std::min(L, d - c0);
    for (Index j = 0; j < b; ++j)
      for (Index l = 0; l < L; ++l) sum[j * L + l] = l < lanes ? to[j * d + c0 + l] : R(0);
    if (!masked) product<Start::as_it_is, Pairs::all>(b, a, L, Width<1>(), x + c0 * L, sum, queries, sum);
    else
      for (Index j = 0; j < b; ++j)
        tiles<Start::as_it_is, Pairs::all, 1>(a + j * L + j, L, Width<1>(), x + (c0 + j) * L, sum + j * L, queries - j,
                                              sum);
    for (Index j = 0; j < b; ++j)
      for (Index l = 0; l < lanes; ++l) to[j * d + c0 + l] = sum[j * L + l];
  }
}

/// \brief Queries i0 to i0 + L: their scaled rows, their statistics, and the inner product of each row of dY with that of Y.
template <class R, class D_k, class D_v>
ATTEST_FLAT void prepare(const Gradient<R>& g, D_k d_k, D_v d_v, Index i0, Index rows, R root_d_k,
                           const BackwardLanes<R>& a) {
  const Arrays<R>& h = g.head;
  load(h.Q + i0 * d_k, rows, d_k, a.q);
  load(h.Y + i0 * d_v, rows, d_v, a.dY);
  for (Index c = 0; c < d_v; ++c)
    for (Index l = 0; l < L; ++l) a.dY_rows[c * L + l] = a.dY[c * L + l];
  load(g.dY + i0 * d_v, rows, d_v, a.dY);
  for (Index l = 0; l < L; ++l) a.D[l] = R(0);
  for (Index c = 0; c < d_v; ++c)
    for (Index l = 0; l < L; ++l) a.D[l] = std::fma(a.dY[c * L + l], a.dY_rows[c * L + l], a.D[l]);
  for (Index k = 0; k < d_k * L; ++k) a.q[k] = a.q[k] / root_d_k, a.dQ[k] = R(0);
  rows_of(a.q, d_k, a.q_rows);
  rows_of(a.dY, d_v, a.dY_rows);
  for (Index l = 0; l < L; ++l) {
    const R m = l < rows ? h.m[i0 + l] : R(0);
    a.shift[l] = m == -std::numeric_limits<R>::infinity() ? R(0) : m;
    a.reciprocal[l] = l < rows ? R(1) / h.Z[i0 + l] : R(0);
  }
}

/// \brief Weights in place of scores, and the derivatives of the scores in place of those of the weights.
template <class R> ATTEST_FLAT void weigh(const BackwardLanes<R>& a, Index b) {
  R shift[L], reciprocal[L], D[L];
  R *ATTEST_ALONE p = a.p, *ATTEST_ALONE dS = a.dS;
  for (Index l = 0; l < L; ++l) shift[l] = a.shift[l], reciprocal[l] = a.reciprocal[l], D[l] = a.D[l];
  for (Index j = 0; j < b; ++j)
    for (Index l = 0; l < L; ++l) {
      const R weight = exp_nonpositive(p[j * L + l] - shift[l]) * reciprocal[l];
      p[j * L + l] = weight;
      dS[j * L + l] = weight * (dS[j * L + l] - D[l]);
    }
}

/// \brief All rows of one head.
template <class R, class D_k, class D_v>
ATTEST_FLAT void backward_head(const Gradient<R>& g, D_k d_k, D_v d_v, R* scratch) {
  const Arrays<R>& h = g.head;
  const BackwardLanes<R> a(scratch, d_k, d_v);
  const R root_d_k = std::sqrt(R(int(Index(d_k))));
  for (Index i0 = 0; i0 < h.T_q; i0 += L) {
    const Index rows = std::min(L, h.T_q - i0), n = h.causal ? i0 + rows : h.T_k;
    prepare(g, d_k, d_v, i0, rows, root_d_k, a);
    for (Index j0 = 0; j0 < n; j0 += L) {
      const Index b = std::min(L, n - j0);
      const bool masked = h.causal && j0 == i0;
      scores(h.K + j0 * d_k, d_k, b, a.q, a.p);
      scores(h.V + j0 * d_v, d_v, b, a.dY, a.dS);
      if (masked) mask(a.p, b);
      weigh(a, b);
      add_rows(g.dV + j0 * d_v, d_v, b, a.p, a.dY_rows, rows, masked, a.sum);
      add_rows(g.dK + j0 * d_k, d_k, b, a.dS, a.q_rows, rows, masked, a.sum);
      if (masked) mark(a.p, b);
      const R* K = h.K + j0 * d_k;
      if (masked) product<Start::as_it_is, Pairs::unmasked>(d_k, K, Width<1>(), d_k, a.dS, a.dQ, b, a.p);
      else product<Start::as_it_is, Pairs::all>(d_k, K, Width<1>(), d_k, a.dS, a.dQ, b, a.p);
    }
    for (Index k = 0; k < d_k * L; ++k) a.dQ[k] = a.dQ[k] / root_d_k;
    store(a.dQ, rows, d_k, g.dQ + i0 * d_k);
  }
}

/// \brief The gradient of a head whose forward pass kept its statistics. dK and dV begin as zeros.
template <class R> void backward(const Gradient<R>& g, R* scratch) {
  if (g.head.d_k == 64 && g.head.d_v == 64) return backward_head(g, Width<64>(), Width<64>(), scratch);
  using Any = Width<Index(-1)>;
  backward_head(g, Any{g.head.d_k}, Any{g.head.d_v}, scratch);
}

}
}
