#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace attest::cli::picture {

/// The corners of a matrix, as text: the first and last rows and columns, numbers with four digits.
struct Excerpt {
  std::string name;  ///< "W_Q": the underscore begins an index
  std::string note;  ///< what it is
  std::size_t rows = 0, columns = 0;
  std::vector<std::size_t> row_places, column_places;  ///< which are shown, ascending; a jump is a gap
  std::vector<std::string> row_labels;                 ///< one for each row shown, or none
  std::vector<std::vector<std::string>> cells;
};

struct ExcerptLimits {
  std::size_t rows = 6, columns = 5;
};

Excerpt excerpt(std::string name, std::string note, std::size_t rows, std::size_t columns,
                const std::function<double(std::size_t, std::size_t)>& value,
                const std::vector<std::string>& row_labels = {}, const ExcerptLimits& limits = {});

/// For a terminal: name, shape and note in one line, then the rows.
std::string plain(const Excerpt& excerpt);

}  // namespace attest::cli::picture
