#pragma once
#include <string>
#include <string_view>

namespace attest::cli {

/// Where a command speaks: words for people on standard output, or nothing but JSON there; progress on standard error,
/// on a terminal only.
class Session {
 public:
  explicit Session(bool json) : json_(json) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  bool json() const { return json_; }
  void say(std::string_view words);  ///< nothing under --json

  /// An output file is standard output itself: words for people go to standard error. Refused under --json.
  void give_away_output();

  void progress(std::string_view words);  ///< replaces the line before; empty: takes it away

 private:
  bool json_, given_away_ = false, progress_shown_ = false;
};

/// Words that a terminal may show: what is no UTF-8 and what would steer the terminal (a file's name may hold it) becomes
/// the replacement character.
std::string displayable(std::string_view words);

/// Refused (InputError) when standard output takes no more.
void print(std::string_view bytes);
void flush_output();

}  // namespace attest::cli
