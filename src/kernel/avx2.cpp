#define ATTEST_KERNEL_LEVEL avx2
#include "kernel/level.ipp"
