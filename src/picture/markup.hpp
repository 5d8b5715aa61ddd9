#pragma once
#include <string>
#include <string_view>

namespace attest::cli::picture {

/// Text inside HTML or SVG, in element or attribute. What XML does not allow at all becomes U+FFFD.
std::string escaped(std::string_view text);

std::string base64(std::string_view bytes);

}  // namespace attest::cli::picture
