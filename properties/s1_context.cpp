#include "tools.hpp"
/// \file
/// \brief Properties of lecture section 1.
/// \namespace attest::properties
/// \brief The theorems of the lecture, run in every world that they claim.
namespace attest::properties {

/// \cond
const auto select = [](const auto& E, const Text& x) { return embedding(E, x); };
const auto select_next = [](const auto& E, Text x) {
  for (auto& token : x) token = token < E.rows() ? (token + 1) % E.rows() : token;
  return embedding(E, x);
};
const auto select_clamped = [](const auto& E, Text x) {
  for (auto& token : x) token = std::min(token, E.rows() - 1);
  return embedding(E, x);
};
const auto add_positions = [](const auto& E, const auto& p, const Text& x) { return context(E, p, x); };
const auto add_first_position = [](const auto& E, const auto& p, const Text& x) {
  auto X = embedding(E, x);
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) X(t, c) += p(0, c);
  return X;
};
const auto add_wrapped_positions = [](const auto& E, const auto& p, const Text& x) {
  auto X = embedding(E, x);
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) X(t, c) += p(t % p.rows(), c);
  return X;
};
/// \endcond

/// \checks{embedding}
/// \clause{a} selecting rows of \f$ E \f$ is the product with the one-hot rows
/// \clause{b} a token outside the vocabulary is an error
/// \proof
/// (a) \f$ \sum_v \delta_{x_t v} E_{vc} = E_{x_t c} \f$; the other terms are products with 0, and they are 0 because \f$ E \f$ is finite.
/// (b) There is no row to select.
/// \qed
/// \of{embedding}
/// \of{one_hot}
/// \verdict{display_1_embedding}
const auto display_1_embedding = theorem<item::display_1_embedding>()
    .given(any::embedding_matrix, any::tokens)
    .let(by(select))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& E, const Text& x, const auto& select_rows) {
      const auto X = select_rows(E, x);
      const auto by_product = product(one_hot<R>(x, E.rows()), E);
      for (Index t = 0; t < X.rows(); ++t)
        for (Index c = 0; c < X.cols(); ++c) claim('a').exactly(X(t, c), by_product(t, c));
      claim('b').holds(refuses<std::out_of_range>([&] { select_rows(E, Text{E.rows()}); }), "token V is refused");
    })
    .not_for("a", "tokens counted from 1", by(select_next))
    .not_for("b", "unknown tokens read the last row", by(select_clamped))
    .qed();

/// \checks{context}
/// \clause{a} row \f$ t \f$ is \f$ e(x_t) + p_t \f$ and depends on \f$ x_t \f$ and \f$ t \f$ only
/// \clause{b} more tokens than positional vectors are an error
/// \proof
/// (a) Row \f$ t \f$ of the sum is made of row \f$ x_t \f$ of \f$ E \f$ and of row \f$ t \f$ of \f$ p \f$. (b) Position
/// \f$ T_{\max} + 1 \f$ has no vector.
/// \qed
/// \of{context}
/// \verdict{display_1_context}
const auto display_1_context = theorem<item::display_1_context>()
    .given(any::embedding_matrix, any::positions, any::tokens)
    .let(by(add_positions))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& E, const Mat<R>& p, const Text& x, const auto& present) {
      const Index T = std::min<Index>(x.size(), 32);
      const Text head_of_text(x.begin(), x.begin() + long(T));
      const auto X = present(tagged_rows(E), tagged_rows(first_rows(p, T), E.rows()), head_of_text);
      for (Index t = 0; t < T; ++t)
        for (Index c = 0; c < X.cols(); ++c) {
          claim('a').exactly(X(t, c).v, R(E(x[t], c) + p(t, c)));
          claim('a').exactly(X(t, c).from, tag(x[t]) | tag(E.rows() + t));
        }
      Text longer = x;
      longer.push_back(0);
      claim('b').holds(refuses<std::length_error>([&] { present(E, p, longer); }), "T_max + 1 tokens are refused");
    })
    .not_for("a", "every token at the first position", by(add_first_position))
    .not_for("b", "positions start again", by(add_wrapped_positions))
    .qed();

}
