// E, the roundings of exp and log that every bound with an exponential assumes, is measured here and not believed.
#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <thread>
#include "attest/bound/bound.hpp"
#include "../unit/catch.hpp"
using attest::Mp;
namespace {

// Over every float between two non-negative patterns: the worst |f(x) - truth| in units of what the bound allows. The truth is
// the double function, whose own error is 2^-28 of a float's; what underflows may also lose half the smallest subnormal.
double worst_ratio(std::uint32_t first, std::uint32_t last, std::uint32_t sign, float (*f)(float),
                   double (*truth)(double)) {
  const double u = std::ldexp(1, -24), roundings = attest::bound::elementary<float>(), lost = std::ldexp(1, -150);
  const auto part = [=](std::uint32_t from, std::uint32_t to, double* worst) {
    double most = 0;
    for (std::uint32_t bits = from; bits < to; ++bits) {
      const float x = std::bit_cast<float>(bits | sign);
      const double y = truth(double(x)), error = std::abs(double(f(x)) - y);
      const double ratio = error / (roundings * u * std::abs(y) + (std::abs(y) < std::ldexp(1, -126) ? lost : 0));
      if (!(ratio <= most) && error > 0) most = ratio;
    }
    *worst = most;
  };
  double halves[2]{};
  const std::uint32_t middle = first + (last - first) / 2;
  std::thread other(part, first, middle, &halves[0]);
  part(middle, last, &halves[1]);
  other.join();
  return std::max(halves[0], halves[1]);
}
float exp_of(float x) { return std::exp(x); }
double exp_of(double x) { return std::exp(x); }
float log_of(float x) { return std::log(x); }
double log_of(double x) { return std::log(x); }

}

TEST_CASE("exp of float is within E roundings on every argument from -104 to 88.7") {
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  const double below = worst_ratio(0, bits(104.0f), 0x80000000u, exp_of, exp_of);
  const double above = worst_ratio(0, bits(88.7f), 0, exp_of, exp_of);
  CAPTURE(below, above);
  CHECK(below <= 1);
  CHECK(above <= 1);
}

TEST_CASE(
    "log of float is within E roundings on every argument from 1 to 2^24, where sums of shifted exponentials lie") {
  const double worst =
      worst_ratio(std::bit_cast<std::uint32_t>(1.0f) + 1, std::bit_cast<std::uint32_t>(16777216.0f), 0, log_of, log_of);
  CAPTURE(worst);
  CHECK(worst <= 1);
  CHECK(std::log(1.0f) == 0.0f);
}

TEST_CASE("exp, log, sqrt of double are within E roundings of 100 digits on random arguments") {
  std::mt19937_64 source(1);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * std::ldexp(double(source() >> 11), -53);
  };
  const Mp allowed = attest::bound::g<double>(attest::bound::elementary<double>());
  int wrong = 0;
  const auto compare = [&](double computed, const Mp& truth) {
    const Mp error = abs(Mp(Mp(computed) - truth));
    wrong += !(error <= allowed * abs(truth));
  };
  for (int n = 0; n < 4000; ++n) {
    const double x = n % 2 ? uniform(-2, 2) : uniform(-700, 700), z = std::exp(uniform(0, 17));
    compare(std::exp(x), exp(Mp(x)));
    if (z != 1) compare(std::log(z), log(Mp(z)));
    compare(std::sqrt(z), sqrt(Mp(z)));
  }
  CHECK(wrong == 0);
}

TEST_CASE("exp and log of 100 digits are within E roundings of 200 digits") {
  using boost::multiprecision::number, boost::multiprecision::cpp_bin_float;
  using Wide = number<cpp_bin_float<200>, boost::multiprecision::et_off>;
  std::mt19937_64 source(1);
  const Wide u = ldexp(Wide(1), -334), allowed = Wide(int(attest::bound::elementary<Mp>())) * u;
  const auto wide = [](const Mp& x) { return Wide(x.str(120)); };
  int wrong = 0;
  for (int n = 0; n < 400; ++n) {
    const Mp x = Mp(std::ldexp(double(source() >> 11), -53) * (n % 2 ? 200 : 4) - (n % 2 ? 100 : 2)) / Mp(3);
    const Wide e = exp(wide(x)), l = log(wide(exp(x)));
    wrong += abs(wide(exp(x)) - e) > allowed * e;
    wrong += abs(wide(log(exp(x))) - l) > allowed * abs(l);
  }
  CHECK(wrong == 0);
}
