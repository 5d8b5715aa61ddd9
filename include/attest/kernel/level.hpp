#pragma once
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief What the kernel needs to say to a compiler. Nothing here changes a result.

/// \def ATTEST_KERNEL_LEVEL
/// \brief The namespace of one instruction level: a program may hold the same kernel several times.
#ifndef ATTEST_KERNEL_LEVEL
#define ATTEST_KERNEL_LEVEL native
#endif

/// \def ATTEST_FLAT
/// \brief Inlined always: a tile that is called keeps nothing in registers, and no symbol of one level reaches another.
/// \def ATTEST_ALONE
/// \brief The array is reached through this pointer only.
/// \def ATTEST_UNROLLED
/// \brief g++ keeps the tile in registers when the loop over its rows is unrolled; clang finds out by itself.
#if defined(__GNUC__)
#define ATTEST_FLAT [[gnu::always_inline]] inline
#define ATTEST_ALONE __restrict
#else
#define ATTEST_FLAT inline
#define ATTEST_ALONE
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define ATTEST_UNROLLED _Pragma("GCC unroll 16")
#else
#define ATTEST_UNROLLED
#endif
