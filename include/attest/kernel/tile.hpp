#pragma once
#include "attest/arithmetic/exponential.hpp"
#include "attest/kernel/arrays.hpp"
#include "attest/kernel/level.hpp"
/// \file
/// \brief The register tile: the two matrix products of streaming attention, with queries as lanes.
namespace attest::kernel {
inline namespace ATTEST_KERNEL_LEVEL {

/// \brief Rows of a register tile.
inline constexpr Index R_tile = 6;

/// \brief Lanes of a register tile: as many as six rows of them fit into the registers.
#if defined(__AVX512F__)
template <class R> inline constexpr Index tile_lanes = L;
#else
template <class R> inline constexpr Index tile_lanes = 64 / sizeof(R);
#endif

/// \brief A width that stands in the type, or is known at run time: one code for either.
template <Index n> struct Width {
  constexpr Width(Index = n) {}
  constexpr operator Index() const { return n; }
};
template <> struct Width<Index(-1)> {
  Index n;
  constexpr operator Index() const { return n; }
};

// What happens to a tile's entries before the first product, and which products count.
enum class Start { zero, scaled, as_it_is };
enum class Pairs { all, unmasked };

/// \brief \f$ c_{rl} \leftarrow c_{rl} + \sum_{k<n} a_{rk} b_{kl} \f$ for some rows and lanes, all in registers; the products are fused, and k rises.
///
/// An entry of a stands at a[r * row + k * step]; rows of b and c are L apart. The tile starts from zero, from c times the
/// lane's factor, or from c. With Pairs::unmasked `factor` marks pairs instead: where it is negative, b does not count.
template <Start start, Pairs pairs, Index rows, class R, class Row, class Step>
ATTEST_FLAT void tile(const R* ATTEST_ALONE a, Row row, Step step, const R* ATTEST_ALONE b,
                        R* ATTEST_ALONE c, Index n, [[maybe_unused]] const R* ATTEST_ALONE factor) {
  constexpr Index lanes = tile_lanes<R>;
  R sum[rows][lanes];
  ATTEST_UNROLLED for (Index r = 0; r < rows; ++r)
    for (Index l = 0; l < lanes; ++l) {
      if constexpr (start == Start::zero) sum[r][l] = R(0);
      else if constexpr (start == Start::scaled) sum[r][l] = c[r * L + l] * factor[l];
      else sum[r][l] = c[r * L + l];
    }
  const auto add = [&](Index k, Index r, Index l) {
    const R more = std::fma(a[r * row + k * step], b[k * L + l], sum[r][l]);
    if constexpr (pairs == Pairs::all) sum[r][l] = more;
    else sum[r][l] = factor[k * L + l] < R(0) ? sum[r][l] : more;
  };
  for (Index k = 0; k < n; ++k) {
    // clang keeps a tile of many lanes in registers when lanes are the outer loop, and g++ when the unrolled rows are
#if defined(__clang__) && defined(__AVX512F__)
    for (Index l = 0; l < lanes; ++l)
      _Pragma("GCC unroll 16") for (Index r = 0; r < rows; ++r) add(k, r, l);
#elif defined(__clang__)
    for (Index r = 0; r < rows; ++r)
      _Pragma("clang loop vectorize(enable) interleave_count(1)") for (Index l = 0; l < lanes; ++l) add(k, r, l);
#else
    ATTEST_UNROLLED for (Index r = 0; r < rows; ++r)
      for (Index l = 0; l < lanes; ++l) add(k, r, l);
#endif
  }
  ATTEST_UNROLLED for (Index r = 0; r < rows; ++r)
    for (Index l = 0; l < lanes; ++l) c[r * L + l] = sum[r][l];
}

/// \brief The tile for all L lanes.
template <Start start, Pairs pairs, Index rows, class R, class Row, class Step>
ATTEST_FLAT void tiles(const R* a, Row row, Step step, const R* b, R* c, Index n, const R* factor) {
  for (Index l = 0; l < L; l += tile_lanes<R>)
    tile<start, pairs, rows>(a, row, step, b + l, c + l, n, factor + l);
}

/// \brief The tile for a number of rows that is known at run time, at most R_tile.
template <Start start, Pairs pairs, class R, class Row, class Step>
ATTEST_FLAT void some_rows(Index rows, const R* a, Row row, Step step, const R* b, R* c, Index n, const R* factor) {
  switch (rows) {
    case 6: return tiles<start, pairs, 6>(a, row, step, b, c, n, factor);
    case 5: return tiles<start, pairs, 5>(a, row, step, b, c, n, factor);
    case 4: return tiles<start, pairs, 4>(a, row, step, b, c, n, factor);
    case 3: return tiles<start, pairs, 3>(a, row, step, b, c, n, factor);
    case 2: return tiles<start, pairs, 2>(a, row, step, b, c, n, factor);
    default: return tiles<start, pairs, 1>(a, row, step, b, c, n, factor);
  }
}

/// \brief The product for m rows of c: tiles of nearly equal height.
template <Start start, Pairs pairs, class R, class M, class Row, class Step>
ATTEST_FLAT void product(M m, const R* a, Row row, Step step, const R* b, R* c, Index n, const R* factor) {
  const Index number = (m + R_tile - 1) / R_tile, height = number ? (m + number - 1) / number : 0;
  const Index lower = number * height - m, higher = number - lower;
  for (Index t = 0; t < higher; ++t)
    some_rows<start, pairs>(height, a + t * height * row, row, step, b, c + t * height * L, n, factor);
  const Index done = higher * height;
  for (Index t = 0; t < lower; ++t)
    some_rows<start, pairs>(height - 1, a + (done + t * (height - 1)) * row, row, step, b,
                            c + (done + t * (height - 1)) * L, n, factor);
}

}
}
