#pragma once
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Fused multiply-add: the definitions of streaming say where a product is not rounded.
namespace attest {

/// \brief \f$ ab + c \f$, for the floats with one rounding instead of two.
///
/// Without contraction by the compiler (-ffp-contract=off) the bits of a sum of products are those that the source says, on
/// every machine: std::fma is exact, with the instruction or without it.
template <Arithmetic R> [[gnu::always_inline]] inline R fused(const R& a, const R& b, const R& c) {
  if constexpr (Float<R>) return std::fma(a, b, c);
  else return a * b + c;
}

}
