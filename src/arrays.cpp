#include "arrays.hpp"

#include <cmath>

#include "io/number.hpp"

namespace attest::cli {

std::string Input::described() const {
  return letter + " = " + input_name(path) + ", shape " + io::shape_text(array.shape);
}

std::string Input::place(std::size_t i, std::size_t j) const {
  return input_name(path) + '[' + std::to_string(i) + ", " + std::to_string(j) + ']';
}

Input read_input(const std::string& letter, const std::string& path, const std::string& axes,
                 const io::ReadOptions& options) {
  Input input{letter, path, io::read_array(path, options)};
  if (input.array.shape.size() != 2)
    throw InputError(input.described(), std::to_string(input.array.shape.size()) + " axes", "two: " + axes);
  return input;
}

void same_extent(const std::string& axis, const Input& a, std::size_t extent_a, const Input& b, std::size_t extent_b) {
  if (extent_a == extent_b) return;
  throw InputError(axis + " differs", std::to_string(extent_a) + " against " + std::to_string(extent_b) + " (" +
                   a.described() + "; " + b.described() + ")", "one " + axis + " for both");
}

std::optional<Place> first_non_finite(const Input& input) {
  for (std::size_t i = 0; i < input.rows(); ++i)
    for (std::size_t j = 0; j < input.columns(); ++j)
      if (!std::isfinite(input(i, j))) return Place{i, j};
  return std::nullopt;
}

template <class R>
Mat<R> matrix_of(const Input& input) {
  Mat<R> A(input.rows(), input.columns());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) {
      const double x = input(i, j);
      if (std::isfinite(x) && !(std::fabs(x) <= static_cast<double>(std::numeric_limits<R>::max())))
        throw InputError(input.place(i, j), shortest(x) + " is beyond float", "--precision double");
      A(i, j) = static_cast<R>(x);
      if (std::isfinite(x) && static_cast<double>(A(i, j)) != x)
        throw InputError(input.place(i, j), shortest(x) + " is no float", "numbers that float holds exactly, or "
                         "--precision double");
    }
  return A;
}

template Mat<float> matrix_of<float>(const Input&);
template Mat<double> matrix_of<double>(const Input&);

}  // namespace attest::cli
