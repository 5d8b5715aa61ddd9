#include <limits>

#include "cli_support.hpp"
#include "io/json.hpp"

using namespace attest::cli;

TEST_CASE("json: ordered keys, shortest numbers, strings for what JSON lacks") {
  Json value = Json::object();
  value.set("z", 1).set("a", 0.1).set("seed", std::numeric_limits<std::uint64_t>::max()).set("n", -3).set("yes", true);
  value.set("nan", std::numeric_limits<double>::quiet_NaN()).set("low", -std::numeric_limits<double>::infinity());
  value.set("none", Json()).set("list", Json::array_of(std::vector<double>{1, 1e300})).set("empty", Json::array());
  CHECK(
      value.text(-1) ==
      "{\"z\": 1, \"a\": 0.1, \"seed\": 18446744073709551615, \"n\": -3, \"yes\": true, \"nan\": \"nan\", "
      "\"low\": \"-inf\", "
      "\"none\": null, \"list\": [1, 1e+300], \"empty\": []}");
  value.set("z", "again");
  CHECK(value.text(-1).substr(0, 14) == "{\"z\": \"again\",");
  CHECK(Json::object().set("a", Json::array().add(1)).text() == "{\n  \"a\": [\n    1\n  ]\n}");
}

TEST_CASE("json: any bytes make a valid string") {
  CHECK(Json(std::string("a\"\\\n\x01\xFF" "é\0b", 10)).text() == "\"a\\\"\\\\\\n\\u0001\uFFFDé\\u0000b\"");
  CHECK(Json("\xC3").text() == "\"\uFFFD\"");
}

TEST_CASE("json: what is written is read again") {
  const std::string text = "{\"b\": [1, -2, 0.1, \"nan\", null, true], \"a\": {\"é\": 18446744073709551615}}";
  const Json value = Json::parse(text, "v.json");
  CHECK(value.text(-1) == text);
  double number = 0;
  CHECK(((*value.find("b")->list())[2].number(number) && number == 0.1));
  CHECK(((*value.find("b")->list())[3].number(number) && number != number));
  CHECK_FALSE(value.number(number));
  CHECK(value.find("c") == nullptr);
  CHECK(value.find("a")->members()->front().first == "é");
}

TEST_CASE("json: what is no JSON is refused") {
  const auto refused = [](const std::string& text) { return refusal([&] { Json::parse(text, "v.json"); }); };
  for (const char* bad : {"", "{", "[1,]", "nan", "{'a': 1}", "\"\xFF\"", "1 2", "1e999"})
    CHECK(says(refused(bad), "v.json: no JSON"));
  CHECK(says(refused(std::string(100000, '[')), "nested deeper than 100"));
}
