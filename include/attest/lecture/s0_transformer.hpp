#pragma once
#include "attest/lecture/s6_permutation.hpp"
#include "attest/lecture/s6_positions.hpp"
/// \file
/// \brief Lecture section 0, embeddings and transformers: the picture that the lecture opens with.
///
/// The one room that stands on top of the others: section 0 shows a whole transformer, the later sections define its parts.
/// So it includes later rooms, and no room includes it.
namespace attest {

/// \display{0,Pairing of two streams}
/// \f[ G = \frac{W_Q W_K^\top}{\sqrt{d_k}} \f]
/// \shape  \f$ W_Q, W_K : d \times d_k \;\longmapsto\; G : d \times d \f$
/// \pre    \f$ d_k \ge 1 \f$, else an error
/// \post   \f$ x_n G x_j^\top \f$ is the score that query \f$ n \f$ gives to key \f$ j \f$; the rank of \f$ G \f$ is at most \f$ d_k \f$
/// \exact  nothing; the products are rounded
/// \bound{scores_error}
/// \proof
/// \f$ x_n G x_j^\top = (x_n W_Q)(x_j W_K)^\top / \sqrt{d_k} = \langle q_n, k_j \rangle / \sqrt{d_k} \f$. \f$ G \f$ factors through \f$ \mathbb R^{d_k} \f$. Its entries are the scores
/// of the rows of \f$ W_Q \f$ against those of \f$ W_K \f$.
/// \qed
/// \holds{display_0_update}
template <Arithmetic R, Extent d_, Extent d_k_> Square<R,
    d_> pairing(const Matrix<R, d_, d_k_>& W_Q, const Matrix<R, d_, d_k_>& W_K) {
  return scores(W_Q, W_K);
}

/// \brief What one attention layer of the introduction computes: weights, attention output, updated streams.
template <class R, Extent N_ = dynamic, Extent d_ = dynamic> struct Update {
  Square<R, N_> alpha;  ///< key first: row j, column n
  Matrix<R, N_, d_> a, X;
};

/// \display{0,Attention update}
/// \f[ x'_n = x_n + \underbrace{\sum_{j \le n} \alpha_{j,n}\, x_j T}_{a_n}, \qquad
///     (\alpha_{j,n})_{j=1}^{n} = \operatorname{softmax}\bigl( (x_n G x_j^\top)_{j=1}^{n} \bigr) \f]
/// \shape  \f$ X : N \times d,\; G, T : d \times d \;\longmapsto\; \alpha : N \times N,\; a, X' : N \times d \f$; here \f$ T \f$ is a matrix and the length is \f$ N \f$
/// \pre    no \f$ e^{x_n G x_j^\top} \f$ overflows
/// \post   column \f$ n \f$ of \f$ \alpha \f$ lies in the simplex on the coordinates \f$ 1, \dots, n \f$
/// \exact  \f$ \alpha_{j,n} = 0 \f$ for \f$ j > n \f$; row \f$ n \f$ does not look at later rows
/// \bound{update_error}
/// \proof
/// Column \f$ n \f$ is a softmax of \f$ n \f$ numbers; the entries below were never set.
/// \qed
/// \holds{display_0_update}
template <Arithmetic R, Extent N_, Extent d_>
Update<R, N_, d_> attention_update(const Matrix<R, N_, d_>& X, const Square<R, d_>& G, const Square<R, d_>& T) {
  const Index N = X.rows();
  const auto XG = product(X, G), XT = product(X, T);
  Square<R, N_> alpha(N, N);
  Matrix<R, N_, d_> a(N, X.cols());
  for (Index n = 0; n < N; ++n) {
    Vector<R, dynamic> s(n + 1);
    for (Index j = 0; j <= n; ++j) s(j) = inner(row(XG, n), row(X, j));
    const auto p = softmax(s);
    for (Index j = 0; j <= n; ++j) alpha(j, n) = p(j);
    for (Index c = 0; c < X.cols(); ++c)
      for (Index j = 0; j <= n; ++j) a(n, c) += alpha(j, n) * XT(j, c);
  }
  return {alpha, a, sum(X, a)};
}

/// \brief \f$ \mu = \frac1d \sum_c x_c \f$ and \f$ v = \frac1d \sum_c (x_c - \mu)^2 \f$, in two passes.
template <Arithmetic R, Extent d_> std::pair<R, R> mean_and_variance(const Vector<R, d_>& x) {
  const R d = number<R>(x.rows());
  R mu = R(0), v = R(0);
  for (Index c = 0; c < x.rows(); ++c) mu += x(c);
  mu = mu / d;
  for (Index c = 0; c < x.rows(); ++c) v += (x(c) - mu) * (x(c) - mu);
  return {mu, v / d};
}

/// \display{0,Layer norm}
/// \f[ y_{tc} = \frac{x_{tc} - \mu_t}{\sqrt{v_t + \varepsilon}}, \qquad \mu_t = \frac1d \sum_c x_{tc}, \qquad v_t = \frac1d \sum_c (x_{tc} - \mu_t)^2 \f]
/// \shape  \f$ X : T \times d,\; \varepsilon : 1 \;\longmapsto\; Y : T \times d \f$; a learned gain and bias would be a row-wise map after it
/// \pre    \f$ d \ge 1 \f$ and \f$ \varepsilon \ge 0 \f$, else an error; with \f$ \varepsilon = 0 \f$ a constant row is an error
/// \post   each row has mean 0 and variance \f$ v_t / (v_t + \varepsilon) \f$
/// \exact  row \f$ t \f$ is made of row \f$ t \f$, without a comparison when \f$ \varepsilon > 0 \f$
/// \bound{layer_norm_error}
/// \proof
/// \f$ \sum_c (x_{tc} - \mu_t) = d\mu_t - d\mu_t = 0 \f$, and the mean of \f$ (x_{tc} - \mu_t)^2 / (v_t + \varepsilon) \f$ is \f$ v_t / (v_t + \varepsilon) \f$.
/// \qed
/// \holds{display_0_layer_norm}
template <Arithmetic R, Extent T_, Extent d_> Matrix<R, T_,
    d_> layer_norm(const Matrix<R, T_, d_>& X, const R& epsilon) {
  if (X.cols() == 0) throw ShapeError("layer_norm: the rows are empty; a mean needs at least one coordinate");
  if (epsilon < R(0)) throw std::domain_error("layer_norm: epsilon is negative, expected at least 0");
  Matrix<R, T_, d_> Y(X.rows(), X.cols());
  for (Index t = 0; t < X.rows(); ++t) {
    const auto [mu, v] = mean_and_variance(row(X, t));
    if (epsilon == R(0) && v == R(0))
      throw std::domain_error("layer_norm: row " + std::to_string(t + 1) + " is constant and epsilon is 0");
    for (Index c = 0; c < X.cols(); ++c) Y(t, c) = (X(t, c) - mu) / sqrt(v + epsilon);
  }
  return Y;
}

/// \brief \f$ \sqrt{2/\pi} \f$, with \f$ \pi \f$ to a rounding: \f$ x + \sin x \f$ is nearer to \f$ \pi \f$ than \f$ x \f$, by the third power of the distance.
template <Arithmetic R> R gelu_scale() {
  R x = R(3);
  for (int n = 0; n < 5; ++n) x += sin(x);
  return sqrt(R(2) / x);
}

/// \display{0,GELU}
/// \f[ \operatorname{gelu}(x) = \frac x2 (1 + \tanh z) = \frac{x}{1 + e^{-2z}}, \qquad z = \sqrt{2/\pi}\,\bigl( x + 0.044715\, x^3 \bigr) \f]
/// \shape  \f$ x : 1 \;\longmapsto\; 1 \f$
/// \pre    none; this is the form with the hyperbolic tangent, not the one with the error function
/// \post   between \f$ \min(0, x) \f$ and \f$ \max(0, x) \f$
/// \exact  \f$ \operatorname{gelu}(0) = 0 \f$; nothing is compared
/// \bound{gelu_error}
/// \proof
/// \f$ \frac12 (1 + \tanh z) = \frac{e^z}{e^z + e^{-z}} = \frac{1}{1 + e^{-2z}} \f$ lies between 0 and 1.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R> R gelu(const R& x) {
  const R z = gelu_scale<R>() * (x + R(8943) / R(200000) * x * x * x);
  return x / (R(1) + exp(R(0) - R(2) * z));
}

/// \brief The bend between the two layers of a feedforward network; `relu` is \f$ \max(0, x) \f$.
enum class Activation { gelu, relu };

/// \brief A feedforward network: two layers with their biases.
template <class R, Extent d_ = dynamic, Extent h_ = dynamic> struct Feedforward {
  Matrix<R, d_, h_> W_1;
  Vector<R, h_> b_1;
  Matrix<R, h_, d_> W_2;
  Vector<R, d_> b_2;
  Activation activation = Activation::gelu;
};

/// \display{0,Feedforward layer}
/// \f[ \operatorname{ff}(x) = \phi(x W_1 + b_1) W_2 + b_2, \qquad \phi = \operatorname{gelu} \text{ or } \max(0, \cdot) \f]
/// \shape  \f$ X : T \times d,\; W_1 : d \times h,\; b_1 : h,\; W_2 : h \times d,\; b_2 : d \;\longmapsto\; T \times d \f$, row by row
/// \pre    the widths fit, else an error
/// \post   row \f$ t \f$ is made of row \f$ t \f$
/// \exact  with \f$ W_2 = 0 \f$ and \f$ b_2 = 0 \f$ it is 0
/// \bound{gelu_error}
/// \proof
/// The same two layers are applied to every row. A finite hidden vector times 0, plus 0, is 0.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R, Extent T_, Extent d_, Extent h_>
Matrix<R, T_, d_> feedforward(const Matrix<R, T_, d_>& X, const Feedforward<R, d_, h_>& F) {
  agree("the hidden width", F.b_1.rows(), F.W_1.cols(), "b_1 (h)", F.b_1, "W_1 (d x h)", F.W_1);
  agree("d", F.b_2.rows(), F.W_2.cols(), "b_2 (d)", F.b_2, "W_2 (h x d)", F.W_2);
  auto Z = product(X, F.W_1);
  for (Index t = 0; t < Z.rows(); ++t)
    for (Index c = 0; c < Z.cols(); ++c) {
      Z(t, c) += F.b_1(c);
      Z(t, c) = F.activation == Activation::gelu ? gelu(Z(t, c)) : R(max(Z(t, c), R(0)));
    }
  auto Y = product(Z, F.W_2);
  for (Index t = 0; t < Y.rows(); ++t)
    for (Index c = 0; c < Y.cols(); ++c) Y(t, c) += F.b_2(c);
  return Y;
}

/// \brief The parameters of one transformer block: a head, its output projection, a feedforward network.
template <class R> struct TransformerBlock {
  Head<R> W;
  Matrix<R, dynamic, dynamic> W_O;
  Feedforward<R> F;
};

/// \display{0,Transformer block}
/// \f[ X' = X + \operatorname{Attn}(\operatorname{norm} X)\, W_O, \qquad X'' = X' + \operatorname{ff}(\operatorname{norm} X') \f]
/// \shape  \f$ X : T \times d \;\longmapsto\; X'' : T \times d \f$; layer norm, causal attention, layer norm, feedforward, in this order
/// \pre    as for its layers
/// \post   row \f$ t \f$ depends on rows \f$ 1, \dots, t \f$ only
/// \exact  with \f$ W_O = 0 \f$ and the last layer of the network 0 the block is the identity
/// \bound{one_rounding}
/// \proof
/// Layer norm and feedforward work row by row, attention is causal (Proposition 4.3), and the residual additions keep rows apart; compositions of causal maps are
/// causal. With zeros both added terms are 0.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R, Extent T_>
Matrix<R, T_, dynamic> transformer_block(Matrix<R, T_, dynamic> X, const TransformerBlock<R>& B, const R& epsilon) {
  X = sum(X, product(causal_head(layer_norm(X, epsilon), B.W).Y, B.W_O));
  return sum(X, feedforward(layer_norm(X, epsilon), B.F));
}

/// \brief The parameters of a decoder-only causal single-head transformer.
template <class R> struct Transformer {
  Matrix<R, dynamic, dynamic> E, p;          ///< embeddings and positional vectors
  std::vector<TransformerBlock<R>> blocks;
  Matrix<R, dynamic, dynamic> W_U;           ///< unembedding: d rows, a column for each token
  R epsilon;
};

/// \display{0,Residual streams}
/// \f[ X^{(0)} = X, \qquad X^{(l+1)} = \operatorname{block}_l\bigl( X^{(l)} \bigr) \f]
/// \shape  \f$ X : T \times d \;\longmapsto\; X^{(L)} : T \times d \f$ after \f$ L \f$ blocks, each with parameters of its own
/// \pre    as for the blocks
/// \post   row \f$ t \f$ depends on rows \f$ 1, \dots, t \f$ only
/// \exact  with no blocks nothing is computed
/// \bound{one_rounding}
/// \proof
/// A composition of causal maps is causal.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R, Extent T_> Matrix<R, T_,
    dynamic> residual_streams(Matrix<R, T_, dynamic> X, const Transformer<R>& M) {
  for (const auto& B : M.blocks) X = transformer_block(X, B, M.epsilon);
  return X;
}

/// \display{0,Language modelling head}
/// \f[ P = \operatorname{softmax}_{\mathrm{row}}(X W_U) \f]
/// \shape  \f$ X : T \times d,\; W_U : d \times V \;\longmapsto\; P : T \times V \f$: unembedding, then softmax
/// \pre    logits small enough that their exponentials do not overflow
/// \post   every row is a distribution on the vocabulary
/// \exact  row \f$ t \f$ is made of row \f$ t \f$
/// \bound{row_sum_error}
/// \proof
/// Proposition 3.1 for the logits in the place of the scores.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R, Extent T_, Extent d_, Extent V_>
Matrix<R, T_, V_> language_head(const Matrix<R, T_, d_>& X, const Matrix<R, d_, V_>& W_U) {
  return softmax_row(product(X, W_U));
}

/// \display{0,Transformer}
/// \f[ P = \operatorname{softmax}_{\mathrm{row}}\bigl( X^{(L)} W_U \bigr), \qquad X^{(0)}_t = e(x_t) + p_t \f]
/// \shape  \f$ x \in \{0, \dots, V-1\}^T \;\longmapsto\; P : T \times V \f$
/// \pre    \f$ T \le T_{\max} \f$ and tokens in the vocabulary, else an error; the widths fit, else an error
/// \post   row \f$ t \f$ is the prediction of the token after \f$ x_1, \dots, x_t \f$
/// \exact  row \f$ t \f$ does not depend on later tokens
/// \bound{row_sum_error}
/// \proof
/// Row \f$ t \f$ of the context is made of \f$ x_t \f$ and \f$ t \f$; the blocks are causal, the head works row by row.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R> Matrix<R, dynamic, dynamic> transformer(Tokens x, const Transformer<R>& M) {
  return language_head(residual_streams(context(M.E, M.p, x), M), M.W_U);
}

/// \display{0,Next token}
/// \f[ \mathbb P(x_{T+1} = v) = \operatorname{softmax}\bigl( X^{(L)}_T W_U \bigr)_v \f]
/// \shape  \f$ x \in \{0, \dots, V-1\}^T \;\longmapsto\; V \f$ probabilities
/// \pre    as for the transformer, and \f$ T \ge 1 \f$, else an error
/// \post   the last row of the transformer's answer, unembedding a single stream
/// \exact  equal to that row
/// \bound{row_sum_error}
/// \proof
/// The language modelling head works row by row, so the last row needs the last stream only.
/// \qed
/// \holds{section_0_transformer}
template <Arithmetic R> Vector<R, dynamic> next_token(Tokens x, const Transformer<R>& M) {
  if (x.empty()) throw std::length_error("next_token: the text is empty, expected at least one token");
  const auto X = residual_streams(context(M.E, M.p, x), M);
  return softmax(product(transposed(M.W_U), row(X, X.rows() - 1)));
}

}
