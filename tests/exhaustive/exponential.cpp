// The exponential of the kernels: its coefficients are made again, and its error is measured on every float.
#include "attest/arithmetic/exponential.hpp"
#include <cstdint>
#include <random>
#include <thread>
#include <vector>
#include "attest/bound/exponential.hpp"
#include "../unit/catch.hpp"
#include "../formal/minimax.hpp"
using namespace attest;
namespace {

const double reach = 0.3466;  // what the reduction leaves, by reduction_error

template <class R> int coefficients_that_differ() {
  const auto& q = ExponentialConstants<R>::q;
  const formal::Minimax best(std::size(q) - 1, Mp(reach));
  int wrong = 0;
  for (Index k = 0; k < std::size(q); ++k) {
    // To the nearest number of the type: the two candidates around a double, which is itself nearest.
    const R rounded = R(double(best.coefficients()[k]));
    wrong += rounded != q[k];
  }
  return wrong;
}

Mp value(const std::vector<Mp>& p, const Mp& r) {
  Mp y = 0;
  for (Index k = p.size(); k-- > 0;) y = y * r + p[k];
  return y;
}
// The coefficients of p' - p: the derivative of p(r) e^-r is (p' - p)(r) e^-r.
std::vector<Mp> slope_of(const std::vector<Mp>& p) {
  std::vector<Mp> d;
  for (Index k = 0; k < p.size(); ++k) d.push_back((k + 1 < p.size() ? Mp(int(k + 1)) * p[k + 1] : Mp(0)) - p[k]);
  return d;
}
// The most that |P(r) e^-r - 1| can be: on a grid its value and slope, and between two points what the second derivative allows.
template <class R> Mp polynomial_distance(int grid) {
  std::vector<Mp> p{Mp(1), Mp(1)};
  for (const R q : ExponentialConstants<R>::q) p.push_back(Mp(double(q)));
  const auto slope = slope_of(p), bend = slope_of(slope);
  Mp most = 0, bent = 0, power = 1;
  for (Index k = 0; k < bend.size(); ++k, power *= Mp(reach)) bent += abs(bend[k]) * power;
  const Mp half = Mp(reach) / Mp(2 * grid);
  for (int n = -grid; n <= grid; ++n) {
    const Mp r = Mp(reach) * Mp(n) / Mp(grid), e = exp(Mp(0) - r);
    const Mp here = value(p, r) * e - Mp(1), rise = value(slope, r) * e * half;
    if (n > -grid) most = max(most, abs(Mp(here - rise)));
    if (n < grid) most = max(most, abs(Mp(here + rise)));
    most = max(most, abs(here));
  }
  return most + bent * exp(Mp(reach)) * half * half / Mp(2);
}

// What every float between two patterns shows: the worst relative error in roundoffs, and how often the next one is larger.
struct Seen {
  double worst = 0;
  long falls = 0, lost = 0, kept = 0;
};
[[gnu::always_inline]] inline Seen seen_here(std::uint32_t first, std::uint32_t last) {
  Seen all;
  float before = exp_nonpositive(std::bit_cast<float>(first));
  for (std::uint32_t bits = first; bits <= last; ++bits) {
    const float x = std::bit_cast<float>(bits), y = exp_nonpositive(x);
    const double e = std::exp(double(x));
    if (e >= double(std::numeric_limits<float>::min())) {
      all.worst = std::max(all.worst, std::abs(double(y) - e) / e);
      all.lost += y == 0;
    } else {
      all.kept += y != 0;
    }
    all.falls += y > before;
    before = y;
  }
  return all;
}
// A library call does for std::fma what the instruction does, twenty times slower.
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] Seen seen_fast(std::uint32_t first, std::uint32_t last) { return seen_here(first, last); }
Seen seen(std::uint32_t first, std::uint32_t last) {
  const bool fast = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
  return fast ? seen_fast(first, last) : seen_here(first, last);
}
#else
Seen seen(std::uint32_t first, std::uint32_t last) { return seen_here(first, last); }
#endif

}

TEST_CASE("The coefficients of exp_nonpositive are those of the exchange algorithm in 100 digits") {
  CHECK(coefficients_that_differ<float>() == 0);
  CHECK(coefficients_that_differ<double>() == 0);
}

TEST_CASE("The polynomials of exp_nonpositive are as near to the exponential as their bound says") {
  CHECK(polynomial_distance<float>(1000) <= bound::polynomial_error<float>());
  CHECK(polynomial_distance<double>(1000) <= bound::polynomial_error<double>());
}

TEST_CASE("exp_nonpositive on every float: within its bound, monotone, 0 exactly below the normal numbers") {
  const std::uint32_t zero = std::bit_cast<std::uint32_t>(-0.0f), end = std::bit_cast<std::uint32_t>(-104.0f);
  const std::uint32_t middle = zero + (end - zero) / 2;
  Seen near, far;
  std::thread other([&] { near = seen(zero, middle); });
  far = seen(middle, end);
  other.join();
  const double worst = std::max(near.worst, far.worst);
  INFO("worst relative error: " << worst * 0x1p24 << " roundoffs");
  // The double exponential that judges is itself off by 2^-28 of a float's roundoff.
  CHECK(Mp(worst) <= bound::exp_nonpositive_error<float>());
  CHECK(near.falls + far.falls == 0);
  CHECK(near.lost + far.lost == 0);
  CHECK(near.kept + far.kept == 0);
}

TEST_CASE("exp_nonpositive of double: random arguments, and those next to a change of the exponent") {
  std::mt19937_64 source(1);
  int wrong = 0;
  const auto look = [&](double x) {
    const Mp truth = exp(Mp(x)), error = abs(Mp(Mp(exp_nonpositive(x)) - truth));
    wrong += !(error <= bound::exp_nonpositive_error<double>() * truth);
    wrong += exp_nonpositive(x) < exp_nonpositive(std::nextafter(x, -1000.0));
  };
  for (int n = 0; n < 6000; ++n) look(-std::ldexp(double(source() >> 11), -53) * (n % 2 ? 708 : 2));
  for (int n = 0; n < 1022; ++n) {
    double x = -(n + 0.5) * 0.69314718055994531;
    for (int k = 0; k < 3; ++k, x = std::nextafter(x, 0.0)) look(x);
  }
  CHECK(wrong == 0);
}

TEST_CASE("exp_nonpositive at its ends") {
  const auto ends = []<class R>(R) {
    using C = ExponentialConstants<R>;
    const R below = std::nextafter(C::lowest, R(-1000));
    return exp_nonpositive(R(0)) == R(1) && exp_nonpositive(R(-R(0))) == R(1) &&
           exp_nonpositive(C::lowest) >= std::numeric_limits<R>::min() && exp_nonpositive(below) == R(0) &&
           !std::signbit(exp_nonpositive(below)) && exp_nonpositive(-std::numeric_limits<R>::infinity()) == R(0) &&
           exp_nonpositive(std::numeric_limits<R>::lowest()) == R(0);
  };
  CHECK(ends(float()));
  CHECK(ends(double()));
  for (const std::uint32_t nan : {0x7fc00000u, 0x7fc00001u, 0xffc12345u, 0x7fffffffu})
    CHECK(std::isnan(exp_nonpositive(std::bit_cast<float>(nan))));
  for (const std::uint64_t nan : {0x7ff8000000000000u, 0x7ff8000000000001u, 0xfff8123456789abcu})
    CHECK(std::isnan(exp_nonpositive(std::bit_cast<double>(nan))));
  CHECK(Mp(exp(Mp(-3))) == exp_nonpositive(Mp(-3)));
}
