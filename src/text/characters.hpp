#pragma once
#include <cstddef>

namespace attest::cli::text {

// What kind of character a code point is, as far as splitting a text into words needs to know it. Ranges of whole
// Unicode blocks instead of the full database: right for the living alphabets, a rule of thumb elsewhere.

bool is_space(char32_t point);
bool is_control(char32_t point);    ///< also the invisible ones that reorder or join their neighbours
bool is_ideograph(char32_t point);  ///< Han, kana: written without blanks, so each is a word
bool is_letter(char32_t point);     ///< letters, digits, accents
std::size_t width(char32_t point);  ///< columns in a monospaced font

}  // namespace attest::cli::text
