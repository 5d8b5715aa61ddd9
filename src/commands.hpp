#pragma once
#include <vector>

#include "command.hpp"

namespace attest::cli {

// One file per command; a new one is declared here and listed in commands.cpp.
Command tour_command();
Command head_command();
Command heatmap_command();
Command items_command();
Command show_command();
Command check_command();
Command variance_command();
Command cost_command();
Command explain_command();
Command generate_command();

/// All of them, in the order in which the overview shows them.
std::vector<Command> all_commands();

}  // namespace attest::cli
