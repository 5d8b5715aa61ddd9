#include "attest/lecture/s7_smoothing.hpp"
#include "attest/bound/smoothing.hpp"
#include "attest/bound/temperature.hpp"
#include "tools.hpp"
#include "weights.hpp"
/// \file
/// \brief Properties of lecture section 7.
namespace attest::properties {

/// \cond
// Weights and estimate of a smoother.
const auto smoothers = [](auto weights, auto estimate) {
  return [=](const auto&...) { return std::pair{weights, estimate}; };
};
const auto the_weights = [](const auto& kappa, const auto& q, const auto& K) { return smoothing_weights(kappa, q, K); };
const auto the_smoother = [](const auto& kappa, const auto& q, const auto& K, const auto& V) {
  return smoother(kappa, q, K, V);
};
const auto raw_weights = [](const auto& kappa, const auto& q, const auto& K) { return weighting(kappa, q, K); };
const auto undivided = [](const auto& kappa, const auto& q, const auto& K, const auto& V) {
  return row(product(transposed(weighting(kappa, q, K)), V), 0);
};
// Where no key has a weight, it answers 0.
const auto zero_of_nothing = [](const auto& kappa, const auto& q, const auto& K, const auto& V) {
  try {
    return smoother(kappa, q, K, V);
  } catch (const std::domain_error&) {
    return row(product(transposed(Matrix<typename std::remove_cvref_t<decltype(V)>::Scalar, dynamic, 1>(V.rows())), V),
               0);
  }
};
// A weighting function that is often 0, and its multiples by thirds, which are rounded in every arithmetic that rounds.
const auto rectified = []<class R>(const R& factor) {
  return [factor](const Vec<R>& q, const Vec<R>& k) { return R(factor * max(R(inner(q, k)), R(0))); };
};
const auto any_factor = Any{"c", [](Shape) { return double(seam::draw(1, 256)) / 64; }};

// A kernel, and how many keys row i of T is compared with under the causal mask.
const auto attending = [](auto kernel, auto prefix) {
  return [=](const auto&...) { return std::pair{kernel, prefix}; };
};
const auto the_kernel = [](const auto& q, const auto& k) { return attention_kernel(q, k); };
const auto kernel_unscaled = [](const auto& q, const auto& k) { return exp(inner(q, k)); };
const auto kernel_rectified = []<class R>(const Vec<R>& q, const Vec<R>& k) { return max(R(inner(q, k)), R(0)); };
// 1 / (1 + |q - k|^2): positive, symmetric, and another kernel.
const auto kernel_of_distance = []<class R>(const Vec<R>& q, const Vec<R>& k) {
  return R(R(1) / (R(1) + inner(q, q) + inner(k, k) - R(2) * inner(q, k)));
};
const auto through_row = [](Index i, Index) { return i + 1; };
const auto whole_context = [](Index, Index T) { return T; };

const auto any_length = Any{"T", [](Shape n) { return n.T; }};
const auto any_bandwidth = Any{"h", [](Shape) { return double(seam::draw(4, 256)) / 16; }};
const auto gaussians = [](auto direct, auto pair) { return [=](const auto&...) { return std::pair{direct, pair}; }; };
const auto the_gaussian = [](Index T, const auto& h) { return gaussian_positional(T, h); };
const auto the_pair = [](Index T, const auto& h, Index d_k) { return gaussian_pair(T, h, d_k); };
const auto half_forgotten = [](Index T, const auto& h) {
  auto S = gaussian_scores(T, h);
  for (auto& s : S) s = s + s;
  return softmax_row(causal(S));
};
const auto not_causal = [](Index T, const auto& h) { return softmax_row(gaussian_scores(T, h)); };
const auto pair_without_square = [](Index T, const auto& h, Index d_k) {
  auto P = gaussian_pair(T, h, d_k);
  for (Index j = 0; j < T; ++j) P.K(j, 1) = P.K(j, 1) - P.K(j, 1);
  return P;
};

// Scores with ties: few values.
const auto tied_row = Any{"s", [](Shape n) { return drawn_column(n.T, 3, 2); }};
const auto any_temperature = Any{"tau", [](Shape) { return double(seam::draw(1, 64)) / 16; }};

// The three constructed heads, as one object.
const auto rules = [](auto previous, auto same, auto delimiter) {
  return [=](const auto&...) { return std::tuple{previous, same, delimiter}; };
};
const auto previous_token = [](Index n, Index, Index, const auto& beta) { return previous_token_head(n, beta); };
const auto same_token = [](Index n, Index, Index, const auto& beta) { return same_token_head(n, beta); };
const auto recent_delimiter = [](Index n, Index delimiter, Index T, const auto& beta) {
  return recent_delimiter_head(n, delimiter, T, beta);
};
const auto no_rule = []<class R>(Index n, Index, Index, const R&) { return reading_head<R>(n, 1); };
const auto roles_swapped = [](auto build) {
  return [build](Index n, Index delimiter, Index T, const auto& beta) {
    auto W = build(n, delimiter, T, beta);
    std::swap(W.W_Q, W.W_K);
    return W;
  };
};
const auto any_delimiter = Any{"delimiter", [](Shape) { return Index(seam::draw(0, long(any::vocabulary) - 1)); }};
const auto any_sharpness = Any{"beta", [](Shape) { return double(seam::draw(1, 8)); }};
// What row i is to read, found by looking: the previous position, equal tokens, the last delimiter.
inline Positions previous_of(Index i) {
  Positions M(i + 1);
  M[i > 0 ? i - 1 : 0] = true;
  return M;
}
inline Positions same_as(const Text& x, Index i) {
  Positions M(i + 1);
  for (Index j = 0; j <= i; ++j) M[j] = x[j] == x[i];
  return M;
}
inline Positions last_of(const Text& x, Index i, Index delimiter) {
  Positions M(i + 1);
  Index last = i;
  for (Index j = 0; j <= i; ++j)
    if (x[j] == delimiter) last = j;
  M[last] = true;
  return M;
}
// Row i reads uniformly on M, up to the rate for the gap beta, and its output is the mass of each token.
template <class R>
void reads(Claim<R>& claim, const Pass<R>& P, const Text& x, Index i, const Positions& M, const R& beta) {
  const auto a = first_entries(row(P.A, i), i + 1);
  const auto rounding = [&] {
    const auto s = lift<Mp>(first_entries(row(P.S, i), i + 1));
    return bound::total_variation_error<R>(bound::perturbed_softmax_error<R>(s, Vec<Mp>(i + 1)));
  };
  const auto rate = bound::cold_most<Oracle<R>>(i + 1, size_of(M), lifted<Oracle<R>>(beta));
  at_most_rate(claim, total_variation(a, uniform_on<R>(M)), rate, rounding);
  for (Index v = 0; v < P.Y.cols(); ++v) {
    R mass = R(0);
    for (Index j = 0; j <= i; ++j)
      if (x[j] == v) mass += a(j);
    claim.exactly(P.Y(i, v), mass);
  }
}
/// \endcond

/// \definition{7.1,Nadaraya-Watson smoother}
/// For the weighting function \f$ \kappa(q, k) = \max(\langle q, k \rangle, 0) \f$, which is often 0 and not positive definite:
/// \clause{a} the weights are a distribution, and the estimate lies in the hull of the values
/// \clause{b} a common positive factor of \f$ \kappa(q, \cdot) \f$ cancels; a query without weight is an error
/// \proof
/// (a) The weights are quotients of numbers that are not negative by their sum. The estimate is the combination of the values with them, so Proposition 3.1 (c) applies with its proof.
/// (b) \f$ \sum_j c\,\kappa_j v_j / \sum_j c\,\kappa_j = \sum_j \kappa_j v_j / \sum_j \kappa_j \f$ for \f$ c > 0 \f$. Where all \f$ \kappa_j = 0 \f$ the quotient means nothing.
/// \qed
/// \of{weighting}
/// \of{smoothing_weights}
/// \of{smoother}
/// \verdict{definition_7_smoother}
const auto definition_7_smoother = theorem<item::definition_7_smoother>()
    .given(any::queries, any::keys, any::values, any::direction, any_factor)
    .let(smoothers(the_weights, the_smoother))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& Q, const Mat<R>& K, const Mat<R>& V, const Vec<R>& u, const R& c,
                      const auto& parts) {
      const auto& [weights, estimate] = parts;
      const Index T = K.rows();
      const auto kappa = rectified(R(1)), multiple = rectified(R(c / R(3)));
      const R most = largest_along(V, u, T), least = R(0) - largest_along(V, negative(u), T);
      const auto slack = [&] { return hull_slack(V, u); };
      const auto unseen = [&, &smooth = parts.second] { smooth(kappa, Vec<R>(Q.cols()), K, V); };
      claim('b').holds(refuses<std::domain_error>(unseen), "no weight, no estimate");
      for (Index i = 0; i < T; ++i) {
        const auto q = row(Q, i);
        R total = R(0), mass = R(0);
        for (Index j = 0; j < T; ++j) total += kappa(q, row(K, j));
        if (!(R(0) < total)) continue;
        const auto a = weights(kappa, q, K), y = estimate(kappa, q, K, V), scaled = estimate(multiple, q, K, V);
        for (Index j = 0; j < T; ++j) {
          claim('a').at_most(R(0), a(j));
          mass += a(j);
        }
        claim('a').within(bound::row_sum_error<R>(T), R(1), mass, R(1));
        claim('a').at_most(least, inner(u, y), slack);
        claim('a').at_most(inner(u, y), most, slack);
        for (Index k = 0; k < V.cols(); ++k)
          claim('b').within(
              [&] { return (bound::smoother_error<R>(T, 0) + bound::smoother_error<R>(T, 1)) * sum_abs(a, V, k); },
              scaled(k), y(k));
      }
    })
    .not_for("ab", "no denominator", smoothers(raw_weights, undivided))
    .not_for("b", "answers 0 where there is no weight", smoothers(the_weights, zero_of_nothing))
    .qed();

/// \result{7.2,Attention is a smoother}
/// With \f$ \kappa(q, k) = e^{\langle q, k \rangle / \sqrt{d_k}} \f$,
/// \clause{a} unmasked, \f$ \operatorname{Attn}(X)_i = \sum_j \kappa(q_i, k_j) v_j / \sum_j \kappa(q_i, k_j) \f$
/// \clause{b} under the causal mask both sums run over \f$ j \le i \f$
/// \clause{c} \f$ \kappa > 0 \f$; between stream rows, \f$ \kappa(W_Q^\top x, W_K^\top z) \f$ is symmetric exactly when \f$ G = W_Q W_K^\top \f$ is, and it need not be positive definite
/// \proof
/// (a) \f$ A_{ij} = \kappa(q_i, k_j) / \sum_\ell \kappa(q_i, k_\ell) \f$ is the definition of the softmax; put into \f$ \sum_j A_{ij} v_j \f$ it gives the formula, the denominator being the same
/// for all terms. (b) \f$ e^{-\infty} = 0 \f$ removes the terms with \f$ j > i \f$ from both sums.
///
/// (c) An exponential is positive. The exponent is \f$ x^\top G z \f$ over a root; a bilinear form is symmetric exactly when its matrix is, and exp is injective, so unit vectors decide.
/// With \f$ d = d_k = 1 \f$, \f$ W_Q = 1 \f$ and \f$ W_K = -1 \f$ the rows \f$ 1 \f$ and \f$ -1 \f$ give the matrix with \f$ e^{-1} \f$ on the diagonal and \f$ e \f$ off it, whose determinant is
/// \f$ e^{-2} - e^2 < 0 \f$.
/// \qed
/// \of{attention_kernel}
/// \of{smoother}
/// \verdict{result_7_smoothing}
const auto result_7_smoothing = theorem<item::result_7_smoothing>()
    .given(any::queries, any::keys, any::values, any::head)
    .let(attending(the_kernel, through_row))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& Q, const Mat<R>& K, const Mat<R>& V, const Head<R>& W,
                      const auto& parts) {
      const auto& [kappa, prefix] = parts;
      const Index T = K.rows();
      const auto S = scores(Q, K), A = softmax_row(S), A_causal = softmax_row(causal(S));
      const auto Y = product(A, V), Y_causal = prefix_average(A_causal, V);
      for (Index i = 0; i < T; ++i) {
        const Index n = prefix(i, T);
        const auto q = row(Q, i), y = smoother(kappa, q, K, V),
                   past = smoother(kappa, q, first_rows(K, n), first_rows(V, n));
        const auto slack = [&](const Mat<R>& weights, Index c) {
          return Mp(2) * bound::smoother_error<R>(T, 0) * sum_abs(row(weights, i), V, c);
        };
        for (Index c = 0; c < V.cols(); ++c) {
          claim('a').within([&] { return slack(A, c); }, y(c), Y(i, c));
          claim('b').within([&] { return slack(A_causal, c); }, past(c), Y_causal(i, c));
        }
        for (Index j = 0; j < T; ++j) claim('c').positive(kappa(q, row(K, j)));
      }
      for (Index x = 0; x < W.W_Q.rows(); ++x)
        for (Index z = 0; z < x; ++z) {
          const auto q = row(W.W_Q, x), r = row(W.W_Q, z), k = row(W.W_K, x), l = row(W.W_K, z);
          claim('c').exactly(kappa(q, r), kappa(r, q));
          if constexpr (Claim<R>::exact)
            claim('c').holds((kappa(q, l) == kappa(r, k)) == (inner(q, l) == inner(r, k)),
                             "symmetric exactly when G is");
        }
      const auto plus = column_of<R>({1}), minus = column_of<R>({-1}), nought = column_of<R>({0});
      claim('c').differs(kappa(plus, plus), kappa(nought, nought));
      claim('c').below(kappa(plus, minus) * kappa(minus, plus), kappa(plus, plus) * kappa(minus, minus));
    })
    .not_for("ab", "no scale", attending(kernel_unscaled, through_row))
    .not_for("ab", "a kernel of the distance", attending(kernel_of_distance, through_row))
    .not_for("c", "inner products cut off at 0", attending(kernel_rectified, through_row))
    .not_for("b", "no mask", attending(the_kernel, whole_context))
    .one_case_in(2)
    .qed();

/// \special{7,Uniform scores}
/// Let all scores be equal to \f$ c \f$.
/// \clause{a} unmasked, every output is the mean of the values
/// \clause{b} under the causal mask output \f$ i \f$ is the mean of \f$ v_1, \dots, v_i \f$: the running mean
/// \proof
/// \f$ e^c / (n\, e^c) = 1/n \f$, where \f$ n \f$ is the number of keys that are seen: \f$ T \f$, or \f$ i \f$. In floats the exponentials are equal too, whatever their errors are.
/// \qed
/// \of{running_mean}
/// \of{smoother}
/// \verdict{special_7_uniform}
const auto special_7_uniform = theorem<item::special_7_uniform>()
    .given(any::values, any::shift)
    .let(by(the_softmax_row))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& V, const R& c, const auto& weights) {
      const Index T = V.rows();
      Mat<R> S(T, T);
      for (auto& s : S) s = c;
      const auto mean = running_mean(V), Y = product(weights(S), V), Y_causal = prefix_average(weights(causal(S)), V);
      const auto smooth = smoother([&](const auto&, const auto&) { return exp(c); }, row(V, 0), V, V);
      for (Index i = 0; i < T; ++i)
        for (Index k = 0; k < V.cols(); ++k) {
          const auto rounding = [&](Index n) {
            return (bound::smoother_error<R>(n, 0) + bound::mean_error<R>(n)) *
                   sum_abs(uniform_on<R>(Positions(n, true)), first_rows(V, n), k);
          };
          claim('a').within([&] { return rounding(T); }, Y(i, k), mean(T - 1, k));
          claim('a').within([&] { return rounding(T); }, smooth(k), mean(T - 1, k));
          claim('b').within([&] { return rounding(i + 1); }, Y_causal(i, k), mean(i, k));
        }
    })
    .not_for("ab", "one more unit in the denominator", by(impostor::one_extra))
    .not_for("ab", "all the weight on one key", by(impostor::hard_maximum))
    .qed();

/// \worked{7.4,Gaussian positional kernel}
/// The lecture refers to this example and its text is lost. Causal weights \f$ A_{ij} \propto e^{-(i-j)^2/(2h^2)} \f$, \f$ j \le i \f$; \f$ x = e^{-1/(2h^2)} \f$.
/// \clause{a} \f$ h \to 0 \f$: the identity. \f$ \frac{x}{1+x} \le 1 - A_{ii} \le \min\bigl( (i-1) x, \frac{x}{1-x^3} \bigr) \f$ for \f$ i \ge 2 \f$, and the first row is exact
/// \clause{b} \f$ h \to \infty \f$: the running mean. \f$ \mathrm{TV}(A_{i\cdot}, \frac1i \mathbf 1) \le \tanh\bigl( (i-1)^2/(8h^2) \bigr) \f$
/// \clause{c} two-dimensional queries and keys give the same weights
/// \proof
/// (a) \f$ 1 - A_{ii} = \delta/(1+\delta) \f$ with \f$ \delta = \sum_{m=1}^{i-1} x^{m^2} \f$, and \f$ x \le \delta \le \min((i-1)x, x/(1-x^3)) \f$. As \f$ h \to 0 \f$, \f$ x \to 0 \f$ and the second
/// bound does not know \f$ i \f$: the limit is uniform in the row.
///
/// (b) The running mean is the softmax of equal scores; against them the scores of row \f$ i \f$ oscillate by \f$ (i-1)^2/(2h^2) \f$, and the distance of two softmaxes is at most
/// \f$ \tanh(\text{oscillation}/4) \f$. This one is not uniform in \f$ i \f$: \f$ h \f$ must be large against \f$ i \f$.
///
/// (c) \f$ \langle q_i, k_j \rangle / \sqrt{d_k} = (ij - j^2/2)/h^2 = -(i-j)^2/(2h^2) + i^2/(2h^2) \f$, and softmax does not see the last term. The sum is the same, its condition is
/// not: the terms are of the size \f$ ij/h^2 \f$, and their rounding is.
/// \qed
/// \of{gaussian_scores}
/// \of{gaussian_positional}
/// \of{gaussian_pair}
/// \verdict{example_7_4}
const auto example_7_4 = theorem<item::example_7_4>()
    .given(any_length, any_bandwidth)
    .let(gaussians(the_gaussian, the_pair))
    .then([]<class R>(Claim<R>& claim, Index T, const R& h, const auto& ways) {
      using O = Oracle<R>;
      const auto& [direct, pair] = ways;
      const Index d_k = Claim<R>::exact ? 4 : 2;
      const auto A = direct(T, h);
      const auto [Q, K] = pair(T, h, d_k);
      const auto A_pair = softmax_row_shifted(causal(scores(Q, K)));
      const O H = lifted<O>(h), x = exp(O(-1) / (O(2) * H * H));
      for (Index i = 0; i < T; ++i) {
        Vec<Mp> error(i + 1), error_pair(i + 1);
        if constexpr (!Claim<R>::exact) {
          const auto s = first_entries(row(gaussian_scores(T, H), i), i + 1);
          for (Index j = 0; j <= i; ++j) error_pair(j) = bound::gaussian_pair_error<R>(i + 1, j + 1, H, d_k);
          error = bound::gaussian_weights_error<R>(s);
          error_pair = bound::perturbed_softmax_error<R>(s, error_pair);
        }
        const auto rounding = [&] { return bound::total_variation_error<R>(error); };
        const auto a = first_entries(row(A, i), i + 1);
        R leak = R(0);
        for (Index j = 0; j < T; ++j) {
          if (j != i) leak += A(i, j);
          if (j <= i) claim('c').within([&] { return error(j) + error_pair(j); }, A_pair(i, j), A(i, j));
        }
        if (i == 0) claim('a').exactly(A(0, 0), R(1));
        at_most_rate(claim('a'), leak, bound::narrow_most<O>(i + 1, x), [&] { return Mp(2) * rounding(); });
        if (i > 0) at_least_rate(claim('a'), leak, bound::narrow_least<O>(x), [&] { return Mp(2) * rounding(); });
        at_most_rate(claim('b'), total_variation(a, uniform_on<R>(Positions(i + 1, true))),
                     bound::wide_most<O>(i + 1, H), rounding);
      }
    })
    .not_for("abc", "the half is forgotten", gaussians(half_forgotten, the_pair))
    .not_for("ac", "no mask", gaussians(not_causal, the_pair))
    .not_for("c", "keys without their square", gaussians(the_gaussian, pair_without_square))
    .one_case_in(2)
    .qed();

/// \special{7,Retrieval}
/// Let \f$ p = \operatorname{softmax}(s/\tau) \f$, \f$ M \f$ the set of the \f$ r \f$ largest scores and \f$ g \f$ the gap to the next one.
/// \clause{a} \f$ \bigl| \sum_j p_j v_{jc} - \frac1r \sum_{j \in M} v_{jc} \bigr| \le \frac{T-r}{r}\, e^{-g/\tau}\, \bigl( \max_j v_{jc} - \min_j v_{jc} \bigr) \f$: low temperature reads the
///            value of the best key, and averages over ties
/// \proof
/// For two distributions, \f$ \sum_j (p_j - p'_j) v_j = \sum_j (p_j - p'_j)(v_j - \min v) \f$; the positive differences sum to the total variation, and so do the negative ones, which gives at
/// most \f$ \mathrm{TV} \cdot (\max v - \min v) \f$. The total variation to the uniform distribution on \f$ M \f$ has the low-temperature rate.
/// \qed
/// \of{softmax_tempered}
/// \verdict{special_7_retrieval}
const auto special_7_retrieval = theorem<item::special_7_retrieval>()
    .given(tied_row, any_temperature, any::values)
    .let(by([](const auto& s, const auto& tau) { return softmax_tempered(s, tau); }))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const R& tau, const Mat<R>& V, const auto& weights) {
      using O = Oracle<R>;
      const Index T = s.rows();
      const auto M = maximisers(s);
      const O t = lifted<O>(tau), rate = bound::cold_most<O>(T, size_of(M), gap_below(s, M) / t);
      Vec<Mp> error(T);
      if constexpr (!Claim<R>::exact) error = bound::tempered_weights_error<R>(lift<Mp>(s), t);
      const auto p = weights(s, tau), target = uniform_on<R>(M);
      for (Index c = 0; c < V.cols(); ++c) {
        const auto v = row(transposed(V), c);
        const R spread = largest(v) - smallest(v);
        const R distance = abs(R(convex_combination(p, V)(c) - convex_combination(target, V)(c)));
        at_most_rate(claim('a'), distance, O(rate * lifted<O>(spread)),
                     [&] { return bound::retrieval_error<R>(error, lift<Mp>(v)); });
      }
    })
    .not_for("a", "temperature multiplies", by([](auto s, const auto& tau) {
      for (auto& x : s) x = x * tau * tau;
      return softmax_tempered(s, tau);
    }))
    .not_for("a", "the first of several best keys",
             by([](const auto& s, const auto&) { return row(impostor::hard_maximum(transposed(s)), 0); }))
    .qed();

/// \remarked{7.3,Constructed heads}
/// Three weighting rules that a trained head may show, built by hand on the stream \f$ (\delta_{x_t}, 1, t, t^2) \f$ and run as causal heads. Row \f$ i \f$ is uniform on the set \f$ M \f$ of its
/// \f$ r \f$ sources, up to \f$ \mathrm{TV} \le \frac{i-r}{r} e^{-\beta} \f$, and its output holds the mass of each token.
/// \clause{a} previous token: \f$ M = \{i - 1\} \f$, and \f$ \{1\} \f$ in the first row
/// \clause{b} same token: \f$ M = \{ j \le i : x_j = x_i \} \f$
/// \clause{c} recent delimiter: \f$ M \f$ is the last delimiter up to \f$ i \f$, and \f$ i \f$ itself where there is none
/// \proof
/// In each rule the scores of the sources are equal and largest, and any other is lower by at least \f$ \beta \f$: the distance has the low-temperature rate at \f$ g/\tau = \beta \f$.
/// (a) \f$ S_{ij} \f$ is \f$ -\beta (i-1-j)^2 \f$ and a term that the row shares. (b) \f$ S_{ij} = \beta \f$ for equal tokens, else 0. (c) \f$ S_{ij}/\beta = T \cdot 1_{\{x_j = \text{delimiter}\}} + j \f$
/// are distinct whole numbers, largest at the last delimiter, or at \f$ i \f$. The values are \f$ \delta_{x_j} \f$, so coordinate \f$ v \f$ of the output is the weight on token \f$ v \f$.
/// \qed
/// \of{one_hot_stream}
/// \of{reading_head}
/// \of{previous_token_head}
/// \of{same_token_head}
/// \of{recent_delimiter_head}
/// \verdict{remark_7_3}
const auto remark_7_3 = theorem<item::remark_7_3>()
    .given(any::tokens, any_delimiter, any_sharpness)
    .let(rules(previous_token, same_token, recent_delimiter))
    .then([]<class R>(Claim<R>& claim, const Text& x, Index delimiter, const R& beta, const auto& built) {
      const auto& [previous, same, recent] = built;
      const Index T = x.size(), n = any::vocabulary;
      const auto X = one_hot_stream<R>(x, n);
      const auto run = [&](const Head<R>& W) {
        return causal_attention(product(X, W.W_Q), product(X, W.W_K), product(X, W.W_V));
      };
      const auto P_previous = run(previous(n, delimiter, T, beta)), P_same = run(same(n, delimiter, T, beta));
      const auto P_recent = run(recent(n, delimiter, T, beta));
      for (Index i = 0; i < T; ++i) {
        reads(claim('a'), P_previous, x, i, previous_of(i), beta);
        reads(claim('b'), P_same, x, i, same_as(x, i), beta);
        reads(claim('c'), P_recent, x, i, last_of(x, i, delimiter), beta);
      }
      claim('c').holds(refuses<std::out_of_range>([&] { recent_delimiter_head(n, n, T, beta); }),
                       "a delimiter outside the vocabulary");
    })
    .not_for("abc", "no rule: all scores are equal", rules(no_rule, no_rule, no_rule))
    .not_for("ac", "queries and keys exchanged",
             rules(roles_swapped(previous_token), same_token, roles_swapped(recent_delimiter)))
    .one_case_in(2)
    .qed();

}
