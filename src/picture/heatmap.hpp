#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attest::cli::picture {

/// A picture of more rows or columns than this is refused.
inline constexpr std::size_t most_cells_a_side = 4096;

/// A matrix some of whose cells may be absent (masked). All are, at first. An extent of zero or beyond the limit is
/// refused (InputError) before anything is allocated.
class Cells {
 public:
  Cells() = default;
  Cells(std::size_t rows, std::size_t columns);
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::optional<double> operator()(std::size_t i, std::size_t j) const {
    if (!present_[i * columns_ + j]) return std::nullopt;
    return values_[i * columns_ + j];
  }
  void set(std::size_t i, std::size_t j, double value) {
    values_[i * columns_ + j] = value;
    present_[i * columns_ + j] = true;
  }

 private:
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<double> values_;
  std::vector<bool> present_;
};

enum class Scale { linear, logarithmic };

struct Range {
  double least, most;
};

/// What a picture shows; SVG, PNG and HTML are three renderings of it. An absent cell has no colour: the hatched
/// ground shows through. A value that is not finite has a colour of its own.
struct Heatmap {
  std::string title;
  std::string row_axis = "query", column_axis = "key";
  std::vector<std::string> row_labels, column_labels;  ///< none: positions from 0
  Cells cells;
  Scale scale = Scale::linear;
  std::optional<Range> range;    ///< none: 0 (or less, if there is less) to the largest; logarithmic: the positive ones
  std::string absent = "masked";  ///< the legend of absent cells
};

/// What the colours mean. The constructor refuses (InputError) what cannot be drawn: no cells, labels that do not
/// fit, a range that is none, a logarithmic scale without a positive value.
class Shading {
 public:
  explicit Shading(const Heatmap& heatmap);

  Range range() const { return range_; }
  double place(double value) const;  ///< 0 at the least, 1 at the most; beyond them outside of 0..1; finite values only
  std::vector<double> ticks() const;  ///< the ends and round values between them, ascending

  std::size_t present = 0, absent = 0, unfinite = 0;
  bool below = false, above = false;  ///< some value lies outside the range

 private:
  Scale scale_;
  Range range_{0, 1};
};

/// The picture in one or two sentences, for those who do not see it.
std::string described(const Heatmap& heatmap, const Shading& shading);

std::string row_label(const Heatmap& heatmap, std::size_t i);
std::string column_label(const Heatmap& heatmap, std::size_t j);

}  // namespace attest::cli::picture
