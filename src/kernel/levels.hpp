#pragma once
#include <span>
#include <string_view>
#include "attest/kernel/arrays.hpp"
/// \file
/// \brief The kernels of every instruction level in one program, and which of them this machine can run.
namespace attest {

/// \brief One instruction level: its name, whether this machine has it, and its kernels.
struct Level {
  std::string_view name;
  bool here;
  kernel::Kernel<float> of_float;
  kernel::Kernel<double> of_double;

  template <class R> const kernel::Kernel<R>& of() const {
    if constexpr (sizeof(R) == sizeof(float)) return of_float;
    else return of_double;
  }
};

/// \brief All that were compiled, slowest first.
std::span<const Level> levels();
/// \brief The fastest that this machine can run, or the one that ATTEST_LEVEL names; std::invalid_argument for one that is not to be had.
const Level& fastest_level();

}
