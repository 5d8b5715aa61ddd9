#include "attest/lecture/s8_multi_head.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 8.2: several heads.
namespace attest::properties {

/// \cond
const Any other_head{"U", any::head.draw};
const auto side_by_side = [](auto all, auto grouped) {
  return [=](const auto&...) { return std::tuple{all, grouped}; };
};
const auto all_heads = [](const auto& X, const auto& W, Mask mask) { return multi_head(X, W, mask); };
const auto in_groups = [](const auto& X, const auto& W, Mask mask) { return grouped_queries(X, W, mask); };
const auto first_head_only = []<class R>(const Mat<R>& X, MultiHead<R> W, Mask mask) {
  for (auto& h : W.heads) h = W.heads[0];
  return multi_head(X, W, mask);
};
const auto one_distribution = []<class R>(const Mat<R>& X, MultiHead<R> W, Mask mask) {
  for (auto& h : W.heads) h.W_Q = W.heads[0].W_Q, h.W_K = W.heads[0].W_K;
  return multi_head(X, W, mask);
};
const auto heads_added = []<class R>(const Mat<R>& X, const MultiHead<R>& W, Mask mask) {
  auto Y = multi_head(X, W, mask);
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index c = 0; c < Y.cols(); ++c) Y(i, c) += Y(i, 0);
  return Y;
};
const auto groups_interleaved = []<class R>(const Mat<R>& X, GroupedHeads<R> W, Mask mask) {
  std::swap(W.W_Q[1], W.W_Q[2]);
  return grouped_queries(X, W, mask);
};
template <class R> Mat<R> head_columns(const Mat<R>& Y, Index h, Index d_v) {
  Mat<R> part(Y.rows(), d_v);
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index c = 0; c < d_v; ++c) part(i, c) = Y(i, h * d_v + c);
  return part;
}
// Two positions with values (0, 0) and (1, 1): the first head looks at the second position more, the second head at both alike.
template <class R> MultiHead<R> two_rules() {
  const auto none = matrix_of<R>({{0}, {0}}), token = matrix_of<R>({{0}, {1}}), constant = matrix_of<R>({{1}, {0}});
  return {{{constant, token, token}, {none, none, token}}, identity<R>(2)};
}
/// \endcond

/// \part{8.2,Several heads}
/// \clause{a} one head with \f$ W_O = I \f$ is that head, masked or not; heads that share keys and values give the same numbers when these are computed once
/// \clause{b} with \f$ W_O = I \f$ the columns of head \f$ h \f$ lie in the hull of the values of head \f$ h \f$
/// \clause{c} a single head has one distribution for all its coordinates: its output lies in the hull of the concatenated values, which heads with different weights
///            can leave
/// \proof
/// (a) A concatenation of one matrix is that matrix, and \f$ YI = Y \f$ is a sum of one term and zeros. Equal projections of one stream are equal. (b) is
/// Proposition 3.1 for each head. (c) For values \f$ (0, 0) \f$ and \f$ (1, 1) \f$ every convex combination has equal coordinates, so \f$ u = (1, -1) \f$ vanishes on the
/// hull. The head with scores \f$ (0, 1) \f$ gives \f$ \frac{e}{1+e} \f$, the one with equal scores \f$ \frac12 \f$, and \f$ \langle u, (\frac{e}{1+e}, \frac12) \rangle > 0 \f$.
/// \qed
/// \of{head_output}
/// \of{concatenated}
/// \of{multi_head}
/// \of{grouped_queries}
/// \verdict{section_8_multi_head}
const auto section_8_multi_head = theorem<item::section_8_multi_head>()
    .given(any::stream, any::head, other_head, any::direction)
    .let(side_by_side(all_heads, in_groups))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const Head<R>& U, const Vec<R>& u,
                      const auto& attending) {
      const auto& [all, grouped] = attending;
      const Index d_v = W.W_V.cols();
      const auto I = identity<R>(d_v);
      claim('a').exactly(all(X, MultiHead<R>{{W}, I}, Mask::none), head(X, W).Y);
      claim('a').exactly(all(X, MultiHead<R>{{W}, I}, Mask::causal), causal_head(X, W).Y);
      const auto I_4 = identity<R>(4 * d_v);
      const Head<R> W_U{U.W_Q, W.W_K, W.W_V}, U_W{W.W_Q, U.W_K, U.W_V};
      const GroupedHeads<R> shared{{W.W_Q, U.W_Q, W.W_Q, U.W_Q}, {W.W_K, U.W_K}, {W.W_V, U.W_V}, I_4};
      for (const Mask mask : {Mask::none, Mask::causal})
        claim('a').exactly(grouped(X, shared, mask), multi_head(X, MultiHead<R>{{W, W_U, U_W, U}, I_4}, mask));

      const auto Y = all(X, MultiHead<R>{{W, U}, identity<R>(2 * d_v)}, Mask::none);
      for (Index h = 0; h < 2; ++h) {
        const auto V = product(X, h == 0 ? W.W_V : U.W_V), Y_h = head_columns(Y, h, d_v);
        const auto slack = [&] { return hull_slack(V, u); };
        for (Index i = 0; i < X.rows(); ++i) {
          claim('b').at_most(inner(u, row(Y_h, i)), largest_along(V, u, V.rows()), slack);
          claim('b').at_most(inner(negative(u), row(Y_h, i)), largest_along(V, negative(u), V.rows()), slack);
        }
      }

      const auto Z = matrix_of<R>({{1, 0}, {1, 1}}), V = matrix_of<R>({{0, 0}, {1, 1}});
      const auto Y_two = all(Z, two_rules<R>(), Mask::none);
      claim('c').holds(separates(column_of<R>({1, -1}), V, row(Y_two, 0)), "no single head gives this output");
    })
    .not_for("a", "every coordinate gets the first one added", side_by_side(heads_added, in_groups))
    .not_for("a", "queries of the other group", side_by_side(all_heads, groups_interleaved))
    .not_for("bc", "the first head for all", side_by_side(first_head_only, in_groups))
    .not_for("c", "one distribution for all", side_by_side(one_distribution, in_groups))
    .one_case_in(4)
    .qed();

}
