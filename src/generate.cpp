#include <cmath>
#include <memory>
#include <optional>

#include "attest/lecture/s5_temperature.hpp"
#include "attest/lecture/s8_cache.hpp"
#include "commands.hpp"
#include "counts.hpp"
#include "draws.hpp"
#include "io/number.hpp"
#include "plain_table.hpp"
#include "text_head.hpp"

namespace attest::cli {

namespace {

using Number = Counted<float>;

constexpr std::uint64_t most_positions = 1024;
constexpr double most_work = 1e9;  ///< counted operations
constexpr std::size_t most_vocabulary = 65536, most_parameters = std::size_t(1) << 24;
constexpr std::uint32_t sampling = 41;

struct GenerateSettings {
  TextSettings text;
  std::uint64_t steps = 16;
  std::optional<double> temperature;  ///< none: the largest logit
};

/// Token and position make a row of the stream, one causal head reads it, and its output is unembedded.
struct Model {
  text::Tokens text;  ///< of which the prompt is the beginning
  Index prompt = 0;
  Mat<float> E, p, W_U;
  Head<Number> W;

  Vector<Number, dynamic> stream_row(Index token, Index t) const {
    Vector<Number, dynamic> x(E.cols());
    for (Index c = 0; c < E.cols(); ++c) x(c) = Number(E(token, c) + p(t, c));
    return x;
  }
  Vector<float, dynamic> logits(const Vector<Number, dynamic>& y) const {
    Vector<float, dynamic> logits(W_U.cols());
    for (Index v = 0; v < W_U.cols(); ++v)
      for (Index c = 0; c < W_U.rows(); ++c) logits(v) += y(c).v * W_U(c, v);
    return logits;
  }
};

/// One way of generating: what it chose, the outputs of the head that it chose by, and what the head cost.
struct Run {
  std::vector<Index> tokens;                ///< prompt and continuation
  std::vector<Vector<Number, dynamic>> outputs;  ///< one for each token that was chosen
  std::vector<double> probabilities;             ///< of the chosen tokens
  Count count;
};

/// The first of the largest logits, or drawn with the probabilities softmax(logits / tau).
class Choice {
 public:
  explicit Choice(const GenerateSettings& settings)
      : temperature_(settings.temperature), draws_(settings.text.seed, sampling) {}

  void choose(Run& run, const Vector<float, dynamic>& logits) {
    Vector<double, dynamic> s(logits.rows());
    const double m = static_cast<double>(largest(logits));
    // Relative to the largest, so that no temperature, however small, makes them overflow.
    for (Index v = 0; v < s.rows(); ++v) s(v) = static_cast<double>(logits(v)) - m;
    const auto p = softmax_tempered(s, temperature_.value_or(1));
    Index chosen = 0;
    if (temperature_) {
      double left = draws_.uniform();
      while (chosen + 1 < p.rows() && left >= p(chosen)) left -= p(chosen++);
      // What is left after the last one is a rounding; a token without probability is no choice.
      while (p(chosen) <= 0 && chosen > 0) --chosen;
    } else {
      while (s(chosen) < 0) ++chosen;
    }
    run.tokens.push_back(chosen);
    run.probabilities.push_back(p(chosen));
  }

 private:
  std::optional<double> temperature_;
  Draws draws_;
};

Run begun(const Model& model) {
  Run run;
  run.tokens.assign(model.text.ids.begin(), model.text.ids.begin() + static_cast<std::ptrdiff_t>(model.prompt));
  return run;
}

Run with_cache(const Model& model, const GenerateSettings& settings) {
  Run run = begun(model);
  Choice choice(settings);
  const Index positions = model.prompt + settings.steps - 1;
  Cache<Number> cache(positions, model.W.W_K.cols(), model.W.W_V.cols());
  for (Index t = 0; t < positions; ++t) {
    const auto x = model.stream_row(run.tokens[t], t);
    const Counting counting;
    auto y = kv_cache(cache, x, model.W);
    run.count = run.count + counting.count();
    if (t + 1 < model.prompt) continue;
    choice.choose(run, model.logits(y));
    run.outputs.push_back(std::move(y));
  }
  return run;
}

Run without_cache(const Model& model, const GenerateSettings& settings, Session& session) {
  Run run = begun(model);
  Choice choice(settings);
  for (Index step = 0; step < settings.steps; ++step) {
    session.progress("without a cache, token " + std::to_string(step + 1) + " …");
    Mat<Number> X(run.tokens.size(), model.E.cols());
    for (Index t = 0; t < X.rows(); ++t) {
      const auto x = model.stream_row(run.tokens[t], t);
      for (Index c = 0; c < X.cols(); ++c) X(t, c) = x(c);
    }
    const Counting counting;
    const auto Y = row_by_row(X, model.W, Mask::causal);
    run.count = run.count + counting.count();
    auto y = row(Y, Y.rows() - 1);
    choice.choose(run, model.logits(y));
    run.outputs.push_back(std::move(y));
  }
  return run;
}

/// How many numbers of the outputs differ in any bit.
Index differing(const Run& a, const Run& b) {
  Index count = 0;
  for (std::size_t step = 0; step < a.outputs.size(); ++step)
    for (Index c = 0; c < a.outputs[step].rows(); ++c) {
      const float x = a.outputs[step](c).v, y = b.outputs[step](c).v;
      count += x != y || std::signbit(x) != std::signbit(y);
    }
  return count;
}

Model model_of(const GenerateSettings& settings) {
  const TextSettings& text = settings.text;
  Model model;
  model.text = read_tokens(text);
  const std::size_t V = model.text.vocabulary.size();
  model.prompt = std::min<std::uint64_t>(text.length, model.text.ids.size());
  if (V > most_vocabulary || V * (text.d + text.d_v) > most_parameters)
    throw InputError("the vocabulary", grouped(V) + " different tokens",
                     "at most " + grouped(std::min(most_vocabulary, most_parameters / (text.d + text.d_v))) +
                     " for these widths: each has its row of E and column of W_U");
  const Index positions = model.prompt + settings.steps;
  if (positions > most_positions)
    throw InputError("--length, --steps", grouped(model.prompt) + " tokens of the prompt and " +
                     grouped(settings.steps) + " steps", "at most " + grouped(most_positions) + " together");
  const double work = static_cast<double>(total(naive_cost(model.prompt, positions - 1, text.d, text.d_k, text.d_v)));
  if (work > most_work)
    throw InputError("--length, --steps, --d, --dk, --dv",
                     "about " + grouped(static_cast<std::uint64_t>(work)) + " operations without a cache",
                     "at most " + grouped(static_cast<std::uint64_t>(most_work)));
  model.E = drawn(text.seed, Parameter::embedding, V, text.d, 1);
  model.p = cli::positions(positions, text.d);
  model.W_U = drawn(text.seed, Parameter::unembedding, text.d_v, V, 1 / std::sqrt(static_cast<double>(text.d_v)));
  const auto counted = [](const Mat<float>& A) {
    Mat<Number> B(A.rows(), A.cols());
    for (Index i = 0; i < A.rows(); ++i)
      for (Index j = 0; j < A.cols(); ++j) B(i, j) = Number(A(i, j));
    return B;
  };
  const Head<float> W = drawn_head(text);
  model.W = {counted(W.W_Q), counted(W.W_K), counted(W.W_V)};
  return model;
}

/// What both ways gave, side by side.
struct Comparison {
  Run cached, naive;
  Count cached_closed, naive_closed;
  bool same_tokens = false, counts_equal = false;
  Index outputs = 0, outputs_differ = 0;
  bool holds() const { return same_tokens && outputs_differ == 0 && counts_equal; }
};

Comparison compared(const Model& model, const GenerateSettings& settings, Session& session) {
  Comparison both;
  both.cached = with_cache(model, settings);
  both.naive = without_cache(model, settings, session);
  const Index d = model.E.cols(), d_k = model.W.W_K.cols(), d_v = model.W.W_V.cols();
  const Index positions = model.prompt + settings.steps - 1;
  both.cached_closed = head_cost(positions, d, d_k, d_v, Mask::causal);
  both.naive_closed = naive_cost(model.prompt, positions, d, d_k, d_v);
  both.same_tokens = both.cached.tokens == both.naive.tokens;
  both.outputs = settings.steps * d_v;
  both.outputs_differ = differing(both.cached, both.naive);
  both.counts_equal = both.cached.count == both.cached_closed && both.naive.count == both.naive_closed;
  return both;
}

std::string token_line(const Model& model, const std::vector<Index>& tokens, Index from, Index to) {
  std::string line;
  for (Index t = from; t < to; ++t)
    line += (t == from ? "" : " | ") + text::label(model.text.vocabulary[tokens[t]]);
  return line;
}

void say_steps(Session& session, const Model& model, const Comparison& both) {
  picture::Table steps{{"step", "position", "token", "probability", "pairs with a cache", "without"}, {},
                       {true, true, false, true, true, true}};
  const Index n = both.cached.outputs.size();
  for (Index k = 0; k < n; ++k) {
    if (n > 12 && k == 6) steps.rows.push_back({"...", "...", "...", "...", "...", "..."});
    if (n > 12 && k >= 6 && k + 5 < n) continue;
    const Index t = model.prompt + k;
    steps.rows.push_back({std::to_string(k + 1), std::to_string(t + 1),
                          text::label(model.text.vocabulary[both.cached.tokens[t]]),
                          shown(both.cached.probabilities[k], 3),
                          // The first step of the cached way reads the whole prompt.
                          grouped(k == 0 ? t * (t + 1) / 2 : t), grouped(t * (t + 1) / 2)});
  }
  session.say(plain(steps));
}

void say(Session& session, const Model& model, const GenerateSettings& settings, const Comparison& both) {
  const TextSettings& text = settings.text;
  const Index V = model.text.vocabulary.size(), last = model.prompt + settings.steps;
  session.say("Token by token after " + text::text_name(text.path) + ": an untrained model, so what follows is noise, "
              "not language\n  one causal head, d = " + std::to_string(text.d) + ", d_k = " +
              std::to_string(text.d_k) + ", d_v = " + std::to_string(text.d_v) + ", " + grouped(V) +
              " tokens in the vocabulary, seed " + std::to_string(text.seed) + ", " +
              (settings.temperature ? "temperature " + shortest(*settings.temperature) : std::string("greedy")) + "\n");
  const Index from = model.prompt > 40 ? model.prompt - 40 : 0;
  session.say("\nPrompt, " + grouped(model.prompt) + (model.prompt == 1 ? " token\n  " : " tokens\n  ") +
              (from > 0 ? "… | " : "") + token_line(model, both.cached.tokens, from, model.prompt) +
              "\n\nGenerated\n  " + token_line(model, both.cached.tokens, model.prompt, last) + "\n\n");
  say_steps(session, model, both);
  session.say("\nWhat the head cost, counted while it ran\n");
  picture::Table costs{{"", "mult.", "add.", "sub.", "div.", "exp = pairs", "roots", "comp.", "closed form"}, {},
                       {false, true, true, true, true, true, true, true, false}};
  const auto add = [&costs](const char* name, const Count& c, const Count& closed) {
    costs.rows.push_back({name, grouped(c.multiplications), grouped(c.additions), grouped(c.subtractions),
                          grouped(c.divisions), grouped(c.exponentials), grouped(c.functions), grouped(c.comparisons),
                          c == closed ? "equal" : "DIFFERS"});
  };
  add("with a cache", both.cached.count, both.cached_closed);
  add("full re-evaluation", both.naive.count, both.naive_closed);
  session.say(plain(costs));
  const double ratio =
      static_cast<double>(both.naive.count.exponentials) / static_cast<double>(both.cached.count.exponentials);
  session.say("  " + shown(ratio, 4) + " times as many pairs without a cache\n\n");
  session.say(std::string(both.same_tokens ? "Both ways chose the same tokens" : "The ways chose different tokens") +
              "; of " + grouped(both.outputs) + " numbers of the head's outputs, " + grouped(both.outputs_differ) +
              " differ in any bit.\n");
}

Json facts(const Model& model, const GenerateSettings& settings, const Comparison& both) {
  const TextSettings& text = settings.text;
  Json facts = facts_of("generate"), about = Json::object();
  about.set("trained", false).set("vocabulary", model.text.vocabulary.size()).set("d", text.d).set("d_k", text.d_k);
  about.set("d_v", text.d_v).set("seed", text.seed);
  facts.set("holds", both.holds()).set("source", text::text_name(text.path));
  facts.set("unit", text.unit == 0 ? "words" : "characters").set("model", std::move(about));
  facts.set("temperature", settings.temperature ? Json(*settings.temperature) : Json());
  const auto tokens = [&](Index from, Index to) {
    Json list = Json::array();
    for (Index t = from; t < to; ++t) list.add(Json(model.text.vocabulary[both.cached.tokens[t]]));
    return list;
  };
  facts.set("prompt", tokens(0, model.prompt));
  facts.set("generated", tokens(model.prompt, model.prompt + settings.steps));
  facts.set("probabilities", Json::array_of(both.cached.probabilities));
  facts.set("same_tokens", both.same_tokens).set("outputs", both.outputs).set("outputs_differ", both.outputs_differ);
  Json cost = Json::object();
  const auto add = [&cost](const char* name, const Count& counted, const Count& closed) {
    Json one = Json::object();
    one.set("counted", facts_of(counted)).set("closed_form", facts_of(closed)).set("equal", counted == closed);
    cost.set(name, std::move(one));
  };
  add("cached", both.cached.count, both.cached_closed);
  add("naive", both.naive.count, both.naive_closed);
  facts.set("cost", std::move(cost));
  return facts;
}

Answer generated(Session& session, const GenerateSettings& settings) {
  const Model model = model_of(settings);
  const Comparison both = compared(model, settings, session);
  say(session, model, settings, both);
  return {both.holds() ? 0 : 1, facts(model, settings, both)};
}

}  // namespace

Command generate_command() {
  return {"generate", "token by token, with and without a cache",
          "Continues a text token by token with a tiny model that nobody trained, so that what it says is noise: one\n"
          "causal head on embedded tokens and positions, unembedded. It does so with a key-value cache and by full\n"
          "re-evaluation of the prefix, and compares tokens, outputs bit for bit, and counted cost.\n"
          "JSON: holds, source, unit, model, temperature, prompt, generated, probabilities, same_tokens, outputs,\n"
          "outputs_differ, cost (cached and naive: counted, closed_form, equal).",
          "attest generate --steps 12\nattest generate letter.txt --tokens characters --steps 40 --temperature 0.5",
          [](Options& options) {
            const auto settings = std::make_shared<GenerateSettings>();
            options.positional("TEXT", "a UTF-8 file, or - for standard input (default: a built-in text)", 1,
                               [settings](const std::string& given) {
                                 if (given.empty()) throw InputError("TEXT", "an empty file name", "a file, or -");
                                 settings->text.path = given;
                               });
            options.whole("--steps", "how many tokens to generate (default: 16)", 1, most_positions, settings->steps);
            options.value("--temperature", "NUMBER", "draw from softmax(logits/NUMBER) (default: the largest logit)",
                          [settings](const std::string& given) {
                            const double tau = real_number("--temperature", given);
                            if (!(tau > 0)) throw InputError("--temperature", in_quotes(given), "a number above 0");
                            settings->temperature = tau;
                          });
            declare_text(options, settings->text);
            return [settings](Session& session) { return generated(session, *settings); };
          }};
}

}  // namespace attest::cli
