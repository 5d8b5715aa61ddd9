#pragma once
#include <span>
#include <string>
#include "attest/linear.hpp"
/// \file
/// \brief Lecture section 1, presenting the context to the transformer.
/// \namespace attest
/// \brief The lecture, executable.
namespace attest {

/// \brief A context: token numbers, counted from 0 as rows of the embedding matrix are.
using Tokens = std::span<const Index>;

/// \display{1,Embedding}
/// \f[ \operatorname{row}_t \bigl( \iota_0(x) \bigr) = e(x_t)^\top = E_{x_t,:} \f]
/// \shape  \f$ E : V \times d,\; x \in \{0, \dots, V-1\}^T \;\longmapsto\; \iota_0(x) : T \times d \f$
/// \pre    every token is below \f$ V \f$; another one is an error that names its position
/// \post   row \f$ t \f$ is a row of \f$ E \f$
/// \exact  everything; entries are copied
/// \bound{none}
/// \proof
/// Selecting row \f$ x_t \f$ is the product with the one-hot row \f$ \delta_{x_t} \f$, since
/// \f$ \sum_v \delta_{x_t v} E_{vc} \f$ has one term. Selection also serves where the product does not: a product of
/// zeros turns \f$ -0 \f$ into \f$ +0 \f$, and \f$ 0 \cdot \infty \f$ is no number.
/// \qed
/// \holds{display_1_embedding}
template <Arithmetic R, Extent V_, Extent d_>
Matrix<R, dynamic, d_> embedding(const Matrix<R, V_, d_>& E, Tokens x) {
  Matrix<R, dynamic, d_> X(x.size(), E.cols());
  for (Index t = 0; t < X.rows(); ++t) {
    if (x[t] >= E.rows())
      throw std::out_of_range("embedding: token " + std::to_string(x[t]) + " at position " + std::to_string(t + 1) +
                              " is outside the vocabulary of size " + std::to_string(E.rows()));
    for (Index c = 0; c < X.cols(); ++c) X(t, c) = E(x[t], c);
  }
  return X;
}

/// \display{1,Context}
/// \f[ r(x)_t = X_t, \qquad X_t = e(x_t) + p_t \f]
/// \shape  \f$ E : V \times d,\; p : T_{\max} \times d,\; x \in \{0, \dots, V-1\}^T \;\longmapsto\; X : T \times d \f$
/// \pre    \f$ T \le T_{\max} \f$, else an error; tokens as in the embedding
/// \post   row \f$ t \f$ is made of \f$ x_t \f$ and \f$ t \f$ only
/// \exact  nothing; the sum is rounded once
/// \bound{one_rounding}
/// \proof
/// Row \f$ t \f$ of a sum is the sum of the rows \f$ t \f$; the first was selected by \f$ x_t \f$, the second by
/// \f$ t \f$.
/// \qed
/// \holds{display_1_context}
template <Arithmetic R, Extent V_, Extent T_max_, Extent d_>
Matrix<R, dynamic, d_> context(const Matrix<R, V_, d_>& E, const Matrix<R, T_max_, d_>& p, Tokens x) {
  agree("d", E.cols(), p.cols(), "E (V x d)", E, "p (T_max x d)", p);
  if (x.size() > p.rows())
    throw std::length_error("context: " + std::to_string(x.size()) + " tokens, but positional vectors for " +
                            std::to_string(p.rows()));
  auto X = embedding(E, x);
  for (Index t = 0; t < X.rows(); ++t)
    for (Index c = 0; c < X.cols(); ++c) X(t, c) += p(t, c);
  return X;
}

/// \display{1,One-hot rows}
/// \f[ \delta_{x_t v} = \begin{cases} 1 & v = x_t \\[2pt] 0 & v \ne x_t \end{cases} \f]
/// \shape  \f$ x \in \{0, \dots, V-1\}^T \;\longmapsto\; \delta_x : T \times V \f$
/// \pre    every token is below \f$ V \f$, else an error
/// \post   every row has a single 1
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// One entry of each row is set, all others start as 0.
/// \qed
/// \holds{display_1_embedding}
template <Arithmetic R> Matrix<R, dynamic, dynamic> one_hot(Tokens x, Index V) {
  Matrix<R, dynamic, dynamic> D(x.size(), V);
  for (Index t = 0; t < D.rows(); ++t) {
    if (x[t] >= V)
      throw std::out_of_range("one_hot: token " + std::to_string(x[t]) + " at position " + std::to_string(t + 1) +
                              " is outside the vocabulary of size " + std::to_string(V));
    D(t, x[t]) = R(1);
  }
  return D;
}

}
