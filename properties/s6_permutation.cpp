#include "attest/lecture/s6_permutation.hpp"
#include "attest/bound/permutation.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 6, permutations.
namespace attest::properties {

/// \cond
// The actions: the matrix, the rows, the tokens.
const auto acting = [](auto matrix, auto rows, auto tokens) {
  return [=](const auto&...) { return std::tuple{matrix, rows, tokens}; };
};
const auto the_matrix = []<class R>(const Permutation& pi, const R&) { return permutation_matrix<R>(pi); };
const auto the_rows = [](const auto& X, const Permutation& pi) { return permuted(X, pi); };
const auto the_tokens = [](const Text& x, const Permutation& pi) { return permuted_tokens(x, pi); };
// The other convention: row t of the result is row pi(t).
const auto matrix_gathering = [](const Permutation& pi, const auto& one) { return the_matrix(inverse(pi), one); };
const auto rows_gathering = [](const auto& X, const Permutation& pi) { return permuted(X, inverse(pi)); };
const auto tokens_gathering = [](const Text& x, const Permutation& pi) { return permuted_tokens(x, inverse(pi)); };

// Attention that numbers the rows of what it is given.
const auto numbering_head = []<class R>(Mat<R> X, const Head<R>& W) {
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) X(t, c) += number<R>(t) / R(8);
  return head(X, W);
};
const auto uniform_head = impostor::head_with(impostor::uniform);

// Two layers with a maximum between them, for one row: phi(x) = max(0, x U) D.
const auto two_layers = []<class R>(const Mat<R>& U, const Mat<R>& D) {
  return [U, D](const Vec<R>& x) {
    auto hidden = product(transposed(U), x);
    for (auto& h : hidden) h = max(h, R(0));
    return product(transposed(D), hidden);
  };
};
const auto the_row_wise = [](const auto& phi, const auto& X) { return row_wise(phi, X); };
// Every row gets its number added before the shared map.
const auto row_wise_numbered = []<class R>(const auto& phi, Mat<R> X) {
  for (Index t = 0; t < X.rows(); ++t) X(t, 0) += number<R>(t);
  return row_wise(phi, X);
};
const auto with_row_numbers = []<class R>(const Mat<R>& E, const Text& x) {
  auto X = embedding(E, x);
  for (Index t = 0; t < X.rows(); ++t) X(t, 0) += number<R>(t);
  return X;
};
// How a text becomes a stream: without positions, and with them.
const auto presented = [](auto bare, auto placed) { return [=](const auto&...) { return std::pair{bare, placed}; }; };
const auto by_token = [](const auto& E, const Text& x) { return embedding(E, x); };
const auto by_token_and_place = [](const auto& E, const auto& p, const Text& x) { return context(E, p, x); };
const auto place_forgotten = [](const auto& E, const auto&, const Text& x) { return embedding(E, x); };
// Attention, added to the stream, and a row-wise map: F(X) = phi_row(X + Attn(X)).
const auto stacked = []<class R>(const auto& attend, const auto& apply, const Mat<R>& X, const Head<R>& W,
                                 const Mat<R>& U, const Mat<R>& D) {
  return apply(two_layers(U, D), sum(X, attend(X, W).Y));
};
template <class R> Mat<Mp> stacked_error(const Mat<R>& X, const Head<R>& W, const Mat<R>& U, const Mat<R>& D) {
  if constexpr (Claim<R>::exact) return {};
  else {
    const auto P = head(X, W);
    return bound::stack_error<R>(lift<Mp>(X), lift<Mp>(P.A), lift<Mp>(P.V), lift<Mp>(U), lift<Mp>(D));
  }
}
// The scale of the output's bound.
template <class R> Mp output_scale(const Pass<R>& P, Index i, Index c) { return sum_abs(row(P.A, i), P.V, c); }

constexpr Any square_head{"W", [](Shape n) {
  return Head<double>{drawn(n.d, n.d_k, any::wide, any::wide), drawn(n.d, n.d_k, any::wide, any::wide),
                      drawn(n.d, n.d, any::wide, any::wide / 2)};
}};
constexpr Any first_layer{"U", [](Shape n) { return drawn(n.d, n.d + 1, any::wide, any::wide); }};
constexpr Any second_layer{"D", [](Shape n) { return drawn(n.d + 1, n.d_v, any::wide, any::wide); }};
// 24 bits with units apart, so that float rounds their sum.
constexpr long finest = 16777216;
constexpr Any fine_embedding{"E", [](Shape n) { return drawn(any::vocabulary, n.d, finest, finest / 2); }};
constexpr Any fine_positions{"p", [](Shape n) { return drawn(n.T, n.d, finest, finest / 8); }};

// Two tokens, two positions, and a head that prefers what is large in its first coordinate.
template <class R> struct TwoTokens {
  Mat<R> E = identity<R>(2), p = matrix_of<R>({{0, 0}, {2, 0}});
  Head<R> W{matrix_of<R>({{1}, {0}}), matrix_of<R>({{1}, {0}}), identity<R>(2)};
  Text x{0, 1};
  Permutation swap{1, 0};
};
/// \endcond

/// \display{6,The two actions}
/// \f[ (P_\pi X)_t = X_{\pi^{-1}(t)}, \qquad (\pi \cdot x)_t = x_{\pi^{-1}(t)} \f]
/// \clause{a} \f$ P_\pi X \f$ is that reordering, \f$ P_\pi^\top P_\pi = I \f$ and \f$ P_\pi P_\rho = P_{\pi\rho} \f$; a map that takes a value twice is refused
/// \clause{b} both actions are the same reordering: \f$ \iota_0(\pi \cdot x) = P_\pi \iota_0(x) \f$
/// \proof
/// (a) The first claim is the definition of \f$ P_\pi \f$. Its rows are distinct unit vectors, and so are its columns; hence \f$ P_\pi^\top P_\pi = I \f$. Further
/// \f$ (P_\pi P_\rho X)_t = (P_\rho X)_{\pi^{-1}(t)} = X_{\rho^{-1}(\pi^{-1}(t))} = X_{(\pi\rho)^{-1}(t)} \f$.
/// With \f$ \pi \f$ in place of \f$ \pi^{-1} \f$ the order of the product would turn round: the inverse makes it an action from the left.
///
/// (b) Row \f$ t \f$ of either side is row \f$ x_{\pi^{-1}(t)} \f$ of \f$ E \f$.
/// \qed
/// \of{inverse}
/// \of{composed}
/// \of{permutation_matrix}
/// \of{permuted}
/// \of{permuted_tokens}
/// \verdict{display_6_action}
const auto display_6_action = theorem<item::display_6_action>()
    .given(any::permutation, any::other_permutation, any::stream, any::embedding_matrix, any::tokens)
    .let(acting(the_matrix, the_rows, the_tokens))
    .then([]<class R>(Claim<R>& claim, const Permutation& pi, const Permutation& rho, const Mat<R>& X, const Mat<R>& E,
                      const Text& x,
                      const auto& actions) {
      const auto& [matrix, rows, tokens] = actions;
      const auto P = matrix(pi, R(0));
      claim('a').exactly(product(transposed(P), P), identity<R>(pi.size()));
      claim('a').exactly(product(P, matrix(rho, R(0))), matrix(composed(pi, rho), R(0)));
      const auto PX = rows(X, pi);
      claim('a').exactly(PX, product(P, X));
      for (Index t = 0; t < X.rows(); ++t) claim('a').exactly(row(PX, pi[t]), row(X, t));
      claim('a').holds(refuses<std::invalid_argument>([&m = matrix] { m(Permutation{0, 0}, R(0)); }),
                       "a value taken twice is refused");
      claim('a').holds(refuses<std::invalid_argument>([&m = matrix] { m(Permutation{0, 2}, R(0)); }),
                       "a value outside is refused");
      claim('b').exactly(embedding(E, tokens(x, pi)), rows(embedding(E, x), pi));
    })
    .not_for("a", "reads row pi(t) instead", acting(matrix_gathering, rows_gathering, tokens_gathering))
    .not_for("b", "only the tokens move the other way", acting(the_matrix, the_rows, tokens_gathering))
    .qed();

/// \theorem{6.1,Permutation equivariance}
/// Unmasked attention satisfies \f$ \operatorname{Attn}(P_\pi X) = P_\pi \operatorname{Attn}(X) \f$ for every \f$ \pi \in S_T \f$ and every \f$ X \f$; on the way
/// \clause{a} \f$ Q(P_\pi X) = P_\pi Q(X) \f$, and likewise \f$ K \f$ and \f$ V \f$
/// \clause{b} \f$ S(P_\pi X) = P_\pi S(X) P_\pi^\top \f$
/// \clause{c} \f$ A(P_\pi X) = P_\pi A(X) P_\pi^\top \f$: the weight that couples two renamed positions is unchanged
/// \clause{d} \f$ \operatorname{Attn}(P_\pi X) = P_\pi \operatorname{Attn}(X) \f$
/// \clause{e} this is no invariance: \f$ \operatorname{Attn}(P_\pi X) \ne \operatorname{Attn}(X) \f$ can happen
/// \proof
/// Write \f$ t' = \pi(t) \f$, so that row \f$ t' \f$ of \f$ P_\pi X \f$ is \f$ X_t \f$. (a) A projection is made row by row from that row. (b) So \f$ S'_{i'j'} = \langle q'_{i'}, k'_{j'} \rangle / \sqrt{d_k} = S_{ij} \f$,
/// from the same two vectors in the same order: up to here every arithmetic agrees to the last bit.
///
/// (c) The numerators \f$ e^{S'_{i'j'}} \f$ are the same numbers, and row \f$ i' \f$ has the same denominator, as \f$ j' \f$ runs through all positions when \f$ j \f$ does. But its terms
/// are added in another order, and here rounding enters. (d) \f$ y'_{i'} = \sum_{j'} A'_{i'j'} v'_{j'} = \sum_j A_{ij} v_j = y_i \f$, a sum that is reordered too.
///
/// (e) Two rows \f$ (1, 0) \f$ and \f$ (0, 1) \f$ with \f$ W_Q = W_K = (1, 0)^\top \f$ and \f$ W_V = I \f$ have outputs \f$ (e, 1)/(e+1) \f$ and \f$ (\frac12, \frac12) \f$; swapping the rows swaps the outputs, which are
/// different.
/// \qed
/// \of{head}
/// \of{permuted}
/// \verdict{theorem_6_1}
const auto theorem_6_1 = theorem<item::theorem_6_1>()
    .given(any::permutation, any::stream, any::head)
    .let(by(the_head))
    .then([]<class R>(Claim<R>& claim, const Permutation& pi, const Mat<R>& X, const Head<R>& W, const auto& attend) {
      const Index T = X.rows();
      const auto P = attend(X, W), moved = attend(permuted(X, pi), W);
      claim('a').exactly(moved.Q, permuted(P.Q, pi));
      claim('a').exactly(moved.K, permuted(P.K, pi));
      claim('a').exactly(moved.V, permuted(P.V, pi));
      for (Index i = 0; i < T; ++i) {
        for (Index j = 0; j < T; ++j) {
          claim('b').exactly(moved.S(pi[i], pi[j]), P.S(i, j));
          claim('c').within(bound::permuted_weights_error<R>(T), P.A(i, j), moved.A(pi[i], pi[j]), P.A(i, j));
        }
        for (Index c = 0; c < P.Y.cols(); ++c)
          claim('d').within([&] { return bound::permuted_output_error<R>(T) * output_scale(P, i, c); },
                            moved.Y(pi[i], c), P.Y(i, c));
      }
      const TwoTokens<R> two;
      const auto Y = attend(two.E, two.W).Y, Y_swapped = attend(permuted(two.E, two.swap), two.W).Y;
      claim('e').differs(Y_swapped(0, 0), Y(0, 0), bound::permuted_output_error<R>(2), R(1));
    })
    .not_for("abcd", "a head that numbers its rows", by(numbering_head))
    .not_for("bcd", "a causal mask", by(the_causal_head))
    .not_for("e", "the same weight for every key", by(uniform_head))
    .one_case_in(2)
    .qed();

/// \checks{row_wise}
/// \clause{a} \f$ \phi_{\mathrm{row}}(P_\pi X) = P_\pi \phi_{\mathrm{row}}(X) \f$ for a map \f$ \phi \f$ that all rows share
/// \clause{b} sums and compositions of equivariant maps are equivariant: \f$ F(P_\pi X) = P_\pi F(X) \f$ for \f$ F(X) = \phi_{\mathrm{row}}(X + \operatorname{Attn}(X)) \f$, unmasked
///            attention with a row-wise two-layer network on top
/// \proof
/// (a) Row \f$ t \f$ of either side is \f$ \phi(X_{\pi^{-1}(t)}) \f$. (b) If \f$ F \f$ and \f$ G \f$ are equivariant then \f$ (F + G)(P_\pi X) = P_\pi F(X) + P_\pi G(X) = P_\pi (F + G)(X) \f$ and
/// \f$ F(G(P_\pi X)) = F(P_\pi G(X)) = P_\pi F(G(X)) \f$. The identity is equivariant, attention is by Theorem 6.1, and \f$ \phi_{\mathrm{row}} \f$ by (a). By induction a
/// stack of any height is.
/// \qed
/// \of{row_wise}
/// \verdict{display_6_positionwise}
const auto display_6_positionwise = theorem<item::display_6_positionwise>()
    .given(any::permutation, any::stream, square_head, first_layer, second_layer)
    .let(by(the_row_wise))
    .then([]<class R>(Claim<R>& claim, const Permutation& pi, const Mat<R>& X, const Head<R>& W, const Mat<R>& U,
                      const Mat<R>& D,
                      const auto& apply) {
      const auto phi = two_layers(U, D);
      claim('a').exactly(apply(phi, permuted(X, pi)), permuted(apply(phi, X), pi));
      const auto F = stacked(the_head, apply, X, W, U, D), F_moved = stacked(the_head, apply, permuted(X, pi), W, U, D);
      const auto error = stacked_error(X, W, U, D);
      for (Index t = 0; t < F.rows(); ++t)
        for (Index c = 0; c < F.cols(); ++c) claim('b').within([&] { return error(t, c); }, F_moved(pi[t], c), F(t, c));
    })
    .not_for("ab", "every row gets its number", by(row_wise_numbered))
    .one_case_in(4)
    .qed();

/// \result{6.2,Positions break the symmetry}
/// Let \f$ F \f$ be attention followed by row-wise maps, \f$ \iota_0(x)_t = e(x_t) \f$ and \f$ \iota_p(x)_t = e(x_t) + p_t \f$.
/// \clause{a} without positions the composite is equivariant: \f$ F(\iota_0(\pi \cdot x)) = P_\pi F(\iota_0(x)) \f$
/// \clause{b} \f$ \iota_p(\pi \cdot x) - P_\pi \iota_p(x) = p - P_\pi p \f$, whatever the tokens: equal exactly when \f$ \pi \f$ keeps \f$ p \f$, so constant positions keep the symmetry
/// \clause{c} with positions that are not constant \f$ F(\iota_p(\pi \cdot x)) \ne P_\pi F(\iota_p(x)) \f$ can happen
/// \proof
/// (a) \f$ \iota_0(\pi \cdot x) = P_\pi \iota_0(x) \f$, and \f$ F \f$ is equivariant. (b) Subtract \f$ P_\pi \iota_p(x) = P_\pi E_x + P_\pi p \f$ from \f$ \iota_p(\pi \cdot x) = P_\pi E_x + p \f$. The difference
/// vanishes when \f$ p = P_\pi p \f$, and constant positions are kept by all \f$ \pi \f$.
///
/// (c) Two tokens \f$ e_1, e_2 \f$ with \f$ p_1 = 0 \f$ and \f$ p_2 = (2, 0) \f$: swapped before the positions are added the stream is \f$ (0, 1), (3, 0) \f$, swapped afterwards it is
/// \f$ (2, 1), (1, 0) \f$. With \f$ W_Q = W_K = (1, 0)^\top \f$ and \f$ W_V = I \f$ the first row of the one attends to both rows alike and its average has the first coordinate
/// \f$ \frac32 \f$; that of the other has \f$ (2e^2 + 1)/(e^2 + 1) \f$. The residual adds 0 and 2.
///
/// A ratio of 0 under (b) in double says that nothing was rounded there: sums of these short numbers are exact in 53 bits.
/// \qed
/// \of{permuted}
/// \of{permuted_tokens}
/// \verdict{result_6_positions}
const auto result_6_positions = theorem<item::result_6_positions>()
    .given(any::permutation, any::tokens, fine_embedding, fine_positions, square_head, first_layer, second_layer)
    .let(presented(by_token, by_token_and_place))
    .then([]<class R>(Claim<R>& claim, const Permutation& pi, const Text& x, const Mat<R>& E, const Mat<R>& p,
                      const Head<R>& W,
                      const Mat<R>& U, const Mat<R>& D, const auto& present) {
      const auto& [bare, placed] = present;
      const auto x_moved = permuted_tokens(x, pi);
      const auto X = bare(E, x);
      const auto F = stacked(the_head, the_row_wise, X, W, U, D),
          F_moved = stacked(the_head, the_row_wise, bare(E, x_moved), W, U, D);
      const auto error = stacked_error(X, W, U, D);
      for (Index t = 0; t < F.rows(); ++t)
        for (Index c = 0; c < F.cols(); ++c) claim('a').within([&] { return error(t, c); }, F_moved(pi[t], c), F(t, c));
      const auto before = placed(E, p, x_moved), after = permuted(placed(E, p, x), pi), p_moved = permuted(p, pi);
      for (Index t = 0; t < p.rows(); ++t)
        for (Index c = 0; c < p.cols(); ++c) {
          const auto scale = [&] { return abs(lifted<Mp>(E(x_moved[t], c))) + abs(lifted<Mp>(p(t, c))) +
                                  abs(lifted<Mp>(p_moved(t, c))); };
          claim('b').within([&] { return bound::position_offset_error<R>() * scale(); }, before(t, c) - after(t, c),
                            p(t, c) - p_moved(t, c));
        }
      if constexpr (Claim<R>::exact) claim('b').holds((before == after) == (p == p_moved),
                                                      "equal exactly when the positions are kept");
      auto constant = p;
      for (Index t = 0; t < p.rows(); ++t)
        for (Index c = 0; c < p.cols(); ++c) constant(t, c) = p(0, c);
      claim('b').exactly(placed(E, constant, x_moved), permuted(placed(E, constant, x), pi));
      const TwoTokens<R> two;
      const auto I = identity<R>(2), Z = placed(two.E, two.p, two.x);
      const auto G = stacked(the_head, the_row_wise, Z, two.W, I, I);
      const auto G_before = stacked(the_head, the_row_wise, placed(two.E, two.p, permuted_tokens(two.x, two.swap)),
                                    two.W, I, I);
      const auto room = stacked_error(Z, two.W, I, I);
      claim('c').differs(G_before(0, 0), permuted(G, two.swap)(0, 0), Claim<R>::exact ? Mp(0) : room(1, 0));
    })
    .not_for("a", "rows are numbered without being asked", presented(with_row_numbers, by_token_and_place))
    .not_for("bc", "positions are forgotten", presented(by_token, place_forgotten))
    .one_case_in(4)
    .qed();

/// \remarked{6.3,Two experiments}
/// \clause{a} permute finished stream rows that contain positions: \f$ \operatorname{Attn}(P_\pi X) = P_\pi \operatorname{Attn}(X) \f$ with \f$ X = \iota_p(x) \f$
/// \clause{b} permute the tokens before positions are added: \f$ \operatorname{Attn}(\iota_p(\pi \cdot x)) \ne P_\pi \operatorname{Attn}(\iota_p(x)) \f$ can happen
/// \proof
/// (a) Theorem 6.1 asks nothing of \f$ X \f$. (b) The example of Result 6.2, without its residual: the first coordinates are \f$ \frac32 \f$ and \f$ (2e^2 + 1)/(e^2 + 1) \f$.
/// \qed
/// \of{head}
/// \of{permuted}
/// \of{permuted_tokens}
/// \verdict{remark_6_3_precision}
const auto remark_6_3_precision = theorem<item::remark_6_3_precision>()
    .given(any::permutation, any::tokens, any::embedding_matrix, any::positions, any::head)
    .let(by(the_head))
    .then([]<class R>(Claim<R>& claim, const Permutation& pi, const Text& x, const Mat<R>& E, const Mat<R>& p,
                      const Head<R>& W,
                      const auto& attend) {
      const auto X = context(E, p, x);
      const auto P = attend(X, W);
      const auto Y_moved = attend(permuted(X, pi), W).Y;
      for (Index t = 0; t < X.rows(); ++t)
        for (Index c = 0; c < P.Y.cols(); ++c)
          claim('a').within([&] { return bound::permuted_output_error<R>(X.rows()) * output_scale(P, t, c); },
                            Y_moved(pi[t], c), P.Y(t, c));
      const TwoTokens<R> two;
      const auto Y = attend(context(two.E, two.p, two.x), two.W).Y;
      const auto Y_before = attend(context(two.E, two.p, permuted_tokens(two.x, two.swap)), two.W).Y;
      claim('b').differs(Y_before(0, 0), permuted(Y, two.swap)(0, 0), bound::permuted_output_error<R>(2), R(3));
    })
    .not_for("a", "a head that numbers its rows", by(numbering_head))
    .not_for("b", "the same weight for every key", by(uniform_head))
    .one_case_in(2)
    .qed();

}
