#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes.hpp"

namespace attest::cli::io {

/// How the numbers were stored: f2 = float16, bf16 = bfloat16, u1 = uint8 …
enum class DType { f2, f4, f8, bf16, boolean, i1, i2, i4, i8, u1, u2, u4, u8 };
std::string_view name(DType dtype);      ///< "f4", "bf16", "bool" …
std::size_t item_size(DType dtype);      ///< in bytes

/// An array as it was stored: every value is the exact number of the file, in C order whatever the file's was.
struct Array {
  std::vector<std::size_t> shape;
  DType dtype = DType::f8;
  std::vector<double> values;
};

std::string shape_text(const std::vector<std::size_t>& shape);  ///< "(3, 4)", "(3,)", "()"

/// The product of the extents; refused, naming `file`, if one is zero or the bytes could not be counted.
std::size_t element_count(const std::vector<std::size_t>& shape, std::size_t bytes_each, std::string_view file);

struct ReadOptions {
  bool bf16 = false;  ///< take uint16 of a .npy as bfloat16
};

/// An array from a file or from standard input ("-"). The content decides the format; an extension that
/// contradicts it is refused. An archive's name is followed by the array's: "step.npz:Q", "model.safetensors:q".
Array read_array(const std::string& path, const ReadOptions& options = {});

/// Written as the extension says: .npy (f4 stays f4, everything else is f8), .csv or .txt ("-" too: text).
void write_array(const std::string& path, const Array& array, const Output& output = {});

}  // namespace attest::cli::io
