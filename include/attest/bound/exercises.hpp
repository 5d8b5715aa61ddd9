#pragma once
#include "attest/bound/head.hpp"
/// \file
/// \brief Bounds that the exercises need.
namespace attest::bound {

/// \brief \f$ 2 g_{4T+4E+8} \f$, relative to \f$ \max_j |v_j| \f$: a computed \f$ \partial y / \partial s_l \le \f$ this off, from exact scores and values
///
/// \proof
/// The slope is \f$ \sum_j (\dot e_j Z - e_j \dot Z)/Z^2 \cdot v_j \f$ with \f$ \dot e_l = e_l \f$ and all others 0, so the absolute values of its terms add up to at most
/// \f$ 2 p_l \max_j |v_j| \f$. A term meets four exponentials or denominators with \f$ E \f$ roundings each, \f$ 3(T-1) \f$ additions in three denominators, \f$ T - 1 \f$ in the
/// final sum, and at most eight products, quotients and differences.
/// \qed
template <Arithmetic R> Mp score_slope_error(Index T) { return Mp(2) * g<R>(4 * T + 4 * elementary<R>() + 8); }

/// \brief \f$ 2 g_{4T+d_k+12+4E}\!\left[ 4 \max_j \eta_j \right] \cdot 2 \max_j \frac{|h|^\top |k_j|}{\sqrt{d_k}} \cdot \max_{j,c} |v_{jc}| \f$: two
/// computations of \f$ Dy(q)[h] \le \f$ this apart
///
/// \proof
/// Multiplied out, either form of the differential is \f$ \sum_{j,l} A_j A_l (\dot s_j - \dot s_l) v_j \f$ or the same with \f$ v_j - v_l \f$; the sum of the absolute values of its terms
/// is at most \f$ 2 \max_j |\dot s_j| \max |v| \f$. A term is a product of two exponentials over the square of the denominator: four log distances of at most
/// \f$ \ell = \max_j \eta_j + u (m - s_j) + E u \f$ each, where \f$ \eta_j = g_{d_k+2} |q|^\top |k_j| / \sqrt{d_k} \f$ and the shift is one rounding of a difference of at most
/// \f$ 2 \max_j |q|^\top |k_j| / \sqrt{d_k} \f$; \f$ 2(T-1) \f$ additions in the denominators, \f$ d_k + 2 \f$ roundings in \f$ \dot s \f$, at most \f$ 2(T-1) \f$ additions of the two sums, and fewer than 10
/// products, quotients and differences. Two computations differ by at most twice that.
/// \qed
template <Arithmetic R>
Mp score_differential_error(const Vector<Mp, dynamic>& q, const Vector<Mp, dynamic>& h,
                            const Matrix<Mp, dynamic, dynamic>& K, const Matrix<Mp, dynamic, dynamic>& V) {
  const Index T = K.rows(), d_k = K.cols();
  Mp score = 0, slope = 0, value = 0;
  for (Index j = 0; j < T; ++j) {
    Mp qk = 0, hk = 0;
    for (Index c = 0; c < d_k; ++c) qk += abs(q(c)) * abs(K(j, c)), hk += abs(h(c)) * abs(K(j, c));
    score = max(score, Mp(qk / root<Mp>(d_k)));
    slope = max(slope, Mp(hk / root<Mp>(d_k)));
    for (Index c = 0; c < V.cols(); ++c) value = max(value, Mp(abs(V(j, c))));
  }
  const Mp one_exponential =
      scores_error<R>(d_k) * score + Mp(2) * unit<R>() * score + Mp(int(elementary<R>())) * unit<R>();
  const Mp distance = Mp(4) * one_exponential + Mp(int(4 * T + d_k + 12)) * unit<R>();
  return Mp(2) * growth(distance) * Mp(2) * slope * value;
}

/// \brief What rounding adds to \f$ \max_t \|\operatorname{Attn}(X)_t - \operatorname{Attn}(X')_t\| \le L\delta \f$, both sides computed
///
/// \proof
/// Each entry of either output is off by at most its own bound of head_error, unmasked or masked: a mask removes terms, and the bound of the unmasked head
/// does not serve the masked one, so the error here is the largest that any weights allow,
/// \f$ \max_j |v_{jc}| (e^{L} - 1) + e^{L} g_d \max_j (|X||W_V|)_{jc} \f$ with \f$ L = 2 \max_j \ell_{ij} + (2T + 1) u \f$. A Euclidean norm is at most the sum of the
/// absolute entries. The norms and the product on the right carry at most \f$ 2 d (d_k + d_v) + 2d + 16 \f$ roundings, those on the left \f$ d_v + 3 \f$.
/// \qed
template <Arithmetic R>
Mp lipschitz_error(const Matrix<Mp, dynamic, dynamic>& X, const Matrix<Mp, dynamic, dynamic>& X_moved,
                   const Head<Mp>& W, const Mp& most) {
  const Index T = X.rows(), d = X.cols(), d_k = W.W_Q.cols(), d_v = W.W_V.cols();
  Mp error = 0, size = 0;
  for (const auto* Z : {&X, &X_moved}) {
    Mp score = 0, value = 0;
    for (const Mp& s : stream_scores_scale(*Z, W)) score = max(score, s);
    for (const Mp& v : product(absolute(*Z), absolute(W.W_V))) value = max(value, v);
    const Mp l = stream_scores_error<R>(d, d_k) * score + Mp(int(elementary<R>())) * unit<R>();
    const Mp e = growth(Mp(2) * l + Mp(int(2 * T + 1)) * unit<R>());
    error += Mp(int(d_v)) * value * (e + (Mp(1) + e) * g<R>(d));
    size += Mp(int(d_v)) * value;
  }
  return error + g<R>(d_v + 3) * size + g<R>(2 * d * (d_k + d_v) + 2 * d + 16) * most;
}
}
