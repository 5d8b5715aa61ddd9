#include "attest/lecture/s0_transformer.hpp"
#include <limits>
#include "attest/bound/transformer.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 0.

/// \cond
namespace attest {

// The parameters of a transformer in another arithmetic, by entries.
template <class To, class R, class F> Transformer<To> each_matrix(const Transformer<R>& M, const F& f) {
  Transformer<To> N{f(M.E), f(M.p), {}, f(M.W_U), To(0)};
  for (const auto& B : M.blocks)
    N.blocks.push_back({{f(B.W.W_Q), f(B.W.W_K), f(B.W.W_V)}, f(B.W_O),
                        {f(B.F.W_1), f(B.F.b_1), f(B.F.W_2), f(B.F.b_2), B.F.activation}});
  return N;
}
template <class O, class R> Transformer<O> lift(const Transformer<R>& M) {
  auto N = each_matrix<O>(M, [](const auto& A) { return lift<O>(A); });
  N.epsilon = lift<O>(M.epsilon);
  return N;
}
template <class R> std::ostream& operator<<(std::ostream& out, const Transformer<R>& M) {
  out << "E = " << M.E << "\n    p = " << M.p << "\n    W_U = " << M.W_U << "\n    epsilon = " << M.epsilon;
  for (const auto& B : M.blocks) {
    show(out << "\n    block:", B.W) << "\n    W_O = " << B.W_O;
    out << "\n    W_1 = " << B.F.W_1 << "\n    b_1 = " << B.F.b_1;
    out << "\n    W_2 = " << B.F.W_2 << "\n    b_2 = " << B.F.b_2;
  }
  return out;
}

}
/// \endcond

namespace attest::properties {

/// \cond
constexpr long unit = any::wide;
Mat<double> weights(Index m, Index n) { return drawn(m, n, unit, unit); }
constexpr Any output_projection{"W_O", [](Shape n) { return weights(n.d_v, n.d); }};
constexpr Any model{"M", [](Shape n) {
  Transformer<double> M{weights(any::vocabulary, n.d), weights(n.T, n.d), {}, weights(n.d, any::vocabulary),
                        1.0 / 1024};
  for (int l = 0; l < 2; ++l) {
    TransformerBlock<double> B;
    B.W.W_Q = weights(n.d, n.d_k);
    B.W.W_K = weights(n.d, n.d_k);
    B.W.W_V = weights(n.d, n.d_v);
    B.W_O = weights(n.d_v, n.d);
    B.F.W_1 = weights(n.d, n.d + 1);
    B.F.b_1 = drawn_column(n.d + 1, unit, unit);
    B.F.W_2 = weights(n.d + 1, n.d);
    B.F.b_2 = drawn_column(n.d, unit, unit);
    M.blocks.push_back(B);
  }
  return M;
}};
constexpr Any other_tokens{"y", [](Shape n) { return any::tokens.draw(n); }};

// The update of the introduction and its pairing.
const auto updating = [](auto update, auto pair) { return [=](const auto&...) { return std::pair{update, pair}; }; };
const auto the_update = [](const auto& X, const auto& G, const auto& T) { return attention_update(X, G, T); };
const auto the_pairing = [](const auto& W) { return pairing(W.W_Q, W.W_K); };
const auto queries_paired = [](const auto& W) { return pairing(W.W_Q, W.W_Q); };
// The update with other weights, which are given key first.
const auto update_with = [](auto weigh) {
  return [weigh]<class R>(const Mat<R>& X, const Mat<R>& G, const Mat<R>& T) {
    auto U = attention_update(X, G, T);
    U.alpha = weigh(U.alpha);
    U.a = product(transposed(U.alpha), product(X, T));
    U.X = sum(X, U.a);
    return U;
  };
};
const auto query_first = update_with([](const auto& alpha) { return transposed(alpha); });
const auto evenly = update_with([]<class R>(Mat<R> alpha) {
  for (Index n = 0; n < alpha.rows(); ++n)
    for (Index j = 0; j <= n; ++j) alpha(j, n) = R(1) / number<R>(n + 1);
  return alpha;
});
const auto doubled = update_with([](const auto& alpha) { return sum(alpha, alpha); });
const auto residual_lost = [](const auto& X, const auto& G, const auto& T) {
  auto U = attention_update(X, G, T);
  U.X = U.a;
  return U;
};
// M = 2 (I + E_12), and the inverse of its transpose.
template <class R> std::pair<Mat<R>, Mat<R>> shear(Index n) {
  auto M = identity<R>(n), back = identity<R>(n);
  for (Index c = 0; c < n; ++c) M(c, c) = R(2), back(c, c) = R(1) / R(2);
  if (n > 1) M(0, 1) = R(2), back(1, 0) = R(0) - R(1) / R(2);
  return {M, back};
}
template <class R> Mat<Mp> pairing_scale(const Head<R>& W) {
  if constexpr (Claim<R>::exact) return {};
  else return scores(bound::absolute(lift<Mp>(W.W_Q)), bound::absolute(lift<Mp>(W.W_K)));
}
// Another head with the same pairing: W_Q M and W_K M^(-T).
template <class R> void other_heads(Claim<R>& claim, const auto& pair, const Head<R>& W) {
  const Index d_k = W.W_Q.cols();
  const auto M = shear<R>(d_k);
  const Head<R> other{product(W.W_Q, M.first), product(W.W_K, M.second), W.W_V};
  const auto G = pair(W), G_other = pair(other);
  const auto scale = pairing_scale(W), scale_other = pairing_scale(other);
  for (Index i = 0; i < G.rows(); ++i)
    for (Index c = 0; c < G.cols(); ++c) {
      const auto error = [&] { return bound::scores_error<R>(d_k) * (scale(i, c) + scale_other(i, c)); };
      claim.within(error, G_other(i, c), G(i, c));
    }
  claim.holds((other.W_Q == W.W_Q) == (W.W_Q == Mat<R>(W.W_Q.rows(), d_k)), "the heads differ");
}
// Raising one pairing of the last row: X = I, so that the pairings are the entries of G.
template <class R> void raise_one(Claim<R>& claim, const auto& update, const Mat<R>& S, Index j) {
  const Index N = std::min<Index>(S.rows(), 8), n = N - 1;
  Mat<R> G(N, N);
  for (Index i = 0; i < N; ++i)
    for (Index c = 0; c < N; ++c) G(i, c) = S(i, c);
  auto raised = G;
  raised(n, j % N) += R(1);
  const auto I = identity<R>(N);
  const auto before = update(I, G, I).alpha, after = update(I, raised, I).alpha;
  for (Index l = 0; l <= n && n > 0; ++l)
    if (l == j % N) claim('d').below(before(l, n), after(l, n));
    else claim('d').below(after(l, n), before(l, n));
  if (n == 0) claim('d').holds(before == after, "a single weight stays 1");
}

// One row turned around its coordinates and moved: every row has the same variance.
template <class R> Mat<R> alike(const Vec<R>& x, Index T) {
  Mat<R> X(T, x.rows());
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < x.rows(); ++c) X(t, c) = x((c + t) % x.rows()) + number<R>(t % 4);
  return X;
}
template <class R> Mat<R> plus(Mat<R> X, const R& c) {
  for (auto& x : X) x = x + c;
  return X;
}
template <class R> Mat<R> times(Mat<R> X, const R& a) {
  for (auto& x : X) x = x * a;
  return X;
}
// A row of four with a square variance: Euler's rational points of the sphere, along three orthogonal directions of mean zero.
template <class R> Mat<R> square_variance(const Vec<R>& q) {
  const R m = q(0), n = q(1), p = q(2), s = q(3);
  const R a = m * m + n * n - p * p - s * s, b = R(2) * (m * s + n * p), c = R(2) * (n * s - m * p);
  Mat<R> w(1, 4);
  w(0, 0) = a + b + c;
  w(0, 1) = a - b - c;
  w(0, 2) = b - a - c;
  w(0, 3) = c - a - b;
  return w;
}
template <class R> Mat<Mp> norm_error(const Mat<R>& X, const R& epsilon) {
  if constexpr (Claim<R>::exact) return {};
  else {
    Mat<Mp> error(X.rows(), X.cols());
    for (Index t = 0; t < X.rows(); ++t) {
      const auto e = bound::layer_norm_error<R>(lift<Mp>(row(X, t)), lifted<Mp>(epsilon));
      for (Index c = 0; c < X.cols(); ++c) error(t, c) = e(c);
    }
    return error;
  }
}
// Without epsilon a factor changes nothing; with it (1, -1) and its double differ.
template <class R> void by_a_factor(Claim<R>& claim, const auto& normalise, const Mat<R>& w, const R& factor) {
  const auto scaled = times(w, factor);
  const auto u = normalise(w, R(0)), u_scaled = normalise(scaled, R(0));
  const auto delta = norm_error(w, R(0)), delta_scaled = norm_error(scaled, R(0));
  for (Index c = 0; c < w.cols();
      ++c) claim.within([&] { return delta(0, c) + delta_scaled(0, c); }, u_scaled(0, c), u(0, c));
  const auto one = matrix_of<R>({{1, -1}}), two = times(one, R(2));
  const R epsilon = R(105) / R(16);
  const auto apart = norm_error(one, epsilon), apart_two = norm_error(two, epsilon);
  claim.differs(normalise(two, epsilon)(0, 0), normalise(one, epsilon)(0, 0),
                Claim<R>::exact ? Mp(0) : Mp(apart(0, 0) + apart_two(0, 0)));
}
template <class R> R mean(const Vec<R>& y) { return mean_and_variance(y).first; }
template <class R> Vec<R> squared(Vec<R> y) {
  for (auto& x : y) x = x * x;
  return y;
}
// v / (v + epsilon), which in floats is found at one hundred digits and then rounded.
template <class R> R variance_after(const Vec<R>& x, const R& epsilon) {
  const auto v = mean_and_variance(lift<Oracle<R>>(x)).second;
  const auto share = v / (v + lifted<Oracle<R>>(epsilon));
  if constexpr (Claim<R>::floats) return R(static_cast<double>(share));
  else return share;
}
constexpr Any one_row{"x", [](Shape n) { return drawn_column(n.d, any::wide, any::wide / 2); }};
constexpr Any radius{"r", [](Shape) { return 2 + double(seam::draw(1, 64)) / 16; }};
constexpr Any constant_row{"k", [](Shape) { return double(seam::draw(-16777216, 16777216)) / 8388608; }};
constexpr Any quaternion{"q", [](Shape) {
  auto q = drawn_column(4, 8, 1);
  q(0) = double(seam::draw(1, 8));
  return q;
}};

const auto the_layer_norm = [](const auto& X, const auto& epsilon) { return layer_norm(X, epsilon); };
// Layer norms with something done to their rows: X, mean, variance, epsilon.
const auto norm_by = [](auto entry) {
  return [entry]<class R>(const Mat<R>& X, const R& epsilon) {
    auto Y = layer_norm(X, epsilon);
    for (Index t = 0; t < X.rows(); ++t) {
      const auto [mu, v] = mean_and_variance(row(X, t));
      for (Index c = 0; c < X.cols(); ++c) Y(t, c) = entry(X, t, c, mu, R(v + epsilon));
    }
    return Y;
  };
};
const auto root_forgotten = norm_by([](const auto& X, Index t, Index c, const auto& mu,
                                       const auto& w) { return (X(t, c) - mu) / w; });
const auto centred_twice = norm_by([](const auto& X, Index t, Index c, const auto& mu,
                                      const auto& w) { return (X(t, c) - mu - mu) / sqrt(w); });
const auto centred_by_the_first = norm_by([](const auto& X, Index t, Index c, const auto&, const auto& w) {
  return (X(t, c) - mean_and_variance(row(X, 0)).first) / sqrt(w);
});
const auto quiet_about_constants = []<class R>(const Mat<R>& X, const R& epsilon) {
  if (epsilon == R(0) && mean_and_variance(row(X, 0)).second == R(0)) return Mat<R>(X.rows(), X.cols());
  return layer_norm(X, epsilon);
};

// A transformer from its block, its head and the way it predicts.
const auto built = [](auto block, auto head_of_model, auto predict) {
  return [=](const auto&...) { return std::tuple{block, head_of_model, predict}; };
};
const auto the_block = [](const auto& X, const auto& B, const auto& epsilon) { return transformer_block(X, B, epsilon);
    };
const auto the_language_head = [](const auto& X, const auto& W_U) { return language_head(X, W_U); };
const auto the_next_token = [](const Text& x, const auto& M) { return next_token(x, M); };
const auto unmasked_block = []<class R>(const Mat<R>& X, const TransformerBlock<R>& B, const R& epsilon) {
  const auto Z = sum(X, product(head(layer_norm(X, epsilon), B.W).Y, B.W_O));
  return sum(Z, feedforward(layer_norm(Z, epsilon), B.F));
};
const auto norm_at_the_end = []<class R>(const Mat<R>& X, const TransformerBlock<R>& B, const R& epsilon) {
  const auto Z = layer_norm(sum(X, product(causal_head(X, B.W).Y, B.W_O)), epsilon);
  return layer_norm(sum(Z, feedforward(Z, B.F)), epsilon);
};
const auto unnormalised_head = [](const auto& X, const auto& W_U) { return impostor::no_denominator(product(X, W_U)); };
const auto first_stream = [](const Text& x, const auto& M) { return next_token(Text{x.front()}, M); };
// The streams after all blocks, and the predictions.
const auto streams_of = []<class R>(const auto& block, Mat<R> X, const Transformer<R>& M) {
  for (const auto& B : M.blocks) X = block(X, B, M.epsilon);
  return X;
};
template <class R> Transformer<R> with_activation(Transformer<R> M, Activation activation) {
  for (auto& B : M.blocks) B.F.activation = activation;
  return M;
}
template <class S, class R> Transformer<S> widened(const Transformer<R>& M) {
  auto N = each_matrix<S>(M, [](const auto& A) { return as<S>(A); });
  N.epsilon = S(M.epsilon);
  return N;
}
template <class R> TransformerBlock<R> silent_block(TransformerBlock<R> B) {
  for (auto& w : B.W_O) w = R(0);
  for (auto& w : B.F.W_2) w = R(0);
  for (auto& w : B.F.b_2) w = R(0);
  return B;
}
template <class R> Text changed_after(Index i, Text x, const Text& y) {
  for (Index t = i + 1; t < x.size(); ++t) x[t] = y[t];
  return x;
}
template <class R> void distributions(Claim<R>& claim, const Mat<R>& P) {
  for (Index t = 0; t < P.rows(); ++t) {
    R mass = R(0);
    for (Index v = 0; v < P.cols(); ++v) {
      claim.positive(P(t, v));
      mass += P(t, v);
    }
    claim.within(bound::row_sum_error<R>(P.cols()), R(1), mass, R(1));
  }
}
// Streams after i that are infinite or no numbers at all.
template <class R> void unmoved_by_poison(Claim<R>& claim, const auto& head_of_model, const auto& block,
                                          const Mat<R>& X,
                                          const Transformer<R>& M, const Mat<R>& P, Index i) {
  for (const R poison : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()}) {
    const auto P_poisoned = head_of_model(streams_of(block, replaced_after(i, X, plus(X, poison)), M), M.W_U);
    for (Index t = 0; t <= i; ++t)
      for (Index v = 0; v < P.cols(); ++v) claim.exactly(P_poisoned(t, v), P(t, v));
  }
}
/// \endcond

/// \checks{attention_update}
/// \clause{a} with \f$ G = W_Q W_K^\top / \sqrt{d_k} \f$ and \f$ T = W_V W_O \f$ it is \f$ x_n + (\operatorname{Attn}(X) W_O)_n \f$, where \f$ \operatorname{Attn} \f$ is causal
/// \clause{b} column \f$ n \f$ of \f$ \alpha \f$ lies in the simplex on the coordinates \f$ 1, \dots, n \f$
/// \clause{c} the introduction writes the key first: \f$ \alpha_{j,n} = A_{nj} \f$
/// \clause{d} a larger pairing \f$ x_n G x_j^\top \f$ makes \f$ \alpha_{j,n} \f$ larger and the other weights of \f$ n \f$ smaller
/// \clause{e} \f$ \operatorname{rank} G \le d_k \f$, \f$ \operatorname{rank} T \le d_v \f$, and \f$ W_Q M, W_K M^{-\top} \f$ give the same \f$ G \f$ for every invertible \f$ M \f$: the heads differ, the update does not
/// \proof
/// (a), (c) \f$ x_n G x_j^\top = \langle q_n, k_j \rangle / \sqrt{d_k} = S_{nj} \f$, so the softmax over \f$ j \le n \f$ is row \f$ n \f$ of the causal \f$ A \f$; and \f$ x_j T = v_j^\top W_O \f$, whence
/// \f$ a_n = \sum_{j \le n} A_{nj} v_j^\top W_O \f$. (b) is the simplex property of softmax.
///
/// (d) Adding \f$ h > 0 \f$ to one score multiplies its numerator by \f$ e^h \f$ and the denominator by \f$ 1 + p_j (e^h - 1) \f$, which lies between 1 and \f$ e^h \f$ when there is another weight. In the language of
/// section 5: the Jacobian of softmax is positive on its diagonal and negative off it.
///
/// (e) \f$ G \f$ factors through \f$ \mathbb R^{d_k} \f$ and \f$ T \f$ through \f$ \mathbb R^{d_v} \f$. \f$ W_Q M (W_K M^{-\top})^\top = W_Q M M^{-1} W_K^\top \f$; the queries become \f$ XW_Q M \f$, which are others unless \f$ W_Q(M - I) = 0 \f$. Here
/// \f$ M = 2(I + E_{12}) \f$, and \f$ M - I \f$ is invertible as well.
///
/// A ratio of 0 under (e) in double says that nothing was rounded there: products of these short numbers are exact in 53 bits.
/// \qed
/// \of{pairing}
/// \of{attention_update}
/// \verdict{display_0_update}
const auto display_0_update = theorem<item::display_0_update>()
    .given(any::stream, any::head, output_projection, any::scores, any::position)
    .let(updating(the_update, the_pairing))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const Mat<R>& W_O, const Mat<R>& S, Index j,
                      const auto& introduced) {
      const auto& [update, pair] = introduced;
      const Index N = X.rows();
      const auto T = product(W.W_V, W_O), G = pair(W);
      const auto U = update(X, G, T);
      const auto P = causal_head(X, W);
      const auto X_new = sum(X, product(P.Y, W_O));
      bound::UpdateError error;
      if constexpr (!Claim<R>::exact)
        error = bound::update_error<R>(lift<Mp>(X), lift<Mp>(W), lift<Mp>(W_O),
                                       causal_head(lift<Mp>(X), lift<Mp>(W)).A);
      for (Index n = 0; n < N; ++n) {
        for (Index c = 0; c < X.cols();
            ++c) claim('a').within([&] { return Mp(2) * error.X(n, c); }, U.X(n, c), X_new(n, c));
        R mass = R(0);
        for (Index l = 0; l < N; ++l) {
          if (l > n) claim('b').exactly(U.alpha(l, n), R(0));
          else claim('b').positive(U.alpha(l, n));
          claim('c').within([&] { return Mp(2) * error.A(n, l); }, U.alpha(l, n), P.A(n, l));
          mass += U.alpha(l, n);
        }
        claim('b').within(bound::row_sum_error<R>(N), R(1), mass, R(1));
      }
      raise_one(claim, update, S, j);
      other_heads(claim('e'), pair, W);
      if constexpr (Claim<R>::exact) claim('e').holds(rank(G) <= W.W_Q.cols() && rank(T) <= W.W_V.cols(), "ranks");
    })
    .not_for("ae", "queries paired with queries", updating(the_update, queries_paired))
    .not_for("bc", "query first", updating(query_first, the_pairing))
    .not_for("cd", "the same weight for every stream", updating(evenly, the_pairing))
    .not_for("b", "weights that sum to two", updating(doubled, the_pairing))
    .not_for("a", "no residual connection", updating(residual_lost, the_pairing))
    .one_case_in(4)
    .qed();

/// \part{0,The decoder-only transformer}
/// Embedding and positions, blocks of layer norm, causal attention, layer norm and feedforward with residual additions, unembedding, softmax.
/// \clause{a} every output row is a distribution
/// \clause{b} the whole is causal: later tokens change nothing, nor do streams that are infinite or NaN; derivatives along later streams are zero, and the provenance of row \f$ i \f$ is streams
///            \f$ 1, \dots, i \f$
/// \clause{c} with a zero output projection and a zero last feedforward layer, weights and bias, a block is the identity
/// \clause{d} the prediction from the last stream only is the last row of the parallel pass
/// \proof
/// (a) The last step is a row-wise softmax of finite logits. (b) Row \f$ t \f$ of the context is made of \f$ x_t \f$ and \f$ t \f$. Layer norm, feedforward, unembedding and softmax work row by row and attention is causal by
/// Proposition 4.3. If \f$ F \f$ and \f$ G \f$ are causal, row \f$ i \f$ of \f$ F(G(X)) \f$ is made of the first \f$ i \f$ rows of \f$ G(X) \f$, and these of the first \f$ i \f$ rows of \f$ X \f$; a sum of causal maps is causal row by row. GELU, the
/// maximum and layer norm with \f$ \varepsilon > 0 \f$ decide nothing by a comparison, so provenance is complete.
///
/// (c) \f$ X + AV \cdot 0 = X \f$ and \f$ X + (\phi(\cdot)\, 0 + 0) = X \f$, in every arithmetic. (d) The language modelling head reads one row for one row.
/// \qed
/// \of{gelu}
/// \of{feedforward}
/// \of{transformer_block}
/// \of{residual_streams}
/// \of{language_head}
/// \of{transformer}
/// \of{next_token}
/// \verdict{section_0_transformer}
const auto section_0_transformer = theorem<item::section_0_transformer>()
    .given(model, any::tokens, other_tokens, any::other_stream, any::position)
    .let(built(the_block, the_language_head, the_next_token))
    .then([]<class R>(Claim<R>& claim, const Transformer<R>& drawn_model, const Text& x, const Text& y,
                      const Mat<R>& H, Index i,
                      const auto& transformer_of) {
      const auto& [block, head_of_model, predict] = transformer_of;
      for (const Activation activation : {Activation::gelu, Activation::relu}) {
        const auto M = with_activation(drawn_model, activation);
        const auto X = context(M.E, M.p, x);
        const auto P = head_of_model(streams_of(block, X, M), M.W_U);
        const auto P_changed = head_of_model(streams_of(block, context(M.E, M.p, changed_after<R>(i, x, y)), M), M.W_U);
        const auto M_still = widened<Dual<R>>(M);
        const auto P_moving = head_of_model(streams_of(block, moving(X, rows_after(i, H)), M_still), M_still.W_U);
        const auto M_plain = widened<Traced<R>>(M);
        Traced<R>::compared = 0;
        const auto P_traced = head_of_model(streams_of(block, tagged_rows(X), M_plain), M_plain.W_U);
        claim('b').exactly(Traced<R>::compared, Provenance(0));
        distributions(claim('a'), P);
        for (Index t = 0; t < P.rows(); ++t)
          for (Index v = 0; v < P.cols(); ++v) {
            claim('b').exactly(P_traced(t, v).from, tags_below(t + 1));
            if (t > i) continue;
            claim('b').exactly(P_changed(t, v), P(t, v));
            claim('b').exactly(P_moving(t, v).d, R(0));
          }
        if constexpr (Claim<R>::floats) unmoved_by_poison(claim('b'), head_of_model, block, X, M, P, i);
        claim('c').exactly(block(X, silent_block(M.blocks[0]), M.epsilon), X);
        claim('d').exactly(predict(x, M), row(transformer(x, M), x.size() - 1));
        claim('d').exactly(P, transformer(x, M));
      }
    })
    .not_for("ab", "no mask; exponentials that are not normalised",
             built(unmasked_block, unnormalised_head, the_next_token))
    .not_for("cd", "layer norm after the addition; the first stream predicts",
             built(norm_at_the_end, the_language_head, first_stream))
    .one_case_in(20)
    .qed();

/// \checks{layer_norm}
/// \clause{a} every row has mean 0
/// \clause{b} and variance \f$ v/(v + \varepsilon) \f$
/// \clause{c} adding a constant to a row changes nothing
/// \clause{d} it works row by row: it is equivariant, \f$ \operatorname{norm}(P_\pi X) = P_\pi \operatorname{norm}(X) \f$, and causal, row \f$ t \f$ being made of row \f$ t \f$
/// \clause{e} a constant row becomes 0 when \f$ \varepsilon > 0 \f$ and is an error when \f$ \varepsilon = 0 \f$
/// \clause{f} a positive factor changes nothing when \f$ \varepsilon = 0 \f$; when \f$ \varepsilon > 0 \f$ it does
/// \proof
/// (a), (b) are the post-conditions of the definition. (c) \f$ c \f$ is added to \f$ \mu \f$ too, and \f$ x - \mu \f$ stays. (d) Row \f$ t \f$ of the loop mentions row \f$ t \f$ only. (e) \f$ x - \mu = 0 \f$ and \f$ v = 0 \f$; with
/// \f$ \varepsilon = 0 \f$ this would be \f$ 0/0 \f$. (f) \f$ a > 0 \f$ multiplies \f$ x - \mu \f$ by \f$ a \f$ and \f$ \sqrt v \f$ by \f$ a \f$. With \f$ x = (1, -1) \f$ and \f$ \varepsilon = \frac{105}{16} \f$ the first entry is \f$ 1/\frac{11}{4} = \frac{4}{11} \f$, and that of
/// \f$ 2x \f$ is \f$ 2/\frac{13}{4} = \frac{8}{13} \f$.
///
/// Exactly this is tested where the root comes out: \f$ \varepsilon = r^2 - v \f$ for rational \f$ r \f$, and rows of four with \f$ v = (m^2 + n^2 + p^2 + s^2)^2 \f$ by Euler's identity
/// \f$ (m^2 + n^2 - p^2 - s^2)^2 + 4(ms + np)^2 + 4(ns - mp)^2 = (m^2 + n^2 + p^2 + s^2)^2 \f$.
///
/// A ratio of 0 under (e) and (f) in double says that nothing was rounded there: sums of these short numbers are exact in 53 bits.
/// \qed
/// \of{layer_norm}
/// \verdict{display_0_layer_norm}
const auto display_0_layer_norm = theorem<item::display_0_layer_norm>()
    .given(one_row, radius, any::shift, constant_row, quaternion, any::permutation)
    .let(by(the_layer_norm))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& x, const R& r, const R& shift, const R& constant, const Vec<R>& q,
                      const Permutation& pi, const auto& normalise) {
      const auto X = alike(x, pi.size()), X_moved = plus(X, shift);
      const R epsilon = r * r - mean_and_variance(x).second;
      const auto Y = normalise(X, epsilon), Y_moved = normalise(X_moved, epsilon);
      const auto delta = norm_error(X, epsilon), delta_moved = norm_error(X_moved, epsilon);
      Traced<R>::compared = 0;
      const auto Y_traced = normalise(tagged_rows(X), Traced<R>(epsilon));
      claim('d').exactly(Traced<R>::compared, Provenance(0));
      claim('d').exactly(normalise(permuted(X, pi), epsilon), permuted(Y, pi));
      for (Index t = 0; t < X.rows(); ++t) {
        const auto y = row(Y, t);
        const R share = variance_after(row(X, t), epsilon);
        claim('a').within([&] { return bound::row_mean_error<R>(lift<Mp>(y), row(delta, t)); }, mean(y), R(0));
        claim('b').within([&] { return bound::row_mean_square_error<R>(lift<Mp>(y), row(delta, t)) +
                               bound::g<R>(2) * lifted<Mp>(share); },
                          mean(squared(y)), share);
        for (Index c = 0; c < X.cols(); ++c) {
          claim('c').within([&] { return delta(t, c) + delta_moved(t, c); }, Y_moved(t, c), Y(t, c));
          claim('d').exactly(Y_traced(t, c).from, tag(t));
        }
      }
      const auto level = plus(Mat<R>(1, x.rows()), constant);
      const auto zero = normalise(level, R(r * r));
      const auto delta_level = norm_error(level, R(r * r));
      for (Index c = 0; c < x.rows(); ++c) claim('e').within([&] { return delta_level(0, c); }, zero(0, c), R(0));
      claim('e').holds(refuses<std::domain_error>([&] { normalise(plus(Mat<R>(1, x.rows()), R(1)), R(0)); }),
                       "0/0 is refused");
      by_a_factor(claim('f'), normalise, plus(square_variance(q), shift), r);
    })
    .not_for("bf", "the root is forgotten", by(root_forgotten))
    .not_for("ace", "the mean is subtracted twice", by(centred_twice))
    .not_for("d", "every row is centred by the first", by(centred_by_the_first))
    .not_for("e", "a constant row passes silently", by(quiet_about_constants))
    .qed();

}
