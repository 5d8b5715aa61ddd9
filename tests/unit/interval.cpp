#include "attest/arithmetic/interval.hpp"
#include <random>
#include "attest/arithmetic/exact.hpp"
#include "attest/bound/rates.hpp"
#include "attest/lecture/s5_lse.hpp"
#include "catch.hpp"
using attest::Interval, attest::Mp, attest::Exact, attest::Index;
namespace {

using Row = attest::Vector<Interval, attest::dynamic>;
// The total variation between the softmaxes of two rows, enclosed.
Interval variation(const Row& p, const Row& q) {
  Interval sum = 0;
  for (Index j = 0; j < p.rows(); ++j) sum += max(p(j) - q(j), q(j) - p(j));
  return sum / Interval(2);
}

}

TEST_CASE("an interval holds the exact value of what was computed in it") {
  std::mt19937_64 source(1);
  const auto draw = [&] { return double(int(source() % 2049) - 1024) / 256; };
  for (int n = 0; n < 200; ++n) {
    attest::Vector<Exact, 3> s;
    attest::Vector<Interval, 3> t;
    for (Index j = 0; j < 3; ++j) {
      const double x = draw();
      s(j) = Exact(x), t(j) = Interval(x);
    }
    const auto p = attest::softmax(s);
    const auto q = attest::softmax(t);
    for (Index j = 0; j < 3; ++j) {
      const Mp truth = to_mp(p(j));                                       // off by at most one unit in the last place
      CHECK(q(j).lo() < truth);
      CHECK(truth < q(j).hi());
    }
  }
}

TEST_CASE("an interval does not answer what it cannot know") {
  const Interval third = Interval(1) / Interval(3), sum = third + third + third;
  CHECK_THROWS_AS(sum == Interval(1), std::domain_error);
  CHECK_THROWS_AS(sum < Interval(1), std::domain_error);
  CHECK_THROWS_AS(Interval(1) / (sum - Interval(1)), std::domain_error);
  CHECK_THROWS_AS(log(sum - Interval(1)), std::domain_error);
  CHECK_THROWS_AS(sqrt(sum - Interval(1)), std::domain_error);
  CHECK_THROWS_AS(Interval(std::numeric_limits<double>::quiet_NaN()), std::domain_error);
  CHECK(Interval(1) < Interval(2));
  CHECK_FALSE(Interval(2) < Interval(2));
  CHECK(Interval(2) == Interval(2));
  CHECK(exp(Interval(1)) < Interval(3));
  CHECK(third < sum);
}

// Both sides are irrational, so neither the exponential field nor a rounded number decides this one.
TEST_CASE("certain: the total variation of two softmaxes is at most tanh of a quarter of the oscillation") {
  std::mt19937_64 source(2);
  for (int n = 0; n < 200; ++n) {
    const Index T = 2 + source() % 5;
    attest::Vector<Interval, attest::dynamic> s(T), t(T);
    double low = 0, high = 0;
    for (Index j = 0; j < T; ++j) {
      const double x = double(int(source() % 257) - 128) / 32, move = double(int(source() % 257) - 128) / 32;
      s(j) = Interval(x), t(j) = Interval(x + move);
      low = j ? std::min(low, move) : move, high = j ? std::max(high, move) : move;
    }
    if (low == high) continue;                                            // equal softmaxes: 0 <= 0 is never certain
    const auto p = attest::softmax(s), q = attest::softmax(t);
    CHECK(variation(p, q) <= attest::bound::total_variation_most(Interval(high - low)));
  }
}
