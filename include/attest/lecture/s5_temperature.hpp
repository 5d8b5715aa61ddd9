#pragma once
#include "attest/lecture/s5_lse.hpp"
/// \file
/// \brief Lecture section 5.1, temperature as entropy regularization.
namespace attest {

/// \display{5,Temperature}
/// \f[ p = \operatorname{softmax}(s/\tau) \f]
/// \shape  \f$ s : T,\; \tau : 1 \;\longmapsto\; p : T \f$
/// \pre    \f$ \tau > 0 \f$, else an error; \f$ \max_j s_j / \tau \f$ is finite
/// \post   \f$ p \in \Delta^{T-1} \f$, for scores of any finite size
/// \exact  equal scores get equal weights; one score gets the weight 1
/// \bound{perturbed_softmax_error}
/// \proof
/// A softmax lies in the simplex, whatever its scores are. Equal scores have equal quotients, and pass through the same operations.
/// \qed
/// \holds{proposition_5_2}
/// \holds{remark_5_4}
/// \holds{special_7_retrieval}
template <Arithmetic R, Extent T_> Vector<R, T_> softmax_tempered(Vector<R, T_> s, const R& tau) {
  if (!(R(0) < tau)) throw std::domain_error("softmax_tempered: the temperature tau must be positive");
  for (auto& x : s) x = x / tau;
  return softmax_shifted(s);                                              // licence: display_5_shift
}

/// \display{5,Entropy}
/// \f[ H(a) = -\sum_{j : a_j > 0} a_j \log a_j \f]
/// \shape  \f$ a : T \;\longmapsto\; H(a) : 1 \f$
/// \pre    \f$ a \in \Delta^{T-1} \f$
/// \post   \f$ 0 \le H(a) \le \log T \f$
/// \exact  a weight of 0 adds nothing, which is \f$ 0 \log 0 = 0 \f$; \f$ H = 0 \f$ at a vertex
/// \bound{entropy_error}
/// \proof
/// No \f$ \log a_j \f$ is positive, and \f$ \log T - H(a) = D_{\mathrm{KL}}(a \| \tfrac1T \mathbf 1) \ge 0 \f$ by the inequality of Gibbs.
/// \qed
/// \holds{proposition_5_2}
template <Arithmetic R, Extent T_> R entropy(const Vector<R, T_>& a) {
  R H = R(0);
  for (Index j = 0; j < a.rows(); ++j)
    if (R(0) < a(j)) H -= a(j) * log(a(j));
  return H;
}

/// \display{5,Kullback–Leibler divergence}
/// \f[ D_{\mathrm{KL}}(a \| p) = \sum_{j : a_j > 0} a_j \log \frac{a_j}{p_j} \f]
/// \shape  \f$ a, p : T \;\longmapsto\; D_{\mathrm{KL}}(a \| p) : 1 \f$
/// \pre    \f$ a, p \in \Delta^{T-1} \f$; \f$ p_j > 0 \f$ wherever \f$ a_j > 0 \f$, else an error
/// \post   not negative, and 0 exactly when \f$ a = p \f$
/// \exact  0 when \f$ a = p \f$
/// \bound{divergence_error}
/// \proof
/// \f$ \log x \ge 1 - \frac1x \f$, with equality only at 1. So \f$ D_{\mathrm{KL}}(a \| p) \ge \sum_{a_j > 0} (a_j - p_j) \ge 1 - 1 = 0 \f$. Equality forces
/// \f$ a_j = p_j \f$ wherever \f$ a_j > 0 \f$; these \f$ p_j \f$ then sum to 1, and the others are 0, as \f$ a \f$ is.
/// \qed
/// \holds{display_5_gibbs}
/// \holds{proposition_5_2}
template <Arithmetic R, Extent T_> R kl(const Vector<R, T_>& a, const Vector<R, T_>& p) {
  agree("T", a.rows(), p.rows(), "a (T)", a, "p (T)", p);
  R D = R(0);
  for (Index j = 0; j < a.rows(); ++j) {
    if (!(R(0) < a(j))) continue;
    if (!(R(0) < p(j)))
      throw std::domain_error("kl: p is 0 at position " + std::to_string(j) + ", where a is positive");
    D += a(j) * log(a(j) / p(j));
  }
  return D;
}

/// \display{5,Score against entropy}
/// \f[ F_\tau(a) = \langle a, s \rangle + \tau H(a) \f]
/// \shape  \f$ a, s : T,\; \tau : 1 \;\longmapsto\; F_\tau(a) : 1 \f$
/// \pre    \f$ a \in \Delta^{T-1} \f$, \f$ \tau > 0 \f$
/// \post   at most \f$ \tau \operatorname{lse}(s/\tau) \f$
/// \exact  nothing; both terms are rounded
/// \bound{reward_error}
/// \proof
/// With \f$ p = \operatorname{softmax}(s/\tau) \f$ and \f$ Z = \sum_j e^{s_j/\tau} \f$, \f$ s_j = \tau \log p_j + \tau \log Z \f$. Summed with the weights
/// \f$ a_j \f$: \f$ F_\tau(a) = \tau \log Z - \tau D_{\mathrm{KL}}(a \| p) \f$, and a divergence is not negative.
/// \qed
/// \holds{proposition_5_2}
template <Arithmetic R, Extent T_> R regularized_reward(const Vector<R, T_>& a, const Vector<R, T_>& s, const R& tau) {
  return inner(a, s) + tau * entropy(a);
}

}
