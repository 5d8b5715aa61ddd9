#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attest::cli::text {

/// Text of a file, of standard input ("-"), or the embedded default (an empty path). A byte order mark is skipped
/// and a carriage return before a newline dropped. Refused: what is no UTF-8, NUL bytes, text of blanks only.
std::string read_text(const std::string& path);

/// How `read_text` calls its source in messages and captions.
std::string text_name(const std::string& path);

/// The embedded text: the opening of "Alice's Adventures in Wonderland".
std::string_view default_text();
std::string_view default_text_source();

enum class Unit {
  characters,  ///< every Unicode code point is a token
  words        ///< runs of letters and digits with the apostrophes inside them; other signs one by one; blanks separate
};

/// The tokens of a text: x_t = vocabulary[ids[t]], the vocabulary in the order of first appearance.
struct Tokens {
  std::vector<std::string> vocabulary;
  std::vector<std::size_t> ids;
};

Tokens tokenised(std::string_view utf8, Unit unit);

/// The first `T` tokens, and of the vocabulary what they use.
Tokens first_of(const Tokens& tokens, std::size_t T);

/// A token as a label: ␣ for a blank, ↵ for a newline, ⇥ for a tab, other invisible characters escaped.
std::string label(std::string_view token);
std::vector<std::string> labels(const Tokens& tokens);  ///< one for each position

}  // namespace attest::cli::text
