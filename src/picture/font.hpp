#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace attest::cli::picture {

/// A letter of five columns; bit 0 of a column is its uppermost dot, bit 7 the descender's.
using Glyph = std::array<std::uint8_t, 5>;

inline constexpr long glyph_width = 5, glyph_height = 8, glyph_advance = 6;

/// A text in the built-in font: ASCII, the signs of token labels, typographic quotes and dashes as their plain
/// relatives, Latin letters without their accents; an empty box for what it does not have (two for a wide one).
std::vector<Glyph> glyphs(std::string_view utf8);

}  // namespace attest::cli::picture
