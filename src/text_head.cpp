#include "text_head.hpp"

#include <algorithm>
#include <cmath>

#include "attest/lecture/s6_positions.hpp"
#include "draws.hpp"
#include "io/number.hpp"

namespace attest::cli {

namespace {

constexpr std::uint64_t widest = 1024;

}  // namespace

Mat<float> drawn(std::uint64_t seed, Parameter parameter, Index rows, Index columns, double size) {
  Draws draws(seed, static_cast<std::uint32_t>(parameter));
  Mat<float> A(rows, columns);
  for (auto& x : A) x = static_cast<float>(size * draws.centred());
  return A;
}

Mat<float> positions(Index T, Index d) {
  const auto p = sinusoidal<double>(T, d);
  Mat<float> rounded(T, d);
  std::transform(p.begin(), p.end(), rounded.begin(), [](double x) { return static_cast<float>(x); });
  return rounded;
}

Head<float> drawn_head(const TextSettings& settings) {
  const double narrow = 1 / std::sqrt(static_cast<double>(settings.d));
  return {drawn(settings.seed, Parameter::queries, settings.d, settings.d_k, narrow),
          drawn(settings.seed, Parameter::keys, settings.d, settings.d_k, narrow),
          drawn(settings.seed, Parameter::values, settings.d, settings.d_v, narrow)};
}

text::Tokens read_tokens(const TextSettings& settings) {
  if (settings.d % 2 != 0)
    throw InputError("--d", std::to_string(settings.d), "an even number: a frequency of the positions takes two");
  return text::tokenised(text::read_text(settings.path),
                         settings.unit == 0 ? text::Unit::words : text::Unit::characters);
}

void declare_text(Options& options, TextSettings& settings) {
  options.choice("--tokens", {"words", "characters"}, "what a token is (default: words)", settings.unit);
  options.whole("--length", "use the first N tokens (default: 24)", 1, 1000000000, settings.length);
  options.whole("--d", "model width, even (default: 16)", 1, widest, settings.d);
  options.whole("--dk", "width of queries and keys (default: 8)", 1, widest, settings.d_k);
  options.whole("--dv", "width of values (default: 8)", 1, widest, settings.d_v);
  options.whole("--seed", "of the random E and projections (default: 1)", 0, ~std::uint64_t(0), settings.seed);
}

std::string TextHead::used() const {
  const std::string many = grouped(available) + ' ' + (available == 1 ? unit.substr(0, unit.size() - 1) : unit);
  return (T() == available ? (available == 1 ? "the only one of " : "all ") : "the first " + grouped(T()) + " of ") +
         many + ", " + grouped(tokens.vocabulary.size()) + " different";
}

TextHead text_head(const TextSettings& settings, std::size_t most_tokens) {
  TextHead head;
  head.source = text::text_name(settings.path);
  head.unit = settings.unit == 0 ? "words" : "characters";
  const text::Tokens all = read_tokens(settings);
  head.available = all.ids.size();
  const std::size_t T = static_cast<std::size_t>(std::min<std::uint64_t>(settings.length, all.ids.size()));
  if (T > most_tokens)
    throw InputError("--length", grouped(T) + " tokens",
                     "at most " + grouped(most_tokens) + ": every query is compared with every key");
  head.tokens = text::first_of(all, T);
  head.labels = text::labels(head.tokens);
  const auto E = drawn(settings.seed, Parameter::embedding, head.tokens.vocabulary.size(), settings.d, 1);
  head.X = context(E, positions(T, settings.d), attest::Tokens(head.tokens.ids));
  head.W = drawn_head(settings);
  return head;
}

Json facts_of(const TextHead& head, const TextSettings& settings) {
  Json facts = Json::object();
  facts.set("source", head.source).set("unit", head.unit).set("used", head.T()).set("available", head.available);
  facts.set("vocabulary", head.tokens.vocabulary.size()).set("labels", Json::array_of(head.labels));
  facts.set("d", settings.d).set("d_k", settings.d_k).set("d_v", settings.d_v).set("seed", settings.seed);
  return facts;
}

}  // namespace attest::cli
