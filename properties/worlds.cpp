// The only translation unit that compiles the bodies of Exact and Mp, and with them Boost.
#include "attest/arithmetic/exact.ipp"
#include "attest/arithmetic/multiprecision.ipp"
