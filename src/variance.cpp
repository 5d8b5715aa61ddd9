#include <cmath>
#include <memory>

#include "attest/bound/bound.hpp"
#include "attest/lecture/s5_lse.hpp"
#include "commands.hpp"
#include "io/number.hpp"
#include "matrices.hpp"
#include "normal.hpp"
#include "plain_table.hpp"
#include "sampling.hpp"

namespace attest::cli {

namespace {

constexpr double most_work = 1e10;
constexpr std::uint32_t first_stream = 1000;  // and d_k: other widths in the list change nothing

struct VarianceSettings {
  std::vector<std::uint64_t> widths{16, 64, 256};
  std::uint64_t T = 64, seed = 1;
};

/// The scores of one width, raw or scaled.
struct Scale {
  double theory = 0, measured = 0, least = 0, most = 0;  ///< standard deviations
  double typical = 0, mean = 0;                          ///< the largest weight of a row: its median and its mean
  bool holds() const { return least <= measured && measured <= most; }
};

struct Row {
  Index d_k = 0;
  Scale raw, scaled;
};

/// What the samples of one width give: mean squares, one for each, and the largest weight of every row.
struct Samples {
  std::array<double, blocks> squares{};
  std::vector<double> largest_weights;

  void take(std::size_t block, const Mat<double>& S) {
    double sum = 0;
    for (const double s : S) sum += s * s;
    squares[block] = sum / static_cast<double>(S.rows() * S.cols());
    const auto A = softmax_row_shifted(S);
    for (Index i = 0; i < A.rows(); ++i) largest_weights.push_back(largest(row(A, i)));
  }

  Scale scale(Index T, Index d_k, double theory) {
    // Roundings of the squares and their sum, and of the scores: these are off by g_(d_k+2) |q||k|, of a mean square
    // not above d_k^2, which is d_k in units of theirs.
    const double rounding = static_cast<double>(bound::g<double>(T * T + 4 + 2 * d_k * (d_k + 2)));
    const double band = deviations * block_deviation(T, d_k, 3) + rounding;
    Scale scale{theory, std::sqrt(median(squares)), theory * std::sqrt(std::max(0.0, 1 - band)),
                theory * std::sqrt(1 + band)};
    std::sort(largest_weights.begin(), largest_weights.end());
    const std::size_t n = largest_weights.size();
    scale.typical = (largest_weights[(n - 1) / 2] + largest_weights[n / 2]) / 2;
    for (const double p : largest_weights) scale.mean += p;
    scale.mean /= static_cast<double>(n);
    return scale;
  }
};

Row measured(Index T, Index d_k, std::uint64_t seed) {
  Draws draws(seed, first_stream + static_cast<std::uint32_t>(d_k));
  Samples raw, scaled;
  for (std::size_t block = 0; block < blocks; ++block) {
    Mat<double> Q(T, d_k), K(T, d_k);
    for (auto& q : Q) q = normal(draws);
    for (auto& k : K) k = normal(draws);
    raw.take(block, product(Q, transposed(K)));
    scaled.take(block, scores(Q, K));
  }
  return {d_k, raw.scale(T, d_k, std::sqrt(static_cast<double>(d_k))), scaled.scale(T, d_k, 1)};
}

void refuse_endless(const VarianceSettings& settings) {
  double work = 0;
  for (const std::uint64_t d_k : settings.widths)
    work += blocks * std::pow(static_cast<double>(settings.T), 2) * (2 * static_cast<double>(d_k) + 100);
  if (work > most_work)
    throw InputError("--T, --dk", "about " + grouped(static_cast<std::uint64_t>(work)) + " operations",
                     "at most " + grouped(static_cast<std::uint64_t>(most_work)));
}

void take_widths(VarianceSettings& settings, const std::string& given) {
  constexpr std::size_t most = 16;
  settings.widths.clear();
  for (std::size_t first = 0; first <= given.size();) {
    const std::size_t comma = std::min(given.find(',', first), given.size());
    settings.widths.push_back(whole_number("--dk", given.substr(first, comma - first), 1, 4096));
    first = comma + 1;
  }
  if (settings.widths.size() > most)
    throw InputError("--dk", std::to_string(settings.widths.size()) + " widths", "at most " + std::to_string(most));
}

Json facts_of(const Scale& scale) {
  Json facts = Json::object();
  facts.set("theory", scale.theory).set("measured", scale.measured);
  facts.set("least", scale.least).set("most", scale.most).set("within", scale.holds());
  facts.set("largest_weight_median", scale.typical).set("largest_weight_mean", scale.mean);
  return facts;
}

void say(Session& session, const VarianceSettings& settings, const std::vector<Row>& rows, bool holds) {
  const std::string T = std::to_string(settings.T);
  session.say("Scores of independent queries and keys with standard normal coordinates (lemma_5_5)\n"
              "  " + std::to_string(blocks) + " samples of " + T + " queries and " + T + " keys for each width, seed " +
              std::to_string(settings.seed) + "\n\nStandard deviation of a score\n");
  picture::Table table{{"d_k", "raw: theory", "measured", "band", "scaled: theory", "measured", "band", ""}, {},
                       {true, true, true, true, true, true, true, false}};
  const auto band = [](const Scale& s) { return fixed(s.least, 4) + " to " + fixed(s.most, 4); };
  for (const Row& row : rows)
    table.rows.push_back({std::to_string(row.d_k), fixed(row.raw.theory, 4), fixed(row.raw.measured, 4), band(row.raw),
                          fixed(row.scaled.theory, 4), fixed(row.scaled.measured, 4), band(row.scaled),
                          row.raw.holds() && row.scaled.holds() ? "holds" : "FAILS"});
  session.say(plain(table));
  session.say("\nLargest weight p of a row of " + T + ", and p(1 - p), its derivative by its own score\n");
  picture::Table weights{{"d_k", "raw: median p", "mean p", "p(1 - p)", "scaled: median p", "mean p", "p(1 - p)"}, {},
                         {true, true, true, true, true, true, true}};
  const auto slope = [](const Scale& s) { return shown(s.typical * (1 - s.typical), 3); };
  for (const Row& row : rows)
    weights.rows.push_back({std::to_string(row.d_k), fixed(row.raw.typical, 4), fixed(row.raw.mean, 4), slope(row.raw),
                            fixed(row.scaled.typical, 4), fixed(row.scaled.mean, 4), slope(row.scaled)});
  session.say(plain(weights));
  session.say(
      "\nTheory: sqrt(d_k) raw, 1 scaled. Measured: the root of the median over the samples of the mean of s^2.\n"
      "It need not equal theory: a sample is finite, and scores of one row share a query, those of one column a key.\n"
      "By Chebyshev's inequality for each sample it leaves the band with probability at most 2^-63.\n"
      "As p nears 1 its derivative nears 0 (proposition_5_1): unscaled scores of wide keys saturate the softmax.\n");
  session.say(holds ? "\nEvery deviation is in its band.\n" : "\nA deviation is outside its band.\n");
}

Answer variance(Session& session, const VarianceSettings& settings) {
  refuse_endless(settings);
  std::vector<Row> rows;
  bool holds = true;
  for (const std::uint64_t d_k : settings.widths) {
    session.progress("d_k = " + std::to_string(d_k) + " …");
    rows.push_back(measured(settings.T, d_k, settings.seed));
    holds = holds && rows.back().raw.holds() && rows.back().scaled.holds();
  }
  say(session, settings, rows, holds);
  Json facts = cli::facts_of("variance"), list = Json::array();
  facts.set("holds", holds).set("T", settings.T).set("samples", blocks).set("seed", settings.seed);
  for (const Row& row : rows) {
    Json one = Json::object();
    one.set("d_k", row.d_k).set("raw", facts_of(row.raw)).set("scaled", facts_of(row.scaled));
    list.add(std::move(one));
  }
  facts.set("widths", std::move(list));
  return {holds ? 0 : 1, std::move(facts)};
}

}  // namespace

Command variance_command() {
  return {"variance", "scores of random queries and keys, raw and scaled",
          "Measures Lemma 5.5: the standard deviation of scores of independent normal queries and keys, raw and\n"
          "divided by sqrt(d_k), against theory, and the largest weight of a row. Exit code 1: outside its band.\n"
          "JSON: holds, T, samples, seed, widths: for each d_k raw and scaled, with theory, measured, least, most, "
          "within,\nlargest_weight_median, largest_weight_mean.",
          "attest variance\nattest variance --dk 4,1024 --T 32 --seed 7", [](Options& options) {
            const auto settings = std::make_shared<VarianceSettings>();
            options.value("--dk", "N,N,...", "widths of queries and keys (default: 16,64,256)",
                          [settings](const std::string& given) { take_widths(*settings, given); });
            options.whole("--T", "queries and keys in a sample (default: 64)", 1, 4096, settings->T);
            options.whole("--seed", "of the queries and keys (default: 1)", 0, ~std::uint64_t(0), settings->seed);
            return [settings](Session& session) { return variance(session, *settings); };
          }};
}

}  // namespace attest::cli
