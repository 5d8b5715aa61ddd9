#pragma once
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief What the kernel needs to say to a compiler. Nothing here changes a result.

/// \def ATTEST_KERNEL_LEVEL
/// \brief The namespace of one instruction level: a program may hold the same kernel several times.
#ifndef ATTEST_KERNEL_LEVEL
#define ATTEST_KERNEL_LEVEL native
#endif

/// \def ATTEST_INLINE
/// \brief Inlined always: a tile that is called keeps nothing in registers, and no symbol of one level reaches another.
/// \def ATTEST_RESTRICT
/// \brief The array is reached through this pointer only.
/// \def ATTEST_UNROLL
/// \brief g++ keeps the tile in registers when the loop over its rows is unrolled; clang finds out by itself.
#if defined(__GNUC__)
#define ATTEST_INLINE [[gnu::always_inline]] inline
#define ATTEST_RESTRICT __restrict
#else
#define ATTEST_INLINE inline
#define ATTEST_RESTRICT
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define ATTEST_UNROLL _Pragma("GCC unroll 16")
#else
#define ATTEST_UNROLL
#endif
