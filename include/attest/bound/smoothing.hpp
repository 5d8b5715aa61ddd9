#pragma once
#include "attest/bound/perturbed.hpp"
/// \file
/// \brief Rounding of smoothers, and of the Gaussian weights by their two ways.
namespace attest::bound {

/// \brief \f$ |\hat\kappa - \kappa| \le \kappa\, \bigl( e^{\eta + Eu} - 1 \bigr), \; \eta = g_{d_k+2} \sum_c |q_c k_c| / \sqrt{d_k} \f$
///
/// \proof
/// The exponent is an inner product of length \f$ d_k \f$ over a root, off by \f$ \eta \f$; exp adds \f$ E \f$ roundings.
/// \qed
template <Arithmetic R> Mp kernel_error(Index d_k, const Mp& scale) {
  return growth(g<R>(d_k + 2) * scale + Mp(int(elementary<R>())) * unit<R>());
}

/// \brief \f$ |\hat y_c - y_c| \le g_{2T+2k} \sum_j a_j |v_{jc}| \f$, where each weight \f$ \kappa(q, k_j) \f$ has met \f$ k \f$ roundings before
///
/// \proof
/// In the numerator a term meets its \f$ k \f$ roundings, its product and at most \f$ T - 1 \f$ additions; in the denominator, a sum of positive numbers, \f$ k \f$ and at
/// most \f$ T - 1 \f$; and one quotient. Divided first, as a row of attention does it, the count is the same: the quotient stands before the product.
/// \qed
template <Arithmetic R> Mp smoother_error(Index T, Index k) { return g<R>(2 * T + 2 * k); }

/// \brief \f$ |\hat y_i - y_i| \le g_i\, \tfrac1i \sum_{j \le i} |v_j| \f$
///
/// \proof
/// A term meets at most \f$ i - 1 \f$ additions and the quotient.
/// \qed
template <Arithmetic R> Mp mean_error(Index i) { return g<R>(i); }

/// \brief \f$ |\hat S_{ij} - S_{ij}| \le g_3 |S_{ij}| + \omega \f$ for the Gaussian scores
///
/// \proof
/// The whole number \f$ i - j \f$ is exact. Its quotient by \f$ h \f$ is rounded once and enters twice, their product once more; to halve is exact, unless it underflows.
/// \qed
template <Arithmetic R> Mp gaussian_scores_error(const Mp& score) { return g<R>(3) * abs(score) + underflow<R>(); }

/// \brief \f$ |\hat A_{ij} - A_{ij}| \le e_j \f$, the error of a softmax whose scores are off by \f$ g_3 |S_{ij}| + \omega \f$
///
/// \proof
/// Row \f$ i \f$ is a literal softmax of the scores \f$ S_{i1}, \dots, S_{ii} \f$, of which none is positive and one is 0.
/// \qed
template <Arithmetic R> Vector<Mp, dynamic> gaussian_weights_error(const Vector<Mp, dynamic>& s) {
  Vector<Mp, dynamic> eta(s.rows());
  for (Index j = 0; j < s.rows(); ++j) eta(j) = gaussian_scores_error<R>(s(j));
  return perturbed_softmax_error<R>(s, eta);
}

/// \brief \f$ |\hat S_{ij} - S_{ij}| \le g_{d_k+8}\, \bigl( ij + \tfrac12 j^2 \bigr) / h^2 \f$: the Gaussian scores from queries and keys
///
/// Not \f$ |S_{ij}| \f$ but the two terms that cancel: far from the origin this way loses digits that the direct one keeps.
/// \proof
/// \f$ q_{i1} \f$ is off by the root and a product; \f$ k_{j1} \f$ by \f$ h^2 \f$ and a quotient, \f$ k_{j2} \f$ by two products below and a quotient; \f$ j^2 \f$ is exact. A term then meets its
/// product and at most \f$ d_k - 1 \f$ additions, the root once more and a quotient. Together at most \f$ d_k + 8 \f$, relative to the absolute values of the terms.
/// \qed
template <Arithmetic R> Mp gaussian_pair_error(Index i, Index j, const Mp& h, Index d_k) {
  return g<R>(d_k + 8) * (Mp(int(i * j)) + Mp(int(j * j)) / Mp(2)) / (h * h);
}

/// \brief \f$ (1 + g_T) \sum_j e_j |v_j| + 3 g_{T+1} \max_j |v_j| \f$: rounding of the distance between an average and the mean of some values
///
/// The weights are off by at most \f$ e_j \f$, so that the computed distance is \f$ \le \f$ the true one and this.
/// \proof
/// The average is off by \f$ \sum_j e_j |v_j| \f$ from its weights, and its terms meet at most \f$ T \f$ roundings. The mean of at most \f$ T \f$ values meets as many, and the
/// difference of the two is rounded once; each of these is relative to at most \f$ \max_j |v_j| \f$, the last one to twice that.
/// \qed
template <Arithmetic R> Mp retrieval_error(const Vector<Mp, dynamic>& e, const Vector<Mp, dynamic>& v) {
  Mp moved = Mp(0), most = Mp(0);
  for (Index j = 0; j < v.rows(); ++j) {
    moved += e(j) * abs(v(j));
    most = max(most, abs(v(j)));
  }
  return (Mp(1) + g<R>(v.rows())) * moved + Mp(3) * g<R>(v.rows() + 1) * most;
}

}
