#pragma once
#include "attest/bound/bound.hpp"
/// \file
/// \brief Rounding of softmax and log-sum-exp.
namespace attest::bound {

/// \brief \f$ |\hat A_{ij} - A_{ij}| \le g_{T+2E}\, A_{ij} \f$
///
/// \proof
/// The numerator carries \f$ E \f$ roundings, the denominator \f$ E + T - 1 \f$ since its terms are positive, the
/// quotient one more. Nothing may underflow.
/// \qed
template <Arithmetic R> Mp softmax_row_error(Index T) { return g<R>(T + 2 * elementary<R>()); }

/// \brief \f$ |\mathrm{fl}(\sum_j \hat A_{ij}) - 1| \le g_{2T-1} \f$
///
/// \proof
/// The error of the exponential cancels in \f$ \hat e_j / \sum_\ell \hat e_\ell \f$; what is left are two sums of
/// \f$ T \f$ positive numbers with \f$ T - 1 \f$ additions each, and a quotient.
/// \qed
template <Arithmetic R> Mp row_sum_error(Index T) { return g<R>(2 * T - 1); }

/// \brief \f$ |\langle u, \hat y \rangle - \langle u, p \rangle| \le g_{2T+d_v} \sum_c |u_c| \max_j |v_{jc}| \f$ for a point
/// \f$ p \f$ of the hull
///
/// \proof
/// The exact quotients \f$ \hat e_j / \sum_\ell \hat e_\ell \f$ of the computed exponentials lie on the simplex, so \f$ p = \sum_j (\hat e_j / \sum_\ell
/// \hat e_\ell)\, v_j \f$ lies in the hull, whatever exp and the scores did. Against it each term meets \f$ T - 1 \f$ additions in the
/// denominator, a quotient, a product and at most \f$ T - 1 \f$ additions: \f$ 2T \f$ roundings. The inner product with \f$ u \f$
/// adds \f$ d_v \f$ more to each coordinate.
/// \qed
template <Arithmetic R> Mp hull_error(Index T, Index d_v) { return g<R>(2 * T + d_v); }

/// \brief \f$ g_{4T+4d_v+8} \f$, relative to \f$ \max_j \|v_j\|^2 \f$: squared norms and squared means of norms of an average
///
/// \proof
/// Up to signs that the triangle inequality forgets, each side of the inequality is a product of two sums \f$ \sum_j A_{ij} x_j \f$ with
/// \f$ |x_j| \le \max_j \|v_j\| \f$. A term of such a sum met \f$ T \f$ roundings in its weight (a quotient of which the exponentials' errors cancel), a product, and
/// at most \f$ T - 1 \f$ additions; the norm itself at most \f$ d_v + 1 \f$; the product and the sum over coordinates at most \f$ d_v \f$ more. Both sides together
/// stay within twice that.
/// \qed
template <Arithmetic R> Mp norm_error(Index T, Index d_v) { return Mp(2) * g<R>(4 * T + 4 * d_v + 8); }

/// \brief \f$ |\hat\ell - \operatorname{lse}| \le x + g_{E}(|\operatorname{lse}| + x), \; x = (E + T - 1)\,u \f$
///
/// \proof
/// The sum of positive terms is off by a factor within \f$ e^{\pm x} \f$, so its logarithm is off by at most \f$ x \f$; the
/// logarithm itself carries \f$ E \f$ roundings relative to its value.
/// \qed
template <Arithmetic R> Mp lse_error(Index T, const Mp& lse) {
  const Mp x = Mp(int(elementary<R>() + T - 1)) * unit<R>();
  return x + g<R>(elementary<R>()) * (abs(lse) + x);
}

/// \brief \f$ \ell_j = u\,(m - s_j) + E u \f$: the log distance of one shifted exponential
///
/// \proof
/// The difference \f$ s_j - m \f$ is rounded once, an absolute error of at most \f$ u\,(m - s_j) \f$ in an exponent, and
/// exp adds \f$ E \f$ roundings. A maximum selects, so \f$ m \f$ itself costs nothing.
/// \qed
template <Arithmetic R> Mp shifted_exponential(const Mp& m, const Mp& s) {
  return unit<R>() * (m - s) + Mp(int(elementary<R>())) * unit<R>();
}

/// \brief \f$ |\hat p_j - p_j| \le p_j \bigl( e^{\ell_j + \ell_Z + u} - 1 \bigr) + 2T\omega, \; \ell_Z = \log \sum_l p_l e^{\ell_l} + (T-1) u \f$
///
/// \proof
/// The numerator is off by \f$ \ell_j \f$ in its logarithm. The denominator is a sum of positive terms, so its log distance is at most
/// the logarithm of the weighted mean of the \f$ e^{\ell_l} \f$, and \f$ T - 1 \f$ additions more; the quotient is one rounding. Each
/// exponential that underflows loses at most \f$ \omega \f$, in a denominator of at least 1.
/// \qed
template <Arithmetic R, Extent T_>
Vector<Mp, T_> softmax_shifted_error(const Vector<Mp, T_>& s, const Vector<Mp, T_>& p) {
  const Index T = s.rows();
  Mp m = s(0), mean = Mp(0);
  for (Index j = 1; j < T; ++j) m = max(m, s(j));
  for (Index j = 0; j < T; ++j) if (p(j) > Mp(0)) mean += p(j) * growth(shifted_exponential<R>(m, s(j)));
  Vector<Mp, T_> error(T);
  for (Index j = 0; j < T; ++j) {
    const Mp distance = p(j) > Mp(0) ? shifted_exponential<R>(m, s(j)) + mean + Mp(int(T)) * unit<R>() : Mp(0);
    error(j) = p(j) * growth(distance) + Mp(int(2 * T)) * underflow<R>();
  }
  return error;
}

/// \brief \f$ |\hat\ell - \operatorname{lse}| \le (1+u)\bigl(x + g_E(\log T + x)\bigr) + u\,|\operatorname{lse}|, \; x = \log \sum_l p_l e^{\ell_l} + (T-1)u + T\omega \f$
///
/// \proof
/// As for the softmax, the sum of the shifted exponentials is off by at most \f$ x \f$ in its logarithm; that logarithm lies between 0 and
/// \f$ \log T \f$ and carries \f$ E \f$ roundings; adding \f$ m \f$ is one rounding of the result.
/// \qed
template <Arithmetic R, Extent T_>
Mp lse_shifted_error(const Vector<Mp, T_>& s, const Vector<Mp, T_>& p, const Mp& lse) {
  const Index T = s.rows();
  Mp m = s(0), mean = Mp(0);
  for (Index j = 1; j < T; ++j) m = max(m, s(j));
  for (Index j = 0; j < T; ++j) if (p(j) > Mp(0)) mean += p(j) * growth(shifted_exponential<R>(m, s(j)));
  const Mp x = mean + Mp(int(T - 1)) * unit<R>() + Mp(int(T)) * underflow<R>();
  return (Mp(1) + unit<R>()) * (x + g<R>(elementary<R>()) * (log(Mp(int(T))) + x)) + unit<R>() * abs(lse);
}
}
