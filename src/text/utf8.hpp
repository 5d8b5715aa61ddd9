#pragma once
#include <string>
#include <string_view>

namespace attest::cli::text {

/// Code points of UTF-8 bytes. Refused with an InputError naming `file` and the byte's offset: what is no UTF-8
/// (a stray or missing continuation, an overlong form, a surrogate, beyond U+10FFFF).
std::u32string decoded(std::string_view bytes, const std::string& file);

/// For display: what is no UTF-8 becomes the replacement character.
std::u32string decoded_for_display(std::string_view bytes);

std::string encoded(char32_t point);
std::string encoded(std::u32string_view points);

/// How many columns a terminal or a monospaced picture gives to this text (ideographs are wide, accents take none).
std::size_t columns(std::string_view utf8);

/// At most `most` columns of it, the last an ellipsis if something had to go.
std::string shortened(std::string_view utf8, std::size_t most);

/// Filled up with blanks to `width` columns.
std::string padded(std::string_view utf8, std::size_t width);

}  // namespace attest::cli::text
