#pragma once
#include <cstdint>
#include <string>
#include "theorem.hpp"
/// \file
/// \brief Running theorems: what the test binary and `attest check` have in common.
namespace attest {

/// \brief How a theorem is run. The same settings give the same draws on every compiler.
struct Settings {
  std::uint64_t seed = 1;
  int cases = 100;  ///< per shape; T = 1 and the long shapes get fewer
};
/// \brief From ATTEST_SEED and ATTEST_CASES, where set; std::invalid_argument for what is no number.
Settings settings_from_environment();

/// \brief What a run of one impostor broke.
struct Fall {
  std::string name, meant, broke;
};
/// \brief The outcome of one theorem.
struct Verdict {
  Entry entry;
  Settings settings;
  Tallies worlds;
  std::vector<Fall> impostors;
  std::string refutation;             ///< the smallest counterexample and how to see it again; empty when all held
  std::vector<std::string> disorder;  ///< clauses never looked at, impostors that broke nothing, …
  bool holds() const { return refutation.empty() && disorder.empty(); }
};

/// \brief The theorem of a key, or null when none was entered.
const Statement* statement_of(std::string_view key);
/// \brief Runs a theorem and its impostors.
Verdict prove(const Statement& statement, Settings settings);
/// \brief "equal", "within", "held", "silent", "fails", or "" for a clause that was never looked at.
std::string status(const Finding& finding);
/// \brief The verdict as it stands in KEY.json.
std::string to_json(const Verdict& verdict);
/// \brief One line a clause: its status in each world.
std::string to_text(const Verdict& verdict);
/// \brief Writes KEY.json into a folder, beside and renamed.
void write(const Verdict& verdict, const std::string& folder);

}
