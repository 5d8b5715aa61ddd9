#pragma once

namespace attest::cli {

/// Reads the arguments, runs the command, prints its answer. 0 right or done, 1 wrong, 2 nothing was judged,
/// 3 not finite.
int run(int argc, const char* const* argv);

}  // namespace attest::cli
