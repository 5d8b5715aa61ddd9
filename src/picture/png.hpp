#pragma once
#include <string>

#include "picture/heatmap.hpp"
#include "picture/raster.hpp"

namespace attest::cli::picture {

/// The bytes of a PNG file: no date, no text chunk, so that one picture always has the same.
std::string encoded_png(const Raster& raster);

/// The heatmap with its title, labels and colour bar, on white.
std::string png(const Heatmap& heatmap);

}  // namespace attest::cli::picture
