#pragma once
#include <string>

#include "picture/report.hpp"

namespace attest::cli {

/// A table for the terminal: two blanks before each column, its head over it.
std::string plain(const picture::Table& table);

}  // namespace attest::cli
