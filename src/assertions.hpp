#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/json.hpp"
#include "matrices.hpp"

namespace attest::cli {

/// One row of the lecture's table of assertions (9.1), checked on one computation.
struct Assertion {
  std::string claim;
  std::string key;     ///< the item of the lecture behind it
  bool holds = false;
  std::string figure;  ///< what was found
  Json facts;          ///< the numbers of the figure
};

/// What the assertions look at: one causal head in float. The seed chooses what is drawn for the checks.
struct Evidence {
  const Mat<float>& X;
  const Head<float>& W;
  const Pass<float>& causal;
  std::uint64_t seed;
};

Assertion rows_are_weights(const Evidence& evidence);
Assertion future_weights_are_zero(const Evidence& evidence);
Assertion past_outputs_survive(const Evidence& evidence);
Assertion future_gradients_are_zero(const Evidence& evidence);
Assertion scores_grow(const Evidence& evidence);
Assertion permuting_rows_permutes_outputs(const Evidence& evidence);

/// All six, in the lecture's order; `before` is told the claim that comes next.
template <class Before>
std::vector<Assertion> six_assertions(const Evidence& evidence, const Before& before) {
  std::vector<Assertion> all;
  for (const auto check : {rows_are_weights, future_weights_are_zero, past_outputs_survive, future_gradients_are_zero,
                           scores_grow, permuting_rows_permutes_outputs}) {
    before(all.size());
    all.push_back(check(evidence));
  }
  return all;
}

}  // namespace attest::cli
