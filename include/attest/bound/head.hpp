#pragma once
#include "attest/bound/softmax.hpp"
#include "attest/lecture/s2_head.hpp"
/// \file
/// \brief Rounding of the whole head.
namespace attest::bound {

/// \brief \f$ |M|_{ij} = |M_{ij}| \f$
inline Matrix<Mp, dynamic, dynamic> absolute(Matrix<Mp, dynamic, dynamic> M) {
  for (auto& x : M) x = abs(x);
  return M;
}

/// \brief \f$ |\hat S_{ij} - S_{ij}| \le g_{d_k+2} \sum_c |Q_{ic} K_{jc}| / \sqrt{d_k} \f$
///
/// \proof
/// Each term meets its product and at most \f$ d_k - 1 \f$ additions; the root is rounded once and the quotient once.
/// \qed
template <Arithmetic R> Mp scores_error(Index d_k) { return g<R>(d_k + 2); }

/// \brief \f$ \eta_{ij} = g_{2d+d_k+2} \sum_c (|X||W_Q|)_{ic} (|X||W_K|)_{jc} / \sqrt{d_k} \f$: scores from the stream
///
/// \proof
/// A score is a sum of triple products \f$ (X W_Q)_{ic} (X W_K)_{jc} \f$, multiplied out. A term meets \f$ d \f$ roundings in the query,
/// \f$ d \f$ in the key, \f$ d_k \f$ in the inner product, and two in the scale.
/// \qed
template <Arithmetic R> Mp stream_scores_error(Index d, Index d_k) { return g<R>(2 * d + d_k + 2); }

/// \brief \f$ \sum_c (|X||W_Q|)_{ic} (|X||W_K|)_{jc} / \sqrt{d_k} \f$: what the scores are small or large against
inline Matrix<Mp, dynamic, dynamic> stream_scores_scale(const Matrix<Mp, dynamic, dynamic>& X, const Head<Mp>& W) {
  return scores(product(absolute(X), absolute(W.W_Q)), product(absolute(X), absolute(W.W_K)));
}

/// \brief Absolute errors of the stages of one head.
struct HeadError {
  Matrix<Mp, dynamic, dynamic> S, A, Y;
};

/// \brief \f$ |\hat Y_{ic} - Y_{ic}| \le \sum_j A_{ij} \bigl( |v_{jc}| (e^{L_{ij}} - 1) + e^{L_{ij}} g_d (|X||W_V|)_{jc} \bigr) \f$
///
/// With \f$ \ell_{ij} = \eta_{ij} + Eu \f$ and \f$ \ell_{Z,i} = \log \sum_j A_{ij} e^{\ell_{ij}} + (T-1)u \f$, the weights are within
/// \f$ A_{ij} (e^{\ell_{ij} + \ell_{Z,i} + u} - 1) \f$, and \f$ L_{ij} = \ell_{ij} + \ell_{Z,i} + (T+1) u \f$.
/// \proof
/// The scores are within \f$ \eta \f$, and an absolute error of an exponent is a log distance of the exponential; exp adds \f$ E \f$
/// roundings. The denominator's terms are positive, so its log distance is at most that of the weighted mean, and \f$ T - 1 \f$
/// additions. The quotient, the product with the value and at most \f$ T - 1 \f$ additions of the average make \f$ T + 1 \f$ more.
/// The output is therefore \f$ \sum_j A_{ij} \hat v_{jc} e^{\theta_j} \f$ with \f$ |\theta_j| \le L_{ij} \f$, where
/// \f$ |\hat v_{jc} - v_{jc}| \le g_d (|X||W_V|)_{jc} \f$ is an inner product of length \f$ d \f$. Nothing may underflow.
/// \qed
template <Arithmetic R>
HeadError head_error(const Matrix<Mp, dynamic, dynamic>& X, const Head<Mp>& W, const Pass<Mp>& truth) {
  const Index T = X.rows(), d = X.cols(), d_k = W.W_Q.cols(), d_v = W.W_V.cols();
  const auto V = product(absolute(X), absolute(W.W_V));
  const Mp u = unit<R>();
  HeadError error{stream_scores_scale(X, W), Matrix<Mp, dynamic, dynamic>(T, T), Matrix<Mp, dynamic, dynamic>(T, d_v)};
  for (auto& eta : error.S) eta = stream_scores_error<R>(d, d_k) * eta;
  for (Index i = 0; i < T; ++i) {
    const auto l = [&](Index j) { return error.S(i, j) + Mp(int(elementary<R>())) * u; };
    Mp l_Z = Mp(int(T - 1)) * u;
    for (Index j = 0; j < T; ++j) if (truth.A(i, j) > Mp(0)) l_Z += truth.A(i, j) * growth(l(j));
    for (Index j = 0; j < T; ++j) {
      if (!(truth.A(i, j) > Mp(0))) continue;
      error.A(i, j) = truth.A(i, j) * growth(l(j) + l_Z + u);
      const Mp e = growth(l(j) + l_Z + Mp(int(T + 1)) * u);
      for (Index c = 0; c < d_v; ++c)
        error.Y(i, c) += truth.A(i, j) * (abs(truth.V(j, c)) * e + (Mp(1) + e) * g<R>(d) * V(j, c));
    }
  }
  return error;
}

}
