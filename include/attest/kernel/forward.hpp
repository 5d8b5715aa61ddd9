#pragma once
#include "attest/kernel/tile.hpp"
/// \file
/// \brief Streaming attention for L queries at a time: bit for bit the definition of aside 8.1 with blocks of 256 keys.
namespace attest::kernel {
inline namespace ATTEST_KERNEL_LEVEL {

/// \brief What L queries remember: arrays with a number for each lane, in scratch memory.
template <class R> struct Lanes {
  R *q, *s, *N, *m, *Z, *factor;
  Lanes(R* scratch, Index d_k, Index d_v)
      : q(scratch), s(q + d_k * L), N(s + block * L), m(N + d_v * L), Z(m + L), factor(Z + L) {}
};

/// \brief t[k][l] = rows[l][k], 0 in lanes without a row. In squares of four by four where there are any.
template <class R, class D>
ATTEST_FLAT void load(const R* ATTEST_ALONE from, Index rows, D d, R* ATTEST_ALONE t) {
  const Index whole = rows < L ? 0 : d / 4 * 4;
  for (Index k = 0; k < whole; k += 4)
    for (Index l = 0; l < L; l += 4)
      for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 4; ++j) t[(k + i) * L + l + j] = from[(l + j) * d + k + i];
  for (Index k = whole; k < d; ++k)
    for (Index l = 0; l < L; ++l) t[k * L + l] = l < rows ? from[l * d + k] : R(0);
}

/// \brief The other way: rows[l][c] = t[c][l].
template <class R, class D>
ATTEST_FLAT void store(const R* ATTEST_ALONE t, Index rows, D d, R* ATTEST_ALONE to) {
  const Index whole = rows < L ? 0 : d / 4 * 4;
  for (Index l = 0; l < L; l += 4)
    for (Index c = 0; c < whole; c += 4)
      for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 4; ++j) to[(l + i) * d + c + j] = t[(c + j) * L + l + i];
  for (Index l = 0; l < rows; ++l)
    for (Index c = whole; c < d; ++c) to[l * d + c] = t[c * L + l];
}

/// \brief The scores of b keys. The last tile lies over the one before rather than be a low one.
template <class R, class D> ATTEST_FLAT void scores(const R* K, D d_k, Index b, const R* q, R* s) {
  Index j = 0;
  for (; j + R_tile <= b; j += R_tile)
    tiles<Start::zero, Pairs::all, R_tile>(K + j * d_k, d_k, Width<1>(), q, s + j * L, d_k, q);
  if (j == b) return;
  if (b >= R_tile)
    tiles<Start::zero, Pairs::all, R_tile>(K + (b - R_tile) * d_k, d_k, Width<1>(), q, s + (b - R_tile) * L, d_k, q);
  else
    some_rows<Start::zero, Pairs::all>(b, K, d_k, Width<1>(), q, s, d_k, q);
}

/// \brief Lane l sees the first `first + l + 1` of these keys; the others have the score -infinity.
template <class R> ATTEST_FLAT void mask(R* s, Index b) {
  for (Index j = 0; j < b; ++j)
    for (Index l = 0; l < L && l < j; ++l) s[j * L + l] = -std::numeric_limits<R>::infinity();
}
/// \brief A weight is not negative: -1 marks the pairs that do not count at all, whatever the value is.
template <class R> ATTEST_FLAT void mark(R* s, Index b) {
  for (Index j = 0; j < b; ++j)
    for (Index l = 0; l < L && l < j; ++l) s[j * L + l] = R(-1);
}

/// \brief New maximum, rescaled denominator, exponentials in place of the scores.
template <class R> ATTEST_FLAT void absorb(const Lanes<R>& a, Index b) {
  R m[L], shift[L], Z[L];
  R* ATTEST_ALONE s = a.s;
  for (Index l = 0; l < L; ++l) m[l] = a.m[l];
  for (Index j = 0; j < b; ++j)
    for (Index l = 0; l < L; ++l) m[l] = m[l] < s[j * L + l] ? s[j * L + l] : m[l];
  for (Index l = 0; l < L; ++l) {
    shift[l] = m[l] == -std::numeric_limits<R>::infinity() ? R(0) : m[l];
    a.factor[l] = exp_nonpositive(a.m[l] - shift[l]);
    Z[l] = a.Z[l] * a.factor[l];
  }
  for (Index j = 0; j < b; ++j)
    for (Index l = 0; l < L; ++l) {
      const R e = exp_nonpositive(s[j * L + l] - shift[l]);
      s[j * L + l] = e;
      Z[l] += e;
    }
  for (Index l = 0; l < L; ++l) a.m[l] = m[l], a.Z[l] = Z[l];
}

/// \brief Rows i0 to i0 + L of one head, i0 a multiple of L; says whether each of them met a finite score.
template <class R, class D_k, class D_v>
ATTEST_FLAT bool forward_rows(const Arrays<R>& h, D_k d_k, D_v d_v, Index i0, R* scratch) {
  const Lanes<R> a(scratch, d_k, d_v);
  const Index rows = std::min(L, h.T_q - i0), n = h.causal ? i0 + rows : h.T_k;
  const R root_d_k = std::sqrt(R(int(Index(d_k))));
  load(h.Q + i0 * d_k, rows, d_k, a.q);
  for (Index k = 0; k < d_k * L; ++k) a.q[k] = a.q[k] / root_d_k;
  for (Index l = 0; l < L; ++l) a.m[l] = -std::numeric_limits<R>::infinity(), a.Z[l] = R(0);
  for (Index k = 0; k < d_v * L; ++k) a.N[k] = R(0);
  for (Index j0 = 0; j0 < n; j0 += block) {
    const Index b = std::min(block, n - j0), open = h.causal ? std::min(b, i0 - std::min(i0, j0)) : b;
    const R* V = h.V + j0 * d_v;
    scores(h.K + j0 * d_k, d_k, b, a.q, a.s);
    mask(a.s + open * L, b - open);
    absorb(a, b);
    product<Start::scaled, Pairs::all>(d_v, V, Width<1>(), d_v, a.s, a.N, open, a.factor);
    if (open == b) continue;
    mark(a.s + open * L, b - open);
    product<Start::as_it_is, Pairs::unmasked>(d_v, V + open * d_v, Width<1>(), d_v, a.s + open * L, a.N, b - open,
                                              a.s + open * L);
  }
  for (Index c = 0; c < d_v; ++c)
    for (Index l = 0; l < L; ++l) a.N[c * L + l] = a.N[c * L + l] / a.Z[l];
  store(a.N, rows, d_v, h.Y + i0 * d_v);
  bool all = true;
  for (Index l = 0; l < rows; ++l) {
    all = all && !(a.Z[l] == R(0));
    if (h.m) h.m[i0 + l] = a.m[l], h.Z[i0 + l] = a.Z[l];
  }
  return all;
}

/// \brief The same: the usual width stands in the type, others are known at run time.
template <class R> bool forward(const Arrays<R>& h, Index i0, R* scratch) {
  if (h.d_k == 64 && h.d_v == 64) return forward_rows(h, Width<64>(), Width<64>(), i0, scratch);
  using Any = Width<Index(-1)>;
  return forward_rows(h, Any{h.d_k}, Any{h.d_v}, i0, scratch);
}

}
}
