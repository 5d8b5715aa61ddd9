#include "text/tokens.hpp"

#include <set>

#include "cli_support.hpp"
#include "text/utf8.hpp"

using namespace attest::cli;
using namespace attest::cli::text;

namespace {

std::vector<std::string> spelled(const Tokens& tokens) {
  std::vector<std::string> all;
  for (const std::size_t id : tokens.ids) all.push_back(tokens.vocabulary[id]);
  return all;
}

std::vector<std::string> words(const std::string& text) { return spelled(tokenised(text, Unit::words)); }
using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("utf8: every code point there and back, everything else refused at its byte") {
  for (char32_t point = 0; point <= 0x10FFFF; point += point < 0x3000 ? 1 : 257)
    if (point < 0xD800 || point >= 0xE000) REQUIRE(decoded(encoded(point), "t") == std::u32string(1, point));
  for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3", "\xE2\x82", "\xC3(", "\xE2(\xA1"})
    CHECK(says(refusal([&] { decoded(std::string("ab") + bad, "t.txt"); }), "t.txt: no UTF-8 at byte 2"));
  CHECK(columns("naïve") == 5);
  CHECK(columns("日本") == 4);
  CHECK(shortened("beginning", 5) == "begi…");
  CHECK(shortened("begin", 5) == "begin");
  CHECK(padded("é", 3) == "é  ");
}

TEST_CASE("text: what is no text is refused") {
  const Folder folder;
  const auto refused = [&](const std::string& bytes) { return refusal([&] { read_text(folder.put("t", bytes)); }); };
  CHECK(says(refused(""), "an empty text"));
  CHECK(says(refused(" \n\t\u3000"), "nothing but blanks"));
  CHECK(says(refused("\xEF\xBB\xBF"), "nothing but blanks"));
  CHECK(says(refused(std::string("ab\0c", 4)), "a NUL byte at byte 2"));
  CHECK(says(refused("ab\xFF"), "no UTF-8 at byte 2"));
  CHECK(says(refusal([&] { read_text(folder / "none"); }), "cannot be opened"));
  CHECK(read_text(folder.put("t", "\xEF\xBB\xBF" "a\r\nb\rc")) == "a\nb\rc");
}

TEST_CASE("tokens: words") {
  CHECK(words("Don't stop, Alice!") == Words{"Don't", "stop", ",", "Alice", "!"});
  CHECK(words("'Tis the dogs' day") == Words{"'", "Tis", "the", "dogs", "'", "day"});
  CHECK(words("l’été 1865") == Words{"l’été", "1865"});
  CHECK(words("“Oh dear!”") == Words{"“", "Oh", "dear", "!", "”"});
  CHECK(words("daisy-chain") == Words{"daisy", "-", "chain"});
  CHECK(words("Привет, мир…") == Words{"Привет", ",", "мир", "…"});
  CHECK(words("日本 a→b") == Words{"日", "本", "a", "→", "b"});
  CHECK(words(" \n ").empty());
}

TEST_CASE("tokens: characters, vocabulary, prefixes, labels") {
  const Tokens tokens = tokenised("abba é\n\t", Unit::characters);
  CHECK(tokens.vocabulary == Words{"a", "b", " ", "é", "\n", "\t"});
  CHECK(tokens.ids == std::vector<std::size_t>{0, 1, 1, 0, 2, 3, 4, 5});
  CHECK(labels(tokens) == Words{"a", "b", "b", "a", "␣", "é", "↵", "⇥"});
  CHECK(first_of(tokens, 3).vocabulary == Words{"a", "b"});
  CHECK(first_of(tokens, 99).ids == tokens.ids);
  CHECK(label("\x1B") == "\\x1B");
  CHECK(label("\u202E") == "U+202E");
  CHECK(label("\U000E0001") == "U+0E0001");
}

TEST_CASE("tokens: the built-in text") {
  const std::string text = read_text("");
  const Tokens all = tokenised(text, Unit::words);
  CHECK(all.ids.size() > 300);
  CHECK(std::set<std::string>(all.vocabulary.begin(), all.vocabulary.end()).size() == all.vocabulary.size());
  CHECK(spelled(first_of(all, 4)) == Words{"Alice", "was", "beginning", "to"});
  std::string again;
  for (const std::string& token : spelled(tokenised(text, Unit::characters))) again += token;
  CHECK(again == text);
  CHECK(default_text_source().find("1865") != std::string_view::npos);
}
