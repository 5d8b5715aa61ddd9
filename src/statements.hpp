#pragma once
#include <span>
#include <string_view>
/// \file
/// \brief The lecture's words for the terminal; their texts are read out of the comment blocks at build time.
namespace attest::cli {

struct Clause {
  char letter;
  std::string_view text;
};

struct Statement {
  std::string_view key;        // proposition_3_1
  std::string_view title;      // Proposition 3.1: Attention is a convex average
  std::string_view section;    // 3; empty for what stands in no section
  std::string_view statement;
  std::span<const Clause> clauses;
  std::string_view proof;
  std::string_view code;       // the property
  std::string_view file;       // its place, relative to the project; empty for an item without a property
  int line;
};

/// \brief Every item of the registry, in lecture order.
extern const std::span<const Statement> statements;

}
