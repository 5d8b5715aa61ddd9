#pragma once
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
/// \file
/// \brief What a number must do. A new arithmetic is a new file that specialises is_arithmetic, and no other change.
namespace attest {

using Index = std::size_t;

// The definitions call these unqualified: other number types bring their own, found by argument-dependent lookup.
using std::cos;
using std::exp;
using std::log;
using std::max;
using std::sin;
using std::sqrt;

/// \brief Which types are numbers; each arithmetic specialises it.
template <class R> inline constexpr bool is_arithmetic = std::floating_point<R>;
/// \brief Which numbers are never rounded, so that equality decides.
template <class R> inline constexpr bool is_exact = false;
/// \brief A number type: + - * / , comparison, made from an int; exp, sqrt and log where a definition calls them.
template <class R> concept Arithmetic = is_arithmetic<R>;
/// \brief IEEE numbers, which have NaN, signed zeros and overflow.
template <class R> concept Float = std::floating_point<R>;

/// \brief \f$ -\infty \f$, which exp sends to 0 exactly in every arithmetic.
template <Arithmetic R> R minus_infinity() {
  if constexpr (requires { R::minus_infinity(); }) return R::minus_infinity();
  else return -std::numeric_limits<R>::infinity();
}

/// \brief \f$ \sqrt n \f$ of a width, as a number of the arithmetic.
template <Arithmetic R> R root(Index n) { return sqrt(R(int(n))); }

/// \brief A count as a number of the arithmetic.
template <Arithmetic R> R number(Index n) { return R(int(n)); }

template <Arithmetic R> R abs(const R& x) { return x < R(0) ? R(R(0) - x) : x; }

}
