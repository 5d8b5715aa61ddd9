#pragma once
#include <string>
#include <vector>

#include "matrices.hpp"
#include "picture/heatmap.hpp"

namespace attest::cli {

/// Weights as a picture; where they are causal the strict upper triangle is absent.
template <class R>
picture::Heatmap weights_heatmap(std::string title, const std::vector<std::string>& labels, const Mat<R>& A,
                                 bool causal) {
  picture::Heatmap heatmap;
  heatmap.title = std::move(title);
  heatmap.row_labels = heatmap.column_labels = labels;
  heatmap.cells = picture::Cells(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j)
      if (!causal || j <= i) heatmap.cells.set(i, j, static_cast<double>(A(i, j)));
  return heatmap;
}

}  // namespace attest::cli
