#pragma once
#include "attest/bound/perturbed.hpp"
#include "attest/lecture/s5_variance.hpp"
/// \file
/// \brief Rounding of saturated Jacobians, of the normal distribution function, and rates for the law of a score.
namespace attest::bound {

/// \brief \f$ |\hat J_{ij}| - \hat\delta (1 - \hat\delta) \le |J_{ij}| - \delta(1-\delta) + 5 \textstyle\sum_j e_j + g_{T+5} \f$, where \f$ |\hat p_j - p_j| \le e_j \f$
///
/// \proof
/// \f$ |\hat p_i \hat p_j - p_i p_j| \le e_i + e_j \f$, so an entry is off by at most \f$ 3 \sum e \f$ and two roundings. \f$ \hat\delta \f$, the sum of the other weights, is off by at most
/// \f$ \sum e \f$ and \f$ T - 2 \f$ roundings, and \f$ x(1-x) \f$ has slope at most 1; its difference and product are rounded. That makes \f$ 4 \sum e \f$, and one more for the second order.
/// \qed
template <Arithmetic R> Mp saturation_error(const Vector<Mp, dynamic>& e) {
  Mp total = 0;
  for (const auto& x : e) total += x;
  return Mp(5) * total + g<R>(e.rows() + 5);
}

/// \brief \f$ \|\hat J g\|_\infty - 2 \hat\delta(1-\hat\delta) \|g\|_\infty \le \|J g\|_\infty - 2\delta(1-\delta)\|g\|_\infty + \bigl( 10 \textstyle\sum e + 2 g_{T+5} + 2 g_{T+3} \bigr) \|g\|_\infty \f$
///
/// \proof
/// A row of \f$ \hat J \f$ is off by at most \f$ 4 \sum e \f$ in the sum of absolute values, and by two roundings of entries that sum to at most 2; the product with \f$ g \f$ adds at most \f$ T \f$
/// roundings to each term. The rate is twice the one of an entry.
/// \qed
template <Arithmetic R> Mp passing_error(const Vector<Mp, dynamic>& e) {
  return Mp(2) * saturation_error<R>(e) + Mp(2) * g<R>(e.rows() + 3);
}

/// \brief \f$ |\hat P(m) - P(m)| \le g_n P(m) \f$ for the law of a sum of \f$ n \f$ signs
///
/// \proof
/// Each of the \f$ n \f$ steps adds two numbers that are not negative; to halve is exact.
/// \qed
template <Arithmetic R> Mp sign_law_error(Index n) { return g<R>(n); }

/// \brief \f$ |\hat\pi - \pi| \le 4 g_{364} \f$
///
/// \proof
/// Term \f$ k \f$ of either series met one rounding at the start, one for each of its \f$ k < 120 \f$ steps, one in the quotient by \f$ 2k + 1 \f$, and at most 240 additions: no more than 362. The
/// absolute values of all terms sum to less than \f$ \frac{16}{5} \cdot \frac{25}{24} + \frac{4}{238} < 3.4 \f$, which leaves \f$ 0.6\, g_{364} \f$ for the remainder, below \f$ 2^{-550} \f$.
/// \qed
template <Arithmetic R> Mp pi_error() { return Mp(4) * g<R>(364); }

/// \brief \f$ |\hat\Phi(x) - \Phi(x)| \le g_{5N + E + 400}, \; N = \lceil x^2 \rceil + b \f$
///
/// \proof
/// All terms of the series have one sign. A step is three roundings (\f$ x^2 \f$, a product, a quotient), so a term met at most \f$ 3N \f$ and at most \f$ N \f$ additions; the remainder is less
/// than one rounding. The exponent \f$ x^2/2 \f$ is off by at most \f$ u x^2/2 \f$, which is worth \f$ N/2 \f$ roundings of the exponential. \f$ \pi \f$ is off by a factor within \f$ g_{464} \f$, as
/// \f$ \frac4\pi \cdot 364 < 464 \f$, and the root halves that. exp carries \f$ E \f$; the root, a quotient, a product and the sum are four more. The result is at most 1.
/// \qed
template <Arithmetic R> Mp normal_error(const R& x) { return g<R>(5 * normal_terms(x) + elementary<R>() + 400); }

/// \brief \f$ |\hat D - D| \le g_{2n+2} + \max_x |\hat\Phi(x) - \Phi(x)| \f$ for a sum of \f$ n \f$ signs, divided by \f$ \sqrt n \f$
///
/// \proof
/// A value of \f$ F \f$ is a sum of at most \f$ n + 1 \f$ probabilities, each off by \f$ n \f$ roundings. The argument \f$ x/\sqrt n \f$ is off by two roundings, and \f$ |x|\, \Phi'(x) \le 1 \f$; the
/// difference is rounded once. A maximum selects.
/// \qed
template <Arithmetic R> Mp kolmogorov_error(Index n) {
  return g<R>(2 * n + 5) + normal_error<R>(root<R>(n));
}

/// \brief \f$ \tfrac12 \binom{n}{n/2} 2^{-n} \le \frac{1}{\sqrt{2\pi n}} \f$ for even \f$ n \f$: half the central atom
///
/// \proof
/// With \f$ n = 2m \f$ and \f$ a_m = \sqrt m \binom{2m}m 4^{-m} \f$, \f$ a_{m+1}/a_m = (2m+1)/(2\sqrt{m(m+1)}) > 1 \f$. So \f$ a_m \f$ rises, and by Wallis' product its limit is \f$ 1/\sqrt\pi \f$.
/// \qed
template <Arithmetic R> R central_atom_most(Index n) { return R(1) / sqrt(R(2) * pi<R>() * number<R>(n)); }

/// \brief \f$ |\mathbb E f(X) - \mathbb E f(Y)| \le D_X + D_Y \f$ for \f$ f(x) = 1/(1 + e^{-|x|}) \f$, \f$ D \f$ being the Kolmogorov distances of \f$ X \f$ and \f$ Y \f$ from one law
///
/// \proof
/// Integrated by parts, \f$ \mathbb E f(X) - \mathbb E f(Y) = -\int (F_X - F_Y)\, df \f$, at most \f$ \sup |F_X - F_Y| \f$ times the total variation of \f$ f \f$, which falls from 1 to \f$ \frac12 \f$ and
/// rises to 1 again: 1 in all.
/// \qed
template <Arithmetic R> R largest_weight_most(const R& D_X, const R& D_Y) { return D_X + D_Y; }

}
