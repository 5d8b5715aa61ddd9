#pragma once
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <ostream>
#include <stdexcept>
#include "attest/arithmetic/multiprecision.hpp"

namespace attest {

struct Mp::Rep {
  using Backend = boost::multiprecision::cpp_bin_float<100>;
  using Number = boost::multiprecision::number<Backend, boost::multiprecision::et_off>;
  using Limits = std::numeric_limits<Number>;
  Number v;
};
static_assert(Mp::Rep::Limits::digits == 334);

namespace detail {
ATTEST_INLINE Mp boxed(Mp::Rep::Number v) { return Mp(Mp::Rep{std::move(v)}); }

ATTEST_INLINE Mp::Rep::Number parsed(const std::string& decimal) {
  try {
    if (!decimal.empty()) return Mp::Rep::Number(decimal);
  } catch (const std::runtime_error&) {
  }
  throw std::invalid_argument("Mp: expected a decimal number, found '" + decimal + "'");
}
}  // namespace detail

ATTEST_INLINE Mp::Mp(int n) : Mp(Rep{n}) {}
ATTEST_INLINE Mp::Mp(double x) : Mp(Rep{Rep::Number(x)}) {}
ATTEST_INLINE Mp::Mp(const std::string& decimal) : Mp(Rep{detail::parsed(decimal)}) {}
ATTEST_INLINE Mp::Mp(const Rep& value) : rep_(std::make_shared<const Rep>(value)) {}
ATTEST_INLINE Mp::operator double() const { return static_cast<double>(rep_->v); }
ATTEST_INLINE Mp Mp::epsilon() { return detail::boxed(Rep::Limits::epsilon()); }
ATTEST_INLINE Mp Mp::minus_infinity() { return detail::boxed(-Rep::Limits::infinity()); }
ATTEST_INLINE std::string Mp::str(int digits) const { return rep_->v.str(digits); }

ATTEST_INLINE Mp Mp::operator-() const { return detail::boxed(-rep_->v); }
ATTEST_INLINE Mp operator+(const Mp& a, const Mp& b) { return detail::boxed(a.rep_->v + b.rep_->v); }
ATTEST_INLINE Mp operator-(const Mp& a, const Mp& b) { return detail::boxed(a.rep_->v - b.rep_->v); }
ATTEST_INLINE Mp operator*(const Mp& a, const Mp& b) { return detail::boxed(a.rep_->v * b.rep_->v); }
ATTEST_INLINE Mp operator/(const Mp& a, const Mp& b) { return detail::boxed(a.rep_->v / b.rep_->v); }

ATTEST_INLINE bool operator==(const Mp& a, const Mp& b) { return a.rep_->v == b.rep_->v; }
ATTEST_INLINE std::partial_ordering operator<=>(const Mp& a, const Mp& b) {
  if (isnan(a) || isnan(b)) return std::partial_ordering::unordered;
  return a.rep_->v.compare(b.rep_->v) <=> 0;
}

ATTEST_INLINE Mp exp(const Mp& x) { return detail::boxed(boost::multiprecision::exp(x.rep_->v)); }
ATTEST_INLINE Mp log(const Mp& x) { return detail::boxed(boost::multiprecision::log(x.rep_->v)); }
ATTEST_INLINE Mp sqrt(const Mp& x) { return detail::boxed(boost::multiprecision::sqrt(x.rep_->v)); }
ATTEST_INLINE Mp sin(const Mp& x) { return detail::boxed(boost::multiprecision::sin(x.rep_->v)); }
ATTEST_INLINE Mp cos(const Mp& x) { return detail::boxed(boost::multiprecision::cos(x.rep_->v)); }
ATTEST_INLINE bool isnan(const Mp& x) { return (boost::multiprecision::isnan)(x.rep_->v); }
ATTEST_INLINE bool isfinite(const Mp& x) { return (boost::multiprecision::isfinite)(x.rep_->v); }
ATTEST_INLINE std::ostream& operator<<(std::ostream& o, const Mp& x) { return o << x.str(20); }

}  // namespace attest
