#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "io/json.hpp"
#include "statements.hpp"

namespace attest::cli {

/// The item that a person means: "proposition_4_3", "Proposition 4.3" or, where one item has that number, "4.3".
/// Refused with what is spelled alike, or with all that are meant.
const Statement& item_of(const std::string& word);

/// How the lecture supports it: printed, reconstructed, inferred, referenced or ours.
std::string source_of(std::string_view key);

/// "Proposition 4.3" of proposition_4_3.
std::string spoken(std::string_view key);

/// Where verdicts lie if nobody says: the folder `verdicts` beside this program.
std::string verdicts_beside_program();

/// That folder, or the one that was named and must be there.
std::string verdict_folder(const std::string& given);

/// What the last run found out, from KEY.json in that folder; nothing if it never ran. Refused: a file that is no
/// verdict of this key.
std::optional<Json> verdict_of(std::string_view key, const std::string& folder);

/// One line a clause: its status in each world.
std::string verdict_lines(const Json& verdict);

/// key, title, section, source, clauses, verdict.
Json facts_of(const Statement& item, const std::string& folder);

}  // namespace attest::cli
