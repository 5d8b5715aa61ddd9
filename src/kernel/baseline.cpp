#define ATTEST_KERNEL_LEVEL baseline
#include "kernel/level.ipp"
