#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "command.hpp"
#include "matrices.hpp"
#include "text/tokens.hpp"

namespace attest::cli {

/// How a text becomes the input of one head with random parameters.
struct TextSettings {
  std::string path;      ///< empty: the built-in text
  std::size_t unit = 0;  ///< 0 words, 1 characters
  std::uint64_t length = 24, d = 16, d_k = 8, d_v = 8, seed = 1;
};

/// --tokens, --length, --d, --dk, --dv, --seed. The text itself has another name in each command.
void declare_text(Options& options, TextSettings& settings);

/// Parameters that the seed fixes, each from a stream of its own: independent entries, even on (-√3, √3) times `size`.
enum class Parameter : std::uint32_t { embedding = 1, queries, keys, values, unembedding };
Mat<float> drawn(std::uint64_t seed, Parameter parameter, Index rows, Index columns, double size);

/// W_Q, W_K, W_V, divided by √d.
Head<float> drawn_head(const TextSettings& settings);

/// The lecture's fixed positions, rounded to float once.
Mat<float> positions(Index T, Index d);

/// The whole text. Refused: an odd --d.
text::Tokens read_tokens(const TextSettings& settings);

/// A text, embedded: X = E + p, and one head. All numbers are floats.
///
/// The entries of E are independent and even on (-√3, √3), so of variance 1; those of the projections are so as well,
/// divided by √d, so that queries, keys and values have the size of the stream, and scores are about 1.
struct TextHead {
  std::string source;        ///< "the built-in text"
  std::string unit;          ///< "words"
  std::size_t available = 0;  ///< how many tokens the text has
  text::Tokens tokens;       ///< those that are used
  std::vector<std::string> labels;
  Mat<float> X;
  Head<float> W;

  std::size_t T() const { return tokens.ids.size(); }
  std::string used() const;  ///< "the first 24 of 343 words, 21 of them different"
};

/// Refused before anything large is made: more than `most_tokens` in use.
TextHead text_head(const TextSettings& settings, std::size_t most_tokens);

Json facts_of(const TextHead& head, const TextSettings& settings);

}  // namespace attest::cli
