#pragma once
#include "attest/arithmetic/exponential.hpp"
#include "attest/bound/bound.hpp"
/// \file
/// \brief The error of exp_nonpositive, step by step.
namespace attest::bound {

/// \brief \f$ |\hat r - r| \le \tfrac{17}{64} u \f$ for \f$ r = x - n \log 2 \f$, and \f$ |r| \le 0.3466 \f$
///
/// \proof
/// The sum of \f$ x / \log 2 \f$ and the large constant is rounded once, to a whole number; \f$ 1/\log 2 \f$ is off by \f$ u \f$ relatively. So
/// \f$ |x/\log 2 - n| \le \tfrac12 + 1022 u' \f$ with \f$ u' \f$ the roundoff, or \f$ 126 u' \f$ in float, and \f$ |r| \le 0.3466 \f$. If \f$ n = 0 \f$ then \f$ \hat r = x \f$.
/// Else \f$ |x| > \tfrac14 \f$ is a multiple of \f$ u/2 \f$, and so is the high part of \f$ \log 2 \f$: the first difference is a multiple of \f$ u/2 \f$ below \f$ \tfrac12 \f$,
/// which is a number of the type, and nothing is rounded. The second is rounded once: \f$ u/4 \f$ at most, as \f$ |\hat r| < \tfrac12 \f$. The two parts of \f$ \log 2 \f$ miss it by less than
/// \f$ 2^{-43} \f$ in float and \f$ 2^{-86} \f$ in double; \f$ |n| \f$ times that is below \f$ u/64 \f$.
/// \qed
template <Arithmetic R> Mp reduction_error() { return Mp(17) / Mp(64) * unit<R>(); }

/// \brief \f$ |P(r) - e^r| \le \tfrac18 u\, e^r \f$ for \f$ |r| \le 0.3466 \f$
///
/// \proof
/// The best polynomial of that form is off by \f$ 3.06 \cdot 10^{-9} = 0.0514 u \f$ in float and \f$ 3.63 \cdot 10^{-18} = 0.0327 u \f$ in double. With the coefficients as
/// they were rounded a test evaluates \f$ P(r) e^{-r} - 1 \f$ and its derivative \f$ (P' - P)(r) e^{-r} \f$ in 100 digits on a grid; between two points it adds what the second
/// derivative allows, whose terms are added in absolute value.
/// \qed
template <Arithmetic R> Mp polynomial_error() { return unit<R>() / Mp(8); }

/// \brief \f$ |\hat P(r) - P(r)| \le \tfrac54 u\, P(r) \f$ for \f$ |r| \le 0.3466 \f$
///
/// \proof
/// Gappa proves it for either type from the operations in their order (tests/formal/exponential.py). By hand: the last sum is rounded to \f$ u \f$
/// relatively where \f$ P \ge 1 \f$ and to \f$ \tfrac12 u \f$ absolutely where \f$ 0.7 < P < 1 \f$; the sum before it, below \f$ \tfrac12 \f$, is rounded to \f$ \tfrac14 u \f$ absolutely;
/// what was rounded earlier is multiplied by \f$ r^2 \f$.
/// \qed
template <Arithmetic R> Mp evaluation_error() { return Mp(5) / Mp(4) * unit<R>(); }

/// \brief \f$ |\hat e - e^x| \le \tfrac{27}{16} u\, e^x \f$ where \f$ e^x \f$ is a normal number, \f$ x \le 0 \f$: less than the \f$ E = 2 \f$ roundings of every bound with an exponential
///
/// \proof
/// Reduction, polynomial and evaluation multiply by at most \f$ e^{17u/64} \f$, \f$ 1 + u/8 \f$ and \f$ 1 + 5u/4 \f$; \f$ 17/64 + 1/8 + 5/4 = 105/64 \f$, and products of errors
/// are below \f$ u/64 \f$. To multiply by \f$ 2^n \f$ is exact. Other types use their own exp, with \f$ E \f$ roundings.
/// \qed
template <Arithmetic R> Mp exp_nonpositive_error() {
  return HasPolynomial<R> ? Mp(27) / Mp(16) * unit<R>() : Mp(int(elementary<R>())) * unit<R>();
}

/// \brief \f$ \omega_E \f$, what an exponential may lose by underflow: all of it, where it is below the smallest normal number.
template <Arithmetic R> Mp flushed() {
  if constexpr (Float<R>) return Mp(static_cast<double>(std::numeric_limits<R>::min()));
  else return Mp(0);
}

}
