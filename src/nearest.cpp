#include "nearest.hpp"

#include <algorithm>

namespace attest::cli {

namespace {

/// How many letters must be put in, left out or exchanged to make one word of the other.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1])});
      corner = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& among, std::size_t at_most) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : among) {
    const bool part = word.size() >= 3 && candidate.find(word) != candidate.npos;
    const std::size_t distance = part ? 1 : edits(word.substr(0, 80), candidate);
    if (2 * distance <= std::max(word.size(), candidate.size())) found.emplace_back(distance, candidate);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (std::size_t k = 0; k < found.size() && k < at_most; ++k) words.push_back(found[k].second);
  return words;
}

std::string or_list(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k)
    text += (k == 0 ? "" : k + 1 == words.size() ? " or " : ", ") + words[k];
  return text;
}

}  // namespace attest::cli
