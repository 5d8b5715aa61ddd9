#include "io/npy.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "cli_support.hpp"
#include "io/array.hpp"

using namespace attest::cli;
using namespace attest::cli::io;

namespace {

/// A file as NumPy would write it, but with any header.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int shift = 0; shift < (version == 1 ? 16 : 32); shift += 8)
    bytes += static_cast<char>(static_cast<unsigned char>(header.size() >> shift));
  return bytes + header + data;
}

std::string header(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

Array parsed(const std::string& bytes, bool bf16 = false) { return parse_npy(bytes, "W.npy", {bf16}); }

std::string refused(const std::string& bytes) {
  return refusal([&] { parsed(bytes); });
}

std::string bytes_of(std::initializer_list<int> values) {
  std::string bytes;
  for (const int value : values) bytes += static_cast<char>(static_cast<unsigned char>(value));
  return bytes;
}

}  // namespace

TEST_CASE("npy: every kind is read as the numbers it stores") {
  const double infinity = std::numeric_limits<double>::infinity();
  SECTION("halves: one, a third, the least, the largest, infinity") {
    const Array array =
        parsed(npy(header("<f2", "(5,)"), bytes_of({0x00, 0x3C, 0x55, 0x35, 1, 0, 0xFF, 0x7B, 0x00, 0xFC})));
    CHECK(array.dtype == DType::f2);
    CHECK(array.values == std::vector<double>{1, 1365.0 / 4096, 1.0 / 16777216, 65504, -infinity});
  }
  SECTION("floats and doubles, both orders of the bytes") {
    CHECK(parsed(npy(header("<f4", "(1, 2)"), bytes_of({0, 0, 0x80, 0x3F, 0, 0, 0x20, 0xC0}))).values ==
          std::vector<double>{1, -2.5});
    CHECK(parsed(npy(header(">f4", "(1,)"), bytes_of({0xC0, 0x20, 0, 0}))).values == std::vector<double>{-2.5});
    CHECK(parsed(npy(header(">f8", "()"), bytes_of({0x3F, 0xF0, 0, 0, 0, 0, 0, 0}))).values == std::vector<double>{1});
  }
  SECTION("bfloat16 in the clothes of uint16, only when asked for") {
    const std::string file = npy(header("<u2", "(2,)"), bytes_of({0x80, 0x3F, 0x49, 0x40}));
    CHECK(parsed(file).values == std::vector<double>{0x3F80, 0x4049});
    CHECK(parsed(file, true).values == std::vector<double>{1, 3.140625});
    CHECK(name(parsed(file, true).dtype) == "bf16");
  }
  SECTION("Booleans and integers") {
    CHECK(parsed(npy(header("|b1", "(2,)"), bytes_of({1, 0}))).values == std::vector<double>{1, 0});
    CHECK(parsed(npy(header("|i1", "(2,)"), bytes_of({0x80, 0x7F}))).values == std::vector<double>{-128, 127});
    CHECK(parsed(npy(header(">i2", "(1,)"), bytes_of({0xFF, 0xFE}))).values == std::vector<double>{-2});
    CHECK(parsed(npy(header("<u4", "(1,)"), bytes_of({0xFF, 0xFF, 0xFF, 0xFF}))).values ==
          std::vector<double>{4294967295.0});
    CHECK(parsed(npy(header("<i8", "(1,)"), bytes_of({0, 0, 0, 0, 0, 0, 0, 0x80}))).values ==
          std::vector<double>{-0x1p63});
    CHECK(parsed(npy(header("<u8", "(1,)"), bytes_of({0, 0, 0, 0, 0, 0, 0, 0x80}))).values ==
          std::vector<double>{0x1p63});
  }
  SECTION("an integer that no double is") {
    CHECK(says(refused(npy(header("<i8", "(1,)"), bytes_of({1, 0, 0, 0, 0, 0, 0x20, 0}))), "9007199254740993"));
    CHECK(says(refused(npy(header("<i8", "(1,)"), bytes_of({1, 0, 0, 0, 0, 0, 0, 0x80}))), "-9223372036854775807"));
    CHECK(says(refused(npy(header("|b1", "(2,)"), bytes_of({1, 2}))), "element 1 is the byte 2"));
  }
}

TEST_CASE("npy: orders, versions, headers") {
  const std::string six = bytes_of({1, 2, 3, 4, 5, 6});
  CHECK(parsed(npy(header("|u1", "(2, 3)"), six)).values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(parsed(npy(header("|u1", "(2, 3)", "True"), six)).values == std::vector<double>{1, 3, 5, 2, 4, 6});
  CHECK(parsed(npy(header("|u1", "(1, 2, 3)", "True"), six)).values == std::vector<double>{1, 3, 5, 2, 4, 6});
  for (const int version : {1, 2, 3})
    CHECK(parsed(npy(header("|u1", "(6,)"), six, version)).shape == std::vector<std::size_t>{6});
  CHECK(parsed(npy("{\"shape\":(3L,2L),\"fortran_order\":False,\"descr\":\"|u1\"}", six)).shape ==
        std::vector<std::size_t>{3, 2});
  for (const int version : {0, 4, 255})
    CHECK(says(refused(npy(header("|u1", "(6,)"), six, version)), "1.0, 2.0 or 3.0"));
}

TEST_CASE("npy: what cannot be right is refused in words") {
  const std::string eight(8, '\0');
  CHECK(says(refused(npy(header("<f8", "(0, 4)"), "")), "W.npy: shape (0, 4) has an extent of zero"));
  CHECK(says(refused(npy(header("<f8", "(2,)"), eight)), "8 bytes of numbers; expected 16 bytes for shape (2,) of f8"));
  CHECK(says(refused(npy(header("<f8", "(1,)"), eight + "x")), "9 bytes of numbers"));
  CHECK(says(refused(npy(header("<f8", "(4294967296, 4294967296)"), eight)), "more elements"));
  CHECK(says(refused(npy(header("|u1", "(2305843009213693952,)"), eight)), "more elements"));
  CHECK(says(refused(npy(header("<f8", "(99999999999999999999,)"), eight)), "too large"));
  CHECK(says(refused(npy(header("<f8", "(-1,)"), eight)), "an extent"));
  CHECK(says(refused(npy(header("<f8", "(1)"), eight)), "(3,)"));
  CHECK(says(refused(npy(header("|O", "(1,)"), eight)), "pickle"));
  CHECK(says(refused(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", eight)), "structured"));
  for (const char* descr : {"<c8", "<f16", "|S4", "<U2", "<M8[s]", "f8", "", "<", "|f8", "<b1x"})
    CHECK(says(refused(npy(header(descr, "(1,)"), eight)), "type"));
  CHECK(says(refused(npy("{'descr': '<f8', 'fortran_order': False}", eight)), "no shape"));
  CHECK(says(refused(npy("{'descr': '<f8', 'descr': '<f8'}", eight)), "twice"));
  CHECK(says(refused(npy("{'a': 1}", eight)), "\"a\""));
  CHECK(says(refused(npy("garbage", eight)), "goes on with"));
  CHECK(says(refused(npy(header("<f8", "(1,)") + "x", eight)), "the end of the header"));
  CHECK(says(refused(std::string("\x93NUMPY\x01\x00\xFF\xFF{", 11)), "65 535 bytes is promised"));
  CHECK(says(refused(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12)), "4 294 967 295 bytes is promised"));
  for (std::size_t length = 6; length < 10; ++length)
    CHECK(says(refused(std::string("\x93NUMPY\x01\x00\xFF\xFF", 10).substr(0, length)), "W.npy"));
}

TEST_CASE("npy: what is written is read again, bit for bit") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Array doubles{{2, 2}, DType::f8, {0.1, -0.0, std::numeric_limits<double>::denorm_min(), -1 / 3.0}};
  const Array back = parsed(npy_bytes(doubles, "out"));
  CHECK(back.shape == doubles.shape);
  CHECK(back.values == doubles.values);
  CHECK(std::signbit(back.values[1]));
  const Array floats = parsed(npy_bytes({{3}, DType::f4, {0.1, 0x1.fffffep127, nan}}, "out"));
  CHECK(floats.dtype == DType::f4);
  CHECK(floats.values[0] == static_cast<double>(0.1F));
  CHECK(floats.values[1] == 0x1.fffffep127);
  CHECK(std::isnan(floats.values[2]));
  CHECK(says(refusal([] { npy_bytes({{1}, DType::f4, {0x1p128}}, "out.npy"); }), "beyond the range of f4"));
  CHECK(npy_bytes({{1}, DType::bf16, {1}}, "out").find("'<f8'") != std::string::npos);
  CHECK((npy_bytes(doubles, "out").size() - 32) % 64 == 0);
}

TEST_CASE("npy: a damaged file is refused or read, never more") {
  std::mt19937 draw(7);
  const std::string sound = npy_bytes({{2, 3}, DType::f8, {1, 2, 3, 4, 5, 6}}, "out");
  std::size_t read = 0, refusals = 0;
  for (int run = 0; run < 4000; ++run) {
    std::string bytes = sound;
    for (auto changes = 1 + draw() % 3; changes > 0; --changes)
      bytes[6 + draw() % (bytes.size() - 6)] = static_cast<char>(draw() % 256);
    if (draw() % 4 == 0) bytes.resize(6 + draw() % (bytes.size() - 6));
    try {
      const Array array = parsed(bytes);
      ++read;
      REQUIRE(array.values.size() * item_size(array.dtype) < bytes.size());
    } catch (const InputError& error) {
      ++refusals;
      REQUIRE(error.name() == "W.npy");
    }
  }
  CHECK(read > 0);
  CHECK(refusals > 0);
}

TEST_CASE("npy: files") {
  const Folder folder;
  const Array array{{1, 2}, DType::f8, {1, 2}};
  write_array(folder / "a.npy", array);
  CHECK(read_array(folder / "a.npy").values == array.values);
  CHECK(read_array(folder.put("b.dat2", content(folder / "a.npy"))).values == array.values);  // by content
  CHECK(says(refusal([&] { read_array(folder.put("c.csv", content(folder / "a.npy"))); }), ".csv"));
  CHECK(says(refusal([&] { read_array(folder.put("d.npy", "1 2\n")); }), ".npy"));
  CHECK(says(refusal([&] { read_array(folder.put("e.npy", "")); }), "an empty file"));
  CHECK(says(refusal([&] { read_array(folder.put("f.npz", "PK\x03\x04")); }), "no end of a zip archive"));
  CHECK(says(refusal([&] { read_array(folder / "none.npy"); }), "none.npy: cannot be opened"));
  CHECK(says(refusal([&] { read_array(folder.path().string()); }), "a folder"));
  CHECK(says(refusal([&] { read_array(""); }), "an empty file name"));
  CHECK(says(refusal([&] { write_array(folder / "a.mat", array); }), ".npy, .csv or .txt"));
}
