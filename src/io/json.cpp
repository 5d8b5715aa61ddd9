#include "io/json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/input_error.hpp"
#include "io/number.hpp"

namespace attest::cli {

namespace {

using Parsed = nlohmann::ordered_json;
constexpr int deepest = 100;

std::string escaped(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void new_line(std::string& out, int indent, int depth) {
  if (indent >= 0) out.append(1, '\n').append(static_cast<std::size_t>(indent * depth), ' ');
}

Json converted(const Parsed& from) {
  switch (from.type()) {
    case Parsed::value_t::boolean: return from.get<bool>();
    case Parsed::value_t::number_integer: return from.get<std::int64_t>();
    case Parsed::value_t::number_unsigned: return from.get<std::uint64_t>();
    case Parsed::value_t::number_float: return from.get<double>();
    case Parsed::value_t::string: return from.get<std::string>();
    case Parsed::value_t::array: {
      Json list = Json::array();
      for (const Parsed& value : from) list.add(converted(value));
      return list;
    }
    case Parsed::value_t::object: {
      Json object = Json::object();
      for (const auto& [key, value] : from.items()) object.set(key, converted(value));
      return object;
    }
    default: return {};
  }
}

}  // namespace

Json Json::object() {
  Json value;
  value.value_ = Members();
  return value;
}

Json Json::array() {
  Json value;
  value.value_ = List();
  return value;
}

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
  const auto shallow = [&file](int depth, Parsed::parse_event_t, Parsed&) {
    if (depth > deepest) throw InputError(file, "JSON nested deeper than " + std::to_string(deepest));
    return true;
  };
  try {
    return converted(Parsed::parse(text, shallow));
  } catch (const Parsed::exception& error) {
    throw InputError(file, std::string("no JSON: ") + error.what());
  }
}

}  // namespace attest::cli
