#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 2.
namespace attest::properties {

/// \cond
// What a forward error is held against: the same head and its bound, at one hundred digits.
template <class R> struct Truth {
  Pass<Mp> pass;
  bound::HeadError error;
  Truth(const Mat<R>& X, const Head<R>& W) : Truth(lift<Mp>(X), lift<Mp>(W)) {}

 private:
  Truth(const Mat<Mp>& X, const Head<Mp>& W) requires(!std::same_as<R, Mp>)
      : pass(head(X, W)), error(bound::head_error<R>(X, W, pass)) {}
};
const auto cross = [](const auto& X, const auto& Z, const auto& W) { return cross_attention(X, Z, W); };
const auto cross_own_values = []<class R>(const Mat<R>& X, const Mat<R>& Z, const Head<R>& W) {
  const auto A = softmax_row(scores(product(X, W.W_Q), product(Z, W.W_K)));
  auto V = product(Z, W.W_V);
  const auto own = product(X, W.W_V);
  for (Index j = 0; j < std::min(own.rows(), V.rows()); ++j)
    for (Index c = 0; c < V.cols(); ++c) V(j, c) = own(j, c);
  return product(A, V);
};
const auto cross_exchanged = []<class R>(const Mat<R>& X, const Mat<R>& Z, const Head<R>& W) {
  return cross_attention(X, Z, Head<R>{W.W_K, W.W_Q, W.W_V});
};
template <class R> Head<R> head_of_example() {
  return {matrix_of<R>({{1, 1, 0, 0}, {0, 0, 1, 1}}), matrix_of<R>({{1, 1, 0, 0}, {1, 1, 1, 1}}),
          matrix_of<R>({{1, 0}, {0, 1}})};
}
template <class R> Mat<R> stream_of_example() { return matrix_of<R>({{1, 0}, {0, 1}, {1, 1}}); }
const auto plain_scores = [](const auto& X, const auto& W) { return head(X, W).S; };
// Row t is (base + t)^0, (base + t)^1, …: such a matrix has full rank.
template <class R> Mat<R> powers(Index m, Index n, int base) {
  Mat<R> A(m, n);
  for (Index t = 0; t < m; ++t) {
    R x = R(1);
    for (Index c = 0; c < n; ++c, x = x * (R(base) + number<R>(t))) A(t, c) = x;
  }
  return A;
}
/// \endcond

/// \checks{softmax_row}
/// \clause{a} \f$ A_{ij} \sum_\ell e^{S_{i\ell}} = e^{S_{ij}} \f$
/// \clause{b} rounding: \f$ \hat A \f$ against \f$ A \f$ at one hundred digits
/// \clause{c} row \f$ i \f$ of \f$ A \f$ reads row \f$ i \f$ of \f$ S \f$ and no other
/// \proof
/// (a) is the definition, multiplied out; in floats the quotient and the product are rounded. (b) is the bound's own proof. (c) The
/// loops for row \f$ i \f$ mention \f$ S_{i\cdot} \f$ only.
/// \qed
/// \of{softmax_row}
/// \verdict{display_2_row_softmax}
const auto display_2_row_softmax = theorem<item::display_2_row_softmax>()
    .given(any::scores)
    .let(by(the_softmax_row))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& S, const auto& weights) {
      const Index T = S.rows();
      const auto A = weights(S);
      const auto A_traced = weights(tagged_rows(S));
      const auto A_true = softmax_row(lift<Oracle<R>>(S));
      for (Index i = 0; i < T; ++i) {
        R Z = R(0);
        for (Index l = 0; l < T; ++l) Z += exp(S(i, l));
        for (Index j = 0; j < T; ++j) {
          claim('a').within(bound::g<R>(2), exp(S(i, j)), A(i, j) * Z, exp(S(i, j)));
          claim('b').rounds([&] { return bound::softmax_row_error<R>(T) * lifted<Mp>(A_true(i, j)); }, A(i, j),
                            [&] { return lifted<Mp>(A_true(i, j)); });
          claim('c').exactly(A_traced(i, j).from, tag(i));
        }
      }
    })
    .not_for("abc", "softmax down the columns", by(impostor::columnwise))
    .qed();

/// \checks{head}
/// \clause{a} the entries are \f$ S_{ij} = \sum_{a,b} X_{ia} \bigl( \sum_c (W_Q)_{ac} (W_K)_{bc} \bigr) X_{jb} / \sqrt{d_k} \f$,
///            \f$ A_{ij} = e^{S_{ij}} / \sum_\ell e^{S_{i\ell}} \f$ and \f$ \operatorname{Attn}(X)_i = \sum_j A_{ij} v_j \f$
/// \clause{b} exchanging \f$ W_Q \f$ and \f$ W_K \f$ transposes \f$ S \f$, and in general not \f$ A \f$
/// \clause{c} rounding: \f$ \hat S, \hat A, \hat Y \f$ against the truth at one hundred digits
/// \proof
/// (a) multiplies the matrix products out and reorders finite sums. (b) \f$ \langle k_i, q_j \rangle = \langle q_j, k_i \rangle \f$, term by term. A
/// row of \f$ A \f$ sums to one and a column need not, so \f$ A \f$ is transposed only by accident; for \f$ X = I_2 \f$,
/// \f$ W_Q = (1, 0)^\top \f$, \f$ W_K = (1, 0)^\top \f$ the first row of \f$ A \f$ is \f$ (e, 1)/(e+1) \f$, the first column \f$ (e/(e+1), 1/2) \f$.
/// (c) is the bound's own proof.
/// \qed
/// \of{scores}
/// \of{head}
/// \verdict{definition_2_2}
const auto definition_2_2 = theorem<item::definition_2_2>()
    .given(any::stream, any::head)
    .let(by(the_head))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const auto& attend) {
      const Index T = X.rows(), d_k = W.W_Q.cols();
      const auto P = attend(X, W);
      const auto exchanged = attend(X, Head<R>{W.W_K, W.W_Q, W.W_V});
      const auto scale = Claim<R>::exact ? Mat<Mp>() : bound::stream_scores_scale(lift<Mp>(X), lift<Mp>(W));
      const auto by_pairing = product(product(X, product(W.W_Q, transposed(W.W_K))), transposed(X));
      for (Index i = 0; i < T; ++i) {
        R Z = R(0);
        for (Index l = 0; l < T; ++l) Z += exp(P.S(i, l));
        for (Index j = 0; j < T; ++j) {
          claim('a').within([&] { return Mp(2) * bound::stream_scores_error<R>(X.cols(), d_k) * scale(i, j); },
                            P.S(i, j), by_pairing(i, j) / root<R>(d_k));
          claim('a').exactly(P.A(i, j), R(exp(P.S(i, j)) / Z));
          claim('b').exactly(P.S(i, j), exchanged.S(j, i));
        }
        for (Index c = 0; c < P.Y.cols(); ++c) claim('a').exactly(P.Y(i, c), convex_combination(row(P.A, i), P.V)(c));
      }
      const auto pair =
          attend(identity<R>(2), Head<R>{matrix_of<R>({{1}, {0}}), matrix_of<R>({{1}, {0}}), identity<R>(2)});
      claim('b').differs(pair.A(0, 1), pair.A(1, 0), bound::g<R>(4), R(1));
      if constexpr (Claim<R>::floats) {
        const Truth<R> truth(X, W);
        for (Index i = 0; i < T; ++i) {
          for (Index j = 0; j < T; ++j) {
            claim('c').rounds([&] { return truth.error.S(i, j); }, P.S(i, j), [&] { return truth.pass.S(i, j); });
            claim('c').rounds([&] { return truth.error.A(i, j); }, P.A(i, j), [&] { return truth.pass.A(i, j); });
          }
          for (Index c = 0; c < P.Y.cols(); ++c)
            claim('c').rounds([&] { return truth.error.Y(i, c); }, P.Y(i, c), [&] { return truth.pass.Y(i, c); });
        }
      } else claim('c').silent("it would compare a computation with itself");
    })
    .not_for("ac", "queries and keys exchanged", by(impostor::roles_exchanged))
    .not_for("ac", "no division by the root of d_k", by(impostor::no_scale))
    .not_for("abc", "queries compared with queries", by(impostor::queries_twice))
    .not_for("ac", "weights normalised down the columns", by(impostor::head_with(impostor::columnwise)))
    .qed();

/// \checks{cross_attention}
/// \clause{a} with equal streams it is self-attention; with two, query \f$ i \f$ comes from the first and all keys and values from the
///            second: \f$ y_i = \sum_j \operatorname{softmax}_j(\langle X_i W_Q, Z_\cdot W_K \rangle / \sqrt{d_k})\, Z_j W_V \f$
/// \proof
/// With \f$ Z = X \f$ the lines are those of Definition 2.2. Otherwise stack the streams: query \f$ i \f$ of the first against the keys and
/// values of the second is what the formula says.
/// \qed
/// \of{head}
/// \of{cross_attention}
/// \verdict{display_2_cross}
const auto display_2_cross = theorem<item::display_2_cross>()
    .given(any::stream, any::other_stream, any::head)
    .let(by(cross))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Mat<R>& Z, const Head<R>& W, const auto& attend) {
      const auto X_few = first_rows(X, (X.rows() + 1) / 2);
      const auto self = head(X, W).Y, same = attend(X, X, W), two = attend(X_few, Z, W);
      const auto A = softmax_row(scores(product(X_few, W.W_Q), product(Z, W.W_K)));
      const auto traced = attend(tagged_rows(first_rows(X_few, 1)),
                                 tagged_rows(first_rows(Z, std::min<Index>(Z.rows(), 60)), 1), as<Traced<R>>(W));
      for (Index c = 0; c < self.cols(); ++c) {
        for (Index i = 0; i < self.rows(); ++i) claim('a').exactly(same(i, c), self(i, c));
        for (Index i = 0; i < two.rows(); ++i)
          claim('a').exactly(two(i, c), convex_combination(row(A, i), product(Z, W.W_V))(c));
        claim('a').exactly(traced(0, c).from, tags_below(1 + std::min<Index>(Z.rows(), 60)));
      }
    })
    .not_for("a", "values of the first stream", by(cross_own_values))
    .not_for("a", "queries made with W_K", by(cross_exchanged))
    .qed();

/// \worked{2.3,One head by hand}
/// The example of the lecture is lost, so this one is ours. With \f$ T = 3, d = 2, d_k = 4, d_v = 2 \f$,
/// \f[ X = \begin{pmatrix} 1&0\\ 0&1\\ 1&1 \end{pmatrix}, \quad W_Q = \begin{pmatrix} 1&1&0&0\\ 0&0&1&1 \end{pmatrix}, \quad
///     W_K = \begin{pmatrix} 1&1&0&0\\ 1&1&1&1 \end{pmatrix}, \quad W_V = I_2 . \f]
/// \clause{a} \f$ Q = \begin{pmatrix} 1&1&0&0\\ 0&0&1&1\\ 1&1&1&1 \end{pmatrix} \f$ and \f$ K = \begin{pmatrix} 1&1&0&0\\ 1&1&1&1\\ 2&2&1&1 \end{pmatrix} \f$ are
///            \f$ 3 \times 4 \f$, \f$ V = X \f$ is \f$ 3 \times 2 \f$, \f$ S = \begin{pmatrix} 1&1&2\\ 0&1&1\\ 1&2&3 \end{pmatrix} \f$ is \f$ 3 \times 3 \f$
/// \clause{b} \f$ y_1 = \frac{(1+e,\; 1+e)}{2+e} \f$, \f$ y_2 = \frac{(1+e,\; 2e)}{1+2e} \f$, \f$ y_3 = \frac{(1+e^2,\; e+e^2)}{1+e+e^2} \f$
/// \proof
/// (a) \f$ Q K^\top \f$ has the rows \f$ (2,2,4), (0,2,2), (2,4,6) \f$, and \f$ \sqrt{d_k} = 2 \f$. (b) The rows of \f$ A \f$ are
/// \f$ (1,1,e)/(2+e) \f$, \f$ (1,e,e)/(1+2e) \f$ and \f$ (1,e,e^2)/(1+e+e^2) \f$, a common factor \f$ e \f$ cancelled from the first and the last;
/// the values are the rows of \f$ X \f$.
/// \qed
/// \of{head}
/// \verdict{example_2_3}
const auto example_2_3 = theorem<item::example_2_3>()
    .given()
    .let(by(the_head))
    .then([]<class R>(Claim<R>& claim, const auto& attend) {
      const auto X = stream_of_example<R>();
      const auto W = head_of_example<R>();
      const auto P = attend(X, W);
      claim('a').exactly(P.Q, matrix_of<R>({{1, 1, 0, 0}, {0, 0, 1, 1}, {1, 1, 1, 1}}));
      claim('a').exactly(P.K, matrix_of<R>({{1, 1, 0, 0}, {1, 1, 1, 1}, {2, 2, 1, 1}}));
      claim('a').exactly(P.V, X);
      claim('a').exactly(P.S, matrix_of<R>({{1, 1, 2}, {0, 1, 1}, {1, 2, 3}}));
      const R e = exp(R(1)), e2 = exp(R(2)), one = R(1);
      const R Z[]{one + one + e, one + e + e, one + e + e2};
      const R y[][2]{{one + e, one + e}, {one + e, e + e}, {one + e2, e + e2}};
      for (Index i = 0; i < 3; ++i)
        for (Index c = 0; c < 2; ++c)
          claim('b').within(bound::g<R>(3 * bound::elementary<R>() + 9), y[i][c] / Z[i], P.Y(i, c), y[i][c] / Z[i]);
    })
    .not_for("a", "no division by the root of d_k", by(impostor::no_scale))
    .not_for("b", "softmax down the columns", by(impostor::head_with(impostor::columnwise)))
    .qed();

/// \result{2.4 (inferred),Rank of the scores}
/// Unmasked, \f$ QK^\top = X W_Q W_K^\top X^\top \f$ and \f$ \operatorname{rank} S \le d_k \f$.
/// \clause{a} \f$ QK^\top = X W_Q W_K^\top X^\top \f$
/// \clause{b} \f$ \operatorname{rank} S \le d_k \f$
/// \clause{c} generically \f$ \operatorname{rank} S = \min(T, d, d_k) \f$: the bound is attained exactly when \f$ T \f$ and \f$ d \f$ are at least \f$ d_k \f$
/// \proof
/// (a) \f$ K^\top = W_K^\top X^\top \f$. (b) The columns of \f$ QK^\top \f$ are combinations of the \f$ d_k \f$ columns of \f$ Q \f$; division by
/// \f$ \sqrt{d_k} \f$ changes no rank. (c) The rank of a product is at most that of each factor, so it is at most \f$ \min(T, d, d_k) \f$. For
/// matrices whose rows are the powers of distinct positive numbers every minor of every factor is positive, and by the formula of Cauchy and
/// Binet so is every minor of \f$ Q \f$, \f$ K \f$ and \f$ QK^\top \f$ of order \f$ \min(T, d, d_k) \f$. A minor is a polynomial in the entries: what does not vanish
/// somewhere vanishes almost nowhere.
/// \qed
/// \of{scores}
/// \verdict{result_2_rank}
const auto result_2_rank = theorem<item::result_2_rank>()
    .given(any::stream, any::head)
    .let(by(plain_scores))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& X, const Head<R>& W, const auto& score) {
      const Index d_k = W.W_Q.cols();
      const auto S = score(X, W);
      const auto factored = product(product(product(X, W.W_Q), transposed(W.W_K)), transposed(X));
      for (Index i = 0; i < S.rows(); ++i)
        for (Index j = 0; j < S.cols(); ++j) claim('a').exactly(S(i, j) * root<R>(d_k), factored(i, j));
      claim('b').holds(rank(S) <= d_k, "rank S <= d_k");
      for (const Index T : {Index(1), Index(2), Index(3), Index(4)})
        for (const Index d : {Index(1), Index(2), Index(4)})
          for (const Index width : {Index(1), Index(4)}) {
            const Head<R> positive{powers<R>(d, width, 1), powers<R>(d, width, 2), powers<R>(d, 1, 1)};
            claim('c').exactly(rank(score(powers<R>(T, d, 1), positive)), std::min({T, d, width}));
          }
    })
    .not_for("abc", "a bonus on the diagonal", by([](const auto& X, const auto& W) {
      Mat<typename std::remove_cvref_t<decltype(X)>::Scalar> S = head(X, W).S;
      for (Index i = 0; i < S.rows(); ++i) S(i, i) += number<typename std::remove_cvref_t<decltype(X)>::Scalar>(i + 1);
      return S;
    }))
    .one_case_in(4)
    .qed();

/// \remarked{2.5,Nonlinearity}
/// \clause{a} \f$ \operatorname{Attn} \f$ is in general neither additive nor homogeneous; with \f$ W_Q = 0 \f$ it is linear
/// \clause{b} \f$ \operatorname{rank} A = \operatorname{rank}(e^{S_{ij}}) \f$ can exceed \f$ d_k \f$: for \f$ d_k = 1 \f$ with distinct queries and distinct keys it is \f$ T \f$
/// \proof
/// (a) For \f$ X = (0, 1)^\top \f$ and all projections 1 the second output is \f$ e/(1+e) \f$, for \f$ 2X \f$ it is \f$ 2e^4/(1+e^4) \f$ and not twice that.
/// With \f$ W_Q = 0 \f$ all weights are \f$ 1/T \f$ and \f$ \operatorname{Attn}(X) = \frac1T \mathbf 1 \mathbf 1^\top X W_V \f$. (b) The rows of \f$ A \f$ are those of
/// \f$ (e^{S_{ij}}) \f$ divided by positive numbers. For \f$ d_k = 1 \f$, sort queries and keys; the determinant of \f$ (e^{q_i k_j}) \f$ is a
/// sum of \f$ \pm e^{\sum_i q_i k_{\pi(i)}} \f$, and by the rearrangement inequality the exponent of the identity is larger than all others. Since exponentials with
/// distinct exponents are independent, a sum in which one of them occurs once is not zero.
/// \qed
/// \of{head}
/// \verdict{remark_2_5}
const auto remark_2_5 =
    theorem<item::remark_2_5>()
        .given()
        .let(by(the_head))
        .then([]<class R>(Claim<R>& claim, const auto& attend) {
          const Head<R> ones{matrix_of<R>({{1}}), matrix_of<R>({{1}}), matrix_of<R>({{1}})},
              no_query{matrix_of<R>({{0}}), matrix_of<R>({{1}}), matrix_of<R>({{1}})};
          const auto X = matrix_of<R>({{0}, {1}}), X_twice = matrix_of<R>({{0}, {2}}), H = matrix_of<R>({{3}, {5}}),
                     sum_of_both = matrix_of<R>({{3}, {6}});
          claim('a').differs(attend(X_twice, ones).Y(1), R(2) * attend(X, ones).Y(1));
          claim('a').differs(attend(sum_of_both, ones).Y(1), attend(X, ones).Y(1) + attend(H, ones).Y(1));
          claim('a').exactly(attend(X_twice, no_query).Y(1), R(2) * attend(X, no_query).Y(1));
          claim('a').exactly(attend(sum_of_both, no_query).Y(1), attend(X, no_query).Y(1) + attend(H, no_query).Y(1));
          for (const Index T : {Index(2), Index(3)}) {
            const auto P = attend(powers<R>(T, 2, 1), Head<R>{matrix_of<R>({{0}, {1}}), matrix_of<R>({{1}, {1}}),
                                                              matrix_of<R>({{1}, {0}})});
            auto exponentials = P.S;
            for (auto& s : exponentials) s = exp(s);
            claim('b').exactly(rank(P.S), Index(1));
            claim('b').exactly(rank(exponentials), T);
            claim('b').exactly(rank(P.A), T);
          }
        })
        .not_for("ab", "the same weight for every key", by(impostor::head_with(impostor::uniform)))
        .qed();
}
