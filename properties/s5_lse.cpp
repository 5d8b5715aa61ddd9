#include "attest/lecture/s5_lse.hpp"
#include "tools.hpp"
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
/// \endcond

/// \display{5,Common shift}
/// \f[ \operatorname{lse}(s + c \mathbf 1) = c + \operatorname{lse}(s), \qquad \operatorname{softmax}(s + c \mathbf 1) = \operatorname{softmax}(s) \f]
/// \clause{a} lse moves with the shift
/// \clause{b} softmax does not see it
/// \clause{c} so the shifted forms, with \f$ c = -\max_j s_j \f$, are the literal ones; in floats they stay finite where those overflow
/// \proof
/// \f$ \sum_j e^{s_j + c} = e^c \sum_j e^{s_j} \f$: the logarithm turns the factor into a summand, the quotient cancels it. In floats both sides are
/// within their bounds of the same number.
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
          const auto& [literal, shifted, log_sum, log_sum_shifted] = functions;
          const Index T = s.rows();
          const auto moved = shifted_by(s, c);
          const auto p = literal(s), p_moved = literal(moved), p_stable = shifted(s);
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
}
