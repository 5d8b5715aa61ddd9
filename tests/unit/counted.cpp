#include <sstream>
#include "attest/arithmetic/counted.hpp"
#include "attest/arithmetic/exact.hpp"
#include "attest/lecture/s5_lse.hpp"
#include "catch.hpp"

using namespace attest;

namespace {

using C = Counted<double>;

template <class F> Count counted(F f) {
  const Counting counting;
  f();
  return counting.count();
}

}  // namespace

TEST_CASE("Counted: every operation is counted once, under its name", "[counted]") {
  const C a(6.0), b(2.0);
  CHECK(counted([&] { return a + b; }) == Count{.additions = 1});
  CHECK(counted([&] { return a - b; }) == Count{.subtractions = 1});
  CHECK(counted([&] { return -a; }) == Count{.subtractions = 1});
  CHECK(counted([&] { return a * b; }) == Count{.multiplications = 1});
  CHECK(counted([&] { return a / b; }) == Count{.divisions = 1});
  CHECK(counted([&] { return exp(a); }) == Count{.exponentials = 1});
  CHECK(counted([&] { return log(a); }) == Count{.functions = 1});
  CHECK(counted([&] { return sqrt(a); }) == Count{.functions = 1});
  CHECK(counted([&] { return sin(a); }) == Count{.functions = 1});
  CHECK(counted([&] { return cos(a); }) == Count{.functions = 1});
  CHECK(counted([&] { return max(a, b); }) == Count{.comparisons = 1});
  CHECK(counted([&] { return a < b; }) == Count{.comparisons = 1});
  CHECK(counted([&] { return a == b; }) == Count{.comparisons = 1});
  CHECK(counted([&] { return a != b; }) == Count{.comparisons = 1});
  CHECK(counted([&] { C c(1.0); c += a; c -= a; c *= a; c /= a; }) ==
        Count{.additions = 1, .subtractions = 1, .multiplications = 1, .divisions = 1});
  CHECK(counted([&] { return C(a); }) == Count{});
}

TEST_CASE("Counted: the values are those of the number inside", "[counted]") {
  const C a(6.0), b(2.0);
  CHECK((a + b).v == 8.0);
  CHECK((a - b).v == 4.0);
  CHECK((-a).v == -6.0);
  CHECK((a * b).v == 12.0);
  CHECK((a / b).v == 3.0);
  CHECK(max(a, b).v == 6.0);
  CHECK(sqrt(C(9.0)).v == 3.0);
  CHECK(exp(minus_infinity<C>()).v == 0.0);
  CHECK(b < a);
  CHECK(exp(Counted<Exact>(1)).v == exp(Exact(1)));
}

TEST_CASE("Counted: scopes nest", "[counted]") {
  const C a(1.0);
  const Counting outer;
  a + a;
  {
    const Counting inner;
    a * a;
    CHECK(inner.count() == Count{.multiplications = 1});
  }
  a + a;
  CHECK(outer.count() == Count{.additions = 2, .multiplications = 1});
}

TEST_CASE("Counted: numbers that exist are counted, and the most there were", "[counted]") {
  const Counting counting;
  CHECK(counting.stored() == 0);
  {
    const Matrix<C, dynamic, dynamic> A(3, 4);
    CHECK(counting.stored() == 12);
    {
      const Counting inner;
      const auto B = A;
      CHECK(inner.stored() == 12);
      CHECK(counting.stored() == 24);
    }
    CHECK(counting.stored() == 12);
  }
  CHECK(counting.stored() == 0);
  CHECK(counting.most_stored() >= 24);
  const Counting later;
  CHECK(later.most_stored() == 0);
}

TEST_CASE("Counted: counts add, subtract, multiply and print", "[counted]") {
  const Count one{.additions = 1, .subtractions = 2, .multiplications = 3, .divisions = 4, .exponentials = 5,
                  .functions = 6, .comparisons = 7};
  CHECK(one + one == 2 * one);
  CHECK(3 * one - one == 2 * one);
  CHECK_FALSE(one == 2 * one);
  std::ostringstream out;
  out << one;
  CHECK(out.str() == "1 additions, 2 subtractions, 3 multiplications, 4 divisions, 5 exponentials, 6 functions, "
                     "7 comparisons");
}

TEST_CASE("Counted: a softmax by hand", "[counted]") {
  Vector<C, dynamic> s(3);
  CHECK(counted([&] { softmax(s); }) == Count{.additions = 3, .divisions = 3, .exponentials = 6});
  CHECK(counted([&] { largest(s); }) == Count{.comparisons = 2});
}
