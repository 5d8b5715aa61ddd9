#pragma once
#include <string>
#include <utility>
#include <vector>

#include "picture/excerpt.hpp"
#include "picture/heatmap.hpp"

namespace attest::cli::picture {

struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> numeric;  ///< which columns are numbers, aligned to the right; missing ones are words
};

enum class State { holds, fails, silent };

struct Verdict {
  State state;
  std::string claim;              ///< what was checked
  std::string figure;             ///< what was found: "worst |row sum - 1| 1.2e-16, bound 4.4e-15, ratio 0.027"
  std::vector<std::string> keys;  ///< the lecture's items behind it
};

/// A page of one file: no script, nothing fetched, light and dark, readable on a phone and on paper. Built from top
/// to bottom; every text is escaped, `backticks` become code.
class Report {
 public:
  explicit Report(std::string title, std::string lead = "");

  Report& facts(const std::vector<std::pair<std::string, std::string>>& facts);
  Report& banner(State state, const std::string& text);
  Report& section(const std::string& heading);  ///< listed in the contents when there are three or more
  Report& heading(const std::string& text);     ///< below a section
  Report& paragraph(const std::string& text);
  Report& code(const std::string& text);
  Report& table(const Table& table);
  Report& matrices(const std::vector<Excerpt>& excerpts);
  Report& verdicts(const std::vector<Verdict>& verdicts);
  Report& figure(const Heatmap& heatmap, const std::string& caption);
  Report& footer(const std::string& text);

  std::string html() const;

 private:
  std::string title_, lead_, body_, footer_;
  std::vector<std::string> sections_;
  std::size_t figures_ = 0;
};

/// A page that shows one heatmap.
std::string html(const Heatmap& heatmap, const std::string& caption = "");

}  // namespace attest::cli::picture
