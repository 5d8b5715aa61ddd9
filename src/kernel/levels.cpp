#include "kernel/levels.hpp"
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>
/// \file
/// \brief The choice of an instruction level at run time.
namespace attest {
namespace kernel {

// Each is defined by a file of its own, compiled for that level.
#define ATTEST_DECLARED(level) \
  namespace level { \
  extern const Kernel<float> of_float; \
  extern const Kernel<double> of_double; \
  }
ATTEST_DECLARED(baseline)
#ifdef ATTEST_X86_LEVELS
ATTEST_DECLARED(avx2)
ATTEST_DECLARED(avx512)
#endif
#undef ATTEST_DECLARED

}

std::span<const Level> levels() {
  static const std::vector<Level> all{
      {"baseline", true, kernel::baseline::of_float, kernel::baseline::of_double},
#ifdef ATTEST_X86_LEVELS
      {"avx2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"), kernel::avx2::of_float,
       kernel::avx2::of_double},
      {"avx512",
       __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd"),
       kernel::avx512::of_float, kernel::avx512::of_double},
#endif
  };
  return all;
}

const Level& fastest_level() {
  const char* const wanted = std::getenv("ATTEST_LEVEL");
  const Level* best = nullptr;
  std::string names;
  for (const Level& level : levels()) {
    if (!level.here) continue;
    if (!wanted || level.name == wanted) best = &level;
    names += (names.empty() ? "" : ", ") + std::string(level.name);
  }
  if (!best)
    throw std::invalid_argument("ATTEST_LEVEL is '" + std::string(wanted) + "'; this machine can run " + names);
  return *best;
}

}
