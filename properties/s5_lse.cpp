#include "attest/lecture/s5_lse.hpp"
#include "attest/arithmetic/jet.hpp"
#include "attest/bound/jacobian.hpp"
#include "tools.hpp"
#include "weights.hpp"
/// \file
/// \brief Properties of lecture section 5.
namespace attest::properties {

/// \cond
// Softmax and lse, literal and shifted, as one object.
const auto softmaxes = [](auto literal, auto shifted, auto log_sum, auto log_sum_shifted) {
  return [=](const auto&...) { return std::tuple{literal, shifted, log_sum, log_sum_shifted}; };
};
const auto the_softmax = [](const auto& s) { return softmax(s); };
const auto the_softmax_shifted = [](const auto& s) { return softmax_shifted(s); };
const auto the_lse = [](const auto& s) { return lse(s); };
const auto the_lse_shifted = [](const auto& s) { return lse_shifted(s); };
const auto as_vector = [](auto weights) { return [weights](const auto& s) { return row(weights(transposed(s)), 0); }; };
// Subtracts the maximum and forgets to add it again.
const auto shift_lost = [](const auto& s) { return lse_shifted(s) - largest(s); };
const auto lse_of_doubles = [](auto s) {
  for (auto& x : s) x = x + x;
  return lse(s);
};
const auto overflows_only_literally = []<class R>(Claim<R>& claim, const Vec<R>& s, const auto& literal,
                                                  const auto& shifted) {
  claim('c').holds(!(literal(s) < std::numeric_limits<R>::infinity()), "the literal lse overflows at 1024");
  claim('c').holds(shifted(s) < std::numeric_limits<R>::infinity(), "the shifted lse does not");
};
template <class R> Vec<R> shifted_by(Vec<R> s, const R& c) {
  for (auto& x : s) x = x + c;
  return s;
}
// The shift in Dyadic, where lse has exact values: the leaves of a full binary tree as scores, in units of log 2. The
// draw says which leaf is split, and the shift.
const auto on_a_tree = [](Claim<Dyadic>& claim, const Vec<Dyadic>& draw, const Dyadic& shift, const auto& functions) {
  const auto& [literal, shifted, log_sum, log_sum_shifted] = functions;
  const Dyadic unit = log(Dyadic(2)), c = Dyadic(16) * shift * unit;
  Vec<Dyadic> s(draw.rows());
  for (Index n = 1; n < s.rows(); ++n) {
    const Index leaf = Index(static_cast<double>(to_mp(abs(Dyadic(16) * draw(n))))) % n;
    s(leaf) -= unit;
    s(n) = s(leaf);
  }
  const auto moved = shifted_by(s, c);
  claim('a').exactly(log_sum(moved), c + log_sum(s));
  claim('b').exactly(literal(moved), literal(s));
  claim('c').exactly(shifted(moved), literal(s));
  claim('c').exactly(log_sum_shifted(moved), log_sum(moved));
};

// Gradient, Hessian and lse; Jacobian and differential: the formulas of 5.1, as one object.
const auto derivatives = [](auto gradient, auto hessian, auto log_sum) {
  return [=](const auto&...) { return std::tuple{gradient, hessian, log_sum}; };
};
const auto differentials = [](auto weights, auto jacobian, auto differential) {
  return [=](const auto&...) { return std::tuple{weights, jacobian, differential}; };
};
const auto the_jacobian = [](const auto& p) { return softmax_jacobian(p); };
const auto the_differential = [](const auto& p, const auto& h) { return softmax_differential(p, h); };
const auto jacobian_times = [](auto factor) {
  return [factor](const auto& p) {
    auto J = softmax_jacobian(p);
    for (Index i = 0; i < p.rows(); ++i)
      for (Index j = 0; j < p.rows(); ++j) J(i, j) = J(i, j) * factor(p, i, j);
    return J;
  };
};
const auto negated_jacobian = jacobian_times([]<class R>(const Vec<R>&, Index, Index) { return R(-1); });
const auto diagonal_jacobian = jacobian_times([]<class R>(const Vec<R>&, Index i, Index j) { return R(i == j); });
const auto mean_forgotten = [](const auto& p, auto h) {
  for (Index i = 0; i < p.rows(); ++i) h(i) = p(i) * h(i);
  return h;
};

// The scores as the variables of a jet, and as moving numbers.
template <class R> Vec<Jet<R>> variables(const Vec<R>& s) {
  Vec<Jet<R>> x(s.rows());
  for (Index j = 0; j < s.rows(); ++j) x(j) = Jet<R>::variable(s(j), j, s.rows());
  return x;
}
template <class R> Vec<Dual<R>> moving(const Vec<R>& s, const Vec<R>& h) {
  Vec<Dual<R>> x(s.rows());
  for (Index j = 0; j < s.rows(); ++j) x(j) = Dual<R>(s(j), h(j));
  return x;
}
template <class R> bool constant(const Vec<R>& u) {
  return std::all_of(u.begin(), u.end(), [&](const R& x) { return x == u(0); });
}
template <class R> Vec<R> squared(Vec<R> u) {
  for (auto& x : u) x = x * x;
  return u;
}
template <class R> Vec<R> ones(Index n) {
  Vec<R> a(n);
  for (auto& x : a) x = R(1);
  return a;
}

// (a) and (b) against central differences of lse and of the weights in 100 digits.
template <class R, class L>
void differences(Claim<R>& claim, const Vec<R>& s, const Vec<R>& p, const Mat<R>& H, const L& log_sum) {
  const Index T = s.rows();
  const Mp h = bound::difference_step();
  const auto S = lift<Mp>(s), truth = softmax(S);
  const Mp error = bound::central_difference_error(Mp(2) * bound::lse_error<Mp>(T, lse(S)));
  const Mp error_of_weights = bound::central_difference_error(Mp(2) * bound::softmax_row_error<Mp>(T));
  for (Index i = 0; i < T; ++i) {
    auto up = S, down = S;
    up(i) += h;
    down(i) -= h;
    const Mp slope = (log_sum(up) - log_sum(down)) / (h + h);
    const auto p_up = softmax(up), p_down = softmax(down);
    claim('a').holds(abs(lifted<Mp>(p(i)) - slope) <= error + bound::gradient_error<R>(T) * truth(i),
                     "central difference");
    for (Index j = 0; j < T; ++j) {
      const Mp curvature = (p_up(j) - p_down(j)) / (h + h), scale = truth(i) * ((i == j ? Mp(1) : Mp(0)) + truth(j));
      claim('b').holds(abs(lifted<Mp>(H(i, j)) - curvature) <= error_of_weights + bound::jacobian_error<R>(T) * scale,
                       "central difference");
    }
  }
}
// (e) and (f) at the midpoint of s and s + u, which lies on the grid of the draws, halved.
template <class R, class L>
void convexity(Claim<R>& claim, const Vec<R>& s, const Vec<R>& u, bool flat, const L& log_sum) {
  auto half = u;
  for (auto& x : half) x = x / R(2);
  const R left = log_sum(s), right = log_sum(sum(s, u)), middle = log_sum(sum(s, half)), mean = (left + right) / R(2);
  const auto slack = [&] {
    return bound::convexity_error<R>(s.rows(), lifted<Mp>(middle), lifted<Mp>(left), lifted<Mp>(right));
  };
  claim('e').at_most(middle, mean, slack);
  if constexpr (std::same_as<R, float>) claim('f').silent("the gap may be smaller than the rounding");
  else
    claim('f').holds((lifted<Mp>(middle) + slack() < lifted<Mp>(mean)) != flat, "strictly below the chord");
}
/// \endcond

/// \display{5,Common shift}
/// \f[ \operatorname{lse}(s + c \mathbf 1) = c + \operatorname{lse}(s), \qquad \operatorname{softmax}(s + c \mathbf 1) = \operatorname{softmax}(s) \f]
/// \clause{a} lse moves with the shift
/// \clause{b} softmax does not see it
/// \clause{c} so the shifted forms, with \f$ c = -\max_j s_j \f$, are the literal ones; in floats they stay finite where those overflow
/// \proof
/// \f$ \sum_j e^{s_j + c} = e^c \sum_j e^{s_j} \f$: the logarithm turns the factor into a summand, the quotient cancels it. In floats both sides are
/// within their bounds of the same number. Where logarithms are exact the scores are the leaves of a full binary tree in units of \f$ \log 2 \f$, grown as the draw says.
/// \qed
/// \of{softmax}
/// \of{lse}
/// \of{largest}
/// \of{softmax_shifted}
/// \of{lse_shifted}
/// \of{softmax_row_shifted}
/// \of{attention}
/// \of{causal_attention}
/// \verdict{display_5_shift}
const auto display_5_shift =
    theorem<item::display_5_shift>()
        .given(any::row, any::shift)
        .let(softmaxes(the_softmax, the_softmax_shifted, the_lse, the_lse_shifted))
        .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const R& c, const auto& functions) {
          if constexpr (std::same_as<R, Dyadic>) return on_a_tree(claim, s, c, functions);
          const auto& [literal, shifted, log_sum, log_sum_shifted] = functions;
          const Index T = s.rows();
          const auto moved = shifted_by(s, c), p = literal(s), p_moved = literal(moved), p_stable = shifted(s);
          const auto p_true = softmax(lift<Oracle<R>>(s));
          Vec<Mp> error(T);
          if constexpr (!Claim<R>::exact) error = bound::softmax_shifted_error<R>(lift<Mp>(s), p_true);
          for (Index j = 0; j < T; ++j) {
            claim('b').within([&] { return Mp(2) * bound::softmax_row_error<R>(T) * lifted<Mp>(p_true(j)); },
                              p_moved(j), p(j));
            claim('c').within([&] { return error(j) + bound::softmax_row_error<R>(T) * lifted<Mp>(p_true(j)); },
                              p_stable(j), p(j));
          }
          if constexpr (Claim<R>::exact) claim('a').silent("the logarithm of a sum");
          else {
            const Mp truth = lse(lift<Mp>(s)), truth_moved = truth + lifted<Mp>(c);
            const auto of_lse = [&](const Mp& l) { return bound::lse_error<R>(T, l); };
            claim('a').within(
                [&] { return of_lse(truth) + of_lse(truth_moved) + bound::g<R>(2) * (abs(truth) + abs(truth_moved)); },
                log_sum(moved), c + log_sum(s));
            claim('c').within([&] { return of_lse(truth) + bound::lse_shifted_error<R>(lift<Mp>(s), p_true, truth); },
                              log_sum_shifted(s), log_sum(s));
          }
          if constexpr (Claim<R>::floats) {
            const auto p_far = shifted(shifted_by(s, R(1024)));
            for (Index j = 0; j < T; ++j) claim('c').within([&] { return Mp(2) * error(j); }, p_far(j), p_stable(j));
            overflows_only_literally(claim, shifted_by(s, R(1024)), log_sum, log_sum_shifted);
          }
        })
        .not_for("bc", "one more unit in the denominator",
                 softmaxes(as_vector(impostor::one_extra), the_softmax_shifted, the_lse, the_lse_shifted))
        .not_for("c", "the shift is not added again", softmaxes(the_softmax, the_softmax_shifted, the_lse, shift_lost))
        .not_for("a", "every score counted twice",
                 softmaxes(the_softmax, the_softmax_shifted, lse_of_doubles, the_lse_shifted))
        .qed();

/// \proposition{5.1,Gradient and Hessian of log-sum-exp}
/// Let \f$ p = \operatorname{softmax}(s) \f$ and \f$ H = \operatorname{diag}(p) - p p^\top \f$.
/// \clause{a} \f$ \nabla \operatorname{lse}(s) = p \f$
/// \clause{b} \f$ \nabla^2 \operatorname{lse}(s) = H \f$
/// \clause{c} \f$ u^\top H u = \operatorname{Var}_{I \sim p}(u_I) \f$
/// \clause{d} the nullspace of \f$ H \f$ is exactly \f$ \mathbb R \mathbf 1 \f$
/// \clause{e} lse is convex
/// \clause{f} strictly along every direction that is not a multiple of \f$ \mathbf 1 \f$
/// \proof
/// (a) The derivative of \f$ \log Z \f$ is \f$ Z'/Z = e^{s_i}/Z \f$. (b) The quotient rule on \f$ p_i \f$ gives \f$ p_i (1_{\{i=j\}} - p_j) \f$.
/// (c) \f$ \sum_i p_i u_i^2 - (\sum_i p_i u_i)^2 \f$ is the variance.
///
/// (d) A variance under positive weights is 0 exactly for a constant \f$ u \f$; and for a positive semidefinite matrix \f$ u^\top H u = 0 \f$ means \f$ Hu = 0 \f$. So the rank is
/// \f$ T - 1 \f$. (e) A function whose second derivatives along all lines are not negative is convex. (f) On \f$ \mathbf 1^\perp \f$, and wherever \f$ u \f$ is no constant, they are positive.
///
/// Two derivations that do not know the formula are compared with it: first and second derivatives carried through the loop \f$ \log \sum_j e^{s_j} \f$, and central differences in
/// 100 digits with the step \f$ u^{1/3} \f$.
/// \qed
/// \of{softmax}
/// \of{lse}
/// \of{softmax_jacobian}
/// \verdict{proposition_5_1}
const auto proposition_5_1 = theorem<item::proposition_5_1>()
    .given(any::row, any::perturbation)
    .let(derivatives(the_softmax, the_jacobian, the_lse))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const Vec<R>& u, const auto& functions) {
      const auto& [gradient, hessian, log_sum] = functions;
      const Index T = s.rows();
      const auto p = gradient(s);
      const auto H = hessian(p);
      const auto jet = log_sum(variables(s));
      const bool flat = constant(u);
      R variance = R(0), quadratic = R(0), mean = inner(p, u), square = inner(p, squared(u));
      for (Index i = 0; i < T; ++i) {
        variance += p(i) * (u(i) - mean) * (u(i) - mean);
        claim('a').within(Mp(2) * bound::gradient_error<R>(T), p(i), p(i), jet.g(i));
        R total = R(0);
        for (Index j = 0; j < T; ++j) {
          const R scale = (i == j ? p(i) : R(0)) + p(i) * p(j);
          claim('b').within(Mp(2) * bound::jacobian_error<R>(T), scale, H(i, j), jet.H(i, j));
          total += H(i, j);
          quadratic += u(i) * H(i, j) * u(j);
        }
        claim('d').within(bound::jacobian_row_error<R>(T), p(i), total, R(0));
      }
      const auto slack = [&] { return bound::variance_error<R>(T) * lifted<Mp>(square); };
      claim('c').within(slack, quadratic, variance);
      claim('e').at_most(R(0), quadratic, slack);
      if constexpr (Claim<R>::exact) {
        claim('d').exactly(rank(H), T - 1);
        claim('f').holds((R(0) < quadratic) != flat, "curved exactly along directions that are no constant");
      } else {
        differences(claim, s, p, H, log_sum);
        convexity(claim, s, u, flat, log_sum);
      }
    })
    .not_for("abcd", "the softmax has one more unit in the denominator",
             derivatives(as_vector(impostor::one_extra), the_jacobian, the_lse))
    .not_for("bcef", "the Hessian has the other sign", derivatives(the_softmax, negated_jacobian, the_lse))
    .not_for("bcd", "only the diagonal of the Hessian", derivatives(the_softmax, diagonal_jacobian, the_lse))
    .one_case_in(3)
    .qed();

/// \display{5,Differential of softmax}
/// Let \f$ p = \operatorname{softmax}(s) \f$.
/// \clause{a} a perturbation \f$ h \f$ changes \f$ p_i \f$ to first order by \f$ p_i (h_i - \sum_j p_j h_j) \f$, which is \f$ (\operatorname{diag}(p) - pp^\top) h \f$
/// \clause{b} only the centred part of \f$ h \f$ matters: \f$ \mathbf 1 \mapsto 0 \f$, and \f$ h + c \mathbf 1 \f$ does what \f$ h \f$ does
/// \clause{c} the Jacobian is positive on the diagonal and negative off it, when \f$ T \ge 2 \f$
/// \clause{d} \f$ \| \operatorname{softmax}(s) - \operatorname{softmax}(t) \|_1 \le 2 \tanh\bigl( \tfrac14 \operatorname{osc}(s - t) \bigr) \f$, \f$ \operatorname{osc} = \max - \min \f$
/// \proof
/// (a) \f$ D \operatorname{softmax}(s) = \operatorname{diag}(p) - pp^\top \f$, row by row; and the derivative that the loop carries along is the same. (b) \f$ c - \sum_j p_j c = 0 \f$.
/// (c) With two positions each weight lies strictly between 0 and 1: \f$ p_i(1 - p_i) > 0 > -p_i p_j \f$; for \f$ T = 1 \f$ the only entry is 0. (d) is twice the bound on the total variation
/// of two softmaxes.
/// \qed
/// \of{softmax}
/// \of{softmax_jacobian}
/// \of{softmax_differential}
/// \verdict{display_5_jacobian}
const auto display_5_jacobian = theorem<item::display_5_jacobian>()
    .given(any::row, any::perturbation, any::shift)
    .let(differentials(the_softmax, the_jacobian, the_differential))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const Vec<R>& h, const R& c, const auto& functions) {
      const auto& [weights, jacobian, differential] = functions;
      const Index T = s.rows();
      const auto p = weights(s), q = weights(sum(s, h));
      const auto J = jacobian(p);
      const auto r = differential(p, h), r_shifted = differential(p, shifted_by(h, c)),
                 r_flat = differential(p, ones<R>(T));
      const auto by_matrix = product(J, h);
      const auto carried = softmax(moving(s, h));
      R distance = R(0), most = h(0), least = h(0), size = R(0);
      for (Index j = 0; j < T; ++j) size += p(j) * abs(h(j));
      for (Index i = 0; i < T; ++i) {
        const R scale = p(i) * (abs(h(i)) + size), scale_shifted = R(2) * scale + R(2) * p(i) * abs(c);
        const Mp twice = Mp(2) * bound::differential_error<R>(T);
        claim('a').within(twice, scale, r(i), by_matrix(i));
        claim('a').within(twice, scale, r(i), carried(i).d);
        claim('b').within(twice, scale_shifted, r_shifted(i), r(i));
        claim('b').within(bound::differential_error<R>(T), R(2) * p(i), r_flat(i), R(0));
        for (Index j = 0; j < T; ++j) {
          if (T == 1) claim('c').exactly(J(i, j), R(0));
          else if (i == j) claim('c').positive(J(i, j));
          else claim('c').below(J(i, j), R(0));
        }
        distance += abs(R(q(i) - p(i)));
        most = max(most, h(i));
        least = h(i) < least ? h(i) : least;
      }
      const Oracle<R> rate = Oracle<R>(2) * bound::total_variation_most(lifted<Oracle<R>>(R(most - least)));
      at_most_rate(claim('d'), distance, rate, [&] { return bound::distance_error<R>(T); });
    })
    .not_for("ab", "the mean is forgotten", differentials(the_softmax, the_jacobian, mean_forgotten))
    .not_for("ac", "the Jacobian has the other sign", differentials(the_softmax, negated_jacobian, the_differential))
    .not_for("abd", "never normalised",
             differentials(as_vector(impostor::no_denominator), the_jacobian, the_differential))
    .one_case_in(2)
    .qed();

}
