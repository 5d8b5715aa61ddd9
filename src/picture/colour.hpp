#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace attest::cli::picture {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

std::string hex(Colour colour);  ///< "#1f3a5c"

/// The map from 0..1 to colours: 256 steps, dark violet over blue and green to pale yellow. A straight line in the
/// lightness of Björn Ottosson's Oklab (2020), so that equal steps look equal, in grey as well and to colour-blind
/// eyes; the hue turns evenly, the chroma is the largest smooth one inside sRGB.
const std::array<Colour, 256>& colour_map();
Colour mapped(double fraction);  ///< clamped to 0..1

inline constexpr Colour not_finite{214, 40, 57};  // a red that the map does not hold

}  // namespace attest::cli::picture
