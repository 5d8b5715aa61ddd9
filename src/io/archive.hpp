#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/array.hpp"
#include "io/bytes.hpp"

namespace attest::cli::io {

// Files that hold several arrays under names: NumPy's .npz, and .safetensors.

/// "weights.safetensors:q" in two. The name may be missing.
struct Inside {
  std::string file, name;
};
std::optional<Inside> inside_archive(const std::string& path);  ///< nothing, if the path names no archive

/// The file to which a path leads: the archive of "weights.npz:q", the path itself otherwise.
std::string file_of(const std::string& path);

/// The array of that name; without a name, the only one there is. Refused: what is not there, listing what is.
Array read_from_archive(const Inside& inside, const ReadOptions& options);

/// One of an archive's names; refused, listing some, unless it can only be that one.
std::string chosen_name(const std::string& file, const std::string& wanted, const std::vector<std::string>& names);

Array read_npz(const Inside& inside, const ReadOptions& options);
Array read_safetensors(const Inside& inside);

}  // namespace attest::cli::io
