// What the rooms of positions and of the transformer ask of sine and cosine, and GELU against its bound.
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>
#include "attest/bound/transformer.hpp"
#include "attest/lecture/s0_transformer.hpp"
#include "catch.hpp"
using attest::Mp;
namespace {

struct Uniform {
  std::mt19937_64 source{1};
  double operator()(double low, double high) {
    return low + (high - low) * std::ldexp(double(source() >> 11), -53);
  }
};

// z of GELU, as its definition has it.
Mp argument(double x) {
  return attest::gelu_scale<Mp>() * (Mp(x) + Mp(8943) / Mp(200000) * Mp(x) * Mp(x) * Mp(x));
}
template <class R> int gelu_wrong(double range) {
  Uniform uniform;
  int wrong = 0;
  for (int n = 0; n < 2000; ++n) {
    const R x = R(uniform(-range, range));
    const Mp truth = attest::gelu(Mp(double(x))), error = abs(Mp(Mp(double(attest::gelu(x))) - truth));
    wrong += !(error <= attest::bound::gelu_error<R>(argument(double(x))) * abs(truth));
  }
  return wrong;
}

}

TEST_CASE("sine and cosine are within E roundings of 100 digits on random arguments") {
  Uniform uniform;
  const Mp of_double = attest::bound::g<double>(attest::bound::elementary<double>());
  const Mp of_float = attest::bound::g<float>(attest::bound::elementary<float>());
  int wrong = 0;
  for (int n = 0; n < 4000; ++n) {
    const double x = n % 2 ? uniform(-4, 4) : uniform(-1048576, 1048576);
    const float y = float(x);
    wrong += !(abs(Mp(Mp(std::sin(x)) - sin(Mp(x)))) <= of_double * abs(sin(Mp(x))));
    wrong += !(abs(Mp(Mp(std::cos(x)) - cos(Mp(x)))) <= of_double * abs(cos(Mp(x))));
    wrong += !(abs(Mp(Mp(double(std::sin(y))) - sin(Mp(double(y))))) <= of_float * abs(sin(Mp(double(y)))));
    wrong += !(abs(Mp(Mp(double(std::cos(y))) - cos(Mp(double(y))))) <= of_float * abs(cos(Mp(double(y)))));
  }
  CHECK(wrong == 0);
}

TEST_CASE("sine and cosine of 100 digits are off by at most E roundings of 1") {
  using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>, boost::multiprecision::et_off>;
  const Wide allowed = Wide(int(attest::bound::elementary<Mp>())) * ldexp(Wide(1), -334);
  const auto wide = [](const Mp& x) { return Wide(x.str(120)); };
  Uniform uniform;
  int wrong = 0;
  for (int n = 0; n < 400; ++n) {
    const Mp x = Mp(n % 2 ? uniform(-4, 4) : uniform(-200, 200)) / Mp(3);
    wrong += abs(wide(sin(x)) - sin(wide(x))) > allowed;
    wrong += abs(wide(cos(x)) - cos(wide(x))) > allowed;
  }
  CHECK(wrong == 0);
}

TEST_CASE("the root of 2/pi") {
  CHECK(attest::gelu_scale<double>() == std::sqrt(2 / std::acos(-1.0)));
  CHECK(attest::gelu_scale<float>() == std::sqrt(2 / std::acos(-1.0f)));
  const Mp scale = attest::gelu_scale<Mp>();
  CHECK(Mp(Mp(2) / (scale * scale)).str(40) == "3.141592653589793238462643383279502884197");
}

TEST_CASE("GELU stays within its bound") {
  CHECK(gelu_wrong<float>(8) == 0);
  CHECK(gelu_wrong<double>(8) == 0);
  CHECK(attest::gelu(Mp(1)).str(30) == "0.841191990608276704781995777045");
  CHECK(attest::gelu(0.0) == 0);
  CHECK(attest::gelu(-1e30) == 0);
  CHECK(attest::gelu(1e30) == 1e30);
}
