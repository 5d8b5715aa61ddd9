#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "attest/bound/head.hpp"
#include "attest/bound/perturbed.hpp"
#include "attest/lecture/s8_cost.hpp"
#include "commands.hpp"
#include "io/number.hpp"
#include "plain_table.hpp"
#include "scores_of.hpp"
#include "text/utf8.hpp"
#include "text_head.hpp"

namespace attest::cli {

namespace {

constexpr std::size_t most_tokens = 512, most_row = 4096;
constexpr std::size_t most_terms = 9;  ///< of a sum in words; JSON has all of them

constexpr std::size_t unsaid = 2;

struct ExplainSettings {
  TextSettings text;
  std::map<std::string, std::string> files;  ///< by the letter: Q, K, V
  std::optional<std::uint64_t> query, key;   ///< positions from 1
  std::size_t precision = unsaid;            ///< 0 double, 1 float
  bool text_given = false, unmasked = false, bf16 = false;
};

/// A row of attention and all that it reads, in one arithmetic.
template <class R>
struct Row {
  Vector<R, dynamic> q;
  Mat<R> K, V;
  std::vector<std::string> labels;  ///< of the keys; empty for arrays
  std::string query_label;
  Index i = 0, j = 0;  ///< from 0
  bool causal = true;

  Index seen() const { return causal ? i + 1 : K.rows(); }
  bool masked() const { return j >= seen(); }
};

/// What happens in this row up to the output, operation by operation as in the library's stable forms.
template <class R>
struct Steps {
  Vector<R, dynamic> products;  ///< q_c k_c, of the key that was asked for
  R sum, root_d_k, score;       ///< of that key, were it masked or not
  Vector<R, dynamic> s, e, p;   ///< of the keys that are seen: scores, shifted exponentials, weights
  Index where = 0;              ///< the largest score
  R m, Z;
  Vector<R, dynamic> part, y;   ///< A_ij v_j, and the whole output of the row
};

template <class R>
Steps<R> steps_of(const Vector<R, dynamic>& q, const Mat<R>& K, const Mat<R>& V, Index j, Index n) {
  Steps<R> steps;
  steps.products = Vector<R, dynamic>(q.rows());
  steps.sum = R(0);
  for (Index c = 0; c < q.rows(); ++c) {
    steps.products(c) = q(c) * K(j, c);
    steps.sum += steps.products(c);
  }
  steps.root_d_k = root<R>(q.rows());
  steps.score = steps.sum / steps.root_d_k;
  steps.s = query_scores(q, K, 0, n);
  steps.m = largest(steps.s);
  while (!(steps.s(steps.where) == steps.m)) ++steps.where;
  steps.p = softmax_shifted(steps.s);
  steps.e = Vector<R, dynamic>(n);
  steps.Z = R(0);
  for (Index l = 0; l < n; ++l) {
    steps.e(l) = exp(steps.s(l) - steps.m);
    steps.Z += steps.e(l);
  }
  steps.part = steps.y = Vector<R, dynamic>(V.cols());
  for (Index c = 0; c < V.cols(); ++c) {
    if (j < n) steps.part(c) = steps.p(j) * V(j, c);
    for (Index l = 0; l < n; ++l) steps.y(c) += steps.p(l) * V(l, c);
  }
  return steps;
}

/// A key number: as it was computed, the truth for the same queries, keys and values, and a proved bound.
struct Compared {
  std::string key, name;
  double found;
  Mp truth, bound;
  Mp error() const { return abs(Mp(Mp(found) - truth)); }
  bool within() const { return error() <= bound; }
};

template <class R>
std::vector<Compared> compared(const Row<R>& row, const Steps<R>& found) {
  const Index d_k = row.q.rows(), n = row.seen(), j = row.j;
  const auto K = lifted<Mp>(row.K), V = lifted<Mp>(row.V);
  Vector<Mp, dynamic> q(d_k);
  for (Index c = 0; c < d_k; ++c) q(c) = Mp(static_cast<double>(row.q(c)));
  const auto truth = steps_of(q, K, V, j, n);
  const auto size = [&](Index l) {
    Mp sum = Mp(0);
    for (Index c = 0; c < d_k; ++c) sum += abs(Mp(q(c) * K(l, c)));
    return sum;
  };
  // Where products or quotients are subnormal, each may lose the least number more.
  const Mp lost = Mp(static_cast<int>(d_k + 1)) * bound::underflow<R>();
  const auto eta_of = [&](Index l) {
    return Mp(bound::scores_error<R>(d_k) * size(l) / truth.root_d_k + Mp(2) * lost);
  };
  Vector<Mp, dynamic> eta(n);
  for (Index l = 0; l < n; ++l) eta(l) = eta_of(l);
  const auto number = [](const R& x) { return static_cast<double>(x); };
  std::vector<Compared> all{
      {"inner_product", "<q,k>", number(found.sum), truth.sum, bound::inner_error<R>(d_k) * size(j) + lost},
      {"score", "S_ij", number(found.score), truth.score, eta_of(j)}};
  if (row.masked()) return all;
  const auto weight = bound::perturbed_softmax_error<R>(truth.s, eta)(j);
  all.push_back({"weight", "A_ij", number(found.p(j)), truth.p(j), weight});
  return all;
}

template <class R>
std::string number(const R& x) {
  return shown(static_cast<double>(x), sizeof(R) == 4 ? 8 : 12);
}

std::string position(Index t, const std::vector<std::string>& labels) {
  return std::to_string(t + 1) + (t < labels.size() ? " (" + labels[t] + ")" : "");
}

/// Which of n terms are shown: the first and last, and one of interest.
std::vector<Index> excerpt_places(Index n, Index wanted, Index also) {
  std::vector<Index> places;
  for (Index l = 0; l < n; ++l)
    if (n <= most_terms || l + 4 >= n || l < 3 || l == wanted || l == also) places.push_back(l);
  return places;
}

/// Rows of a table with a line of dots where places were left out.
template <class Line>
picture::Table excerpt_table(std::vector<std::string> head, std::vector<bool> numeric, const std::vector<Index>& places,
                             const Line& line) {
  picture::Table table{std::move(head), {}, std::move(numeric)};
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (k > 0 && places[k] != places[k - 1] + 1)
      table.rows.push_back(std::vector<std::string>(table.head.size(), "..."));
    table.rows.push_back(line(places[k]));
  }
  return table;
}

template <class R>
void say_inner_product(Session& session, const Row<R>& row, const Steps<R>& steps) {
  session.say("\n1. The inner product of the query and the key, over d_k = " + std::to_string(row.q.rows()) +
              " coordinates\n");
  Vector<R, dynamic> sums = steps.products;
  for (Index c = 1; c < sums.rows(); ++c) sums(c) = sums(c - 1) + steps.products(c);
  session.say(plain(excerpt_table({"c", "q_c", "k_c", "q_c k_c", "sum so far"}, {true, true, true, true, true},
                                  excerpt_places(row.q.rows(), 0, 0), [&](Index c) {
                                    return std::vector<std::string>{std::to_string(c + 1), number(row.q(c)),
                                                                    number(row.K(row.j, c)), number(steps.products(c)),
                                                                    number(sums(c))};
                                  })));
  session.say("   <q,k> = " + number(steps.sum) + "\n\n2. Divided by sqrt(d_k) = " + number(steps.root_d_k) +
              "\n   S_ij = " + number(steps.score) + '\n');
}

template <class R>
void say_mask(Session& session, const Row<R>& row) {
  const std::string i = std::to_string(row.i + 1), j = std::to_string(row.j + 1);
  session.say("\n3. The mask (definition_4_1)\n");
  if (!row.causal) {
    session.say("   There is none: every query sees every key.\n");
  } else if (!row.masked()) {
    session.say("   Key " + j + " is not after query " + i + ", so the score stays.\n");
  } else {
    session.say("   Key " + j + " comes after query " + i + ": it is the future, and its score becomes -infinity.\n"
                "   e^(-infinity) is 0, exactly, in every arithmetic. So A_ij is 0: not small, but 0, whatever q,\n"
                "   k and v are. The sum that makes the output of row " + i + " ends at position " + i + ", so v_" + j +
                " is not even looked at\n   (proposition_4_3).\n");
  }
}

template <class R>
void say_softmax(Session& session, const Row<R>& row, const Steps<R>& steps) {
  const Index n = row.seen(), j = row.j;
  session.say("\n4. The row's largest score, which the softmax may subtract (display_5_shift)\n   m = " +
              number(steps.m) + ", at key " + position(steps.where, row.labels) + "\n   S_ij - m = " +
              number(R(steps.s(j) - steps.m)) + "\n\n5. The exponential\n   e^(S_ij - m) = " + number(steps.e(j)) +
              "\n\n6. The denominator, over the " + std::to_string(n) + (n == 1 ? " key" : " keys") +
              " that the query sees\n");
  Vector<R, dynamic> sums = steps.e;
  for (Index l = 1; l < n; ++l) sums(l) = sums(l - 1) + steps.e(l);
  session.say(plain(excerpt_table({"l", "", "S_il", "e^(S_il - m)", "sum so far", ""},
                                  {true, false, true, true, true, false}, excerpt_places(n, j, steps.where),
                                  [&](Index l) {
                                    return std::vector<std::string>{
                                        std::to_string(l + 1), l < row.labels.size() ? row.labels[l] : "",
                                        number(steps.s(l)), number(steps.e(l)), number(sums(l)),
                                        std::string(l == j ? "<- j" : "") + (l == steps.where ? "  largest" : "")};
                                  })));
  session.say("   Z = " + number(steps.Z) + "\n\n7. The weight\n   A_ij = " + number(steps.e(j)) + " / " +
              number(steps.Z) + " = " + number(steps.p(j)) + '\n');
  session.say("\n8. What key " + std::to_string(j + 1) + " adds to the output of query " + std::to_string(row.i + 1) +
              '\n');
  session.say(plain(excerpt_table({"c", "v_jc", "A_ij v_jc", "y_ic, of all keys"}, {true, true, true, true},
                                  excerpt_places(row.V.cols(), 0, 0), [&](Index c) {
                                    return std::vector<std::string>{std::to_string(c + 1), number(row.V(j, c)),
                                                                    number(steps.part(c)), number(steps.y(c))};
                                  })));
}

template <class R>
void say_truth(Session& session, const Row<R>& row, const std::vector<Compared>& numbers) {
  session.say("\n" + std::string(sizeof(R) == 4 ? "Float" : "Double") +
              " beside 100 digits, from these very queries, keys and values\n");
  picture::Table table{{"", "computed", "the truth, first of 100 digits", "error", "proved bound", ""}, {},
                       {false, true, true, true, true, false}};
  for (const Compared& x : numbers)
    table.rows.push_back({x.name, number(static_cast<R>(x.found)), x.truth.str(36),
                          shown(static_cast<double>(x.error()), 3), shown(static_cast<double>(x.bound), 3),
                          x.within() ? "within" : "BEYOND"});
  if (row.masked()) table.rows.push_back({"A_ij", "0", "0", "0", "0", "equal"});
  session.say(plain(table));
}

template <class R>
Json facts(const Row<R>& row, const Steps<R>& steps, const std::vector<Compared>& numbers) {
  const auto list = [](const auto& values) {
    Json all = Json::array();
    for (const auto& x : values) all.add(static_cast<double>(x));
    return all;
  };
  const Index n = row.seen(), d_k = row.q.rows();
  Json facts = cli::facts_of("explain"), beside = Json::object();
  facts.set("query", row.i + 1).set("key", row.j + 1).set("mask", row.causal ? "causal" : "none");
  if (!row.labels.empty()) facts.set("query_label", row.query_label).set("key_label", row.labels[row.j]);
  facts.set("precision", sizeof(R) == 4 ? "float" : "double").set("d_k", d_k).set("d_v", row.V.cols());
  facts.set("q", list(row.q)).set("k", list(attest::row(row.K, row.j))).set("v", list(attest::row(row.V, row.j)));
  facts.set("products", list(steps.products)).set("inner_product", static_cast<double>(steps.sum));
  facts.set("score", static_cast<double>(steps.score)).set("masked", row.masked()).set("seen", n);
  facts.set("scores", list(steps.s)).set("largest", static_cast<double>(steps.m)).set("largest_key", steps.where + 1);
  facts.set("exponentials", list(steps.e)).set("denominator", static_cast<double>(steps.Z));
  facts.set("weight", row.masked() ? 0.0 : static_cast<double>(steps.p(row.j)));
  facts.set("contribution", list(steps.part)).set("output", list(steps.y));
  for (const Compared& x : numbers) {
    Json one = Json::object();
    one.set("computed", x.found).set("truth", x.truth.str(100)).set("error", static_cast<double>(x.error()));
    one.set("bound", static_cast<double>(x.bound)).set("within", x.within());
    beside.set(x.key, std::move(one));
  }
  facts.set("beside_100_digits", std::move(beside));
  return facts;
}

/// Finite inputs, and a step that is not: named.
template <class R>
void refuse_overflow(const Steps<R>& steps) {
  const auto check = [](const char* name, const auto& values) {
    for (const R x : values)
      if (!std::isfinite(x))
        throw NonFinite(name, shortest(static_cast<double>(x)) + " from finite inputs: an overflow", "smaller numbers");
  };
  check("q_c k_c", steps.products);
  check("<q,k>", std::vector<R>{steps.sum});
  check("a score of the row", steps.s);
  check("A_ij v_j", steps.part);
  check("the output of the row", steps.y);
}

template <class R>
Answer explained(Session& session, const Row<R>& row, const std::string& source) {
  const auto steps = steps_of(row.q, row.K, row.V, row.j, row.seen());
  refuse_overflow(steps);
  const auto numbers = compared(row, steps);
  bool holds = true;
  for (const Compared& x : numbers) holds = holds && x.within();
  const std::string i = std::to_string(row.i + 1), j = std::to_string(row.j + 1);
  session.say("One cell of A: query i = " + (row.query_label.empty() ? i : i + " (" + row.query_label + ")") +
              ", key j = " + position(row.j, row.labels) + ", " + source + ", " +
              (row.causal ? "causal" : "unmasked") + "\n");
  say_inner_product(session, row, steps);
  say_mask(session, row);
  if (!row.masked()) say_softmax(session, row, steps);
  else session.say("\n   A_ij = 0, and key " + j + " adds 0 to the output of query " + i + ".\n");
  say_truth(session, row, numbers);
  Json all = facts(row, steps, numbers);
  all.set("holds", holds);
  return {holds ? 0 : 1, std::move(all)};
}

Index place_of(const char* name, const std::optional<std::uint64_t>& given, Index T, const std::string& source) {
  if (!given) throw InputError("attest explain", std::string("no ") + name, "a position from 1: --query 5 --key 2");
  if (*given > T)
    throw InputError(name, "position " + std::to_string(*given) + " of " + source,
                     T == 1 ? "1, the only one" : "a position from 1 to " + std::to_string(T));
  return static_cast<Index>(*given - 1);
}

Answer explain_text(Session& session, const ExplainSettings& settings) {
  if (settings.precision == 0 || settings.bf16)
    throw InputError(settings.bf16 ? "--bf16" : "--precision double", "a text, which is in float", "arrays with it");
  const TextHead input = text_head(settings.text, most_tokens);
  Row<float> row;
  row.causal = !settings.unmasked;
  row.i = place_of("--query", settings.query, input.T(), input.used());
  row.j = place_of("--key", settings.key, input.T(), input.used());
  row.labels = input.labels, row.query_label = input.labels[row.i];
  row.K = product(input.X, input.W.W_K), row.V = product(input.X, input.W.W_V);
  row.q = attest::row(product(input.X, input.W.W_Q), row.i);
  return explained(session, row, "of " + input.source);
}

template <class R>
Answer explain_arrays(Session& session, const ExplainSettings& settings, const std::vector<Input>& in) {
  Row<R> row;
  row.causal = !settings.unmasked;
  row.i = place_of("--query", settings.query, in[0].rows(), in[0].described());
  row.j = place_of("--key", settings.key, in[1].rows(), in[1].described());
  row.q = attest::row(matrix_of<R>(in[0]), row.i);
  row.K = matrix_of<R>(in[1]), row.V = matrix_of<R>(in[2]);
  return explained(session, row, "of " + in[0].path + ", " + in[1].path + ", " + in[2].path);
}

Answer explain(Session& session, const ExplainSettings& settings) {
  if (settings.files.empty()) return explain_text(session, settings);
  if (settings.text_given) throw InputError("attest explain", "a text and arrays", "one of them");
  std::vector<Input> in;
  std::size_t standard = 0;
  for (const char* letter : {"Q", "K", "V"}) {
    const auto file = settings.files.find(letter);
    if (file == settings.files.end())
      throw InputError("attest explain", std::string(letter) + " is missing", "--q, --k and --v, or a text");
    standard += file->second == "-";
    if (standard > 1) throw InputError("-", "standard input is wanted for two arrays", "one at most");
    in.push_back(read_input(letter, file->second, *letter == 'V' ? "(T, d_v)" : "(T, d_k)", {settings.bf16}));
  }
  same_extent("d_k", in[0], in[0].columns(), in[1], in[1].columns());
  same_extent("the number of keys and values", in[1], in[1].rows(), in[2], in[2].rows());
  if (!settings.unmasked) refuse_causal_rectangle(in[0], in[1]);
  if (in[1].rows() > most_row)
    throw InputError(in[1].described(), std::to_string(in[1].rows()) + " keys", "at most " + std::to_string(most_row));
  for (const Input& input : in) refuse_non_finite(input, in[0].rows(), !settings.unmasked);
  return settings.precision == 1 ? explain_arrays<float>(session, settings, in)
                                 : explain_arrays<double>(session, settings, in);
}

}  // namespace

Command explain_command() {
  return {"explain", "one weight of A, step by step",
          "Explains one cell of A: the products, their sum, the division by sqrt(d_k), the mask, the shift, the\n"
          "exponential, the denominator, the weight, what it adds to the output; and the truth to 100 digits.\n"
          "Positions count from 1.\n"
          "JSON: query, key, mask, precision, q, k, v, products, inner_product, score, masked, seen, scores, largest,\n"
          "largest_key, exponentials, denominator, weight, contribution, output, beside_100_digits, holds.",
          "attest explain --query 5 --key 2\nattest explain --q Q.npy --k K.npy --v V.npy --query 2 --key 1",
          [](Options& options) {
            const auto settings = std::make_shared<ExplainSettings>();
            options.positional("TEXT", "a UTF-8 file, or - for standard input (default: a built-in text)", 1,
                               [settings](const std::string& given) {
                                 if (given.empty()) throw InputError("TEXT", "an empty file name", "a file, or -");
                                 settings->text.path = given;
                                 settings->text_given = true;
                               });
            const auto place = [&](const char* name, const char* help, std::optional<std::uint64_t>& into) {
              options.value(name, "N", help, [name, &into](const std::string& given) {
                into = whole_number(name, given, 1, 1000000000);
              });
            };
            place("--query", "the position i that reads, from 1", settings->query);
            place("--key", "the position j that is read, from 1", settings->key);
            for (const auto& [name, letter, help] :
                 {std::tuple{"--q", "Q", "queries, T x d_k, instead of a text"},
                  std::tuple{"--k", "K", "keys, T x d_k"}, std::tuple{"--v", "V", "values, T x d_v"}})
              options.value(name, "FILE", help, [settings, letter = std::string(letter)](const std::string& given) {
                settings->files[letter] = given;
              });
            options.flag("--unmasked", settings->unmasked, "every query sees every key");
            options.choice("--precision", {"double", "float"}, "for arrays (default: double); a text is in float",
                           settings->precision);
            options.flag("--bf16", settings->bf16, "take uint16 of a .npy as bfloat16");
            declare_text(options, settings->text);
            return [settings](Session& session) { return explain(session, *settings); };
          }};
}

}  // namespace attest::cli
