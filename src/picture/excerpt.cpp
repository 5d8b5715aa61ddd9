#include "picture/excerpt.hpp"

#include <algorithm>
#include <cmath>

#include "io/number.hpp"
#include "text/utf8.hpp"

namespace attest::cli::picture {

namespace {

constexpr std::size_t longest_label = 14;

std::vector<std::size_t> places(std::size_t count, std::size_t most) {
  std::vector<std::size_t> kept;
  const std::size_t last = count <= most ? 0 : std::max<std::size_t>(1, most / 3);
  const std::size_t first = count <= most ? count : most - std::min(most, last);
  for (std::size_t i = 0; i < count; ++i)
    if (i < first || i + last >= count) kept.push_back(i);
  return kept;
}

/// Four places after the point where that says something about every number, four significant digits otherwise.
bool fixed_suits(const std::vector<double>& values) {
  constexpr double least = 0x1p-10, most = 1e5;
  return std::all_of(values.begin(), values.end(), [](double value) {
    const double size = std::fabs(value);
    return !std::isfinite(value) || value == 0 || (size >= least && size < most);
  });
}

std::string right_aligned(const std::string& words, std::size_t width) {
  const std::size_t used = text::columns(words);
  return std::string(used < width ? width - used : 0, ' ') + words;
}

}  // namespace

Excerpt excerpt(std::string name, std::string note, std::size_t rows, std::size_t columns,
                const std::function<double(std::size_t, std::size_t)>& value,
                const std::vector<std::string>& row_labels, const ExcerptLimits& limits) {
  Excerpt part{std::move(name),
               std::move(note),
               rows,
               columns,
               places(rows, limits.rows),
               places(columns, limits.columns),
               {},
               {}};
  std::vector<double> values;
  for (const std::size_t i : part.row_places)
    for (const std::size_t j : part.column_places) values.push_back(value(i, j));
  const bool fixed_places = fixed_suits(values);
  auto next = values.begin();
  for (const std::size_t i : part.row_places) {
    if (i < row_labels.size()) part.row_labels.push_back(text::shortened(row_labels[i], longest_label));
    auto& row = part.cells.emplace_back();
    for (std::size_t k = 0; k < part.column_places.size(); ++k, ++next)
      row.push_back(fixed_places ? fixed(*next, 4) : shown(*next, 4));
  }
  return part;
}

std::string plain(const Excerpt& excerpt) {
  std::size_t width = 0, label_width = 0;
  for (const auto& row : excerpt.cells)
    for (const std::string& cell : row) width = std::max(width, cell.size());
  for (const std::string& label : excerpt.row_labels) label_width = std::max(label_width, text::columns(label));
  std::string text = excerpt.name + "  " + std::to_string(excerpt.rows) + " x " + std::to_string(excerpt.columns) +
                     (excerpt.note.empty() ? "" : "  " + excerpt.note) + '\n';
  for (std::size_t r = 0; r < excerpt.cells.size(); ++r) {
    const std::string left(label_width == 0 ? 2 : label_width + 4, ' ');
    if (r > 0 && excerpt.row_places[r] != excerpt.row_places[r - 1] + 1)
      text += left + right_aligned("...", width) + '\n';
    std::string line =
        r < excerpt.row_labels.size() ? "  " + text::padded(excerpt.row_labels[r], label_width) + "  " : left;
    for (std::size_t c = 0; c < excerpt.cells[r].size(); ++c) {
      if (c > 0) line += excerpt.column_places[c] == excerpt.column_places[c - 1] + 1 ? "  " : "  ...  ";
      line += right_aligned(excerpt.cells[r][c], width);
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace attest::cli::picture
