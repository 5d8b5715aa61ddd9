#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "catalogue.hpp"
#include "commands.hpp"
#include "io/bytes.hpp"
#include "run.hpp"

namespace attest::cli {

namespace {

struct CheckSettings {
  std::vector<std::string> keys;
  std::string folder;
  std::string seed, cases;  ///< as given; empty: from the environment, or the usual
  bool force = false;
};

constexpr std::uint64_t most_cases = 1000000;

/// The items that were asked for, or all that have a property.
std::vector<const Statement*> chosen(const CheckSettings& settings) {
  std::vector<const Statement*> items;
  for (const std::string& word : settings.keys) {
    const Statement& item = item_of(word);
    if (!statement_of(item.key))
      throw InputError(std::string(item.key), "has no property of its own", "an item that can be run");
    items.push_back(&item);
  }
  if (!settings.keys.empty()) return items;
  for (const Statement& item : statements)
    if (statement_of(item.key)) items.push_back(&item);
  return items;
}

std::string file_of(const Statement& item, const std::string& folder) {
  return (std::filesystem::path(folder) / (std::string(item.key) + ".json")).string();
}

void check_folder(const std::vector<const Statement*>& items, const CheckSettings& settings) {
  if (settings.folder.empty()) return;
  std::error_code error;
  const auto status = std::filesystem::status(settings.folder, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
    throw InputError(settings.folder, "is no folder", "a folder for verdicts");
  if (std::filesystem::exists(status))
    for (const Statement* item : items) io::check_output(file_of(*item, settings.folder), {settings.force, {}});
}

std::string shortfall(const Verdict& verdict) {
  std::string text = verdict.refutation.empty() ? "" : "\n" + verdict.refutation;
  for (const std::string& line : verdict.disorder) text += "  " + line + '\n';
  return text;
}

Settings settings_of(const CheckSettings& given) {
  Settings settings = settings_from_environment();
  if (!given.seed.empty()) settings.seed = whole_number("--seed", given.seed, 0, ~std::uint64_t(0) - 1);
  if (!given.cases.empty()) settings.cases = static_cast<int>(whole_number("--cases", given.cases, 0, most_cases));
  return settings;
}

Answer check(Session& session, const CheckSettings& given) {
  const auto items = chosen(given);
  check_folder(items, given);
  const Settings settings = settings_of(given);
  Answer answer;
  Json verdicts = Json::array();
  std::size_t failed = 0;
  for (const Statement* item : items) {
    session.progress(std::string(item->key) + " …");
    const Verdict verdict = prove(*statement_of(item->key), settings);
    if (!given.folder.empty()) write(verdict, given.folder);
    session.say(to_text(verdict) + shortfall(verdict));
    verdicts.add(Json::parse(to_json(verdict), std::string(item->key)));
    failed += !verdict.holds();
  }
  answer.code = failed > 0 ? 1 : 0;
  const std::string all = std::to_string(items.size());
  session.say("\n");
  session.say(failed == 0 ? "all " + all + " hold" : std::to_string(failed) + " of " + all + " fail");
  session.say(" (seed " + std::to_string(settings.seed) + ", " + std::to_string(settings.cases) + " cases)\n");
  answer.facts = facts_of("check");
  answer.facts.set("seed", settings.seed).set("cases", settings.cases).set("holds", failed == 0);
  answer.facts.set("verdicts", std::move(verdicts));
  return answer;
}

}  // namespace

Command check_command() {
  return {"check", "run the properties of one item, or of all",
          "Runs the properties: every clause in exact arithmetic, 100 digits, double and float, and its impostors.",
          "attest check proposition_4_3 --seed 7 --cases 500\nattest check --verdicts verdicts", [](Options& options) {
            const auto settings = std::make_shared<CheckSettings>();
            options.positional("KEY", "items to run, as attest items lists them (default: all)", 1000,
                               [settings](const std::string& given) { settings->keys.push_back(given); });
            options.text("--seed", "N", "of the draws (default: ATTEST_SEED, or 1)", settings->seed);
            options.text("--cases", "N", "draws for each shape (default: ATTEST_CASES, or 100)", settings->cases);
            options.text("--verdicts", "FOLDER", "write each verdict there, as KEY.json", settings->folder);
            options.flag("-f,--force", settings->force, "replace verdicts that are there");
            return [settings](Session& session) { return check(session, *settings); };
          }};
}

}  // namespace attest::cli
