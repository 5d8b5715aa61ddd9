#include "io/npy_header.hpp"

#include <charconv>

#include "io/input_error.hpp"

namespace attest::cli::io {

namespace {

/// Walks over the few words of Python that NumPy writes.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  [[noreturn]] void refuse(std::string_view expected) {
    blanks();
    throw InputError(file_,
                     rest_.empty() ? "the header ends too early" : "the header goes on with " + in_quotes(rest_, 24),
                     expected);
  }
  bool take(std::string_view word) {
    blanks();
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void need(std::string_view word) {
    if (!take(word)) refuse(in_quotes(word));
  }
  std::string string() {
    blanks();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) refuse("a string in quotes");
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) refuse("a string in quotes");
    std::string found(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return found;
  }
  bool truth() {
    if (take("True")) return true;
    if (!take("False")) refuse("True or False");
    return false;
  }
  std::size_t extent() {
    blanks();
    std::size_t found = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), found);
    if (error == std::errc::result_out_of_range)
      throw InputError(file_, "the extent " + in_quotes(rest_, 24) + " is too large");
    if (error != std::errc()) refuse("an extent, a whole number of at least 1");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    take("L");  // Python 2 wrote 3L
    return found;
  }
  bool at_end() {
    blanks();
    return rest_.empty();
  }
  bool begins_with(char c) {
    blanks();
    return !rest_.empty() && rest_[0] == c;
  }

 private:
  void blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  std::string_view rest_;
  const std::string& file_;
};

constexpr std::size_t most_axes = 64;  // NumPy's own limit

std::vector<std::size_t> parse_shape(Reader& read) {
  std::vector<std::size_t> shape;
  read.need("(");
  while (!read.take(")")) {
    if (shape.size() == most_axes) read.refuse("at most 64 axes");
    shape.push_back(read.extent());
    if (!read.take(",")) {
      if (shape.size() == 1) read.refuse("\",\": one extent is written (3,)");
      read.need(")");
      break;
    }
  }
  return shape;
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& file) {
  Reader read(text, file);
  NpyHeader header;
  bool descr = false, order = false, shape = false;
  read.need("{");
  while (!read.take("}")) {
    const std::string key = read.string();
    read.need(":");
    bool* const seen = key == "descr" ? &descr : key == "fortran_order" ? &order : key == "shape" ? &shape : nullptr;
    if (seen == nullptr || *seen)
      throw InputError(file, "the header has the key " + in_quotes(key) + (seen == nullptr ? "" : " twice"),
                       "descr, fortran_order and shape");
    *seen = true;
    if (seen == &descr && read.begins_with('['))
      throw InputError(file, "an array of records (a structured dtype)", "plain numbers");
    if (seen == &descr) header.descr = read.string();
    if (seen == &order) header.fortran_order = read.truth();
    if (seen == &shape) header.shape = parse_shape(read);
    if (!read.take(",")) {
      read.need("}");
      break;
    }
  }
  if (!descr || !order || !shape)
    throw InputError(file, "the header has no " + std::string(!descr ? "descr" : !order ? "fortran_order" : "shape"),
                     "descr, fortran_order and shape");
  if (!read.at_end()) read.refuse("the end of the header");
  return header;
}

}  // namespace attest::cli::io
