#include <memory>

#include "catalogue.hpp"
#include "commands.hpp"
#include "io/number.hpp"
#include "text/utf8.hpp"

namespace attest::cli {

namespace {

constexpr std::size_t line_width = 100;

/// Paragraphs broken into lines; those that are indented are formulas and stay.
std::string wrapped(std::string_view words, const std::string& margin) {
  std::string text, line;
  const auto end_line = [&] {
    if (!line.empty()) text += margin + line + '\n';
    line.clear();
  };
  const auto paragraph = [&](std::string_view part) {
    if (part.substr(0, 4) == "    ") {
      text += margin + std::string(part) + '\n';
      return;
    }
    for (std::size_t first = 0; first < part.size();) {
      const std::size_t blank = std::min(part.find_first_of(" \n", first), part.size());
      const std::string word(part.substr(first, blank - first));
      first = blank + 1;
      if (word.empty()) continue;
      if (!line.empty() && margin.size() + text::columns(line) + 1 + text::columns(word) > line_width) end_line();
      line += (line.empty() ? "" : " ") + word;
    }
    end_line();
  };
  while (!words.empty()) {
    const std::size_t gap = words.find("\n\n");
    paragraph(words.substr(0, gap));
    words = gap == words.npos ? std::string_view() : words.substr(gap + 2);
    if (!words.empty()) text += '\n';
  }
  return text;
}

std::string indented(std::string_view code) {
  while (!code.empty() && code.back() == '\n') code.remove_suffix(1);
  std::string text = "  ";
  for (const char c : code) (text += c) += c == '\n' ? "  " : "";
  return text + '\n';
}

/// The last verdict as it stands in its file, for people.
std::string last_verdict(const Statement& item, const std::string& folder) {
  const auto verdict = verdict_of(item.key, folder);
  if (!verdict) return "Not run yet: attest check " + std::string(item.key) + '\n';
  double seed = 0, cases = 0;
  verdict->find("seed")->number(seed);
  verdict->find("cases")->number(cases);
  const bool* holds = verdict->find("holds")->boolean();
  std::string text = std::string("Last verdict: ") + (*holds ? "holds" : "FAILS") + " (seed " + shortest(seed) + ", " +
                     shortest(cases) + " cases)\n" + verdict_lines(*verdict) +
                     "  =: equal, a number: worst error over proved bound, -: this world cannot speak about it\n";
  if (const Json* refutation = verdict->find("refutation"); refutation && refutation->string())
    text += "\n" + *refutation->string();
  return text;
}

Answer show(Session& session, const Statement& item, const std::string& folder) {
  const Json about = facts_of(item, folder);
  session.say(std::string(item.title) + '\n' + "  " + std::string(item.key) + ", " + source_of(item.key) +
              (item.section.empty() ? "" : ", section " + std::string(item.section)) + "\n\n");
  if (!item.statement.empty()) session.say(wrapped(item.statement, "  ") + '\n');
  for (const Clause& clause : item.clauses) {
    std::string lines = wrapped(clause.text, "      ");
    lines.replace(0, 6, {' ', ' ', '(', clause.letter, ')', ' '});
    session.say(lines);
  }
  if (!item.proof.empty()) {
    session.say("\nProof\n");
    session.say(wrapped(item.proof, "  "));
  }
  if (!item.file.empty()) {
    session.say("\n");
    session.say(std::string(item.file) + ':' + std::to_string(item.line) + '\n' + indented(item.code));
  }
  session.say("\n");
  session.say(last_verdict(item, folder));
  Json facts = facts_of("show");
  for (const auto& [name, value] : *about.members()) facts.set(name, value);
  facts.set("statement", item.statement).set("proof", item.proof);
  facts.set("code", item.code).set("file", item.file).set("line", item.line);
  return {0, std::move(facts)};
}

}  // namespace

Command show_command() {
  return {"show", "print one item: statement, proof, property, last verdict",
          "Prints one item of the lecture: statement, clauses, proof, the property that checks it, its last verdict.",
          "attest show proposition_4_3\nattest show 4.3", [](Options& options) {
            struct Settings {
              std::string key, folder;
            };
            const auto settings = std::make_shared<Settings>();
            options.positional("KEY", "a key, or a number of the lecture as in 4.3", 1,
                               [settings](const std::string& given) { settings->key = given; });
            options.text("--verdicts", "FOLDER", "where verdicts lie (default: beside this program)", settings->folder);
            return [settings](Session& session) {
              if (settings->key.empty()) throw InputError("attest show", "no key", "one, as attest items lists them");
              return show(session, item_of(settings->key), verdict_folder(settings->folder));
            };
          }};
}

}  // namespace attest::cli
