#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attest::cli::io {

/// More bytes than this are refused before they are read.
inline constexpr std::uint64_t most_bytes = std::uint64_t(1) << 32;

/// The bytes of a file, a pipe, or standard input ("-").
std::string read_bytes(const std::string& path, std::uint64_t at_most = most_bytes);

/// A regular file of which parts are read, so that an archive may be larger than what is wanted of it.
class Parts {
 public:
  explicit Parts(const std::string& path);  ///< refused: what cannot be opened, a pipe, a folder
  ~Parts();
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  /// Those bytes; refused unless the file has them all, and beyond `most_bytes`.
  std::string read(std::uint64_t from, std::uint64_t count) const;

 private:
  std::string path_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

/// ".npy" of "a/W.NPY": lower case, with its point; empty if there is none.
std::string extension(const std::string& path);

struct Output {
  bool force = false;               ///< an existing file may be replaced
  std::vector<std::string> inputs;  ///< paths that were read: never overwritten, forced or not
};

/// One spelling for a path, also of a file that is not there yet.
std::string whole_path(const std::string& path);

/// What `write_file` would refuse by looking, refused before a long computation.
void check_output(const std::string& path, const Output& output = {});

/// All of the bytes or none of them: written beside and renamed. "-" is standard output.
void write_file(const std::string& path, std::string_view bytes, const Output& output = {});

}  // namespace attest::cli::io
