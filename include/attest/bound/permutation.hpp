#pragma once
#include "attest/bound/head.hpp"
/// \file
/// \brief What a reordering of the rows can do to rounding: sums over positions are added in another order.
namespace attest::bound {

/// \brief \f$ |\hat A'_{\pi(i)\pi(j)} - \hat A_{ij}| \le g_{2T}\, \hat A_{ij} \f$
///
/// \proof
/// The exponentials are the same numbers, since the scores are. Each denominator is a sum of the same \f$ T \f$ positive numbers with
/// \f$ T - 1 \f$ additions in some order, and each weight is one quotient: \f$ T \f$ roundings on either side. Nothing may underflow.
/// \qed
template <Arithmetic R> Mp permuted_weights_error(Index T) { return g<R>(2 * T); }

/// \brief \f$ |\hat Y'_{\pi(i)c} - \hat Y_{ic}| \le 2 g_{3T} \sum_j \hat A_{ij} |\hat v_{jc}| \f$
///
/// \proof
/// Let \f$ p_j \f$ be the exact quotients of the computed exponentials. Against \f$ \sum_j p_j \hat v_{jc} \f$ a term of either output meets \f$ T - 1 \f$
/// additions in the denominator, a quotient, a product and at most \f$ T - 1 \f$ additions: \f$ 2T \f$ roundings. So the two outputs are at most
/// \f$ 2 g_{2T} \sum_j p_j |\hat v_{jc}| \f$ apart, and \f$ p_j \le (1+u)^T \hat A_{ij} \f$. Nothing may underflow.
/// \qed
template <Arithmetic R> Mp permuted_output_error(Index T) { return Mp(2) * g<R>(3 * T); }

/// \brief \f$ g_3 \f$, relative to \f$ |e| + |p_t| + |p_s| \f$: \f$ (e + p_t) - (e + p_s) \f$ against \f$ p_t - p_s \f$, both computed
///
/// \proof
/// The two sums are off by \f$ u(|e| + |p_t|) \f$ and \f$ u(|e| + |p_s|) \f$; the two differences by \f$ u|p_t - p_s| \f$ each, and the first of them by
/// \f$ u \f$ times the errors of its terms. Together \f$ 2u + 2u^2 \f$ stands at \f$ |e| \f$ and \f$ 3u + u^2 \f$ at \f$ |p_t| + |p_s| \f$.
/// \qed
template <Arithmetic R> Mp position_offset_error() { return g<R>(3); }

/// \brief \f$ |\hat F(P_\pi X)_{\pi(t)} - \hat F(X)_t| \le \delta_t |U||W| + g_{d+h} (2|\hat z_t| + \delta_t) |U||W| \f$ for \f$ F(X) = \max(0, Z U) W, \; Z = X + \operatorname{Attn}(X) \f$
///
/// \f$ \delta = \beta + g_2 (|X| + |\hat Y| + \beta) \f$ bounds the change of \f$ \hat z_t \f$, where \f$ \beta \f$ is that of the attention output.
/// \proof
/// Each of the two sums \f$ x + \hat y \f$ is rounded once. From there on both sides run the same operations. The exact two-layer map changes by at most
/// \f$ \delta|U||W| \f$, because \f$ \max(0, \cdot) \f$ does not enlarge differences. Evaluated at \f$ \hat z \f$ it is off by
/// \f$ g_{d+h} |\hat z||U||W| \f$: an inner product of length \f$ d \f$, a maximum that is not rounded, and one of length \f$ h \f$. The other side's
/// \f$ |\hat z'| \f$ is at most \f$ |\hat z| + \delta \f$.
/// \qed
template <Arithmetic R>
Matrix<Mp, dynamic, dynamic> stack_error(const Matrix<Mp, dynamic, dynamic>& X, const Matrix<Mp, dynamic, dynamic>& A,
                                         const Matrix<Mp, dynamic, dynamic>& V, const Matrix<Mp, dynamic, dynamic>& U,
                                         const Matrix<Mp, dynamic, dynamic>& W) {
  const auto Y = product(absolute(A), absolute(V));
  auto change = Y, reach = Y;
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) {
      const Mp beta = permuted_output_error<R>(X.rows()) * Y(t, c),
          size = abs(X(t, c)) + (Mp(1) + g<R>(X.rows())) * Y(t, c);
      change(t, c) = beta + g<R>(2) * (size + beta);
      reach(t, c) = change(t, c) + g<R>(U.rows() + U.cols()) * (Mp(2) * (Mp(1) + g<R>(1)) * size + change(t, c));
    }
  return product(product(reach, absolute(U)), absolute(W));
}

}
