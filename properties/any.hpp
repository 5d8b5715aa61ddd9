#pragma once
#include <algorithm>
#include <ostream>
#include <vector>
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/multiprecision.hpp"
#include "attest/lecture/s2_head.hpp"
/// \file
/// \brief What a theorem quantifies over, and how one draw reaches every arithmetic.
namespace attest {

/// \brief The extents of one draw.
struct Shape {
  Index T, d, d_k, d_v;
  bool floats_only = false;  ///< too long for the exact world
};
/// \brief T = 1 and d_k = 1 first. A square d_k keeps its root in the exponential field. The long ones go around a tile width.
inline constexpr Shape shapes[]{{1, 1, 1, 1}, {3, 2, 1, 2}, {4, 3, 4, 2}, {31, 3, 2, 2, true}, {64, 4, 4, 3, true}};

/// \brief Matrices, columns and heads of run-time shape: the only ones that properties instantiate.
template <class R> using Mat = Matrix<R, dynamic, dynamic>;
template <class R> using Vec = Matrix<R, dynamic, 1>;

namespace seam {
/// \brief A whole number between the two, drawn by RapidCheck, and shrunk towards 0 (towards lowest where 0 is not between).
long draw(long lowest, long highest);
}

/// \brief A context as a draw: token numbers.
using Text = std::vector<Index>;

/// \brief A generator, and the letter under which its draw is shown.
template <class F> struct Any {
  const char* letter;
  F draw;
};
template <class F> Any(const char*, F) -> Any<F>;

/// \brief Small dyadic numbers k / denominator with |k| at most `most`: every world holds them without rounding.
inline Mat<double> drawn(Index m, Index n, long most, long denominator) {
  Mat<double> A(m, n);
  for (auto& x : A) x = double(seam::draw(-most, most)) / double(denominator);
  return A;
}
inline Vec<double> drawn_column(Index n, long most, long denominator) {
  Vec<double> a(n);
  for (auto& x : a) x = double(seam::draw(-most, most)) / double(denominator);
  return a;
}

/// \brief The generators: `any::scores` reads "for any scores".
namespace any {
inline constexpr Index vocabulary = 5;
// Sixteen bits: products of four are rounded in double, and two exponents of an exact draw hardly meet by accident.
inline constexpr long wide = 65536;
inline constexpr Any scores{"S", [](Shape n) { return drawn(n.T, n.T, 64, 16); }};
inline constexpr Any values{"V", [](Shape n) { return drawn(n.T, n.d_v, 64, 16); }};
inline constexpr Any queries{"Q", [](Shape n) { return drawn(n.T, n.d_k, wide, wide / 2); }};
inline constexpr Any keys{"K", [](Shape n) { return drawn(n.T, n.d_k, wide, wide / 2); }};
inline constexpr Any stream{"X", [](Shape n) { return drawn(n.T, n.d, wide, wide / 2); }};
inline constexpr Any other_stream{"H", [](Shape n) { return drawn(n.T, n.d, wide, wide / 2); }};
inline constexpr Any row{"s", [](Shape n) { return drawn_column(n.T, 64, 16); }};
inline constexpr Any perturbation{"h", [](Shape n) { return drawn_column(n.T, 64, 16); }};
inline constexpr Any shift{"c", [](Shape) { return double(seam::draw(-64, 64)) / 16; }};
inline constexpr Any direction{"u", [](Shape n) { return drawn_column(n.d_v, 64, 16); }};
inline constexpr Any position{"i", [](Shape n) { return Index(seam::draw(0, long(n.T) - 1)); }};
inline constexpr Any embedding_matrix{"E", [](Shape n) { return drawn(vocabulary, n.d, 16, 8); }};
inline constexpr Any positions{"p", [](Shape n) { return drawn(n.T, n.d, 16, 8); }};
inline constexpr Any tokens{"x", [](Shape n) {
  Text x(n.T);
  for (auto& token : x) token = Index(seam::draw(0, long(vocabulary) - 1));
  return x;
}};
// Fisher and Yates: every permutation is as likely as every other.
inline constexpr auto shuffled = [](Shape n) {
  Text pi(n.T);
  for (Index t = 0; t < n.T; ++t) pi[t] = t;
  for (Index t = n.T; t > 1; --t) std::swap(pi[t - 1], pi[Index(seam::draw(0, long(t) - 1))]);
  return pi;
};
inline constexpr Any permutation{"pi", shuffled};
inline constexpr Any other_permutation{"rho", shuffled};
inline constexpr Any head{"W", [](Shape n) {
  return Head<double>{drawn(n.d, n.d_k, wide, wide), drawn(n.d, n.d_k, wide, wide), drawn(n.d, n.d_v, wide, wide / 2)};
}};
}

/// \brief A number, taken over into another arithmetic without rounding.
template <class O, class R> O lifted(const R& x) {
  if constexpr (std::same_as<O, R>) return x;
  else if constexpr (is_exact<R>) return to_mp(x);  // what a bound is scaled by
  else return O(static_cast<double>(x));
}
template <class O> O lift(double x) { return lifted<O>(x); }
template <class O> Index lift(Index i) { return i; }
template <class O> Text lift(const Text& x) { return x; }
template <class O, class R, Extent m_, Extent n_> Matrix<O, m_, n_> lift(const Matrix<R, m_, n_>& A) {
  Matrix<O, m_, n_> B(A.rows(), A.cols());
  std::transform(A.begin(), A.end(), B.begin(), lifted<O, R>);
  return B;
}
template <class O, class R> Head<O> lift(const Head<R>& W) { return {lift<O>(W.W_Q), lift<O>(W.W_K), lift<O>(W.W_V)}; }

inline std::ostream& show(std::ostream& out, const Text& x) {
  for (const Index token : x) out << token << ' ';
  return out;
}
template <class R> std::ostream& show(std::ostream& out, const Head<R>& W) {
  return out << "\n    W_Q = " << W.W_Q << "\n    W_K = " << W.W_K << "\n    W_V = " << W.W_V;
}
template <class X> std::ostream& show(std::ostream& out, const X& x) { return out << x; }

}
