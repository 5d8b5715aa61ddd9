#pragma once
#include <utility>
#include "attest/lecture/s5_lse.hpp"
/// \file
/// \brief Lecture sections 6.2 and 6.3, where positions come from: sinusoidal and rotary constructions.
namespace attest {

/// \brief A rotation of the plane, given by the cosine and the sine of its angle.
template <class R> struct Rotation {
  R cosine, sine;
};

/// \display{6,Plane rotation}
/// \f[ R_\theta = \begin{pmatrix} \cos\theta & -\sin\theta \\[2pt] \sin\theta & \cos\theta \end{pmatrix} \f]
/// \shape  \f$ \theta : 1 \;\longmapsto\; R_\theta \in SO(2) \f$, kept as \f$ (\cos\theta, \sin\theta) \f$
/// \pre    \f$ \theta \f$ is finite
/// \post   \f$ R_\theta^\top R_\theta = I \f$
/// \exact  nothing; the cosine and the sine are rounded
/// \bound{turn_error}
/// \proof
/// The columns have length \f$ \cos^2\theta + \sin^2\theta = 1 \f$ and are orthogonal.
/// \qed
/// \holds{display_6_rotary}
template <Arithmetic R> Rotation<R> rotation(const R& theta) { return {cos(theta), sin(theta)}; }

/// \display{6,Powers of a rotation}
/// \f[ R_\omega^t = R_{t\omega} \f]
/// \shape  \f$ R_\omega \in SO(2),\; t \in \mathbb Z \;\longmapsto\; R_\omega^t \in SO(2) \f$
/// \pre    \f$ \cos^2\omega + \sin^2\omega = 1 \f$, up to rounding
/// \post   the rotation by \f$ t \f$ steps, without the angle: \f$ (\tfrac35, \tfrac45) \f$ stays rational
/// \exact  in exact arithmetic
/// \bound{power_error}
/// \proof
/// The angle sum formulas say \f$ R_\alpha R_\beta = R_{\alpha+\beta} \f$; induction does the rest. The inverse of a rotation is its
/// transpose, which has the sine with the other sign.
/// \qed
/// \holds{display_6_rotary}
template <Arithmetic R> Rotation<R> power(Rotation<R> step, long t) {
  if (t < 0) return power(Rotation<R>{step.cosine, R(0) - step.sine}, -t);
  Rotation<R> turned{R(1), R(0)};
  for (long s = 0; s < t; ++s)
    turned = {step.cosine * turned.cosine - step.sine * turned.sine,
              step.sine * turned.cosine + step.cosine * turned.sine};
  return turned;
}

/// \brief \f$ R_{t\omega} \f$ from the frequency \f$ \omega \f$, a number.
template <Arithmetic R> Rotation<R> turn(const R& omega, long t) { return rotation(R(R(int(t)) * omega)); }
/// \brief \f$ R_{t\omega} \f$ from the step \f$ R_\omega \f$, a rotation; so that positions can be rational.
template <Arithmetic R> Rotation<R> turn(const Rotation<R>& step, long t) { return power(step, t); }
/// \brief What a position can be turned by: a frequency, or the rotation of one step.
template <class W, class R> concept FrequencyOf = std::same_as<W, R> || std::same_as<W, Rotation<R>>;

/// \display{6,Sinusoidal feature}
/// \f[ r_t(\omega) = \bigl( \sin(\omega t), \cos(\omega t) \bigr) \f]
/// \shape  \f$ \omega_0, \dots, \omega_{n-1},\; T \;\longmapsto\; p : T \times 2n \f$, row \f$ t \f$ being \f$ r_t(\omega_0), \dots, r_t(\omega_{n-1}) \f$
/// \pre    positions count from 1; \f$ t \f$ is a number of the arithmetic, so \f$ T \le 2^{24} \f$ in float
/// \post   \f$ \langle r_i(\omega), r_j(\omega) \rangle = \cos(\omega(i - j)) \f$
/// \exact  nothing; the angle is rounded, and its error grows with the position
/// \bound{turn_error}
/// \proof
/// \f$ \sin\alpha\sin\beta + \cos\alpha\cos\beta = \cos(\alpha - \beta) \f$ with \f$ \alpha = \omega i \f$ and \f$ \beta = \omega j \f$.
/// \qed
/// \holds{display_6_sinusoid}
template <Arithmetic R, class W> requires FrequencyOf<W, R>
Matrix<R, dynamic, dynamic> sinusoidal_features(const std::vector<W>& omega, Index T) {
  Matrix<R, dynamic, dynamic> p(T, 2 * omega.size());
  for (Index i = 0; i < T; ++i)
    for (Index m = 0; m < omega.size(); ++m) {
      const auto angle = turn(omega[m], long(i + 1));
      p(i, 2 * m) = angle.sine;
      p(i, 2 * m + 1) = angle.cosine;
    }
  return p;
}

/// \display{6,Frequencies}
/// \f[ \omega_m = 10000^{-2m/d}, \qquad m = 0, \dots, \tfrac d2 - 1 \f]
/// \shape  \f$ d \;\longmapsto\; \omega : d/2 \f$
/// \pre    \f$ d \f$ is even and positive, else an error: a frequency takes two coordinates
/// \post   \f$ 1 = \omega_0 > \omega_1 > \dots > 1/10000 \f$
/// \exact  \f$ \omega_0 = 1 \f$
/// \bound{frequency_error}
/// \proof
/// \f$ 10000^{-2m/d} = e^{-(2m/d) \log 10000} \f$, and \f$ 0 \le 2m/d < 1 \f$ increases with \f$ m \f$.
/// \qed
/// \holds{display_6_sinusoid}
template <Arithmetic R> std::vector<R> frequencies(Index d) {
  if (d == 0 || d % 2 != 0)
    throw std::invalid_argument("frequencies: the width d is " + std::to_string(d) +
                                ", expected a positive even number");
  std::vector<R> omega;
  for (Index m = 0; m < d / 2; ++m) omega.push_back(exp(R(0) - number<R>(2 * m) / number<R>(d) * log(R(10000))));
  return omega;
}

/// \display{6,Sinusoidal positions}
/// \f[ p_{t,2m} = \sin\bigl(t / 10000^{2m/d}\bigr), \qquad p_{t,2m+1} = \cos\bigl(t / 10000^{2m/d}\bigr) \f]
/// \shape  \f$ T, d \;\longmapsto\; p : T \times d \f$; coordinates count from 0, positions from 1
/// \pre    \f$ d \f$ is even and positive, else an error
/// \post   \f$ \langle p_i, p_j \rangle = \sum_m \cos(\omega_m (i - j)) \f$ depends on the offset only, and \f$ \|p_t\|^2 = d/2 \f$
/// \exact  nothing; angles are rounded, and their error grows with the position
/// \bound{sinusoid_error}
/// \proof
/// Row \f$ t \f$ consists of \f$ r_t(\omega_m) \f$ with \f$ \omega_m = 10000^{-2m/d} \f$; the inner product is the sum over the \f$ m \f$.
/// \qed
/// \holds{display_6_sinusoid}
template <Arithmetic R> Matrix<R, dynamic, dynamic> sinusoidal(Index T, Index d) {
  return sinusoidal_features<R>(frequencies<R>(d), T);
}

/// \brief Which two coordinates a plane takes: neighbours, or one from each half.
enum class Pairing { interleaved, half_split };

/// \display{6,Pairing of coordinates}
/// \f[ (a, b) = \begin{cases} (2m, 2m+1) & \text{interleaved} \\[2pt] (m, n+m) & \text{half-split} \end{cases} \f]
/// \shape  plane \f$ m \in \{0, \dots, n-1\} \;\longmapsto\; \f$ its coordinates \f$ a, b \in \{0, \dots, 2n-1\} \f$
/// \pre    \f$ m < n \f$
/// \post   every coordinate below \f$ 2n \f$ belongs to one plane
/// \exact  nothing is computed
/// \bound{none}
/// \proof
/// Interleaved, the planes are the pairs of an even number and its successor. Half-split, the first coordinates fill the lower half and the
/// second ones the upper.
/// \qed
/// \holds{display_6_rotary}
inline std::pair<Index, Index> plane_coordinates(Pairing pairing, Index n, Index m) {
  return pairing == Pairing::interleaved ? std::pair{2 * m, 2 * m + 1} : std::pair{m, n + m};
}

/// \display{6,Rotary positions}
/// \f[ \begin{pmatrix} x'_{ta} \\[2pt] x'_{tb} \end{pmatrix} = R_{t\omega_m} \begin{pmatrix} x_{ta} \\[2pt] x_{tb} \end{pmatrix} \f]
/// \shape  \f$ X : T \times d_k,\; \omega_0, \dots, \omega_{n-1} \;\longmapsto\; X' : T \times d_k \f$, for queries and for keys
/// \pre    \f$ 2n \le d_k \f$, else an error; coordinates beyond the planes stay as they are; row 1 stands at the position \p first
/// \post   \f$ \langle q'_i, k'_j \rangle = \sum_m q_{i,m}^\top R_{(j-i)\omega_m} k_{j,m} \f$ depends on the offset only
/// \exact  coordinates beyond the planes; each row is made of itself and of its position
/// \bound{rotary_error}
/// \proof
/// \f$ R_{i\omega}^\top R_{j\omega} = R_{-i\omega} R_{j\omega} = R_{(j-i)\omega} \f$ in each plane, and the inner product is the sum over the planes.
/// \qed
/// \holds{display_6_rotary}
template <Arithmetic R, Extent T_, Extent d_k_, class W> requires FrequencyOf<W, R>
Matrix<R, T_, d_k_> rotary(Matrix<R, T_, d_k_> X, const std::vector<W>& omega, Pairing pairing, Index first = 1) {
  const Index n = omega.size();
  if (2 * n > X.cols())
    throw ShapeError("rotary: " + std::to_string(n) + " planes of two coordinates, d_k is " + std::to_string(X.cols()));
  for (Index t = 0; t < X.rows(); ++t)
    for (Index m = 0; m < n; ++m) {
      const auto [a, b] = plane_coordinates(pairing, n, m);
      const auto [c, s] = turn(omega[m], long(first + t));
      const R x = X(t, a), y = X(t, b);
      X(t, a) = c * x - s * y;
      X(t, b) = s * x + c * y;
    }
  return X;
}

}
