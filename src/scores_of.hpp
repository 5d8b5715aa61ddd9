#pragma once
#include "arrays.hpp"
#include "attest/lecture/s4_causal.hpp"

namespace attest::cli {

/// Scores with another factor than 1/sqrt(d_k). Refused: one that R does not hold exactly.
template <class R>
Mat<R> scaled_scores(const Mat<R>& Q, const Mat<R>& K, double scale);

/// As many queries as keys, or nobody knows which key is the present of which query.
void refuse_causal_rectangle(const Input& Q, const Input& K);

/// S and A are held as a whole.
void refuse_too_many_scores(std::size_t queries, std::size_t keys);

/// NaN or infinity in what some query sees makes that query's row undefined: NonFinite, naming the first place and the
/// rows. Under a causal mask with as many keys as queries every key is seen, by its own query at least.
void refuse_non_finite(const Input& input, std::size_t queries, bool causal);

}  // namespace attest::cli
