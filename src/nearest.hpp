#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace attest::cli {

/// The words that are spelled most like `word`, best first; none that differ in more than half of their letters.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& among, std::size_t at_most = 3);

/// "a, b or c"
std::string or_list(const std::vector<std::string>& words);

}  // namespace attest::cli
