#pragma once
#include <string_view>

namespace attest::cli::picture {

// All CSS of the tool. Colours are variables, light and dark; nothing is fetched.

std::string_view heatmap_style();  ///< for the svg element itself, which carries the class `heatmap`
std::string_view page_style();     ///< for a page

}  // namespace attest::cli::picture
