#pragma once
#include <compare>
#include <iosfwd>
#include <memory>
#include <string>
#include "attest/arithmetic/arithmetic.hpp"
#include "attest/arithmetic/separate.hpp"

namespace attest {

/// \brief A binary floating-point number of one hundred decimal digits: 334 bits, unit roundoff 2^-334.
///
/// Behaves like an IEEE number: there are infinities and NaN, and a NaN is unordered. A handle on an immutable shared
/// value, so copies are cheap and may be read from several threads.
class Mp {
 public:
  struct Rep;  ///< the Boost number, defined in multiprecision.ipp

  Mp(int n = 0);
  explicit Mp(double x);
  explicit Mp(const std::string& decimal);  ///< as in "3.25e-7"; std::invalid_argument for anything that is no number
  explicit Mp(const Rep& value);
  explicit operator double() const;
  const Rep& rep() const { return *rep_; }

  static Mp epsilon();  ///< 2^-333, the distance from 1 to the next larger number
  static Mp minus_infinity();

  std::string str(int digits) const;  ///< that many significant decimal digits

  Mp operator-() const;
  friend Mp operator+(const Mp&, const Mp&);
  friend Mp operator-(const Mp&, const Mp&);
  friend Mp operator*(const Mp&, const Mp&);
  friend Mp operator/(const Mp&, const Mp&);
  Mp& operator+=(const Mp& b) { return *this = *this + b; }
  Mp& operator-=(const Mp& b) { return *this = *this - b; }
  Mp& operator*=(const Mp& b) { return *this = *this * b; }
  Mp& operator/=(const Mp& b) { return *this = *this / b; }

  friend bool operator==(const Mp&, const Mp&);
  friend std::partial_ordering operator<=>(const Mp&, const Mp&);

  friend Mp exp(const Mp&);
  friend Mp log(const Mp&);
  friend Mp sqrt(const Mp&);
  friend Mp sin(const Mp&);
  friend Mp cos(const Mp&);
  friend bool isnan(const Mp&);
  friend bool isfinite(const Mp&);
  friend std::ostream& operator<<(std::ostream&, const Mp&);  ///< twenty digits

 private:
  std::shared_ptr<const Rep> rep_;
};

template <> inline constexpr bool is_arithmetic<Mp> = true;

}  // namespace attest

#ifndef ATTEST_SEPARATE
#include "attest/arithmetic/multiprecision.ipp"
#endif
