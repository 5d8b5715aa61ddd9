#include "heatmaps.hpp"

#include <cmath>
#include <memory>
#include <optional>

#include "attest/lecture/s5_lse.hpp"
#include "attest/lecture/s7_smoothing.hpp"
#include "commands.hpp"
#include "io/bytes.hpp"
#include "io/number.hpp"
#include "picture/png.hpp"
#include "picture/report.hpp"
#include "picture/svg.hpp"
#include "scores_of.hpp"
#include "text_head.hpp"

namespace attest::cli {

namespace {

struct HeatmapSettings {
  TextSettings text;
  bool from_text = false, unmasked = false, logarithmic = false, force = false, bf16 = false;
  std::string a, q, k, title;
  std::uint64_t gaussian = 0, uniform = 0;
  std::optional<double> bandwidth;
  std::vector<std::pair<std::string, std::string>> outputs;  ///< .svg, .png or .html, and where
};

Mat<double> weights(Mat<double> S, bool causal) {
  return softmax_row_shifted(causal ? attest::causal(std::move(S)) : std::move(S));
}

void refuse_too_many_cells(std::size_t rows, std::size_t columns) { picture::Cells(rows, columns); }

picture::Heatmap of_text(const HeatmapSettings& settings) {
  const TextHead head = text_head(settings.text, picture::most_cells_a_side);
  const bool causal = !settings.unmasked;
  const auto Q = lifted<double>(product(head.X, head.W.W_Q)), K = lifted<double>(product(head.X, head.W.W_K));
  return weights_heatmap("An untrained head on " + head.source, head.labels, weights(scores(Q, K), causal), causal);
}

picture::Heatmap of_weights(const HeatmapSettings& settings) {
  const Input in = read_input("A", settings.a, "(T, T)", {settings.bf16});
  refuse_too_many_cells(in.rows(), in.columns());
  bool causal = !settings.unmasked && in.rows() == in.columns();
  for (Index i = 0; causal && i < in.rows(); ++i)
    for (Index j = i + 1; causal && j < in.columns(); ++j) causal = in(i, j) == 0;
  return weights_heatmap("Attention weights", {}, matrix_of<double>(in), causal);
}

picture::Heatmap of_queries(const HeatmapSettings& settings) {
  if (settings.q.empty() || settings.k.empty())
    throw InputError("attest heatmap", settings.q.empty() ? "--k without --q" : "--q without --k", "both");
  if (settings.q == "-" && settings.k == "-")
    throw InputError("-", "standard input is wanted for two arrays", "one at most");
  const Input Q = read_input("Q", settings.q, "(T, d_k)", {settings.bf16});
  const Input K = read_input("K", settings.k, "(T, d_k)", {settings.bf16});
  const bool causal = !settings.unmasked;
  same_extent("d_k", Q, Q.columns(), K, K.columns());
  if (causal) refuse_causal_rectangle(Q, K);
  refuse_too_many_cells(Q.rows(), K.rows());
  for (const Input& in : {Q, K}) refuse_non_finite(in, Q.rows(), causal);
  const auto S = scores(matrix_of<double>(Q), matrix_of<double>(K));
  for (Index i = 0; i < S.rows(); ++i)
    for (Index j = 0; j < S.cols(); ++j)
      if (!std::isfinite(S(i, j)) && !(causal && j > i))
        throw NonFinite("S[" + std::to_string(i) + ", " + std::to_string(j) + ']',
                        shortest(S(i, j)) + " from finite inputs: an overflow", "smaller numbers");
  return weights_heatmap("Attention weights", {}, weights(S, causal), causal);
}

picture::Heatmap of_gaussian(const HeatmapSettings& settings) {
  if (!settings.bandwidth) throw InputError("--gaussian", "no --bandwidth", "a bandwidth h, as in --bandwidth 2");
  if (!(*settings.bandwidth > 0))
    throw InputError("--bandwidth", shortest(*settings.bandwidth), "a number above 0");
  const bool causal = !settings.unmasked;
  refuse_too_many_cells(settings.gaussian, settings.gaussian);
  const Index T = settings.gaussian;
  const double h = *settings.bandwidth;
  return weights_heatmap("Gaussian kernel, bandwidth " + shortest(h), {},
                         causal ? gaussian_positional(T, h) : softmax_row(gaussian_scores(T, h)), causal);
}

picture::Heatmap of_uniform(const HeatmapSettings& settings) {
  refuse_too_many_cells(settings.uniform, settings.uniform);
  const bool causal = !settings.unmasked;
  return weights_heatmap("Equal scores", {}, weights(Mat<double>(settings.uniform, settings.uniform), causal), causal);
}

picture::Heatmap made(const HeatmapSettings& settings) {
  const bool arrays = !settings.q.empty() || !settings.k.empty();
  const int sources = settings.from_text + !settings.a.empty() + arrays + (settings.gaussian > 0) +
                      (settings.uniform > 0);
  if (sources > 1)
    throw InputError("attest heatmap", "more than one source",
                     "one of --text, --a, --q and --k, --gaussian, --uniform");
  if (settings.bandwidth && settings.gaussian == 0)
    throw InputError("--bandwidth", "no --gaussian", "--gaussian T with it");
  picture::Heatmap heatmap = !settings.a.empty()    ? of_weights(settings)
                             : arrays               ? of_queries(settings)
                             : settings.gaussian > 0 ? of_gaussian(settings)
                             : settings.uniform > 0 ? of_uniform(settings)
                                                    : of_text(settings);
  if (!settings.title.empty()) heatmap.title = settings.title;
  if (settings.logarithmic) heatmap.scale = picture::Scale::logarithmic;
  return heatmap;
}

std::string drawn(const picture::Heatmap& heatmap, const std::string& kind) {
  return kind == ".svg" ? svg(heatmap) : kind == ".png" ? png(heatmap) : html(heatmap);
}

io::Output checked_outputs(Session& session, const HeatmapSettings& settings) {
  io::Output output{settings.force, {}};
  for (const std::string& path : {settings.text.path, settings.a, settings.q, settings.k})
    if (!path.empty()) output.inputs.push_back(path);
  std::vector<std::string> paths;
  for (const auto& [kind, path] : settings.outputs) {
    io::check_output(path, output);
    const std::string whole = path == "-" ? path : io::whole_path(path);
    if (std::find(paths.begin(), paths.end(), whole) != paths.end())
      throw InputError(path, "is written twice", "a file for each picture");
    paths.push_back(whole);
    if (path == "-") session.give_away_output();
  }
  return output;
}

Json cells_of(const picture::Cells& cells) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < cells.rows(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < cells.columns(); ++j) row.add(cells(i, j) ? Json(*cells(i, j)) : Json());
    rows.add(std::move(row));
  }
  return rows;
}

Answer heatmap(Session& session, const HeatmapSettings& settings) {
  const io::Output output = checked_outputs(session, settings);
  session.progress("computing …");
  const picture::Heatmap picture = made(settings);
  const std::string words = described(picture, picture::Shading(picture));
  std::vector<std::string> bytes;
  for (const auto& [kind, path] : settings.outputs) bytes.push_back(drawn(picture, kind));
  Json written = Json::array();
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    io::write_file(settings.outputs[k].second, bytes[k], output);
    written.add(settings.outputs[k].second);
  }
  const picture::Cells& cells = picture.cells;
  session.say(picture.title + '\n' + words + "\n");
  for (const auto& [kind, path] : settings.outputs)
    if (path != "-") session.say("wrote " + path + '\n');
  if (settings.outputs.empty()) session.say("No file was asked for: --out FILE, with .svg, .png or .html\n");
  Json all = facts_of("heatmap");
  all.set("title", picture.title).set("description", words);
  all.set("rows", cells.rows()).set("columns", cells.columns());
  all.set("labels", Json::array_of(picture.row_labels));
  all.set("scale", settings.logarithmic ? "logarithmic" : "linear");
  constexpr std::size_t most = std::size_t(1) << 20;  // more numbers belong into a file
  if (session.json() && cells.rows() * cells.columns() <= most) all.set("cells", cells_of(cells));
  all.set("written", std::move(written));
  return {0, std::move(all)};
}

void declare_outputs(Options& options, const std::shared_ptr<HeatmapSettings>& settings) {
  for (const std::string kind : {"svg", "png", "html"})
    options.repeated("--" + kind, "FILE", "write the picture as " + kind + "; - is standard output",
                     [settings, kind](const std::string& path) { settings->outputs.emplace_back("." + kind, path); });
  options.repeated("-o,--out", "FILE", "the same, as its extension says", [settings](const std::string& path) {
    const std::string end = io::extension(path) == ".htm" ? ".html" : io::extension(path);
    if (end != ".svg" && end != ".png" && end != ".html")
      throw InputError("--out", in_quotes(path), "a file .svg, .png or .html");
    settings->outputs.emplace_back(end, path);
  });
}

}  // namespace

Command heatmap_command() {
  return {"heatmap", "attention weights as SVG, PNG or HTML",
          "Draws attention weights: of an untrained head on a text, of arrays, or of a kernel.\n"
          "Masked cells are absent. With --a, a strict upper triangle of zeros counts as masked unless --unmasked.",
          "attest heatmap --text letter.txt --out letter.svg\n"
          "attest heatmap --gaussian 32 --bandwidth 3 --png kernel.png --html kernel.html",
          [](Options& options) {
            const auto settings = std::make_shared<HeatmapSettings>();
            options.value("--text", "FILE", "a UTF-8 text, or - (default: a built-in text)",
                          [settings](const std::string& given) {
                            if (given.empty()) throw InputError("--text", "an empty file name", "a file, or -");
                            settings->text.path = given;
                            settings->from_text = true;
                          });
            declare_text(options, settings->text);
            options.text("--a", "FILE", "weights, as they are", settings->a);
            options.text("--q", "FILE", "queries, with --k", settings->q);
            options.text("--k", "FILE", "keys, with --q", settings->k);
            options.whole("--gaussian", "kernel exp(-(i-j)^2/(2h^2)) on N positions", 1, picture::most_cells_a_side,
                          settings->gaussian);
            options.value("--bandwidth", "NUMBER", "its h", [settings](const std::string& given) {
              settings->bandwidth = real_number("--bandwidth", given);
            });
            options.whole("--uniform", "equal scores on N positions", 1, picture::most_cells_a_side,
                          settings->uniform);
            options.flag("--unmasked", settings->unmasked, "no causal mask");
            options.flag("--log", settings->logarithmic, "colours on a logarithmic scale");
            options.text("--title", "WORDS", "another title", settings->title);
            declare_outputs(options, settings);
            options.flag("--bf16", settings->bf16, "take uint16 of a .npy as bfloat16");
            options.flag("-f,--force", settings->force, "replace files that are there");
            return [settings](Session& session) { return heatmap(session, *settings); };
          }};
}

}  // namespace attest::cli
