#include "attest/lecture/s9_step4.hpp"
#include "attest/lecture/s7_smoothing.hpp"
#include "chance.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 9: minibatches and heatmaps.
namespace attest::properties {

/// \cond
const auto the_batch = [](const auto& X, Index B, const auto& W, Mask mask) { return batch(X, B, W, mask); };
// All rows in one long context.
const auto one_context = []<class R>(const Mat<R>& X, Index B, const Head<R>& W, Mask mask) {
  auto P = batch(X, B, W, mask);
  const auto long_pass = mask == Mask::causal ? causal_head(X, W) : head(X, W);
  P.Y = long_pass.Y;
  return P;
};
// Keys and values of the first example serve all of them.
const auto first_keys = []<class R>(const Mat<R>& X, Index B, const Head<R>& W, Mask mask) {
  auto P = batch(X, B, W, mask);
  std::vector<Mat<R>> Y;
  for (Index b = 0; b < B; ++b) {
    auto S = scores(example(P.Q, B, b), example(P.K, B, 0));
    if (mask == Mask::causal) S = causal(S);
    Y.push_back(product(softmax_row(S), example(P.V, B, 0)));
  }
  P.Y = stack(Y);
  return P;
};
// Every row of example b carries the tag b.
template <class R> Mat<Traced<R>> tagged_examples(const Mat<R>& X, Index B) {
  auto Z = as<Traced<R>>(X);
  for (Index i = 0; i < X.rows(); ++i)
    for (Index c = 0; c < X.cols(); ++c) Z(i, c).from = tag(i / (X.rows() / B));
  return Z;
}
template <class R> bool has_shape(const Mat<R>& A, Index m, Index n) { return A.rows() == m && A.cols() == n; }
/// \endcond

/// \part{9.1,Minibatches}
/// With a leading coordinate \f$ X : B \times T \times d \f$, \f$ Q, K : B \times T \times d_k \f$, \f$ V : B \times T \times d_v \f$, scores and weights
/// \f$ B \times T \times T \f$, output \f$ B \times T \times d_v \f$.
/// \clause{a} the shapes are these, and every stage of example \f$ b \f$ is that of \f$ X_b \f$ alone
/// \clause{b} nothing of example \f$ b \f$ depends on another example
/// \proof
/// A projection acts on each row alone, so it makes no difference which rows are stacked around it. Scores, weights and averages are made of the queries,
/// keys and values of one example, by the operations of a solo run.
/// \qed
/// \of{example}
/// \of{stack}
/// \of{batch}
/// \verdict{section_9_batch}
const auto section_9_batch = theorem<item::section_9_batch>()
    .given(any::stream, any::other_stream, any::head)
    .let(by(the_batch))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X_1, const Mat<R>& X_2, const Head<R>& W, const auto& batched) {
      const std::vector<Mat<R>> examples{X_1, X_2, X_1};
      const auto X = stack(examples);
      const Index B = 3, T = X_1.rows(), d_k = W.W_K.cols(), d_v = W.W_V.cols();
      for (const Mask mask : {Mask::none, Mask::causal}) {
        const auto P = batched(X, B, W, mask);
        claim('a').holds(has_shape(P.Q, B * T, d_k) && has_shape(P.K, B * T, d_k), "queries and keys B x T x d_k");
        claim('a').holds(has_shape(P.V, B * T, d_v) && has_shape(P.Y, B * T, d_v), "values and output B x T x d_v");
        claim('a').holds(has_shape(P.S, B * T, T) && has_shape(P.A, B * T, T), "scores and weights B x T x T");
        for (Index b = 0; b < B; ++b) {
          const auto solo = mask == Mask::causal ? causal_head(examples[b], W) : head(examples[b], W);
          claim('a').exactly(example(P.Q, B, b), solo.Q);
          claim('a').exactly(example(P.K, B, b), solo.K);
          claim('a').exactly(example(P.V, B, b), solo.V);
          claim('a').exactly(example(P.S, B, b), solo.S);
          claim('a').exactly(example(P.A, B, b), solo.A);
          claim('a').exactly(example(P.Y, B, b), solo.Y);
        }
        const auto Y = batched(tagged_examples(X, B), B, as<Traced<R>>(W), mask).Y;
        for (Index i = 0; i < Y.rows(); ++i)
          for (Index c = 0; c < d_v; ++c) claim('b').exactly(Y(i, c).from, tag(i / T));
      }
      claim('a').holds(refuses<ShapeError>([&] { batch(X, B * T + 1, W, Mask::none); }), "rows that do not divide");
    })
    .not_for("ab", "one long context", by(one_context))
    .not_for("ab", "the keys of the first example", by(first_keys))
    .one_case_in(4)
    .qed();

/// \cond
// A picture, weights, a law of heads for the one-hot stream of length T, and Gaussian scores.
const auto pictures = [](auto draw, auto weights, auto law, auto kernel) {
  return [=](const auto&...) { return std::tuple{draw, weights, law, kernel}; };
};
const auto the_heatmap = [](const auto& A) { return heatmap(A, Mask::causal); };
const auto zeros_drawn = [](const auto& A) { return heatmap(A, Mask::none); };
inline Mat<double> untrained(chance::Source& source, Index T, Index d_k) {
  Mat<double> W(T, d_k);
  for (auto& w : W) w = 4 * chance::uniform(source) - 2;
  return W;
}
const auto independent_law = [](chance::Source& source, Index T, Index d_k) {
  auto W_Q = untrained(source, T, d_k), W_K = untrained(source, T, d_k);
  return std::pair{W_Q, W_K};
};
const auto shared_law = [](chance::Source& source, Index T, Index d_k) {
  const auto W = untrained(source, T, d_k);
  return std::pair{W, W};
};
const auto seedless_law = [](chance::Source&, Index T, Index d_k) {
  chance::Source source(1);
  return independent_law(source, T, d_k);
};
const auto the_gaussian = []<class R>(Index T, const R& h) { return gaussian_scores(T, h); };
const auto not_squared = []<class R>(Index T, const R& h) {
  auto S = gaussian_scores(T, h);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < T; ++j) S(i, j) = R(0) - number<R>(i < j ? j - i : i - j) / h;
  return S;
};
const auto drawn_by = [](auto f) { return pictures(f, impostor::causal_weights, independent_law, the_gaussian); };
const auto weighed_by = [](auto f) { return pictures(the_heatmap, f, independent_law, the_gaussian); };
const auto sampled_by = [](auto f) { return pictures(the_heatmap, impostor::causal_weights, f, the_gaussian); };
const auto smoothed_by = [](auto f) { return pictures(the_heatmap, impostor::causal_weights, independent_law, f); };
// Signs: rows of one norm.
const Any signs{"W", [](Shape n) {
  Mat<double> W(n.T, n.d_k);
  for (auto& w : W) w = seam::draw(0, 1) == 0 ? -1 : 1;
  return W;
}};
const Any some_seed{"seed", [](Shape) { return Index(seam::draw(1, 1 << 20)); }};
constexpr Index heads_sampled = 4096;

// The mean weights of many untrained heads, and the first of their patterns.
template <class Law> std::pair<Mat<double>, Mat<double>> baseline(const Law& law, Index seed, Index T, Index d_k) {
  chance::Source source(seed);
  Mat<double> mean(T, T), first(T, T);
  for (Index n = 0; n < heads_sampled; ++n) {
    const auto [W_Q, W_K] = law(source, T, d_k);
    const auto A = impostor::causal_weights(scores(W_Q, W_K));
    if (n == 0) first = A;
    for (Index i = 0; i < T; ++i)
      for (Index j = 0; j <= i; ++j) mean(i, j) += A(i, j) / double(heads_sampled);
  }
  return {mean, first};
}
// (d) and (e), measured: both seeds have the baseline 1/i, and their patterns differ; with shared projections the diagonal is above it.
template <class Law> void measures(Claim<double>& claim, const Law& law, Index seed, Index T, Index d_k) {
  const auto [mean, pattern] = baseline(law, seed, T, d_k);
  const auto [mean_again, other_pattern] = baseline(law, seed + 1, T, d_k);
  const double radius = chance::hoeffding_radius(1, double(heads_sampled));
  const Mp rounding = bound::row_sum_error<double>(T) + bound::average_error<double>(heads_sampled);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j <= i; ++j) {
      claim('d').at_most(std::abs(mean(i, j) - 1 / double(i + 1)), radius, rounding);
      claim('e').at_most(std::abs(mean_again(i, j) - 1 / double(i + 1)), radius, rounding);
    }
  if (T < 3) return;
  claim('e').differs(pattern(1, 0), other_pattern(1, 0));
  claim('d').below(1.0 / 3 + radius, baseline(shared_law, seed, 3, d_k).first(2, 2));
}
/// \endcond

/// \part{9.2,Reading a heatmap}
/// \f$ A \f$ are causal weights.
/// \clause{a} a cell above the diagonal is absent and not a small number; every other cell is its weight
/// \clause{b} the first row is one cell of weight 1
/// \clause{c} row \f$ i \f$ has \f$ i \f$ cells, whose mass is 1
/// \clause{d} an untrained head, with a one-hot stream and independent projections whose rows are drawn alike, has the expected weight \f$ 1/i \f$ in every cell of row
///            \f$ i \f$; with \f$ W_Q = W_K \f$ it does not: rows of one norm give the diagonal the largest weight of its row
/// \clause{e} another seed gives another pattern with the same baseline: a pattern is no evidence of anything learned
/// \clause{f} a Gaussian kernel of known bandwidth \f$ h \f$ beside it: \f$ A_{ij} = A_{ii} \, e^{-(i-j)^2/(2h^2)} \f$, a narrow diagonal for \f$ h = \frac12 \f$ and a broad average
///            for \f$ h = T \f$
/// \proof
/// (a)–(c) restate what the mask does. (d) The stream being one-hot, queries and keys are the rows of \f$ W_Q \f$ and \f$ W_K \f$. Given the query, the scores
/// \f$ s_{i1}, \dots, s_{ii} \f$ are functions of independent, equally distributed keys, hence exchangeable, and so are the weights: they have one expectation, and \f$ i \f$ of them
/// sum to 1. A self-score is no exception, as long as the query says nothing about its own key. It does when \f$ W_Q = W_K \f$: for rows of one norm
/// \f$ \langle w_i, w_j \rangle \le \|w_i\| \|w_j\| = \langle w_i, w_i \rangle \f$, by Cauchy and Schwarz. Hoeffding's inequality bounds what a mean over many heads is off.
///
/// (f) The common denominator of a row cancels in \f$ A_{ij} / A_{ii} = e^{S_{ij} - S_{ii}} \f$, and \f$ S_{ii} = 0 \f$. With \f$ h = \frac12 \f$ and \f$ n = i - j \f$ the row's
/// denominator is at most \f$ 1 + \sum_{n \ge 1} e^{-2n^2} \le 1 + \frac{e^{-2}}{1 - e^{-2}} < 2 \f$, so \f$ A_{ii} > \frac12 \f$; with \f$ h = T \f$ every
/// \f$ A_{ij} \ge e^{-1/2} A_{ii} > \frac12 A_{ii} \f$. In floats either side of the identity carries \f$ E \f$ roundings of its exponential, at most 2 for an
/// exponent that is no larger than \f$ \frac12 \f$, and at most 2 more.
/// \qed
/// \of{heatmap}
/// \verdict{section_9_heatmap}
const auto section_9_heatmap = theorem<item::section_9_heatmap>()
    .given(any::scores, signs, some_seed)
    .let(drawn_by(the_heatmap))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const Mat<R>& W, Index seed, const auto& picture) {
      const auto& [draw, weights, law, kernel] = picture;
      const Index T = S.rows();
      const auto A = weights(S), A_shared = weights(scores(W, W));
      const auto narrow = weights(kernel(T, R(R(1) / R(2)))), broad = weights(kernel(T, number<R>(T)));
      const auto cell = draw(A);
      const Mp rounding = bound::row_sum_error<R>(T) + bound::softmax_row_error<R>(T);
      for (Index i = 0; i < T; ++i) {
        R mass = R(0);
        Index cells = 0;
        for (Index j = 0; j < T; ++j) {
          claim('a').holds(cell(i, j).has_value() == (j <= i), "present up to the diagonal");
          if (!cell(i, j)) continue;
          claim('a').exactly(*cell(i, j), A(i, j));
          mass += *cell(i, j), ++cells;
        }
        claim('c').exactly(cells, i + 1);
        claim('c').within(bound::row_sum_error<R>(T), R(1), mass, R(1));
        claim('f').below(R(1) / R(2), narrow(i, i));
        for (Index j = 0; j <= i; ++j) {
          claim('d').at_most(A_shared(i, j), A_shared(i, i), rounding);
          const R z = number<R>(i - j) / number<R>(T), expected = broad(i, i) * exp(R(0) - z * z / R(2));
          claim('f').within(bound::g<R>(2 * bound::elementary<R>() + 8), expected, broad(i, j), expected);
          claim('f').below(broad(i, i), broad(i, j) + broad(i, j));
        }
      }
      claim('b').holds(cell(0, 0) == R(1) && (T == 1 || !cell(0, 1)), "one cell of weight 1");
      if constexpr (std::same_as<R, double>) measures(claim, law, seed, T, W.cols());
      else claim('e').silent("one world samples");
    })
    .not_for("abc", "masked cells are drawn as zeros", drawn_by(zeros_drawn))
    .not_for("bc", "masked after the softmax", weighed_by(impostor::mask_after_softmax))
    .not_for("d", "queries and keys share their projection", sampled_by(shared_law))
    .not_for("e", "the seed is ignored", sampled_by(seedless_law))
    .not_for("f", "distances are not squared", smoothed_by(not_squared))
    .one_case_in(25)
    .qed();

}
