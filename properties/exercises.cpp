#include "attest/bound/exercises.hpp"
#include "attest/lecture/s5_lse.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of the lecture's exercises that claim something of their own.
namespace attest::properties {

/// \cond
// One output as a function of its scores, y(s) = sum_j softmax(s)_j v_j.
const auto averaging = [](auto weights) {
  return by([weights](const auto& s, const auto& V) { return row(product(weights(transposed(s)), V), 0); });
};
const auto adds_the_scores = [](const auto& s, const auto& V) {
  auto y = row(product(softmax_row(transposed(s)), V), 0);
  for (auto& x : y)
    for (const auto& score : s) x += score;
  return y;
};
// The slopes of y along every score.
template <class R> Mat<R> slopes(const Vec<R>& s, const Mat<R>& V, const auto& output) {
  Mat<R> slope(s.rows(), V.cols());
  for (Index l = 0; l < s.rows(); ++l) {
    auto moved = as<Dual<R>>(s);
    moved(l).d = R(1);
    const auto y = output(moved, as<Dual<R>>(V));
    for (Index c = 0; c < V.cols(); ++c) slope(l, c) = y(c).d;
  }
  return slope;
}
const auto masks_of_exercise_5 = [](auto before, auto after, auto again) {
  return [=](const auto&...) { return std::tuple{before, after, again}; };
};
// A stream whose first and second moves are apart by a perturbation, for the Lipschitz constant.
const auto small_move = Any{"H", [](Shape n) { return drawn(n.T, n.d, 64, 256); }};
template <class R> R frobenius(const Mat<R>& A) {
  R s = R(0);
  for (const auto& a : A) s += a * a;
  return sqrt(s);
}
template <class R> R longest_row(const Mat<R>& A) {
  R most = R(0);
  for (Index t = 0; t < A.rows(); ++t) most = max(most, R(inner(row(A, t), row(A, t))));
  return sqrt(most);
}
template <class R> Mat<R> difference(Mat<R> A, const Mat<R>& B) {
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j) A(i, j) -= B(i, j);
  return A;
}
const auto both_heads = [](auto unmasked, auto masked) {
  return [=](const auto&...) { return std::pair{unmasked, masked}; };
};
const auto sharpened = [](const auto& X, auto W) {  // scores sixteen times too large
  for (auto& w : W.W_Q) w = w * typename std::remove_cvref_t<decltype(w)>(16);
  return head(X, W);
};
// The head without the averaging's centre: every weight moves by itself.
const auto uncentred = []<class R>(const Vec<R>& q, const Mat<R>& K, const Mat<R>& V) {
  Vec<R> y(V.cols());
  for (Index c = 0; c < V.cols(); ++c)
    for (Index j = 0; j < K.rows(); ++j) y(c) += exp(inner(q, row(K, j)) / root<R>(q.rows())) * V(j, c);
  return y;
};
template <class R> Mat<R> as_row(const Vec<R>& q) {
  Mat<R> Q(1, q.rows());
  for (Index c = 0; c < q.rows(); ++c) Q(0, c) = q(c);
  return Q;
}
const auto answer = []<class R>(const Vec<R>& q, const Mat<R>& K, const Mat<R>& V) {
  return row(attention(as_row(q), K, V).Y, 0);
};
const auto any_query = Any{"q", [](Shape n) { return drawn_column(n.d_k, any::wide, any::wide / 2); }};
const auto any_move = Any{"h", [](Shape n) { return drawn_column(n.d_k, any::wide, any::wide / 2); }};
template <class R>
Vec<R> slope_along(const Vec<R>& q, const Vec<R>& h, const Mat<R>& K, const Mat<R>& V, const auto& y) {
  Vec<Dual<R>> moved(q.rows());
  for (Index c = 0; c < q.rows(); ++c) moved(c) = Dual<R>(q(c), h(c));
  const auto answer_moved = y(moved, as<Dual<R>>(K), as<Dual<R>>(V));
  Vec<R> slope(V.cols());
  for (Index c = 0; c < V.cols(); ++c) slope(c) = answer_moved(c).d;
  return slope;
}
// Values that often agree, lie on one ray, or have one norm: multiples 0, 1, 2 of (3, 4), (4, 3) and (-3, -4).
const auto coincident_values = Any{"V", [](Shape n) {
  constexpr double legs[][2]{{3, 4}, {4, 3}, {-3, -4}};
  const long kinds = seam::draw(0, 2), lengths = seam::draw(0, 2);
  Mat<double> V(n.T, 2);
  for (Index j = 0; j < n.T; ++j) {
    const auto& leg = legs[seam::draw(0, kinds)];
    const double r = double(seam::draw(lengths == 2 ? 0 : 1, 1 + lengths / 2 + lengths % 2));
    for (Index c = 0; c < 2; ++c) V(j, c) = r * leg[c];
  }
  return V;
}};
template <class R> bool on_one_ray(const Mat<R>& V) {
  for (Index j = 0; j < V.rows(); ++j)
    for (Index l = 0; l < j; ++l) {
      const auto a = row(V, j), b = row(V, l);
      if (!(a(0) * b(1) == a(1) * b(0)) || inner(a, b) < R(0)) return false;
    }
  return true;
}
template <class R> bool all_equal(const Vec<R>& a) {
  return std::all_of(a.begin(), a.end(), [&](const R& x) { return x == a(0); });
}
const auto second_head = Any{"W'", [](Shape n) {
  return Head<double>{drawn(n.d_v, n.d_k, any::wide, any::wide), drawn(n.d_v, n.d_k, any::wide, any::wide),
                      drawn(n.d_v, n.d_v, any::wide, any::wide / 2)};
}};
/// \endcond

/// \exercise{2,Permitted gradients may vanish}
/// The assertions of the exercise are Definition 4.1, Proposition 4.3 and Proposition 3.1; what is left is why a permitted gradient need not be
/// non-zero. With \f$ y(s) = \sum_j \operatorname{softmax}(s)_j v_j \f$, all \f$ \partial y / \partial s_l \f$ vanish
/// \clause{a} when all values agree
/// \clause{b} when \f$ W_V = 0 \f$
/// \clause{c} in the first row of a causal head, which has a single score
/// \clause{d} in a combination: for \f$ q = 0 \f$, \f$ k = (-1, 0, 1) \f$, \f$ v = (1, -2, 1) \f$ the output does not move with \f$ q \f$, though neither the keys nor
///            the values agree
/// \clause{e} in floats by saturation, once a weight underflows; in exact arithmetic those slopes are small and not zero
/// \proof
/// \f$ \partial y / \partial s_l = p_l (v_l - y) \f$. (a) All \f$ v_l \f$ equal \f$ y \f$. (b) All are 0. (c) \f$ p = 1 \f$, so \f$ y = v_1 \f$. (d) The slope along \f$ q \f$ is
/// \f$ \sum_j p_j k_j (v_j - y) \f$ with \f$ p_j = \frac13, y = 0 \f$, that is \f$ \frac13 (-1 + 1) \f$. (e) \f$ p_l > 0 \f$ while \f$ e^{s_l} \f$ does not underflow, and
/// \f$ v_l \ne y \f$.
/// \qed
/// \of{softmax_row}
/// \verdict{exercise_2}
const auto exercise_2 = theorem<item::exercise_2>()
    .given()
    .let(averaging(the_softmax_row))
    .then([]<class R>(Claim<R>& claim, const auto& output) {
      const auto vanish = [&](char clause, const Vec<R>& s, const Mat<R>& V) {
        for (const R& slope : slopes(s, V, output)) claim(clause).exactly(slope, R(0));
      };
      for (const R& slope : slopes(column_of<R>({0, 1, 0}), matrix_of<R>({{4, 8}, {4, 8}, {4, 8}}), output))
        claim('a').within(bound::score_slope_error<R>(3), R(8), slope, R(0));
      vanish('b', column_of<R>({0, 1, 2}), matrix_of<R>({{0, 0}, {0, 0}, {0, 0}}));
      vanish('c', column_of<R>({3}), matrix_of<R>({{5, 7}}));
      const auto V = matrix_of<R>({{1}, {-2}, {1}});
      const auto along = slopes(Vec<R>(3), V, output);
      claim('d').exactly(along(2, 0) - along(0, 0), R(0));
      claim('d').differs(along(1, 0), R(0), bound::g<R>(16), R(1));
      const auto saturated = slopes(column_of<R>({0, -4096}), matrix_of<R>({{1}, {3}}), output);
      if constexpr (Claim<R>::floats) claim('e').exactly(saturated(1, 0), R(0));
      else claim('e').positive(saturated(1, 0));
    })
    .not_for("abce", "the scores are added to the output", by(adds_the_scores))
    .not_for("de", "the same weight for every key", averaging(impostor::uniform))
    .not_for("a", "no denominator", averaging(impostor::no_denominator))
    .qed();

/// \exercise{5,Two masks on the zero scores}
/// For \f$ S = 0 \in \mathbb R^{2 \times 2} \f$:
/// \clause{a} masked before the softmax, \f$ A = \begin{pmatrix} 1 & 0 \\ \frac12 & \frac12 \end{pmatrix} \f$ and every
///            \f$ \partial A_{1j} / \partial S_{1\ell} = 0 \f$
/// \clause{b} zeroed after it, \f$ A = \begin{pmatrix} \frac12 & 0 \\ \frac12 & \frac12 \end{pmatrix} \f$, \f$ \partial A_{11} / \partial S_{11} = \frac14 \f$,
///            \f$ \partial A_{11} / \partial S_{12} = -\frac14 \f$, \f$ \partial A_{12} / \partial S_{1\ell} = 0 \f$
/// \clause{c} renormalised after that, the first matrix and the first derivatives again
/// \proof
/// (a) The first row is \f$ e^{S_{11}} / e^{S_{11}} = 1 \f$ for every \f$ S_{11} \f$. (b) Before zeroing the first row is \f$ (p, 1 - p) \f$ with
/// \f$ p = 1 / (1 + e^{S_{12} - S_{11}}) \f$, whose slopes are \f$ \pm p (1 - p) = \pm \frac14 \f$; the zeroed entry is a constant. (c) \f$ p / p = 1 \f$: the functions agree,
/// so do their derivatives.
/// \qed
/// \of{causal_head}
/// \verdict{exercise_5}
const auto exercise_5 = theorem<item::exercise_5>()
    .given()
    .let(masks_of_exercise_5(impostor::causal_weights, impostor::mask_after_softmax,
                             impostor::mask_after_softmax_renormalised))
    .then([]<class R>(Claim<R>& claim, const auto& masks) {
      const auto& [before, after, again] = masks;
      const R half = R(1) / R(2), quarter = R(1) / R(4), one = R(1), none = R(0);
      const auto expect = [&](char clause, const auto& mask, const R& first, const R& slope) {
        for (const Index l : {Index(0), Index(1)}) {
          Mat<Dual<R>> Z(2, 2);
          Z(0, l).d = one;
          const auto A = mask(Z);
          claim(clause).exactly(A(0, 0), Dual<R>(first, l == 0 ? slope : R(none - slope)));
          claim(clause).exactly(A(0, 1), Dual<R>(0));
          claim(clause).exactly(A(1, 0), Dual<R>(half));
          claim(clause).exactly(A(1, 1), Dual<R>(half));
        }
      };
      expect('a', before, one, none);
      expect('b', after, half, quarter);
      expect('c', again, one, none);
    })
    .not_for("abc", "before and after exchanged, and not renormalised",
             masks_of_exercise_5(impostor::mask_after_softmax, impostor::causal_weights, impostor::mask_after_softmax))
    .qed();

/// \exercise{8,Softmax raises the rank}
/// \clause{a} for \f$ d_k = 1 \f$, \f$ T = 2 \f$, \f$ Q = K = (0, 1)^\top \f$: \f$ \operatorname{rank} QK^\top = 1 = d_k \f$ and the row-wise softmax has rank 2
/// \clause{b} for \f$ d_k = 1 \f$ and \f$ Q = K = (0, 1, 2)^\top \f$ it has rank 3
/// \proof
/// That \f$ \operatorname{rank} QK^\top \le d_k \f$ is result_2_rank. (a) \f$ QK^\top = \begin{pmatrix} 0&0\\0&1 \end{pmatrix} \f$ has rank 1; its softmax has the rows
/// \f$ (\frac12, \frac12) \f$ and \f$ (1, e)/(1+e) \f$, which are not proportional since \f$ e \ne 1 \f$. (b) The rows are multiples of \f$ (1, x, x^2) \f$ at
/// \f$ x = 1, e, e^2 \f$: a Vandermonde matrix with distinct nodes.
/// \qed
/// \of{scores}
/// \of{softmax_row}
/// \verdict{exercise_8}
const auto exercise_8 = theorem<item::exercise_8>()
    .given()
    .let(by(the_softmax_row))
    .then([]<class R>(Claim<R>& claim, const auto& weights) {
      const auto two = matrix_of<R>({{0}, {1}}), three = matrix_of<R>({{0}, {1}, {2}});
      claim('a').exactly(rank(scores(two, two)), Index(1));
      claim('a').exactly(rank(weights(scores(two, two))), Index(2));
      claim('b').exactly(rank(scores(three, three)), Index(1));
      claim('b').exactly(rank(weights(scores(three, three))), Index(3));
    })
    .not_for("ab", "raw scores as weights", by(impostor::no_exponential))
    .qed();

/// \exercise{9,Lipschitz on balls and not globally}
/// Let the rows of \f$ X \f$ and \f$ X' \f$ have norms at most \f$ \rho \f$, and \f$ L = \|W_V\| \bigl(1 + 2 \|W_Q W_K^\top\| \rho^2 / \sqrt{d_k}\bigr) \f$, with Frobenius norms.
/// \clause{a} \f$ \max_t \|\operatorname{Attn}(X)_t - \operatorname{Attn}(X')_t\| \le L \max_t \|x_t - x'_t\| \f$, unmasked
/// \clause{b} the same for the causal head
/// \clause{c} no constant serves everywhere: for \f$ d = 1 \f$, all projections 1 and \f$ X = (0, r)^\top \f$, \f$ \partial y_1 / \partial x_1 = \frac12 + \frac{r^2}4 \f$
/// \proof
/// Move along the segment \f$ X(\theta) \f$ from \f$ X \f$ to \f$ X' \f$; the ball is convex, so its rows stay within \f$ \rho \f$. Put
/// \f$ \delta = \max_t \|x_t - x'_t\| \f$ and \f$ G = W_Q W_K^\top / \sqrt{d_k} \f$. A score \f$ s_{ij} = x_i G x_j^\top \f$ has the slope
/// \f$ \dot x_i G x_j^\top + x_i G \dot x_j^\top \f$, at most \f$ 2 \|G\| \rho\, \delta \f$ in size. The output has the slope
/// \f[ \dot y_i = \sum_j A_{ij} \dot v_j + \sum_j A_{ij} \dot s_{ij} (v_j - y_i). \f]
/// The first sum is at most \f$ \|W_V\| \delta \f$. In the second, Cauchy and Schwarz bound the component along any unit vector by the root of
/// \f$ \sum_j A_{ij} \dot s_{ij}^2 \f$ times that of \f$ \sum_j A_{ij} \|v_j - y_i\|^2 \le \sum_j A_{ij} \|v_j\|^2 \le \|W_V\|^2 \rho^2 \f$. Together \f$ \|\dot y_i\| \le L \delta \f$, and the difference is the
/// integral of the slope. A mask only removes terms. The spectral norm would do; the Frobenius norm is not smaller.
///
/// (c) At \f$ x_1 = 0 \f$ both weights of the first row are \f$ \frac12 \f$ and \f$ y_1 = \frac r2 \f$. The score \f$ x_1 x_1 \f$ has slope 0 there and \f$ x_1 x_2 \f$ slope \f$ r \f$; so
/// the slope of \f$ y_1 \f$ is \f$ \frac12 + \frac12 r (r - \frac r2) \f$. It grows because the scores are a product of two rows.
/// \qed
/// \of{head}
/// \of{causal_head}
/// \verdict{exercise_9}
const auto exercise_9 =
    theorem<item::exercise_9>()
        .given(any::stream, small_move, any::head, any::shift)
        .let(both_heads(the_head, the_causal_head))
        .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Mat<R>& H, const Head<R>& W, const R& r,
                          const auto& heads) {
          const auto& [unmasked, masked] = heads;
          if constexpr (Claim<R>::exact) {
            claim('a').silent("norms are roots");
            claim('b').silent("norms are roots");
          } else {
            const auto X_moved = sum(X, H);
            const R rho = max(longest_row(X), longest_row(X_moved));
            const R G = frobenius(product(W.W_Q, transposed(W.W_K))) / root<R>(W.W_Q.cols());
            const R most = frobenius(W.W_V) * (R(1) + R(2) * G * rho * rho) * longest_row(H);
            const auto rounding = [&] {
              return bound::lipschitz_error<R>(lift<Mp>(X), lift<Mp>(X_moved), lift<Mp>(W), lifted<Mp>(most));
            };
            claim('a').at_most(longest_row(difference(unmasked(X, W).Y, unmasked(X_moved, W).Y)), most, rounding);
            claim('b').at_most(longest_row(difference(masked(X, W).Y, masked(X_moved, W).Y)), most, rounding);
          }
          Mat<Dual<R>> pair(2, 1);
          pair(0, 0).d = R(1);
          pair(1, 0).v = r;
          const Dual<R> one(1);
          const auto ones = matrix_of<Dual<R>>({{1}});
          claim('c').exactly(unmasked(pair, Head<Dual<R>>{ones, ones, ones}).Y(0, 0).d, R(1) / R(2) + r * r / R(4));
        })
        .not_for("ac", "scores sixteen times too large", both_heads(sharpened, the_causal_head))
        .not_for("b", "no denominator", both_heads(the_head, impostor::head_with(impostor::no_denominator)))
        .qed();

/// \exercise{10,The differential of one output}
/// For \f$ y(q) = \sum_j A_j v_j \f$, \f$ A = \operatorname{softmax}(\langle q, k_\cdot \rangle / \sqrt{d_k}) \f$, unmasked:
/// \clause{a} \f$ Dy(q)[h] = \frac1{\sqrt{d_k}} \sum_j A_j \langle h, k_j \rangle (v_j - y) \f$
/// \clause{b} it is zero for every \f$ h \f$ if all values agree, or all keys; for \f$ T = 2 \f$ only then; for \f$ T = 3 \f$ also at \f$ q = 0 \f$, \f$ k = (-1, 0, 1) \f$,
///            \f$ v = (1, -2, 1) \f$
/// \proof
/// (a) \f$ A_j \f$ has the slope \f$ A_j (\dot s_j - \sum_l A_l \dot s_l) \f$ with \f$ \dot s_j = \langle h, k_j \rangle / \sqrt{d_k} \f$; multiply by \f$ v_j \f$, add up, and write
/// \f$ \sum_j A_j \f$ times the mean as \f$ y \sum_l A_l \dot s_l \f$. The centred value \f$ v_j - y \f$ is what source \f$ j \f$ would add beyond the present average: a query that moves towards \f$ k_j \f$ pulls
/// the output towards \f$ v_j \f$, away from where it is.
///
/// (b) Since \f$ \sum_j A_j (v_j - y) = 0 \f$ the differential is \f$ \operatorname{Cov}_A(v, k) h / \sqrt{d_k} \f$, and it vanishes for every \f$ h \f$ exactly when
/// \f$ \sum_j A_j (v_j - y)(k_j - \bar k)^\top = 0 \f$. Equal values or equal keys make every term 0. For \f$ T = 2 \f$ the sum is
/// \f$ A_1 A_2 (v_1 - v_2)(k_1 - k_2)^\top \f$, with a positive factor. For three, \f$ \frac13 (1 \cdot (-1) + (-2) \cdot 0 + 1 \cdot 1) = 0 \f$.
/// \qed
/// \of{attention}
/// \verdict{exercise_10}
const auto exercise_10 =
    theorem<item::exercise_10>()
        .given(any_query, any_move, any::keys, any::values)
        .let(by(answer))
        .then([]<class R>(Claim<R>& claim, const Vec<R>& q, const Vec<R>& h, const Mat<R>& K, const Mat<R>& V,
                          const auto& y) {
          const auto slope = slope_along(q, h, K, V, y);
          const auto A = row(attention(as_row(q), K, V).A, 0);
          const auto centre = y(q, K, V);
          const Mp rounding = Claim<R>::exact
                                  ? Mp(0)
                                  : bound::score_differential_error<R>(lift<Mp>(q), lift<Mp>(h), lift<Mp>(K),
                                                                       lift<Mp>(V));
          for (Index c = 0; c < V.cols(); ++c) {
            R formula = R(0);
            for (Index j = 0; j < K.rows(); ++j) formula += A(j) * inner(h, row(K, j)) * (V(j, c) - centre(c));
            claim('a').within([&] { return rounding; }, slope(c), formula / root<R>(q.rows()));
          }
          Mat<R> K_same = K, V_same = V;
          for (Index j = 0; j < K.rows(); ++j) {
            for (Index c = 0; c < K.cols(); ++c) K_same(j, c) = K(0, c);
            for (Index c = 0; c < V.cols(); ++c) V_same(j, c) = V(0, c);
          }
          for (const R& x : slope_along(q, h, K_same, V, y)) claim('b').within([&] { return rounding; }, x, R(0));
          for (const R& x : slope_along(q, h, K, V_same, y)) claim('b').within([&] { return rounding; }, x, R(0));
          const auto zero = column_of<R>({0}), one = column_of<R>({1});
          claim('b').exactly(
              slope_along(zero, one, matrix_of<R>({{-1}, {0}, {1}}), matrix_of<R>({{1}, {-2}, {1}}), y)(0), R(0));
          claim('b').differs(slope_along(zero, one, matrix_of<R>({{0}, {1}}), matrix_of<R>({{0}, {1}}), y)(0), R(0),
                             bound::g<R>(16), R(1));
        })
        .not_for("ab", "no denominator", by(uncentred))
        .qed();

/// \exercise{11,When the bounds are attained}
/// All weights are positive. With \f$ n_j = \|v_j\| \f$:
/// \clause{a} \f$ \|y\| = \sum_j A_j n_j \f$ exactly when all \f$ v_j \f$ lie on one ray from 0
/// \clause{b} \f$ \sum_j A_j n_j = \max_j n_j \f$ exactly when all norms agree
/// \clause{c} \f$ \|y\| = \max_j n_j \f$ exactly when all \f$ v_j \f$ agree
/// \clause{d} \f$ \langle u, y \rangle = \max_j \langle u, v_j \rangle \f$ exactly when \f$ \langle u, v_j \rangle \f$ is constant
/// \proof
/// The inequality itself is Jensen's for the norm: \f$ \|\sum_j A_j v_j\| \le \sum_j A_j \|v_j\| \f$. (a) Expand both squares: their difference is
/// \f$ \sum_{j,l} A_j A_l (n_j n_l - \langle v_j, v_l \rangle) \f$, a sum of terms that are not negative by Cauchy and Schwarz; with positive weights it vanishes
/// exactly if each does, which says that any two are non-negative multiples of each other. (b), (d) A mean with positive weights attains the maximum
/// only if every term does. (c) By (a) and (b) all lie on one ray and have one norm. Strict convexity along the segments between the values is the
/// condition that (a) fails: off a common ray the norm is strictly convex.
/// \qed
/// \of{convex_combination}
/// \verdict{exercise_11}
const auto exercise_11 = theorem<item::exercise_11>()
    .given(any::row, coincident_values)
    .let([](const auto& s, const auto&) { return row(softmax_row(transposed(s)), 0); })
    .then([]<class R>(Claim<R>& claim, const Vec<R>&, const Mat<R>& V, const Vec<R>& A) {
      const auto y = convex_combination(A, V);
      const auto u = column_of<R>({1, 2});
      Vec<R> n(V.rows()), along(V.rows()), first(V.rows()), second(V.rows());
      for (Index j = 0; j < V.rows(); ++j) {
        n(j) = sqrt(inner(row(V, j), row(V, j)));
        along(j) = inner(u, row(V, j));
        first(j) = V(j, 0);
        second(j) = V(j, 1);
      }
      const R mean = inner(A, n), most = largest(n);
      claim('a').exactly(inner(y, y) == mean * mean, on_one_ray(V));
      claim('b').exactly(mean == most, all_equal(n));
      claim('c').exactly(inner(y, y) == most * most, all_equal(first) && all_equal(second));
      claim('d').exactly(inner(u, y) == largest(along), all_equal(along));
    })
    .not_for("abcd", "all the weight on the largest score",
             [](const auto& s, const auto&) { return row(impostor::hard_maximum(transposed(s)), 0); })
    .qed();

/// \exercise{12,Compositions of causal maps}
/// Let \f$ F \f$ and \f$ G \f$ be causal maps of sequences, here two heads.
/// \clause{a} equal prefixes stay equal: \f$ (F \circ G)(X)_i \f$ does not change when rows after \f$ i \f$ do
/// \clause{b} \f$ \partial (F \circ G)(X)_i / \partial X_j = 0 \f$ for \f$ j > i \f$: the Jacobian is block lower triangular
/// \clause{c} its diagonal blocks are the products of the diagonal blocks of \f$ F \f$ and \f$ G \f$
/// \proof
/// (a) Directly: if \f$ X \f$ and \f$ X' \f$ agree up to row \f$ i \f$ then so do \f$ G(X) \f$ and \f$ G(X') \f$, row by row, and then \f$ F(G(X))_i = F(G(X'))_i \f$. (b) A function of the first
/// \f$ i \f$ rows has no slope along the others; by the chain rule a product of block lower triangular matrices is one. (c) In
/// \f$ \sum_l \frac{\partial F_i}{\partial Y_l} \frac{\partial G_l}{\partial X_i} \f$ the first factor vanishes for \f$ l > i \f$ and the second for \f$ l < i \f$; only \f$ l = i \f$ is left.
/// \qed
/// \of{causal_head}
/// \verdict{exercise_12}
const auto exercise_12 = theorem<item::exercise_12>()
                             .given(any::stream, any::other_stream, any::head, second_head, any::position)
                             .let(by(the_causal_head))
                             .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Mat<R>& H, const Head<R>& W,
                                               const Head<R>& W_next, Index i, const auto& attend) {
                               const auto both = [&](const auto& Z) {
                                 using S = typename std::remove_cvref_t<decltype(Z)>::Scalar;
                                 return attend(attend(Z, as<S>(W)).Y, as<S>(W_next)).Y;
                               };
                               const auto Y = both(X), Y_replaced = both(replaced_after(i, X, H)), Y_later = Y;
                               const auto slope_later = both(moving(X, rows_after(i, H)));
                               Mat<R> only(X.rows(), X.cols());
                               for (Index c = 0; c < X.cols(); ++c) only(i, c) = H(i, c);
                               const auto inner_slope = attend(moving(X, only), as<Dual<R>>(W)).Y,
                                          slope = attend(inner_slope, as<Dual<R>>(W_next)).Y;
                               auto diagonal = inner_slope;
                               for (Index t = 0; t < X.rows(); ++t)
                                 for (Index c = 0; c < diagonal.cols(); ++c)
                                   if (t != i) diagonal(t, c).d = R(0);
                               const auto by_blocks = attend(diagonal, as<Dual<R>>(W_next)).Y;
                               for (Index c = 0; c < Y.cols(); ++c) {
                                 claim('c').exactly(slope(i, c).d, by_blocks(i, c).d);
                                 for (Index t = 0; t <= i; ++t) {
                                   claim('a').exactly(Y(t, c), Y_replaced(t, c));
                                   claim('b').exactly(slope_later(t, c).d, R(0));
                                 }
                               }
                             })
                             .not_for("abc", "mask one column late", by(impostor::head_with(impostor::mask_one_late)))
                             .one_case_in(3)
                             .qed();
}
