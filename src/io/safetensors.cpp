#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "io/archive.hpp"
#include "io/input_error.hpp"
#include "io/json.hpp"
#include "io/number.hpp"
#include "io/stored.hpp"

namespace attest::cli::io {

// Eight bytes: the length N of the header. N bytes of JSON: {"name": {"dtype": "F32", "shape": [..],
// "data_offsets": [begin, end]}, ..., "__metadata__": {..}}. Then the numbers, little-endian, in C order.

namespace {

constexpr std::uint64_t longest_header = 100'000'000;  // the format's own limit
constexpr std::size_t length_size = 8;

struct Kind {
  std::string_view name;
  DType dtype;
};
constexpr std::array<Kind, 13> kinds{{{"F16", DType::f2}, {"BF16", DType::bf16}, {"F32", DType::f4}, {"F64", DType::f8},
                                      {"BOOL", DType::boolean}, {"I8", DType::i1}, {"I16", DType::i2},
                                      {"I32", DType::i4}, {"I64", DType::i8}, {"U8", DType::u1}, {"U16", DType::u2},
                                      {"U32", DType::u4}, {"U64", DType::u8}}};

/// A whole number that a double counts exactly: no extent or offset of a real file is larger.
std::uint64_t counted(const Json& value, const std::string& place, const std::string& what) {
  double number = 0;
  if (value.string() || !value.number(number) || !(number >= 0) || number > 0x1p53 || number != std::floor(number))
    throw InputError(place, what + " " + value.text(-1).substr(0, 40), "a whole number");
  return static_cast<std::uint64_t>(number);
}

const Json& member(const Json& tensor, std::string_view key, const std::string& place) {
  const Json* found = tensor.find(key);
  if (!found) throw InputError(place, "the header says no " + std::string(key), "dtype, shape and data_offsets");
  return *found;
}

struct Span {
  std::uint64_t begin, end;
};

Span span_of(const Json& tensor, const std::string& place, std::uint64_t bytes) {
  const Json& offsets = member(tensor, "data_offsets", place);
  if (!offsets.list() || offsets.list()->size() != 2)
    throw InputError(place, "data_offsets " + offsets.text(-1).substr(0, 40), "[begin, end]");
  const Json::List& ends = *offsets.list();
  const Span span{counted(ends[0], place, "the offset"), counted(ends[1], place, "the offset")};
  if (span.begin > span.end || span.end > bytes)
    throw InputError(place, "bytes " + grouped(span.begin) + " to " + grouped(span.end),
                     "a range within the " + grouped(bytes) + " bytes of numbers");
  return span;
}

DType dtype_of(const Json& tensor, const std::string& place) {
  const Json& said = member(tensor, "dtype", place);
  for (const Kind& kind : kinds)
    if (said.string() && *said.string() == kind.name) return kind.dtype;
  throw InputError(place, "numbers of the type " + in_quotes(said.text(-1)),
                   "F16, BF16, F32, F64, BOOL, I8 to I64 or U8 to U64");
}

std::vector<std::size_t> shape_of(const Json& tensor, const std::string& place) {
  const Json& said = member(tensor, "shape", place);
  if (!said.list()) throw InputError(place, "the shape " + said.text(-1).substr(0, 40), "a list of extents");
  std::vector<std::size_t> shape;
  for (const Json& extent : *said.list()) shape.push_back(counted(extent, place, "the extent"));
  return shape;
}

}  // namespace

Array read_safetensors(const Inside& inside) {
  const Parts file(inside.file);
  if (file.size() < length_size) throw InputError(inside.file, "ends within its first eight bytes");
  std::uint64_t length = 0;
  const std::string first = file.read(0, length_size);
  for (std::size_t i = length_size; i-- > 0;) length = length << 8 | static_cast<unsigned char>(first[i]);
  if (length > file.size() - length_size || length > longest_header)
    throw InputError(inside.file, "a header of " + grouped(length) + " bytes is promised",
                     "at most the " + grouped(std::min(longest_header, file.size() - length_size)) + " there can be");
  const Json header = Json::parse(file.read(length_size, length), inside.file);
  if (!header.members()) throw InputError(inside.file, "a header that is no JSON object");

  const std::uint64_t begin = length_size + length, bytes = file.size() - begin;
  std::vector<std::string> names;
  std::uint64_t end = 0;
  for (const auto& [name, tensor] : *header.members()) {
    if (name == "__metadata__") continue;
    names.push_back(name);
    end = std::max(end, span_of(tensor, inside.file + ':' + name, bytes).end);
  }
  if (end != bytes)
    throw InputError(inside.file, grouped(bytes) + " bytes of numbers", grouped(end) + ", as the header says");
  const std::string name = chosen_name(inside.file, inside.name, names), place = inside.file + ':' + name;
  const Json& tensor = *header.find(name);
  const DType dtype = dtype_of(tensor, place);
  const std::vector<std::size_t> shape = shape_of(tensor, place);
  const Span span = span_of(tensor, place, bytes);
  const std::uint64_t expected = element_count(shape, item_size(dtype), place) * item_size(dtype);
  if (span.end - span.begin != expected)
    throw InputError(place, grouped(span.end - span.begin) + " bytes of numbers",
                     grouped(expected) + " bytes for shape " + shape_text(shape) + " of " +
                     std::string(io::name(dtype)));
  return {shape, dtype, stored_values(file.read(begin + span.begin, expected), dtype, false, place)};
}

}  // namespace attest::cli::io
