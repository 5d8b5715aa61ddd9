#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/bytes.hpp"

namespace attest::cli::io {

// ZIP archives as far as .npz needs them: stored or deflated members, ZIP64 sizes, one volume, no encryption.
// After PKWARE's APPNOTE.TXT, sections 4.3 and 4.5.3.

/// A member as the central directory has it.
struct ZipMember {
  std::string name;
  unsigned method = 0, flags = 0;
  std::uint32_t checksum = 0;
  std::uint64_t packed = 0, size = 0, place = 0;  ///< bytes in the archive, bytes unpacked, where its local header is
};

/// All members, in the order of the directory. Refused: what is no whole archive.
std::vector<ZipMember> zip_members(const Parts& archive);

/// The unpacked bytes of a member. No more is held than the archive really yields. Refused, naming the archive and the
/// member: a size or checksum that is not as promised, an unknown method, a damaged stream.
std::string zip_content(const Parts& archive, const ZipMember& member);

}  // namespace attest::cli::io
