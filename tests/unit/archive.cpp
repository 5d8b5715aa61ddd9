#include "io/archive.hpp"

#include <zlib.h>

#include <charconv>
#include <random>

#include "cli_support.hpp"
#include "io/npy.hpp"

using namespace attest::cli;
using namespace attest::cli::io;

namespace {

std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(static_cast<unsigned char>(value));
  return text;
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    int value = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

/// What NumPy 1.24 writes for savez_compressed(Q=[[1, 2.5], [-3, 4]] as float32, n=[0, 1, 2] as int16).
const std::string numpy = from_hex(
    "504b03042d0000000800000021000c489b8bffffffffffffffff05001400512e6e707901001000900000000000000055000000000000009b"
    "ec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a"
    "463a0a469a3a0ab50a64032e0686067b060605070606870340b60300504b03042d0000000800000021006acff251ffffffffffffffff0500"
    "14006e2e6e70790100100086000000000000004a000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9369a4aea3a09e"
    "965f54529498179f5f94920a12774bcc294e058a17672416a402f91ac63a9a3a0ab50a14002e06064606260600504b01022d032d00000008"
    "00000021000c489b8b5500000090000000050000000000000000000000800100000000512e6e7079504b01022d032d000000080000002100"
    "6acff2514a0000008600000005000000000000000000000080018c0000006e2e6e7079504b05060000000002000200660000000d01000000"
    "00");

struct Member {
  std::string name, content, bytes;  ///< bytes: as packed; empty: stored as they are
  std::uint64_t method = 0, flags = 0;
};

std::string zip(const std::vector<Member>& members, const std::string& comment = "") {
  std::string file, directory;
  for (const Member& m : members) {
    const std::string& bytes = m.method == 0 ? m.content : m.bytes;
    const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(m.content.data()), m.content.size());
    const std::string common = little(m.flags, 2) + little(m.method, 2) + little(0, 4) + little(sum, 4) +
                               little(bytes.size(), 4) + little(m.content.size(), 4) + little(m.name.size(), 2) +
                               little(0, 2);
    directory += std::string("PK\x01\x02") + little(20, 2) + little(20, 2) + common + little(0, 10) +
                 little(file.size(), 4) + m.name;
    file += std::string("PK\x03\x04") + little(20, 2) + common + m.name + bytes;
  }
  return file + directory + std::string("PK\x05\x06") + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(directory.size(), 4) + little(file.size(), 4) + little(comment.size(), 2) +
         comment;
}

std::string deflated(const std::string& bytes) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(bytes.size() + 64, '\0'), copy = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

std::string safetensors(const std::string& header, const std::string& numbers) {
  return little(header.size(), 8) + header + numbers;
}

class Archive {
 public:
  Archive(std::string name, const std::string& bytes) : name_(std::move(name)) { folder_.put(name_, bytes); }
  Array read(const std::string& member = "") const {
    return read_array((folder_ / name_) + (member.empty() ? "" : ':' + member));
  }
  std::string refused(const std::string& member = "") const {
    return refusal([&] { read(member); });
  }

 private:
  Folder folder_;
  std::string name_;
};

std::string npz_refused(const std::string& bytes) { return Archive("a.npz", bytes).refused(); }
std::string tensor_refused(const std::string& header, const std::string& numbers = std::string(8, '\0')) {
  return Archive("a.safetensors", safetensors(header, numbers)).refused();
}

const std::vector<double> three{1, 2, 3};
const std::string array_of_three = npy_bytes({{3}, DType::f8, three}, "out");

}  // namespace

TEST_CASE("npz: what NumPy writes, what a plain archive holds") {
  const Archive numpys("step.npz", numpy);
  CHECK(numpys.read("Q").values == std::vector<double>{1, 2.5, -3, 4});
  CHECK(numpys.read("Q").shape == std::vector<std::size_t>{2, 2});
  CHECK(numpys.read("Q").dtype == DType::f4);
  CHECK(numpys.read("n").values == std::vector<double>{0, 1, 2});
  CHECK(says(numpys.refused(), "2 arrays: \"Q\", \"n\"; expected"));
  CHECK(says(numpys.refused("W"), "no array called \"W\"; expected \"Q\", \"n\""));

  CHECK(Archive("A.NPZ", zip({{"x.npy", array_of_three, "", 0, 0}})).read().values == three);
  const Member packed{"x.npy", array_of_three, deflated(array_of_three), 8, 0};
  CHECK(Archive("a.npz", zip({packed}, "a comment PK\x05\x06")).read("x").values == three);
}

TEST_CASE("npz: what cannot be right is refused in words") {
  const Member plain{"x.npy", array_of_three, "", 0, 0};
  const Member packed{"x.npy", array_of_three, deflated(array_of_three), 8, 0};
  const auto changed = [](Member member, auto change) {
    change(member);
    return zip({member});
  };
  CHECK(says(npz_refused(""), "no end of a zip archive"));
  CHECK(says(npz_refused(zip({})), "holds no array"));
  CHECK(says(npz_refused(zip({plain, plain})), "2 arrays"));
  CHECK(says(Archive("a.npz", zip({plain, plain})).refused("x"), "several arrays called \"x\""));
  CHECK(says(npz_refused(changed(plain, [](Member& m) { m.flags = 1; })), "encrypted"));
  CHECK(says(npz_refused(changed(packed, [](Member& m) { m.method = 14; })), "packed by method 14"));
  CHECK(says(npz_refused(changed(packed, [](Member& m) { m.bytes.pop_back(); })), "cut-off deflated stream"));
  CHECK(says(npz_refused(changed(packed, [](Member& m) { m.bytes += "x"; })), "after the end"));
  CHECK(says(npz_refused(changed(packed, [](Member& m) { m.content.pop_back(); })), "more than the"));
  CHECK(says(npz_refused(changed(packed, [](Member& m) { m.content += "x"; })), "bytes unpacked"));
  CHECK(says(npz_refused(changed(packed, [](Member& m) { m.content[100] ^= 1; })), "checksum"));
  CHECK(says(npz_refused(zip({{"x.npy", "no array", "", 0, 0}})), "no .npy inside"));
  CHECK(says(npz_refused(zip({{"x.npy", array_of_three.substr(0, 130), "", 0, 0}})), "a.npz:x: "));
  std::string whole = zip({plain});
  CHECK(says(npz_refused(whole.substr(0, whole.size() - 1)), "no end of a zip archive"));
  CHECK(says(npz_refused(whole.substr(7)), "a.npz"));
  // Four gigabytes are promised by a few bytes: found out when they run dry, with no more than those held.
  std::string lying = zip({packed});
  const std::size_t size = lying.find("PK\x01\x02") + 24;
  lying.replace(size, 4, little(0xFFFFFFFE, 4));
  CHECK(says(npz_refused(lying), "bytes unpacked"));
}

TEST_CASE("npz: a member that unpacks to far more than it says stops early") {
  const std::string zeros(std::size_t(1) << 24, '\0');
  CHECK(says(npz_refused(zip({{"x.npy", "short", deflated(zeros), 8, 0}})), "more than the 5 bytes"));
}

TEST_CASE("safetensors: every kind of number") {
  const std::string numbers = little(0x3F80C049, 4) + little(0x3C00C000, 4) + little(0xC0200000, 4) + little(0x0001, 2);
  const Archive file("m.safetensors", safetensors(
      R"({"__metadata__":{"format":"pt"},"b":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]},)"
      R"("h":{"dtype":"F16","shape":[1,2],"data_offsets":[4,8]},"f":{"dtype":"F32","shape":[],"data_offsets":[8,12]},)"
      R"("t":{"dtype":"BOOL","shape":[2,1],"data_offsets":[12,14]},)"
      R"("e":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}}  )",
      numbers));
  CHECK(file.read("b").values == std::vector<double>{-3.140625, 1});
  CHECK(file.read("b").dtype == DType::bf16);
  CHECK(file.read("h").values == std::vector<double>{-2, 1});
  CHECK(file.read("f").values == std::vector<double>{-2.5});
  CHECK(file.read("t").values == std::vector<double>{1, 0});
  CHECK(file.read("t").shape == std::vector<std::size_t>{2, 1});
  CHECK(says(file.refused("e"), "F8_E4M3"));
  CHECK(says(file.refused(), "5 arrays"));
  CHECK(says(file.refused("B"), "no array called \"B\""));
  const std::string one = R"({"w":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})";
  CHECK(Archive("m.safetensors", safetensors(one, little(7, 8))).read().values == std::vector<double>{7});
  CHECK(says(tensor_refused(one, little((std::uint64_t(1) << 53) + 1, 8)), "9007199254740993"));
}

TEST_CASE("safetensors: what cannot be right is refused in words") {
  const auto tensor = [](const std::string& shape, const std::string& offsets = "[0,8]",
                         const std::string& dtype = "F32") {
    return tensor_refused(R"({"w":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets +
                          "}}");
  };
  CHECK(says(tensor("[0]"), "extent of zero"));
  CHECK(says(tensor("[3]"), "8 bytes of numbers; expected 12 bytes for shape (3,) of f4"));
  CHECK(says(tensor("[4294967296,4294967296,4294967296]"), "more elements"));
  CHECK(says(tensor("[1e300]"), "the extent 1e+300; expected a whole number"));
  CHECK(says(tensor("[-2]"), "the extent -2"));
  CHECK(says(tensor("[1.5]"), "the extent 1.5"));
  CHECK(says(tensor("[\"inf\"]"), "the extent"));
  CHECK(says(tensor("2"), "a list of extents"));
  CHECK(says(tensor("[2]", "[0,9]"), "bytes 0 to 9; expected a range within the 8 bytes"));
  CHECK(says(tensor("[2]", "[8,0]"), "bytes 8 to 0"));
  CHECK(says(tensor("[1]", "[0,4]"), "8 bytes of numbers; expected 4, as the header says"));
  CHECK(says(tensor("[2]", "[0]"), "[begin, end]"));
  CHECK(says(tensor("[2]", "[0,8]", "C64"), "C64"));
  CHECK(says(tensor_refused(R"({"w":{"dtype":"F32","data_offsets":[0,8]}})"), "the header says no shape"));
  CHECK(says(tensor_refused(R"({"w":3})"), "data_offsets"));
  CHECK(says(tensor_refused("{}"), "8 bytes of numbers; expected 0"));
  CHECK(says(tensor_refused("{}", ""), "holds no array"));
  CHECK(says(tensor_refused("[]"), "no JSON object"));
  CHECK(says(tensor_refused("{"), "no JSON"));
  CHECK(says(tensor_refused(R"({"w":1,"w":1})"), "the key \"w\" twice"));
  CHECK(says(tensor_refused(std::string(200, '[')), "nested deeper"));
  CHECK(says(Archive("a.safetensors", "short").refused(), "first eight bytes"));
  CHECK(says(Archive("a.safetensors", little(~std::uint64_t(0), 8) + "{}").refused(), "18 446 744 073 709 551 615"));
  CHECK(says(Archive("a.safetensors", little(3, 8) + "{}").refused(), "a header of 3 bytes"));
}

TEST_CASE("archives: a damaged file is refused or read, never more") {
  const std::string npz = zip({{"x.npy", array_of_three, deflated(array_of_three), 8, 0}});
  const std::string tensors =
      safetensors(R"({"w":{"dtype":"F64","shape":[3,1],"data_offsets":[0,24]}})", std::string(24, 'x'));
  const Folder folder;
  std::mt19937 draw(11);
  using Sound = std::pair<std::string, const std::string&>;
  for (const auto& [name, sound] : {Sound{"a.npz", npz}, {"a.safetensors", tensors}}) {
    std::size_t read = 0, refusals = 0;
    for (int run = 0; run < 1500; ++run) {
      std::string bytes = sound;
      for (auto changes = 1 + draw() % 3; changes > 0; --changes)
        bytes[draw() % bytes.size()] = static_cast<char>(draw() % 256);
      if (draw() % 4 == 0) bytes.resize(draw() % bytes.size());
      const std::string path = folder.put(name, bytes);
      try {
        const std::size_t count = read_array(path).values.size();
        REQUIRE(count <= 24);
        ++read;
      } catch (const InputError&) {
        ++refusals;
      }
    }
    CHECK(read > 0);
    CHECK(refusals > 1000);
  }
}

TEST_CASE("archives: names of files") {
  CHECK(file_of("a/step.npz:Q") == "a/step.npz");
  CHECK(file_of("m.safetensors:model.layers.0:w") == "m.safetensors");
  CHECK(inside_archive("m.safetensors:a:b")->name == "a:b");
  CHECK(file_of("plain:Q.npy") == "plain:Q.npy");
  CHECK(!inside_archive(".npz"));
  const Folder folder;
  folder.put("step.npz", numpy);
  const std::string path = folder / "step.npz";
  CHECK(says(refusal([&] { check_output(path, {true, {path + ":Q"}}); }), "also an input"));
  CHECK(says(refusal([&] { read_array(folder.path().string() + "/none.npz:Q"); }), "cannot be opened"));
}
