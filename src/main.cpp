#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

#include "command_line.hpp"

namespace {

/// A closed standard stream leaves its number to the next file that is opened, and words meant for people would end up
/// in it. The number is taken by a descriptor that can only be used the wrong way round, so that use is an error.
void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) == -1) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  return attest::cli::run(argc, argv);
}
