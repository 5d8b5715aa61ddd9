#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>
#include "attest/arithmetic/exact.hpp"
#include "catch.hpp"

using namespace attest;
using attest_test::contains;

namespace {

Exact q(long n, long d) { return Exact::rational(n, d); }
Exact e(long n, long d = 1) { return exp(q(n, d)); }

Exact digits(const std::string& text) {
  Exact x = 0;
  for (const char c : text) x = x * Exact(10) + Exact(c - '0');
  return x;
}
Exact power(const Exact& x, int k) {
  Exact y = 1;
  for (int i = 0; i < k; ++i) y *= x;
  return y;
}
std::string shown(const Exact& x) {
  std::ostringstream o;
  o << x;
  return o.str();
}

/// Pseudo-random elements of the field; the generator's own numbers, drawn one by one: the same everywhere.
class Elements {
 public:
  Exact rational() {
    const long n = below(19) - 9, d = 1 + below(6);
    return q(n, d);
  }
  Exact sum() {
    Exact s = rational();
    for (long k = below(3); k > 0; --k) {
      const Exact c = rational(), r = rational();
      s += c * exp(r);
    }
    return s;
  }
  Exact any() {
    const Exact n = sum(), d = sum();
    return d == Exact(0) ? n : n / d;
  }

 private:
  long below(long n) { return long(generator_() % std::mt19937::result_type(n)); }
  std::mt19937 generator_{20};
};

/// The k-th convergent of e = [2; 1, 2, 1, 1, 4, 1, 1, 6, ...]; they lie on alternating sides.
Exact convergent(int k) {
  Exact p_before = 1, q_before = 0, p = 2, q_now = 1;
  for (int i = 1; i <= k; ++i) {
    const Exact a(i % 3 == 2 ? 2 * (i + 1) / 3 : 1);
    const Exact p_next = a * p + p_before, q_next = a * q_now + q_before;
    p_before = p, q_before = q_now, p = p_next, q_now = q_next;
  }
  return p / q_now;
}

}  // namespace

TEST_CASE("Exact is a field", "[exact]") {
  Elements elements;
  for (int i = 0; i < 200; ++i) {
    const Exact a = elements.any(), b = elements.any(), c = elements.any();
    INFO(a << "  ;  " << b << "  ;  " << c);
    CHECK(a + b == b + a);
    CHECK(a * b == b * a);
    CHECK((a + b) + c == a + (b + c));
    CHECK((a * b) * c == a * (b * c));
    CHECK(a * (b + c) == a * b + a * c);
    CHECK(a + Exact(0) == a);
    CHECK(a * Exact(1) == a);
    CHECK(a + -a == Exact(0));
    CHECK(a - b == -(b - a));
    if (a == Exact(0)) continue;
    CHECK(a * (Exact(1) / a) == Exact(1));
    CHECK((b / a) * a == b);
    CHECK(b / a + c / a == (b + c) / a);
    CHECK(a != a + a);
  }
}

TEST_CASE("Exact is ordered as a field", "[exact]") {
  Elements elements;
  for (int i = 0; i < 200; ++i) {
    const Exact a = elements.any(), b = elements.any(), c = elements.any();
    INFO(a << "  ;  " << b << "  ;  " << c);
    CHECK((a < b) + (a == b) + (a > b) == 1);
    CHECK((a < b) == (a + c < b + c));
    CHECK(a * a >= Exact(0));
    if (a > Exact(0) && b > Exact(0)) CHECK(a * b > Exact(0));
    if (a < b && b < c) CHECK(a < c);
  }
}

TEST_CASE("Exact: exp turns sums into products, and log and sqrt undo it", "[exact]") {
  Elements elements;
  for (int i = 0; i < 200; ++i) {
    const Exact a = elements.rational(), b = elements.rational();
    CHECK(exp(a + b) == exp(a) * exp(b));
    CHECK(exp(-a) == Exact(1) / exp(a));
    CHECK(log(exp(a)) == a);
    CHECK(sqrt(exp(a)) == exp(a / Exact(2)));
    CHECK(sqrt(a * a) == abs(a));
    CHECK((a < b) == (exp(a) < exp(b)));
  }
  CHECK(exp(Exact(0)) == Exact(1));
  CHECK(sqrt(q(49, 64)) == q(7, 8));
  CHECK(sqrt(Exact(0)) == Exact(0));
  CHECK(sin(Exact(0)) == Exact(0));
  CHECK(cos(Exact(0)) == Exact(1));
}

TEST_CASE("Exact: one number written in two ways", "[exact]") {
  const Exact x = e(1, 3), y = e(-2, 5);
  CHECK((x + y) * (x - y) == e(2, 3) - e(-4, 5));
  CHECK((x * x - y * y) / (x - y) == x + y);
  CHECK(power(x + y, 3) == e(1) + Exact(3) * e(4, 15) + Exact(3) * e(-7, 15) + e(-6, 5));
  CHECK(Exact(1) / (x + y) + Exact(1) / (x - y) == Exact(2) * x / (x * x - y * y));
  CHECK(x / (x + y) == Exact(1) / (Exact(1) + y / x));
  CHECK(Exact(0.375) == q(3, 8));
  CHECK(q(6, -4) == q(-3, 2));
  CHECK(Exact(std::ldexp(1.0, -1074)) == Exact(1) / power(Exact(2), 1074));
  CHECK(Exact(std::numeric_limits<double>::max()) == power(Exact(2), 1024) - power(Exact(2), 971));
  CHECK(q(std::numeric_limits<long>::min(), std::numeric_limits<long>::min()) == Exact(1));
  CHECK(-q(std::numeric_limits<long>::min(), 1) == power(Exact(2), 63));
  CHECK(Exact(0.1) != q(1, 10));
  CHECK(Exact(-0.0) == Exact(0));

  SECTION("a rational in disguise is rational, and exp takes it") {
    const Exact two = (Exact(2) + Exact(2) * x + Exact(2) * y + Exact(2) * x * y) / ((Exact(1) + x) * (Exact(1) + y));
    CHECK(two == Exact(2));
    CHECK(exp(two) == e(2));
    CHECK(log((x * x + x) / (x + Exact(1))) == q(1, 3));
  }
  SECTION("numbers that leave the machine words and come back") {
    const Exact big = power(Exact(3), 100), bigger = power(Exact(3), 101);
    CHECK(bigger / big == Exact(3));
    CHECK(bigger - big - big == big);
    CHECK(exp(bigger) / exp(big) == exp(big + big));
    CHECK(exp(bigger - Exact(3) * big) == Exact(1));
    CHECK(big < bigger);
    CHECK(-big > -bigger);
    CHECK(Exact(1) / big > Exact(1) / bigger);
    CHECK(big * e(1) + Exact(1) / big * e(2) - big * e(1) == e(2) / big);
  }
}

TEST_CASE("Exact: signs of sums that nearly cancel", "[exact]") {
  SECTION("e^(1/3) + e^(-1/3) lies between two neighbours of 30 digits") {
    const Exact x = e(1, 3) + e(-1, 3), unit = power(Exact(10), 29);
    CHECK(digits("211214373565987877905372941652") / unit < x);
    CHECK(x < digits("211214373565987877905372941653") / unit);
  }
  SECTION("e lies between its convergents") {
    for (int k = 0; k < 60; ++k) {
      INFO("convergent " << k);
      CHECK((convergent(k) < e(1)) == (k % 2 == 0));
      CHECK((convergent(k) * e(7, 3) < e(10, 3)) == (k % 2 == 0));
    }
    CHECK(convergent(300) < e(1));
    CHECK(e(1) < convergent(301));
  }
  SECTION("powers of a small difference") {
    const Exact h = q(1, 1000000), difference = exp(h) - Exact(1) - h;
    CHECK(difference > h * h / Exact(2));
    CHECK(difference < h * h);
    CHECK(power(exp(h) - Exact(1), 7) + power(h, 9) > power(h, 7));
    CHECK(power(Exact(1) - exp(h), 7) < Exact(0));
  }
  SECTION("exponents far apart") {
    Exact s = 0, r = 1;
    for (int k = 0; k < 12; ++k, r *= Exact(1099511627776.0)) s += (k % 2 ? Exact(1) : Exact(-1)) * exp(r);
    CHECK(s > Exact(0));
    CHECK(-s < Exact(0));
    CHECK(exp(-r) > Exact(0));
    CHECK(exp(-r) < Exact(std::numeric_limits<double>::denorm_min()));
  }
}

TEST_CASE("Exact: the rows of a softmax sum to one", "[exact]") {
  Elements elements;
  for (int T = 1; T <= 8; ++T) {
    std::vector<Exact> s;
    for (int j = 0; j < T; ++j) s.push_back(elements.rational());
    if (T > 2) s.back() = Exact::minus_infinity();
    Exact Z = 0, Z_shifted = 0, row = 0;
    for (const auto& x : s) Z += exp(x), Z_shifted += exp(x - s.front());
    for (const auto& x : s) {
      const Exact a = exp(x) / Z;
      CHECK(a == exp(x - s.front()) / Z_shifted);
      CHECK(a >= Exact(0));
      CHECK(a <= Exact(1));
      row += a;
    }
    CHECK(row == Exact(1));
    CHECK(shown(row) == "1");
  }
}

TEST_CASE("Exact: minus infinity", "[exact]") {
  const Exact low = Exact::minus_infinity();
  CHECK(minus_infinity<Exact>() == low);
  CHECK(Exact(-std::numeric_limits<double>::infinity()) == low);
  CHECK(exp(low) == Exact(0));
  CHECK(log(Exact(0)) == low);
  CHECK(low < Exact(-1e300));
  CHECK(low < -e(1000));
  CHECK(Exact(0) > low);
  CHECK_FALSE(low < low);
  CHECK(low != e(1));
  CHECK(e(1) + low == low);
  CHECK(low + low == low);
  CHECK(low - Exact(3) == low);
  CHECK(low * Exact(2) == low);
  CHECK(q(1, 2) * low == low);
  CHECK(low / Exact(2) == low);
  CHECK(shown(low) == "-inf");
  for (const Exact& x : {-low, low - low, Exact(1) - low, low * Exact(0), low * Exact(-1), low * low, low / low,
                         Exact(1) / low, Exact(0) / low, low / Exact(-2), low * e(1), sqrt(low), log(low)})
    CHECK(x.is_outside());
  CHECK_THROWS_AS(low / Exact(0), std::domain_error);
}

TEST_CASE("Exact: what lies outside absorbs, and throws when compared", "[exact]") {
  const Exact s = e(1) + e(1, 2);
  for (const Exact& out : {exp(s), exp(e(1)), log(s), log(Exact(2)), sqrt(Exact(2)), sqrt(Exact(2) * e(1)), sqrt(s),
                           log(s / (s + Exact(1))), sin(Exact(1)), cos(q(1, 2)), sin(s), Exact::outside()}) {
    CHECK(out.is_outside());
    for (const Exact& more : {out + s, s + out, out - s, s - out, out * s, Exact(0) * out, out / s, s / out, -out,
                              out + Exact::minus_infinity(), exp(out), log(out), sqrt(out), sin(out)})
      CHECK(more.is_outside());
    CHECK_THROWS_AS(out == s, std::domain_error);
    CHECK_THROWS_AS(out == out, std::domain_error);
    CHECK_THROWS_AS(out != Exact(0), std::domain_error);
    CHECK_THROWS_AS(Exact(0) < out, std::domain_error);
    CHECK_THROWS_AS(out <= out, std::domain_error);
    CHECK_THROWS_AS(Exact::minus_infinity() < out, std::domain_error);
    CHECK_THROWS_WITH(out == s, contains("outside the field"));
    CHECK(shown(out) == "outside");
  }
  CHECK_FALSE(s.is_outside());
  CHECK_FALSE(Exact::minus_infinity().is_outside());
}

TEST_CASE("Exact refuses what is no number", "[exact]") {
  CHECK_THROWS_WITH(Exact(std::numeric_limits<double>::quiet_NaN()), contains("NaN"));
  CHECK_THROWS_WITH(Exact(std::numeric_limits<double>::infinity()), contains("+infinity"));
  CHECK_THROWS_WITH(q(3, 0), contains("3/0"));
  CHECK_THROWS_WITH(e(1) / Exact(0), contains("division by zero"));
  CHECK_THROWS_WITH(Exact(1) / (e(1) - e(1)), contains("division by zero"));
  CHECK_THROWS_WITH(sqrt(Exact(-4)), contains("negative"));
  CHECK_THROWS_WITH(sqrt(-e(1)), contains("negative"));
  CHECK_THROWS_WITH(log(Exact(-1)), contains("negative"));
  CHECK_THROWS_AS(Exact(std::numeric_limits<double>::quiet_NaN()), std::domain_error);
}

TEST_CASE("Exact: growth meets a limit and names it", "[exact]") {
  const auto named = [](std::size_t limit) { return contains("the limit is " + std::to_string(limit)); };
  const auto squared = [](Exact x) {
    for (int k = 0; k < 64; ++k) x *= x;
    return x;
  };
  Exact rows = 0, columns = 0;
  for (int k = 0; k < 600; ++k) rows += e(k), columns += e(k, 601);

  CHECK_THROWS_AS(squared(Exact(3)), std::length_error);
  CHECK_THROWS_WITH(squared(Exact(3)), named(exact_limit::rational_bits));
  CHECK_THROWS_WITH(squared(q(2, 3)), named(exact_limit::rational_bits));
  CHECK_THROWS_WITH(squared(e(1) + Exact(1)), named(exact_limit::factors));
  CHECK_THROWS_WITH(power(e(1) + Exact(1), 2000) + Exact(1), named(exact_limit::product_words));
  CHECK_THROWS_WITH(rows * columns + Exact(1), named(exact_limit::product_words));
  CHECK(rows * columns > Exact(0));
  CHECK(rows * columns == columns * rows);
}

TEST_CASE("Exact: a sign that is not found says how far it was sought", "[exact]") {
  const Exact near = convergent(2300);
  CHECK_THROWS_AS(near < e(1), std::length_error);
  CHECK_THROWS_WITH(near < e(1), contains(std::to_string(exact_limit::sign_bits) + " bits"));
  CHECK_THROWS_WITH(to_mp(e(1) - near), contains(std::to_string(exact_limit::sign_bits) + " bits"));
  CHECK(near != e(1));
}

TEST_CASE("Exact to 100 digits", "[exact]") {
  CHECK(to_mp(e(1)).str(98) ==
        "2.7182818284590452353602874713526624977572470936999595749669676277240766303535475945713821785251664");
  CHECK(to_mp(e(1, 3) + e(-1, 3)).str(30) == "2.11214373565987877905372941653");
  CHECK(to_mp(q(-1, 3)) == Mp(-1) / Mp(3));
  CHECK(to_mp(Exact(0)) == Mp(0));
  CHECK(to_mp(e(1000000)).str(20) == "3.0332153968020875451e+434294");
  CHECK(to_mp(exp(Exact(1 << 30)) / (Exact(2) + exp(Exact(1 << 30)))) == Mp(1));
  CHECK(to_mp(Exact::minus_infinity()) == Mp::minus_infinity());
  CHECK(isnan(to_mp(Exact::outside())));
  CHECK_THROWS_AS(to_mp(exp(Exact(1e300))), std::range_error);
  CHECK_THROWS_AS(to_mp(exp(Exact(-1e300))), std::range_error);

  const Exact tiny = Exact(std::ldexp(1.0, -500));
  CHECK(to_mp(exp(tiny) - Exact(1)) == to_mp(tiny));
  const Exact h = Exact(std::ldexp(1.0, -300));
  CHECK(to_mp(exp(h) - Exact(1)) > to_mp(h));
  CHECK(to_mp(Exact(1) - exp(h)) < to_mp(-h));
}

TEST_CASE("Exact is shown as it is written", "[exact]") {
  CHECK(shown(q(-3, 6)) == "-1/2");
  CHECK(shown(e(1, 3)) == "e^(1/3)");
  CHECK(shown(Exact(2) * e(1) - q(1, 2)) == "-1/2 + 2 e");
  CHECK(shown(-e(2) / (Exact(1) + e(1))) == "-e^2 / (1 + e)");
  CHECK(shown((Exact(1) - e(1)) / power(Exact(1) + e(1), 2)) == "(1 - e) / (1 + e)^2");
  Exact many = 0;
  for (int k = 0; k < 40; ++k) many += e(k);
  CHECK_THAT(shown(many), contains("40 terms"));
}
