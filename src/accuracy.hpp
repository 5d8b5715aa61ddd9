#pragma once
#include <string>
#include <vector>

#include "matrices.hpp"

namespace attest::cli {

/// How far one stage of a float computation is from the truth, at worst.
struct Accuracy {
  std::string stage;
  double error = 0;  ///< the largest absolute error
  double ulps = 0;   ///< the largest, in units of the last place of the truth
  double ratio = 0;  ///< the largest error over proved bound
  double there = 0;  ///< the error at that place
  double bound = 0;  ///< and the bound
  bool within = true;
};

/// Every stage of the causal head in float against 100 digits: Q, K, V, S, A, AV.
std::vector<Accuracy> accuracies(const Mat<float>& X, const Head<float>& W, const Pass<float>& found);

}  // namespace attest::cli
