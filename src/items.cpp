#include <algorithm>
#include <memory>

#include "catalogue.hpp"
#include "commands.hpp"
#include "text/utf8.hpp"

namespace attest::cli {

namespace {

/// What the table says of an item that ran.
std::string outcome(const Json& facts) {
  const Json* verdict = facts.find("verdict");
  if (!verdict) return "not run";
  const bool* holds = verdict->find("holds")->boolean();
  return holds && *holds ? "holds" : "FAILS";
}

Answer list(Session& session, const std::string& folder) {
  Answer answer;
  answer.facts = Json::array();
  std::size_t width = 0;
  for (const Statement& item : statements) {
    width = std::max(width, item.key.size());
    answer.facts.add(facts_of(item, folder));
  }
  for (std::size_t k = 0; k < statements.size(); ++k) {
    const Statement& item = statements[k];
    session.say(text::padded(item.key, width + 2) + text::padded(source_of(item.key), 15) +
                text::padded(outcome((*answer.facts.list())[k]), 9) + std::string(item.title) + '\n');
  }
  session.say("\nattest show KEY prints one of them, attest check KEY runs it.\n");
  return answer;
}

}  // namespace

Command items_command() {
  return {"items", "list the lecture's items and their last verdicts",
          "Lists the lecture's items in order: key, source in the lecture, last verdict, title.",
          "attest items\nattest items --json --verdicts build/verdicts", [](Options& options) {
            const auto folder = std::make_shared<std::string>();
            options.text("--verdicts", "FOLDER", "where verdicts lie (default: beside this program)", *folder);
            return [folder](Session& session) { return list(session, verdict_folder(*folder)); };
          }};
}

}  // namespace attest::cli
