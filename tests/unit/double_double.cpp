// Double-double against 100 digits: every operation within its bound, on hard cases and on random ones; and as an oracle.
#include "attest/arithmetic/double_double.hpp"
#include <random>
#include "attest/bound/double_double.hpp"
#include "attest/bound/streaming.hpp"
#include "attest/lecture/s8_streaming.hpp"
#include "catch.hpp"
using namespace attest;
namespace {

Mp wide(const DD& x) { return Mp(x.hi) + Mp(x.lo); }
bool within(const Mp& bound, const DD& computed, const Mp& truth) {
  return abs(Mp(wide(computed) - truth)) <= bound * abs(truth);
}

// Doubles of many sizes, with few and with many bits, so that sums cancel and carry.
struct Source {
  std::mt19937_64 bits{1};
  double high() {
    const double mantissa = 1 + std::ldexp(double(bits() >> 12), -52);
    const double few = bits() % 3 ? mantissa : std::ldexp(std::nearbyint(std::ldexp(mantissa, 4)), -4);
    const int exponent = int(bits() % 7) - 3;
    return std::ldexp(bits() % 2 ? few : -few, exponent);
  }
  DD operator()() {
    const double h = high();
    const double l = bits() % 5 ? std::ldexp(h, -53) * (std::ldexp(double(bits() >> 11), -53) * 2 - 1) * 0.99 : 0;
    return DD::ordered_sum(h, l);
  }
  // A number close to -x.
  DD nearly_opposite(const DD& x) {
    const double high = -x.hi * (1 + std::ldexp(double(bits() % 9), -52));
    return DD::ordered_sum(high, x.lo * double(bits() % 3));
  }
};

}

TEST_CASE("Double-double: sums, products, quotients and roots are within their bounds of 100 digits") {
  Source draw;
  int wrong = 0;
  for (int n = 0; n < 40000; ++n) {
    const DD x = draw(), y = n % 2 ? draw() : draw.nearly_opposite(x), z = draw();
    wrong += !within(bound::double_double_sum_error(), x + y, wide(x) + wide(y));
    wrong += !within(bound::double_double_sum_error(), x - z, wide(x) - wide(z));
    wrong += !within(bound::double_double_product_error(), x * z, wide(x) * wide(z));
    wrong += !within(bound::double_double_quotient_error(), x / z, wide(x) / wide(z));
    const DD positive = x < DD(0) ? -x : x;
    wrong += !within(bound::double_double_root_error(), sqrt(positive), sqrt(wide(positive)));
  }
  CHECK(wrong == 0);
}

TEST_CASE("Double-double: the exponential is within its bound of 100 digits") {
  Source draw;
  int wrong = 0;
  Mp worst = 0;
  for (int n = 0; n < 5000; ++n) {
    const DD x = draw() * DD(n % 3 ? 1 : 40);
    const Mp truth = exp(wide(x));
    wrong += !within(bound::double_double_exponential_error(), exp(x), truth);
    worst = max(worst, Mp(abs(Mp(wide(exp(x)) - truth)) / truth));
  }
  INFO("worst relative error " << worst);
  CHECK(wrong == 0);
  CHECK(exp(DD(0)) == DD(1));
}

TEST_CASE("Double-double: what is not finite") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(exp(DD::minus_infinity()) == DD(0));
  CHECK(exp(DD(1000)).hi == infinity);
  CHECK((DD::minus_infinity() - DD(3)) == DD::minus_infinity());
  CHECK((DD(1) / DD(0)).hi == infinity);
  CHECK((DD(1) / DD(infinity)) == DD(0));
  CHECK(isnan(DD::minus_infinity() - DD::minus_infinity()));
  CHECK(isnan(sqrt(DD(-1))));
  CHECK(isnan(exp(DD(std::nan("")))));
  CHECK(sqrt(DD(0)) == DD(0));
  CHECK(isnan(DD(0) / DD(0)));
  CHECK(max(DD(1, 0x1p-60), DD(1)) == DD(1, 0x1p-60));
}

TEST_CASE("Double-double judges: streaming attention is within its bound of 100 digits") {
  const Index T = 12, d_k = 3, d_v = 2, b = 5;
  Source draw;
  Matrix<DD, dynamic, dynamic> Q(T, d_k), K(T, d_k), V(T, d_v);
  for (auto* M : {&Q, &K, &V})
    for (auto& x : *M) x = DD(draw.high());
  const auto in_digits = [](const Matrix<DD, dynamic, dynamic>& A) {
    Matrix<Mp, dynamic, dynamic> B(A.rows(), A.cols());
    std::transform(A.begin(), A.end(), B.begin(), wide);
    return B;
  };
  const auto Q_wide = in_digits(Q), K_wide = in_digits(K), V_wide = in_digits(V);
  const auto Y = attention_streaming(Q, K, V, b, Mask::none);
  const auto truth = attention_streaming(Q_wide, K_wide, V_wide, b, Mask::none);
  for (Index i = 0; i < T; ++i) {
    const auto q = row(Q_wide, i);
    const auto s = query_scores(q, K_wide, 0, T);
    const auto error = bound::streaming_error<DD>(s, bound::scores_apart<DD>(q, K_wide), V_wide, (T - 1) / b);
    for (Index c = 0; c < d_v; ++c) CHECK(abs(Mp(wide(Y(i, c)) - truth(i, c))) <= error(c));
  }
}
