#pragma once
#include "attest/arithmetic/multiprecision.hpp"
#include "attest/linear.hpp"
/// \file
/// \brief The tools of every tolerance: unit roundoff, and what k roundings can do.
/// \namespace attest::bound
/// \brief Every tolerance in the project, each with its proof. A bound is a number of the oracle's type: evaluated in
/// float it would itself be rounded.
namespace attest::bound {

/// \brief The unit roundoff \f$ u \f$ of R: 0 in exact arithmetic, the only precision that a bound knows.
template <Arithmetic R> Mp unit() {
  if constexpr (is_exact<R>) return Mp(0);
  else if constexpr (Float<R>) return Mp(static_cast<double>(std::numeric_limits<R>::epsilon())) / Mp(2);
  else return R::epsilon() / Mp(2);
}

/// \brief \f$ \omega \f$, the largest error of one underflow: half the smallest subnormal number of R.
template <Arithmetic R> Mp underflow() {
  if constexpr (Float<R>) return Mp(static_cast<double>(std::numeric_limits<R>::denorm_min())) / Mp(2);
  else return Mp(0);
}

/// \brief \f$ E \f$: the platform's exp, log, sine and cosine are within \f$ E \f$ roundings (at one hundred digits sine and cosine relative to 1); tests measure it.
template <Arithmetic R> constexpr Index elementary() { return Float<R> ? 2 : 64; }

/// \brief An upper bound of \f$ e^x - 1 \f$ for \f$ x \ge 0 \f$ that does not cancel at \f$ x = u \f$
///
/// \proof
/// For \f$ 0 \le x \le 1 \f$ the series gives \f$ e^x - 1 \le x + x^2 (\tfrac12 + \tfrac16 + \cdots) = x + (e - 2) x^2 \le x + x^2 \f$. Beyond 1
/// nothing cancels and the exponential itself serves.
/// \qed
inline Mp growth(const Mp& x) { return x <= Mp(1) ? x + x * x : exp(x) - Mp(1); }

/// \brief \f$ g_k = (1+u)^k - 1 \f$, bounded from above: what \f$ k \f$ roundings can do
///
/// \proof
/// A rounding multiplies by \f$ 1 + \delta \f$ with \f$ |\delta| \le u/(1+u) \f$, so it changes the logarithm by at most
/// \f$ \lambda = \log(1+u) \le u \f$, whether the result is multiplied or divided by. Hence \f$ k \f$ of them stay within
/// \f$ e^{\pm k \lambda} \f$, and \f$ e^{k\lambda} - 1 \f$ bounds both sides.
/// \qed
template <Arithmetic R> Mp g(Index k) { return growth(Mp(int(k)) * unit<R>()); }

/// \brief nothing is rounded
inline constexpr Index none = 0;

/// \brief \f$ |\mathrm{fl}(x + y) - (x + y)| \le u\,|x + y| \f$
///
/// \proof
/// This is rounding to nearest; a sum of floats does not underflow inexactly.
/// \qed
template <Arithmetic R> Mp one_rounding() { return unit<R>(); }

/// \brief \f$ |\mathrm{fl}(\langle x, y \rangle) - \langle x, y \rangle| \le g_n \sum_c |x_c y_c| \f$
///
/// \proof
/// Each term meets its product and at most \f$ n - 1 \f$ additions, the addition to 0 being exact; so it is multiplied by a factor
/// within \f$ e^{\pm n\lambda} \f$, and the triangle inequality adds the changes.
/// \qed
template <Arithmetic R> Mp inner_error(Index n) { return g<R>(n); }

/// \brief \f$ \bigl| \mathrm{fl}\bigl(\sum_j a_j v_j\bigr) - \sum_j a_j v_j \bigr| \le g_T \sum_j a_j |v_j| \f$
///
/// \proof
/// A coordinate of the average is an inner product of length \f$ T \f$ with weights that are not negative.
/// \qed
template <Arithmetic R> Mp average_error(Index T) { return g<R>(T); }

}
