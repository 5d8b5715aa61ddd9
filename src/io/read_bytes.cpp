#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "io/bytes.hpp"
#include "io/input_error.hpp"
#include "io/number.hpp"

namespace attest::cli::io {

namespace {

std::string why(int error) { return std::generic_category().message(error); }

void check_name(const std::string& path) {
  if (path.empty()) throw InputError("input", "an empty file name", "a path, or - for standard input");
  if (path.find('\0') != std::string::npos) throw InputError(in_quotes(path), "a NUL byte in a file name");
}

class Opened {
 public:
  explicit Opened(const std::string& path) : standard_(path == "-") {
    check_name(path);
    descriptor_ = standard_ ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw InputError(path, "cannot be opened: " + why(errno), "a readable file");
  }
  ~Opened() { if (!standard_) ::close(descriptor_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  bool standard_;
  int descriptor_;
};

void refuse_too_much(const std::string& path, std::uint64_t found, std::uint64_t at_most, bool pipe) {
  if (found <= at_most) return;
  const std::string size = grouped(found) + " bytes";
  throw InputError(input_name(path), pipe ? "still goes on after " + size : "holds " + size,
                   "at most " + grouped(at_most) + " bytes");
}

}  // namespace

std::string read_bytes(const std::string& path, std::uint64_t at_most) {
  const Opened file(path);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) throw InputError(input_name(path), why(errno));
  if (S_ISDIR(status.st_mode)) throw InputError(input_name(path), "a folder", "a file");
  const bool regular = S_ISREG(status.st_mode);
  std::string bytes;
  if (regular) {
    refuse_too_much(path, static_cast<std::uint64_t>(status.st_size), at_most, false);
    bytes.reserve(static_cast<std::size_t>(status.st_size));
  }
  std::string piece(std::size_t(1) << 16, '\0');
  while (true) {
    const ssize_t got = ::read(file.descriptor(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError(input_name(path), "cannot be read: " + why(errno));
    if (got == 0) return bytes;
    bytes.append(piece, 0, static_cast<std::size_t>(got));
    refuse_too_much(path, bytes.size(), at_most, !regular);
  }
}

Parts::Parts(const std::string& path) : path_(path) {
  check_name(path);
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw InputError(path, "cannot be opened: " + why(errno), "a readable file");
  struct stat status {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (known && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  ::close(descriptor_);
  throw InputError(path, known && S_ISDIR(status.st_mode) ? "a folder" : "no regular file", "an archive in a file");
}

Parts::~Parts() { ::close(descriptor_); }

std::string Parts::read(std::uint64_t from, std::uint64_t count) const {
  if (from > size_ || count > size_ - from)
    throw InputError(path_, "ends after " + grouped(size_) + " bytes",
                     grouped(count) + " bytes from byte " + grouped(from) + " on");
  refuse_too_much(path_, count, most_bytes, false);
  std::string bytes(static_cast<std::size_t>(count), '\0');
  for (std::size_t have = 0; have < bytes.size();) {
    const ssize_t got =
        ::pread(descriptor_, bytes.data() + have, bytes.size() - have, static_cast<off_t>(from + have));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) throw InputError(path_, "became shorter while it was read");
    if (got < 0) throw InputError(path_, "cannot be read: " + why(errno));
    have += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::string extension(const std::string& path) {
  std::string end = std::filesystem::path(path).extension().string();
  for (char& c : end) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return end;
}

}  // namespace attest::cli::io
