#include "plain_table.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace attest::cli {

std::string plain(const picture::Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& head : table.head) widths.push_back(text::columns(head));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], text::columns(row[c]));
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string words;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string gap(widths[c] - text::columns(cells[c]), ' ');
      words += "  " + (c < table.numeric.size() && table.numeric[c] ? gap + cells[c] : cells[c] + gap);
    }
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words + '\n';
  };
  std::string words = line(table.head);
  for (const auto& row : table.rows) words += line(row);
  return words;
}

}  // namespace attest::cli
