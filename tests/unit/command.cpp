#include "command.hpp"

#include <set>

#include "catalogue.hpp"
#include "cli_support.hpp"
#include "draws.hpp"
#include "nearest.hpp"

using namespace attest::cli;

TEST_CASE("numbers of the command line fill their whole text") {
  CHECK(whole_number("--n", "0", 0, 9) == 0);
  CHECK(whole_number("--n", "18446744073709551615", 0, ~std::uint64_t(0)) == ~std::uint64_t(0));
  for (const char* wrong : {"", "-1", "+1", " 1", "1 ", "1.0", "1e2", "0x1", "10", "18446744073709551616"})
    CHECK(says(refusal([&] { whole_number("--n", wrong, 0, 9); }), "--n: \"" + std::string(wrong) + "\"; expected"));
  CHECK(real_number("--h", "-2.5e-1") == -0.25);
  for (const char* wrong : {"", "nan", "inf", "-inf", "1e999", "1,5", "2x", "+1"})
    CHECK(says(refusal([&] { real_number("--h", wrong); }), "expected a finite number"));
}

TEST_CASE("what is spelled alike is proposed, nearest first") {
  const std::vector<std::string> words{"tour", "head", "heatmap", "items"};
  CHECK(nearest("tuor", words) == std::vector<std::string>{"tour"});
  CHECK(nearest("heat", words) == std::vector<std::string>{"head", "heatmap"});
  CHECK(nearest("xylophone", words).empty());
  CHECK(nearest("", words).empty());
  CHECK(or_list({"a"}) == "a");
  CHECK(or_list({"a", "b", "c"}) == "a, b or c");
}

TEST_CASE("a seed draws the same numbers everywhere") {
  Draws draws(1, 1), again(1, 1), other(1, 2), large((std::uint64_t(1) << 32) + 1, 1);
  const double first = draws.uniform();
  CHECK(first == again.uniform());
  CHECK(first != other.uniform());
  CHECK(first != large.uniform());
  CHECK(first == 0x1.a96eebe946d4cp-2);
  for (int k = 0; k < 1000; ++k) {
    const double x = draws.centred();
    CHECK(x * x < 3.001);
    CHECK(draws.below(7) < 7);
  }
  for (std::size_t n = 0; n < 9; ++n) {
    const auto places = draws.permutation(n);
    CHECK(std::set<std::size_t>(places.begin(), places.end()).size() == n);
    bool moved = n < 2;
    for (std::size_t t = 0; t < n; ++t) moved = moved || places[t] != t;
    CHECK(moved);
  }
}

TEST_CASE("an item has a key, a name and mostly a number") {
  CHECK(spoken("proposition_4_3") == "Proposition 4.3");
  CHECK(spoken("definition_2_2") == "Definition 2.2");
  for (const char* word : {"proposition_4_3", "4.3", "Proposition 4.3", " PROPOSITION 4.3. "})
    CHECK(item_of(word).key == "proposition_4_3");
  CHECK(source_of("proposition_4_3") == "reconstructed");
  CHECK(says(refusal([] { item_of("propositon_4_3"); }), "proposition_4_3"));
  CHECK(says(refusal([] { item_of("4"); }), "exercise_4"));
  CHECK(says(refusal([] { item_of(""); }), "no item"));
}
