#include <cmath>

#include "io/number.hpp"
#include "picture/font.hpp"
#include "picture/layout.hpp"
#include "picture/png.hpp"
#include "text/utf8.hpp"

namespace attest::cli::picture {

namespace {

constexpr long scale = 2;
constexpr Colour white{255, 255, 255}, ink{29, 32, 38}, quiet{93, 99, 110}, hatch{220, 223, 228}, edge{195, 199, 206};
constexpr Metrics metrics{glyph_advance * scale, 20, 16, 1024, 1, 40, true, 16, true};

long whole(double x) { return std::lround(x); }
long width_of(const std::string& label) {
  return static_cast<long>(text::columns(label)) * glyph_advance * scale - scale;
}
constexpr long half_height = 7 * scale / 2;  // capitals are seven dots high

struct Pen {
  Raster& raster;
  void from_left(double x, double y, const std::string& label, Colour colour) {
    raster.write(whole(x), whole(y) - half_height, label, scale, colour);
  }
  void to_right(double x, double y, const std::string& label, Colour colour) {
    from_left(x - static_cast<double>(width_of(label)), y, label, colour);
  }
  void centred(double x, double y, const std::string& label, Colour colour) {
    from_left(x - static_cast<double>(width_of(label)) / 2, y, label, colour);
  }
  void upright(double x, double bottom, const std::string& label, Colour colour) {
    raster.write(whole(x) - half_height, whole(bottom), label, scale, colour, true);
  }
};

void hatched(Raster& raster, const Box& box) {
  const long x = whole(box.x), y = whole(box.y);
  for (long v = 0; v < whole(box.height); ++v)
    for (long u = 0; u < whole(box.width); ++u)
      if ((u + v) % 8 < 2) raster.dot(x + u, y + v, hatch);
}

void framed(Raster& raster, const Box& box) {
  const long x = whole(box.x) - 1, y = whole(box.y) - 1, width = whole(box.width) + 2, height = whole(box.height) + 2;
  raster.fill(x, y, width, 1, edge);
  raster.fill(x, y + height - 1, width, 1, edge);
  raster.fill(x, y, 1, height, edge);
  raster.fill(x + width - 1, y, 1, height, edge);
}

void draw_cells(Raster& raster, const Heatmap& heatmap, const Shading& shading, const Layout& layout) {
  hatched(raster, layout.plot);
  const long width = whole(layout.cell_width), height = whole(layout.cell_height);
  for (std::size_t i = 0; i < heatmap.cells.rows(); ++i)
    for (std::size_t j = 0; j < heatmap.cells.columns(); ++j)
      if (const auto value = heatmap.cells(i, j))
        raster.fill(whole(layout.plot.x) + static_cast<long>(j) * width,
                    whole(layout.plot.y) + static_cast<long>(i) * height, width, height,
                    std::isfinite(*value) ? mapped(shading.place(*value)) : not_finite);
  framed(raster, layout.plot);
}

void draw_labels(Pen pen, const Heatmap& heatmap, const Layout& layout) {
  const Box& plot = layout.plot;
  for (std::size_t k = 0; k < layout.title.size(); ++k)
    for (const double shift : {0.0, 1.0})  // twice, a pixel apart: bold
      pen.from_left(metrics.gap + shift, layout.title_y + metrics.line * static_cast<double>(k), layout.title[k], ink);
  pen.centred(plot.x + plot.width / 2, layout.column_axis_y, heatmap.column_axis, quiet);
  pen.upright(layout.row_axis_x, plot.y + (plot.height + static_cast<double>(width_of(heatmap.row_axis))) / 2,
              heatmap.row_axis, quiet);
  for (std::size_t k = 0; k < layout.row_labels.size(); ++k) {
    const double middle = plot.y + layout.cell_height * (static_cast<double>(k * layout.row_step) + 0.5);
    pen.to_right(plot.x - metrics.gap / 2, middle, layout.row_labels[k], ink);
  }
  for (std::size_t k = 0; k < layout.column_labels.size(); ++k) {
    const double middle = plot.x + layout.cell_width * (static_cast<double>(k * layout.column_step) + 0.5);
    if (layout.upright) pen.upright(middle, plot.y - metrics.gap / 2, layout.column_labels[k], ink);
    else pen.centred(middle, plot.y - metrics.gap / 2 - metrics.line / 2, layout.column_labels[k], ink);
  }
}

void draw_bar(Raster& raster, const Heatmap& heatmap, const Shading& shading, const Layout& layout) {
  Pen pen{raster};
  const Box& bar = layout.bar;
  const long height = whole(bar.height);
  for (long v = 0; v < height; ++v) {
    const double fraction = 1 - (static_cast<double>(v) + 0.5) / static_cast<double>(height);
    raster.fill(whole(bar.x), whole(bar.y) + v, whole(bar.width), 1, mapped(fraction));
  }
  framed(raster, bar);
  const double right = bar.x + bar.width;
  for (std::size_t k = 0; k < layout.ticks.size(); ++k) {
    const double y = bar.y + bar.height * (1 - shading.place(layout.ticks[k]));
    raster.fill(whole(right), whole(y) - (k == 0 ? 2 : k + 1 == layout.ticks.size() ? 0 : 1), 6, 2, ink);
    pen.from_left(right + metrics.gap * 0.75, y, layout.tick_labels[k], ink);
  }
  double y = layout.legend_y;
  const auto swatch = [&](const std::string& meaning, bool absent) {
    const Box box{bar.x, y - bar.width / 2, bar.width, bar.width};
    if (absent) hatched(raster, box);
    else raster.fill(whole(box.x), whole(box.y), whole(box.width), whole(box.height), not_finite);
    framed(raster, box);
    pen.from_left(right + metrics.gap * 0.75, y, meaning, ink);
    y += metrics.line + metrics.gap / 2;
  };
  if (shading.absent != 0) swatch(heatmap.absent, true);
  if (shading.unfinite != 0) swatch("not finite", false);
}

}  // namespace

std::string png(const Heatmap& heatmap) {
  const Shading shading(heatmap);
  const Layout layout = laid_out(heatmap, shading, metrics);
  Raster raster(static_cast<std::size_t>(layout.width), static_cast<std::size_t>(layout.height));
  raster.fill(0, 0, whole(layout.width), whole(layout.height), white);
  draw_cells(raster, heatmap, shading, layout);
  draw_labels({raster}, heatmap, layout);
  draw_bar(raster, heatmap, shading, layout);
  return encoded_png(raster);
}

}  // namespace attest::cli::picture
