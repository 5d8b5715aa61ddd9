#pragma once
#include <cstddef>

namespace attest {

/// \brief Where `Exact` stops growing: beyond these an operation throws std::length_error and names the limit.
namespace exact_limit {
inline constexpr std::size_t terms = 65536;           ///< of a sum
inline constexpr std::size_t product_words = 262144;  ///< machine words that multiplying out may fill
inline constexpr std::size_t factors = 4096;          ///< factors of one value, counted with multiplicity
inline constexpr std::size_t rational_bits = 16384;   ///< of a numerator or a denominator
inline constexpr std::size_t sign_bits = 10240;       ///< to which a sign is sought, and a value shown
}  // namespace exact_limit

}  // namespace attest
