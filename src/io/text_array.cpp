#include "io/text_array.hpp"

#include <charconv>
#include <limits>
#include <optional>

#include "io/input_error.hpp"
#include "io/number.hpp"

namespace attest::cli::io {

namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> special(std::string_view word) {
  std::string small(word);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (small == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (small == "inf" || small == "infinity") return std::numeric_limits<double>::infinity();
  return std::nullopt;
}

double parse_number(std::string_view field, const std::string& place) {
  std::string_view word = field;
  const bool negative = word.substr(0, 1) == "-";
  if (negative || word.substr(0, 1) == "+") word.remove_prefix(1);
  double value = 0;
  if (const auto found = special(word)) {
    value = *found;
  } else {
    const bool starts = !word.empty() && (word[0] == '.' || (word[0] >= '0' && word[0] <= '9'));
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (starts && error == std::errc::result_out_of_range)
      throw InputError(place, in_quotes(field) + " is beyond the range of a double");
    if (!starts || error != std::errc() || end != word.data() + word.size())
      throw InputError(place, in_quotes(field), "a number, nan, inf or -inf");
  }
  return negative ? -value : value;
}

/// One line into its numbers. A line has one kind of separator.
void parse_row(std::string_view line, const std::string& place, std::vector<double>& values) {
  const bool commas = line.find(',') != line.npos, semicolons = line.find(';') != line.npos;
  if (commas && semicolons)
    throw InputError(place, "commas and semicolons in one row", "one separator, and points as decimal marks");
  const char separator = commas ? ',' : ';';
  while (true) {
    std::size_t end = commas || semicolons ? line.find(separator) : line.find_first_of(" \t\v\f");
    const std::string_view field = trimmed(line.substr(0, end));
    if (field.empty()) throw InputError(place, "a cell without a number", "a number, nan, inf or -inf");
    values.push_back(parse_number(field, place));
    if (end == line.npos) return;
    line.remove_prefix(end + 1);
    if (!commas && !semicolons) line = trimmed(line);
  }
}

}  // namespace

bool looks_like_text(std::string_view bytes) {
  if (bytes.find('\0') != bytes.npos) return false;
  for (const std::string_view binary : {"PK\x03\x04", "\x93", "\x89PNG", "\x1F\x8B", "\x80\x04", "\x80\x05"})
    if (bytes.substr(0, binary.size()) == binary) return false;
  return true;
}

Array parse_text(std::string_view bytes, const std::string& file, const ReadOptions&) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  Array array;
  std::size_t rows = 0, columns = 0, first_line = 0;
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    const std::size_t end = bytes.find('\n');
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string place = file + ":" + std::to_string(number);
    const std::size_t before = array.values.size();
    parse_row(line, place, array.values);
    const std::size_t found = array.values.size() - before;
    if (rows++ == 0) {
      columns = found;
      first_line = number;
    }
    if (found != columns)
      throw InputError(place, "a row of " + std::to_string(found), "rows of " + std::to_string(columns) +
                       " numbers, as in line " + std::to_string(first_line));
  }
  if (rows == 0) throw InputError(file, "no numbers", "rows of numbers");
  array.shape = {rows, columns};
  return array;
}

std::string csv_text(const Array& array, const std::string& file) {
  if (array.shape.size() > 2)
    throw InputError(file, "shape " + shape_text(array.shape) + " has " + std::to_string(array.shape.size()) + " axes",
                     "at most two for text; .npy holds any number");
  const std::size_t columns = array.shape.size() == 2 ? array.shape[1] : 1;
  std::string text;
  for (std::size_t e = 0; e < array.values.size(); ++e)
    text.append(shortest(array.values[e])) += (e + 1) % columns == 0 ? '\n' : ',';
  return text;
}

}  // namespace attest::cli::io
