#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include "accuracy.hpp"
#include "assertions.hpp"
#include "attest/lecture/s4_causal.hpp"
#include "catalogue.hpp"
#include "commands.hpp"
#include "heatmaps.hpp"
#include "io/bytes.hpp"
#include "io/number.hpp"
#include "picture/report.hpp"
#include "text/utf8.hpp"
#include "text_head.hpp"

namespace attest::cli {

namespace {

constexpr std::size_t most_tokens = 256;
/// In 100 digits a multiplication takes a good part of a microsecond, and an exponential as long as a hundred.
constexpr double most_work = 1e8;

struct TourSettings {
  TextSettings text;
  std::string out;
  bool force = false;
};

/// Everything that the tour found, said three times: in words, as JSON, as a page.
struct Tour {
  TextHead input;
  Pass<float> pass;
  std::vector<Assertion> assertions;
  std::vector<Accuracy> accuracies;
  std::vector<picture::Excerpt> excerpts;

  std::size_t failed() const {
    const auto wrong = [](const Assertion& a) { return !a.holds; };
    return static_cast<std::size_t>(std::count_if(assertions.begin(), assertions.end(), wrong));
  }
  bool within() const {
    return std::all_of(accuracies.begin(), accuracies.end(), [](const Accuracy& a) { return a.within; });
  }
  bool holds() const { return failed() == 0 && within(); }
};

std::string verdict_words(const Tour& tour) {
  const std::size_t failed = tour.failed();
  std::string words = failed == 0 ? "All six assertions hold on this computation"
                                  : std::to_string(failed) + " of six assertions fail on this computation";
  return words + (tour.within() ? ", and every number in float is within its proved bound of the truth."
                                : ", and a number in float is farther from the truth than its proved bound.");
}

std::string widths(const TextSettings& text) {
  return "d = " + std::to_string(text.d) + ", d_k = " + std::to_string(text.d_k) + ", d_v = " +
         std::to_string(text.d_v) + ", seed " + std::to_string(text.seed);
}

void refuse_endless(const TextHead& input, const TextSettings& text) {
  const double T = static_cast<double>(input.T()), d = static_cast<double>(text.d);
  const double d_k = static_cast<double>(text.d_k), d_v = static_cast<double>(text.d_v);
  const double work = T * d * (2 * d_k + d_v) + T * T * (d_k + d_v + 100);
  if (work > most_work)
    throw InputError("--length, --d, --dk, --dv", "about " + grouped(static_cast<std::uint64_t>(work)) +
                     " operations in 100 digits", "at most " + grouped(static_cast<std::uint64_t>(most_work)));
}

std::vector<picture::Excerpt> excerpts_of(const TextHead& input, const Pass<float>& pass) {
  const auto& labels = input.labels;
  return {excerpt_of("X", "the stream: E row of the token + position", input.X, labels),
          excerpt_of("Q", "queries, X W_Q", pass.Q, labels),
          excerpt_of("K", "keys, X W_K", pass.K, labels),
          excerpt_of("V", "values, X W_V", pass.V, labels),
          excerpt_of("S", "masked scores, Q K^T / sqrt(d_k) on and below the diagonal", pass.S, labels),
          excerpt_of("A", "weights, row-wise softmax of S", pass.A, labels),
          excerpt_of("AV", "output, the average of the values that each row permits", pass.Y, labels)};
}

Tour taken(Session& session, const TourSettings& settings) {
  Tour tour;
  tour.input = text_head(settings.text, most_tokens);
  refuse_endless(tour.input, settings.text);
  const auto& [X, W] = std::tie(tour.input.X, tour.input.W);
  session.progress("the head in float …");
  tour.pass = causal_head(X, W);
  for (const float y : tour.pass.Y)
    if (!std::isfinite(y)) throw NonFinite("AV", shortest(static_cast<double>(y)), "finite numbers; a smaller --d");
  tour.excerpts = excerpts_of(tour.input, tour.pass);
  tour.assertions = six_assertions({X, W, tour.pass, settings.text.seed}, [&](std::size_t done) {
    session.progress("assertion " + std::to_string(done + 1) + " of 6 …");
  });
  session.progress("the head in 100 digits …");
  tour.accuracies = accuracies(X, W, tour.pass);
  session.progress("");
  return tour;
}

std::string mark(bool holds) { return holds ? "  holds  " : "  FAILS  "; }

/// The tokens with bars between them, in lines of so many columns.
std::string token_lines(const std::vector<std::string>& labels, std::size_t width) {
  constexpr std::size_t most = 48;
  std::string lines, line;
  for (std::size_t t = 0; t < std::min(labels.size(), most); ++t) {
    if (!line.empty() && text::columns(line) + 3 + text::columns(labels[t]) > width) {
      lines += line + " |\n  ";
      line.clear();
    }
    line += (line.empty() ? "" : " | ") + labels[t];
  }
  return lines + line + (most < labels.size() ? " | …" : "");
}

void say(Session& session, const Tour& tour, const TourSettings& settings) {
  const TextHead& input = tour.input;
  session.say("One causal head on " + input.source + "\n");
  if (settings.text.path.empty()) session.say("  " + std::string(text::default_text_source()) + "\n");
  session.say("\nTokens: " + input.used() + "\n  " + token_lines(input.labels, 78) + "\n\nWidths: " +
              widths(settings.text) + "\n\n");
  for (const auto& excerpt : tour.excerpts) session.say(plain(excerpt) + '\n');
  session.say("The six assertions of the lecture's section 9.1, on this computation\n\n");
  for (const Assertion& a : tour.assertions)
    session.say(mark(a.holds) + a.claim + "\n         " + spoken(a.key) + " (" + a.key + ")\n         " + a.figure +
                "\n\n");
  session.say("Float against 100 digits\n\n"
              "  stage  worst error  worst ulps  worst error over proved bound\n");
  for (const Accuracy& a : tour.accuracies)
    session.say("  " + text::padded(a.stage, 7) + text::padded(shown(a.error, 3), 13) +
                text::padded(shown(a.ulps, 3), 12) + shown(a.there, 3) + " / " + shown(a.bound, 3) + " = " +
                shown(a.ratio, 2) + (a.within ? "\n" : "  beyond its bound\n"));
  session.say("\n" + verdict_words(tour) + "\n");
}

Json facts(const Tour& tour, const TourSettings& settings) {
  const TextHead& input = tour.input;
  Json all = facts_of("tour");
  all.set("holds", tour.holds()).set("text", facts_of(input, settings.text));
  Json matrices = Json::object();
  const auto add = [&matrices](const char* name, const auto& A) { matrices.set(name, rows_of(A)); };
  add("X", input.X), add("W_Q", input.W.W_Q), add("W_K", input.W.W_K), add("W_V", input.W.W_V);
  add("Q", tour.pass.Q), add("K", tour.pass.K), add("V", tour.pass.V);
  add("S", tour.pass.S), add("A", tour.pass.A), add("AV", tour.pass.Y);
  all.set("matrices", std::move(matrices));
  Json assertions = Json::array(), stages = Json::array();
  for (const Assertion& a : tour.assertions) {
    Json one = Json::object();
    one.set("claim", a.claim).set("keys", Json::array_of(std::vector<std::string>{a.key})).set("holds", a.holds);
    one.set("figure", a.figure).set("facts", a.facts);
    assertions.add(std::move(one));
  }
  for (const Accuracy& a : tour.accuracies) {
    Json one = Json::object();
    one.set("stage", a.stage).set("worst_error", a.error).set("worst_ulps", a.ulps);
    one.set("worst_ratio", a.ratio).set("error_there", a.there).set("bound_there", a.bound).set("within", a.within);
    stages.add(std::move(one));
  }
  all.set("assertions", std::move(assertions)).set("float_against_100_digits", std::move(stages));
  if (!settings.out.empty()) all.set("report", settings.out);
  return all;
}

std::string page(const Tour& tour, const TourSettings& settings) {
  using picture::State;
  const TextHead& input = tour.input;
  picture::Report report("One causal head on " + input.source,
                         "The lecture's Step 4, run once: a text becomes a stream, the stream becomes queries, keys "
                         "and values, and every position reads a weighted average of its past.");
  const State state = tour.holds() ? State::holds : State::fails;
  report.banner(state, verdict_words(tour));
  report.section("The text");
  std::vector<std::pair<std::string, std::string>> about{{"Tokens", input.used()},
                                                         {"Widths", widths(settings.text)},
                                                         {"Arithmetic", "float, 24 bits; checked with 100 digits"}};
  if (settings.text.path.empty()) about.insert(about.begin(), {"Text", std::string(text::default_text_source())});
  report.facts(about).paragraph(token_lines(input.labels, ~std::size_t(0)));
  report.paragraph("The entries of E are drawn evenly from (-√3, √3), those of the projections likewise and divided by "
                   "√d, all from the seed; to row t of the stream the sinusoidal position vector of t is added. "
                   "Nothing here was trained: the pattern below is chance, not language.");
  report.section("The matrices").matrices(tour.excerpts);
  report.section("Who reads whom").figure(
      weights_heatmap("Attention weights, causal", input.labels, tour.pass.A, true),
      "Row: the query position, which reads. Column: the key position, which is read. The hatched triangle is masked: "
      "absent, not small. The first row can only read itself.");
  report.section("The six assertions");
  report.paragraph("Section 9.1 of the lecture turns its theorems into tests. Each was checked on the very matrices "
                   "above.");
  std::vector<picture::Verdict> verdicts;
  for (const Assertion& a : tour.assertions)
    verdicts.push_back({a.holds ? State::holds : State::fails, a.claim, a.figure, {a.key}});
  report.verdicts(verdicts);
  report.section("Float against 100 digits");
  report.paragraph("The same definitions ran a second time in 100-digit arithmetic on the same inputs. A unit in the "
                   "last place (ulp) is the distance of neighbouring floats at the true value. The bound is proved; "
                   "the last three columns are taken where error over bound is largest.");
  picture::Table table{{"stage", "worst error", "worst ulps", "worst ratio", "error there", "bound there"}, {},
                       {false, true, true, true, true, true}};
  for (const Accuracy& a : tour.accuracies)
    table.rows.push_back({a.stage, shown(a.error, 3), shown(a.ulps, 3), shown(a.ratio, 2), shown(a.there, 3),
                          shown(a.bound, 3)});
  report.table(table).footer("Made by attest tour. The same text, widths and seed give the same page.");
  return report.html();
}

Answer tour(Session& session, TourSettings settings) {
  constexpr const char* usual = "attest-tour.html";
  if (settings.out.empty() && !session.json()) settings.out = usual;
  if (settings.out == "-") session.give_away_output();
  const io::Output output{settings.force, {settings.text.path.empty() ? "-" : settings.text.path}};
  if (!settings.out.empty()) io::check_output(settings.out, output);
  const Tour taken_tour = taken(session, settings);
  if (!settings.out.empty()) io::write_file(settings.out, page(taken_tour, settings), output);
  say(session, taken_tour, settings);
  if (!settings.out.empty() && settings.out != "-") session.say("\nThe report: " + settings.out + '\n');
  return {taken_tour.holds() ? 0 : 1, facts(taken_tour, settings)};
}

}  // namespace

Command tour_command() {
  return {"tour", "one causal head on a text, its six assertions checked",
          "Takes one causal head on a tour of a text: prints its matrices, checks the six assertions of the lecture's "
          "section 9.1\non this very computation, compares float with 100 digits, and writes an HTML report.",
          "attest tour\nattest tour letter.txt --tokens characters --length 40 --out letter.html",
          [](Options& options) {
            const auto settings = std::make_shared<TourSettings>();
            options.positional("TEXT", "a UTF-8 file, or - for standard input (default: a built-in text)", 1,
                               [settings](const std::string& given) {
                                 if (given.empty()) throw InputError("TEXT", "an empty file name", "a file, or -");
                                 settings->text.path = given;
                               });
            declare_text(options, settings->text);
            options.text("-o,--html,--out", "FILE",
                         "the report (default: attest-tour.html; none with --json)", settings->out);
            options.flag("-f,--force", settings->force, "replace a report that is there");
            return [settings](Session& session) { return tour(session, *settings); };
          }};
}

}  // namespace attest::cli
