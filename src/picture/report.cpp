#include "picture/report.hpp"

#include "picture/markup.hpp"
#include "picture/style.hpp"
#include "picture/svg.hpp"

namespace attest::cli::picture {

namespace {

/// Escaped, with `backticks` as code.
std::string inline_text(const std::string& text) {
  std::string out, piece;
  bool code = false;
  std::size_t from = 0;
  for (std::size_t tick; (tick = text.find('`', from)) != text.npos; from = tick + 1) {
    if (!code && text.find('`', tick + 1) == text.npos) break;
    out += escaped(std::string_view(text).substr(from, tick - from)) + (code ? "</code>" : "<code>");
    code = !code;
  }
  return out + escaped(std::string_view(text).substr(from));
}

/// W_Q as a letter with an index.
std::string letter(const std::string& name) {
  const std::size_t low = name.find('_');
  if (low == name.npos) return "<i>" + escaped(name) + "</i>";
  return "<i>" + escaped(name.substr(0, low)) + "</i><sub>" + escaped(name.substr(low + 1)) + "</sub>";
}

const char* word(State state) { return state == State::holds ? "holds" : state == State::fails ? "fails" : "silent"; }
const char* sign(State state) { return state == State::holds ? "✓" : state == State::fails ? "✗" : "–"; }

std::string badge(State state) {
  return std::string("<span class=\"badge ") + word(state) + "\">" + sign(state) + ' ' + word(state) + "</span>";
}

std::string scrolled(const std::string& inside, const std::string& label) {
  return "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(label) + "\">" + inside +
         "</div>\n";
}

std::string matrix_row(const Excerpt& matrix, std::size_t r) {
  std::string row = "<tr>";
  if (r < matrix.row_labels.size()) row += "<th scope=\"row\">" + escaped(matrix.row_labels[r]) + "</th>";
  for (std::size_t c = 0; c < matrix.cells[r].size(); ++c) {
    if (c > 0 && matrix.column_places[c] != matrix.column_places[c - 1] + 1) row += "<td class=\"masked\">⋯</td>";
    const std::string& cell = matrix.cells[r][c];
    if (cell == "-inf") row += "<td class=\"masked\">−∞</td>";
    else row += "<td>" + std::string(cell[0] == '-' ? "−" + cell.substr(1) : cell) + "</td>";
  }
  return row + "</tr>\n";
}

std::string matrix(const Excerpt& excerpt) {
  std::string table = "<table class=\"matrix\"><tbody>\n";
  for (std::size_t r = 0; r < excerpt.cells.size(); ++r) {
    const bool gap = r > 0 && excerpt.row_places[r] != excerpt.row_places[r - 1] + 1;
    if (gap) table += excerpt.row_labels.empty() ? "<tr><td class=\"masked\">⋮</td></tr>\n" : "<tr><th>⋮</th></tr>\n";
    table += matrix_row(excerpt, r);
  }
  return "<div><p class=\"matrix-name\">" + letter(excerpt.name) + "<span class=\"shape\">" +
         std::to_string(excerpt.rows) + " × " + std::to_string(excerpt.columns) +
         "</span></p>\n<p class=\"matrix-note\">" + inline_text(excerpt.note) + "</p>\n" +
         scrolled(table + "</tbody></table>", "Matrix " + excerpt.name) + "</div>\n";
}

}  // namespace

Report::Report(std::string title, std::string lead) : title_(std::move(title)), lead_(std::move(lead)) {}

Report& Report::facts(const std::vector<std::pair<std::string, std::string>>& facts) {
  body_ += "<dl class=\"facts\">\n";
  for (const auto& [name, fact] : facts)
    body_ += "<dt>" + inline_text(name) + "</dt><dd>" + inline_text(fact) + "</dd>\n";
  body_ += "</dl>\n";
  return *this;
}

Report& Report::banner(State state, const std::string& text) {
  body_ += std::string("<p class=\"banner ") + word(state) + "\"><span aria-hidden=\"true\">" + sign(state) +
           "</span><span>" + inline_text(text) + "</span></p>\n";
  return *this;
}

Report& Report::section(const std::string& heading) {
  if (!sections_.empty()) body_ += "</section>\n";
  sections_.push_back(heading);
  body_ += "<section id=\"section-" + std::to_string(sections_.size()) + "\">\n<h2>" + inline_text(heading) + "</h2>\n";
  return *this;
}

Report& Report::heading(const std::string& text) {
  body_ += "<h3>" + inline_text(text) + "</h3>\n";
  return *this;
}

Report& Report::paragraph(const std::string& text) {
  body_ += "<p>" + inline_text(text) + "</p>\n";
  return *this;
}

Report& Report::code(const std::string& text) {
  body_ += "<pre tabindex=\"0\">" + escaped(text) + "</pre>\n";
  return *this;
}

Report& Report::table(const Table& table) {
  const auto kind = [&table](std::size_t column) {
    return column < table.numeric.size() && table.numeric[column] ? " class=\"number\"" : "";
  };
  std::string inside = "<table>";
  if (!table.head.empty()) {
    inside += "<thead><tr>";
    for (std::size_t c = 0; c < table.head.size(); ++c)
      inside += std::string("<th scope=\"col\"") + kind(c) + '>' + inline_text(table.head[c]) + "</th>";
    inside += "</tr></thead>\n";
  }
  inside += "<tbody>\n";
  for (const auto& row : table.rows) {
    inside += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      inside += std::string("<td") + kind(c) + '>' + inline_text(row[c]) + "</td>";
    inside += "</tr>\n";
  }
  body_ += scrolled(inside + "</tbody></table>", "Table");
  return *this;
}

Report& Report::matrices(const std::vector<Excerpt>& excerpts) {
  body_ += "<div class=\"matrices\">\n";
  for (const Excerpt& excerpt : excerpts) body_ += matrix(excerpt);
  body_ += "</div>\n";
  return *this;
}

Report& Report::verdicts(const std::vector<Verdict>& verdicts) {
  body_ += "<ul class=\"verdicts\">\n";
  for (const Verdict& verdict : verdicts) {
    body_ += "<li>" + badge(verdict.state) + "<div><p>" + inline_text(verdict.claim) + "</p>";
    if (!verdict.figure.empty()) body_ += "<p class=\"figure\">" + inline_text(verdict.figure) + "</p>";
    if (!verdict.keys.empty()) {
      body_ += "<p class=\"keys\">";
      for (const std::string& key : verdict.keys) body_ += "<code>" + escaped(key) + "</code> ";
      body_ += "</p>";
    }
    body_ += "</div></li>\n";
  }
  body_ += "</ul>\n";
  return *this;
}

Report& Report::figure(const Heatmap& heatmap, const std::string& caption) {
  const SvgOptions options{"figure-" + std::to_string(++figures_), false, false};
  body_ += "<figure>" + scrolled("\n" + svg(heatmap, options), heatmap.title);
  if (!caption.empty()) body_ += "<figcaption>" + inline_text(caption) + "</figcaption>";
  body_ += "</figure>\n";
  return *this;
}

Report& Report::footer(const std::string& text) {
  footer_ = inline_text(text);
  return *this;
}

std::string Report::html() const {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      // The browser itself is told to fetch nothing.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
      "style-src 'unsafe-inline';img-src data:\">\n"
      "<title>" +
      escaped(title_) + "</title>\n<style>\n";
  page.append(page_style()).append(figures_ == 0 ? "" : heatmap_style()).append("</style>\n</head>\n<body>\n<main>\n");
  page += "<header>\n<p class=\"kicker\">Attest</p>\n<h1>" + inline_text(title_) + "</h1>\n";
  if (!lead_.empty()) page += "<p class=\"lead\">" + inline_text(lead_) + "</p>\n";
  if (sections_.size() >= 3) {
    page += "<nav aria-label=\"Contents\"><ol>\n";
    for (std::size_t k = 0; k < sections_.size(); ++k)
      page += "<li><a href=\"#section-" + std::to_string(k + 1) + "\">" + inline_text(sections_[k]) + "</a></li>\n";
    page += "</ol></nav>\n";
  }
  page += "</header>\n" + body_ + (sections_.empty() ? "" : "</section>\n");
  if (!footer_.empty()) page += "<footer>" + footer_ + "</footer>\n";
  return page + "</main>\n</body>\n</html>\n";
}

std::string html(const Heatmap& heatmap, const std::string& caption) {
  const std::string words = caption.empty() ? described(heatmap, Shading(heatmap)) : caption;
  return Report(heatmap.title.empty() ? "Heatmap" : heatmap.title).figure(heatmap, words).html();
}

}  // namespace attest::cli::picture
