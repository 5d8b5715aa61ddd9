#define ATTEST_KERNEL_LEVEL avx512
#include "kernel/level.ipp"
