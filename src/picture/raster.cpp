#include "picture/raster.hpp"

#include "picture/font.hpp"

namespace attest::cli::picture {

void Raster::dot(long x, long y, Colour colour) {
  if (x < 0 || y < 0 || x >= static_cast<long>(width_) || y >= static_cast<long>(height_)) return;
  std::uint8_t* const pixel = &bytes_[4 * (static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x))];
  pixel[0] = colour.red;
  pixel[1] = colour.green;
  pixel[2] = colour.blue;
  pixel[3] = 255;
}

void Raster::fill(long x, long y, long width, long height, Colour colour) {
  for (long v = y; v < y + height; ++v)
    for (long u = x; u < x + width; ++u) dot(u, v, colour);
}

void Raster::write(long x, long y, std::string_view utf8, long scale, Colour colour, bool upright) {
  for (const Glyph& glyph : glyphs(utf8)) {
    for (long u = 0; u < glyph_width; ++u)
      for (long v = 0; v < glyph_height; ++v) {
        if ((glyph[static_cast<std::size_t>(u)] >> v & 1) == 0) continue;
        if (upright) fill(x + v * scale, y - (u + 1) * scale, scale, scale, colour);
        else fill(x + u * scale, y + v * scale, scale, scale, colour);
      }
    (upright ? y : x) += (upright ? -1 : 1) * glyph_advance * scale;
  }
}

}  // namespace attest::cli::picture
