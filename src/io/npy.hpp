#pragma once
#include <string>
#include <string_view>

#include "io/array.hpp"

namespace attest::cli::io {

// NumPy's .npy, format versions 1 to 3: a magic string, a header that is a Python dictionary, then the raw numbers.

bool looks_like_npy(std::string_view bytes);
Array parse_npy(std::string_view bytes, const std::string& file, const ReadOptions& options);

/// Version 1, little-endian, C order; f4 if the array is f4, else f8 (which holds every other kind exactly).
std::string npy_bytes(const Array& array, const std::string& file);

}  // namespace attest::cli::io
