#pragma once
#include "attest/lecture/s5_temperature.hpp"
/// \file
/// \brief Lecture section 7, attention as kernel smoothing.
namespace attest {

/// \display{7,Kernel of attention}
/// \f[ \kappa(q, k) = \exp\Bigl( \frac{\langle q, k \rangle}{\sqrt{d_k}} \Bigr) \f]
/// \shape  \f$ q, k : d_k \;\longmapsto\; \kappa(q, k) : 1 \f$
/// \pre    \f$ d_k \ge 1 \f$, the same for both, else an error; the exponent does not overflow
/// \post   positive for finite queries and keys
/// \exact  exchanging the two vectors changes nothing; exchanging the two stream rows they come from does, unless \f$ W_Q W_K^\top \f$ is symmetric
/// \bound{kernel_error}
/// \proof
/// An exponential is positive. The products \f$ q_c k_c \f$ do not depend on the order of their factors, and are added in the order of \f$ c \f$.
/// \qed
/// \holds{result_7_smoothing}
template <Arithmetic R, Extent d_k_, Extent k_> requires d_k_agree<d_k_, k_>
R attention_kernel(const Vector<R, d_k_>& q, const Vector<R, k_>& k) {
  agree("d_k", q.rows(), k.rows(), "q (d_k)", q, "k (d_k)", k);
  if (q.rows() == 0) throw ShapeError("attention_kernel: d_k is 0; queries and keys need at least one coordinate");
  return exp(inner(q, k) / root<R>(q.rows()));
}

/// \definition{7.1,Weighting function}
/// \f[ w_j = \kappa(q, k_j) \ge 0, \qquad \sum_{j=1}^{T} w_j > 0 \f]
/// \shape  \f$ q : d_k,\; K : T \times d_k \;\longmapsto\; w : T \f$, for a weighting function \f$ \kappa \f$
/// \pre    no \f$ \kappa(q, k_j) \f$ is negative or NaN, and their sum is positive, else an error
/// \post   a query that gives every key the weight 0 has no estimate, and none is made up
/// \exact  nothing is computed but \f$ \kappa \f$ and the sum that is compared with 0
/// \bound{none}
/// \proof
/// The conditions are the comparisons. A sum of numbers that are not negative is 0, also when rounded, exactly when all of them are.
/// \qed
/// \holds{definition_7_smoother}
template <class Kernel, Arithmetic R, Extent T_, Extent d_k_>
Vector<R, T_> weighting(const Kernel& kappa, const Vector<R, d_k_>& q, const Matrix<R, T_, d_k_>& K) {
  Vector<R, T_> w(K.rows());
  R total = R(0);
  for (Index j = 0; j < K.rows(); ++j) {
    w(j) = kappa(q, row(K, j));
    if (!(R(0) <= w(j)))
      throw std::domain_error("smoother: the weight of key " + std::to_string(j + 1) +
                              " is negative or NaN, expected at least 0");
    total += w(j);
  }
  if (!(R(0) < total))
    throw std::domain_error("smoother: the total weight is 0, expected a key with a positive weight");
  return w;
}

/// \definition{7.1,Smoothing weights}
/// \f[ a_j = \frac{\kappa(q, k_j)}{\sum_{\ell=1}^{T} \kappa(q, k_\ell)} \f]
/// \shape  \f$ q : d_k,\; K : T \times d_k \;\longmapsto\; a : T \f$, for a weighting function \f$ \kappa \f$
/// \pre    as for the weighting function
/// \post   \f$ a \in \Delta^{T-1} \f$
/// \exact  \f$ a_j = 0 \f$ wherever \f$ \kappa(q, k_j) = 0 \f$
/// \bound{row_sum_error}
/// \proof
/// A quotient of a number that is not negative and a positive one is not negative; the denominator is the sum of the numerators.
/// \qed
/// \holds{definition_7_smoother}
template <class Kernel, Arithmetic R, Extent T_, Extent d_k_>
Vector<R, T_> smoothing_weights(const Kernel& kappa, const Vector<R, d_k_>& q, const Matrix<R, T_, d_k_>& K) {
  auto a = weighting(kappa, q, K);
  R total = R(0);
  for (Index l = 0; l < a.rows(); ++l) total += a(l);
  for (Index j = 0; j < a.rows(); ++j) a(j) = a(j) / total;
  return a;
}

/// \definition{7.1,Nadaraya-Watson smoother}
/// \f[ \hat m(q) = \frac{\sum_{j=1}^{T} \kappa(q, k_j)\, v_j}{\sum_{j=1}^{T} \kappa(q, k_j)} \f]
/// \shape  \f$ q : d_k,\; K : T \times d_k,\; V : T \times d_v \;\longmapsto\; \hat m(q) : d_v \f$, for a weighting function \f$ \kappa \f$
/// \pre    as for the weighting function
/// \post   \f$ \hat m(q) \in \operatorname{conv}\{v_1, \dots, v_T\} \f$; a positive factor of \f$ \kappa(q, \cdot) \f$ changes nothing
/// \exact  a key of weight 0 is not seen, if its value is finite
/// \bound{smoother_error}
/// \proof
/// Divided term by term, it is the combination of the values with the smoothing weights, which lie in the simplex. A factor stands in numerator and
/// denominator and cancels.
/// \qed
/// \holds{definition_7_smoother}
/// \holds{result_7_smoothing}
/// \holds{special_7_uniform}
template <class Kernel, Arithmetic R, Extent T_, Extent d_k_, Extent d_v_>
Vector<R, d_v_> smoother(const Kernel& kappa, const Vector<R, d_k_>& q, const Matrix<R, T_, d_k_>& K,
                         const Matrix<R, T_, d_v_>& V) {
  agree("T", K.rows(), V.rows(), "K (T x d_k)", K, "V (T x d_v)", V);
  const auto w = weighting(kappa, q, K);
  Vector<R, d_v_> y(V.cols());
  R total = R(0);
  for (Index j = 0; j < K.rows(); ++j) total += w(j);
  for (Index c = 0; c < V.cols(); ++c) {
    for (Index j = 0; j < K.rows(); ++j) y(c) += w(j) * V(j, c);
    y(c) = y(c) / total;
  }
  return y;
}

/// \special{7,Running mean}
/// \f[ y_i = \frac1i \sum_{j \le i} v_j \f]
/// \shape  \f$ V : T \times d_v \;\longmapsto\; Y : T \times d_v \f$
/// \pre    all values are finite
/// \post   the last row is the mean of all values
/// \exact  the first row is \f$ v_1 \f$
/// \bound{mean_error}
/// \proof
/// Each row adds one value to the sum of the row before and divides by their number.
/// \qed
/// \holds{special_7_uniform}
template <Arithmetic R, Extent T_, Extent d_v_> Matrix<R, T_, d_v_> running_mean(const Matrix<R, T_, d_v_>& V) {
  Matrix<R, T_, d_v_> Y(V.rows(), V.cols());
  for (Index c = 0; c < V.cols(); ++c) {
    R total = R(0);
    for (Index i = 0; i < V.rows(); ++i) {
      total += V(i, c);
      Y(i, c) = total / number<R>(i + 1);
    }
  }
  return Y;
}

/// \worked{7.4,Gaussian positional scores}
/// \f[ S_{ij} = -\frac12 \Bigl( \frac{i - j}{h} \Bigr)^2 \f]
/// \shape  \f$ T,\; h : 1 \;\longmapsto\; S : T \times T \f$
/// \pre    \f$ h > 0 \f$, else an error
/// \post   \f$ S_{ii} = 0 \f$ is the largest score of row and column \f$ i \f$
/// \exact  symmetric
/// \bound{gaussian_scores_error}
/// \proof
/// No square is negative, and \f$ (i - j)^2 = (j - i)^2 \f$.
/// \qed
/// \holds{example_7_4}
template <Arithmetic R> Matrix<R, dynamic, dynamic> gaussian_scores(Index T, const R& h) {
  if (!(R(0) < h)) throw std::domain_error("gaussian_scores: the bandwidth h must be positive");
  Matrix<R, dynamic, dynamic> S(T, T);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < T; ++j) {
      const R z = number<R>(i < j ? j - i : i - j) / h;
      S(i, j) = R(0) - z * z / R(2);
    }
  return S;
}

/// \worked{7.4,Gaussian positional weights}
/// \f[ A_{ij} = \frac{e^{-(i-j)^2 / (2h^2)}}{\sum_{\ell \le i} e^{-(i-\ell)^2 / (2h^2)}} \quad (j \le i), \qquad A_{ij} = 0 \quad (j > i) \f]
/// \shape  \f$ T,\; h : 1 \;\longmapsto\; A : T \times T \f$
/// \pre    \f$ h > 0 \f$, else an error
/// \post   rows are distributions over their prefix; the identity as \f$ h \to 0 \f$, the running mean as \f$ h \to \infty \f$
/// \exact  \f$ A_{ij} = 0 \f$ for \f$ j > i \f$; the first row is \f$ (1, 0, \dots, 0) \f$
/// \bound{gaussian_weights_error}
/// \proof
/// The causal softmax of the Gaussian scores. No score is positive and \f$ S_{ii} = 0 \f$, so the denominator lies between 1 and \f$ i \f$ and nothing overflows.
/// With \f$ h \to 0 \f$ every other exponent tends to \f$ -\infty \f$, with \f$ h \to \infty \f$ to 0.
/// \qed
/// \holds{example_7_4}
template <Arithmetic R> Matrix<R, dynamic, dynamic> gaussian_positional(Index T, const R& h) {
  return softmax_row(causal(gaussian_scores(T, h)));
}

/// \brief Queries and keys that were constructed, not projected.
template <class R> struct Pair {
  Matrix<R, dynamic, dynamic> Q, K;
};

/// \worked{7.4,Gaussian weights from queries and keys}
/// \f[ q_i = \sqrt{d_k}\, \bigl( i, 1, 0, \dots \bigr), \qquad k_j = \Bigl( \frac{j}{h^2},\; -\frac{j^2}{2h^2},\; 0, \dots \Bigr) \f]
/// \shape  \f$ T,\; h : 1,\; d_k \;\longmapsto\; Q, K : T \times d_k \f$; two coordinates suffice, more are padded with zeros
/// \pre    \f$ h > 0 \f$ and \f$ d_k \ge 2 \f$, else an error
/// \post   \f$ \langle q_i, k_j \rangle / \sqrt{d_k} = -(i-j)^2/(2h^2) + i^2/(2h^2) \f$, so the weights of every row are the Gaussian ones
/// \exact  positions count from 1; with a square \f$ d_k \f$ the queries are whole numbers
/// \bound{gaussian_pair_error}
/// \proof
/// \f$ -(i-j)^2 = 2ij - j^2 - i^2 \f$. The last term does not depend on \f$ j \f$: a common factor \f$ e^{-i^2/(2h^2)} \f$ of the row, which cancels.
/// \qed
/// \holds{example_7_4}
template <Arithmetic R> Pair<R> gaussian_pair(Index T, const R& h, Index d_k) {
  if (!(R(0) < h)) throw std::domain_error("gaussian_pair: the bandwidth h must be positive");
  if (d_k < 2) throw ShapeError("gaussian_pair: d_k is " + std::to_string(d_k) + ", but needs at least 2 coordinates");
  using M = Matrix<R, dynamic, dynamic>;
  Pair<R> P{M(T, d_k), M(T, d_k)};
  for (Index i = 0; i < T; ++i) {
    const R t = number<R>(i + 1);
    P.Q(i, 0) = root<R>(d_k) * t;
    P.Q(i, 1) = root<R>(d_k);
    P.K(i, 0) = t / (h * h);
    P.K(i, 1) = R(0) - t * t / (R(2) * h * h);
  }
  return P;
}

/// \remarked{7.3,Stream of one-hot tokens and positions}
/// \f[ X_t = \bigl( \delta_{x_t},\; 1,\; t,\; t^2 \bigr) \f]
/// \shape  \f$ x : T,\; \text{vocabulary } n \;\longmapsto\; X : T \times (n + 3) \f$
/// \pre    every token is less than \f$ n \f$, else an error
/// \post   row \f$ t \f$ tells the token and the position
/// \exact  whole numbers; positions count from 1
/// \bound{none}
/// \proof
/// Nothing is rounded as long as \f$ t^2 \f$ is a number of the arithmetic.
/// \qed
/// \holds{remark_7_3}
template <Arithmetic R> Matrix<R, dynamic, dynamic> one_hot_stream(Tokens x, Index n) {
  const auto E = embedding(identity<R>(n), x);
  Matrix<R, dynamic, dynamic> X(x.size(), n + 3);
  for (Index t = 0; t < x.size(); ++t) {
    for (Index c = 0; c < n; ++c) X(t, c) = E(t, c);
    X(t, n) = R(1);
    X(t, n + 1) = number<R>(t + 1);
    X(t, n + 2) = number<R>((t + 1) * (t + 1));
  }
  return X;
}

/// \remarked{7.3,Head that reads the token of a row}
/// \f[ W_V \text{ selects } \delta_{x_j}, \qquad W_Q = 0, \qquad W_K = 0 \f]
/// \shape  \f$ \text{vocabulary } n,\; d_k \;\longmapsto\; \f$ a head of \f$ d = n + 3,\; d_v = n \f$
/// \pre    \f$ n, d_k \ge 1 \f$
/// \post   its output is the distribution of the tokens that are read; its scores are 0, which the rules below change
/// \exact  zeros and ones
/// \bound{none}
/// \proof
/// The first \f$ n \f$ coordinates of a row of the stream are \f$ \delta_{x_j} \f$, and an average of such vectors holds the mass of each token.
/// \qed
/// \holds{remark_7_3}
template <Arithmetic R> Head<R> reading_head(Index n, Index d_k) {
  using M = Matrix<R, dynamic, dynamic>;
  Head<R> W{M(n + 3, d_k), M(n + 3, d_k), M(n + 3, n)};
  for (Index c = 0; c < n; ++c) W.W_V(c, c) = R(1);
  return W;
}

/// \remarked{7.3,Previous-token head}
/// \f[ S_{ij} = \beta \bigl( 2 (i-1) j - j^2 \bigr) = \beta (i-1)^2 - \beta\, (i - 1 - j)^2 \f]
/// \shape  \f$ \text{vocabulary } n,\; \beta : 1 \;\longmapsto\; \f$ a head of \f$ d = n + 3,\; d_k = 4,\; d_v = n \f$ for the one-hot stream
/// \pre    \f$ \beta > 0 \f$
/// \post   position \f$ i \ge 2 \f$ reads position \f$ i - 1 \f$, up to the mass \f$ (i-1)\, e^{-\beta} \f$; the first reads itself
/// \exact  with a whole \f$ \beta \f$ every score is a whole number
/// \bound{cold_most}
/// \proof
/// The query is \f$ 2\beta\, (2(i-1), -1, 0, 0) \f$, the key \f$ (j, j^2, 0, 0) \f$, the scale \f$ \sqrt4 = 2 \f$. The square is 0 at \f$ j = i - 1 \f$ and at least 1
/// elsewhere, so the gap is \f$ \beta \f$.
/// \qed
/// \holds{remark_7_3}
template <Arithmetic R> Head<R> previous_token_head(Index n, const R& beta) {
  auto W = reading_head<R>(n, 4);
  W.W_Q(n + 1, 0) = R(4) * beta;
  W.W_Q(n, 0) = R(-4) * beta;
  W.W_Q(n, 1) = R(-2) * beta;
  W.W_K(n + 1, 0) = R(1);
  W.W_K(n + 2, 1) = R(1);
  return W;
}

/// \remarked{7.3,Same-token head}
/// \f[ S_{ij} = \beta\, \langle \delta_{x_i}, \delta_{x_j} \rangle \f]
/// \shape  \f$ \text{vocabulary } n,\; \beta : 1 \;\longmapsto\; \f$ a head of \f$ d = n + 3,\; d_v = n \f$ and \f$ d_k \f$ the first square from \f$ n \f$ on
/// \pre    \f$ \beta > 0 \f$
/// \post   position \f$ i \f$ reads the positions up to \f$ i \f$ that hold its own token, alike, up to the mass \f$ \frac{i-r}{r} e^{-\beta} \f$ when they are \f$ r \f$
/// \exact  with a whole \f$ \beta \f$ every score is 0 or \f$ \beta \f$
/// \bound{cold_most}
/// \proof
/// The query is \f$ \sqrt{d_k}\, \beta\, \delta_{x_i} \f$, the key \f$ \delta_{x_j} \f$, both padded with zeros; the root cancels. Equal tokens have the score \f$ \beta \f$, others 0.
/// \qed
/// \holds{remark_7_3}
template <Arithmetic R> Head<R> same_token_head(Index n, const R& beta) {
  Index r = 1;
  while (r * r < n) ++r;
  auto W = reading_head<R>(n, r * r);
  for (Index c = 0; c < n; ++c) {
    W.W_Q(c, c) = number<R>(r) * beta;
    W.W_K(c, c) = R(1);
  }
  return W;
}

/// \remarked{7.3,Recent-delimiter head}
/// \f[ S_{ij} = \beta\, \bigl( T \cdot 1_{\{x_j = \text{delimiter}\}} + j \bigr) \f]
/// \shape  \f$ \text{vocabulary } n,\; \text{delimiter},\; T,\; \beta : 1 \;\longmapsto\; \f$ a head of \f$ d = n + 3,\; d_k = 1,\; d_v = n \f$
/// \pre    \f$ \beta > 0 \f$; the delimiter is below \f$ n \f$, else an error; contexts of at most \f$ T \f$ tokens
/// \post   position \f$ i \f$ reads the last delimiter up to \f$ i \f$, up to the mass \f$ (i-1)\, e^{-\beta} \f$; itself where there is none
/// \exact  with a whole \f$ \beta \f$ every score is a whole number
/// \bound{cold_most}
/// \proof
/// A delimiter at \f$ j \f$ scores \f$ T + j > T \f$, anything else at most \f$ T \f$; among delimiters, and without any, the later one scores more. Scores are \f$ \beta \f$ times
/// distinct whole numbers up to \f$ i \f$, so the gap is at least \f$ \beta \f$.
/// \qed
/// \holds{remark_7_3}
template <Arithmetic R> Head<R> recent_delimiter_head(Index n, Index delimiter, Index T, const R& beta) {
  if (delimiter >= n)
    throw std::out_of_range("recent_delimiter_head: delimiter " + std::to_string(delimiter) +
                            " is outside the vocabulary of size " + std::to_string(n));
  auto W = reading_head<R>(n, 1);
  W.W_Q(n, 0) = beta;
  W.W_K(delimiter, 0) = number<R>(T);
  W.W_K(n + 1, 0) = R(1);
  return W;
}

}
