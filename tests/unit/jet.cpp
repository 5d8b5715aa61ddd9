#include "attest/arithmetic/jet.hpp"
#include <cmath>
#include <vector>
#include "attest/arithmetic/dual.hpp"
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/multiprecision.hpp"
#include "catch.hpp"

using namespace attest;

namespace {

using J = Jet<Exact>;

Exact q(long n, long d = 1) { return Exact::rational(n, d); }
J variable(const Exact& x, Index k, Index n) { return J::variable(x, k, n); }

}  // namespace

TEST_CASE("Jet: a polynomial in two variables", "[jet]") {
  const Exact a = q(3, 2), b = q(-2, 3);
  const J x = variable(a, 0, 2), y = variable(b, 1, 2);
  const J f = x * x * y + J(5) * x - y * y + J(7);
  CHECK(f.v == a * a * b + Exact(5) * a - b * b + Exact(7));
  CHECK(f.g(0) == Exact(2) * a * b + Exact(5));
  CHECK(f.g(1) == a * a - Exact(2) * b);
  CHECK(f.H(0, 0) == Exact(2) * b);
  CHECK(f.H(0, 1) == Exact(2) * a);
  CHECK(f.H(1, 0) == f.H(0, 1));
  CHECK(f.H(1, 1) == Exact(-2));
}

TEST_CASE("Jet: quotients undo products", "[jet]") {
  const J x = variable(q(3, 5), 0, 2), y = variable(q(7, 4), 1, 2), f = exp(x) + x * y;
  CHECK(f * y / y == f);
  CHECK(f / f == J(1));
  CHECK((J(1) / y).H(1, 1) == q(2) / (q(7, 4) * q(7, 4) * q(7, 4)));
  J z = x;
  z += y;
  z *= x;
  z -= y;
  z /= x;
  CHECK(z == (x + y) * x / x - y / x);
  CHECK(-z == J(0) - z);
}

TEST_CASE("Jet: exp, log and sqrt", "[jet]") {
  const Exact a = q(4, 9);
  const J x = variable(a, 0, 1);
  CHECK(exp(x).H(0, 0) == exp(a));
  CHECK(exp(x * x).H(0, 0) == (Exact(2) + Exact(4) * a * a) * exp(a * a));
  CHECK(log(exp(x)) == x);
  CHECK(sqrt(x).g(0) == q(3, 4));
  CHECK(sqrt(x).H(0, 0) == q(-27, 32));
  CHECK(sqrt(x) * sqrt(x) == x);
  CHECK(sqrt(J(4)) == J(2));
}

TEST_CASE("Jet: gradient and Hessian of log Z stay in the field where its value does not", "[jet]") {
  const std::vector<Exact> s{q(1, 2), q(-3, 4), q(5, 3)};
  J Z = 0;
  for (Index j = 0; j < 3; ++j) Z += exp(variable(s[j], j, 3));
  const J lse = log(Z);
  CHECK(lse.v.is_outside());
  for (Index i = 0; i < 3; ++i) {
    const Exact p = exp(s[i]) / Z.v;
    CHECK(lse.g(i) == p);
    for (Index j = 0; j < 3; ++j) CHECK(lse.H(i, j) == p * (Exact(i == j ? 1 : 0) - exp(s[j]) / Z.v));
  }
}

TEST_CASE("Jet: agrees with Dual of Dual along a direction", "[jet]") {
  using DD = Dual<Dual<Exact>>;
  const std::vector<Exact> s{q(1, 3), q(-1, 2)}, h{q(2), q(-5, 7)};
  const auto f = [](const auto& x, const auto& y) { return exp(x * y) / (exp(x) + y * y); };
  const J jet = f(variable(s[0], 0, 2), variable(s[1], 1, 2));
  const auto along = [&](Index k) { return DD(Dual<Exact>(s[k], h[k]), Dual<Exact>(h[k], 0)); };
  const DD dual = f(along(0), along(1));
  Exact slope = 0, curvature = 0;
  for (Index i = 0; i < 2; ++i) {
    slope += jet.g(i) * h[i];
    for (Index j = 0; j < 2; ++j) curvature += jet.H(i, j) * h[i] * h[j];
  }
  CHECK(jet.v == dual.v.v);
  CHECK(slope == dual.v.d);
  CHECK(curvature == dual.d.d);
}

TEST_CASE("Jet: constants, order, and variables that do not belong together", "[jet]") {
  const J x = variable(q(1), 0, 2), c(1);
  CHECK(c.variables() == 0);
  CHECK((c + c).variables() == 0);
  CHECK((x + c).variables() == 2);
  CHECK(x - x == J(0));
  CHECK(!(x == c));
  CHECK(x <= c);
  CHECK(c < x + c);
  CHECK(max(x, J(2)) == J(2));
  CHECK(exp(minus_infinity<J>()) == J(0));
  CHECK(exp(minus_infinity<J>() - x) == J(0));
  CHECK_THROWS_AS(x + variable(q(1), 0, 3), ShapeError);
}

TEST_CASE("Jet over floats: sine and cosine", "[jet]") {
  const auto x = Jet<double>::variable(0.75, 0, 1);
  CHECK(sin(x).g(0) == std::cos(0.75));
  CHECK(sin(x).H(0, 0) == -std::sin(0.75));
  CHECK(cos(x).g(0) == -std::sin(0.75));
  CHECK(cos(x).H(0, 0) == -std::cos(0.75));
}
