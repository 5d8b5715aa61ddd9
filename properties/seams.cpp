// The only translation unit that knows RapidCheck: it draws, and it runs a theorem over many draws.
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>
#include <cstdlib>
#include "run.hpp"
namespace attest {
namespace {

std::vector<Statement>& statements() {
  static std::vector<Statement> all;
  return all;
}

int cases_for(const Statement& statement, std::size_t shape, int cases) {
  if (statement.entry.kind != Kind::property) return shape == 0 ? 1 : 0;    // nothing is drawn
  const int share = int(statement.share);
  if (shapes[shape].floats_only) return statement.entry.worlds & float_worlds ? 1 + cases / (200 * share) : 0;
  return 1 + (shape == 0 ? cases / 10 : cases) / share;
}

std::string replay(const Statement& statement, Settings settings) {
  return "attest check " + std::string(statement.entry.key) + " --seed " + std::to_string(settings.seed) + " --cases " +
         std::to_string(settings.cases);
}

void run_shape(const Statement& statement, std::size_t shape, Verdict& verdict) {
  rc::detail::TestParams params;
  params.seed = verdict.settings.seed;
  params.maxSuccess = cases_for(statement, shape, verdict.settings.cases);
  if (params.maxSuccess == 0) return;
  rc::detail::TestMetadata meta;
  meta.id = meta.description = std::string(statement.entry.key) + ", T = " + std::to_string(shapes[shape].T);
  rc::detail::TestListenerAdapter silent;
  std::string last;
  const auto result = rc::detail::checkTestable(
      [&] {
        const Run run = statement.run(shapes[shape]);
        try {
          run.check(verdict.worlds);
        } catch (const std::exception& e) {
          last = std::string(e.what()) + "\nfor\n" + run.show();
          RC_FAIL("refuted");
        }
      },
      meta, params, silent, std::unordered_map<std::string, rc::detail::Reproduce>());
  if (result.template is<rc::detail::SuccessResult>()) return;
  if (last.empty()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    last = text.str();
  }
  verdict.refutation =
      std::string(statement.entry.key) + ": " + last + "replay: " + replay(statement, verdict.settings) + "\n";
}

std::string letters(const std::set<char>& set) { return {set.begin(), set.end()}; }

Fall hunt(const Statement& statement, const Impostor& impostor) {
  std::set<char> broken, meant(impostor.clauses.begin(), impostor.clauses.end());
  const auto fallen = [&] { return std::includes(broken.begin(), broken.end(), meant.begin(), meant.end()); };
  const bool drawn = statement.entry.kind == Kind::property;
  rc::Random random(1);
  for (int trial = 0; trial < (drawn ? 400 : 1) && !fallen(); ++trial) {
    const auto once = [&] {
      Tallies tallies;
      for (const char* world : {"exact", "dyadic", "mp100", "double", "float"}) tallies[world].hunting = true;
      try {
        impostor.run(shapes[trial % 4 == 3 ? 1 : 2]).check(tallies);
      } catch (const std::domain_error&) {
        // The impostor left the exponential field; what it broke before counts.
      }
      for (const auto& [world, tally] : tallies) broken.insert(tally.broken.begin(), tally.broken.end());
      return 0;
    };
    (void)rc::gen::exec(once)(random.split(), 20 + trial % 60).value();
  }
  return {impostor.name, impostor.clauses, letters(broken)};
}

void check_order(Verdict& verdict) {
  const auto& entry = verdict.entry;
  const std::set<char> registered(entry.clauses.begin(), entry.clauses.end());
  for (auto& [world, tally] : verdict.worlds) {
    for (const char c : entry.clauses)
      if (status(tally.at[c]).empty())
        verdict.disorder.push_back(world + ": clause (" + c + ") is neither claimed nor silent");
    for (const auto& [c, finding] : tally.at)
      if (!registered.contains(c))
        verdict.disorder.push_back(world + ": clause (" + c + ") is claimed, the registry does not have it");
  }
  std::set<char> unbroken = registered;
  for (const auto& fall : verdict.impostors) {
    for (const char c : fall.meant) {
      if (fall.broke.find(c) == std::string::npos)
        verdict.disorder.push_back("the impostor \"" + fall.name + "\" should break (" + c + ") and broke \"" +
                                   fall.broke + "\"");
      unbroken.erase(c);
    }
  }
  if (!unbroken.empty()) verdict.disorder.push_back("no impostor breaks " + letters(unbroken));
}

}

std::string status(const Finding& f) {
  if (f.fails) return "fails";
  if (f.within) return "within";
  if (f.equal) return "equal";
  if (f.held) return "held";
  return f.silent.empty() ? "" : "silent";
}

const Statement* statement_of(std::string_view key) {
  for (const auto& s : statements())
    if (s.entry.key == key) return &s;
  return nullptr;
}

Verdict prove(const Statement& statement, Settings settings) {
  Verdict verdict{statement.entry, settings, {}, {}, {}, {}};
  for (std::size_t shape = 0; shape < std::size(shapes) && verdict.refutation.empty(); ++shape)
    run_shape(statement, shape, verdict);
  if (!verdict.refutation.empty()) return verdict;
  for (const auto& impostor : statement.impostors) verdict.impostors.push_back(hunt(statement, impostor));
  check_order(verdict);
  return verdict;
}

Settings settings_from_environment() {
  Settings settings;
  const auto number = [](const char* name, auto& into, unsigned long long most) {
    const char* text = std::getenv(name);
    if (!text || !*text) return;
    std::size_t used = 0;
    unsigned long long value = most + 1;
    try {
      value = std::stoull(text, &used);
    } catch (const std::exception&) {
    }
    if (used != std::string(text).size() || *text == '-' || value > most)
      throw std::invalid_argument(std::string(name) + " is \"" + text + "\", expected a whole number from 0 to " +
                                  std::to_string(most));
    into = static_cast<std::remove_reference_t<decltype(into)>>(value);
  };
  number("ATTEST_SEED", settings.seed, ~0ull - 1);
  number("ATTEST_CASES", settings.cases, 1000000);
  return settings;
}

namespace seam {
long draw(long lowest, long highest) {
  if (lowest > 0 || highest < 0 || (lowest == 0)) return *rc::gen::inRange(lowest, highest + 1);
  // 0, -1, 1, -2, 2, …: inRange shrinks towards its lowest number, which must stand for 0.
  const long k = *rc::gen::inRange(0L, highest - lowest + 1), both = 2 * std::min(-lowest, highest);
  if (k > both) return -lowest > highest ? -(k - highest) : k + lowest;
  return k % 2 ? -(k + 1) / 2 : k / 2;
}
bool enter(Statement statement) {
  statements().push_back(std::move(statement));
  return true;
}
}
}
