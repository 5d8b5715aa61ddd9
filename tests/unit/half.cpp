#include <cmath>
#include <limits>
#include "attest/arithmetic/half.hpp"
#include "attest/lecture/s5_lse.hpp"
#include "catch.hpp"
using attest::BFloat16, attest::Half;
namespace {

// The value of a pattern, from the definition of the format.
double value_of(unsigned bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = int(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const int fraction = int(bits) & ((1 << fraction_bits) - 1);
  const double sign = bits & 0x8000u ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1)
    return fraction ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

template <class S> void every_pattern(int exponent_bits, int fraction_bits) {
  int wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const S x = S::from_bits(std::uint16_t(bits));
    const double value = value_of(bits, exponent_bits, fraction_bits);
    if (std::isnan(value)) {
      wrong += !std::isnan(float(x)) || !std::isnan(float(S(float(x))));
      continue;
    }
    wrong += double(x) != value || std::signbit(double(x)) != std::signbit(value);
    wrong += S(float(x)).bits() != bits || S(double(x)).bits() != bits;
  }
  CHECK(wrong == 0);
}

// Between two neighbours: the middle goes to the even one, anything off the middle to the nearer one; from float and from double.
template <class S> void every_gap() {
  int wrong = 0;
  for (unsigned bits = 0; bits + 1 < S::infinity().bits(); ++bits) {
    const auto a = S::from_bits(std::uint16_t(bits)), b = S::from_bits(std::uint16_t(bits + 1));
    const double middle = (double(a) + double(b)) / 2;
    const unsigned even = bits % 2 ? bits + 1 : bits;
    wrong += S(middle).bits() != even || S(-middle).bits() != (even | 0x8000u);
    wrong += S(std::nextafter(middle, 0)).bits() != bits;
    wrong += S(std::nextafter(middle, std::numeric_limits<double>::infinity())).bits() != bits + 1;
    if (double(float(middle)) != middle) continue;                        // below float's own grid
    wrong += S(float(middle)).bits() != even;
    wrong += S(std::nextafter(float(middle), 0.0f)).bits() != bits;
    wrong += S(std::nextafter(float(middle), std::numeric_limits<float>::infinity())).bits() != bits + 1;
  }
  CHECK(wrong == 0);
}

}

TEST_CASE("half and bfloat16: every pattern is the number that the format says, and comes back") {
  every_pattern<Half>(5, 10);
  every_pattern<BFloat16>(8, 7);
}

TEST_CASE("half and bfloat16: every gap rounds to nearest, ties to even") {
  every_gap<Half>();
  every_gap<BFloat16>();
}

TEST_CASE("half and bfloat16: the ends of the range") {
  CHECK(float(Half(65504.0f)) == 65504.0f);
  CHECK(Half(65519.99).bits() == Half(65504.0f).bits());
  CHECK(Half(65520.0f) == Half::infinity());
  CHECK(Half(std::ldexp(1.0f, -25)).bits() == 0);
  CHECK(Half(std::ldexp(1.5, -25)).bits() == 1);
  CHECK(Half(-0.0f).bits() == 0x8000u);
  CHECK(BFloat16(std::numeric_limits<float>::max()) == BFloat16::infinity());
  CHECK(Half(1e300) == Half::infinity());
  CHECK(Half(-1e300) == Half::minus_infinity());
}

TEST_CASE("half: a float result rounded again is the correctly rounded result") {
  int wrong = 0;
  for (unsigned a = 0x0001; a < 0x7c00; a += 61)
    for (unsigned b = 0x0001; b < 0x7c00; b += 67) {
      const auto x = Half::from_bits(std::uint16_t(a)), y = Half::from_bits(std::uint16_t(b));
      wrong += (x + y).bits() != Half(double(x) + double(y)).bits();
      wrong += (x - y).bits() != Half(double(x) - double(y)).bits();
      wrong += (x * y).bits() != Half(double(x) * double(y)).bits();
      wrong += (x / y).bits() != Half(double(x) / double(y)).bits();
    }
  CHECK(wrong == 0);
}

TEST_CASE("the definitions run on sixteen bits") {
  attest::Vector<Half, 3> s;
  s(0) = Half(0), s(1) = Half(0), s(2) = attest::minus_infinity<Half>();
  const auto p = attest::softmax_shifted(s);
  CHECK(float(p(0)) == 0.5f);
  CHECK(float(p(1)) == 0.5f);
  CHECK(float(p(2)) == 0.0f);
}
