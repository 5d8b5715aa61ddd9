// satisfaction of .*inner_agree<n_, k_>.* \[with n_ = 3; k_ = 2\]|because .inner_agree<3U?L?, 2U?L?>. evaluated to false
#include "attest/linear.hpp"
#ifdef REFUSED
constexpr attest::Extent rows = 2;
#else
constexpr attest::Extent rows = 3;
#endif
int main() {
  const attest::Matrix<double, 2, 3> A;
  const attest::Matrix<double, rows, 4> B;
  return static_cast<int>(attest::product(A, B)(0, 0));
}
