#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace attest::cli {

/// Bad input of any kind. The message names the thing, what was found there and, where that helps, what was
/// expected; the command line prints it and ends with 2.
class InputError : public std::runtime_error {
 public:
  InputError(std::string_view what, std::string_view found, std::string_view expected = {});
  const std::string& name() const noexcept { return name_; }
  const std::string& found() const noexcept { return found_; }
  const std::string& expected() const noexcept { return expected_; }

 private:
  std::string name_, found_, expected_;
};

/// Foreign bytes made fit for a message: in quotes, cut short, everything but printable ASCII as \xNN.
std::string in_quotes(std::string_view bytes, std::size_t at_most = 40);

/// How a person calls this input: "standard input" for "-", the path itself otherwise.
std::string input_name(std::string_view path);

}  // namespace attest::cli
