#include <limits>
#include "attest/lecture/s5_lse.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 4.
namespace attest::properties {

/// \cond
template <class R> Mat<R> filled_with(const R& x, Mat<R> H) {
  for (auto& h : H) h = x;
  return H;
}
const auto with_residual = [](const auto& X, const auto& W) {
  auto P = causal_head(X, W);
  for (Index i = 0; i < X.rows(); ++i)
    for (Index c = 0; c < P.Y.cols(); ++c) P.Y(i, c) += X(i, 0);
  return P;
};
// The object of aside 4.4: mask after softmax, the same renormalised, and a finite fill.
const auto late_masks = [](auto after, auto renormalised, auto filled) {
  return [=](const auto&...) { return std::tuple{after, renormalised, filled}; };
};
const auto fill_with = [](const auto& S, int M) { return impostor::finite_fill(M)(S); };
// What a finite fill lets through: a little for M = -8, nothing in floats for M = -4096, all of it where no key is permitted.
const auto leak_through_fill = []<class R>(Claim<R>& claim, const Mat<R>& S, const auto& filled) {
  const Index T = S.rows();
  const auto A = filled(S, -8), A_far = filled(S, -4096), A_all = filled(filled_with(R(-8), S), -8);
  const Mp rounding = bound::row_sum_error<R>(T) + bound::softmax_row_error<R>(T);
  for (Index i = 0; i < T; ++i) {
    R leaked = R(0), far = R(0), m = S(i, 0);
    for (Index j = 0; j <= i; ++j) m = max(m, S(i, j));
    for (Index j = i + 1; j < T; ++j) leaked += A(i, j), far += A_far(i, j);
    const R most = number<R>(T - 1 - i) * exp(R(-8) - m);
    claim('d').at_most(leaked, most, rounding, most);
    claim('d').within(bound::softmax_row_error<R>(T), R(1) / number<R>(T), A_all(0, i), R(1) / number<R>(T));
    if (i + 1 == T) continue;
    claim('d').positive(leaked);
    if constexpr (Claim<R>::exact) claim('d').positive(far);
    if constexpr (Claim<R>::floats) claim('d').exactly(far, R(0));
  }
};
// The two procedures on the zero scores of exercise 5, with the slope along one score of the first row.
const auto compare_two_by_two = []<class R>(Claim<R>& claim, const auto& after, const auto& renormalised) {
  const R half = R(1) / R(2), quarter = R(1) / R(4);
  for (const Index moved : {Index(0), Index(1)}) {
    Mat<Dual<R>> Z(2, 2);
    Z(0, moved).d = R(1);
    claim('b').exactly(after(Z)(0, 0), Dual<R>(half, moved == 0 ? quarter : R(0) - quarter));
    claim('b').exactly(after(Z)(0, 1).d, R(0));
    claim('b').exactly(impostor::causal_weights(Z)(0, 0), Dual<R>(1));
    claim('c').exactly(renormalised(Z)(0, 0).d, R(0));
  }
};
// Losses of next-token prediction: position i reads output row i as logits and is scored against its own target.
const auto losses = [](const auto& Y, const auto& targets) {
  using R = typename std::remove_cvref_t<decltype(Y)>::Scalar;
  Vec<R> loss(Y.rows());
  for (Index i = 0; i < Y.rows(); ++i) loss(i) = lse(row(Y, i)) - inner(row(Y, i), row(targets, i));
  return loss;
};
const auto teacher_forced = [](auto attend, auto target) {
  return [=](const auto&...) { return std::tuple{attend, target}; };
};
// 64 tags hold the inputs of so many positions and, from 32 on, their targets.
constexpr Index positions_with_tags = 24;
const auto next_token = [](Tokens x) { return shifted_targets(x).second; };
const auto token_after_next = [](Tokens x) { return x.last(x.size() - 1).subspan(x.size() > 2 ? 1 : 0); };
/// \endcond

/// \checks{causal}
/// Let \f$ A = \operatorname{softmax}_{\mathrm{row}} \tilde S \f$.
/// \clause{a} \f$ A_{ij} = 0 \f$ for \f$ j > i \f$
/// \clause{b} \f$ A_{ij} > 0 \f$ for \f$ j \le i \f$: row \f$ i \f$ lies in the relative interior of the face on the coordinates \f$ 1, \dots, i \f$
/// \clause{c} every row sums to one
/// \clause{d} the first row is \f$ (1, 0, \dots, 0) \f$
/// \proof
/// \f$ e^{-\infty} = 0 \f$ removes the later columns from numerator and denominator alike; on the columns that are left
/// row \f$ i \f$ is an unmasked softmax of \f$ i \f$ finite scores. For \f$ i = 1 \f$ that is \f$ e^{S_{11}} / e^{S_{11}} \f$, which is 1 in every
/// arithmetic.
/// \qed
/// \of{causal}
/// \of{causal_head}
/// \verdict{definition_4_1}
const auto definition_4_1 = theorem<item::definition_4_1>()
    .given(any::scores)
    .let(by(impostor::causal_weights))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const auto& weights) {
      const auto A = weights(S);
      for (Index i = 0; i < A.rows(); ++i) {
        R mass = R(0);
        for (Index j = 0; j < A.rows(); ++j) {
          if (j > i) claim('a').exactly(A(i, j), R(0));
          else claim('b').positive(A(i, j));
          mass += A(i, j);
        }
        claim('c').within(bound::row_sum_error<R>(A.rows()), R(1), mass, R(1));
      }
      for (Index j = 0; j < A.rows(); ++j) claim('d').exactly(A(0, j), R(j == 0 ? 1 : 0));
    })
    .not_for("ad", "a finite stand-in for minus infinity", by(impostor::finite_fill(-12)))
    .not_for("ad", "mask one column late", by(impostor::mask_one_late))
    .not_for("b", "raw scores as weights", by([](const auto& S) { return impostor::no_exponential(causal(S)); }))
    .not_for("cd", "mask after softmax", by(impostor::mask_after_softmax))
    .not_for("abd", "mask one column early", by(impostor::mask_one_early))
    .qed();

/// \worked{4.2,The causal head by hand}
/// The causal version of Example 2.3; the example of the lecture is lost, so this one is ours.
/// \clause{a} \f$ \tilde S = \begin{pmatrix} 1&-\infty&-\infty\\ 0&1&-\infty\\ 1&2&3 \end{pmatrix} \f$ and
///            \f$ A = \begin{pmatrix} 1&0&0\\ \frac1{1+e}&\frac e{1+e}&0\\ \frac1{1+e+e^2}&\frac e{1+e+e^2}&\frac{e^2}{1+e+e^2} \end{pmatrix} \f$
/// \clause{b} \f$ y_1 = (1, 0) = v_1 \f$; \f$ y_2 = \frac{(1, e)}{1+e} \f$ lies on the segment from \f$ v_1 \f$ to \f$ v_2 \f$;
///            \f$ y_3 = \frac{(1+e^2, e+e^2)}{1+e+e^2} \f$ lies inside the triangle of \f$ v_1, v_2, v_3 \f$
/// \proof
/// The scores are those of Example 2.3; each row is normalised over its prefix. The coordinates of \f$ y_2 \f$ sum to 1, as on the line
/// through \f$ (1,0) \f$ and \f$ (0,1) \f$. The three weights of \f$ y_3 \f$ are positive and unique, since \f$ (1,0), (0,1), (1,1) \f$ are affinely independent.
/// \qed
/// \of{causal_head}
/// \verdict{example_4_2}
const auto example_4_2 = theorem<item::example_4_2>()
    .given()
    .let(by(the_causal_head))
    .then([]<class R>(Claim<R>& claim, const auto& attend) {
      const auto X = matrix_of<R>({{1, 0}, {0, 1}, {1, 1}});
      const auto P = attend(X, Head<R>{matrix_of<R>({{1, 1, 0, 0}, {0, 0, 1, 1}}),
                                       matrix_of<R>({{1, 1, 0, 0}, {1, 1, 1, 1}}), identity<R>(2)});
      const R e = exp(R(1)), e2 = exp(R(2)), one = R(1), none = R(0);
      const Mp few = bound::g<R>(3 * bound::elementary<R>() + 9);
      auto S = matrix_of<R>({{1, 1, 2}, {0, 1, 1}, {1, 2, 3}});
      for (Index i = 0; i < 3; ++i)
        for (Index j = i + 1; j < 3; ++j) S(i, j) = minus_infinity<R>();
      claim('a').exactly(P.S, S);
      const R weight[3][3]{{one, none, none}, {one, e, none}, {one, e, e2}},
          y[3][2]{{one, none}, {one, e}, {one + e2, e + e2}};
      const R Z[3]{one, one + e, one + e + e2};
      for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j) claim('a').within(few, weight[i][j] / Z[i], P.A(i, j), weight[i][j] / Z[i]);
        for (Index c = 0; c < 2; ++c) claim('b').within(few, y[i][c] / Z[i], P.Y(i, c), y[i][c] / Z[i]);
      }
      claim('b').exactly(row(P.Y, 0), row(P.V, 0));
      claim('b').within(few, R(1), P.Y(1, 0) + P.Y(1, 1), R(1));
      if constexpr (Claim<R>::exact) claim('b').exactly(*barycentric(P.V, row(P.Y, 2)), row(P.A, 2));
    })
    .not_for("ab", "no mask", by(impostor::head_with(impostor::unmasked)))
    .qed();

/// \proposition{4.3,Causality}
/// \f$ \operatorname{Attn}(X)_i \f$ depends only on \f$ X_1, \dots, X_i \f$, and
/// \f$ \partial \operatorname{Attn}(X)_i / \partial X_j = 0 \f$ for \f$ j > i \f$.
/// \clause{a} replacing the rows after \f$ i \f$ leaves row \f$ i \f$ unchanged; in floats also when they are infinite or NaN
/// \clause{b} every derivative along the rows after \f$ i \f$ is zero
/// \clause{c} the provenance of row \f$ i \f$ is a set of rows \f$ 1, \dots, i \f$, and nothing was decided by a comparison
/// \clause{d} permitted derivatives may vanish too: with \f$ W_V = 0 \f$ all of them do, and the first row's with respect to the scores
/// \proof
/// Row \f$ i \f$ is made of \f$ q_i \f$ and of \f$ k_\ell, v_\ell \f$ with \f$ \ell \le i \f$, and each of them of one row of
/// \f$ X \f$. A function that does not look at \f$ X_j \f$ does not change with it, and its derivative along it is zero.
///
/// (d) With \f$ W_V = 0 \f$ the output is the constant 0. The first row has a single permitted weight, which is 1 whatever its score: with \f$ W_V \f$ fixed,
/// \f$ y_1 = v_1 \f$ does not move with \f$ W_Q \f$. So "permitted" does not mean "non-zero", and a test must not ask for it.
/// \qed
/// \of{causal_head}
/// \verdict{proposition_4_3}
const auto proposition_4_3 =
    theorem<item::proposition_4_3>()
        .given(any::head, any::stream, any::other_stream, any::position)
        .let(by(the_causal_head))
        .then([]<class R>(Claim<R>& claim, const Head<R>& W, const Mat<R>& X, const Mat<R>& H, Index i,
                          const auto& attend) {
          const auto Y = attend(X, W).Y, Y_replaced = attend(replaced_after(i, X, H), W).Y;
          const auto W_still = as<Dual<R>>(W);
          const auto Y_moving = attend(moving(X, rows_after(i, H)), W_still).Y;
          Traced<R>::compared = 0;
          const auto Y_traced = attend(tagged_rows(X), as<Traced<R>>(W)).Y;
          claim('c').exactly(Traced<R>::compared, Provenance(0));
          for (Index t = 0; t <= i; ++t)
            for (Index c = 0; c < Y.cols(); ++c) {
              claim('a').exactly(Y(t, c), Y_replaced(t, c));
              claim('b').exactly(Y_moving(t, c).d, R(0));
              claim('c').exactly(Y_traced(t, c).from & ~tags_below(t + 1), Provenance(0));
            }
          if constexpr (Claim<R>::floats)
            for (const R poison : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()}) {
              const auto Y_poisoned = attend(replaced_after(i, X, filled_with(poison, H)), W).Y;
              for (Index t = 0; t <= i; ++t)
                for (Index c = 0; c < Y.cols(); ++c) claim('a').exactly(Y(t, c), Y_poisoned(t, c));
            }
          auto W_no_value = W_still, W_turning = W_still;
          for (auto& w : W_no_value.W_V) w = Dual<R>(0);
          for (auto& w : W_turning.W_Q) w.d = R(1);
          const auto Y_constant = attend(moving(X, H), W_no_value).Y, Y_turning = attend(as<Dual<R>>(X), W_turning).Y;
          for (Index c = 0; c < Y.cols(); ++c) {
            for (Index t = 0; t < Y.rows(); ++t) claim('d').exactly(Y_constant(t, c).d, R(0));
            claim('d').exactly(Y_turning(0, c).d, R(0));
          }
        })
        .not_for("abc", "no mask", by(impostor::head_with(impostor::unmasked)))
        .not_for("abc", "mask one column late", by(impostor::head_with(impostor::mask_one_late)))
        .not_for("abc", "mask after softmax", by(impostor::head_with(impostor::mask_after_softmax)))
        .not_for("d", "a residual addition that was not asked for", by(with_residual))
        .one_case_in(3)
        .qed();

/// \display{4,Prefix hull}
/// \f[ \operatorname{Attn}(X)_i \in \operatorname{conv}\{v_1, \dots, v_i\} \f]
/// \clause{a} \f$ \langle u, y_i \rangle \le \max_{j \le i} \langle u, v_j \rangle \f$ for every \f$ u \f$, hence also for \f$ -u \f$
/// \proof
/// Row \f$ i \f$ of \f$ A \f$ lies in the simplex and is zero beyond \f$ i \f$; so \f$ y_i \f$ is a convex combination of \f$ v_1, \dots, v_i \f$, and
/// Proposition 3.1 (c) applies to them.
/// \qed
/// \of{prefix_average}
/// \verdict{display_4_prefix_hull}
const auto display_4_prefix_hull =
    theorem<item::display_4_prefix_hull>()
        .given(any::scores, any::values, any::direction)
        .let([](const auto& S, const auto& V, const auto&) { return prefix_average(impostor::causal_weights(S), V); })
        .then([]<class R>(Claim<R>& claim, const Mat<R>&, const Mat<R>& V, const Vec<R>& u, const Mat<R>& Y) {
          const auto slack = [&] { return hull_slack(V, u); };
          for (Index i = 0; i < V.rows(); ++i) {
            claim('a').at_most(inner(u, row(Y, i)), largest_along(V, u, i + 1), slack);
            claim('a').at_most(inner(negative(u), row(Y, i)), largest_along(V, negative(u), i + 1), slack);
          }
        })
        .not_for("a", "no mask", [](const auto& S, const auto& V, const auto&) { return product(softmax_row(S), V); })
        .not_for("a", "mask after softmax",
                 [](const auto& S, const auto& V, const auto&) { return product(impostor::mask_after_softmax(S), V); })
        .qed();

/// \aside{4.4,Mask before softmax}
/// \clause{a} masked after the softmax without renormalising, row \f$ i < T \f$ sums to less than one; the last row is untouched
/// \clause{b} the derivatives change: for the zero scores of exercise 5 the first weight is \f$ \frac12 \f$ and moves with
///            \f$ \frac14, -\frac14 \f$, where the causal one is 1 and does not move
/// \clause{c} renormalised it is the causal function again, derivatives included
/// \clause{d} a finite fill \f$ M \f$ is no \f$ -\infty \f$: \f$ 0 < \sum_{j>i} A_{ij} \le (T - i)\, e^{M - m_i} \f$, \f$ m_i \f$ the largest permitted score; it is 0 in
///            floats where \f$ e^M \f$ underflows; and a row that permits no key becomes uniform
/// \proof
/// (a) The zeroed weights were positive, and the last row has none. (b) \f$ \partial A_{11} / \partial S_{11} = p(1-p) \f$ and \f$ \partial A_{11} / \partial S_{12} = -p(1-p) \f$
/// with \f$ p = \frac12 \f$; the causal weight is the constant 1. (c) The common denominator of the row cancels; equal functions have equal derivatives. In
/// floats the quotient of two quotients carries \f$ 4T + 4E \f$ roundings, as long as the permitted weights do not underflow. (d) The row's denominator is at
/// least \f$ e^{m_i} \f$, and each of the \f$ T - i \f$ forbidden numerators is \f$ e^M > 0 \f$. Where no key is permitted all the scores are \f$ M \f$.
/// \qed
/// \of{causal_head}
/// \verdict{aside_4_4}
const auto aside_4_4 =
    theorem<item::aside_4_4>()
        .given(any::scores)
        .let(late_masks(impostor::mask_after_softmax, impostor::mask_after_softmax_renormalised, fill_with))
        .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const auto& masks) {
          const auto& [after, renormalised, filled] = masks;
          const Index T = S.rows();
          const auto A_after = after(S), A_again = renormalised(S), A = impostor::causal_weights(S);
          const auto whole = softmax_row(S);
          for (Index i = 0; i < T; ++i) {
            R mass = R(0);
            for (Index j = 0; j < T; ++j) {
              mass += A_after(i, j);
              claim('c').within(bound::g<R>(4 * T + 4 * bound::elementary<R>()), A(i, j), A_again(i, j), A(i, j));
            }
            if (i + 1 < T) claim('a').below(mass, R(1));
          }
          for (Index j = 0; j < T; ++j) claim('a').exactly(A_after(T - 1, j), whole(T - 1, j));
          leak_through_fill(claim, S, filled);
          compare_two_by_two(claim, after, renormalised);
        })
        .not_for("ab", "masked before the softmax, as is right",
                 late_masks(impostor::causal_weights, impostor::mask_after_softmax_renormalised, fill_with))
        .not_for("c", "forgets to renormalise",
                 late_masks(impostor::mask_after_softmax, impostor::mask_after_softmax, fill_with))
        .not_for("d", "minus infinity, as is right",
                 late_masks(impostor::mask_after_softmax, impostor::mask_after_softmax_renormalised,
                            [](const auto& S, int) { return impostor::causal_weights(S); }))
        .qed();

/// \remarked{4.5,Parallel training}
/// \clause{a} one parallel pass gives every row that \f$ T \f$ passes over the prefixes give
/// \clause{b} with targets shifted by one, loss \f$ i \f$ depends on \f$ x_1, \dots, x_i \f$ and, beyond them, on its own target \f$ x_{i+1} \f$ only
/// \proof
/// (a) By Proposition 4.3 row \f$ i \f$ of the long pass depends on the first \f$ i \f$ rows; on them both passes run the same operations. (b) The logits of position \f$ i \f$
/// depend on the inputs up to \f$ i \f$; the loss \f$ \operatorname{lse}(y_i) - \langle y_i, \delta_{x_{i+1}} \rangle \f$ adds its target. That position \f$ i \f$ attends to itself shows it
/// \f$ x_i \f$, which is no target of its own.
/// \qed
/// \of{causal_head}
/// \of{shifted_targets}
/// \verdict{remark_4_5}
const auto remark_4_5 = theorem<item::remark_4_5>()
    .given(any::stream, any::head, any::tokens)
    .let(teacher_forced(the_causal_head, next_token))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const Text& x, const auto& training) {
      const auto& [attend, target] = training;
      const auto parallel = attend(X, W).Y;
      for (Index i = 0; i < X.rows(); ++i) {
        const auto prefix = attend(first_rows(X, i + 1), W).Y;
        for (Index c = 0; c < parallel.cols(); ++c) claim('a').exactly(parallel(i, c), prefix(i, c));
      }
      const Index n = std::min<Index>(x.size(), positions_with_tags);
      claim('b').holds(n > 1 || refuses<std::length_error>([&] { shifted_targets(Text(x.begin(), x.begin() + 1)); }),
                       "a single token has no target");
      if (n < 2) return;
      const Text head_of_text(x.begin(), x.begin() + long(n));
      const auto after = target(head_of_text);
      claim('b').exactly(after.size(), std::size_t(n - 1));
      if (after.size() != n - 1) return;
      const auto Y = attend(tagged_rows(first_rows(X, n - 1)), as<Traced<R>>(W)).Y;
      Mat<Traced<R>> targets(n - 1, Y.cols());
      for (Index i = 0; i + 1 < n; ++i)
        for (Index c = 0; c < Y.cols(); ++c)
          targets(i, c) = Traced<R>(R(after[i] % Y.cols() == c ? 1 : 0), tag(32 + i));
      const auto loss = losses(Y, targets);
      for (Index i = 0; i + 1 < n; ++i) {
        claim('b').exactly(after[i], x[i + 1]);
        claim('b').exactly(loss(i).from, tags_below(i + 1) | tag(32 + i));
      }
    })
    .not_for("ab", "no mask", teacher_forced(impostor::head_with(impostor::unmasked), next_token))
    .not_for("b", "the token after the next is predicted", teacher_forced(the_causal_head, token_after_next))
    .one_case_in(3)
    .qed();

}
