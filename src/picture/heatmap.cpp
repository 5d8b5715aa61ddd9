#include "picture/heatmap.hpp"

#include <algorithm>
#include <cmath>

#include "io/input_error.hpp"
#include "io/number.hpp"

namespace attest::cli::picture {

namespace {

void check_extents(std::size_t rows, std::size_t columns) {
  const std::string found = std::to_string(rows) + " rows and " + std::to_string(columns) + " columns";
  if (rows == 0 || columns == 0) throw InputError("picture", found, "at least one of each");
  if (std::max(rows, columns) > most_cells_a_side)
    throw InputError("picture", found, "at most " + std::to_string(most_cells_a_side) + " of each; draw a part of it");
}

void check_labels(const Heatmap& heatmap) {
  const auto check = [](const char* name, std::size_t labels, std::size_t extent) {
    if (labels != 0 && labels != extent)
      throw InputError(std::string(name) + " labels of the picture", std::to_string(labels), std::to_string(extent));
  };
  check("row", heatmap.row_labels.size(), heatmap.cells.rows());
  check("column", heatmap.column_labels.size(), heatmap.cells.columns());
}

Range checked(Range range, Scale scale) {
  const std::string found = shortest(range.least) + " to " + shortest(range.most);
  if (!std::isfinite(range.least) || !std::isfinite(range.most) || !(range.least < range.most))
    throw InputError("range of the picture", found, "two finite numbers, the smaller first");
  if (scale == Scale::logarithmic && range.least <= 0)
    throw InputError("range of the picture", found, "positive numbers on a logarithmic scale");
  return range;
}

/// The values' own range, widened where it is a single point.
Range found_range(const Cells& cells, Scale scale) {
  const bool log = scale == Scale::logarithmic;
  bool any = false;
  Range range{0, 0};
  for (std::size_t i = 0; i < cells.rows(); ++i)
    for (std::size_t j = 0; j < cells.columns(); ++j)
      if (const auto value = cells(i, j); value && std::isfinite(*value) && (!log || *value > 0)) {
        range = any ? Range{std::min(range.least, *value), std::max(range.most, *value)} : Range{*value, *value};
        any = true;
      }
  if (log && !any)
    throw InputError("picture", "no positive finite value", "one at least for a logarithmic scale");
  if (!log) range = {std::min(0.0, range.least), std::max(0.0, range.most)};
  if (range.least == range.most) return log ? Range{range.most / 2, range.most} : Range{0, 1};
  return range;
}

/// 1, 2 or 5 times a power of ten, at least `step`.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= step) return factor * power;
  return 10 * power;
}

}  // namespace

Cells::Cells(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  check_extents(rows, columns);
  values_.resize(rows * columns);
  present_.resize(rows * columns);
}

Shading::Shading(const Heatmap& heatmap) : scale_(heatmap.scale) {
  check_extents(heatmap.cells.rows(), heatmap.cells.columns());
  check_labels(heatmap);
  range_ = heatmap.range ? checked(*heatmap.range, scale_) : found_range(heatmap.cells, scale_);
  for (std::size_t i = 0; i < heatmap.cells.rows(); ++i)
    for (std::size_t j = 0; j < heatmap.cells.columns(); ++j) {
      const auto value = heatmap.cells(i, j);
      ++(value ? present : absent);
      if (!value) continue;
      if (!std::isfinite(*value)) ++unfinite;
      else if (*value < range_.least) below = true;
      else if (*value > range_.most) above = true;
    }
}

double Shading::place(double value) const {
  if (scale_ == Scale::linear)  // halves, so that the difference of two large numbers stays finite
    return (value / 2 - range_.least / 2) / (range_.most / 2 - range_.least / 2);
  if (value <= 0) return -1;
  return (std::log(value) - std::log(range_.least)) / (std::log(range_.most) - std::log(range_.least));
}

std::vector<double> Shading::ticks() const {
  std::vector<double> between;
  if (scale_ == Scale::linear) {
    const double step = round_step(range_.most / 5 - range_.least / 5);
    if (std::isfinite(step) && step > 0)
      for (double n = std::ceil(range_.least / step); n * step <= range_.most; ++n) between.push_back(n * step);
  } else {
    const int first = static_cast<int>(std::ceil(std::log10(range_.least)));
    const int last = static_cast<int>(std::floor(std::log10(range_.most)));
    const int stride = std::max(1, (last - first + 4) / 5);
    for (int power = last; power >= first; power -= stride) between.push_back(std::pow(10.0, power));
    std::reverse(between.begin(), between.end());
  }
  std::vector<double> ticks{range_.least};
  constexpr double room = 0.09;  // of the bar, so that the numbers at the ends are not written over
  for (const double value : between)
    if (place(value) > room && place(value) < 1 - room) ticks.push_back(value);
  ticks.push_back(range_.most);
  return ticks;
}

std::string described(const Heatmap& heatmap, const Shading& shading) {
  const auto counted = [](std::size_t n, const std::string& what) { return grouped(n) + " " + what; };
  std::string text = "Heatmap of " + counted(heatmap.cells.rows(), "rows") + " (" + heatmap.row_axis + ") and " +
                     counted(heatmap.cells.columns(), "columns") + " (" + heatmap.column_axis + "). Colours run from " +
                     shown(shading.range().least, 4) + " to " + shown(shading.range().most, 4) + " on a " +
                     (heatmap.scale == Scale::linear ? "linear" : "logarithmic") + " scale.";
  if (shading.absent != 0)
    text.append(" ").append(counted(shading.absent, "cells are absent (")).append(heatmap.absent).append(").");
  if (shading.unfinite != 0) text.append(" ").append(counted(shading.unfinite, "values are not finite."));
  return text;
}

std::string row_label(const Heatmap& heatmap, std::size_t i) {
  return heatmap.row_labels.empty() ? std::to_string(i) : heatmap.row_labels[i];
}

std::string column_label(const Heatmap& heatmap, std::size_t j) {
  return heatmap.column_labels.empty() ? std::to_string(j) : heatmap.column_labels[j];
}

}  // namespace attest::cli::picture
