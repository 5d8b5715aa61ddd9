#pragma once
#include <string>

#include "picture/heatmap.hpp"

namespace attest::cli::picture {

/// Up to this many cells are drawn as rectangles with tooltips; more as one picture within the picture, a pixel each.
inline constexpr std::size_t most_rectangles = 16384;

struct SvgOptions {
  std::string id = "heatmap";  ///< begins every id inside, so that several fit into one page
  bool titled = true;          ///< false where the page around it says the title
  bool alone = true;           ///< a file of its own, which carries its style; false inside a page that has it
};

std::string svg(const Heatmap& heatmap, const SvgOptions& options = {});

}  // namespace attest::cli::picture
