#include "attest/lecture/s5_temperature.hpp"
#include "attest/bound/temperature.hpp"
#include "tools.hpp"
#include "weights.hpp"
/// \file
/// \brief Properties of lecture section 5.1.
namespace attest::properties {

/// \cond
const auto divergence = [](const auto& a, const auto& p) { return kl(a, p); };
const auto the_tempered = [](const auto& s, const auto& tau) { return softmax_tempered(s, tau); };
const auto the_reward = [](const auto& a, const auto& s, const auto& tau) { return regularized_reward(a, s, tau); };
const auto principle = [](auto weights, auto reward) {
  return [=](const auto&...) { return std::pair{weights, reward}; };
};
const auto temperature_squared = []<class R>(const Vec<R>& s, const R& tau) {
  return softmax_tempered(s, R(tau * tau));
};
const auto temperature_inverted = []<class R>(Vec<R> s, const R& tau) {
  for (auto& x : s) x = x * tau;
  return softmax_shifted(s);
};
const auto entropy_subtracted = [](const auto& a, const auto& s, const auto& tau) {
  return inner(a, s) - tau * entropy(a);
};
const auto rewarded_alike = [](const auto&, auto s, const auto& tau) {
  for (auto& x : s) x = x / tau;
  return tau * lse_shifted(s);
};
const auto all_on_the_best = [](const auto& s, const auto&) { return row(impostor::hard_maximum(transposed(s)), 0); };
const auto uniform_weights = [](const auto& s, const auto&) { return row(impostor::uniform(transposed(s)), 0); };

// Leaf depths of a full binary tree with n leaves, grown by splitting: the 2^-depth sum to 1 (Kraft).
inline Text tree(Index n) {
  Text depth{0};
  while (depth.size() < n) {
    const Index leaf = Index(seam::draw(0, long(depth.size()) - 1));
    depth.push_back(++depth[leaf]);
  }
  return depth;
}
inline Vec<double> leaves(const Text& depth, Index T) {
  Vec<double> a(T);
  for (Index j = 0; j < depth.size(); ++j) a(j) = std::ldexp(1.0, -int(depth[j]));
  return a;
}
const auto any_tree = Any{"k", [](Shape n) { return tree(n.T); }};
const auto any_leaves = Any{"p", [](Shape n) { return leaves(tree(n.T), n.T); }};
// A smaller tree, moved round: the positions without a leaf have the weight 0.
const auto any_weights = Any{"a", [](Shape n) {
  const Index used = Index(seam::draw(1, long(n.T))), turn = Index(seam::draw(0, long(n.T) - 1));
  const auto a = leaves(tree(used), n.T);
  auto turned = a;
  for (Index j = 0; j < n.T; ++j) turned((j + turn) % n.T) = a(j);
  return turned;
}};
const auto any_temperature = Any{"tau", [](Shape) { return double(seam::draw(1, 64)) / 16; }};
const auto any_whole = Any{"c", [](Shape) { return double(seam::draw(-4, 4)); }};
const auto tied_row = Any{"s", [](Shape n) { return drawn_column(n.T, 3, 2); }};
// Scores whose exponents s/tau are whole multiples of log 2, in every arithmetic its own log 2.
template <class R> Vec<R> tree_scores(const Text& depth, const R& tau, const R& c) {
  Vec<R> s(depth.size());
  for (Index j = 0; j < depth.size(); ++j) s(j) = tau * (c - number<R>(depth[j])) * log(R(2));
  return s;
}
template <class R> bool constant(const Vec<R>& u) {
  return std::all_of(u.begin(), u.end(), [&](const R& x) { return x == u(0); });
}

// (d) The colder distribution scores more and has less entropy. Strictly, where the gap is no matter of rounding.
template <class R>
void trade(Claim<R>& claim, const Vec<R>& s, const Vec<R>& p, const Vec<R>& cold, const R& tau, bool flat) {
  if constexpr (Claim<R>::exact) claim.holds((inner(p, s) < inner(cold, s)) != flat, "the colder one scores more");
  else {
    const auto S = lift<Mp>(s);
    const Mp t = lifted<Mp>(tau), half = t / Mp(2);
    const auto e = bound::tempered_weights_error<R>(S, t), e_cold = bound::tempered_weights_error<R>(S, half);
    const auto P = softmax_tempered(S, t), P_cold = softmax_tempered(S, half);
    const Mp scores = bound::mean_score_error<R>(P, S, e) + bound::mean_score_error<R>(P_cold, S, e_cold);
    const Mp entropies = bound::entropy_error<R>(P, e) + bound::entropy_error<R>(P_cold, e_cold);
    claim.at_most(inner(p, s), inner(cold, s), scores);
    claim.at_most(entropy(cold), entropy(p), entropies);
    if constexpr (std::same_as<R, Mp>) {
      claim.holds((inner(p, s) + scores < inner(cold, s)) != flat, "the colder one scores more");
      claim.holds((entropy(cold) + entropies < entropy(p)) != flat, "the colder one has less entropy");
    }
  }
}
/// \endcond

/// \display{5,Inequality of Gibbs}
/// \clause{a} \f$ D_{\mathrm{KL}}(a \| p) \ge 0 \f$, for \f$ p > 0 \f$ and weights \f$ a \f$ some of which may be 0; a \f$ p_j = 0 \f$ below \f$ a_j > 0 \f$ is an error
/// \clause{b} it is zero exactly when \f$ a = p \f$
/// \proof
/// \f$ \log x \ge 1 - \frac1x \f$ for \f$ x > 0 \f$, with equality only at \f$ x = 1 \f$. So \f$ D_{\mathrm{KL}}(a \| p) \ge \sum_{a_j > 0} a_j (1 - p_j/a_j) = 1 - \sum_{a_j > 0} p_j \ge 0 \f$. Equality
/// makes \f$ a_j = p_j \f$ wherever \f$ a_j > 0 \f$, and there is no mass of \f$ p \f$ elsewhere.
/// \qed
/// \of{kl}
/// \verdict{display_5_gibbs}
const auto display_5_gibbs = theorem<item::display_5_gibbs>()
    .given(any_weights, any_leaves)
    .let(by(divergence))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& a, const Vec<R>& p, const auto& distance) {
      const R D = distance(a, p);
      const bool equal = a == p, zeros = std::count(a.begin(), a.end(), R(0)) > 0;
      const auto slack = [&] { return bound::divergence_error<R>(lift<Mp>(a), lift<Mp>(p), Vec<Mp>(a.rows())); };
      claim('a').at_most(R(0), D, slack);
      claim('a').holds(refuses<std::domain_error>([&] { distance(p, a); }) == zeros, "a zero of p below a weight");
      claim('b').exactly(distance(p, p), R(0));
      if constexpr (Claim<R>::exact) claim('b').holds((D == R(0)) == equal, "zero exactly when equal");
      else if constexpr (std::same_as<R, Mp>) claim('b').holds((slack() < D) != equal, "positive when not equal");
    })
    .not_for("ab", "the cross entropy, negated", by([](const auto& a, const auto& p) { return entropy(a) - kl(a, p); }))
    .not_for("a", "the other sign", by([]<class R>(const Vec<R>& a, const Vec<R>& p) { return R(0) - kl(a, p); }))
    .qed();

/// \proposition{5.2,Variational principle}
/// Let \f$ p = \operatorname{softmax}(s/\tau) \f$ and \f$ Z = \sum_j e^{s_j/\tau} \f$. For every \f$ a \in \Delta^{T-1} \f$,
/// \clause{a} \f$ \langle a, s \rangle + \tau H(a) = \tau \log Z - \tau D_{\mathrm{KL}}(a \| p) \f$
/// \clause{b} so the maximum of the left-hand side is \f$ \tau \operatorname{lse}(s/\tau) \f$, attained at \f$ a = p \f$
/// \clause{c} and only there
/// \clause{d} the trade: as \f$ \tau \f$ grows, \f$ \langle p, s \rangle \f$ falls and \f$ H(p) \f$ rises, strictly unless \f$ s \f$ is constant
/// \proof
/// (a) \f$ \log p_j = s_j/\tau - \log Z \f$, so \f$ \langle a, s \rangle = \tau \sum_j a_j \log p_j + \tau \log Z \f$; subtract \f$ \tau \sum_j a_j \log a_j \f$. (b) and (c) are the inequality of Gibbs
/// and its case of equality.
///
/// (d) Let \f$ \tau < \tau' \f$ with \f$ p, p' \f$. Each is best at its own temperature: \f$ \langle p, s \rangle + \tau H(p) \ge \langle p', s \rangle + \tau H(p') \f$ and
/// \f$ \langle p', s \rangle + \tau' H(p') \ge \langle p, s \rangle + \tau' H(p) \f$. Added, \f$ (\tau' - \tau)(H(p') - H(p)) \ge 0 \f$, and then the first gives \f$ \langle p, s \rangle \ge \langle p', s \rangle \f$.
/// If \f$ s \f$ is not constant then \f$ p \ne p' \f$, and by (c) the inequalities are strict.
/// \qed
/// \of{softmax_tempered}
/// \of{entropy}
/// \of{kl}
/// \of{regularized_reward}
/// \verdict{proposition_5_2}
const auto proposition_5_2 = theorem<item::proposition_5_2>()
    .given(any_tree, any_weights, any_temperature, any_whole)
    .let(principle(the_tempered, the_reward))
    .then([]<class R>(Claim<R>& claim, const Text& k, const Vec<R>& a, const R& tau, const R& c, const auto& parts) {
      const auto& [weights, reward] = parts;
      const auto s = tree_scores(k, tau, c);
      const auto p = weights(s, tau), cold = weights(s, R(tau / R(2)));
      auto exponents = s;
      for (auto& x : exponents) x = x / tau;
      const R best = tau * lse_shifted(exponents), D = kl(a, p), F = reward(a, s, tau), F_best = reward(p, s, tau);
      const bool equal = a == lift<R>(leaves(k, k.size()));
      Mp optimum = 0, at_a = 0, at_p = 0, right = 0;
      if constexpr (!Claim<R>::exact) {
        const auto S = lift<Mp>(s), A = lift<Mp>(a);
        const Mp t = lifted<Mp>(tau);
        const auto P = softmax_tempered(S, t), e = bound::tempered_weights_error<R>(S, t);
        optimum = bound::optimum_error<R>(S, t);
        at_a = bound::reward_error<R>(A, S, t, Vec<Mp>(A.rows()));
        at_p = bound::reward_error<R>(P, S, t, e);
        right = bound::optimum_less_divergence_error<R>(lifted<Mp>(best), optimum, t * kl(A, P),
                                                        t * bound::divergence_error<R>(A, P, e));
      }
      claim('a').within([&] { return at_a + right; }, F, best - tau * D);
      claim('b').at_most(F, best, [&] { return at_a + optimum; });
      claim('b').within([&] { return at_p + optimum; }, F_best, best);
      if constexpr (Claim<R>::exact) claim('c').holds((F == best) == equal, "attained only at p");
      else if constexpr (std::same_as<R, Mp>)
        claim('c').holds((F + at_a + optimum < best) != equal, "attained only at p");
      else claim('c').silent("the gap may be smaller than the rounding");
      trade(claim('d'), s, p, cold, tau, constant(s));
    })
    .not_for("ab", "the entropy is subtracted", principle(the_tempered, entropy_subtracted))
    .not_for("abd", "uniform weights at every temperature", principle(uniform_weights, the_reward))
    .not_for("ac", "every distribution is rewarded alike", principle(the_tempered, rewarded_alike))
    .one_case_in(2)
    .qed();

/// \remarked{5.4,Temperature limits}
/// Let \f$ M \f$ be the set of the \f$ r \f$ largest scores, \f$ g \f$ the gap to the next one, and \f$ R = \max s - \min s \f$; distances are total variations.
/// \clause{a} \f$ \tau \to 0 \f$: uniform on \f$ M \f$. \f$ \frac{1}{1 + r e^{g/\tau}} \le \mathrm{TV} \le \frac{T-r}{r} e^{-g/\tau} \f$, the lower bound where \f$ r < T \f$
/// \clause{b} \f$ \tau \to \infty \f$: uniform on all positions. \f$ \mathrm{TV} \le \tanh \frac{R}{4\tau} \f$
/// \clause{c} the largest scores have equal weights at every temperature; if all scores are tied, nothing moves
/// \proof
/// (a) Divide numerator and denominator by \f$ e^{m/\tau} \f$: on \f$ M \f$ the weights are \f$ 1/(r + \delta) \f$, \f$ \delta = \sum_{j \notin M} e^{-(m - s_j)/\tau} \f$, and the distance is
/// \f$ \delta/(r + \delta) \f$, with \f$ e^{-g/\tau} \le \delta \le (T - r) e^{-g/\tau} \f$. (b) The uniform distribution is the softmax of equal scores; against them \f$ s/\tau \f$ oscillates by
/// \f$ R/\tau \f$, and the distance of two softmaxes is at most \f$ \tanh(\text{oscillation}/4) \f$. (c) Equal scores have equal quotients. If all are equal each weight is \f$ 1/T \f$.
/// \qed
/// \of{softmax_tempered}
/// \verdict{remark_5_4}
const auto remark_5_4 = theorem<item::remark_5_4>()
    .given(tied_row, any_temperature)
    .let(by(the_tempered))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const R& tau, const auto& weights) {
      using O = Oracle<R>;
      const Index T = s.rows();
      const auto M = maximisers(s);
      const Index r = size_of(M);
      const O t = lifted<O>(tau), m = lifted<O>(largest(s));
      const O gap = gap_below(s, M), least = lifted<O>(smallest(s));
      const auto p = weights(s, tau), p_hotter = weights(s, R(tau + tau));
      const auto rounding = [&] {
        return bound::total_variation_error<R>(bound::tempered_weights_error<R>(lift<Mp>(s), lifted<Mp>(tau)));
      };
      const R to_best = total_variation(p, uniform_on<R>(M)),
              to_all = total_variation(p, uniform_on<R>(Positions(T, true)));
      at_most_rate(claim('a'), to_best, bound::cold_most<O>(T, r, gap / t), rounding);
      if (r < T) at_least_rate(claim('a'), to_best, bound::cold_least<O>(r, gap / t), rounding);
      at_most_rate(claim('b'), to_all, bound::total_variation_most(O((m - least) / t)), rounding);
      for (Index j = 0; j < T; ++j)
        for (Index l = 0; l < T; ++l) {
          if (M[j] && M[l]) claim('c').exactly(p(j), p(l));
          if (r == T) claim('c').exactly(p_hotter(j), R(1) / number<R>(T));
        }
    })
    .not_for("ab", "the temperature multiplies", by(temperature_inverted))
    .not_for("ac", "all the weight on the first of the best", by(all_on_the_best))
    .not_for("a", "uniform, whatever the scores", by(uniform_weights))
    .not_for("ab", "the temperature enters twice", by(temperature_squared))
    .qed();

}
