#include "scores_of.hpp"

#include "io/number.hpp"

namespace attest::cli {

template <class R>
Mat<R> scaled_scores(const Mat<R>& Q, const Mat<R>& K, double scale) {
  const R factor = static_cast<R>(scale);
  if (static_cast<double>(factor) != scale)
    throw InputError("--scale", shortest(scale) + " is no float",
                     "one that float holds exactly, or --precision double");
  Mat<R> S = product(Q, transposed(K));
  for (R& s : S) s *= factor;
  return S;
}

template Mat<float> scaled_scores<float>(const Mat<float>&, const Mat<float>&, double);
template Mat<double> scaled_scores<double>(const Mat<double>&, const Mat<double>&, double);

void refuse_causal_rectangle(const Input& Q, const Input& K) {
  if (Q.rows() == K.rows()) return;
  throw InputError("T differs", std::to_string(Q.rows()) + " queries against " + std::to_string(K.rows()) + " keys (" +
                   Q.described() + "; " + K.described() + ")",
                   "as many for a causal mask, or --unmasked");
}

void refuse_too_many_scores(std::size_t queries, std::size_t keys) {
  constexpr std::size_t most = std::size_t(1) << 26;
  if (queries <= most / keys) return;
  throw InputError("scores", grouped(queries) + " queries times " + grouped(keys) + " keys",
                   "at most " + grouped(most) + " scores: they are held in memory as a whole");
}

void refuse_non_finite(const Input& input, std::size_t queries, bool causal) {
  const auto place = first_non_finite(input);
  if (!place) return;
  const bool weight = input.letter.substr(0, 1) == "W";
  const std::size_t last = queries - 1;
  const auto rows = [&](std::size_t from, std::size_t to) {
    return from == to ? "row " + std::to_string(from) : "rows " + std::to_string(from) + " to " + std::to_string(to);
  };
  const bool one = input.letter == "Q" || (input.letter == "X" && queries == 1);
  const std::size_t from = weight ? 0 : one ? place->i : causal ? place->i : 0, to = one ? place->i : last;
  std::string consequence = "this makes " + rows(from, to) + " of the output undefined";
  if (causal && !weight && place->i > 0)
    consequence += " (" + rows(0, place->i - 1) + " do not depend on it)";
  throw NonFinite(input.place(place->i, place->j), shortest(input(place->i, place->j)) + ": " + consequence,
                  "finite numbers");
}

}  // namespace attest::cli
