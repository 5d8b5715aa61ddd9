#pragma once
#include <string_view>
#include <vector>

#include "io/array.hpp"

namespace attest::cli::io {

/// Stored numbers as the doubles they are exactly, in the order of the file. `bytes` holds them and nothing else.
/// Refused, naming `file` and the element: an integer that no double is, a Boolean that is neither 0 nor 1.
std::vector<double> stored_values(std::string_view bytes, DType dtype, bool big_endian, std::string_view file);

}  // namespace attest::cli::io
