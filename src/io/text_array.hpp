#pragma once
#include <string>
#include <string_view>

#include "io/array.hpp"

namespace attest::cli::io {

// Numbers as text: a row a line, separated by commas, semicolons or blanks; # begins a comment; nan, inf, -inf.

bool looks_like_text(std::string_view bytes);  ///< no NUL byte, no well-known binary beginning
Array parse_text(std::string_view bytes, const std::string& file, const ReadOptions& options);

/// One or two axes (one axis: one number a line), every number in its shortest form that reads back as itself.
std::string csv_text(const Array& array, const std::string& file);

}  // namespace attest::cli::io
