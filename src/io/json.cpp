#include "io/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "io/input_error.hpp"
#include "io/number.hpp"

namespace attest::cli {

namespace {

constexpr std::size_t deepest = 100;

std::string escaped(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void new_line(std::string& out, int indent, int depth) {
  if (indent >= 0) out.append(1, '\n').append(static_cast<std::size_t>(indent * depth), ' ');
}

/// Builds the value while the text is read, in time that grows with its length whatever the number of keys.
class Builder : public nlohmann::json::json_sax_t {
 public:
  explicit Builder(const std::string& file) : file_(file) {}
  Json take() { return std::move(root_); }

  bool null() override { return put({}); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override {
    open_.back().key = std::move(name);
    return true;
  }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override {
    Json::Members members = std::move(open_.back().members);
    open_.pop_back();
    refuse_twice(members);
    return put(Json(std::move(members)));
  }
  bool end_array() override {
    Json::List list = std::move(open_.back().list);
    open_.pop_back();
    return put(Json(std::move(list)));
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    throw InputError(file_, std::string("no JSON: ") + error.what());
  }

 private:
  struct Open {
    std::optional<std::string> key;  ///< of the next member; none in an array
    Json::Members members;
    Json::List list;
  };
  const std::string& file_;
  std::vector<Open> open_;
  Json root_;

  bool open() {
    if (open_.size() == deepest) throw InputError(file_, "JSON nested deeper than " + std::to_string(deepest));
    open_.emplace_back();
    return true;
  }
  bool put(Json value) {
    if (open_.empty()) root_ = std::move(value);
    else if (open_.back().key) open_.back().members.emplace_back(std::move(*open_.back().key), std::move(value));
    else open_.back().list.push_back(std::move(value));
    return true;
  }
  void refuse_twice(const Json::Members& members) const {
    std::vector<std::string_view> names;
    for (const auto& member : members) names.push_back(member.first);
    std::sort(names.begin(), names.end());
    const auto twin = std::adjacent_find(names.begin(), names.end());
    if (twin != names.end()) throw InputError(file_, "the key " + in_quotes(*twin) + " twice in one object");
  }
};

}  // namespace

Json Json::object() { return Json(Members()); }
Json Json::array() { return Json(List()); }

Json& Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Members();
  auto& members = std::get<Members>(value_);
  for (auto& [name, old] : members)
    if (name == key) {
      old = std::move(value);
      return *this;
    }
  members.emplace_back(std::string(key), std::move(value));
  return *this;
}

Json& Json::add(Json value) {
  if (is_null()) value_ = List();
  std::get<List>(value_).push_back(std::move(value));
  return *this;
}

const Json* Json::find(std::string_view key) const {
  if (const Members* all = members())
    for (const auto& [name, value] : *all)
      if (name == key) return &value;
  return nullptr;
}

bool Json::number(double& value) const {
  if (const auto* real = std::get_if<double>(&value_)) value = *real;
  else if (const auto* whole = std::get_if<std::int64_t>(&value_)) value = static_cast<double>(*whole);
  else if (const auto* natural = std::get_if<std::uint64_t>(&value_)) value = static_cast<double>(*natural);
  else if (const std::string* word = string(); word && *word == "nan") value = std::numeric_limits<double>::quiet_NaN();
  else if (word && *word == "inf") value = std::numeric_limits<double>::infinity();
  else if (word && *word == "-inf") value = -std::numeric_limits<double>::infinity();
  else return false;
  return true;
}

void Json::write(std::string& out, int indent, int depth) const {
  if (const auto* real = std::get_if<double>(&value_)) {
    out += std::isfinite(*real) ? shortest(*real) : '"' + shortest(*real) + '"';
  } else if (const auto* whole = std::get_if<std::int64_t>(&value_)) {
    out += std::to_string(*whole);
  } else if (const auto* natural = std::get_if<std::uint64_t>(&value_)) {
    out += std::to_string(*natural);
  } else if (const bool* truth = boolean()) {
    out += *truth ? "true" : "false";
  } else if (const std::string* words = string()) {
    out += escaped(*words);
  } else if (const List* values = list()) {
    out += '[';
    for (const Json& value : *values) {
      if (&value != values->data()) out += indent < 0 ? ", " : ",";
      new_line(out, indent, depth + 1);
      value.write(out, indent, depth + 1);
    }
    if (!values->empty()) new_line(out, indent, depth);
    out += ']';
  } else if (const Members* all = members()) {
    out += '{';
    for (const auto& member : *all) {
      if (&member != all->data()) out += indent < 0 ? ", " : ",";
      new_line(out, indent, depth + 1);
      out.append(escaped(member.first)).append(": ");
      member.second.write(out, indent, depth + 1);
    }
    if (!all->empty()) new_line(out, indent, depth);
    out += '}';
  } else {
    out += "null";
  }
}

std::string Json::text(int indent) const {
  std::string out;
  write(out, indent, 0);
  return out;
}

Json Json::parse(std::string_view text, const std::string& file) {
  Builder builder(file);
  nlohmann::json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace attest::cli
