#pragma once
#include <string>
#include <vector>

#include "attest/arithmetic/multiprecision.hpp"
#include "attest/lecture/s2_head.hpp"
#include "io/json.hpp"
#include "picture/excerpt.hpp"

namespace attest::cli {

/// The only shape of matrices here: both extents are known at run time.
template <class R>
using Mat = Matrix<R, dynamic, dynamic>;

/// "3 x 4"
template <class M>
std::string shape_of(const M& A) {
  return std::to_string(A.rows()) + " x " + std::to_string(A.cols());
}

/// The same numbers in another arithmetic.
template <class O, class R>
Mat<O> lifted(const Mat<R>& A) {
  Mat<O> B(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j) B(i, j) = O(static_cast<double>(A(i, j)));
  return B;
}
template <class O, class R>
Head<O> lifted(const Head<R>& W) {
  return {lifted<O>(W.W_Q), lifted<O>(W.W_K), lifted<O>(W.W_V)};
}

template <class M>
Json rows_of(const M& A) {
  Json rows = Json::array();
  for (Index i = 0; i < A.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < A.cols(); ++j) row.add(static_cast<double>(A(i, j)));
    rows.add(std::move(row));
  }
  return rows;
}

template <class M>
picture::Excerpt excerpt_of(std::string name, std::string note, const M& A,
                            const std::vector<std::string>& row_labels = {}) {
  return picture::excerpt(
      std::move(name), std::move(note), A.rows(), A.cols(),
      [&A](std::size_t i, std::size_t j) { return static_cast<double>(A(i, j)); }, row_labels);
}

}  // namespace attest::cli
