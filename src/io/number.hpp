#pragma once
#include <cstdint>
#include <string>

namespace attest::cli {

// Numbers for people and for files, by std::to_chars: no locale, the same text everywhere; nan, inf, -inf.

/// The shortest text that reads back as this very double.
std::string shortest(double value);

/// `digits` significant digits: 0.1235, 1.5e+12.
std::string shown(double value, int digits);

/// `places` digits after the point: 0.5000.
std::string fixed(double value, int places);

/// 12345678 as 12 345 678.
std::string grouped(std::uint64_t value);

}  // namespace attest::cli
