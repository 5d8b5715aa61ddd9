#pragma once
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attest::cli {

/// A JSON value. Keys keep the order in which they were set. Numbers print shortest and read back as themselves; as
/// JSON has no others, non-finite ones are the strings "nan", "inf", "-inf". Bytes that are no UTF-8 are replaced.
class Json {
 public:
  using List = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  Json(double value) : value_(value) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  template <std::integral T>
  Json(T value) {
    if constexpr (std::same_as<T, bool>) value_ = value;
    else if constexpr (std::signed_integral<T>) value_ = static_cast<std::int64_t>(value);
    else value_ = static_cast<std::uint64_t>(value);
  }

  explicit Json(List values) : value_(std::move(values)) {}
  explicit Json(Members members) : value_(std::move(members)) {}

  static Json object();
  static Json array();
  template <class Range>
  static Json array_of(const Range& values) {
    Json list = array();
    for (const auto& value : values) list.add(Json(value));
    return list;
  }

  Json& set(std::string_view key, Json value);  ///< in an object (null becomes one); the same key again replaces
  Json& add(Json value);                        ///< to an array (null becomes one)

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  const Json* find(std::string_view key) const;  ///< nullptr where this is no object or has no such key
  const List* list() const { return std::get_if<List>(&value_); }
  const Members* members() const { return std::get_if<Members>(&value_); }
  const std::string* string() const { return std::get_if<std::string>(&value_); }
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  bool number(double& value) const;  ///< false where this is no number; understands "nan", "inf", "-inf"

  std::string text(int indent = 2) const;  ///< a negative indent: all in one line

  /// Refused with an InputError that names `file`: what is no JSON, nested deeper than 100, a key twice in one object.
  static Json parse(std::string_view text, const std::string& file);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Members> value_;
  void write(std::string& out, int indent, int depth) const;
};

}  // namespace attest::cli
