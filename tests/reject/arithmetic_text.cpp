// satisfaction of .*Arithmetic<R>.* \[with R = .*string|because .std::basic_string<char>. does not satisfy .Arithmetic.|because .std::.*string.* does not satisfy .Arithmetic.
#include <string>
#include "attest/linear.hpp"
#ifdef REFUSED
using Number = std::string;
#else
using Number = double;
#endif
int main() {
  const attest::Matrix<Number, attest::dynamic, attest::dynamic> A;
  attest::product(A, A);
}
