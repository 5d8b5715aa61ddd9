#include "io/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

#include "io/input_error.hpp"
#include "io/number.hpp"

namespace attest::cli::io {

namespace {

constexpr std::uint64_t in_zip64 = 0xFFFFFFFF;  // "look into the ZIP64 record"
constexpr std::size_t end_size = 22, locator_size = 20, end64_size = 56, central_size = 46, local_size = 30;
constexpr std::size_t longest_comment = 65535;
constexpr unsigned stored = 0, deflated = 8;

/// A little-endian number of `size` bytes at `from`; the caller has looked that they are there.
std::uint64_t number_at(std::string_view bytes, std::size_t from, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[from + i]);
  return value;
}

bool signed_as(std::string_view bytes, std::size_t from, std::string_view signature) {
  return bytes.substr(from, signature.size()) == signature;
}

struct Directory {
  std::uint64_t place, size, members;
};

/// The record that ends the archive: searched backwards, as a comment may follow it.
Directory directory_of(const Parts& archive) {
  const std::uint64_t length = std::min<std::uint64_t>(archive.size(), end_size + longest_comment + locator_size);
  const std::string tail = archive.read(archive.size() - length, length);
  for (std::size_t back = end_size; back <= tail.size(); ++back) {
    const std::size_t at = tail.size() - back;
    if (!signed_as(tail, at, "PK\x05\x06") || number_at(tail, at + 20, 2) != back - end_size) continue;
    if (number_at(tail, at + 4, 2) != 0 && number_at(tail, at + 4, 2) != 0xFFFF)
      throw InputError(archive.path(), "a zip archive in several volumes", "one file");
    Directory found{number_at(tail, at + 16, 4), number_at(tail, at + 12, 4), number_at(tail, at + 10, 2)};
    if (found.place != in_zip64 && found.size != in_zip64 && found.members != 0xFFFF) return found;
    if (at < locator_size || !signed_as(tail, at - locator_size, "PK\x06\x07"))
      throw InputError(archive.path(), "a zip archive without the ZIP64 record that it promises");
    const std::string end64 = archive.read(number_at(tail, at - locator_size + 8, 8), end64_size);
    if (!signed_as(end64, 0, "PK\x06\x06")) throw InputError(archive.path(), "a damaged ZIP64 record");
    return {number_at(end64, 48, 8), number_at(end64, 40, 8), number_at(end64, 32, 8)};
  }
  throw InputError(archive.path(), "no end of a zip archive: it is cut off, or no archive", "a whole .npz file");
}

/// Sizes that did not fit into 32 bits, from the extra field 1: those alone, in this order.
void take_zip64(std::string_view extra, ZipMember& member) {
  while (extra.size() >= 4) {
    const std::uint64_t kind = number_at(extra, 0, 2), size = number_at(extra, 2, 2);
    extra.remove_prefix(4);
    std::string_view field = extra.substr(0, size);
    extra.remove_prefix(field.size());
    if (kind != 1) continue;
    for (std::uint64_t* value : {&member.size, &member.packed, &member.place})
      if (*value == in_zip64 && field.size() >= 8) {
        *value = number_at(field, 0, 8);
        field.remove_prefix(8);
      }
  }
}

std::string place_of(const Parts& archive, const ZipMember& member) { return archive.path() + ':' + member.name; }

/// At most `size` bytes: what a stream yields beyond that is only counted as too much.
std::string inflated(std::string_view packed, std::uint64_t size, const std::string& place) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  std::string bytes;
  int state = Z_OK;
  std::string piece(std::size_t(1) << 16, '\0');
  while (state == Z_OK && bytes.size() <= size) {
    if (stream.avail_in == 0) {
      const std::size_t next = std::min<std::size_t>(packed.size(), std::size_t(1) << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(next);
      packed.remove_prefix(next);
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.append(piece, 0, piece.size() - stream.avail_out);
  }
  const bool rest = stream.avail_in > 0 || !packed.empty();
  inflateEnd(&stream);
  if (bytes.size() > size) throw InputError(place, "more than the " + grouped(size) + " bytes that are promised");
  if (state != Z_STREAM_END) throw InputError(place, "a damaged or cut-off deflated stream");
  if (rest) throw InputError(place, "bytes after the end of the deflated stream");
  return bytes;
}

}  // namespace

std::vector<ZipMember> zip_members(const Parts& archive) {
  const Directory directory = directory_of(archive);
  const std::string bytes = archive.read(directory.place, directory.size);
  std::vector<ZipMember> members;
  for (std::size_t at = 0; at < bytes.size();) {
    if (bytes.size() - at < central_size || !signed_as(bytes, at, "PK\x01\x02"))
      throw InputError(archive.path(), "a damaged directory of the zip archive");
    const std::uint64_t name = number_at(bytes, at + 28, 2), extra = number_at(bytes, at + 30, 2);
    const std::uint64_t whole = central_size + name + extra + number_at(bytes, at + 32, 2);
    if (whole > bytes.size() - at) throw InputError(archive.path(), "a directory of the zip archive that is cut off");
    ZipMember member{bytes.substr(at + central_size, name),
                     static_cast<unsigned>(number_at(bytes, at + 10, 2)),
                     static_cast<unsigned>(number_at(bytes, at + 8, 2)),
                     static_cast<std::uint32_t>(number_at(bytes, at + 16, 4)),
                     number_at(bytes, at + 20, 4),
                     number_at(bytes, at + 24, 4),
                     number_at(bytes, at + 42, 4)};
    take_zip64(std::string_view(bytes).substr(at + central_size + name, extra), member);
    members.push_back(std::move(member));
    at += whole;
  }
  if (members.size() != directory.members)
    throw InputError(archive.path(), grouped(members.size()) + " members in the zip archive",
                     grouped(directory.members) + ", as its end says");
  return members;
}

std::string zip_content(const Parts& archive, const ZipMember& member) {
  const std::string place = place_of(archive, member);
  if ((member.flags & 1) != 0) throw InputError(place, "an encrypted member", "one that is not");
  if (member.method != stored && member.method != deflated)
    throw InputError(place, "packed by method " + std::to_string(member.method), "stored (0) or deflated (8)");
  const std::string local = archive.read(member.place, local_size);
  if (!signed_as(local, 0, "PK\x03\x04")) throw InputError(place, "the directory points to what is no member");
  const std::uint64_t from = member.place + local_size + number_at(local, 26, 2) + number_at(local, 28, 2);
  if (member.method == stored && member.packed != member.size)
    throw InputError(place, "a stored member of " + grouped(member.packed) + " bytes", grouped(member.size) + " bytes");
  std::string bytes = archive.read(from, member.packed);
  if (member.method == deflated) bytes = inflated(bytes, std::min(member.size, most_bytes), place);
  if (bytes.size() != member.size)
    throw InputError(place, grouped(bytes.size()) + " bytes unpacked", grouped(member.size) + " bytes");
  const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (sum != member.checksum) throw InputError(place, "damaged: its bytes do not give the checksum of the directory");
  return bytes;
}

}  // namespace attest::cli::io
