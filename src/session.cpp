#include "session.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "io/input_error.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace attest::cli {

namespace {
[[noreturn]] void unwritable() {
  throw InputError("standard output", "cannot be written: " + std::generic_category().message(errno));
}
}  // namespace

void print(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) unwritable();
}

void flush_output() {
  if (std::fflush(stdout) != 0) unwritable();
}

std::string displayable(std::string_view words) {
  constexpr char32_t replacement = 0xFFFD;
  std::u32string points = text::decoded_for_display(words);
  for (char32_t& point : points)
    if (text::is_control(point) && point != U'\n' && point != U'\t') point = replacement;
  return text::encoded(points);
}

Session::~Session() { progress(""); }

void Session::say(std::string_view words) {
  if (json_) return;
  progress("");
  const std::string shown = displayable(words);
  if (given_away_) std::fwrite(shown.data(), 1, shown.size(), stderr);
  else print(shown);
}

void Session::give_away_output() {
  if (json_) throw InputError("-", "standard output is wanted for a file and for --json", "only one of them");
  given_away_ = true;
}

void Session::progress(std::string_view words) {
  if (words.empty() ? !progress_shown_ : !::isatty(STDERR_FILENO)) return;
  std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(words.size()), words.data());
  std::fflush(stderr);
  progress_shown_ = !words.empty();
}

}  // namespace attest::cli
