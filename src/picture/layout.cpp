#include "picture/layout.hpp"

#include <algorithm>
#include <cmath>

#include "io/number.hpp"
#include "text/utf8.hpp"

namespace attest::cli::picture {

namespace {

constexpr std::size_t longest_label = 16;  // columns

double cell_side(std::size_t cells, const Metrics& metrics) {
  const double side = std::clamp(metrics.target / static_cast<double>(cells), metrics.least, metrics.most);
  return metrics.whole ? std::floor(side) : side;
}

/// Numbers are thinned to round steps, words to whatever fits.
std::size_t label_step(double cell, double needed, bool numbers) {
  const auto fitting = static_cast<std::size_t>(std::ceil(needed / cell));
  if (!numbers) return std::max<std::size_t>(fitting, 1);
  for (std::size_t power = 1;; power *= 10)
    for (const std::size_t factor : {1UL, 2UL, 5UL})
      if (factor * power >= fitting) return factor * power;
}

template <class Label>
std::vector<std::string> short_labels(const Heatmap& heatmap, std::size_t count, std::size_t step, const Label& label) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < count; i += step) labels.push_back(text::shortened(label(heatmap, i), longest_label));
  return labels;
}

double widest(const std::vector<std::string>& labels) {
  std::size_t most = 0;
  for (const std::string& label : labels) most = std::max(most, text::columns(label));
  return static_cast<double>(most);
}

std::vector<std::string> wrapped(const std::string& title, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t i = 0; i <= title.size();) {
    const std::size_t end = std::min(title.find(' ', i), title.size());
    const std::string word = text::shortened(title.substr(i, end - i), columns);
    if (!line.empty() && text::columns(line) + 1 + text::columns(word) > columns) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    i = end + 1;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::vector<std::string> tick_texts(const Shading& shading, const std::vector<double>& ticks) {
  std::vector<std::string> texts;
  for (const double tick : ticks) texts.push_back(shown(tick, 3));
  if (shading.below) texts.front().insert(0, "≤ ");
  if (shading.above) texts.back().insert(0, "≥ ");
  return texts;
}

void size_cells(Layout& layout, const Heatmap& heatmap, const Metrics& metrics) {
  layout.cell_width = cell_side(heatmap.cells.columns(), metrics);
  layout.cell_height = cell_side(heatmap.cells.rows(), metrics);
  // Square, unless one side is so short that the other would vanish.
  const double smaller = std::min(layout.cell_width, layout.cell_height);
  if (smaller >= metrics.most / 4) layout.cell_width = layout.cell_height = smaller;
}

void place_labels(Layout& layout, const Heatmap& heatmap, const Metrics& metrics) {
  const std::size_t rows = heatmap.cells.rows(), columns = heatmap.cells.columns();
  const bool counted = heatmap.row_labels.empty(), numbers = heatmap.column_labels.empty();
  layout.row_step = label_step(layout.cell_height, counted ? 2 * metrics.line : metrics.pitch, counted);
  layout.row_labels = short_labels(heatmap, rows, layout.row_step, row_label);
  const double letters = widest(short_labels(heatmap, columns, 1, column_label));
  const double lying = metrics.character * (letters + (numbers ? 3 : letters > 1 ? 1 : 0.2));
  layout.upright = !numbers && letters > 2 && lying > layout.cell_width;
  layout.column_step = label_step(layout.cell_width, layout.upright ? metrics.pitch : lying, numbers);
  layout.column_labels = short_labels(heatmap, columns, layout.column_step, column_label);
}

}  // namespace

Layout laid_out(const Heatmap& heatmap, const Shading& shading, const Metrics& metrics) {
  Layout layout;
  const double gap = metrics.gap, line = metrics.line;
  size_cells(layout, heatmap, metrics);
  place_labels(layout, heatmap, metrics);
  layout.ticks = shading.ticks();
  layout.tick_labels = tick_texts(shading, layout.ticks);

  layout.plot.width = layout.cell_width * static_cast<double>(heatmap.cells.columns());
  layout.plot.height = layout.cell_height * static_cast<double>(heatmap.cells.rows());
  layout.row_axis_x = gap + line / 2;
  layout.plot.x = gap + line + gap / 2 + std::ceil(metrics.character * widest(layout.row_labels)) + gap / 2;
  layout.bar.x = layout.plot.x + layout.plot.width + 2 * gap;
  layout.bar.width = line;
  std::vector<std::string> right = layout.tick_labels;
  if (shading.absent != 0) right.push_back(heatmap.absent);
  if (shading.unfinite != 0) right.push_back("not finite");
  // A column label that is wider than its cell may stick out to the right, towards the bar.
  const double text_width = std::ceil(metrics.character * widest(right));
  layout.width = layout.bar.x + layout.bar.width + gap + text_width + gap;

  const double across = (layout.width - 2 * gap) / metrics.character;
  if (metrics.titled) layout.title = wrapped(heatmap.title, static_cast<std::size_t>(across));
  layout.title_y = gap + line / 2;
  const double below_title = gap + (layout.title.empty() ? 0 : line * static_cast<double>(layout.title.size()) + gap);
  layout.column_axis_y = below_title + line / 2;
  const double labels = layout.upright ? std::ceil(metrics.character * widest(layout.column_labels)) : line;
  layout.plot.y = below_title + line + gap / 2 + labels + gap / 2;
  layout.bar.y = layout.plot.y;
  const double legend_lines = (shading.absent != 0 ? 1 : 0) + (shading.unfinite != 0 ? 1 : 0);
  const double legend = legend_lines == 0 ? 0 : gap + legend_lines * (line + gap / 2);
  layout.bar.height = std::clamp(layout.plot.height - legend, 7 * line, 20 * line);
  layout.legend_y = layout.bar.y + layout.bar.height + gap + line / 2;
  layout.height = std::max(layout.plot.y + layout.plot.height, layout.bar.y + layout.bar.height + legend) + gap;
  if (metrics.whole) {
    layout.width = std::ceil(layout.width);
    layout.height = std::ceil(layout.height);
  }
  return layout;
}

}  // namespace attest::cli::picture
