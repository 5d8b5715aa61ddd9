#include "attest/kernel/native.hpp"
/// \file
/// \brief The kernels of one instruction level. Nothing else may be defined here: a library function compiled for one level must not
/// be the one that another level's machine calls.
namespace attest::kernel {
inline namespace ATTEST_KERNEL_LEVEL {

extern const Kernel<float> of_float;
extern const Kernel<double> of_double;
const Kernel<float> of_float = kernels<float>;
const Kernel<double> of_double = kernels<double>;

}
}
