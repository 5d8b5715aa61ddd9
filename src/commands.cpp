#include "commands.hpp"

namespace attest::cli {

std::vector<Command> all_commands() {
  return {tour_command(), head_command(), heatmap_command(), items_command(), show_command(), check_command(),
          variance_command(), cost_command(), explain_command(), generate_command()};
}

}  // namespace attest::cli
