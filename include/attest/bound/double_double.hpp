#pragma once
#include "attest/arithmetic/double_double.hpp"
#include "attest/bound/bound.hpp"
/// \file
/// \brief What double-double loses: every operation is within sixteen squared roundoffs of a double, relative to its true result,
/// where nothing overflows and no low part underflows.
namespace attest::bound {
/// \brief \f$ k u^2 \f$ with \f$ u = 2^{-53} \f$
inline Mp squared_roundoffs(int k) { return Mp(k) * unit<double>() * unit<double>(); }

/// \brief \f$ |\widehat{x + y} - (x + y)| \le 13 u^2 |x + y| \f$
///
/// \proof
/// \f$ x_h + y_h = s + e \f$ and \f$ x_l + y_l = t + f \f$ exactly. What is rounded are \f$ c = e + t \f$, and at the end \f$ f + v_l \f$, where \f$ v_h + v_l = s + c \f$.
///
/// If \f$ x_h \f$ and \f$ y_h \f$ have one sign, or one is more than twice the other: \f$ |e| \le u|s| \f$ and \f$ |t| \le (u + u^2)(|x_h| + |y_h|) \f$, so the first rounding is at
/// most \f$ 2u^2 (|x_h| + |y_h|) \f$ and the second \f$ 2u^2 (|x_h| + |y_h|) \f$, up to third powers; and \f$ |x_h| + |y_h| \le 3 |x_h + y_h| \f$, which is nearly \f$ 3|x + y| \f$.
///
/// Else \f$ s \f$ is exact and \f$ e = 0 \f$, so \f$ c = t \f$ is not rounded. \f$ s \f$ is a multiple of the last place of the smaller of \f$ x_h, y_h \f$, and \f$ t \f$ is smaller than two of
/// those: the ordered sum is exact. If \f$ v_l = 0 \f$ nothing else is rounded. If not, \f$ s + t \f$ is a multiple of the last place of \f$ t \f$ with more than 53 bits, so
/// \f$ |v_h| \ge |t| \f$, \f$ |f| \le u|t| \le u|v_h| \f$, and the last rounding is at most \f$ 2u^2 |v_h| \f$.
/// \qed
inline Mp double_double_sum_error() { return squared_roundoffs(13); }

/// \brief \f$ |\widehat{xy} - xy| \le 7 u^2 |xy| \f$
///
/// \proof
/// Relative to \f$ |x_h y_h| \f$: \f$ x_l y_l \le u^2 \f$ is rounded to \f$ u^3 \f$; the sum with \f$ x_h y_l \f$, at most \f$ u + u^2 \f$, to \f$ u^2 \f$; that with \f$ x_l y_h \f$ to \f$ 2u^2 \f$; that with the
/// product's own remainder to \f$ 3u^2 \f$. Together \f$ 6u^2 \f$ and third powers, and \f$ |xy| \ge (1-u)^2 |x_h y_h| \f$.
/// \qed
inline Mp double_double_product_error() { return squared_roundoffs(7); }

/// \brief \f$ |\widehat{x/y} - x/y| \le 12 u^2 |x/y| \f$
///
/// \proof
/// The remainder \f$ x_h - q y_h \f$ of a rounded quotient is a number of the type, at most \f$ u |x_h| \f$. Adding \f$ x_l \f$ rounds to \f$ 2u^2 |x_h| \f$, subtracting \f$ q y_l \f$ to \f$ 3u^2 |x_h| \f$; its
/// quotient by \f$ y_h \f$ rather than \f$ y \f$, at most \f$ 3u|q| \f$, is off by \f$ 3u^2 |q| \f$ and rounded to \f$ 3u^2 |q| \f$. Together \f$ 11 u^2 \f$ and third powers.
/// \qed
inline Mp double_double_quotient_error() { return squared_roundoffs(12); }

/// \brief \f$ |\widehat{\sqrt x} - \sqrt x| \le 5 u^2 \sqrt x \f$
///
/// \proof
/// The remainder \f$ x_h - s^2 \f$ of a rounded root is a number of the type, at most \f$ (2u + u^2) s^2 \f$; with \f$ x_l \f$ it is at most \f$ 3u s^2 \f$ and rounded to \f$ 3u^2 s^2 \f$. Its half over
/// \f$ s \f$ inherits \f$ \tfrac32 u^2 s \f$ and is rounded to as much; Newton's step leaves \f$ \tfrac12 (\tfrac32 u)^2 s \f$.
/// \qed
inline Mp double_double_root_error() { return squared_roundoffs(5); }

/// \brief \f$ |\hat e - e^x| \le 1024 u^2 e^x \f$ for \f$ x \ge -650 \f$
///
/// \proof
/// The two differences of the reduction and the product with \f$ n \f$ lose at most \f$ 13 u^2 (0.7 + 0.35) + 7 u^2 \cdot 1024 \cdot 2^{-32} \f$ and the two parts of \f$ \log 2 \f$ miss it by \f$ 2^{-140} \f$, so
/// \f$ r \f$ is off by \f$ 15 u^2 \f$. With \f$ s = r/64 \f$ the series is cut off at \f$ |s|^{11}/12! < u^2 \f$, relatively; each of its terms after the first is multiplied by at most \f$ s/2 \f$, so that of
/// its roundings only the last sum and product count: \f$ 21 u^2 \f$ relatively. A squaring step \f$ q \to 2q + q^2 \f$ adds the roundings of one sum and one product of lower size,
/// \f$ 14 u^2 \f$, and increases a relative error by the factor \f$ (2 + 2q)/(2 + q) \f$; the factors of all six multiply to less than \f$ e^{|r|} \le \sqrt 2 \f$. At the end
/// \f$ |q| \le 0.42 \f$ carries \f$ \sqrt 2 (21 + 6 \cdot 14) u^2 < 150 u^2 \f$, and the last sum \f$ 13 u^2 \f$; relative to \f$ e^r \ge 0.7 \f$ that and the reduction are below \f$ 150 u^2 \f$.
/// \qed
inline Mp double_double_exponential_error() { return squared_roundoffs(1024); }

/// \brief \f$ 16 u^2 = 2^{-102} \f$: as if double-double were a binary format of 102 bits; exp then has \f$ E = 64 \f$ roundings at most
template <> inline Mp unit<DD>() { return squared_roundoffs(16); }

}
