#include "attest/lecture/s8_cost.hpp"
#include "cost.hpp"
/// \file
/// \brief Properties of lecture section 8: operations, memory, parameters.
namespace attest::properties {

/// \cond
const auto the_rows = [](const auto& X, const auto& W, Mask mask) { return row_by_row(X, W, mask); };
const auto pairs_first = [](const auto& X, const auto& W, Mask mask) {
  const auto Q = product(X, W.W_Q), K = product(X, W.W_K), V = product(X, W.W_V);
  return mask == Mask::causal ? causal_attention(Q, K, V).Y : attention(Q, K, V).Y;
};
const auto projected_again = [](const auto& X, const auto& W, Mask mask) {
  product(X, W.W_V);
  return row_by_row(X, W, mask);
};
const auto S_as_a_triangle = []<class R>(const Mat<R>& X, const Head<R>& W) {
  auto P = causal_head(X, W);
  P.S = Mat<R>(1, pairs(X.rows(), Mask::causal));
  return P;
};
const auto queries_thrown_away = []<class R>(const Mat<R>& X, const Head<R>& W) {
  auto P = causal_head(X, W);
  P.Q = Mat<R>(0, 0);
  return P;
};
// The parameters of a head for T positions, of H heads on a stream of width d, of a layer for n tokens.
const auto parameters = [](auto head_of, auto heads_of, auto layer_of) {
  return [=](const auto&...) { return std::tuple{head_of, heads_of, layer_of}; };
};
const auto head_of = []<class R>(const Head<R>& W, Index) { return W; };
const auto head_for_pairs = []<class R>(const Head<R>& W, Index T) { return std::pair{W, Mat<R>(T, T)}; };
template <class R> Head<R> empty_head(Index d, Index d_k) { return {Mat<R>(d, d_k), Mat<R>(d, d_k), Mat<R>(d, d_k)}; }
const auto heads_of = []<class R>(R, Index d, Index H) {
  return std::pair{std::vector<Head<R>>(H, empty_head<R>(d, d / H)), Mat<R>(d, d)};
};
const auto full_width_heads = []<class R>(R, Index d, Index H) {
  return std::pair{std::vector<Head<R>>(H, empty_head<R>(d, d)), Mat<R>(d, d)};
};
const auto layer_of = []<class R>(R, Index n, Index d, Index h) { return Mat<R>(n * d, h); };
const auto shared_layer = []<class R>(R, Index, Index d, Index h) { return Mat<R>(d, h); };
/// \endcond

/// \tabled{8,Cost of one head}
/// Counted operation by operation, with sums from 0, for \f$ P \f$ query-key pairs: \f$ P = T^2 \f$, or \f$ P = T(T+1)/2 \f$ with the causal mask.
/// \clause{a} \f$ XW_Q, XW_K : Tdd_k \f$, \f$ XW_V : Tdd_v \f$, \f$ QK^\top : T^2 d_k \f$, softmax: a multiple of \f$ T^2 \f$, \f$ AV : T^2 d_v \f$; row by row
///            \f$ Td(2d_k + d_v) + P(d_k + d_v) \f$ multiplications and \f$ P \f$ more additions, \f$ P \f$ exponentials, \f$ 2P \f$ divisions, \f$ P \f$ subtractions,
///            \f$ P - T \f$ comparisons, for the output of the stable forms, bit for bit
/// \clause{b} the mask leaves \f$ (T+1)/2T \f$ of the pairs, and the count stays quadratic: its second difference in \f$ T \f$ is \f$ d_k + d_v \f$ multiplications, and
///            twice as many without the mask
/// \proof
/// (a) is the sum of what each line of the definitions does. (b) \f$ \frac{T(T+1)}{2} / T^2 = \frac{T+1}{2T} \f$. The projections are linear in \f$ T \f$ and have no second
/// difference; that of \f$ T(T+1)/2 \f$ is 1, that of \f$ T^2 \f$ is 2.
/// \qed
/// \of{pairs}
/// \of{product_cost}
/// \of{scores_cost}
/// \of{softmax_cost}
/// \of{query_scores}
/// \of{attend}
/// \of{attend_cost}
/// \of{row_by_row}
/// \of{head_cost}
/// \verdict{table_8_cost}
const auto table_8_cost = theorem<item::table_8_cost>()
    .given(any::stream, any::head)
    .let(by(the_rows))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const auto& rows) {
      const auto Z = as<Counted<R>>(X);
      const auto U = as<Counted<R>>(W);
      const Index T = X.rows(), d = X.cols(), d_k = W.W_Q.cols(), d_v = W.W_V.cols();
      const auto P = head(Z, U);
      claim('a').exactly(counted([&] { product(Z, U.W_Q); }), product_cost(T, d, d_k));
      claim('a').exactly(counted([&] { product(Z, U.W_V); }), product_cost(T, d, d_v));
      claim('a').exactly(counted([&] { scores(P.Q, P.K); }), scores_cost(T * T, d_k));
      claim('a').exactly(counted([&] { softmax_row(P.S); }), softmax_cost(T * T));
      claim('a').exactly(counted([&] { product(P.A, P.V); }), product_cost(T, T, d_v));
      claim('a').exactly(counted([&] { attend(row(P.Q, 0), P.K, P.V, T); }), attend_cost(T, d_k, d_v));
      for (const Mask mask : {Mask::none, Mask::causal}) {
        const auto products = [&](Index n) {
          return counted(rows, first_rows(Z, n), U, mask).multiplications;
        };
        claim('a').exactly(counted(rows, Z, U, mask), head_cost(T, d, d_k, d_v, mask));
        claim('a').exactly(rows(X, W, mask), pairs_first(X, W, mask));
        const Index bend = (mask == Mask::none ? 2 : 1) * (d_k + d_v);
        if (T > 2) claim('b').exactly(products(T) + products(T - 2), 2 * products(T - 1) + bend);
      }
      const Count all = counted(rows, Z, U, Mask::none), half = counted(rows, Z, U, Mask::causal);
      claim('b').exactly(2 * T * half.exponentials, (T + 1) * all.exponentials);
      claim('b').exactly(2 * T * pairs(T, Mask::causal), (T + 1) * pairs(T, Mask::none));
    })
    .not_for("ab", "all pairs are computed and then masked", by(pairs_first))
    .not_for("a", "the values are projected twice", by(projected_again))
    .one_case_in(20)
    .qed();

/// \display{8,Memory of one head}
/// \clause{a} \f$ S \f$ and \f$ A \f$ are \f$ T^2 \f$ stored numbers each, masked or not
/// \clause{b} \f$ Q, K, V \f$ are \f$ T(2d_k + d_v) \f$
/// \proof
/// Counted by what disappears when a matrix does.
/// \qed
/// \of{materialised_memory}
/// \of{projected_memory}
/// \verdict{display_8_memory}
const auto display_8_memory = theorem<item::display_8_memory>()
    .given(any::stream, any::head)
    .let(by(the_causal_head))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const auto& attending) {
      auto P = attending(as<Counted<R>>(X), as<Counted<R>>(W));
      const Index T = X.rows(), d_k = W.W_Q.cols(), d_v = W.W_V.cols();
      claim('a').exactly(freed(P.S), materialised_memory(T));
      claim('a').exactly(freed(P.A), materialised_memory(T));
      claim('b').exactly(freed(P.Q) + freed(P.K) + freed(P.V), projected_memory(T, d_k, d_v));
    })
    .not_for("a", "only the permitted scores are stored", by(S_as_a_triangle))
    .not_for("b", "queries are thrown away", by(queries_thrown_away))
    .one_case_in(20)
    .qed();

/// \display{8,Parameters}
/// \clause{a} one head has \f$ d(2d_k + d_v) \f$ parameters, for every \f$ T \f$
/// \clause{b} \f$ H \f$ heads of width \f$ d/H \f$ and their output projection have \f$ 3d^2 + d^2 \f$ for every \f$ H \f$ that divides \f$ d \f$; other \f$ H \f$ are refused
/// \clause{c} the first layer of Step 3 has \f$ ndh \f$, which grows with its context of \f$ n \f$ tokens
/// \proof
/// (a) The shapes of the three projections do not name \f$ T \f$. (b) \f$ H \cdot d \cdot 3 \frac dH = 3d^2 \f$. (c) The concatenated context is \f$ nd \f$ wide, and
/// \f$ (n+1)dh > ndh \f$.
/// \qed
/// \of{parameter_count}
/// \of{multi_head_parameter_count}
/// \of{context_layer_count}
/// \verdict{display_8_parameters}
const auto display_8_parameters = theorem<item::display_8_parameters>()
    .given(any::stream, any::head)
    .let(parameters(head_of, heads_of, layer_of))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const auto& kept) {
      using C = Counted<R>;
      const auto& [one, several, layer] = kept;
      const auto U = as<C>(W);
      const Index T = X.rows(), d = X.cols();
      for (Index n = 1; n <= T; ++n)
        claim('a').exactly(stored_by(one, U, n), parameter_count(d, W.W_Q.cols(), W.W_V.cols()));
      for (Index H = 1; H <= d; ++H) {
        const bool refused = refuses<ShapeError>([&] { multi_head_parameter_count(d, H); });
        claim('b').exactly(refused, d % H != 0);
        if (refused) continue;
        claim('b').exactly(stored_by(several, C(0), d, H), multi_head_parameter_count(d, H));
        claim('b').exactly(multi_head_parameter_count(d, H), 3 * d * d + d * d);
      }
      claim('b').holds(refuses<ShapeError>([&] { multi_head_parameter_count(d, 0); }), "no head is refused");
      for (Index n = 1; n <= 3; ++n)
        claim('c').exactly(stored_by(layer, C(0), n, d, Index(5)), context_layer_count(n, d, 5));
      claim('c').holds(context_layer_count(T, d, 5) < context_layer_count(T + 1, d, 5), "the layer grows");
    })
    .not_for("a", "one weight for each pair of positions", parameters(head_for_pairs, heads_of, layer_of))
    .not_for("b", "heads as wide as the stream", parameters(head_of, full_width_heads, layer_of))
    .not_for("c", "one layer for every token", parameters(head_of, heads_of, shared_layer))
    .one_case_in(20)
    .qed();

}
