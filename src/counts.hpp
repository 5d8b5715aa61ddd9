#pragma once
#include "attest/lecture/s8_cost.hpp"
#include "io/json.hpp"

namespace attest::cli {

inline Index total(const Count& c) {
  return c.additions + c.subtractions + c.multiplications + c.divisions + c.exponentials + c.functions + c.comparisons;
}

/// One head evaluated anew on each of its prefixes of n = first, ..., last positions: the sum of their costs. The sums
/// of n and of the pairs n(n+1)/2 are in closed form, as n(n+1)/2 and n(n+1)(n+2)/6 at last less those at first - 1.
inline Count naive_cost(Index first, Index last, Index d, Index d_k, Index d_v) {
  const auto sum = [&](Index n) {
    const Index rows = n * (n + 1) / 2, P = n * (n + 1) * (n + 2) / 6;
    const Count each{.additions = d_k + d_v + 1, .subtractions = 1, .multiplications = d_k + d_v, .divisions = 2,
                     .exponentials = 1, .comparisons = 1};
    return product_cost(rows, d, 2 * d_k + d_v) + P * each + rows * Count{.functions = 1} - Count{.comparisons = rows};
  };
  return sum(last) - sum(first - 1);
}

inline Json facts_of(const Count& c) {
  Json facts = Json::object();
  facts.set("multiplications", c.multiplications).set("additions", c.additions).set("subtractions", c.subtractions);
  facts.set("divisions", c.divisions).set("exponentials", c.exponentials).set("roots", c.functions);
  facts.set("comparisons", c.comparisons);
  return facts;
}

}  // namespace attest::cli
