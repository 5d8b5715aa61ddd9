#pragma once
#include "attest/bound/softmax.hpp"
/// \file
/// \brief Rounding of the derivatives of softmax and log-sum-exp, and the error of a central difference.
namespace attest::bound {

/// \brief \f$ |\hat g_i - p_i| \le g_{T+2E+1}\, p_i \f$: the gradient of lse, by its formula or by carrying derivatives through the loop
///
/// \proof
/// By its formula it is a softmax. Carried through the loop it is \f$ (1/\hat Z)\, \hat e_i \f$: the exponential carries \f$ E \f$ roundings, the sum of positive terms \f$ E + T - 1 \f$, the
/// reciprocal and the product one each.
/// \qed
template <Arithmetic R> Mp gradient_error(Index T) { return g<R>(T + 2 * elementary<R>() + 1); }

/// \brief \f$ |\hat J_{ij} - J_{ij}| \le g_{2T+4E+4}\, (p_i 1_{\{i=j\}} + p_i p_j) \f$: the Hessian of lse, by its formula or carried through the loop
///
/// \proof
/// A weight is off by \f$ T + 2E \f$ roundings, so \f$ p_i \f$ and \f$ p_i p_j \f$ by at most \f$ 2T + 4E + 1 \f$, and the difference is rounded once. Carried through the loop, the second
/// derivative of the logarithm is \f$ -(1/\hat Z)^2 \f$ with \f$ 2(T + E) + 1 \f$ roundings; it meets \f$ \hat e_i \hat e_j \f$ with \f$ 2E + 1 \f$, a product and a sum.
/// \qed
template <Arithmetic R> Mp jacobian_error(Index T) { return g<R>(2 * T + 4 * elementary<R>() + 4); }

/// \brief \f$ \bigl| \mathrm{fl}\bigl( \sum_j J_{ij} \bigr) \bigr| \le 2 g_{3T+4E+4}\, p_i \f$
///
/// \proof
/// The entries of the row are off as those of the Jacobian; their sum adds \f$ T - 1 \f$ roundings. The absolute values of the terms sum to
/// \f$ p_i + p_i \sum_j p_j = 2 p_i \f$, and the true sum is 0.
/// \qed
template <Arithmetic R> Mp jacobian_row_error(Index T) { return Mp(2) * g<R>(3 * T + 4 * elementary<R>() + 4); }

/// \brief \f$ |\mathrm{fl}(u^\top J u) - \mathrm{fl}(\operatorname{Var}_p u)| \le 8\, g_{6T+10E+10} \sum_i p_i u_i^2 \f$
///
/// \proof
/// Multiplied out, both are sums of \f$ p_i u_i^2 \f$ and \f$ p_i p_j u_i u_j \f$ with signs. In \f$ u^\top J u \f$ a term meets \f$ 2T + 4E + 4 \f$ roundings in the entry, two products and at most
/// \f$ 2T \f$ additions. In \f$ \sum_i p_i (u_i - \bar u)^2 \f$ it meets at most \f$ T + 2E + 1 + T + 1 \f$ in the deviation, twice, and \f$ T + 2E + 1 + T \f$ outside: less than
/// \f$ 6T + 10E + 10 \f$. The absolute values of the terms sum to at most \f$ \sum_i p_i (|u_i| + \sum_j p_j |u_j|)^2 \le 4 \sum_i p_i u_i^2 \f$ on either side.
/// \qed
template <Arithmetic R> Mp variance_error(Index T) { return Mp(8) * g<R>(6 * T + 10 * elementary<R>() + 10); }

/// \brief \f$ |\hat r_i - r_i| \le g_{3T+4E+2}\, p_i \bigl( |h_i| + \sum_j p_j |h_j| \bigr) \f$: the differential of softmax, by its formula, by the matrix, or by carrying one derivative
///
/// \proof
/// Multiplied out, \f$ r_i \f$ is the sum of \f$ p_i h_i \f$ and the \f$ -p_i p_j h_j \f$. By the formula a term meets two weights, at most \f$ 2(T + 2E) \f$, two products, at most \f$ T - 1 \f$
/// additions and a difference. By the matrix, it meets \f$ 2(T + 2E) + 1 \f$ and a difference in the entry, a product and at most \f$ T - 1 \f$ additions. Carried
/// through the loop it is \f$ (h_i \hat e_i \hat Z - \hat e_i \sum_j h_j \hat e_j)/\hat Z^2 \f$: at most \f$ E + 1 \f$ and \f$ E + T \f$ in the two factors, a product and a difference, and
/// \f$ 2(E + T - 1) + 1 \f$ in the denominator and the quotient.
/// \qed
template <Arithmetic R> Mp differential_error(Index T) { return g<R>(3 * T + 4 * elementary<R>() + 2); }

/// \brief \f$ h = u^{1/3} = 2^{-111} \f$, the step of a central difference in 100 digits: below it rounding grows, above it the curve
inline Mp difference_step() {
  Mp h = 1;
  for (int k = 0; k < 111; ++k) h /= Mp(2);
  return h;
}

/// \brief \f$ \Bigl| \frac{f(s + h e_i) - f(s - h e_i)}{2h} - \partial_i f(s) \Bigr| \le \frac{h^2}{24} + \frac{\epsilon}{h} + g_2 \f$, for \f$ f = \operatorname{lse} \f$ or a weight,
/// where \f$ f \f$ is computed up to \f$ \epsilon \f$
///
/// \proof
/// Taylor's formula leaves \f$ h^2/6 \f$ times a third derivative along \f$ e_i \f$. For lse it is \f$ p(1-p)(1-2p) \f$ with \f$ p = p_i \f$; for the weight \f$ p_i \f$ it is \f$ p(1-p)(1-6p+6p^2) \f$, and for
/// another weight, which is \f$ 1 - p_i \f$ times a constant below 1 as long as only \f$ s_i \f$ moves, no larger. Since \f$ p(1-p) \le \frac14 \f$ and the brackets lie between \f$ -1 \f$ and 1,
/// none exceeds \f$ \frac14 \f$. Each of the two values is off by at most \f$ \epsilon \f$, which is divided by \f$ h \f$; the difference and the quotient, of size at most 1, are rounded.
/// Scores on a grid of sixteenths move by \f$ h \f$ without rounding.
/// \qed
inline Mp central_difference_error(const Mp& epsilon) {
  const Mp h = difference_step();
  return h * h / Mp(24) + epsilon / h + g<Mp>(2);
}

/// \brief \f$ \operatorname{lse}\bigl( \tfrac{s+t}2 \bigr) \le \tfrac12 \bigl( \operatorname{lse}(s) + \operatorname{lse}(t) \bigr) \f$, computed, holds up to the errors of the three and \f$ g_3 \f$ times their sizes
///
/// \proof
/// The midpoint of scores on a grid is exact. The mean of the right-hand side rounds a sum; to halve is exact.
/// \qed
template <Arithmetic R> Mp convexity_error(Index T, const Mp& middle, const Mp& left, const Mp& right) {
  return lse_error<R>(T, middle) + lse_error<R>(T, left) + lse_error<R>(T, right) + g<R>(3) * (abs(left) + abs(right));
}

/// \brief \f$ \bigl\| \hat p - \hat q \bigr\|_1 \le \| p - q \|_1 + 2 g_{T+2E} + g_{T+1} (2 + 2 g_{T+2E}) \f$: the computed distance of two computed softmaxes
///
/// \proof
/// Weights are off by \f$ g_{T+2E} \f$ times themselves, which sum to 1 in each of the two. Each difference is rounded once and meets at most \f$ T - 1 \f$ additions; the distance is at most 2.
/// \qed
template <Arithmetic R> Mp distance_error(Index T) {
  const Mp weights = Mp(2) * softmax_row_error<R>(T);
  return weights + g<R>(T + 1) * (Mp(2) + weights);
}

}
