#pragma once
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Provenance: which inputs reached a value.
namespace attest {

/// \brief A set of input tags, 0 to 63.
using Provenance = std::uint64_t;

/// \brief The set that holds one tag; more than 64 are refused.
inline Provenance tag(Index i) {
  if (i >= 64)
    throw std::length_error("Traced: tag " + std::to_string(i) + ", but at most 64 inputs (0 to 63) can be told apart");
  return Provenance(1) << i;
}

/// \brief A value and the set of inputs that it was computed from, whatever the numbers were: \f$ 0 \cdot x \f$ depends on
/// \f$ x \f$.
///
/// A maximum depends on both its arguments. What a comparison decides cannot be seen in a value, so comparisons add what
/// they looked at to `Traced::compared`, for the whole thread, until it is set back.
template <class R> struct Traced {
  R v{0};
  Provenance from = 0;
  inline static thread_local Provenance compared = 0;

  Traced() = default;
  Traced(int c) : v(R(c)) {}
  explicit Traced(R value, Provenance set = 0) : v(std::move(value)), from(set) {}
  static Traced minus_infinity() { return Traced(attest::minus_infinity<R>()); }

  friend Traced operator+(const Traced& a, const Traced& b) { return Traced(a.v + b.v, a.from | b.from); }
  friend Traced operator-(const Traced& a, const Traced& b) { return Traced(a.v - b.v, a.from | b.from); }
  friend Traced operator*(const Traced& a, const Traced& b) { return Traced(a.v * b.v, a.from | b.from); }
  friend Traced operator/(const Traced& a, const Traced& b) { return Traced(a.v / b.v, a.from | b.from); }
  Traced operator-() const { return Traced(R(0) - v, from); }
  Traced& operator+=(const Traced& b) { return *this = *this + b; }
  Traced& operator-=(const Traced& b) { return *this = *this - b; }
  Traced& operator*=(const Traced& b) { return *this = *this * b; }
  Traced& operator/=(const Traced& b) { return *this = *this / b; }
  friend bool operator==(const Traced& a, const Traced& b) { return look(a, b), a.v == b.v; }
  friend auto operator<=>(const Traced& a, const Traced& b) { return look(a, b), a.v <=> b.v; }

  friend Traced exp(const Traced& x) { return Traced(exp(x.v), x.from); }
  friend Traced log(const Traced& x) { return Traced(log(x.v), x.from); }
  friend Traced sqrt(const Traced& x) { return Traced(sqrt(x.v), x.from); }
  friend Traced sin(const Traced& x) { return Traced(sin(x.v), x.from); }
  friend Traced cos(const Traced& x) { return Traced(cos(x.v), x.from); }
  friend Traced max(const Traced& a, const Traced& b) { return Traced(max(a.v, b.v), a.from | b.from); }
  friend std::ostream& operator<<(std::ostream& out, const Traced& x) { return out << x.v << " from " << x.from; }

 private:
  static void look(const Traced& a, const Traced& b) { compared |= a.from | b.from; }
};
template <class R> inline constexpr bool is_arithmetic<Traced<R>> = is_arithmetic<R>;

}
