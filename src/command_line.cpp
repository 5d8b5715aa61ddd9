// The only file that knows the parsing library.
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <sstream>

#include "commands.hpp"
#include "nearest.hpp"

namespace attest::cli {

namespace {

constexpr const char* version = "attest 0.1.0";

/// Positionals in the usage line: their names, with dots where there may be several.
class Help final : public CLI::Formatter {
 public:
  Help() { column_width(30); }
  std::string make_option_usage(const CLI::Option* option) const override {
    return '[' + option->get_name(true) + (option->get_items_expected_max() > 1 ? "...]" : "]");
  }
};

class Declared final : public Options {
 public:
  explicit Declared(CLI::App& app) : app_(app) {}

  void flag(const std::string& names, bool& into, const std::string& help) override {
    app_.add_flag(names, into, help);
  }
  void value(const std::string& names, const std::string& kind, const std::string& help, Take take) override {
    app_.add_option_function<std::string>(names, std::move(take), help)->type_name(kind);
  }
  void repeated(const std::string& names, const std::string& kind, const std::string& help, Take take) override {
    each(names, help, std::move(take))->type_name(kind)->allow_extra_args(false);
  }
  void positional(const std::string& kind, const std::string& help, std::size_t at_most, Take take) override {
    each(kind, help, std::move(take))->type_name("")->expected(0, static_cast<int>(at_most));
  }

 private:
  CLI::App& app_;

  CLI::Option* each(const std::string& names, const std::string& help, Take take) {
    const auto all = [take = std::move(take)](const std::vector<std::string>& given) {
      for (const std::string& one : given) take(one);
    };
    return app_.add_option_function<std::vector<std::string>>(names, all, help);
  }
};

std::string indented(const std::string& lines) {
  std::istringstream in(lines);
  std::string text;
  for (std::string line; std::getline(in, line);) text += line.empty() ? "\n" : "  " + line + '\n';
  return text;
}

std::string overview(const std::vector<Command>& commands) {
  std::string text =
      "attest - attention, tested as it is proved\n\n"
      "Usage: attest COMMAND [OPTIONS]\n\n";
  for (const Command& command : commands)
    text += "  " + command.name + std::string(10 - command.name.size(), ' ') + command.brief + '\n';
  return text +
         "\nStart with:  attest tour\n"
         "Then:        attest COMMAND --help\n\n"
         "Every command takes --json: the same facts as one JSON value on standard output, errors too.\n"
         "Exit codes: 0 right or done; 1 wrong; 2 bad usage or input, nothing was judged; 3 not finite.\n";
}

/// Words that end the run well, on standard output: help, version.
struct Said {
  std::string words;
};

struct Read {
  std::function<Answer(Session&)> job;
  bool json = false;
};

class Reader {
 public:
  explicit Reader(const std::vector<Command>& commands) : commands_(commands) {
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "what there is");
    app_.set_version_flag("--version", version);
    app_.add_flag("--json", json_);
    for (const Command& command : commands) {
      CLI::App* sub = app_.add_subcommand(command.name, command.details.empty() ? command.brief : command.details);
      sub->set_help_flag("-h,--help", "these words");
      sub->footer("Example:\n" + indented(command.example));
      sub->formatter(std::make_shared<Help>());
      sub->add_flag("--json", json_, "the facts as JSON, nothing else on standard output");
      Declared declared(*sub);
      jobs_[command.name] = command.declare(declared);
    }
  }

  Read read(std::vector<std::string> words) {
    if (words.empty()) throw InputError("attest", "no command", "one of those above");
    if (words[0] == "help") {
      const auto name = std::find_if(words.begin() + 1, words.end(), [](const std::string& w) { return w[0] != '-'; });
      words = name == words.end() ? std::vector<std::string>{"--help"} : std::vector<std::string>{*name, "--help"};
    }
    if (words[0] == "-h" || words[0] == "--help") throw Said{overview(commands_)};
    if (words[0].substr(0, 1) != "-") know(words[0]);
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
      app_.parse(reversed);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() != 0) throw InputError(place(), plain(error.what()) + "; see " + place() + " --help");
      std::ostringstream out, none;
      app_.exit(error, out, none);
      throw Said{out.str()};
    }
    const auto chosen = app_.get_subcommands();
    if (chosen.empty()) throw InputError("attest", "no command", "one; attest --help lists them");
    return {jobs_[chosen[0]->get_name()], json_};
  }

 private:
  const std::vector<Command>& commands_;
  CLI::App app_{"attest", "attest"};
  std::map<std::string, std::function<Answer(Session&)>> jobs_;
  bool json_ = false;

  void know(const std::string& name) {
    std::vector<std::string> names;
    for (const Command& command : commands_) names.push_back(command.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    const auto near = nearest(name, names);
    throw InputError("attest", "the unknown command " + in_quotes(name), near.empty() ? or_list(names) : or_list(near));
  }
  std::string chosen() {
    const auto subs = app_.get_subcommands();
    return subs.empty() ? "" : subs[0]->get_name();
  }
  std::string place() { return chosen().empty() ? "attest" : "attest " + chosen(); }
  static std::string plain(std::string message) {
    for (char& c : message)
      if (c == '\n') c = ' ';
    return message;
  }
};

int fail(const std::string& message, const InputError* error, int code, bool json, const std::string& command) {
  if (json) {
    Json about = Json::object();
    about.set("message", message);
    if (error) about.set("what", error->name()).set("found", error->found());
    if (error && !error->expected().empty()) about.set("expected", error->expected());
    Json facts = facts_of("error");
    if (!command.empty()) facts.set("command", command);
    facts.set("error", std::move(about)).set("code", code);
    try {
      print(facts.text() + '\n');
      flush_output();
    } catch (const InputError&) {
      // Standard output is what failed; standard error still says so.
    }
  }
  std::fflush(stdout);
  const std::string words = displayable(message);
  std::fprintf(stderr, "%s%s\n", words.rfind("attest", 0) == 0 ? "" : "attest: ", words.c_str());
  return code;
}

int answered(const Read& read) {
  Session session(read.json);
  const Answer answer = read.job(session);
  session.progress("");
  if (read.json) print(answer.facts.text() + '\n');
  flush_output();
  return answer.code;
}

}  // namespace

int run(int argc, const char* const* argv) {
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  // Also a line that cannot be read is answered in JSON if that was asked for.
  bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  std::string command;
  try {
    const std::vector<Command> commands = all_commands();
    if (words.empty()) {
      std::fputs(overview(commands).c_str(), stderr);
      return 2;
    }
    for (const Command& known : commands)
      if (known.name == words[0]) command = known.name;
    Reader reader(commands);
    const Read read = reader.read(words);
    json = read.json;
    return answered(read);
  } catch (const Said& said) {
    try {
      print(said.words);
      flush_output();
      return 0;
    } catch (const InputError& error) {
      return fail(error.what(), &error, 2, false, command);
    }
  } catch (const NonFinite& error) {
    return fail(error.what(), &error, 3, json, command);
  } catch (const InputError& error) {
    return fail(error.what(), &error, 2, json, command);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory for this", nullptr, 2, json, command);
  } catch (const std::exception& error) {
    return fail(error.what(), nullptr, 2, json, command);
  }
}

}  // namespace attest::cli
