#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "picture/colour.hpp"

namespace attest::cli::picture {

/// Pixels, each red, green, blue and opacity. At first all are transparent. What lies outside is not drawn.
class Raster {
 public:
  Raster(std::size_t width, std::size_t height) : width_(width), height_(height), bytes_(4 * width * height, 0) {}
  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  void dot(long x, long y, Colour colour);
  void fill(long x, long y, long width, long height, Colour colour);

  /// Text in the built-in font, each of its dots `scale` pixels wide; (x, y) is the upper left corner. Upright text
  /// reads from below, with (x, y) the lower left corner.
  void write(long x, long y, std::string_view utf8, long scale, Colour colour, bool upright = false);

 private:
  std::size_t width_, height_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace attest::cli::picture
