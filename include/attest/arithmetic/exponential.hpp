#pragma once
#include <bit>
#include <cstdint>
#include <iterator>
#include "attest/arithmetic/fused.hpp"
/// \file
/// \brief The exponential of what is not positive, in operations that every machine rounds alike.
namespace attest {

/// \brief The constants of exp_nonpositive: a type without them has an exponential of its own.
template <class R> struct ExponentialConstants;

/// \brief A polynomial of degree 6: 1 + r + r² q(r), q by the exchange algorithm in 100 digits (tests/formal/minimax.hpp).
template <> struct ExponentialConstants<float> {
  using Bits = std::uint32_t;
  static constexpr int mantissa = 23;                   ///< the exponent stands above that many bits
  static constexpr float magic = 0x1.8p23f + 127;       ///< its last place is 1; below it stands the exponent of 2^0
  static constexpr float per_log2 = 0x1.715476p0f;      ///< 1/log 2
  static constexpr float log2_high = 0x1.62e4p-1f, log2_low = 0x1.7f7d1cp-20f;  ///< log 2; n times the first is exact
  static constexpr float lowest = -0x1.5d589ep6f;       ///< e^lowest is the last that is a normal number
  static constexpr float zero = -0x1.601e68p6f;         ///< -127 log 2: here the bits of 2^n are those of 0
  static constexpr float q[]{0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558f2p-5f, 0x1.1239ep-7f, 0x1.6a243ap-10f};
};

/// \brief The same with a polynomial of degree 11.
template <> struct ExponentialConstants<double> {
  using Bits = std::uint64_t;
  static constexpr int mantissa = 52;
  static constexpr double magic = 0x1.8p52 + 1023;
  static constexpr double per_log2 = 0x1.71547652b82fep0;
  static constexpr double log2_high = 0x1.62e42feep-1, log2_low = 0x1.a39ef35793c76p-33;
  static constexpr double lowest = -0x1.6232bdd7abcd2p9;
  static constexpr double zero = -0x1.628b76e3a7b61p9;  ///< -1023 log 2
  static constexpr double q[]{0x1.000000000000ap-1,  0x1.55555555554fap-3,  0x1.555555555088p-5,  0x1.1111111127bd6p-7,
                              0x1.6c16c1842935fp-10, 0x1.a01a012a5b39fp-13, 0x1.a0199a0edfd94p-16,
                              0x1.71df254e530c2p-19, 0x1.28ad7066915bfp-22, 0x1.ad7f6ed359807p-26};
};

/// \brief Which numbers have a polynomial; the others bring an exp of their own.
template <class R> concept HasPolynomial = requires { ExponentialConstants<R>::lowest; };

/// \brief \f$ \sum_{i \ge k} q_i r^{i-k} \f$, written out: compilers vectorise the loops around it only if none is inside.
template <class R, Index k = 0> [[gnu::always_inline]] inline R horner(const R& r) {
  constexpr const auto& q = ExponentialConstants<R>::q;
  if constexpr (k + 1 == std::size(q)) return q[k];
  else return std::fma(horner<R, k + 1>(r), r, q[k]);
}

/// \brief \f$ e^x = 2^n e^r \f$ for \f$ x \le 0 \f$, \f$ n = \mathrm{round}(x / \log 2) \f$, \f$ r = x - n \log 2 \f$, and a polynomial for \f$ e^r \f$.
///
/// Error at most bound::exp_nonpositive_error. \f$ e^0 = 1 \f$ exactly; NaN stays NaN. Where \f$ e^x \f$ is no normal number the result is 0: an
/// exponential that small loses its last bits anyway, subnormal numbers are slow on some machines, and this way the bits do
/// not depend on a machine's flush mode. For types without a polynomial this is exp.
template <Arithmetic R> [[gnu::always_inline]] inline R exp_nonpositive(const R& x) {
  if constexpr (!HasPolynomial<R>) return exp(x);
  else {
    using C = ExponentialConstants<R>;
    const R bounded = x < C::lowest ? C::zero : x;
    const R shifted = std::fma(bounded, C::per_log2, C::magic), n = shifted - C::magic;
    const R r = std::fma(-n, C::log2_low, std::fma(-n, C::log2_high, bounded));
    const R power = std::bit_cast<R>(std::bit_cast<typename C::Bits>(shifted) << C::mantissa);
    return (R(1) + std::fma(r * r, horner(r), r)) * power;
  }
}

}
