#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include "attest/arithmetic/multiprecision.hpp"
#include "catch.hpp"

using namespace attest;
using attest_test::contains;

namespace {

const Mp nan_mp = Mp(std::numeric_limits<double>::quiet_NaN());
const Mp infinity = Mp(std::numeric_limits<double>::infinity());

/// Newton's method for sin x = 0 near 3 triples the digits with every step.
Mp pi() {
  Mp x = 3;
  for (int k = 0; k < 6; ++k) x += sin(x);
  return x;
}

}  // namespace

TEST_CASE("Mp: a hundred digits", "[multiprecision]") {
  CHECK(exp(Mp(1)).str(100) ==
        "2.718281828459045235360287471352662497757247093699959574966967627724076630353547594571382178525166427");
  CHECK(pi().str(100) ==
        "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117068");
  CHECK(sqrt(Mp(2)).str(100) ==
        "1.414213562373095048801688724209698078569671875376948073176679737990732478462107038850387534327641573");
  CHECK(log(Mp(2)).str(50) == "0.69314718055994530941723212145817656807550013436026");
  CHECK((Mp(1) / Mp(3)).str(10) == "0.3333333333");
  CHECK(Mp("0.5") == Mp(0.5));
  CHECK(Mp("-2.5e1") == Mp(-25));
  CHECK(Mp("0.1") != Mp(0.1));
}

TEST_CASE("Mp: 334 bits", "[multiprecision]") {
  const Mp u = Mp::epsilon() / Mp(2);
  CHECK(u == Mp(std::ldexp(1.0, -334)));
  CHECK(Mp(1) + Mp::epsilon() > Mp(1));
  CHECK(Mp(1) + u == Mp(1));
  CHECK(Mp(1) - u < Mp(1));
  CHECK(double(Mp(0.1)) == 0.1);
  CHECK(double(exp(Mp(1))) == std::exp(1.0));
  CHECK(Mp(std::numeric_limits<double>::denorm_min()) > Mp(0));
}

TEST_CASE("Mp computes in place as well", "[multiprecision]") {
  Mp x = 6;
  x += Mp(4);
  CHECK(x == Mp(10));
  x -= Mp(1);
  CHECK(x == Mp(9));
  x *= Mp(2);
  CHECK(x == Mp(18));
  x /= Mp(3);
  CHECK(x == Mp(6));
  CHECK(-x == Mp(-6));
  CHECK(cos(Mp(0)) == Mp(1));
  CHECK(sin(Mp(0)) == Mp(0));
}

TEST_CASE("Mp: NaN is unordered", "[multiprecision]") {
  for (const Mp& x : {Mp(0), Mp(1), nan_mp, infinity, Mp::minus_infinity()}) {
    CHECK((nan_mp <=> x) == std::partial_ordering::unordered);
    CHECK((x <=> nan_mp) == std::partial_ordering::unordered);
    CHECK_FALSE(nan_mp == x);
    CHECK(nan_mp != x);
    CHECK_FALSE(nan_mp < x);
    CHECK_FALSE(nan_mp > x);
    CHECK_FALSE(nan_mp <= x);
    CHECK_FALSE(nan_mp >= x);
    CHECK(isnan(nan_mp + x));
    CHECK(isnan(nan_mp * x));
  }
  CHECK(isnan(nan_mp));
  CHECK_FALSE(isnan(Mp(1)));
  CHECK(std::isnan(double(nan_mp)));
  CHECK(isnan(sqrt(Mp(-1))));
  CHECK(isnan(log(Mp(-1))));
  CHECK(isnan(Mp(0) / Mp(0)));
  CHECK(isnan(infinity - infinity));
  CHECK(isnan(exp(nan_mp)));
}

TEST_CASE("Mp: infinities", "[multiprecision]") {
  const Mp low = Mp::minus_infinity();
  CHECK(minus_infinity<Mp>() == low);
  CHECK(exp(low) == Mp(0));
  CHECK(log(Mp(0)) == low);
  CHECK(low < Mp(-1e300));
  CHECK(low + Mp(1) == low);
  CHECK(low == -infinity);
  CHECK(Mp(1) / Mp(0) == infinity);
  CHECK(exp(infinity) == infinity);
  CHECK_FALSE(isfinite(low));
  CHECK_FALSE(isfinite(nan_mp));
  CHECK(isfinite(Mp(1e300)));
  CHECK(double(low) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("Mp refuses text that is no number", "[multiprecision]") {
  CHECK_THROWS_AS(Mp("12x"), std::invalid_argument);
  CHECK_THROWS_WITH(Mp("12x"), contains("'12x'"));
  CHECK_THROWS_AS(Mp(std::string()), std::invalid_argument);
}

TEST_CASE("Mp is shown with twenty digits", "[multiprecision]") {
  std::ostringstream o;
  o << exp(Mp(1)) << ' ' << Mp::minus_infinity();
  CHECK(o.str() == "2.7182818284590452354 -inf");
}
