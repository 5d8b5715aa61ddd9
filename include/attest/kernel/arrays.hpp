#pragma once
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief What a kernel is given, and which kernels there are. The same for every instruction level.
namespace attest::kernel {

/// \brief Lanes: that many queries go together, each in its lane, each with the operations of the definition in its order.
inline constexpr Index L = 32;
/// \brief Keys that are absorbed at once: the block size of the definition.
inline constexpr Index block = 256;

/// \brief One head: row-major arrays and extents.
template <class R> struct Arrays {
  const R *Q, *K, *V;
  R* Y;
  Index T_q, T_k, d_k, d_v;
  bool causal;
  R *m = nullptr, *Z = nullptr;  ///< where the maximum and the denominator of each row go, if anybody wants them
};

/// \brief Keys of one cache panel.
inline constexpr Index panel = 64;

/// \brief The first t positions of a cache: keys in panels, coordinate after coordinate, values in rows.
template <class R> struct Panels {
  const R *K, *V;
  Index t, d_k, d_v;
};

/// \brief The gradient of a number that depends on Y, taken over to Q, K and V.
template <class R> struct Gradient {
  Arrays<R> head;  ///< as it was given to the forward pass, with its Y, m and Z
  const R* dY;
  R *dQ, *dK, *dV;
};

/// \brief How many numbers a thread needs beside the arrays, whatever T is.
constexpr Index forward_scratch(Index d_k, Index d_v) { return (d_k + d_v + block + 3) * L; }
constexpr Index decode_scratch(Index d_k, Index d_v) { return block + d_k + d_v; }
constexpr Index whole_panels(Index d) { return (d + L - 1) / L * L; }
constexpr Index backward_scratch(Index d_k, Index d_v) {
  return (2 * d_k + d_v + whole_panels(d_k) + whole_panels(d_v) + 3 * L + 3) * L;
}

/// \brief The kernels of one instruction level.
template <class R> struct Kernel {
  const char* level;
  /// Rows i0 to i0 + L, i0 a multiple of L; says whether each of them met a finite score.
  bool (*forward)(const Arrays<R>&, Index i0, R* scratch);
  /// One query against a cache, likewise.
  bool (*decode)(const Panels<R>&, const R* q, R* y, R* scratch);
  /// A whole head, backwards; dK and dV begin as zeros.
  void (*backward)(const Gradient<R>&, R* scratch);
};

}
