// satisfaction of .*d_k_agree<d_k_, k_>.* \[with d_k_ = 3; k_ = 4\]|because .d_k_agree<3U?L?, 4U?L?>. evaluated to false
#include "attest/lecture/s2_head.hpp"
#ifdef REFUSED
constexpr attest::Extent width = 4;
#else
constexpr attest::Extent width = 3;
#endif
int main() {
  attest::Matrix<double, 2, 3> Q;
  attest::Matrix<double, 2, width> K;
  return static_cast<int>(attest::scores(Q, K)(0, 0));
}
