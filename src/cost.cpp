#include <cmath>
#include <functional>
#include <memory>
#include <optional>

#include "attest/lecture/s4_causal.hpp"
#include "attest/lecture/s8_cache.hpp"
#include "attest/lecture/s8_multi_head.hpp"
#include "attest/lecture/s8_streaming.hpp"
#include "commands.hpp"
#include "counts.hpp"
#include "draws.hpp"
#include "io/number.hpp"
#include "matrices.hpp"
#include "plain_table.hpp"

namespace attest::cli {

namespace {

using Number = Counted<double>;

constexpr std::uint64_t longest = 1u << 20, widest = 1u << 16, most_heads = 4096;
constexpr std::uint64_t longest_counted = 256;
constexpr std::uint64_t most_counted = 50'000'000;  ///< operations of one line that is counted by running it
constexpr double most_operations = 0x1p63;          ///< of one line: closed forms are exact whole numbers

struct CostSettings {
  std::uint64_t T = 24, d = 16, H = 1, block = 64;
  std::optional<std::uint64_t> d_k_all, d_v_all;  ///< of all heads together; d if not given
  bool unmasked = false;
};

/// The extents of one of H equal heads.
struct Sizes {
  Index T, d, H, d_k, d_v, block;
  Mask mask;
  Index P() const { return pairs(T, mask); }
};

std::uint64_t share(const char* name, std::uint64_t width, std::uint64_t H) {
  if (width % H != 0)
    throw InputError(name, std::to_string(width) + " in " + std::to_string(H) + " heads",
                     "a width that --heads divides: every head takes an equal part of it");
  return width / H;
}

Sizes sizes_of(const CostSettings& settings) {
  const char* of_d = "--d";
  const Sizes sizes{settings.T,
                    settings.d,
                    settings.H,
                    share(settings.d_k_all ? "--dk" : of_d, settings.d_k_all.value_or(settings.d), settings.H),
                    share(settings.d_v_all ? "--dv" : of_d, settings.d_v_all.value_or(settings.d), settings.H),
                    settings.block,
                    settings.unmasked ? Mask::none : Mask::causal};
  // Generation without a cache is the largest line: T projections of the prefix, and about T^3/6 pairs.
  const double T = static_cast<double>(sizes.T), d = static_cast<double>(sizes.d), H = static_cast<double>(sizes.H);
  const double d_k = static_cast<double>(sizes.d_k), d_v = static_cast<double>(sizes.d_v);
  const double most = 2 * H * (T * (T + 1) * (T + 2) / 3 * (d_k + d_v + 8) + T * (T + 1) * d * (2 * d_k + d_v + d_v));
  if (most > most_operations)
    throw InputError("--T, --d, --dk, --dv, --heads", "up to " + shown(most, 2) + " operations in one line",
                     "at most " + shown(most_operations, 2) + ": they are given as exact whole numbers");
  return sizes;
}

struct Line {
  std::string key, name, shape;
  Count closed;
  std::optional<Count> counted;
  bool equal() const { return !counted || *counted == closed; }
};

/// Numbers that are kept, and how many bytes they are in float.
struct Memory {
  std::string key, name;
  Index numbers;
  std::optional<Index> counted;
  bool equal() const { return !counted || *counted == numbers; }
};

struct Costs {
  std::vector<Line> one_head, whole, generation;
  std::vector<Memory> memory, parameters;
  bool holds() const {
    bool all = true;
    for (const auto* lines : {&one_head, &whole, &generation})
      for (const Line& line : *lines) all = all && line.equal();
    for (const auto* lines : {&memory, &parameters})
      for (const Memory& line : *lines) all = all && line.equal();
    return all;
  }
  /// How many lines of operations were counted, and how many there are.
  std::pair<std::size_t, std::size_t> lines() const {
    std::pair<std::size_t, std::size_t> count;
    for (const auto* lines : {&one_head, &whole, &generation})
      for (const Line& line : *lines) count.first += line.counted.has_value(), ++count.second;
    return count;
  }
};

Mat<Number> random(Draws& draws, Index rows, Index columns) {
  Mat<Number> A(rows, columns);
  for (auto& x : A) x = Number(draws.centred() / std::sqrt(static_cast<double>(columns)));
  return A;
}

/// Every line's closed form, and beside it what the library's own code does when it runs in counted numbers: for sizes
/// where that ends soon. Counts do not depend on the numbers.
class Table {
 public:
  explicit Table(const Sizes& sizes) : s_(sizes), small_(sizes.T <= longest_counted), draws_(1, 31) {
    // Arrays are made for lines that may run, and only those.
    const double stored = static_cast<double>(s_.d) * static_cast<double>(s_.H * (2 * s_.d_k + 2 * s_.d_v));
    small_ = small_ && stored <= static_cast<double>(most_counted) / 8;
    if (!small_) return;
    X_ = random(draws_, s_.T, s_.d);
    W_ = {random(draws_, s_.d, s_.d_k), random(draws_, s_.d, s_.d_k), random(draws_, s_.d, s_.d_v)};
    Q_ = random(draws_, s_.T, s_.d_k), K_ = random(draws_, s_.T, s_.d_k), V_ = random(draws_, s_.T, s_.d_v);
  }

  Costs costs() {
    Costs costs;
    one_head(costs.one_head);
    whole(costs.whole);
    generation(costs.generation);
    memory(costs.memory);
    parameters(costs.parameters);
    return costs;
  }

 private:
  Sizes s_;
  bool small_;
  Draws draws_;
  Mat<Number> X_, Q_, K_, V_;
  Head<Number> W_;

  Line line(std::string key, std::string name, std::string shape, const Count& closed,
            const std::function<void()>& run) const {
    Line line{std::move(key), std::move(name), std::move(shape), closed, {}};
    if (!small_ || total(closed) > most_counted) return line;
    const Counting counting;
    run();
    line.counted = counting.count();
    return line;
  }

  /// The lines of the lecture's table, as its formulas are written: all T^2 scores, whose upper part the mask hides.
  void one_head(std::vector<Line>& lines) const {
    const Index T = s_.T, P = s_.P();
    const std::string square = std::to_string(T) + " x " + std::to_string(T);
    const auto shape = [T](Index width) { return std::to_string(T) + " x " + std::to_string(width); };
    lines.push_back(line("X_W_Q", "X W_Q", shape(s_.d_k), product_cost(T, s_.d, s_.d_k),
                         [this] { product(X_, W_.W_Q); }));
    lines.push_back(line("X_W_K", "X W_K", shape(s_.d_k), product_cost(T, s_.d, s_.d_k),
                         [this] { product(X_, W_.W_K); }));
    lines.push_back(line("X_W_V", "X W_V", shape(s_.d_v), product_cost(T, s_.d, s_.d_v),
                         [this] { product(X_, W_.W_V); }));
    lines.push_back(line("scores", "Q K^T / sqrt(d_k)", square, scores_cost(T * T, s_.d_k),
                         [this] { scores(Q_, K_); }));
    Mat<Number> S(0, 0);
    if (small_) {
      S = Mat<Number>(T, T);
      if (s_.mask == Mask::causal) S = causal(std::move(S));
    }
    lines.push_back(line("softmax", "row-wise softmax", square, softmax_cost(T * T), [&S] { softmax_row(S); }));
    lines.push_back(line("A_V", "A V", shape(s_.d_v), P * Count{.additions = s_.d_v, .multiplications = s_.d_v},
                         [&] { s_.mask == Mask::causal ? prefix_average(S, V_) : product(S, V_); }));
  }

  /// Ways to compute a layer: what is done for a pair is done for P pairs only, and without a T x T matrix.
  void whole(std::vector<Line>& lines) const {
    const Index T = s_.T, H = s_.H;
    lines.push_back(line("row_by_row", "one head, row by row", "", head_cost(T, s_.d, s_.d_k, s_.d_v, s_.mask),
                         [this] { row_by_row(X_, W_, s_.mask); }));
    Count streaming;
    for (Index i = 1; i <= T; ++i) {
      const Index n = s_.mask == Mask::causal ? i : T;
      streaming = streaming + streaming_cost(n, (n + s_.block - 1) / s_.block, s_.d_k, s_.d_v);
    }
    lines.push_back(line("streaming", "from Q, K, V on, in blocks of " + std::to_string(s_.block), "",
                         streaming, [this] { attention_streaming(Q_, K_, V_, s_.block, s_.mask); }));
    const Count head = product_cost(T, s_.d, 2 * s_.d_k + s_.d_v) + scores_cost(T * T, s_.d_k) + softmax_cost(T * T) +
                       s_.P() * Count{.additions = s_.d_v, .multiplications = s_.d_v};
    lines.push_back(line("multi_head", std::to_string(H) + (H == 1 ? " head" : " heads") + " with W_O, as written", "",
                         H * head + product_cost(T, H * s_.d_v, s_.d), [this] {
                           const MultiHead<Number> all{std::vector<Head<Number>>(s_.H, W_),
                                                       Mat<Number>(s_.H * s_.d_v, s_.d)};
                           multi_head(X_, all, s_.mask);
                         }));
  }

  void generation(std::vector<Line>& lines) const {
    const Index T = s_.T;
    lines.push_back(line("cached", "with a cache", "", head_cost(T, s_.d, s_.d_k, s_.d_v, Mask::causal),
                         [this] { generate(X_, W_); }));
    lines.push_back(line("naive", "without a cache", "", naive_cost(1, T, s_.d, s_.d_k, s_.d_v),
                         [this] { generate_naively(X_, W_); }));
  }

  Memory kept(std::string key, std::string name, Index numbers, const std::function<long()>& stored) const {
    Memory memory{std::move(key), std::move(name), numbers, {}};
    if (small_) memory.counted = static_cast<Index>(stored());
    return memory;
  }

  template <class Make>
  static long stored_by(const Make& make) {
    const Counting counting;
    const auto kept = make();
    return counting.stored();
  }

  void memory(std::vector<Memory>& lines) const {
    const Index T = s_.T;
    const auto square = [T] { return stored_by([T] { return Mat<Number>(T, T); }); };
    lines.push_back(kept("S", "S", materialised_memory(T), square));
    lines.push_back(kept("A", "A", materialised_memory(T), square));
    lines.push_back(kept("Q_K_V", "Q, K, V", projected_memory(T, s_.d_k, s_.d_v), [this] {
      return stored_by([this] { return std::vector<Mat<Number>>{Q_, K_, V_}; });
    }));
    lines.push_back(kept("cache", "cache of K and V", cache_memory(T, s_.d_k, s_.d_v), [this] {
      return stored_by([this] { return Cache<Number>(s_.T, s_.d_k, s_.d_v); });
    }));
  }

  void parameters(std::vector<Memory>& lines) const {
    const Index H = s_.H, d = s_.d, d_k = s_.d_k, d_v = s_.d_v;
    lines.push_back(kept("one_head", "W_Q, W_K, W_V of one head", parameter_count(d, d_k, d_v), [this] {
      return stored_by([this] { return W_; });
    }));
    const bool lecture = H * d_k == d && H * d_v == d;
    lines.push_back(kept("all_heads", "all heads and W_O",
                         lecture ? multi_head_parameter_count(d, H) : H * parameter_count(d, d_k, d_v) + H * d_v * d,
                         [this] {
                           return stored_by([this] {
                             return MultiHead<Number>{std::vector<Head<Number>>(s_.H, W_),
                                                      Mat<Number>(s_.H * s_.d_v, s_.d)};
                           });
                         }));
  }
};

std::string verdict(bool counted, bool equal) { return !counted ? "closed form only" : equal ? "equal" : "DIFFERS"; }

void say(Session& session, const std::string& title, const std::vector<Line>& lines) {
  session.say("\n" + title + "\n");
  picture::Table table{{"", "mult.", "add.", "sub.", "div.", "exp", "roots", "comp.", "counted"}, {},
                       {false, true, true, true, true, true, true, true, false}};
  const auto add = [&table](const std::string& name, const Count& c, const std::string& end) {
    table.rows.push_back({name, grouped(c.multiplications), grouped(c.additions), grouped(c.subtractions),
                          grouped(c.divisions), grouped(c.exponentials), grouped(c.functions), grouped(c.comparisons),
                          end});
  };
  for (const Line& line : lines) {
    add(line.name + (line.shape.empty() ? "" : ", " + line.shape), line.closed,
        verdict(line.counted.has_value(), line.equal()));
    if (!line.equal()) add("  counted", *line.counted, "");
  }
  session.say(plain(table));
}

void say(Session& session, const std::string& title, const std::vector<Memory>& lines, Index H) {
  session.say("\n" + title + "\n");
  picture::Table table{{"", "numbers", "bytes in float", H == 1 ? "" : "bytes, all heads", "counted"}, {},
                       {false, true, true, true, false}};
  for (const Memory& line : lines)
    table.rows.push_back({line.name, grouped(line.numbers), grouped(4 * line.numbers),
                          H == 1 || line.key == "all_heads" ? "" : grouped(4 * H * line.numbers),
                          verdict(line.counted.has_value(), line.equal())});
  session.say(plain(table));
}

std::string ratio_words(Index T) {
  return (T + 2) % 3 == 0 ? std::to_string((T + 2) / 3) : shown(static_cast<double>(T + 2) / 3, 6);
}

void say(Session& session, const Costs& costs, const Sizes& s) {
  const std::string heads = s.H == 1 ? "one head" : std::to_string(s.H) + " heads, each";
  session.say("The cost of attention: T = " + grouped(s.T) + ", d = " + grouped(s.d) + ", " + heads + " with d_k = " +
              grouped(s.d_k) + ", d_v = " + grouped(s.d_v) + "; " +
              (s.mask == Mask::causal ? "causal, T(T+1)/2 = " : "unmasked, T^2 = ") + grouped(s.P()) + " pairs\n");
  say(session, "One head, line by line as the formulas are written: all T^2 scores, of which the mask hides some",
      costs.one_head);
  say(session, "Ways to compute it", costs.whole);
  say(session, "Memory of one head, which grows with T", costs.memory, s.H);
  say(session, "Parameters, which do not", costs.parameters, s.H);
  say(session, "Generating T positions, one head, causal", costs.generation);
  session.say("  pairs: " + grouped(pairs(s.T, Mask::causal)) + " with a cache, T(T+1)/2; " +
              grouped(naive_pairs(s.T)) + " without, T(T+1)(T+2)/6: (T+2)/3 = " + ratio_words(s.T) +
              " times as many\n");
  const auto [counted, all] = costs.lines();
  if (counted < all)
    session.say("\nLines are counted, by running them in numbers that count, up to T = " +
                std::to_string(longest_counted) + " and " + grouped(most_counted) +
                " operations;\nbeyond, the closed form stands alone.\n");
  session.say(!costs.holds()  ? "\nA count differs from its closed form.\n"
              : counted == 0 ? "\nNothing was counted: every line is too large.\n"
                              : "\nEvery count equals its closed form.\n");
}

Json facts_of(const std::vector<Line>& lines) {
  Json all = Json::object();
  for (const Line& line : lines) {
    Json one = Json::object();
    one.set("closed_form", cli::facts_of(line.closed));
    one.set("counted", line.counted ? cli::facts_of(*line.counted) : Json());
    one.set("equal", line.counted ? Json(line.equal()) : Json());
    all.set(line.key, std::move(one));
  }
  return all;
}

Json facts_of(const std::vector<Memory>& lines) {
  Json all = Json::object();
  for (const Memory& line : lines) {
    Json one = Json::object();
    one.set("numbers", line.numbers).set("bytes", 4 * line.numbers);
    one.set("counted", line.counted ? Json(*line.counted) : Json());
    all.set(line.key, std::move(one));
  }
  return all;
}

Answer cost(Session& session, const CostSettings& settings) {
  const Sizes s = sizes_of(settings);
  session.progress("counting …");
  const Costs costs = Table(s).costs();
  say(session, costs, s);
  Json facts = cli::facts_of("cost"), sizes = Json::object(), generation = facts_of(costs.generation);
  sizes.set("T", s.T).set("d", s.d).set("heads", s.H).set("d_k", s.d_k).set("d_v", s.d_v).set("block", s.block);
  sizes.set("mask", s.mask == Mask::causal ? "causal" : "none").set("pairs", s.P());
  generation.set("cached_pairs", pairs(s.T, Mask::causal)).set("naive_pairs", naive_pairs(s.T));
  generation.set("ratio", static_cast<double>(s.T + 2) / 3);
  facts.set("holds", costs.holds()).set("sizes", std::move(sizes)).set("one_head", facts_of(costs.one_head));
  facts.set("ways", facts_of(costs.whole)).set("memory", facts_of(costs.memory));
  facts.set("parameters", facts_of(costs.parameters)).set("generation", std::move(generation));
  return {costs.holds() ? 0 : 1, std::move(facts)};
}

}  // namespace

Command cost_command() {
  return {"cost", "operations, memory, parameters of attention, counted",
          "The table of the lecture's section 8 for your sizes: operations of every line, counted while the line runs "
          "and as a\nclosed form, memory, parameters, streaming, and generation with and without a cache.\n"
          "JSON: holds, sizes, one_head, ways, memory (for one head), parameters, generation; each line has\n"
          "closed_form, counted (null: too large to run), equal; memory has numbers and bytes in float.",
          "attest cost\nattest cost --T 1024 --d 768 --heads 12", [](Options& options) {
            const auto settings = std::make_shared<CostSettings>();
            options.whole("--T", "positions (default: 24)", 1, longest, settings->T);
            options.whole("--d", "model width (default: 16)", 1, widest, settings->d);
            const auto width = [&](const char* name, const char* help, std::optional<std::uint64_t>& into) {
              options.value(name, "N", help, [name, &into](const std::string& given) {
                into = whole_number(name, given, 1, widest);
              });
            };
            width("--dk", "width of queries and keys, all heads together (default: d)", settings->d_k_all);
            width("--dv", "width of values, all heads together (default: d)", settings->d_v_all);
            options.whole("--heads", "heads, which share these widths evenly (default: 1)", 1, most_heads, settings->H);
            options.whole("--block", "keys in a block of streaming (default: 64)", 1, longest, settings->block);
            options.flag("--unmasked", settings->unmasked, "every query sees every key");
            return [settings](Session& session) { return cost(session, *settings); };
          }};
}

}  // namespace attest::cli
