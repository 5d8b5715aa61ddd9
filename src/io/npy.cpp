#include "io/npy.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "io/input_error.hpp"
#include "io/npy_header.hpp"
#include "io/number.hpp"
#include "io/stored.hpp"

namespace attest::cli::io {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::string_view kinds_read = "f2, f4, f8, bool, i1, i2, i4, i8, u1, u2, u4 or u8";

struct Stored {
  DType dtype;
  bool big_endian;
};

std::optional<DType> kind_called(std::string_view code) {
  if (code == "b1") return DType::boolean;
  for (const DType dtype : {DType::f2, DType::f4, DType::f8, DType::i1, DType::i2, DType::i4, DType::i8, DType::u1,
                            DType::u2, DType::u4, DType::u8})
    if (name(dtype) == code) return dtype;
  return std::nullopt;
}

/// "<f4": the order of the bytes, the kind, the size.
Stored parse_descr(const std::string& descr, const std::string& file, bool bf16) {
  const std::string_view code = std::string_view(descr).substr(descr.empty() ? 0 : 1);
  const char order = descr.empty() ? ' ' : descr[0];
  if (code.substr(0, 1) == "O")
    throw InputError(file, "pickled Python objects (dtype object)", "plain numbers: reading a pickle can run programs");
  const std::optional<DType> dtype = kind_called(code);
  if (!dtype) throw InputError(file, "numbers of the type " + in_quotes(descr), kinds_read);
  const bool known = order == '<' || order == '>' || order == '=' || (order == '|' && item_size(*dtype) == 1);
  if (!known) throw InputError(file, "the type " + in_quotes(descr) + " without the order of its bytes", "<, > or =");
  const bool big = order == '>' || (order == '=' && std::endian::native == std::endian::big);
  return {bf16 && *dtype == DType::u2 ? DType::bf16 : *dtype, big};
}

/// Takes the header off the front of `bytes`; what is left are the numbers.
NpyHeader take_header(std::string_view& bytes, const std::string& file) {
  bytes.remove_prefix(magic.size());
  if (bytes.size() < 2) throw InputError(file, "the file ends within its first ten bytes");
  const int version = static_cast<unsigned char>(bytes[0]);
  if (version < 1 || version > 3 || bytes[1] != 0)
    throw InputError(file, "format version " + std::to_string(version) + "." +
                     std::to_string(static_cast<unsigned char>(bytes[1])), "1.0, 2.0 or 3.0");
  bytes.remove_prefix(2);
  const std::size_t width = version == 1 ? 2 : 4;
  if (bytes.size() < width) throw InputError(file, "the file ends within its first twelve bytes");
  std::size_t length = 0;
  for (std::size_t i = width; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[i]);
  bytes.remove_prefix(width);
  if (length > bytes.size())
    throw InputError(file,
                     "a header of " + grouped(length) + " bytes is promised, " + grouped(bytes.size()) + " follow");
  const NpyHeader header = parse_npy_header(bytes.substr(0, length), file);
  bytes.remove_prefix(length);
  return header;
}

/// Fortran's order, first index fastest, into C's. `digits` counts like an odometer in C's order.
std::vector<double> in_c_order(const std::vector<double>& stored, const std::vector<std::size_t>& shape) {
  std::vector<std::size_t> stride(shape.size()), digits(shape.size(), 0);
  for (std::size_t axis = 0, step = 1; axis < shape.size(); step *= shape[axis++]) stride[axis] = step;
  std::vector<double> values(stored.size());
  std::size_t from = 0;
  for (double& value : values) {
    value = stored[from];
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += stride[axis];
      if (++digits[axis] < shape[axis]) break;
      from -= stride[axis] * shape[axis];
      digits[axis] = 0;
    }
  }
  return values;
}

void append_bits(std::string& bytes, std::uint64_t bits, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(static_cast<unsigned char>(bits >> (8 * i)));
}

float as_float(double value, const std::string& file) {
  constexpr double first_too_large = 0x1.ffffffp127;  // halfway to 2^128: from here on rounding gives infinity
  if (std::isfinite(value) && std::fabs(value) >= first_too_large)
    throw InputError(file, shortest(value) + " is beyond the range of f4", "an output of type f8");
  return static_cast<float>(value);
}

}  // namespace

bool looks_like_npy(std::string_view bytes) { return bytes.substr(0, magic.size()) == magic; }

Array parse_npy(std::string_view bytes, const std::string& file, const ReadOptions& options) {
  const NpyHeader header = take_header(bytes, file);
  const auto [dtype, big_endian] = parse_descr(header.descr, file, options.bf16);
  const std::size_t expected = element_count(header.shape, item_size(dtype), file) * item_size(dtype);
  if (bytes.size() != expected)
    throw InputError(file, grouped(bytes.size()) + " bytes of numbers", grouped(expected) + " bytes for shape " +
                     shape_text(header.shape) + " of " + std::string(name(dtype)));
  std::vector<double> values = stored_values(bytes, dtype, big_endian, file);
  if (header.fortran_order) values = in_c_order(values, header.shape);
  return {header.shape, dtype, std::move(values)};
}

std::string npy_bytes(const Array& array, const std::string& file) {
  const bool narrow = array.dtype == DType::f4;
  std::string header = std::string("{'descr': '") + (narrow ? "<f4" : "<f8") + "', 'fortran_order': False, 'shape': " +
                       shape_text(array.shape) + ", }";
  // The numbers begin at a multiple of 64 bytes, as NumPy has it.
  while ((magic.size() + 4 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string bytes(magic);
  bytes += std::string_view("\x01\x00", 2);
  append_bits(bytes, header.size(), 2);
  bytes += header;
  bytes.reserve(bytes.size() + array.values.size() * (narrow ? 4 : 8));
  for (const double value : array.values) {
    if (narrow) append_bits(bytes, std::bit_cast<std::uint32_t>(as_float(value, file)), 4);
    else append_bits(bytes, std::bit_cast<std::uint64_t>(value), 8);
  }
  return bytes;
}

}  // namespace attest::cli::io
