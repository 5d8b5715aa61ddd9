#include <png.h>

#include <cmath>
#include <limits>
#include <set>

#include "cli_support.hpp"
#include "picture/colour.hpp"
#include "picture/excerpt.hpp"
#include "picture/font.hpp"
#include "picture/markup.hpp"
#include "picture/png.hpp"
#include "picture/report.hpp"
#include "picture/svg.hpp"

using namespace attest::cli;
using namespace attest::cli::picture;

namespace {

/// The untrained baseline: row i has i + 1 equal weights, the rest is masked.
Heatmap baseline(std::size_t T) {
  Heatmap heatmap;
  heatmap.title = "Untrained <baseline> & \"more\"";
  heatmap.cells = Cells(T, T);
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j <= i; ++j) heatmap.cells.set(i, j, 1.0 / static_cast<double>(i + 1));
  return heatmap;
}

Heatmap one(double value, Scale scale = Scale::linear) {
  Heatmap heatmap;
  heatmap.cells = Cells(1, 1);
  heatmap.cells.set(0, 0, value);
  heatmap.scale = scale;
  return heatmap;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

struct Pixels {
  png_image image{};
  std::vector<png_byte> bytes;
};

Pixels decoded_png(const std::string& bytes) {
  Pixels pixels;
  pixels.image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&pixels.image, bytes.data(), bytes.size()) != 0);
  pixels.image.format = PNG_FORMAT_RGBA;
  pixels.bytes.resize(PNG_IMAGE_SIZE(pixels.image));
  REQUIRE(png_image_finish_read(&pixels.image, nullptr, pixels.bytes.data(), 0, nullptr) != 0);
  return pixels;
}

std::size_t count(const Pixels& pixels, Colour colour) {
  std::size_t found = 0;
  for (std::size_t at = 0; at < pixels.bytes.size(); at += 4)
    found += Colour{pixels.bytes[at], pixels.bytes[at + 1], pixels.bytes[at + 2]} == colour ? 1 : 0;
  return found;
}

}  // namespace

TEST_CASE("colours: lightness rises") {
  const auto luminance = [](Colour c) {
    const auto light = [](std::uint8_t part) { return std::pow(part / 255.0, 2.2); };
    return 0.2126 * light(c.red) + 0.7152 * light(c.green) + 0.0722 * light(c.blue);
  };
  std::set<std::string> seen;
  for (std::size_t i = 0; i < 256; ++i) {
    seen.insert(hex(colour_map()[i]));
    if (i >= 4) CHECK(luminance(colour_map()[i]) > luminance(colour_map()[i - 4]));
  }
  CHECK(seen.count(hex(not_finite)) == 0);
  CHECK(mapped(-5) == colour_map()[0]);
  CHECK(mapped(2) == colour_map()[255]);
}

TEST_CASE("shading: ranges, ends, what lies beyond") {
  const Shading shading(baseline(4));
  CHECK(shading.range().least == 0);
  CHECK(shading.range().most == 1);
  CHECK(shading.present == 10);
  CHECK(shading.absent == 6);
  CHECK(shading.place(0.5) == 0.5);
  CHECK(shading.ticks().front() == 0);
  CHECK(shading.ticks().back() == 1);

  Heatmap wide = one(-0x1.fffffffffffffp1023);
  wide.range = Range{-0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023};
  CHECK(Shading(wide).place(0) == 0.5);
  CHECK(Shading(wide).ticks().size() >= 2);

  Heatmap narrow = one(3);
  narrow.range = Range{0, 1};
  CHECK(Shading(narrow).above);
  CHECK_FALSE(Shading(narrow).below);
  CHECK(says(svg(narrow), "≥ 1"));
  CHECK(Shading(one(0)).range().most == 1);
  CHECK(Shading(one(8, Scale::logarithmic)).range().least == 4);
  Heatmap zero = baseline(2);
  zero.scale = Scale::logarithmic;
  zero.cells.set(0, 0, 0);
  CHECK(Shading(zero).below);
}

TEST_CASE("pictures: what cannot be drawn is refused in words") {
  const auto refused = [](const Heatmap& heatmap) { return refusal([&] { svg(heatmap); }); };
  CHECK(says(refused({}), "0 rows and 0 columns"));
  CHECK(says(refusal([] { Cells(1, 4097); }), "at most 4096"));
  CHECK(says(refusal([] { Cells(std::size_t(1) << 40, std::size_t(1) << 40); }), "at most 4096"));
  Heatmap heatmap = baseline(2);
  heatmap.row_labels = {"a"};
  CHECK(says(refused(heatmap), "row labels of the picture: 1; expected 2"));
  CHECK(says(refused(one(0, Scale::logarithmic)), "no positive finite value"));
  heatmap = one(1);
  for (const Range range : {Range{1, 1}, Range{2, 1}, Range{0, std::numeric_limits<double>::infinity()}}) {
    heatmap.range = range;
    CHECK(says(refused(heatmap), "the smaller first"));
  }
  heatmap.scale = Scale::logarithmic;
  heatmap.range = Range{0, 1};
  CHECK(says(refused(heatmap), "positive numbers"));
}

TEST_CASE("svg: one rectangle for each present cell, none for an absent one") {
  const Heatmap heatmap = baseline(5);
  const std::string text = svg(heatmap);
  CHECK(count(text, "</title></rect>") == 15);
  CHECK(count(text, "query 4, key 2: 0.2</title>") == 1);
  CHECK(count(text, "query 2, key 4") == 0);
  CHECK(says(text, "10 cells are absent (masked)."));
  CHECK(says(text, "Untrained &lt;baseline&gt; &amp; &quot;more&quot;"));
  CHECK(says(text, "linearGradient"));
  CHECK(count(text, "http") == 1);  // the namespace
  CHECK(text == svg(baseline(5)));
  CHECK(count(svg(heatmap, {"a", false, false}), "<style>") == 0);
}

TEST_CASE("svg: many cells become a picture, and no more bytes than that") {
  const std::string text = svg(baseline(300));
  CHECK(count(text, "<title>") == 0);
  CHECK(count(text, "data:image/png;base64,") == 1);
  CHECK(text.size() < 100000);
}

TEST_CASE("png: the pixels are the cells") {
  const std::string bytes = png(baseline(6));
  CHECK(bytes == png(baseline(6)));
  const Pixels pixels = decoded_png(bytes);
  // Cells of 40 by 40 pixels; the colour bar may hold the colours too.
  for (const double weight : {1.0 / 2, 1.0 / 4, 1.0 / 6})
    CHECK(count(pixels, mapped(weight)) >= static_cast<std::size_t>(std::lround(1600 / weight)));
  CHECK(count(pixels, not_finite) == 0);
  CHECK(count(decoded_png(png(one(std::numeric_limits<double>::quiet_NaN()))), not_finite) >= 1600);
  CHECK(decoded_png(png(baseline(2000))).image.width > 2000);
}

TEST_CASE("html: one file, nothing fetched, the text escaped") {
  Heatmap heatmap = baseline(3);
  heatmap.row_labels = heatmap.column_labels = {"<script>", "\"&", "\x01"};
  const std::string page = html(heatmap);
  CHECK(count(page, "<script") == 0);
  CHECK(count(page, "http") == 2);  // http-equiv and the namespace
  CHECK(says(page, "width=device-width"));
  CHECK(says(page, "default-src 'none'"));
  CHECK(page == html(heatmap));

  Report report("T", "`a` < b");
  report.section("One")
      .verdicts({{State::fails, "claim & more", "0.5", {"proposition_3_1"}}})
      .section("Two")
      .section("Three");
  report.figure(heatmap, "").figure(heatmap, "").table({{"a`b"}, {{"<1"}}, {true}});
  const std::string text = report.html();
  CHECK(says(text, "<code>a</code> &lt; b"));
  CHECK(says(text, "claim &amp; more"));
  CHECK(says(text, "a`b"));
  CHECK(says(text, "href=\"#section-3\""));
  CHECK(count(text, "id=\"figure-1-title\"") == 1);
  CHECK(count(text, "id=\"figure-2-title\"") == 1);
  CHECK(count(text, "<section") == count(text, "</section>"));
}

TEST_CASE("excerpts: corners, labels, gaps") {
  const auto value = [](std::size_t i, std::size_t j) { return static_cast<double>(i) + static_cast<double>(j) / 8; };
  const Excerpt part = excerpt("W_Q", "weights", 20, 3, value, {}, {4, 4});
  CHECK(part.row_places == std::vector<std::size_t>{0, 1, 2, 19});
  CHECK(part.column_places == std::vector<std::size_t>{0, 1, 2});
  CHECK(plain(part) == "W_Q  20 x 3  weights\n"
                       "   0.0000   0.1250   0.2500\n"
                       "   1.0000   1.1250   1.2500\n"
                       "   2.0000   2.1250   2.2500\n"
                       "      ...\n"
                       "  19.0000  19.1250  19.2500\n");
  CHECK(excerpt("x", "", 1, 1, [](std::size_t, std::size_t) { return 1e6; }).cells[0][0] == "1e+06");
  CHECK(says(plain(excerpt("S", "", 1, 1, value, {"Alice"})), "  Alice  0.0000"));
}

TEST_CASE("markup and letters") {
  CHECK(base64("") == "");
  CHECK(base64("M") == "TQ==");
  CHECK(base64("Ma") == "TWE=");
  CHECK(base64("Man") == "TWFu");
  CHECK(glyphs("é’ş") == glyphs("e's"));
  CHECK(glyphs("日").size() == 2);
  for (char c = '!'; c <= '~'; ++c) CHECK(glyphs(std::string(1, c))[0] != glyphs(" ")[0]);
}
