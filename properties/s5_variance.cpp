#include "attest/lecture/s5_variance.hpp"
#include "attest/bound/temperature.hpp"
#include "attest/bound/variance.hpp"
#include "chance.hpp"
#include "tools.hpp"
#include "weights.hpp"
/// \file
/// \brief Properties of lecture section 5.2.
namespace attest::properties {

/// \cond
// Small laws: values, and counts of equally likely cases.
template <class R> Law<R> law_of(std::initializer_list<int> values, std::initializer_list<int> counts) {
  Law<R> x{column_of<R>(values), column_of<R>(counts)};
  R cases = R(0);
  for (const auto& n : x.probability) cases += n;
  for (auto& n : x.probability) n = n / cases;
  return x;
}
// The enumeration of scores, and how scores are computed where they are sampled.
const auto scaling = [](auto raw, auto scaled, auto score) {
  return [=](const auto&...) { return std::tuple{raw, scaled, score}; };
};
const auto the_score_law = [](const auto& q, const auto& k, Index d_k) { return score_law(q, k, d_k); };
const auto the_score_scale = [](const auto& q, const auto& k, Index d_k) { return score_scale(q, k, d_k); };
const auto the_scores = [](const auto& Q, const auto& K) { return scores(Q, K); };
const auto raw_scores = [](const auto& Q, const auto& K) { return product(Q, transposed(K)); };
const auto queries_with_queries = [](const auto& Q, const auto&) { return scores(Q, Q); };
// One coordinate, taken d_k times: nothing is independent over m.
const auto one_coordinate = []<class R>(const Law<R>& q, const Law<R>& k, Index d_k) {
  return independent(q, k, [d_k](const R& a, const R& b) { return number<R>(d_k) * a * b; });
};
// All outcomes alike, whatever their probabilities.
const auto probabilities_forgotten = [](Law<Exact> q, const Law<Exact>& k, Index d_k) {
  auto s = score_law(q, k, d_k);
  for (auto& p : s.probability) p = Exact(1) / number<Exact>(s.value.rows());
  return s;
};
template <class F> Mat<double> sampled(Index m, Index n, chance::Source& source, F&& draw) {
  Mat<double> A(m, n);
  for (auto& x : A) x = draw(source);
  return A;
}
inline double mean_square(const Mat<double>& S) {
  double total = 0;
  for (const double s : S) total += s * s;
  return total / double(S.rows() * S.cols());
}
inline double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}
constexpr Index widths[]{16, 64, 256};

// Measured once for each way of scoring, whatever the draw: at d_k = 16, 64, 256.
struct Measured {
  double raw[3], scaled[3];
};

// The mean squares of raw and of scaled scores of Gaussian queries and keys: medians over the groups.
constexpr Index sampled_T = 32;
template <class S> const Measured& measured_scale(const S& score) {
  static const Measured found = [&] {
    Measured of{};
    for (int w = 0; w < 3; ++w) {
      chance::Source source(widths[w]);
      chance::Gaussian normal;
      std::vector<double> raw, scaled;
      for (int n = 0; n < chance::groups; ++n) {
        const auto Q = sampled(sampled_T, widths[w], source, normal), K = sampled(sampled_T, widths[w], source, normal);
        raw.push_back(mean_square(raw_scores(Q, K)));
        scaled.push_back(mean_square(score(Q, K)));
      }
      of.raw[w] = median(raw);
      of.scaled[w] = median(scaled);
    }
    return of;
  }();
  return found;
}

// The largest of two weights: its mean under the law of the difference of two scores, and its mean over a sample of signs.
inline double mean_largest(Index d_k, double scale) {
  const auto difference = sign_law<double>(2 * d_k);
  double total = 0;
  for (Index n = 0; n < difference.value.rows(); ++n)
    total += difference.probability(n) / (1 + std::exp(-std::abs(difference.value(n)) / scale));
  return total;
}
constexpr int rows_of_signs = 1 << 13;
template <class S> double sampled_largest(const S& score, Index d_k) {
  chance::Source source(d_k);
  double total = 0;
  for (int n = 0; n < rows_of_signs; ++n) {
    const auto q = sampled(1, d_k, source, chance::sign), K = sampled(2, d_k, source, chance::sign);
    const auto A = softmax_row_shifted(score(q, K));
    total += std::max(A(0, 0), A(0, 1));
  }
  return total / rows_of_signs;
}
template <class S> const Measured& largest_weights(const S& score) {
  static const Measured found = [&] {
    Measured of{};
    for (int w = 0; w < 3; ++w) of.scaled[w] = sampled_largest(score, widths[w]);
    for (int w = 0; w < 3; ++w) of.raw[w] = sampled_largest(raw_scores, widths[w]);
    return of;
  }();
  return found;
}
template <class S> void saturation(Claim<double>& claim, const S& score) {
  const auto& [raw, scaled] = largest_weights(score);
  const double radius = chance::hoeffding_radius(0.5, rows_of_signs);
  double distance[3];
  for (int n = 0; n < 3; ++n) {
    claim.at_most(std::abs(raw[n] - mean_largest(widths[n], 1)), radius);
    claim.at_most(std::abs(scaled[n] - mean_largest(widths[n], std::sqrt(double(widths[n])))), radius);
    distance[n] = sign_law<double>(2 * widths[n]).probability(widths[n]) / 2;
  }
  claim.below(raw[0] + 2 * radius, raw[2]);
  claim.below(scaled[2] + 2 * radius, raw[0]);
  const double E = mean_largest(widths[0], std::sqrt(double(widths[0]))),
               F = mean_largest(widths[2], std::sqrt(double(widths[2])));
  claim.at_most(std::abs(E - F), bound::largest_weight_most(distance[0], distance[2]));
}
const auto saturating = [](auto jacobian, auto score) {
  return [=](const auto&...) { return std::pair{jacobian, score}; };
};
const auto covariance = [](const auto& p) { return softmax_jacobian(p); };
const auto diagonal_only = [](const auto& p) {
  auto J = softmax_jacobian(p);
  for (Index i = 0; i < p.rows(); ++i)
    for (Index j = 0; j < p.rows(); ++j) J(i, j) = i == j ? p(i) : J(i, j) - J(i, j);
  return J;
};
// One row that compares e_1 with e_1, ..., e_4, under weights that somebody chose: W_Q = c I, W_K = I.
const auto chosen_weight = [](const auto& score, auto c) {
  using R = decltype(c);
  Mat<R> q(1, 4);
  q(0, 0) = c;
  return softmax_row_shifted(score(q, identity<R>(4)))(0, 0);
};

// The distance of an empirical law from the normal one.
inline double empirical_distance(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  Law<double> law{Vec<double>(x.size()), Vec<double>(x.size())};
  for (Index n = 0; n < x.size(); ++n) law.value(n) = x[n], law.probability(n) = 1.0 / double(x.size());
  return kolmogorov_distance(law);
}
constexpr int gaussian_draws = 1 << 18;
template <class S> const std::vector<double>& gaussian_distances(const S& score) {
  static const std::vector<double> found = [&] {
    std::vector<double> distances;
    for (Index d_k = 1; d_k <= 16; d_k *= 4) {
      chance::Source source(d_k);
      chance::Gaussian normal;
      std::vector<double> x;
      for (int n = 0; n < gaussian_draws; ++n) {
        const auto q = sampled(1, d_k, source, normal), k = sampled(1, d_k, source, normal);
        x.push_back(score(q, k)(0, 0));
      }
      distances.push_back(empirical_distance(std::move(x)));
    }
    return distances;
  }();
  return found;
}
// Both coordinates of a score are one and the same number, over and over.
const auto first_coordinate = [](auto Q, auto K) {
  for (Index c = 0; c < Q.cols(); ++c) Q(0, c) = Q(0, 0), K(0, c) = K(0, 0);
  return scores(Q, K);
};
const auto approaching = [](auto law, auto score) { return [=](const auto&...) { return std::pair{law, score}; }; };
const auto signs = [](Index n, auto zero) { return sign_law<decltype(zero)>(n); };
const auto steps = [](Index n, auto zero) {
  auto x = sign_law<decltype(zero)>(n);
  for (auto& p : x.probability) p = decltype(zero)(1) / number<decltype(zero)>(n + 1);
  return x;
};
/// \endcond

/// \lemma{5.5,Score variance}
/// Let the coordinates of \f$ q \f$ and \f$ k \f$ be independent with mean 0 and variance \f$ \sigma^2 \f$.
/// \clause{a} \f$ \mathbb E \langle q, k \rangle = 0 \f$
/// \clause{b} \f$ \operatorname{Var} \langle q, k \rangle = d_k \sigma^4 \f$
/// \clause{c} \f$ \operatorname{Var} \bigl( \langle q, k \rangle / \sqrt{d_k} \bigr) = \sigma^4 \f$
/// \clause{d} with \f$ \sigma = 1 \f$ and \f$ d_k = 16, 64, 256 \f$ the raw scores have standard deviation \f$ 4, 8, 16 \f$ and the scaled ones 1, measured
/// \clause{e} no hypothesis is idle: with mean \f$ \mu \f$ the variance is \f$ d_k (\sigma^4 + 2\sigma^2\mu^2) \f$, with one coordinate repeated it is \f$ d_k^2 \sigma^4 \f$, and a self-score has mean
///            \f$ d_k \sigma^2 \f$
/// \proof
/// (a) \f$ \mathbb E[q_m k_m] = \mathbb E[q_m]\, \mathbb E[k_m] = 0 \f$. (b) \f$ \mathbb E[q_m^2 k_m^2] = \sigma^4 \f$; the products are independent over \f$ m \f$, so the variances add. (c) Dividing by
/// \f$ \sqrt{d_k} \f$ divides a variance by \f$ d_k \f$. (e) \f$ \mathbb E[q_m^2 k_m^2] - \mu^4 = (\sigma^2 + \mu^2)^2 - \mu^4 \f$; a sum of \f$ d_k \f$ equal terms has \f$ d_k^2 \f$ times the variance of one; and
/// \f$ \mathbb E[q_m^2] = \sigma^2 \f$. The exact world enumerates all outcomes of three laws with \f$ \sigma^2 = 1, 2, 3 \f$: signs, and two without symmetry, whose squares are
/// no constants.
///
/// (d) For Gaussian coordinates the mean of \f$ S^2 \f$ over all \f$ T^2 \f$ scores has variance \f$ (2 + 6/d_k + 4(T-1)/d_k)/T^2 \f$. Given the query, a score is normal with variance \f$ \|q\|^2/d_k \f$, so
/// \f$ \mathbb E S^4 = 3\,(1 + 2/d_k) \f$, which makes \f$ 2 + 6/d_k \f$ for one score; two scores of one row, or of one column, share a vector, and their squares have covariance
/// \f$ \operatorname{Var}(\|q\|^2/d_k) = 2/d_k \f$: there are \f$ 2 T^2 (T-1) \f$ such pairs. Scores are therefore not \f$ T^2 \f$ independent draws. The measurement is the median of 61 such means, at \f$ T = 32 \f$.
/// \qed
/// \of{mean}
/// \of{variance}
/// \of{independent}
/// \of{sum_of_copies}
/// \of{score_law}
/// \of{score_scale}
/// \of{self_score_law}
/// \verdict{lemma_5_5}
const auto lemma_5_5 = theorem<item::lemma_5_5>()
    .given()
    .let(scaling(the_score_law, the_score_scale, the_scores))
    .then([]<class R>(Claim<R>& claim, const auto& parts) {
      const auto& [raw, scaled, score] = parts;
      if constexpr (Claim<R>::exact) {
        claim('d').silent("one world samples");
        const Law<R> laws[]{law_of<R>({1, -1}, {1, 1}), law_of<R>({2, -1}, {1, 2}), law_of<R>({-3, 1}, {1, 3})};
        for (int n = 0; n < 3; ++n)
          for (Index d_k = 1; d_k <= 4; ++d_k) {
            const auto& x = laws[n];
            const R square = R(n + 1), width = number<R>(d_k);
            const auto s = raw(x, x, d_k);
            claim('a').exactly(mean(s), R(0));
            claim('b').exactly(variance(s), width * square * square);
            if (d_k == 1 || d_k == 4) claim('c').exactly(variance(scaled(x, x, d_k)), square * square);
            auto moved = x;
            for (auto& value : moved.value) value += R(1);
            claim('e').exactly(variance(raw(moved, moved, d_k)), width * (square * square + R(2) * square));
            claim('e').exactly(variance(one_coordinate(x, x, d_k)), width * width * variance(raw(x, x, 1)));
            claim('e').exactly(mean(self_score_law(x, d_k)), width * square);
          }
      } else {
        for (const char c : {'a', 'b', 'c', 'e'}) claim(c).silent("the exact world enumerates");
        const auto& measured = measured_scale(score);
        for (int w = 0; w < 3; ++w) {
          const double T = sampled_T, d = double(widths[w]);
          const double radius = chance::group_radius(std::sqrt(2 + 6 / d + 4 * (T - 1) / d) / T);
          claim('d').at_most(std::abs(measured.raw[w] / d - 1), radius);
          claim('d').at_most(std::abs(measured.scaled[w] - 1), radius);
        }
      }
    })
    .not_for("abce", "probabilities are forgotten",
             scaling(probabilities_forgotten, probabilities_forgotten, the_scores))
    .not_for("bce", "one coordinate repeated", scaling(one_coordinate, one_coordinate, the_scores))
    .not_for("d", "no scale", scaling(the_score_law, the_score_scale, raw_scores))
    .not_for("d", "queries compared with queries", scaling(the_score_law, the_score_scale, queries_with_queries))
    .qed();

/// \remarked{5.6,Saturation}
/// Let \f$ J = \operatorname{diag}(p) - pp^\top \f$ and \f$ \delta = 1 - \max_j p_j \f$.
/// \clause{a} if \f$ \delta \le \frac12 \f$ then \f$ |J_{ij}| \le \delta (1 - \delta) \f$: \f$ J \f$ vanishes as \f$ p \f$ tends to a vertex
/// \clause{b} a gradient that is passed back is no larger: \f$ \| J g \|_\infty \le 2 \delta (1 - \delta) \| g \|_\infty \f$
/// \clause{c} the largest weight of a row grows with \f$ d_k = 16, 64, 256 \f$ when scores are not scaled, and not when they are, measured
/// \clause{d} "initial" is no invariant: chosen weights saturate scaled scores too
/// \proof
/// (a) \f$ |J_{ij}| \le p_i (1 - p_i) \f$, and \f$ x(1-x) \f$ at the largest weight is \f$ \delta(1-\delta) \f$, at the others, all at most \f$ \delta \f$, no more. (b) The absolute values of row \f$ i \f$ sum to
/// \f$ 2 p_i (1 - p_i) \f$. (d) With \f$ W_Q = c I \f$, \f$ W_K = I \f$ and four unit vectors as keys, the weight on the equal one is \f$ 1/(1 + 3 e^{-c/2}) \f$, which tends to 1 with \f$ c \f$.
///
/// (c) With signs as coordinates, the difference of two scores is a sum of \f$ 2 d_k \f$ signs, and the larger of the two weights is \f$ 1/(1 + e^{-|x|/c}) \f$, where \f$ c \f$ is 1 or
/// \f$ \sqrt{d_k} \f$. So its mean is a finite sum, and the sample, scored by the definitions, has to agree with it within the Hoeffding radius for an interval of length \f$ \frac12 \f$. The raw
/// means at 16 and 256 are apart by more than two radii. Scaled, they differ by at most the two Kolmogorov distances from the one normal law that both approach.
/// \qed
/// \of{softmax_jacobian}
/// \of{sign_law}
/// \verdict{remark_5_6}
const auto remark_5_6 = theorem<item::remark_5_6>()
    .given(any::row, any::perturbation)
    .let(saturating(covariance, the_scores))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const Vec<R>& h, const auto& parts) {
      const auto& [jacobian, score] = parts;
      const Index T = s.rows();
      const R tau = R(1) / R(4);
      const auto p = softmax_tempered(s, tau);
      const auto J = jacobian(p);
      const auto back = product(J, h);
      const R top = largest(p);
      R delta = R(0), size = R(0);
      for (Index j = 0, taken = 0; j < T; ++j) {
        size = max(size, R(abs(h(j))));
        if (p(j) == top && !taken++) continue;
        delta += p(j);
      }
      Vec<Mp> e(T);
      if constexpr (!Claim<R>::exact) e = bound::tempered_weights_error<R>(lift<Mp>(s), lifted<Mp>(tau));
      const R most = bound::saturation_most(delta);
      for (Index i = 0; i < T && delta <= R(1) / R(2); ++i) {
        for (Index j = 0; j < T; ++j)
          claim('a').at_most(abs(J(i, j)), most, [&] { return bound::saturation_error<R>(e); });
        claim('b').at_most(abs(back(i)), R(2) * most * size,
                           [&] { return bound::passing_error<R>(e) * lifted<Mp>(size); });
      }
      if constexpr (std::same_as<R, double>) saturation(claim('c'), score);
      else claim('c').silent("one world samples");
      claim('d').below(chosen_weight(score, R(1)), chosen_weight(score, R(8)));
      claim('d').below(R(9) / R(10), chosen_weight(score, R(16)));
    })
    .not_for("ab", "only the diagonal", saturating(diagonal_only, the_scores))
    .not_for("c", "no scale", saturating(covariance, raw_scores))
    .not_for("d", "weights that nobody can choose", saturating(covariance, [](auto Q, const auto& K) {
      for (auto& x : Q) x = x - x;
      return scores(Q, K);
    }))
    .one_case_in(2)
    .qed();

/// \aside{5.7,Normal approximation}
/// \clause{a} coordinates \f$ \pm 1 \f$ and even \f$ d_k \f$: the Kolmogorov distance of \f$ \langle q, k \rangle / \sqrt{d_k} \f$ from the normal law is half the central atom of the binomial law,
///            \f$ \frac12 \binom{d_k}{d_k/2} 2^{-d_k} \le 1/\sqrt{2\pi d_k} \f$
/// \clause{b} Gaussian coordinates, measured at \f$ d_k = 1, 4, 16 \f$: the distance falls, and is \f$ 0.1074 \f$, \f$ 0.0333 \f$ and \f$ 0.0086 \f$
/// \proof
/// (a) The score is a sum of \f$ d_k \f$ signs, a symmetric law with an atom at 0. So \f$ F(0) = \frac12 + \frac12 \mathbb P(0) \f$, while \f$ \Phi(0) = \frac12 \f$: the distance is at least half the
/// atom. That no other value gives more is compared at every jump, in 100 digits and in double, for the widths that are run.
///
/// (b) By the inequality of Dvoretzky, Kiefer and Wolfowitz the distance of the empirical law of \f$ N = 2^{18} \f$ scores is within the radius of the true one. The radius is \f$ 0.009 \f$: three
/// widths can be told apart, wider ones cannot. For even \f$ d_k \f$ the law is elementary, as \f$ \langle q, k \rangle \f$ is a difference of two Gamma variables; at \f$ d_k = 4 \f$ it has
/// \f$ \mathbb P(S > s) = \frac12 (1 + s)\, e^{-2s} \f$ for \f$ s \ge 0 \f$.
/// \qed
/// \of{sign_law}
/// \of{pi}
/// \of{normal_terms}
/// \of{normal_distribution}
/// \of{kolmogorov_distance}
/// \verdict{aside_5_7}
const auto aside_5_7 = theorem<item::aside_5_7>()
    .given()
    .let(approaching(signs, the_scores))
    .then([]<class R>(Claim<R>& claim, const auto& parts) {
      const auto& [law, score] = parts;
      for (Index d_k = 2; d_k <= 32; d_k *= 2) {
        auto x = law(d_k, R(0));
        const R half = sign_law<R>(d_k).probability(d_k / 2) / R(2);
        R F = R(0);
        for (Index n = 0; n <= d_k / 2; ++n) F += x.probability(n);
        claim('a').exactly(R(F - R(1) / R(2)), half);
        if constexpr (!Claim<R>::exact) {
          for (auto& value : x.value) value = value / root<R>(d_k);
          const R distance = kolmogorov_distance(x);
          claim('a').at_most(half, distance, bound::kolmogorov_error<R>(d_k));
          claim('a').at_most(distance, half, bound::kolmogorov_error<R>(d_k));
          claim('a').at_most(half, bound::central_atom_most<R>(d_k), bound::pi_error<R>() + bound::g<R>(d_k + 4));
        }
      }
      if constexpr (std::same_as<R, double>) {
        const double radius = chance::dkw_radius(gaussian_draws), known[]{0.1074, 0.0333, 0.0086}, digit = 1.0 / 20000;
        double before = 2;
        for (Index n = 0; n < 3; ++n) {
          const double distance = gaussian_distances(score)[n];
          claim('b').at_most(std::abs(distance - known[n]), radius + digit);
          claim('b').below(distance + 2 * radius, before);
          before = distance;
        }
      } else claim('b').silent("one world samples");
    })
    .not_for("a", "all values alike", approaching(steps, the_scores))
    .not_for("b", "one coordinate repeated", approaching(signs, first_coordinate))
    .qed();

}
