// The only property file that knows JSON: verdicts as files, and as lines for people.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include "run.hpp"
namespace attest {
namespace {

constexpr const char* order[]{"exact", "dyadic", "mp100", "double", "float"};

std::string digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

std::string cell(const Finding& f) {
  const auto s = status(f);
  return s == "within"   ? digits(f.worst)
         : s == "equal"  ? "="
         : s == "held"   ? "holds"
         : s == "silent" ? "-"
         : s == "fails"  ? "FAILS"
                         : "?";
}

}

std::string to_json(const Verdict& verdict) {
  nlohmann::ordered_json json{{"key", verdict.entry.key},
                              {"seed", verdict.settings.seed},
                              {"cases", verdict.settings.cases},
                              {"holds", verdict.holds()}};
  auto& worlds = json["worlds"] = nlohmann::ordered_json::object();
  for (const char* name : order) {
    const auto tally = verdict.worlds.find(name);
    if (tally == verdict.worlds.end()) continue;
    auto& clauses = worlds[name] = nlohmann::ordered_json::object();
    for (const auto& [c, f] : tally->second.at) {
      nlohmann::ordered_json one{{"status", status(f)}, {"worst", nullptr}, {"checks", f.checks}};
      if (f.within) one["worst"] = f.worst;
      if (f.fails) one["why"] = f.why;
      else if (status(f) == "silent") one["why"] = f.silent;
      clauses[std::string(1, c)] = one;
    }
  }
  auto& impostors = json["impostors"] = nlohmann::ordered_json::array();
  for (const auto& fall : verdict.impostors)
    impostors.push_back({{"name", fall.name}, {"meant", fall.meant}, {"broke", fall.broke}});
  if (!verdict.refutation.empty()) json["refutation"] = verdict.refutation;
  if (!verdict.disorder.empty()) json["disorder"] = verdict.disorder;
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string to_text(const Verdict& verdict) {
  std::string text(verdict.entry.key);
  text += verdict.holds() ? "" : "  FAILS";
  text += '\n';
  for (const char c : verdict.entry.clauses) {
    text += std::string("  (") + c + ")";
    for (const char* name : order) {
      const auto tally = verdict.worlds.find(name);
      if (tally == verdict.worlds.end()) continue;
      const auto f = tally->second.at.find(c);
      text += std::string("  ") + name + " " + (f == tally->second.at.end() ? "?" : cell(f->second));
    }
    text += '\n';
  }
  return text;
}

void write(const Verdict& verdict, const std::string& folder) {
  namespace fs = std::filesystem;
  fs::create_directories(folder);
  const fs::path file = fs::path(folder) / (std::string(verdict.entry.key) + ".json"), beside = file.string() + ".new";
  {
    std::ofstream out(beside, std::ios::binary);
    out << to_json(verdict);
    if (!out.flush()) throw std::runtime_error("verdict: cannot write " + beside.string());
  }
  fs::rename(beside, file);
}

}
