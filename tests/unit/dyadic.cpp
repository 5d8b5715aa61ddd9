#include "attest/arithmetic/dyadic.hpp"
#include <sstream>
#include <vector>
#include "attest/bound/bound.hpp"
#include "catch.hpp"

using namespace attest;

namespace {

Dyadic q(long n, long d = 1) { return Dyadic::rational(n, d); }
const Dyadic L = log(Dyadic(2));

}  // namespace

TEST_CASE("Dyadic: powers of two and their logarithms", "[dyadic]") {
  CHECK(exp(L) == Dyadic(2));
  CHECK(exp(Dyadic(0)) == Dyadic(1));
  for (int k = -70; k <= 70; k += 7) {
    CHECK(log(exp(Dyadic(k) * L)) == Dyadic(k) * L);
    CHECK(exp(Dyadic(k) * L) * exp(Dyadic(-k) * L) == Dyadic(1));
  }
  CHECK(exp(Dyadic(3) * L) == Dyadic(8));
  CHECK(log(q(1, 4)) == Dyadic(-2) * L);
  CHECK(log(Dyadic(1)) == Dyadic(0));
  CHECK(exp(Dyadic(5000) * L) == exp(Dyadic(2500) * L) * exp(Dyadic(2500) * L));
}

TEST_CASE("Dyadic: a vector space with log 2 as a second unit", "[dyadic]") {
  const Dyadic x = q(1, 3) + q(2, 5) * L;
  CHECK(x + x == Dyadic(2) * x);
  CHECK(x - x == Dyadic(0));
  CHECK(-x + x == Dyadic(0));
  CHECK(x / q(2, 3) == q(1, 2) + q(3, 5) * L);
  CHECK((Dyadic(6) * L) / (Dyadic(4) * L) == q(3, 2));
  CHECK(Dyadic(0) / L == Dyadic(0));
  CHECK(!(L == q(7, 10)));
  Dyadic y = x;
  y += L;
  y *= Dyadic(3);
  y -= Dyadic(1);
  y /= L;
  CHECK(y == q(21, 5));
}

TEST_CASE("Dyadic: order", "[dyadic]") {
  CHECK(q(69314718, 100000000) < L);
  CHECK(L < q(69314719, 100000000));
  CHECK(Dyadic(0) < L);
  CHECK(Dyadic(0) - L < Dyadic(0));
  CHECK(L <= L);
  CHECK(Dyadic(10) * L < Dyadic(7));
  CHECK(minus_infinity<Dyadic>() < Dyadic(-1000) * L);
  CHECK(minus_infinity<Dyadic>() < q(-1000));
  CHECK(Dyadic(0) - L > minus_infinity<Dyadic>());
  CHECK(!(L < minus_infinity<Dyadic>()));
  CHECK(abs(Dyadic(0) - L) == L);
  CHECK(max(L, q(2, 3)) == L);
}

TEST_CASE("Dyadic: what is outside absorbs, and throws when compared", "[dyadic]") {
  const std::vector<Dyadic> outside{exp(Dyadic(1)), exp(L / Dyadic(2)), log(Dyadic(3)), log(L), L * L, Dyadic(1) / L,
                                    exp(L + Dyadic(1)), sqrt(Dyadic(2)), Dyadic::outside()};
  for (const auto& x : outside) {
    CHECK(x.is_outside());
    for (const auto& y : {x + L, L - x, x * Dyadic(0), x / Dyadic(2), Dyadic(0) / x, exp(x), log(x), sqrt(x), -x})
      CHECK(y.is_outside());
    CHECK_THROWS_AS(x == x, std::domain_error);
    CHECK_THROWS_AS(x < L, std::domain_error);
    CHECK_THROWS_AS(L < x, std::domain_error);
    CHECK(isnan(to_mp(x)));
  }
}

TEST_CASE("Dyadic: minus infinity", "[dyadic]") {
  const Dyadic low = minus_infinity<Dyadic>();
  CHECK(exp(low) == Dyadic(0));
  CHECK(log(Dyadic(0)) == low);
  CHECK(low + L == low);
  CHECK(low - q(1, 3) * L == low);
  CHECK(low / Dyadic(2) == low);
  CHECK((low - low).is_outside());
  CHECK((Dyadic(0) * low).is_outside());
  CHECK((low * L).is_outside());
}

TEST_CASE("Dyadic: refusals", "[dyadic]") {
  CHECK_THROWS_AS(log(Dyadic(-2)), std::domain_error);
  CHECK_THROWS_AS(L / Dyadic(0), std::domain_error);
  CHECK_THROWS_AS(Dyadic(0) / Dyadic(0), std::domain_error);
}

TEST_CASE("Dyadic: the oracle's number, the bounds, and how it is shown", "[dyadic]") {
  CHECK(to_mp(L) == log(Mp(2)));
  CHECK(to_mp(q(1, 2)) == Mp(1) / Mp(2));
  CHECK(bound::unit<Dyadic>() == Mp(0));
  CHECK(is_exact<Dyadic>);
  std::ostringstream out;
  out << q(1, 3) << "; " << L << "; " << q(1, 2) - L << "; " << sqrt(q(9, 4));
  CHECK(out.str() == "1/3; 1 log 2; 1/2 + -1 log 2; 3/2");
}

TEST_CASE("Dyadic: lse, entropy and divergence of a full binary tree", "[dyadic]") {
  const std::vector<int> depth{2, 2, 1};
  Dyadic Z = 0, H = 0, D = 0;
  for (const int k : depth) {
    const Dyadic p = exp(Dyadic(-k) * L), a = k == 1 ? q(1, 2) : q(1, 4);
    Z += p;
    H -= p * log(p);
    D += a * log(a / p);
  }
  CHECK(log(Z) == Dyadic(0));
  CHECK(H == q(3, 2) * L);
  CHECK(D == Dyadic(0));
}
