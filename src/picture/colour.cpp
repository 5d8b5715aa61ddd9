#include "picture/colour.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attest::cli::picture {

namespace {

/// Linear light 0..1 into a byte of sRGB (IEC 61966-2-1).
std::uint8_t encoded(double light) {
  const double x = std::clamp(light, 0.0, 1.0);
  const double shown = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * shown));
}

Colour from_oklab(double L, double a, double b) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(L + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(L - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(L - 0.0894841775 * a - 1.2914855480 * b);
  return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

std::array<Colour, 256> made() {
  std::array<Colour, 256> map;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double t = static_cast<double>(i) / 255;
    const double lightness = 0.28 + 0.66 * t;
    const double chroma = 0.095 + 0.03 * (2 * t - 1) * (2 * t - 1);
    const double hue = (300 - 200 * t) * std::numbers::pi / 180;
    map[i] = from_oklab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
  }
  return map;
}

}  // namespace

std::string hex(Colour colour) {
  constexpr const char* digit = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) {
    text += digit[part >> 4];
    text += digit[part & 15];
  }
  return text;
}

const std::array<Colour, 256>& colour_map() {
  static const std::array<Colour, 256> map = made();
  return map;
}

Colour mapped(double fraction) {
  return colour_map()[static_cast<std::size_t>(std::lround(255 * std::clamp(fraction, 0.0, 1.0)))];
}

}  // namespace attest::cli::picture
