#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "io/archive.hpp"
#include "io/bytes.hpp"
#include "io/input_error.hpp"

namespace attest::cli::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& doing, int error) {
  throw InputError(path, "cannot be " + doing + ": " + std::generic_category().message(error));
}

/// An interrupt waits until the rename is done or undone, so that nothing is left beside.
class InterruptsWait {
 public:
  InterruptsWait() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    sigprocmask(SIG_BLOCK, &held, &before_);
  }
  ~InterruptsWait() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  InterruptsWait(const InterruptsWait&) = delete;
  InterruptsWait& operator=(const InterruptsWait&) = delete;

 private:
  sigset_t before_{};
};

/// False, with errno set, if some byte could not be written.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

/// A pipe or a device is no file that could be replaced: written as it stands.
void write_through(const std::string& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, "opened for writing", errno);
  const bool written = write_all(descriptor, bytes);
  const int error = errno;
  ::close(descriptor);
  if (!written) fail(path, "written", error);
}

/// The usual rights of a new file, or those of the file that is replaced.
mode_t rights(const fs::path& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

void write_beside_and_rename(const std::string& path, const fs::path& target, std::string_view bytes) {
  const InterruptsWait guard;
  std::string beside = target.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(beside.data());
  if (descriptor < 0) fail(path, "created", errno);
  const bool done = ::fchmod(descriptor, rights(target)) == 0 && write_all(descriptor, bytes);
  int error = errno;
  bool closed = ::close(descriptor) == 0;
  if (done && !closed) error = errno;
  if (done && closed && ::rename(beside.c_str(), target.c_str()) != 0) {
    error = errno;
    closed = false;
  }
  if (done && closed) return;
  ::unlink(beside.c_str());
  fail(path, "written", error);
}

/// The same file under two names (a link, a dot, a hard link) is the same file.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  if (fs::equivalent(a, b, ignored)) return true;
  const fs::path whole_a = fs::weakly_canonical(a, ignored), whole_b = fs::weakly_canonical(b, ignored);
  return !whole_a.empty() && whole_a == whole_b;
}

}  // namespace

std::string whole_path(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : whole.string();
}

void check_output(const std::string& path, const Output& output) {
  if (path == "-") return;
  if (path.empty()) throw InputError("output", "an empty file name", "a path, or - for standard output");
  if (path.find('\0') != std::string::npos) throw InputError(in_quotes(path), "a NUL byte in a file name");
  for (const std::string& input : output.inputs)
    if (input != "-" && same_file(path, file_of(input)))
      throw InputError(path, "is also an input", "another output file");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError(path, "a folder", "a file to write");
  if (fs::is_regular_file(status) && !output.force)
    throw InputError(path, "exists already", "a new file, or --force to replace this one");
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    throw InputError(path, "there is no folder " + folder.string(), "a file in a folder that exists");
}

void write_file(const std::string& path, std::string_view bytes, const Output& output) {
  check_output(path, output);
  if (path == "-") {
    if (!write_all(STDOUT_FILENO, bytes)) fail("standard output", "written", errno);
    return;
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_through(path, bytes);
  // A symbolic link stays one: what it points to is replaced.
  const fs::path target =
      fs::is_symlink(fs::symlink_status(path, ignored)) ? fs::weakly_canonical(path) : fs::path(path);
  write_beside_and_rename(path, target, bytes);
}

}  // namespace attest::cli::io
