#pragma once
#include <algorithm>
#include <ostream>
#include <utility>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Cost: how many operations a computation makes, and how many numbers it keeps.
namespace attest {

/// \brief How many operations of each kind.
struct Count {
  Index additions = 0, subtractions = 0, multiplications = 0, divisions = 0, exponentials = 0;
  Index functions = 0;    ///< roots, logarithms, sines and cosines
  Index comparisons = 0;  ///< a maximum is one

  bool operator==(const Count&) const = default;
  friend Count operator+(const Count& a, const Count& b) {
    return {a.additions + b.additions, a.subtractions + b.subtractions, a.multiplications + b.multiplications,
            a.divisions + b.divisions, a.exponentials + b.exponentials, a.functions + b.functions,
            a.comparisons + b.comparisons};
  }
  friend Count operator-(const Count& a, const Count& b) {
    return {a.additions - b.additions, a.subtractions - b.subtractions, a.multiplications - b.multiplications,
            a.divisions - b.divisions, a.exponentials - b.exponentials, a.functions - b.functions,
            a.comparisons - b.comparisons};
  }
  friend Count operator*(Index n, const Count& a) {
    return {n * a.additions, n * a.subtractions, n * a.multiplications, n * a.divisions, n * a.exponentials,
            n * a.functions, n * a.comparisons};
  }
  friend std::ostream& operator<<(std::ostream& out, const Count& a) {
    return out << a.additions << " additions, " << a.subtractions << " subtractions, " << a.multiplications
               << " multiplications, " << a.divisions << " divisions, " << a.exponentials << " exponentials, "
               << a.functions << " functions, " << a.comparisons << " comparisons";
  }
};

/// \brief What one thread has done with counted numbers since it began.
struct CountedTally {
  Count count;
  long stored = 0, most_stored = 0;  ///< numbers that exist now, and the most there ever were

  static CountedTally& here() {
    static thread_local CountedTally tally;
    return tally;
  }
};

/// \brief A scope of counting: what this thread does with counted numbers from its construction on.
///
/// Scopes nest; the outer one sees what the inner one saw.
class Counting {
  Count before_ = CountedTally::here().count;
  long stored_ = CountedTally::here().stored, outer_most_ = CountedTally::here().most_stored;

 public:
  Counting() { CountedTally::here().most_stored = stored_; }
  ~Counting() { CountedTally::here().most_stored = std::max(outer_most_, CountedTally::here().most_stored); }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  /// \brief The operations so far.
  Count count() const { return CountedTally::here().count - before_; }
  /// \brief How many more numbers exist than at the beginning; fewer are negative.
  long stored() const { return CountedTally::here().stored - stored_; }
  /// \brief The largest value that stored() ever had, temporaries included.
  long most_stored() const { return CountedTally::here().most_stored - stored_; }
};

/// \brief A number that counts what is done with it, and that it exists. Its values are those of R.
///
/// Numbers are to be destroyed by the thread that made them, or stored() of either is off.
template <class R> struct Counted {
  R v{0};

  Counted() { born(); }
  Counted(int c) : v(R(c)) { born(); }
  explicit Counted(R value) : v(std::move(value)) { born(); }
  Counted(const Counted& x) : v(x.v) { born(); }
  Counted(Counted&& x) noexcept(noexcept(R(std::move(x.v)))) : v(std::move(x.v)) { born(); }
  Counted& operator=(const Counted&) = default;
  Counted& operator=(Counted&&) = default;
  ~Counted() { --CountedTally::here().stored; }
  static Counted minus_infinity() { return Counted(attest::minus_infinity<R>()); }

  friend Counted operator+(const Counted& a, const Counted& b) { return ++tally().additions, Counted(a.v + b.v); }
  friend Counted operator-(const Counted& a, const Counted& b) { return ++tally().subtractions, Counted(a.v - b.v); }
  friend Counted operator*(const Counted& a, const Counted& b) {
    return ++tally().multiplications, Counted(a.v * b.v);
  }
  friend Counted operator/(const Counted& a, const Counted& b) { return ++tally().divisions, Counted(a.v / b.v); }
  Counted operator-() const { return Counted(0) - *this; }
  Counted& operator+=(const Counted& b) { return *this = *this + b; }
  Counted& operator-=(const Counted& b) { return *this = *this - b; }
  Counted& operator*=(const Counted& b) { return *this = *this * b; }
  Counted& operator/=(const Counted& b) { return *this = *this / b; }
  friend bool operator==(const Counted& a, const Counted& b) { return ++tally().comparisons, a.v == b.v; }
  friend auto operator<=>(const Counted& a, const Counted& b) { return ++tally().comparisons, a.v <=> b.v; }

  friend Counted exp(const Counted& x) { return ++tally().exponentials, Counted(exp(x.v)); }
  friend Counted log(const Counted& x) { return ++tally().functions, Counted(log(x.v)); }
  friend Counted sqrt(const Counted& x) { return ++tally().functions, Counted(sqrt(x.v)); }
  friend Counted sin(const Counted& x) { return ++tally().functions, Counted(sin(x.v)); }
  friend Counted cos(const Counted& x) { return ++tally().functions, Counted(cos(x.v)); }
  friend Counted max(const Counted& a, const Counted& b) { return ++tally().comparisons, Counted(max(a.v, b.v)); }
  friend std::ostream& operator<<(std::ostream& out, const Counted& x) { return out << x.v; }

 private:
  static Count& tally() { return CountedTally::here().count; }
  static void born() {
    CountedTally& here = CountedTally::here();
    here.most_stored = std::max(here.most_stored, ++here.stored);
  }
};
template <class R> inline constexpr bool is_arithmetic<Counted<R>> = is_arithmetic<R>;

}
