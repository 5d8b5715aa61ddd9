#pragma once
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "io/array.hpp"
#include "matrices.hpp"

namespace attest::cli {

/// A matrix that was read: what the lecture calls it, where it lies, and its numbers as they are stored.
struct Input {
  std::string letter, path;
  io::Array array;

  std::size_t rows() const { return array.shape[0]; }
  std::size_t columns() const { return array.shape[1]; }
  double operator()(std::size_t i, std::size_t j) const { return array.values[i * columns() + j]; }
  std::string described() const;                                ///< "K = keys.npy, shape (5, 3)"
  std::string place(std::size_t i, std::size_t j) const;        ///< "keys.npy[4, 0]"
};

/// Refused: what has not two axes. `axes` names them, as in "(T, d_k)".
Input read_input(const std::string& letter, const std::string& path, const std::string& axes,
                 const io::ReadOptions& options);

/// Refused under both names unless the extents are equal; `axis` is their common name.
void same_extent(const std::string& axis, const Input& a, std::size_t extent_a, const Input& b, std::size_t extent_b);

struct Place {
  std::size_t i, j;
};
std::optional<Place> first_non_finite(const Input& input);

/// The numbers in arithmetic R. Refused: a finite one that R does not hold exactly.
template <class R>
Mat<R> matrix_of(const Input& input);

template <class R>
io::Array array_of(const Mat<R>& A) {
  io::Array array{{A.rows(), A.cols()}, sizeof(R) == 4 ? io::DType::f4 : io::DType::f8, {}};
  array.values.assign(A.begin(), A.end());
  return array;
}

}  // namespace attest::cli
