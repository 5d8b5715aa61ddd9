#include "picture/svg.hpp"

#include <cmath>

#include "io/number.hpp"
#include "picture/colour.hpp"
#include "picture/layout.hpp"
#include "picture/markup.hpp"
#include "picture/png.hpp"
#include "picture/style.hpp"

namespace attest::cli::picture {

namespace {

constexpr Metrics rectangles{7.25, 15, 12, 580, 4, 28, true, 12, true};
constexpr Metrics pixels{7.25, 15, 12, 580, 0.1, 28, false, 12, true};

std::string number(double x) { return shown(std::round(x * 100) / 100, 7); }

class Drawing {
 public:
  Drawing(const Heatmap& heatmap, const SvgOptions& options)
      : heatmap_(heatmap),
        options_(options),
        shading_(heatmap),
        metrics_(shading_.present <= most_rectangles ? rectangles : pixels) {
    metrics_.titled = options.titled;
    layout_ = laid_out(heatmap, shading_, metrics_);
  }

  std::string text() {
    open();
    title();
    cells();
    labels();
    bar();
    legend();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  void rect(const Box& box, const std::string& attributes) {
    out_ += "<rect x=\"" + number(box.x) + "\" y=\"" + number(box.y) + "\" width=\"" + number(box.width) +
            "\" height=\"" + number(box.height) + "\" " + attributes;
  }
  void write(double x, double y, const std::string& words, const std::string& anchor, const std::string& more = "") {
    out_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" dominant-baseline=\"central\" text-anchor=\"" +
            anchor + '"' + more + '>' + escaped(words) + "</text>\n";
  }
  std::string turned(double x, double y) { return " transform=\"rotate(-90 " + number(x) + ' ' + number(y) + ")\""; }
  std::string local(const std::string& name) { return escaped(options_.id) + '-' + name; }

  void open() {
    const std::string width = number(layout_.width), height = number(layout_.height);
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"heatmap\" viewBox=\"0 0 " + width + ' ' + height +
            "\" width=\"" + width + "\" height=\"" + height + "\" style=\"--natural:" + width +
            "px\" role=\"img\" aria-labelledby=\"" + local("title") + ' ' + local("desc") + "\">\n<title id=\"" +
            local("title") + "\">" + escaped(heatmap_.title.empty() ? "Heatmap" : heatmap_.title) +
            "</title>\n<desc id=\"" + local("desc") + "\">" + escaped(described(heatmap_, shading_)) + "</desc>\n";
    if (options_.alone) out_.append("<style>\n").append(heatmap_style()).append("</style>\n");
    out_ += "<defs><pattern id=\"" + local("hatch") + "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\"/></pattern>"
            "<linearGradient id=\"" + local("colours") + "\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">";
    constexpr int stops = 16;
    for (int k = 0; k <= stops; ++k) {
      const double offset = static_cast<double>(k) / stops;
      out_ += "<stop offset=\"" + shown(offset, 6) + "\" stop-color=\"" + hex(mapped(offset)) + "\"/>";
    }
    out_ += "</linearGradient></defs>\n";
    if (options_.alone) rect({0, 0, layout_.width, layout_.height}, "fill=\"var(--ground)\"/>\n");
  }

  void title() {
    for (std::size_t k = 0; k < layout_.title.size(); ++k)
      write(metrics_.gap, layout_.title_y + metrics_.line * static_cast<double>(k), layout_.title[k], "start",
            " class=\"title\"");
  }

  void cells() {
    rect(layout_.plot, "fill=\"url(#" + local("hatch") + ")\"/>\n");
    if (shading_.present <= most_rectangles) cells_as_rectangles();
    else cells_as_picture();
    rect({layout_.plot.x - 0.5, layout_.plot.y - 0.5, layout_.plot.width + 1, layout_.plot.height + 1},
         "class=\"frame\"/>\n");
  }

  Colour colour(double value) { return std::isfinite(value) ? mapped(shading_.place(value)) : not_finite; }

  void cells_as_rectangles() {
    out_ += "<g class=\"cells\" shape-rendering=\"crispEdges\">\n";
    for (std::size_t i = 0; i < heatmap_.cells.rows(); ++i) {
      const std::string row =
          heatmap_.row_axis + ' ' + named(i, heatmap_.row_labels) + ", " + heatmap_.column_axis + ' ';
      for (std::size_t j = 0; j < heatmap_.cells.columns(); ++j) {
        const auto value = heatmap_.cells(i, j);
        if (!value) continue;
        rect({layout_.plot.x + layout_.cell_width * static_cast<double>(j),
              layout_.plot.y + layout_.cell_height * static_cast<double>(i), layout_.cell_width, layout_.cell_height},
             "fill=\"" + hex(colour(*value)) + "\"><title>");
        out_ += escaped(row + named(j, heatmap_.column_labels) + ": " + shown(*value, 6)) + "</title></rect>\n";
      }
    }
    out_ += "</g>\n";
  }

  static std::string named(std::size_t i, const std::vector<std::string>& labels) {
    return labels.empty() ? std::to_string(i) : std::to_string(i) + " ‘" + labels[i] + "’";
  }

  void cells_as_picture() {
    Raster raster(heatmap_.cells.columns(), heatmap_.cells.rows());
    for (std::size_t i = 0; i < heatmap_.cells.rows(); ++i)
      for (std::size_t j = 0; j < heatmap_.cells.columns(); ++j)
        if (const auto value = heatmap_.cells(i, j))
          raster.dot(static_cast<long>(j), static_cast<long>(i), colour(*value));
    const Box& plot = layout_.plot;
    out_ += "<image x=\"" + number(plot.x) + "\" y=\"" + number(plot.y) + "\" width=\"" + number(plot.width) +
            "\" height=\"" + number(plot.height) +
            "\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
            "href=\"data:image/png;base64," +
            base64(encoded_png(raster)) + "\"/>\n";
  }

  void labels() {
    const Box& plot = layout_.plot;
    const double row_y = plot.y + plot.height / 2, x = layout_.row_axis_x;
    write(plot.x + plot.width / 2, layout_.column_axis_y, heatmap_.column_axis, "middle", " class=\"axis\"");
    write(x, row_y, heatmap_.row_axis, "middle", turned(x, row_y) + " class=\"axis\"");
    for (std::size_t k = 0; k < layout_.row_labels.size(); ++k) {
      const double middle = plot.y + layout_.cell_height * (static_cast<double>(k * layout_.row_step) + 0.5);
      write(plot.x - metrics_.gap / 2, middle, layout_.row_labels[k], "end");
    }
    for (std::size_t k = 0; k < layout_.column_labels.size(); ++k) {
      const double middle = plot.x + layout_.cell_width * (static_cast<double>(k * layout_.column_step) + 0.5);
      const double bottom = plot.y - metrics_.gap / 2;
      if (layout_.upright) write(middle, bottom, layout_.column_labels[k], "start", turned(middle, bottom));
      else write(middle, bottom - metrics_.line / 2, layout_.column_labels[k], "middle");
    }
  }

  void bar() {
    const Box& bar = layout_.bar;
    rect(bar, "fill=\"url(#" + local("colours") + ")\"/>\n");
    rect({bar.x - 0.5, bar.y - 0.5, bar.width + 1, bar.height + 1}, "class=\"frame\"/>\n");
    const double right = bar.x + bar.width;
    for (std::size_t k = 0; k < layout_.ticks.size(); ++k) {
      const double y = bar.y + bar.height * (1 - shading_.place(layout_.ticks[k]));
      out_ += "<line class=\"tick\" x1=\"" + number(right) + "\" x2=\"" + number(right + 4) + "\" y1=\"" + number(y) +
              "\" y2=\"" + number(y) + "\"/>";
      write(right + metrics_.gap * 0.75, y, layout_.tick_labels[k], "start");
    }
  }

  void legend() {
    double y = layout_.legend_y;
    const Box& bar = layout_.bar;
    const auto swatch = [&](const std::string& fill, const std::string& meaning) {
      rect({bar.x, y - bar.width / 2, bar.width, bar.width}, "fill=\"" + fill + "\"/>");
      rect({bar.x - 0.5, y - bar.width / 2 - 0.5, bar.width + 1, bar.width + 1}, "class=\"frame\"/>");
      write(bar.x + bar.width + metrics_.gap * 0.75, y, meaning, "start");
      y += metrics_.line + metrics_.gap / 2;
    };
    if (shading_.absent != 0) swatch("url(#" + local("hatch") + ")", heatmap_.absent);
    if (shading_.unfinite != 0) swatch(hex(not_finite), "not finite");
  }

  const Heatmap& heatmap_;
  const SvgOptions& options_;
  Shading shading_;
  Metrics metrics_;
  Layout layout_;
  std::string out_;
};

}  // namespace

std::string svg(const Heatmap& heatmap, const SvgOptions& options) { return Drawing(heatmap, options).text(); }

}  // namespace attest::cli::picture
