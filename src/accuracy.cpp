#include "accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attest/bound/head.hpp"
#include "attest/lecture/s4_causal.hpp"

namespace attest::cli {

namespace {

/// The distance of neighbouring floats at this size.
double ulp(double size) {
  using Limits = std::numeric_limits<float>;
  const int lowest = Limits::min_exponent - 1;
  return std::ldexp(1.0, std::max(size == 0 ? lowest : std::ilogb(size), lowest) - (Limits::digits - 1));
}

/// Where both are -infinity, as above the diagonal of the masked scores, there is nothing to compare.
Accuracy compared(std::string stage, const Mat<float>& found, const Mat<Mp>& truth, const Mat<Mp>& bound) {
  Accuracy worst;
  worst.stage = std::move(stage);
  for (Index i = 0; i < found.rows(); ++i)
    for (Index j = 0; j < found.cols(); ++j) {
      if (!isfinite(truth(i, j)) && Mp(static_cast<double>(found(i, j))) == truth(i, j)) continue;
      const Mp error = abs(Mp(Mp(static_cast<double>(found(i, j))) - truth(i, j)));
      const double size = static_cast<double>(error);
      worst.within = worst.within && error <= bound(i, j);
      worst.error = std::max(worst.error, size);
      worst.ulps = std::max(worst.ulps, size / ulp(std::fabs(static_cast<double>(truth(i, j)))));
      if (!(bound(i, j) > Mp(0))) continue;
      const double ratio = static_cast<double>(Mp(error / bound(i, j)));
      if (ratio > worst.ratio || worst.bound == 0) {
        worst.ratio = ratio;
        worst.there = size;
        worst.bound = static_cast<double>(bound(i, j));
      }
    }
  return worst;
}

}  // namespace

std::vector<Accuracy> accuracies(const Mat<float>& X, const Head<float>& W, const Pass<float>& found) {
  const auto X_true = lifted<Mp>(X);
  const auto W_true = lifted<Mp>(W);
  const auto truth = causal_head(X_true, W_true);
  const auto error = bound::head_error<float>(X_true, W_true, truth);
  const auto projection = [&](const Mat<Mp>& P) {
    auto bound = product(bound::absolute(X_true), bound::absolute(P));
    for (auto& x : bound) x = x * bound::inner_error<float>(X.cols());
    return bound;
  };
  return {compared("Q", found.Q, truth.Q, projection(W_true.W_Q)),
          compared("K", found.K, truth.K, projection(W_true.W_K)),
          compared("V", found.V, truth.V, projection(W_true.W_V)),
          compared("S", found.S, truth.S, error.S),
          compared("A", found.A, truth.A, error.A),
          compared("AV", found.Y, truth.Y, error.Y)};
}

}  // namespace attest::cli
