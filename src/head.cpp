#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "arrays.hpp"
#include "attest/lecture/s5_lse.hpp"
#include "commands.hpp"
#include "io/bytes.hpp"
#include "io/number.hpp"
#include "scores_of.hpp"

namespace attest::cli {

namespace {

constexpr std::size_t most_numbers_in_json = std::size_t(1) << 20;

struct HeadSettings {
  std::map<std::string, std::string> files;  ///< by the letter: Q, K, V or X, W_Q, W_K, W_V
  std::vector<std::string> in_order;
  std::vector<std::pair<std::string, std::string>> writes;  ///< what, where
  std::size_t precision = 0;                                ///< 0 double, 1 float
  std::optional<double> scale;
  bool unmasked = false, force = false, bf16 = false;
};

using Letters = std::vector<std::string>;
const Letters from_queries{"Q", "K", "V"}, from_stream{"X", "W_Q", "W_K", "W_V"};
const std::vector<std::string> stages{"Q", "K", "V", "S", "A", "O", "lse"};

struct Named {
  std::string option, letter, help;
};
const std::vector<Named> named{{"--q", "Q", "queries, T x d_k"},
                               {"--k", "K", "keys, T x d_k"},
                               {"--v", "V", "values, T x d_v"},
                               {"--x", "X", "the stream, T x d, instead of Q, K and V"},
                               {"--wq", "W_Q", "its query projection, d x d_k"},
                               {"--wk", "W_K", "its key projection, d x d_k"},
                               {"--wv", "W_V", "its value projection, d x d_v"}};

/// Which of the two sets of letters is meant, and where each of them lies.
std::vector<std::pair<std::string, std::string>> inputs_of(const HeadSettings& settings) {
  auto files = settings.files;
  if (!settings.in_order.empty()) {
    const std::size_t count = settings.in_order.size();
    if (!files.empty()) throw InputError("FILES", "some by their place and some by name", "one or the other");
    if (count != 3 && count != 4)
      throw InputError("FILES", std::to_string(count) + " files", "three (Q K V) or four (X W_Q W_K W_V)");
    const Letters& letters = count == 3 ? from_queries : from_stream;
    for (std::size_t k = 0; k < count; ++k) files[letters[k]] = settings.in_order[k];
  }
  const Letters& letters = files.count("X") + files.count("W_Q") + files.count("W_K") + files.count("W_V") > 0
                               ? from_stream : from_queries;
  std::string given, missing;
  for (const auto& [letter, path] : files) given += (given.empty() ? "" : ", ") + letter;
  std::vector<std::pair<std::string, std::string>> inputs;
  for (const std::string& letter : letters) {
    if (const auto file = files.find(letter); file != files.end()) inputs.emplace_back(letter, file->second);
    else missing += (missing.empty() ? "" : ", ") + letter;
  }
  if (!missing.empty())
    throw InputError("attest head", (given.empty() ? "no arrays" : "only " + given + "; " + missing + " missing"),
                     "Q, K and V, or X, W_Q, W_K and W_V");
  if (inputs.size() != files.size())
    throw InputError("attest head", given, "either Q, K and V, or X, W_Q, W_K and W_V, not of both");
  std::size_t standard = 0;
  for (const auto& [letter, path] : inputs) standard += path == "-";
  if (standard > 1) throw InputError("-", "standard input is wanted for two arrays", "one at most");
  return inputs;
}

/// What is refused before anything is read or computed.
io::Output checked_outputs(Session& session, const HeadSettings& settings,
                           const std::vector<std::pair<std::string, std::string>>& inputs) {
  io::Output output{settings.force, {}};
  for (const auto& [letter, path] : inputs) output.inputs.push_back(path);
  std::vector<std::string> paths;
  for (const auto& [what, path] : settings.writes) {
    const std::string end = io::extension(path);
    if (path != "-" && end != ".npy" && end != ".csv" && end != ".txt")
      throw InputError("--write " + what, in_quotes(path), "a file .npy, .csv or .txt, or -");
    io::check_output(path, output);
    const std::string whole = path == "-" ? path : io::whole_path(path);
    if (std::find(paths.begin(), paths.end(), whole) != paths.end())
      throw InputError(path, "is written twice", "a file for each array");
    paths.push_back(whole);
    if (path == "-") session.give_away_output();
  }
  return output;
}

void check_shapes(const std::vector<Input>& in, bool causal) {
  const bool stream = in.size() == 4;
  if (stream) {
    for (std::size_t k = 1; k < 4; ++k) same_extent("d", in[0], in[0].columns(), in[k], in[k].rows());
    same_extent("d_k", in[1], in[1].columns(), in[2], in[2].columns());
  } else {
    same_extent("d_k", in[0], in[0].columns(), in[1], in[1].columns());
    same_extent("the number of keys and values", in[1], in[1].rows(), in[2], in[2].rows());
    if (causal) refuse_causal_rectangle(in[0], in[1]);
  }
  refuse_too_many_scores(in[0].rows(), stream ? in[0].rows() : in[1].rows());
}

template <class R>
struct Found {
  Pass<R> pass;
  Mat<R> lse;
};

template <class R>
Found<R> computed(const std::vector<Input>& in, const HeadSettings& settings) {
  const bool causal = !settings.unmasked;
  Mat<R> Q, K, V;
  if (in.size() == 4) {
    const auto X = matrix_of<R>(in[0]);
    Q = product(X, matrix_of<R>(in[1]));
    K = product(X, matrix_of<R>(in[2]));
    V = product(X, matrix_of<R>(in[3]));
  } else {
    Q = matrix_of<R>(in[0]), K = matrix_of<R>(in[1]), V = matrix_of<R>(in[2]);
  }
  Found<R> found;
  if (!settings.scale) {
    found.pass = causal ? causal_attention(std::move(Q), std::move(K), std::move(V))
                        : attention(std::move(Q), std::move(K), std::move(V));
  } else {
    auto S = scaled_scores(Q, K, *settings.scale);
    if (causal) S = attest::causal(std::move(S));
    auto A = softmax_row_shifted(S);
    auto Y = causal ? prefix_average(A, V) : product(A, V);
    found.pass = {std::move(Q), std::move(K), std::move(V), std::move(S), std::move(A), std::move(Y)};
  }
  found.lse = Mat<R>(found.pass.S.rows(), 1);
  for (Index i = 0; i < found.lse.rows(); ++i) found.lse(i, 0) = lse_shifted(row(found.pass.S, i));
  return found;
}

template <class R>
const Mat<R>& stage(const Found<R>& found, const std::string& name) {
  const Pass<R>& pass = found.pass;
  return name == "Q" ? pass.Q : name == "K" ? pass.K : name == "V" ? pass.V : name == "S" ? pass.S
         : name == "A" ? pass.A : name == "O" ? pass.Y : found.lse;
}

/// Finite inputs gave something else: an overflow, named where it first happens.
template <class R>
void refuse_overflow(const Found<R>& found, bool causal) {
  for (const std::string& name : stages) {
    const Mat<R>& A = stage(found, name);
    for (Index i = 0; i < A.rows(); ++i)
      for (Index j = 0; j < A.cols(); ++j)
        if (!std::isfinite(A(i, j)) && !(causal && name == "S" && j > i))
          throw NonFinite(name + '[' + std::to_string(i) + ", " + std::to_string(j) + ']',
                          shortest(static_cast<double>(A(i, j))) + " from finite inputs: an overflow",
                          sizeof(R) == 4 ? "smaller numbers, or --precision double" : "smaller numbers");
  }
}

std::string note(const std::string& name, bool causal, const HeadSettings& settings) {
  const bool stream = settings.files.count("X") > 0 || settings.in_order.size() == 4;
  if (name == "Q") return stream ? "queries, X W_Q" : "queries";
  if (name == "K") return stream ? "keys, X W_K" : "keys";
  if (name == "V") return stream ? "values, X W_V" : "values";
  if (name == "S")
    return std::string(causal ? "masked scores, " : "scores, ") +
           (settings.scale ? "Q K^T times " + shortest(*settings.scale) : "Q K^T / sqrt(d_k)");
  if (name == "A") return "weights, row-wise softmax of S";
  return name == "O" ? "output, A V" : "log-sum-exp of each row of S";
}

template <class R>
Answer answer(Session& session, const std::vector<Input>& in, const HeadSettings& settings, const io::Output& output) {
  const bool causal = !settings.unmasked;
  session.progress("computing …");
  const Found<R> found = computed<R>(in, settings);
  refuse_overflow(found, causal);
  for (const auto& [what, path] : settings.writes) io::write_array(path, array_of(stage(found, what)), output);
  Json all = facts_of("head");
  all.set("mask", causal ? "causal" : "none").set("precision", sizeof(R) == 4 ? "float" : "double");
  all.set("scale", settings.scale ? Json(*settings.scale) : Json("1/sqrt(d_k)"));
  Json shapes = Json::object(), matrices = Json::object(), written = Json::object();
  std::size_t numbers = 0;
  for (const std::string& name : stages) {
    const Mat<R>& A = stage(found, name);
    shapes.set(name, Json::array_of(std::vector<std::size_t>{A.rows(), A.cols()}));
    numbers += A.rows() * A.cols();
    session.say(plain(excerpt_of(name, note(name, causal, settings), A)) + '\n');
  }
  if (session.json() && numbers <= most_numbers_in_json)
    for (const std::string& name : stages) matrices.set(name, rows_of(stage(found, name)));
  for (const auto& [what, path] : settings.writes) {
    written.set(what, path);
    if (path != "-") session.say("wrote " + what + ", " + shape_of(stage(found, what)) + ", to " + path + '\n');
  }
  all.set("shapes", std::move(shapes));
  // So many numbers belong into files: --write.
  if (numbers <= most_numbers_in_json) all.set("matrices", std::move(matrices));
  all.set("written", std::move(written));
  return {0, std::move(all)};
}

Answer head(Session& session, const HeadSettings& settings) {
  const auto files = inputs_of(settings);
  const io::Output output = checked_outputs(session, settings, files);
  std::vector<Input> in;
  for (const auto& [letter, path] : files) {
    const std::string axes = letter == "X" ? "(T, d)" : letter == "W_V" ? "(d, d_v)" : letter == "V" ? "(T, d_v)"
                             : letter.size() == 1 ? "(T, d_k)" : "(d, d_k)";
    in.push_back(read_input(letter, path, axes, {settings.bf16}));
  }
  check_shapes(in, !settings.unmasked);
  for (const Input& input : in) refuse_non_finite(input, in[0].rows(), !settings.unmasked);
  return settings.precision == 1 ? answer<float>(session, in, settings, output)
                                 : answer<double>(session, in, settings, output);
}

void take_write(HeadSettings& settings, const std::string& given) {
  const std::size_t sign = given.find('=');
  const std::string what = given.substr(0, sign);
  if (sign == given.npos || std::find(stages.begin(), stages.end(), what) == stages.end())
    throw InputError("--write", in_quotes(given), "NAME=FILE with NAME one of Q, K, V, S, A, O, lse");
  settings.writes.emplace_back(what, given.substr(sign + 1));
}

}  // namespace

Command head_command() {
  return {"head", "one head on your arrays: Q, K, V, or X and weights",
          "Runs one head on arrays (.npy, or numbers as text) of two axes: Q K V, or X W_Q W_K W_V, by place or by "
          "name.\nCausal unless --unmasked. Infinite or undefined inputs end with exit code 3.",
          "attest head Q.npy K.npy V.npy\n"
          "attest head --x X.npy --wq WQ.npy --wk WK.npy --wv WV.npy --write A=weights.npy --write O=out.csv",
          [](Options& options) {
            const auto settings = std::make_shared<HeadSettings>();
            options.positional("FILES", "Q K V, or X W_Q W_K W_V; - is standard input", 4,
                               [settings](const std::string& given) { settings->in_order.push_back(given); });
            for (const Named& input : named)
              options.value(input.option, "FILE", input.help, [settings, &input](const std::string& given) {
                settings->files[input.letter] = given;
              });
            options.flag("--unmasked", settings->unmasked, "every query sees every key");
            options.choice("--precision", {"double", "float"}, "of every step (default: double); inputs stay exact",
                           settings->precision);
            options.value("--scale", "NUMBER", "times this instead of 1/sqrt(d_k)",
                          [settings](const std::string& given) { settings->scale = real_number("--scale", given); });
            options.repeated("-w,--write", "NAME=FILE", "write Q, K, V, S, A, O or lse; .npy, .csv, .txt, or -",
                             [settings](const std::string& given) { take_write(*settings, given); });
            options.flag("--bf16", settings->bf16, "take uint16 of a .npy as bfloat16");
            options.flag("-f,--force", settings->force, "replace files that are there");
            return [settings](Session& session) { return head(session, *settings); };
          }};
}

}  // namespace attest::cli
