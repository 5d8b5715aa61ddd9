#pragma once
#include "attest/linear.hpp"
/// \file
/// \brief Rates: inequalities of the lecture itself. Nothing is rounded in them; they hold in exact arithmetic, and a property adds the rounding.
namespace attest::bound {

/// \brief \f$ \tanh x = (e^{2x} - 1) / (e^{2x} + 1) \f$, written with the exponential that every arithmetic has
template <Arithmetic R> R tanh_of(const R& x) {
  const R e = exp(R(2) * x);
  return (e - R(1)) / (e + R(1));
}

/// \brief Total variation of two softmaxes: \f$ \tfrac12 \| \operatorname{softmax}(s) - \operatorname{softmax}(t) \|_1 \le \tanh(\operatorname{osc}(s-t)/4) \f$
///
/// \proof
/// The distance is the largest of the differences \f$ p(B) - p'(B) \f$ over sets \f$ B \f$ of positions. The odds of \f$ B \f$ under \f$ s \f$ are
/// \f$ \sum_{j \in B} e^{s_j} / \sum_{j \notin B} e^{s_j} \f$. With \f$ s = t + h \f$ the numerator changes by a factor of at most \f$ e^{\max h} \f$, the denominator by one of at
/// least \f$ e^{\min h} \f$; so the log-odds rise by at most \f$ o = \max h - \min h \f$. With \f$ \sigma(x) = 1/(1+e^{-x}) \f$ the difference is at most
/// \f$ \sigma(x + o) - \sigma(x) \f$ for some \f$ x \f$, which is largest at \f$ x = -o/2 \f$ since the slope of \f$ \sigma \f$ falls with \f$ |x| \f$; there it is
/// \f$ 2\sigma(o/2) - 1 = \tanh(o/4) \f$. Two positions with scores \f$ \pm o/4 \f$ and \f$ \mp o/4 \f$ attain it.
/// \qed
template <Arithmetic R> R total_variation_most(const R& oscillation) { return tanh_of(R(oscillation / R(4))); }

/// \brief Low temperature: \f$ \mathrm{TV} \le \frac{T-r}{r}\, e^{-g/\tau} \f$, for \f$ r \f$ maximisers and the gap \f$ g \f$ to the next score
///
/// \proof
/// With \f$ \delta = \sum_{j \notin M} e^{-(m - s_j)/\tau} \f$ the maximisers have \f$ 1/(r + \delta) \f$ each, so against \f$ 1/r \f$ on \f$ M \f$ the mass
/// \f$ \delta/(r + \delta) \le \delta/r \f$ has moved, and \f$ \delta \f$ has \f$ T - r \f$ terms of at most \f$ e^{-g/\tau} \f$.
/// \qed
template <Arithmetic R> R cold_most(Index T, Index r, const R& gap_over_tau) {
  return number<R>(T - r) / number<R>(r) * exp(R(0) - gap_over_tau);
}

/// \brief Low temperature, from below: \f$ \mathrm{TV} \ge \frac{1}{1 + r e^{g/\tau}} \f$ where \f$ r < T \f$
///
/// \proof
/// \f$ \mathrm{TV} = \delta/(r+\delta) = 1/(1 + r/\delta) \f$ rises with \f$ \delta \f$, and \f$ \delta \ge e^{-g/\tau} \f$: the next score is among its terms.
/// \qed
template <Arithmetic R> R cold_least(Index r, const R& gap_over_tau) {
  return R(1) / (R(1) + number<R>(r) * exp(gap_over_tau));
}

/// \brief Saturation: \f$ |J_{ij}| \le \delta (1 - \delta), \; \delta = 1 - \max_j p_j \le \tfrac12 \f$
///
/// \proof
/// \f$ J_{ii} = p_i (1 - p_i) \f$ and \f$ |J_{ij}| = p_i p_j \le p_i (1 - p_i) \f$. The largest weight is \f$ 1 - \delta \f$; any other is at most
/// \f$ \delta \le \tfrac12 \f$, where \f$ x(1-x) \f$ rises. So \f$ p_i (1 - p_i) \le \delta (1 - \delta) \f$ for all \f$ i \f$.
/// \qed
template <Arithmetic R> R saturation_most(const R& delta) { return delta * (R(1) - delta); }

/// \brief Narrow Gaussian: \f$ 1 - A_{ii} \le \min\bigl( (i-1)\,x,\; x/(1 - x^3) \bigr), \; x = e^{-1/(2h^2)} \f$
///
/// \proof
/// \f$ 1 - A_{ii} = \delta/(1+\delta) \le \delta = \sum_{m=1}^{i-1} x^{m^2} \f$. Each term is at most \f$ x \f$, which gives the first bound. And \f$ m^2 - 1 = (m-1)(m+1) \ge 3(m-1) \f$
/// for \f$ m \ge 1 \f$, so \f$ \delta \le x \sum_{m \ge 1} x^{3(m-1)} = x/(1-x^3) \f$.
/// \qed
template <Arithmetic R> R narrow_most(Index i, const R& x) {
  const R few = number<R>(i - 1) * x;
  if (!(x < R(1))) return few;
  const R many = x / (R(1) - x * x * x);
  return few < many ? few : many;
}

/// \brief Narrow Gaussian, from below: \f$ 1 - A_{ii} \ge x/(1+x), \; x = e^{-1/(2h^2)} \f$, for \f$ i \ge 2 \f$
///
/// \proof
/// \f$ \delta/(1+\delta) \f$ rises with \f$ \delta \f$, and \f$ \delta \ge x \f$: the neighbour is among its terms.
/// \qed
template <Arithmetic R> R narrow_least(const R& x) { return x / (R(1) + x); }

/// \brief Wide Gaussian: \f$ \mathrm{TV}(A_{i\cdot}, \tfrac1i \mathbf 1) \le \tanh\bigl( (i-1)^2 / (8h^2) \bigr) \f$
///
/// \proof
/// The running mean is the softmax of equal scores. Against them the scores \f$ -(i-j)^2/(2h^2) \f$, \f$ j \le i \f$, oscillate by \f$ (i-1)^2/(2h^2) \f$, and the distance of two
/// softmaxes is at most the hyperbolic tangent of a quarter of that.
/// \qed
template <Arithmetic R> R wide_most(Index i, const R& h) {
  const R z = number<R>(i - 1) / h;
  return total_variation_most(R(z * z / R(2)));
}

}
