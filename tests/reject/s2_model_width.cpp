// satisfaction of .*d_agree<d_, e_>.* \[with d_ = 3; e_ = 5\]|because .d_agree<3U?L?, 5U?L?>. evaluated to false
#include "attest/lecture/s2_head.hpp"
#ifdef REFUSED
constexpr attest::Extent d = 5;
#else
constexpr attest::Extent d = 3;
#endif
int main() {
  const attest::Matrix<double, 2, 3> X;
  const attest::Head<double, d, 4, 2> W;
  return static_cast<int>(attest::head(X, W).Y(0, 0));
}
