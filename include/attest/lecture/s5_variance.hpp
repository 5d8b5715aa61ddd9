#pragma once
#include "attest/lecture/s5_temperature.hpp"
/// \file
/// \brief Lecture section 5.2, why the score is divided by the root of d_k.
namespace attest {

/// \brief A law with finitely many values: value n has probability n. A value may stand twice.
template <class R> struct Law {
  Vector<R, dynamic> value, probability;
};

/// \lemma{5.5,Mean of a law}
/// \f[ \mathbb E[X] = \sum_n \mathbb P(n)\, x_n \f]
/// \shape  a law of \f$ N \f$ values \f$ \longmapsto\; \mathbb E[X] : 1 \f$
/// \pre    the probabilities are not negative and sum to 1
/// \post   between the least and the largest value
/// \exact  nothing; the sum is rounded
/// \bound{inner_error}
/// \proof
/// A mean with weights of the simplex is a convex combination of the values.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R> R mean(const Law<R>& x) { return inner(x.probability, x.value); }

/// \lemma{5.5,Variance of a law}
/// \f[ \operatorname{Var}(X) = \sum_n \mathbb P(n)\, (x_n - \mathbb E[X])^2 \f]
/// \shape  a law of \f$ N \f$ values \f$ \longmapsto\; \operatorname{Var}(X) : 1 \f$
/// \pre    the probabilities are not negative and sum to 1
/// \post   not negative; 0 for a constant
/// \exact  nothing; the sum is rounded
/// \bound{inner_error}
/// \proof
/// No term is negative, and for a constant all of them are 0.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R> R variance(Law<R> x) {
  const R m = mean(x);
  for (auto& value : x.value) value = (value - m) * (value - m);
  return mean(x);
}

/// \lemma{5.5,Law of two independent numbers}
/// \f[ \mathbb P\bigl( f(X, Y) = f(x_n, y_m) \bigr) = \mathbb P(n)\, \mathbb P(m) \f]
/// \shape  laws of \f$ N \f$ and \f$ M \f$ values, \f$ f \f$ of two numbers \f$ \longmapsto\; \f$ a law of \f$ NM \f$ values
/// \pre    \f$ X \f$ and \f$ Y \f$ are independent
/// \post   the probabilities sum to 1
/// \exact  nothing; the products are rounded
/// \bound{one_rounding}
/// \proof
/// Independence is the product of the probabilities, over all pairs. Their sum is the product of the two sums.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R, class F> Law<R> independent(const Law<R>& x, const Law<R>& y, const F& f) {
  const Index N = x.value.rows(), M = y.value.rows();
  Law<R> z{Vector<R, dynamic>(N * M), Vector<R, dynamic>(N * M)};
  for (Index n = 0; n < N; ++n)
    for (Index m = 0; m < M; ++m) {
      z.value(n * M + m) = f(x.value(n), y.value(m));
      z.probability(n * M + m) = x.probability(n) * y.probability(m);
    }
  return z;
}

/// \lemma{5.5,Law of a sum of copies}
/// \f[ X_1 + \dots + X_{d_k}, \qquad X_m \text{ independent with the law of } X \f]
/// \shape  a law of \f$ N \f$ values, \f$ d_k \;\longmapsto\; \f$ a law of \f$ N^{d_k} \f$ values: all outcomes, one by one
/// \pre    \f$ d_k \ge 1 \f$, else an error; \f$ N^{d_k} \f$ small enough to enumerate
/// \post   mean and variance are \f$ d_k \f$ times those of \f$ X \f$
/// \exact  nothing; sums and products are rounded
/// \bound{inner_error}
/// \proof
/// Each step adds one independent copy. Expectations add, and so do variances of independent numbers, since the mixed term is
/// \f$ 2\, \mathbb E[X - \mathbb E X]\, \mathbb E[Y - \mathbb E Y] = 0 \f$.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R> Law<R> sum_of_copies(const Law<R>& x, Index d_k) {
  if (d_k == 0) throw ShapeError("sum_of_copies: d_k is 0; queries and keys need at least one coordinate");
  Law<R> s = x;
  for (Index m = 1; m < d_k; ++m) s = independent(s, x, [](const R& a, const R& b) { return a + b; });
  return s;
}

/// \lemma{5.5,Law of a score}
/// \f[ \langle q, k \rangle = \sum_{m=1}^{d_k} q_m k_m, \qquad q_m, k_m \text{ independent} \f]
/// \shape  laws of a query and of a key coordinate, \f$ d_k \;\longmapsto\; \f$ the law of the raw score, all outcomes enumerated
/// \pre    \f$ d_k \ge 1 \f$, else an error
/// \post   with mean 0 and variance \f$ \sigma^2 \f$ for both: mean 0 and variance \f$ d_k \sigma^4 \f$
/// \exact  nothing; sums and products are rounded
/// \bound{inner_error}
/// \proof
/// \f$ \mathbb E[q_m k_m] = \mathbb E[q_m]\, \mathbb E[k_m] = 0 \f$ and \f$ \mathbb E[q_m^2 k_m^2] = \sigma^4 \f$; the products are independent over \f$ m \f$, so their variances add.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R> Law<R> score_law(const Law<R>& q, const Law<R>& k, Index d_k) {
  return sum_of_copies(independent(q, k, [](const R& a, const R& b) { return a * b; }), d_k);
}

/// \lemma{5.5,Law of a scaled score}
/// \f[ S = \frac{\langle q, k \rangle}{\sqrt{d_k}} \f]
/// \shape  laws of a query and of a key coordinate, \f$ d_k \;\longmapsto\; \f$ the law of the score, all outcomes enumerated
/// \pre    \f$ d_k \ge 1 \f$, else an error
/// \post   with mean 0 and variance \f$ \sigma^2 \f$ for both: mean 0 and variance \f$ \sigma^4 \f$, whatever \f$ d_k \f$ is
/// \exact  nothing; sums, products and the quotient are rounded
/// \bound{scores_error}
/// \proof
/// A number divided by \f$ c \f$ has \f$ c^{-2} \f$ times the variance: \f$ d_k \sigma^4 / d_k \f$.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R> Law<R> score_scale(const Law<R>& q, const Law<R>& k, Index d_k) {
  auto S = score_law(q, k, d_k);
  for (auto& s : S.value) s = s / root<R>(d_k);
  return S;
}

/// \lemma{5.5,Law of a self-score}
/// \f[ \langle q, q \rangle = \sum_{m=1}^{d_k} q_m^2 \f]
/// \shape  the law of a coordinate, \f$ d_k \;\longmapsto\; \f$ the law of the raw score of a query with itself
/// \pre    \f$ d_k \ge 1 \f$, else an error
/// \post   mean \f$ d_k \sigma^2 \f$ when the coordinate has mean 0: query and key are not independent
/// \exact  nothing; sums and products are rounded
/// \bound{inner_error}
/// \proof
/// \f$ \mathbb E[q_m^2] = \sigma^2 \f$ for each of the \f$ d_k \f$ terms.
/// \qed
/// \holds{lemma_5_5}
template <Arithmetic R> Law<R> self_score_law(Law<R> q, Index d_k) {
  for (auto& x : q.value) x = x * x;
  return sum_of_copies(q, d_k);
}

/// \aside{5.7,Law of a sum of signs}
/// \f[ \mathbb P\bigl( X_1 + \dots + X_n = 2m - n \bigr) = \binom nm 2^{-n}, \qquad X_m = \pm 1 \f]
/// \shape  \f$ n \;\longmapsto\; \f$ a law of \f$ n + 1 \f$ values, in rising order
/// \pre    none; \f$ n = 0 \f$ is the constant 0
/// \post   the law of \f$ \langle q, k \rangle \f$ for independent signs as coordinates, \f$ n = d_k \f$
/// \exact  in floats too, as long as \f$ \binom nm \f$ has no more bits than the mantissa
/// \bound{sign_law_error}
/// \proof
/// A product of two independent signs is a sign, and such products are independent. One more sign moves half of the mass up and half of it down, which is Pascal's rule.
/// \qed
/// \holds{aside_5_7}
/// \holds{remark_5_6}
template <Arithmetic R> Law<R> sign_law(Index n) {
  Law<R> x{Vector<R, dynamic>(n + 1), Vector<R, dynamic>(n + 1)};
  x.probability(0) = R(1);
  for (Index t = 1; t <= n; ++t)
    for (Index m = t + 1; m-- > 0;)
      x.probability(m) = (x.probability(m) + (m > 0 ? x.probability(m - 1) : R(0))) / R(2);
  for (Index m = 0; m <= n; ++m) x.value(m) = R(int(2 * m) - int(n));
  return x;
}

/// \aside{5.7,The number pi}
/// \f[ \pi = 16 \arctan \tfrac15 - 4 \arctan \tfrac1{239}, \qquad \arctan \tfrac1c = \sum_{k=0}^{\infty} \frac{(-1)^k}{(2k+1)\, c^{2k+1}} \f]
/// \shape  \f$ \longmapsto\; \pi : 1 \f$
/// \pre    an arithmetic that rounds
/// \post   \f$ \pi \f$, up to the bound
/// \exact  nothing; the terms are rounded
/// \bound{pi_error}
/// \proof
/// This is Machin's formula: \f$ (5 + \mathrm i)^4 = 2\, (239 + \mathrm i)(1 + \mathrm i) \f$, and arguments of complex numbers add. Each term is at most \f$ \frac1{25} \f$ of the one before, so 120 of
/// them leave a remainder below \f$ 25^{-120} < 2^{-550} \f$.
/// \qed
/// \holds{aside_5_7}
template <Arithmetic R> R pi() {
  R total = R(0);
  for (const int c : {5, 239}) {
    R power = R(c == 5 ? 16 : -4) / R(c);
    for (Index k = 0; k < 120; ++k) {
      total += power / R(int(2 * k + 1));
      power = R(0) - power / R(c * c);
    }
  }
  return total;
}

/// \aside{5.7,Terms of the normal distribution function}
/// \f[ N = \lceil x^2 \rceil + b, \qquad b = 70 \text{ for the floats}, \quad 350 \text{ else} \f]
/// \shape  \f$ x : 1 \;\longmapsto\; N \f$
/// \pre    \f$ |x| \le 64 \f$
/// \post   the terms of the series from \f$ N \f$ on sum to less than a rounding of it
/// \exact  a count
/// \bound{none}
/// \proof
/// Term \f$ k + 1 \f$ is \f$ x^2/(2k+3) \f$ times term \f$ k \f$: at most half of it from \f$ k = x^2 \f$ on. So the terms from \f$ N \f$ on sum to at most \f$ 2^{1-b} \f$ times that term, which
/// is one of the sum.
/// \qed
/// \holds{aside_5_7}
template <Arithmetic R> Index normal_terms(const R& x) {
  Index n = 0;
  while (n < 4096 && number<R>(n) < x * x) ++n;
  return n + (Float<R> ? 70 : 350);
}

/// \aside{5.7,Normal distribution function}
/// \f[ \Phi(x) = \frac12 + \frac{e^{-x^2/2}}{\sqrt{2\pi}} \sum_{k=0}^{\infty} \frac{x^{2k+1}}{1 \cdot 3 \cdots (2k+1)} \f]
/// \shape  \f$ x : 1 \;\longmapsto\; \Phi(x) : 1 \f$
/// \pre    an arithmetic that rounds; \f$ |x| \le 64 \f$ (and \f$ x^2/2 \f$ below the exponents of the arithmetic: \f$ |x| \le 13 \f$ in float, 37 in double)
/// \post   between 0 and 1, up to the bound
/// \exact  \f$ \Phi(0) = \frac12 \f$
/// \bound{normal_error}
/// \proof
/// \f$ y = e^{x^2/2} \int_0^x e^{-t^2/2}\, dt \f$ solves \f$ y' = 1 + x y \f$ with \f$ y(0) = 0 \f$, and so does the series, term by term. For \f$ x < 0 \f$ all its terms are negative; the
/// value is then \f$ 1 - \Phi(-x) \f$.
/// \qed
/// \holds{aside_5_7}
template <Arithmetic R> R normal_distribution(const R& x) {
  static const R root_of_two_pi = sqrt(R(2) * pi<R>());
  R term = x, total = R(0);
  for (Index k = 0, n = normal_terms(x); k < n; ++k) {
    total += term;
    term = term * (x * x) / R(int(2 * k + 3));
  }
  return R(1) / R(2) + exp(R(0) - x * x / R(2)) / root_of_two_pi * total;
}

/// \aside{5.7,Kolmogorov distance from the normal law}
/// \f[ \sup_x |F(x) - \Phi(x)| \f]
/// \shape  a law with its values in rising order \f$ \longmapsto \f$ its distance \f$ : 1 \f$
/// \pre    values in rising order, of size at most 64
/// \post   between 0 and 1
/// \exact  nothing; \f$ F \f$ and \f$ \Phi \f$ are rounded
/// \bound{kolmogorov_error}
/// \proof
/// \f$ F \f$ is constant between two values and \f$ \Phi \f$ rises, so the difference is largest just before a value or at it.
/// \qed
/// \holds{aside_5_7}
template <Arithmetic R> R kolmogorov_distance(const Law<R>& x) {
  R before = R(0), most = R(0);
  for (Index n = 0; n < x.value.rows(); ++n) {
    const R normal = normal_distribution(x.value(n)), after = before + x.probability(n);
    most = max(most, max(R(abs(R(before - normal))), R(abs(R(after - normal)))));
    before = after;
  }
  return most;
}

}
