#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_error.hpp"
#include "io/json.hpp"
#include "session.hpp"

namespace attest::cli {

/// NaN or infinity where a finite number was due: the command ends with 3.
class NonFinite : public InputError {
 public:
  using InputError::InputError;
};

/// What a command asks of the command line. The parsing library stands behind it, so that a command never sees it.
/// Names are written as in "-s,--seed"; a kind is the word for the value in the help, as in NUMBER.
class Options {
 public:
  virtual ~Options() = default;
  virtual void flag(const std::string& names, bool& into, const std::string& help) = 0;
  using Take = std::function<void(const std::string&)>;
  virtual void value(const std::string& names, const std::string& kind, const std::string& help, Take take) = 0;
  /// May be given several times, with one value each.
  virtual void repeated(const std::string& names, const std::string& kind, const std::string& help, Take take) = 0;
  /// What stands without a name, at most so often.
  virtual void positional(const std::string& kind, const std::string& help, std::size_t at_most, Take take) = 0;

  void text(const std::string& names, const std::string& kind, const std::string& help, std::string& into);
  void whole(const std::string& names, const std::string& help, std::uint64_t least, std::uint64_t most,
             std::uint64_t& into);
  void real(const std::string& names, const std::string& help, double& into);
  /// One of several words; `into` becomes its number.
  void choice(const std::string& names, const std::vector<std::string>& words, const std::string& help,
              std::size_t& into);
};

/// A decimal number that fills the whole text; refused under `name` otherwise.
std::uint64_t whole_number(const std::string& name, const std::string& text, std::uint64_t least, std::uint64_t most);
double real_number(const std::string& name, const std::string& text);

/// What a command found: the exit code (0 right, 1 wrong, 3 not finite) and the facts, for --json.
struct Answer {
  int code = 0;
  Json facts;
};

struct Command {
  std::string name, brief, details, example;
  /// Declares the options and returns what is to be done once they are read.
  std::function<std::function<Answer(Session&)>(Options&)> declare;
};

/// The beginning of every answer: which command's facts these are, and the version of their form.
Json facts_of(std::string_view command);

}  // namespace attest::cli
