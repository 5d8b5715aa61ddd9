#include "assertions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "attest/arithmetic/dual.hpp"
#include "attest/bound/head.hpp"
#include "attest/lecture/s4_causal.hpp"
#include "draws.hpp"
#include "io/number.hpp"
#include "sampling.hpp"

namespace attest::cli {

namespace {

/// About so many multiplications may a check take that could be repeated without end.
constexpr double budget = 3e8;
enum Stream : std::uint32_t { replaced = 11, columns, gaussian_like, order };

double cost_of_one_head(const Evidence& e) {
  const double T = static_cast<double>(e.X.rows()), d = static_cast<double>(e.X.cols());
  const double d_k = static_cast<double>(e.W.W_Q.cols()), d_v = static_cast<double>(e.W.W_V.cols());
  return T * d * (2 * d_k + d_v) + T * T * (d_k + d_v + 8);
}

/// `want` of the numbers below `all`, ascending: every one if they are so many, otherwise spread evenly.
std::vector<Index> sample(Index all, double want) {
  const Index count = want >= static_cast<double>(all) ? all : std::max<Index>(1, static_cast<Index>(want));
  std::vector<Index> chosen;
  for (Index k = 0; k < count; ++k) chosen.push_back(count == all ? k : k * all / count);
  return chosen;
}

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

std::string every(Index chosen, Index all, const std::string& what) {
  return chosen == all ? "all " + grouped(all) + ' ' + what : grouped(chosen) + " of " + grouped(all) + ' ' + what;
}

std::string ratio_figure(double worst, double bound, double ratio) {
  return shown(worst, 3) + ", bound there " + shown(bound, 3) + ", ratio " + shown(ratio, 2);
}

Json ratio_facts(double worst, double bound, double ratio) {
  Json facts = Json::object();
  facts.set("worst", worst).set("bound", bound).set("ratio", ratio);
  return facts;
}

/// The largest ratio of an error to its bound, and both where it is met.
struct Worst {
  double error = 0, bound = 0, ratio = 0;
  bool exceeded = false;

  void see(const Mp& found, const Mp& allowed) {
    const bool zero = !(allowed > Mp(0));
    const double here = zero ? 0 : static_cast<double>(Mp(found / allowed));
    exceeded = exceeded || !(found <= allowed);
    if (!(here > ratio) && bound > 0) return;
    error = static_cast<double>(found);
    bound = static_cast<double>(allowed);
    ratio = here;
  }
};

}  // namespace

Assertion rows_are_weights(const Evidence& e) {
  const auto& A = e.causal.A;
  Worst worst;
  Index negative = 0;
  for (Index i = 0; i < A.rows(); ++i) {
    float sum = 0;
    for (Index j = 0; j < A.cols(); ++j) {
      negative += !(A(i, j) >= 0);
      sum += A(i, j);
    }
    // Row i has i + 1 permitted keys; the zeros beyond them are added exactly. A quotient may underflow.
    const Index permitted = i + 1;
    worst.see(abs(Mp(Mp(static_cast<double>(sum)) - Mp(1))),
              bound::row_sum_error<float>(permitted) + Mp(static_cast<int>(permitted)) * bound::underflow<float>());
  }
  Assertion a{"all weights are nonnegative and rows sum to one", "proposition_3_1", false, "", {}};
  a.holds = negative == 0 && !worst.exceeded;
  a.figure = grouped(negative) + " negative weights; worst |row sum - 1| = " +
             ratio_figure(worst.error, worst.bound, worst.ratio);
  a.facts = ratio_facts(worst.error, worst.bound, worst.ratio);
  a.facts.set("negative", negative);
  return a;
}

Assertion future_weights_are_zero(const Evidence& e) {
  const auto& A = e.causal.A;
  Index looked = 0, other = 0;
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = i + 1; j < A.cols(); ++j, ++looked) other += A(i, j) != 0;
  Assertion a{"the strict upper triangle is zero", "definition_4_1", other == 0, "", {}};
  a.figure = looked == 0 ? "one position has no future"
                         : grouped(looked) + " entries, " + grouped(other) + " of them not exactly zero";
  a.facts.set("entries", looked).set("not_zero", other);
  return a;
}

Assertion past_outputs_survive(const Evidence& e) {
  const Index T = e.X.rows(), d_v = e.W.W_V.cols();
  const std::vector<Index> kept = sample(T == 0 ? 0 : T - 1, budget / cost_of_one_head(e));
  Draws draws(e.seed, replaced);
  Index numbers = 0, changed = 0;
  for (const Index i : kept) {
    auto X = e.X;
    for (Index t = i + 1; t < T; ++t)
      for (Index c = 0; c < X.cols(); ++c) X(t, c) = static_cast<float>(3 * draws.centred());
    const auto Y = causal_head(X, e.W).Y;
    for (Index t = 0; t <= i; ++t)
      for (Index c = 0; c < d_v; ++c, ++numbers) changed += !same_bits(Y(t, c), e.causal.Y(t, c));
  }
  Assertion a{"earlier outputs survive a future perturbation", "proposition_4_3", changed == 0, "", {}};
  a.figure = kept.empty() ? "one position has no future"
                          : "all rows after i replaced, for " + every(kept.size(), T - 1, "positions i") + ": of " +
                                grouped(numbers) + " earlier numbers " + grouped(changed) + " changed a bit";
  a.facts.set("positions", kept.size()).set("of", T - 1).set("numbers", numbers).set("changed", changed);
  return a;
}

Assertion future_gradients_are_zero(const Evidence& e) {
  const Index T = e.X.rows(), d = e.X.cols();
  using D = Dual<float>;
  Mat<D> X(T, d);
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < d; ++c) X(t, c) = D(e.X(t, c));
  const auto constant = [](const Mat<float>& A) {
    Mat<D> B(A.rows(), A.cols());
    std::transform(A.begin(), A.end(), B.begin(), [](float x) { return D(x); });
    return B;
  };
  const Head<D> W{constant(e.W.W_Q), constant(e.W.W_K), constant(e.W.W_V)};
  // The inputs of the first position are nobody's future.
  const Index inputs = (T - 1) * d;
  const std::vector<Index> moved = sample(inputs, budget / (3 * cost_of_one_head(e)));
  Index derivatives = 0, other = 0;
  for (const Index k : moved) {
    const Index j = 1 + k / d, c = k % d;
    X(j, c).d = 1;
    const auto Y = causal_head(X, W).Y;
    X(j, c).d = 0;
    for (Index i = 0; i < j; ++i)
      for (Index v = 0; v < Y.cols(); ++v, ++derivatives) other += !(Y(i, v).d == 0);
  }
  Assertion a{"future input-gradient blocks are zero", "proposition_4_3", other == 0, "", {}};
  a.figure = moved.empty() ? "one position has no future"
                           : grouped(derivatives) + " derivatives of outputs by later inputs (" +
                                 every(moved.size(), inputs, "inputs") + "), " + grouped(other) +
                                 " of them not exactly zero";
  a.facts.set("inputs", moved.size()).set("of", inputs).set("derivatives", derivatives).set("not_zero", other);
  return a;
}

namespace {

// The law of one coordinate: the odd multiples of 2^-11 between -1 and 1, all alike. With n = 2^11 of them the variance
// is (1 - 1/n^2)/3 and the fourth moment, in units of its square, 3 - (6/5)(n^2 + 1)/(n^2 - 1). Inner products of up to
// 256 such coordinates are exact in double.
constexpr int grid = 11;
const double variance = (1 - std::ldexp(1.0, -2 * grid)) / 3;
const double fourth = 3 - 6.0 / 5 * (std::ldexp(1.0, 2 * grid) + 1) / (std::ldexp(1.0, 2 * grid) - 1);

constexpr Index T_block = 64;

/// The mean of <q,k>^2 over T_block queries and keys, in units of the variance squared.
double mean_square(Draws& draws, Index d_k) {
  Mat<double> Q(T_block, d_k), K(T_block, d_k);
  for (auto* A : {&Q, &K})
    for (auto& x : *A) x = std::ldexp(static_cast<double>(2 * draws.below(1u << grid) + 1), -grid) - 1;
  double sum = 0;
  for (Index i = 0; i < T_block; ++i)
    for (Index j = 0; j < T_block; ++j) {
      double s = 0;
      for (Index c = 0; c < d_k; ++c) s += Q(i, c) * K(j, c);
      sum += s * s;
    }
  return sum / static_cast<double>(T_block * T_block) / (variance * variance);
}

}  // namespace

Assertion scores_grow(const Evidence& e) {
  Assertion a{"raw score scale grows like sqrt(d_k)", "lemma_5_5", true, "", {}};
  a.figure = "root mean square of <q,k>, for coordinates of variance 1:";
  Draws draws(e.seed, gaussian_like);
  Json rows = Json::array();
  // Squares and their sum are rounded: positive numbers, so at most g_{T^2 + 4} of the value.
  const double rounding = static_cast<double>(bound::g<double>(T_block * T_block + 4));
  for (const Index d_k : {Index(16), Index(64), Index(256)}) {
    std::array<double, blocks> means{};
    for (double& mean : means) mean = mean_square(draws, d_k);
    const double width = static_cast<double>(d_k);
    const double band = deviations * block_deviation(T_block, d_k, fourth) + rounding;
    const double least = std::sqrt(width * (1 - band)), most = std::sqrt(width * (1 + band));
    const double found = std::sqrt(median(means));
    a.holds = a.holds && found >= least && found <= most;
    a.figure += (d_k == 16 ? " " : ", ") + shown(found, 4) + " at d_k = " + std::to_string(d_k) + " (band " +
                shown(least, 3) + " to " + shown(most, 3) + ')';
    Json row = Json::object();
    row.set("d_k", d_k).set("found", found).set("theory", std::sqrt(width)).set("least", least).set("most", most);
    rows.add(std::move(row));
  }
  a.facts.set("scales", std::move(rows));
  return a;
}

Assertion permuting_rows_permutes_outputs(const Evidence& e) {
  const Index T = e.X.rows();
  const std::vector<Index> place = Draws(e.seed, order).permutation(T);
  if (T < 2) {
    Assertion one{"row-permuted unmasked inputs give row-permuted outputs", "theorem_6_1", true, "", {}};
    one.figure = "one row has no other order";
    return one;
  }
  Mat<float> X(T, e.X.cols());
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < X.cols(); ++c) X(t, c) = e.X(place[t], c);
  const auto before = head(e.X, e.W), after = head(X, e.W);
  const auto X_true = lifted<Mp>(e.X);
  const auto W_true = lifted<Mp>(e.W);
  const auto error = bound::head_error<float>(X_true, W_true, head(X_true, W_true));
  Worst worst;
  Index scores_moved = 0;
  for (Index i = 0; i < T; ++i) {
    for (Index j = 0; j < T; ++j) scores_moved += !same_bits(after.S(i, j), before.S(place[i], place[j]));
    // Both are within the head's error of one truth.
    for (Index c = 0; c < after.Y.cols(); ++c)
      worst.see(abs(Mp(Mp(static_cast<double>(after.Y(i, c))) - Mp(static_cast<double>(before.Y(place[i], c))))),
                Mp(2) * error.Y(place[i], c));
  }
  Assertion a{"row-permuted unmasked inputs give row-permuted outputs", "theorem_6_1", false, "", {}};
  a.holds = scores_moved == 0 && !worst.exceeded;
  a.figure = "scores permute bit for bit (" + grouped(scores_moved) + " differ); worst difference of outputs " +
             ratio_figure(worst.error, worst.bound, worst.ratio);
  a.facts = ratio_facts(worst.error, worst.bound, worst.ratio);
  a.facts.set("scores_not_permuted", scores_moved);
  return a;
}

}  // namespace attest::cli
