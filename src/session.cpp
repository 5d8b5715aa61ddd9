#include "session.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "io/input_error.hpp"

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

Session::~Session() { progress(""); }

void Session::say(std::string_view words) {
  if (json_) return;
  progress("");
  if (given_away_) std::fwrite(words.data(), 1, words.size(), stderr);
  else print(words);
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
