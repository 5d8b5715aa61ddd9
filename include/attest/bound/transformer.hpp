#pragma once
#include "attest/bound/head.hpp"
/// \file
/// \brief Rounding of the layers around the head: the update of the introduction, layer norm, GELU.
namespace attest::bound {

/// \brief Absolute errors of the weights (query first) and of the updated streams.
struct UpdateError {
  Matrix<Mp, dynamic, dynamic> A, X;
};

/// \brief \f$ |\hat x'_{nc} - x'_{nc}| \le (1+u) \sum_j A_{nj} (e^{L_{nj}} - 1) B_{jc} + u \bigl( |x_{nc}| + \sum_j A_{nj} B_{jc} \bigr), \; B = |X||W_V||W_O| \f$
///
/// \f$ \ell_{nj} = \eta_{nj} + Eu \f$ and \f$ \ell_{Z,n} \f$ are those of the head, and \f$ L_{nj} = \ell_{nj} + \ell_{Z,n} + (T + 1 + d + d_v) u \f$. It covers both
/// \f$ x_n + (\operatorname{Attn}(X) W_O)_n \f$ and \f$ x_n + \sum_j \alpha_{j,n} x_j T \f$ with \f$ G = W_Q W_K^\top / \sqrt{d_k} \f$, \f$ T = W_V W_O \f$.
/// \proof
/// A score is a sum of products of four entries, of \f$ X, W_Q, W_K, X \f$; multiplied out, a term meets \f$ 2d + d_k \f$ roundings in either order of the products, and two in the scale. So
/// \f$ \eta \f$ is the same, and the weights are within \f$ A_{nj}(e^{\ell_{nj} + \ell_{Z,n} + u} - 1) \f$ as in the head. The attention output is a sum of products of a weight and entries of \f$ X, W_V, W_O \f$;
/// a term meets \f$ d \f$ and \f$ d_v \f$ roundings in the products, one in the product with the weight and at most \f$ T - 1 \f$ in the sum over \f$ j \f$, again in either order, and the quotient
/// of the weight. The residual addition is rounded once. Nothing may underflow.
/// \qed
template <Arithmetic R>
UpdateError update_error(const Matrix<Mp, dynamic, dynamic>& X, const Head<Mp>& W, const Matrix<Mp, dynamic,
                         dynamic>& W_O,
                         const Matrix<Mp, dynamic, dynamic>& A) {
  const Index T = X.rows(), d = X.cols(), d_k = W.W_Q.cols();
  const auto eta = stream_scores_scale(X, W), B = product(product(absolute(X), absolute(W.W_V)), absolute(W_O));
  const Mp u = unit<R>();
  UpdateError error{Matrix<Mp, dynamic, dynamic>(T, T), Matrix<Mp, dynamic, dynamic>(T, d)};
  for (Index n = 0; n < T; ++n) {
    const auto l = [&](Index j) {
      return stream_scores_error<R>(d, d_k) * eta(n, j) + Mp(int(elementary<R>())) * u;
    };
    Mp l_Z = Mp(int(T - 1)) * u;
    for (Index j = 0; j <= n; ++j) l_Z += A(n, j) * growth(l(j));
    for (Index j = 0; j <= n; ++j) {
      error.A(n, j) = A(n, j) * growth(l(j) + l_Z + u);
      const Mp e = growth(l(j) + l_Z + Mp(int(T + 1 + d + W.W_V.cols())) * u);
      for (Index c = 0; c < d; ++c) error.X(n, c) += A(n, j) * B(j, c) * ((Mp(1) + u) * e + u);
    }
    for (Index c = 0; c < d; ++c) error.X(n, c) += u * abs(X(n, c));
  }
  return error;
}

/// \brief \f$ |\hat y_c - y_c| \le \bigl( |x_c - \mu| (e^\Lambda - 1) + \delta e^\Lambda \bigr) / \sqrt{v + \varepsilon}, \; \delta = g_d \tfrac1d \sum_c |x_c| \f$
///
/// \f$ \Lambda = \frac12 \bigl( (d+4) u + \delta^2/(v+\varepsilon) \bigr) + 3u \f$.
/// \proof
/// The mean meets \f$ d - 1 \f$ additions and a quotient: it is off by at most \f$ \delta \f$. Around the computed mean the exact mean square is
/// \f$ v + (\hat\mu - \mu)^2 \f$, since deviations from \f$ \mu \f$ sum to zero; its logarithm is off by at most \f$ \delta^2/(v+\varepsilon) \f$ together with \f$ \varepsilon \f$. A term meets two roundings in the squared
/// deviation, one in the product, \f$ d - 1 \f$ additions and a quotient, and the addition of \f$ \varepsilon \f$: \f$ d + 4 \f$. The root halves this and is rounded once, the deviation and the
/// quotient once each. The deviation itself is \f$ x_c - \hat\mu \f$, which is within \f$ \delta \f$ of \f$ x_c - \mu \f$. Nothing may underflow.
/// \qed
template <Arithmetic R> Vector<Mp, dynamic> layer_norm_error(const Vector<Mp, dynamic>& x, const Mp& epsilon) {
  const Index d = x.rows();
  Mp mu = Mp(0), v = Mp(0), delta = Mp(0);
  for (Index c = 0; c < d; ++c) mu += x(c) / Mp(int(d)), delta += g<R>(d) * abs(x(c)) / Mp(int(d));
  for (Index c = 0; c < d; ++c) v += (x(c) - mu) * (x(c) - mu) / Mp(int(d));
  const Mp L = (Mp(int(d + 4)) * unit<R>() + delta * delta / (v + epsilon)) / Mp(2) + Mp(3) * unit<R>();
  Vector<Mp, dynamic> error(d);
  for (Index c = 0; c < d; ++c)
    error(c) = (abs(x(c) - mu) * growth(L) + delta * (Mp(1) + growth(L))) / sqrt(v + epsilon);
  return error;
}

/// \brief \f$ \bigl| \mathrm{fl}\bigl(\tfrac1d \sum_c \hat y_c\bigr) - \tfrac1d \sum_c y_c \bigr| \le \tfrac1d \sum_c \bigl( \delta_c + g_d |\hat y_c| \bigr) \f$ when \f$ |\hat y_c - y_c| \le \delta_c \f$
///
/// \proof
/// The errors of the terms add up; a term meets \f$ d - 1 \f$ additions and a quotient.
/// \qed
template <Arithmetic R> Mp row_mean_error(const Vector<Mp, dynamic>& y, const Vector<Mp, dynamic>& delta) {
  Mp error = Mp(0);
  for (Index c = 0; c < y.rows(); ++c) error += (delta(c) + g<R>(y.rows()) * abs(y(c))) / Mp(int(y.rows()));
  return error;
}

/// \brief \f$ \bigl| \mathrm{fl}\bigl(\tfrac1d \sum_c \hat y_c^2\bigr) - \tfrac1d \sum_c y_c^2 \bigr| \le \tfrac1d \sum_c \bigl( 2|\hat y_c|\delta_c + \delta_c^2 + g_{d+1} \hat y_c^2 \bigr) \f$
///
/// \proof
/// \f$ |\hat y^2 - y^2| \le |\hat y - y| (2|\hat y| + |\hat y - y|) \f$; a term meets a product, \f$ d - 1 \f$ additions and a quotient.
/// \qed
template <Arithmetic R> Mp row_mean_square_error(const Vector<Mp, dynamic>& y, const Vector<Mp, dynamic>& delta) {
  Mp error = Mp(0);
  for (Index c = 0; c < y.rows(); ++c)
    error += (delta(c) * (Mp(2) * abs(y(c)) + delta(c)) + g<R>(y.rows() + 1) * y(c) * y(c)) / Mp(int(y.rows()));
  return error;
}

/// \brief \f$ |\hat y - y| \le |y| \bigl( e^{2|z| g_{10} + (E+2)u} - 1 \bigr) \f$ for \f$ y = \operatorname{gelu}(x) \f$
///
/// \proof
/// Both terms of \f$ z \f$ have the sign of \f$ x \f$, so nothing cancels: a term meets at most three roundings in \f$ \sqrt{2/\pi} \f$, that of \f$ \pi \f$ included, a quotient, three products, an addition and a last
/// product: no more than ten. The exponent \f$ 2z \f$ is off by \f$ 2|z| g_{10} \f$, a log distance of the exponential, which adds \f$ E \f$ roundings. Adding 1, a positive
/// number, does not enlarge the log distance and is rounded once, the quotient once. Nothing may underflow or overflow.
/// \qed
template <Arithmetic R> Mp gelu_error(const Mp& z) {
  return growth(Mp(2) * abs(z) * g<R>(10) + Mp(int(elementary<R>() + 2)) * unit<R>());
}

}
