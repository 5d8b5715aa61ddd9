#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "picture/heatmap.hpp"

namespace attest::cli::picture {

/// The sizes that a rendering brings along, in its own units.
struct Metrics {
  double character, line;       ///< of the labels' monospaced letters
  double pitch;                 ///< the closest that two lines of labels may come
  double target;                ///< the plot's longer side
  double least, most;           ///< a cell's side
  bool whole;                   ///< cells are whole units
  double gap;                   ///< between the parts
  bool titled;                  ///< the title is drawn
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// Where everything stands: title above, column labels above the plot, row labels left of it, the colour bar and the
/// legend right of it.
struct Layout {
  double width = 0, height = 0;
  std::vector<std::string> title;  ///< its lines
  double title_y = 0;              ///< the middle of the first
  Box plot, bar;
  double cell_width = 0, cell_height = 0;
  bool upright = false;                             ///< column labels are turned by a quarter
  std::size_t row_step = 1, column_step = 1;        ///< every how many-th label is drawn
  std::vector<std::string> row_labels, column_labels;  ///< shortened
  double row_axis_x = 0, column_axis_y = 0;         ///< the middles of the axes' names
  double legend_y = 0;                              ///< the middle of the first line below the bar
  std::vector<double> ticks;
  std::vector<std::string> tick_labels;
};

Layout laid_out(const Heatmap& heatmap, const Shading& shading, const Metrics& metrics);

}  // namespace attest::cli::picture
