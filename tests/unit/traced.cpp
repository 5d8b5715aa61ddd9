#include <stdexcept>
#include "attest/arithmetic/dual.hpp"
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/multiprecision.hpp"
#include "attest/arithmetic/traced.hpp"
#include "catch.hpp"

using namespace attest;
using attest_test::contains;

namespace {

using T = Traced<double>;

const Provenance one = tag(1), two = tag(2), three = tag(3);

}  // namespace

TEST_CASE("Traced: a result remembers both its arguments", "[traced]") {
  const T a(6.0, one), b(2.0, two);
  for (const T& c : {a + b, a - b, a * b, a / b, b + a}) CHECK(c.from == (one | two));
  CHECK((a + b).v == 8.0);
  CHECK((a - b).v == 4.0);
  CHECK((a * b).v == 12.0);
  CHECK((a / b).v == 3.0);
  CHECK((-a).from == one);
  CHECK((-a).v == -6.0);

  T c(1.0, three);
  c += a;
  CHECK(c.from == (one | three));
  c *= b;
  CHECK(c.from == (one | two | three));
  CHECK(c.v == 14.0);
  c -= T(4);
  c /= T(5);
  CHECK(c.v == 2.0);
  CHECK(c.from == (one | two | three));
}

TEST_CASE("Traced: a number that was written down comes from nowhere", "[traced]") {
  CHECK(T().from == 0);
  CHECK(T(3).from == 0);
  CHECK(minus_infinity<T>().from == 0);
  CHECK((T(3) + T(4)).from == 0);
  CHECK((T(2.0, one) + T(3)).from == one);
}

TEST_CASE("Traced: values do not hide a dependence", "[traced]") {
  const T a(1.5, one), b(2.5, two);
  CHECK((T(0) * a).from == one);
  CHECK((a - a).from == one);
  CHECK((a + b - b).from == (one | two));
  const T masked = exp(minus_infinity<T>() + a);
  CHECK(masked.v == 0.0);
  CHECK(masked.from == one);
}

TEST_CASE("Traced: functions keep the provenance", "[traced]") {
  const T x(1.0, two);
  for (const T& y : {exp(x), log(x), sqrt(x), sin(x), cos(x)}) CHECK(y.from == two);
  CHECK(sqrt(T(9.0, one)).v == 3.0);
  CHECK(exp(T(0.0, one)).v == 1.0);
}

TEST_CASE("Traced: a maximum depends on both, whichever wins", "[traced]") {
  const T a(1.0, one), b(2.0, two);
  CHECK(max(a, b).v == 2.0);
  CHECK(max(b, a).v == 2.0);
  CHECK(max(a, b).from == (one | two));
  CHECK(max(b, a).from == (one | two));
}

TEST_CASE("Traced: comparisons say what they looked at", "[traced]") {
  const T a(1.0, one), b(2.0, two), c(2.0, three);
  const auto looked = [](auto comparison) {
    T::compared = 0;
    comparison();
    return T::compared;
  };
  CHECK(looked([&] { return a < b; }) == (one | two));
  CHECK(looked([&] { return b >= c; }) == (two | three));
  CHECK(looked([&] { return b == c; }) == (two | three));
  CHECK(looked([&] { return a != c; }) == (one | three));
  CHECK(looked([&] { return a < T(0); }) == one);
  CHECK(looked([&] { return a + b; }) == 0);
  CHECK(a < b);
  CHECK(b == c);
  CHECK_FALSE(a > b);
  T::compared = one;
  CHECK(b <= c);
  CHECK(T::compared == (one | two | three));
}

TEST_CASE("Traced: tags are told apart up to the sixty-fourth, and refused beyond", "[traced]") {
  Provenance all = 0;
  for (Index i = 0; i < 64; ++i) {
    CHECK((all & tag(i)) == 0);
    all |= tag(i);
  }
  CHECK(all == ~Provenance(0));
  CHECK_THROWS_AS(tag(64), std::length_error);
  CHECK_THROWS_WITH(tag(64), contains("tag 64"));
}

TEST_CASE("Traced over other numbers", "[traced]") {
  const Traced<Exact> s(Exact::rational(1, 2), one), t(Exact(2), two), Z = exp(s) + exp(t), p = exp(s) / Z;
  CHECK(p.from == (one | two));
  CHECK((p + exp(t) / Z).v == Exact(1));
  CHECK(exp(minus_infinity<Traced<Exact>>() + s).v == Exact(0));
  CHECK((Traced<Mp>(Mp(2), one) * Traced<Mp>(Mp(3), two)).v == Mp(6));
  using D = Dual<double>;
  CHECK((Traced<D>(D(2.0, 1.0), one) * Traced<D>(D(3.0, 0.0), two)).v == D(6.0, 3.0));
}
