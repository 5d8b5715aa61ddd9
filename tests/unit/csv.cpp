#include <cmath>
#include <limits>

#include "cli_support.hpp"
#include "io/array.hpp"
#include "io/bytes.hpp"
#include "io/number.hpp"
#include "io/text_array.hpp"

using namespace attest::cli;
using namespace attest::cli::io;

namespace {

Array parsed(const std::string& text) { return parse_text(text, "m.csv", {}); }

std::string refused(const std::string& text) {
  return refusal([&] { parsed(text); });
}

}  // namespace

TEST_CASE("csv: commas, semicolons, blanks, comments") {
  const std::vector<double> four{1, 2.5, -3, 4};
  for (const char* text :
       {"1,2.5\n-3,4\n", "1;2.5\n-3;4", "1 2.5\n-3\t 4\n", "  1 , 2.5 \r\n-3,4\r\n", "# m\n1,2.5 # a\n\n-3,+4\n#",
        "\xEF\xBB\xBF"
        "1,2.5\n-3,4"}) {
    CAPTURE(text);
    CHECK(parsed(text).shape == std::vector<std::size_t>{2, 2});
    CHECK(parsed(text).values == four);
  }
  const Array special = parsed("nan inf -inf NaN Infinity -0 .5 5.\n");
  CHECK(special.shape == std::vector<std::size_t>{1, 8});
  CHECK(std::isnan(special.values[0]));
  CHECK(special.values[2] == -std::numeric_limits<double>::infinity());
  CHECK(std::signbit(special.values[5]));
  CHECK(special.values[6] == 0.5);
}

TEST_CASE("csv: refused with the line") {
  CHECK(says(refused("1,2\n3\n"), "m.csv:2: a row of 1; expected rows of 2 numbers, as in line 1"));
  CHECK(says(refused("# a\n\n1 2\n3 x\n"), "m.csv:4: \"x\"; expected a number"));
  CHECK(says(refused("a,b\n1,2\n"), "m.csv:1: \"a\""));
  CHECK(says(refused("1,,2\n"), "a cell without a number"));
  CHECK(says(refused("1,2,\n"), "a cell without a number"));
  CHECK(says(refused("1,5;2,5\n"), "commas and semicolons"));
  CHECK(says(refused("1e999\n"), "beyond the range"));
  for (const char* word : {"0x10", "--1", "+-1", "1-", "e5", "1e", "-", "nan(1)", "1_000", "\xFF"})
    CHECK(says(refused(word), "m.csv:1"));
  for (const char* text : {"", "\n\n", "# only words\n", " \t\n"}) CHECK(says(refused(text), "m.csv: no numbers"));
  CHECK_FALSE(looks_like_text(std::string("1 2\0", 4)));
  CHECK_FALSE(looks_like_text("\x89PNG"));
}

TEST_CASE("csv: numbers are written so that they come back") {
  const Array array{{2, 3},
                    DType::f8,
                    {0.1, 1 / 3.0, std::numeric_limits<double>::denorm_min(), -0.0, 0x1.fffffffffffffp1023,
                     -std::numeric_limits<double>::infinity()}};
  const std::string text = csv_text(array, "out");
  CHECK(text.substr(0, 4) == "0.1,");
  CHECK(parsed(text).values == array.values);
  CHECK(parsed(text).shape == array.shape);
  CHECK(csv_text({{2}, DType::f8, {1, 2}}, "out") == "1\n2\n");
  CHECK(csv_text({{}, DType::f8, {7}}, "out") == "7\n");
  CHECK(says(refusal([] { csv_text({{1, 1, 1}, DType::f8, {1}}, "out.csv"); }), "3 axes"));
}

TEST_CASE("numbers for people") {
  CHECK(shown(0.123456, 4) == "0.1235");
  CHECK(shown(12345678, 3) == "1.23e+07");
  CHECK(shown(-std::numeric_limits<double>::infinity(), 3) == "-inf");
  CHECK(shown(std::numeric_limits<double>::quiet_NaN(), 3) == "nan");
  CHECK(fixed(0.5, 4) == "0.5000");
  CHECK(fixed(-0x1.fffffffffffffp1023, 100).size() == 411);
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1234567) == "1 234 567");
}

TEST_CASE("outputs: whole, never over an input, never by accident") {
  const Folder folder;
  const std::string old = folder.put("old", "old");
  CHECK(says(refusal([&] { write_file(old, "new"); }), "--force"));
  CHECK(content(old) == "old");
  write_file(old, "new", {true, {}});
  CHECK(content(old) == "new");

  std::filesystem::create_symlink(old, folder.path() / "link");
  std::filesystem::create_hard_link(old, folder.path() / "hard");
  for (const std::string& name : {old, folder / "./old", folder / "link", folder / "hard"})
    CHECK(says(refusal([&] { write_file(name, "x", {true, {old}}); }), "is also an input"));
  write_file(folder / "link", "through", {true, {}});
  CHECK(content(old) == "through");
  CHECK(std::filesystem::is_symlink(folder.path() / "link"));

  CHECK(says(refusal([&] { write_file(folder / "none/x", "x"); }), "no folder"));
  CHECK(says(refusal([&] { write_file(folder.path().string(), "x"); }), "a folder"));
  CHECK(says(refusal([&] { write_file("", "x"); }), "an empty file name"));
  write_file("/dev/null", "x");

  // Nothing is left beside.
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) files += entry.exists() ? 1 : 0;
  CHECK(files == 3);
}

TEST_CASE("inputs: size limits are looked up before anything is read") {
  const Folder folder;
  const std::string file = folder.put("big", "0123456789");
  CHECK(read_bytes(file, 10).size() == 10);
  CHECK(says(refusal([&] { read_bytes(file, 9); }), "holds 10 bytes; expected at most 9 bytes"));
  CHECK(says(refusal([] { read_bytes("/dev/zero", 100); }), "still goes on"));
  std::filesystem::resize_file(file, std::uintmax_t(1) << 40);  // a hole: takes no room
  CHECK(says(refusal([&] { read_array(file); }), "1 099 511 627 776 bytes"));
}
