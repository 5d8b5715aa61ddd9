#pragma once
#include "attest/kernel/backward.hpp"
#include "attest/kernel/decode.hpp"
/// \file
/// \brief The kernels as this translation unit's own compiler flags make them.
namespace attest::kernel {
inline namespace ATTEST_KERNEL_LEVEL {

/// \cond
#define ATTEST_NAME_OF(level) #level
#define ATTEST_NAME(level) ATTEST_NAME_OF(level)
/// \endcond
/// \brief The kernels of this instruction level.
template <class R>
inline constexpr Kernel<R> kernels{ATTEST_NAME(ATTEST_KERNEL_LEVEL), forward<R>, decode<R>, backward<R>};

}
}
