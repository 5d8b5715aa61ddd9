#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>

namespace attest::detail {

/// \brief A rational number in lowest terms: two machine words where they suffice, Boost's rational where they do not.
///
/// One value has one form, so `==` compares words first. Division by zero is the caller's to exclude.
class Rational {
 public:
  struct Big;  ///< Boost's rational, defined in rational.ipp

  Rational(int n = 0) : n_(n), d_(1) {}
  explicit Rational(double finite);
  explicit Rational(const Big& value);  ///< std::length_error beyond exact_limit::rational_bits
  static Rational ratio(std::int64_t n, std::int64_t d);
  Big big() const;

  int sign() const { return n_ > 0 ? 1 : n_ < 0 ? -1 : 0; }
  bool is_one() const { return n_ == 1 && d_ == 1; }
  std::uint64_t hash() const;
  std::size_t words() const;  ///< machine words of the longer one of numerator and denominator

  Rational operator-() const;
  friend Rational operator+(const Rational&, const Rational&);
  friend Rational operator-(const Rational&, const Rational&);
  friend Rational operator*(const Rational&, const Rational&);
  friend Rational operator/(const Rational&, const Rational&);
  friend bool operator==(const Rational&, const Rational&);
  friend std::strong_ordering operator<=>(const Rational&, const Rational&);

  /// the largest positive rational of which both are whole multiples
  friend Rational common_measure(const Rational&, const Rational&);
  friend std::ostream& operator<<(std::ostream&, const Rational&);

 private:
  friend struct Words;
  Rational(std::int64_t n, std::int64_t d, std::shared_ptr<const Big> big = nullptr)
      : n_(n), d_(d), big_(std::move(big)) {}
  bool small() const { return d_ != 0; }

  std::int64_t n_, d_;              // in lowest terms, d_ > 0; or the sign and 0 when the value stands in big_
  std::shared_ptr<const Big> big_;  // only what does not fit into two words (of which the lowest one is unused)
};

}  // namespace attest::detail
