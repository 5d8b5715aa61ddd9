#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attest::cli::io {

/// The dictionary at the head of a .npy file.
struct NpyHeader {
  std::string descr;  ///< "<f4"
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Exactly the three keys, in any order, and nothing after them; everything else is refused.
NpyHeader parse_npy_header(std::string_view text, const std::string& file);

}  // namespace attest::cli::io
