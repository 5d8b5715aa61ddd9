#include <cmath>
#include <vector>
#include "attest/arithmetic/dual.hpp"
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/multiprecision.hpp"
#include "catch.hpp"

using namespace attest;

namespace {

using D = Dual<Exact>;

Exact q(long n, long d = 1) { return Exact::rational(n, d); }
D variable(const Exact& x) { return D(x, Exact(1)); }

template <class R> std::vector<R> softmax(const std::vector<R>& s) {
  R Z = 0;
  for (const auto& x : s) Z += exp(x);
  std::vector<R> p;
  for (const auto& x : s) p.push_back(exp(x) / Z);
  return p;
}

}  // namespace

TEST_CASE("Dual: sums, products and quotients", "[dual]") {
  const Exact a = q(3, 2);
  const D x = variable(a);
  CHECK(x + D(5) == D(a + Exact(5), 1));
  CHECK(D(5) - x == D(Exact(5) - a, -1));
  CHECK(-x == D(-a, -1));
  CHECK(x * x * x == D(a * a * a, Exact(3) * a * a));
  CHECK(D(1) / x == D(q(2, 3), q(-4, 9)));
  CHECK(x / (D(1) + x) == D(q(3, 5), q(4, 25)));
  CHECK((x * x - D(1)) / (x - D(1)) == x + D(1));

  const D u = x * x + D(1), v = x - D(4);
  CHECK((u * v).d == u.d * v.v + u.v * v.d);
  CHECK((u / v).d == (u.d * v.v - u.v * v.d) / (v.v * v.v));

  D y = x;
  y += x;
  y *= x;
  y -= x;
  y /= x;
  CHECK(y == D(2) * x - D(1));
}

TEST_CASE("Dual: exp, log and sqrt against their known derivatives", "[dual]") {
  const Exact a = q(2, 3);
  const D x = variable(a);
  CHECK(exp(x) == D(exp(a), exp(a)));
  CHECK(exp(D(3) * x) == D(exp(Exact(2)), Exact(3) * exp(Exact(2))));
  CHECK(exp(x * x) == D(exp(q(4, 9)), q(4, 3) * exp(q(4, 9))));
  CHECK(log(exp(D(2) * x)) == D(q(4, 3), 2));
  CHECK(log(D(1)) == D(0));
  CHECK(sqrt(variable(q(9, 4))) == D(q(3, 2), q(1, 3)));
  CHECK(sqrt(exp(x)) == exp(x / D(2)));
}

TEST_CASE("Dual: the slope of log Z is known where its value is not", "[dual]") {
  const D x = variable(q(1, 2)), Z = exp(x) + D(1), logarithm = log(Z);
  CHECK(logarithm.v.is_outside());
  CHECK(logarithm.d == exp(q(1, 2)) / (exp(q(1, 2)) + Exact(1)));
  CHECK_THROWS_AS(logarithm == logarithm, std::domain_error);
}

TEST_CASE("Dual: a slope that lies outside is carried along", "[dual]") {
  const D x(Exact(4), Exact::outside());
  for (const D& y : {exp(x), sqrt(x), log(x), x * D(0), x + D(1)}) CHECK(y.d.is_outside());
  CHECK(exp(x).v == exp(Exact(4)));

  const Dual<D> twice(D(4), D(Exact(1), Exact::outside()));
  CHECK(exp(twice).d.v == exp(Exact(4)));
  CHECK(exp(twice).d.d.is_outside());
}

TEST_CASE("Dual: the Jacobian of softmax", "[dual]") {
  const std::vector<Exact> s{q(1, 2), q(-3, 4), q(0), q(5, 3)};
  const auto p = softmax(s);
  for (Index i = 0; i < s.size(); ++i) {
    std::vector<D> moved(s.begin(), s.end());
    moved[i].d = 1;
    const auto P = softmax(moved);
    for (Index j = 0; j < s.size(); ++j) {
      CHECK(P[j].v == p[j]);
      CHECK(P[j].d == p[j] * (Exact(i == j ? 1 : 0) - p[i]));
    }
  }
}

TEST_CASE("Dual of Dual: the second derivative of log Z is the variance", "[dual]") {
  using DD = Dual<D>;
  const Exact a = q(1, 3), b = q(-1, 2);
  const DD x(D(a, 1), D(1, 0)), y(D(b, 2), D(2, 0));
  const auto p = softmax(std::vector<Exact>{a, b});
  const DD L = log(exp(x) + exp(y));
  const Exact mean = p[0] + Exact(2) * p[1];
  CHECK(L.v.v.is_outside());
  CHECK(L.v.d == mean);
  CHECK(L.d.v == mean);
  CHECK(L.d.d == p[0] + Exact(4) * p[1] - mean * mean);
}

TEST_CASE("Dual: minus infinity", "[dual]") {
  const D low = minus_infinity<D>();
  CHECK(exp(low) == D(0));
  CHECK(exp(low - variable(q(3))) == D(0));
  CHECK(low < D(-100));
  CHECK(max(low, D(2)) == D(2));
  CHECK(exp(minus_infinity<Dual<double>>()).d == 0.0);
  CHECK(exp(minus_infinity<Dual<Mp>>()).d == Mp(0));
}

TEST_CASE("Dual: a slope of zero stays zero where the function is steep", "[dual]") {
  CHECK(sqrt(Dual<double>(0)).d == 0.0);
  CHECK(log(Dual<double>(0)).d == 0.0);
  CHECK(exp(Dual<double>(std::numeric_limits<double>::infinity())).d == 0.0);
}

TEST_CASE("Dual: order looks at the value, equality at value and slope", "[dual]") {
  const D x(q(1), q(5)), y(q(1), q(7)), z(q(2), q(0));
  CHECK(x < z);
  CHECK(x <= y);
  CHECK(y <= x);
  CHECK(x != y);
  CHECK(max(x, z) == z);
}

TEST_CASE("Dual over floats: sine and cosine", "[dual]") {
  const Dual<double> zero(0.0, 2.0), x(0.75, 1.0);
  CHECK(sin(zero) == Dual<double>(0.0, 2.0));
  CHECK(cos(zero) == Dual<double>(1.0, 0.0));
  CHECK(sin(x) == Dual<double>(std::sin(0.75), std::cos(0.75)));
  CHECK(cos(x) == Dual<double>(std::cos(0.75), -std::sin(0.75)));
  CHECK(sin(Dual<Mp>(Mp(0), Mp(1))) == Dual<Mp>(Mp(0), Mp(1)));
}
