#include "chance.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 3.
namespace attest::properties {

/// \cond
const auto combine = [](const auto& a, const auto& V) { return convex_combination(a, V); };
const auto separate = [](const auto& u, const auto& V, const auto& y) { return separates(u, V, y); };
// Weights, combination and separation: the three that display 3 speaks about.
const auto geometry = [](auto weights, auto separation) {
  return [=](const auto&...) { return std::tuple{weights, combine, separation}; };
};
const auto averaged = [](auto weights) {
  return [weights](const auto& S, const auto& V, const auto&...) {
    const auto A = weights(S);
    return std::pair{A, product(A, V)};
  };
};
const auto sample = [](const auto& a, const auto& U) { return sample_source(a, U); };
const auto sample_next = [](const auto& a, const auto& U) { return (sample_source(a, U) + 1) % a.rows(); };
const auto solve = [](const auto& V, const auto& y) { return barycentric(V, y); };
const auto guess_uniform = []<class R>(const Mat<R>& V, const Vec<R>&) {
  Vec<R> a(V.rows());
  for (auto& x : a) x = R(1) / number<R>(V.rows());
  return std::optional(a);
};
const auto any_seed = Any{"seed", [](Shape) { return Index(seam::draw(0, 1L << 40)); }};
// Values whose norms are rational: dyadic multiples of (3, 4), (4, 3), (5, 12), (12, 5), with zeros behind.
const auto measured_values = Any{"V", [](Shape n) {
  constexpr double legs[][2]{{3, 4}, {4, -3}, {-5, 12}, {12, 5}, {1, 0}};
  Mat<double> V(n.T, n.d_v);
  for (Index j = 0; j < n.T; ++j) {
    const auto& leg = legs[seam::draw(0, 4)];
    const double r = double(seam::draw(-32, 32)) / 16;
    for (Index c = 0; c < std::min<Index>(n.d_v, 2); ++c) V(j, c) = r * leg[c];
  }
  return V;
}};
// T affinely independent values in dimension T - 1, at least 1: a base point and a triangle of edges.
const auto independent_values = Any{"V", [](Shape n) {
  const Index d_v = std::max<Index>(n.T - 1, 1);
  Mat<double> V(n.T, d_v);
  for (Index c = 0; c < d_v; ++c) V(0, c) = double(seam::draw(-16, 16)) / 8;
  for (Index j = 1; j < n.T; ++j)
    for (Index c = 0; c < d_v; ++c)
      V(j, c) = V(0, c) + (c + 1 == j  ? double(seam::draw(1, 16)) / 8
                           : c + 1 < j ? double(seam::draw(-16, 16)) / 8
                                       : 0);
  return V;
}};
template <class R> R norm(const Vec<R>& v) { return sqrt(inner(v, v)); }
template <class R> Vec<R> norms(const Mat<R>& V) {
  Vec<R> n(V.rows());
  for (Index j = 0; j < V.rows(); ++j) n(j) = norm(row(V, j));
  return n;
}
template <class R> Mp largest_square(const Mat<R>& V) {
  Mp most = 0;
  for (Index j = 0; j < V.rows(); ++j) most = max(most, lifted<Mp>(R(inner(row(V, j), row(V, j)))));
  return most;
}
/// \endcond

/// \checks{in_simplex}
/// \clause{a} a row of weights lies in the simplex
/// \clause{b} its combination of the values lies in the hull, the weights being the certificate; a point beyond the hull in some
///            direction \f$ u \f$ is refuted by \f$ u \f$
/// \proof
/// (a) is the post-condition of the row-wise softmax. (b) The combination has the form of a point of the hull, so no direction separates
/// it. If \f$ \langle u, v \rangle = \max_j \langle u, v_j \rangle \f$ then \f$ \langle u, v + u \rangle = \langle u, v \rangle + \|u\|^2 \f$ is larger than all of them when
/// \f$ u \ne 0 \f$.
/// \qed
/// \of{in_simplex}
/// \of{convex_combination}
/// \of{separates}
/// \verdict{display_3_simplex}
const auto display_3_simplex = theorem<item::display_3_simplex>()
    .given(any::scores, any::values, any::direction)
    .let(geometry(the_softmax_row, separate))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const Mat<R>& V, const Vec<R>& u, const auto& parts) {
      const auto& [weights, combination, separation] = parts;
      const auto A = weights(S);
      const R most = largest_along(V, u, V.rows());
      for (Index i = 0; i < S.rows(); ++i) {
        const auto a = row(A, i);
        const auto y = combination(a, V);
        if constexpr (Claim<R>::exact) claim('a').holds(in_simplex(a), "the row lies in the simplex");
        R mass = R(0);
        for (Index j = 0; j < a.rows(); ++j) {
          claim('a').at_most(R(0), a(j));
          mass += a(j);
        }
        claim('a').within(bound::row_sum_error<R>(a.rows()), R(1), mass, R(1));
        claim('b').at_most(inner(u, y), most, [&] { return hull_slack(V, u); });
      }
      Vec<R> beyond(V.cols());
      for (Index j = 0; j < V.rows(); ++j)
        if (inner(u, row(V, j)) == most) beyond = row(V, j);
      bool directed = false;
      for (Index c = 0; c < V.cols(); ++c) {
        beyond(c) += u(c);
        directed = directed || !(u(c) == R(0));
      }
      claim('b').holds(separation(u, V, beyond) == directed, "u separates a point beyond the hull");
    })
    .not_for("ab", "no denominator", geometry(impostor::no_denominator, separate))
    .not_for("b", "nothing is ever separated", geometry(the_softmax_row, [](const auto&...) { return false; }))
    .qed();

/// \proposition{3.1,Attention is a convex average}
/// With \f$ A = \operatorname{softmax}_{\mathrm{row}} S \f$ and \f$ y_i = \sum_j A_{ij} v_j \f$, unmasked,
/// \f[ A_{i\cdot} \in \operatorname{relint} \Delta^{T-1}, \qquad y_i \in \operatorname{conv}\{v_1,\dots,v_T\}. \f]
/// \clause{a} every weight is positive
/// \clause{b} every row sums to one
/// \clause{c} \f$ \min_j \langle u, v_j \rangle \le \langle u, y_i \rangle \le \max_j \langle u, v_j \rangle \f$ for every \f$ u \f$
/// \proof
/// A quotient of positive numbers is positive; the denominator is the sum of the numerators. For (c) write
/// \f$ m \f$ for the least of the \f$ \langle u, v_j \rangle \f$. Then
/// \f[ \langle u, y_i \rangle - m = \sum_j A_{ij} \bigl( \langle u, v_j \rangle - m \bigr) \ge 0 , \f]
/// since the weights sum to one and no term is negative. The upper bound is the lower one for \f$ -u \f$.
///
/// A point that obeys (c) for every \f$ u \f$ lies in the hull, because a closed convex set is the intersection of its
/// half-spaces. In floats a weight is positive while its exponential does not underflow.
/// \qed
/// \of{softmax_row}
/// \verdict{proposition_3_1}
const auto proposition_3_1 = theorem<item::proposition_3_1>()
    .given(any::scores, any::values, any::direction)
    .let(averaged(the_softmax_row))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const Mat<R>& V, const Vec<R>& u, const auto& AY) {
      const auto& [A, Y] = AY;
      const R most = largest_along(V, u, V.rows()), least = R(0) - largest_along(V, negative(u), V.rows());
      const auto slack = [&] { return hull_slack(V, u); };
      for (Index i = 0; i < S.rows(); ++i) {
        R mass = R(0);
        for (Index j = 0; j < S.cols(); ++j) {
          claim('a').positive(A(i, j));
          mass += A(i, j);
        }
        claim('b').within(bound::row_sum_error<R>(S.cols()), R(1), mass, R(1));
        claim('c').at_most(least, inner(u, row(Y, i)), slack);
        claim('c').at_most(inner(u, row(Y, i)), most, slack);
      }
    })
    .not_for("a", "all the weight on the largest score", averaged(impostor::hard_maximum))
    .not_for("bc", "no denominator", averaged(impostor::no_denominator))
    .qed();

/// \display{3,Attention as an expectation}
/// With \f$ \mathbb P(J_i = j) = A_{ij} \f$, \f$ \operatorname{Attn}(X)_i = \mathbb E[v_{J_i}] \f$.
/// \clause{a} the expectation is the finite sum \f$ \sum_j A_{ij} v_j \f$, and \f$ J_i = j \f$ exactly from the \f$ (j-1) \f$-th partial sum of
///            the weights up to the \f$ j \f$-th
/// \clause{b} the mean of \f$ N \f$ sampled values is within the Hoeffding radius of the output
/// \proof
/// (a) A random variable with finitely many values has the mean \f$ \sum_j \mathbb P(J = j) v_j \f$; the interval has length \f$ A_{ij} \f$. (b) Each
/// coordinate of a draw lies between the least and the largest value; Hoeffding's inequality bounds the mean of \f$ N \f$ of them.
/// \qed
/// \of{convex_combination}
/// \of{sample_source}
/// \verdict{display_3_expectation}
const auto display_3_expectation = theorem<item::display_3_expectation>()
    .given(any::row, any::values, any_seed)
    .let(by(sample))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const Mat<R>& V, Index seed, const auto& source) {
      const auto a = row(softmax_row(transposed(s)), 0);
      const auto y = product(transposed(a), V);
      const auto mean = convex_combination(a, V);
      for (Index c = 0; c < V.cols(); ++c) claim('a').exactly(mean(c), y(0, c));
      R below = R(0);
      for (Index j = 0; j < a.rows(); ++j) {
        claim('a').exactly(source(a, below), j);
        below += a(j);
      }
      if constexpr (std::same_as<R, double>) {
        chance::Source random(seed);
        constexpr int draws = 4096;
        Vec<double> total(V.cols());
        for (int n = 0; n < draws; ++n) {
          const Index j = source(a, chance::uniform(random));
          for (Index c = 0; c < V.cols(); ++c) total(c) += V(j, c);
        }
        for (Index c = 0; c < V.cols(); ++c) {
          double low = V(0, c), high = V(0, c);
          for (Index j = 1; j < V.rows(); ++j) low = std::min(low, V(j, c)), high = std::max(high, V(j, c));
          const Mp rounding =
              (bound::average_error<R>(a.rows()) + bound::row_sum_error<R>(a.rows())) * sum_abs(a, V, c);
          claim('b').at_most(std::abs(total(c) / draws - mean(c)), chance::hoeffding_radius(high - low, draws),
                             rounding);
        }
      } else claim('b').silent("one world samples");
    })
    .not_for("ab", "the next source is drawn", by(sample_next))
    .qed();

/// \display{3,Bounds for an average}
/// \clause{a} \f$ \min_j \langle u, v_j \rangle \le \langle u, y_i \rangle \le \max_j \langle u, v_j \rangle \f$
/// \clause{b} \f$ \| y_i \| \le \sum_j A_{ij} \| v_j \| \le \max_j \| v_j \| \f$
/// \clause{c} \f$ \phi(y_i) \le \sum_j A_{ij} \phi(v_j) \f$ for a maximum of affine maps and for a positive quadratic form
/// \clause{d} equality: the first inequality of (b) holds with equality for values on one ray, the second for values of one norm, (a) where \f$ \langle u, v_j \rangle \f$
///            is constant, and for \f$ (1, 0), (0, 1) \f$ with both weights positive the first one is strict
/// \proof
/// (a) is Proposition 3.1 (c). (b) The triangle inequality, and a weighted mean is at most the largest. (c) is Jensen's inequality: for an affine map
/// it is an equality, so for a maximum of affine maps each is at most the mean of the maxima; and \f$ \sum_j A_{ij} \|v_j\|^2 - \|y_i\|^2 = \sum_j A_{ij} \|v_j - y_i\|^2
/// \ge 0 \f$. (d) On a ray \f$ v_j = r_j w \f$, \f$ r_j \ge 0 \f$, both sides are \f$ \sum_j A_{ij} r_j \|w\| \f$. Equal norms make the mean of the norms that norm. A constant is its own
/// mean. For the two unit vectors \f$ \|y\|^2 = a_1^2 + a_2^2 < (a_1 + a_2)^2 \f$.
///
/// In floats each side is a sum of \f$ T \f$ terms that met at most \f$ 2T + 2 d_v + 4 \f$ roundings, all relative to \f$ \max_j \|v_j\|^2 \f$.
/// \qed
/// \of{convex_combination}
/// \verdict{display_3_bounds}
const auto display_3_bounds = theorem<item::display_3_bounds>()
    .given(any::scores, measured_values, any::direction)
    .let(averaged(the_softmax_row))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const Mat<R>& V, const Vec<R>& u, const auto& AY) {
      const auto& [A, Y] = AY;
      const Index T = V.rows();
      const auto n = norms(V);
      R most = n(0);
      for (Index j = 1; j < T; ++j) most = max(most, n(j));
      const R along = largest_along(V, u, T);
      const auto squares = [&] { return bound::norm_error<R>(T, V.cols()) * largest_square(V); };
      const auto affine = [&](const Vec<R>& v) { return max(R(inner(u, v)), R(R(1) - inner(u, v))); };
      Vec<R> ray(T), equal(T);
      for (Index j = 0; j < T; ++j) ray(j) = number<R>(j), equal(j) = R(1);
      for (Index i = 0; i < S.rows(); ++i) {
        const auto a = row(A, i), y = row(Y, i);
        claim('a').at_most(inner(u, y), along, [&] { return hull_slack(V, u); });
        const R mean = inner(a, n);
        claim('b').at_most(inner(y, y), mean * mean, squares);
        claim('b').at_most(mean * mean, most * most, squares);
        R quadratic = R(0), maximum = R(0);
        for (Index j = 0; j < T; ++j) {
          quadratic += a(j) * inner(row(V, j), row(V, j));
          maximum += a(j) * affine(row(V, j));
        }
        claim('c').at_most(inner(y, y), quadratic, squares);
        claim('c').at_most(affine(y), maximum,
                           [&] { return bound::norm_error<R>(T, V.cols()) * (Mp(1) + hull_scale(V, u)); });
        const R on_ray = inner(a, ray), first = R(3) * on_ray, second = R(4) * on_ray, norms_on_ray = R(5) * on_ray;
        claim('d').within(bound::norm_error<R>(T, 2), norms_on_ray * norms_on_ray, first * first + second * second,
                          norms_on_ray * norms_on_ray);
        claim('d').within(bound::norm_error<R>(T, 1), R(5), R(5) * inner(a, equal), R(5));
      }
      const auto two = row(softmax_row(matrix_of<R>({{0, 1}})), 0);
      const R norm_of_mean = two(0) * two(0) + two(1) * two(1), mean_of_norms = two(0) + two(1);
      claim('d').below(norm_of_mean, mean_of_norms * mean_of_norms);
    })
    .not_for("abcd", "no denominator", averaged(impostor::no_denominator))
    .qed();

/// \remarked{3.4,Scope of the corollary}
/// \clause{a} an output projection can leave the hull of the values
/// \clause{b} a residual addition can leave it
/// \clause{c} the value projection can leave the hull of the stream, before anything is averaged
/// \proof
/// With \f$ X = I_2 \f$ and equal weights the output is \f$ (\frac12, \frac12) \f$. (a) \f$ W_O = 4 I \f$ sends it to \f$ (2, 2) \f$, and \f$ \langle (1,1), \cdot \rangle \f$ is 4 there and 1 on the values.
/// (b) \f$ x_1 + y_1 = (\frac32, \frac12) \f$ has 2. (c) \f$ W_V = 3I \f$ makes \f$ v_1 = (3, 0) \f$, and the first coordinate of the stream is at most 1.
/// \qed
/// \of{head}
/// \verdict{remark_3_4}
const auto remark_3_4 = theorem<item::remark_3_4>()
    .given()
    .let([] { return std::array{4, 1, 3}; })
    .then([]<class R>(Claim<R>& claim, const auto& factors) {
      const auto X = identity<R>(2);
      const auto P = head(X, Head<R>{matrix_of<R>({{0}, {0}}), matrix_of<R>({{0}, {0}}), X});
      Vec<R> projected = row(P.Y, 0), updated = row(P.Y, 0), value = row(X, 0);
      for (Index c = 0; c < 2; ++c) {
        projected(c) = R(factors[0]) * projected(c);
        updated(c) = R(factors[1]) * X(0, c) + updated(c);
        value(c) = R(factors[2]) * value(c);
      }
      const auto u = column_of<R>({1, 1});
      claim('a').holds(separates(u, P.V, projected), "the projection leaves the hull");
      claim('b').holds(separates(u, P.V, updated), "the residual leaves the hull");
      claim('c').holds(separates(u, X, value), "the value leaves the hull of the stream");
    })
    .not_for("abc", "no projection, no residual, no value projection", [] { return std::array{1, 0, 1}; })
    .qed();

/// \aside{3.6,Barycentric coordinates}
/// \clause{a} affinely independent values: the weights are recovered from the output
/// \clause{b} dependent values: two different positive rows give the same output, and nothing is recovered
/// \proof
/// (a) If \f$ \sum_j a_j v_j = \sum_j b_j v_j \f$ with sums one, then \f$ \sum_{j>1} (a_j - b_j)(v_j - v_1) = 0 \f$, and independence makes all the differences zero. (b) For
/// \f$ v = (-1, 0, 1) \f$ and scores \f$ (0, s, 0) \f$ the weights are \f$ (1, e^s, 1)/(2 + e^s) \f$ and the output is 0 for every \f$ s \f$.
/// \qed
/// \of{barycentric}
/// \verdict{aside_3_6}
const auto aside_3_6 = theorem<item::aside_3_6>()
    .given(any::row, independent_values)
    .let(by(solve))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& s, const Mat<R>& V, const auto& solution) {
      const auto a = row(softmax_row(transposed(s)), 0);
      const auto found = solution(V, convex_combination(a, V));
      claim('a').holds(found.has_value(), "the weights are found");
      for (Index j = 0; found && j < a.rows(); ++j) claim('a').exactly((*found)(j), a(j));
      const auto line = matrix_of<R>({{-1}, {0}, {1}});
      Mat<R> scores_of_two(2, 3);
      scores_of_two(0, 1) = s(0);
      scores_of_two(1, 1) = s(0) + R(1);
      const auto A = softmax_row(scores_of_two);
      claim('b').exactly(convex_combination(row(A, 0), line)(0), convex_combination(row(A, 1), line)(0));
      claim('b').differs(A(0, 1), A(1, 1));
      claim('b').holds(!solution(line, convex_combination(row(A, 0), line)), "dependent values: nothing is recovered");
    })
    .not_for("ab", "guesses the uniform weights", by(guess_uniform))
    .qed();

}
