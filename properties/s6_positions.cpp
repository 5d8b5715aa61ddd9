#include "attest/lecture/s6_positions.hpp"
#include "attest/bound/positions.hpp"
#include "attest/lecture/s6_permutation.hpp"
#include "tools.hpp"
/// \file
/// \brief Properties of lecture sections 6.2 and 6.3.
namespace attest::properties {

/// \cond
// A drawn number q is a frequency where sines are at hand. In the exact world it is the tangent of half an angle: that rotation is rational.
template <class R> auto steps(const Vec<R>& q) {
  if constexpr (Claim<R>::exact) {
    std::vector<Rotation<R>> omega;
    for (const R& x : q) omega.push_back({(R(1) - x * x) / (R(1) + x * x), R(2) * x / (R(1) + x * x)});
    return omega;
  } else return std::vector<R>(q.begin(), q.end());
}
template <class R> std::vector<Mp> angles(const Vec<R>& q) {
  std::vector<Mp> omega;
  for (const R& x : q) omega.push_back(lifted<Mp>(x));
  return omega;
}
constexpr Any turns{"omega", [](Shape n) { return drawn_column(n.d_v, any::wide, any::wide / 2); }};
constexpr Any rotary_queries{"Q", [](Shape n) { return drawn(n.T, 2 * n.d_v + 1, any::wide, any::wide / 2); }};
constexpr Any rotary_keys{"K", [](Shape n) { return drawn(n.T, 2 * n.d_v + 1, any::wide, any::wide / 2); }};
constexpr Any moves_on{"s", [](Shape) { return Index(seam::draw(0, 16)); }};
constexpr Any two_values{"V", [](Shape n) { return drawn(2, n.d_v, any::wide, any::wide / 2); }};

const auto waves = [](auto features, auto table) { return [=](const auto&...) { return std::pair{features, table}; }; };
const auto the_features = []<class R>(const R&, const auto& omega, Index T) { return sinusoidal_features<R>(omega, T);
    };
const auto the_table = []<class R>(const R&, Index T, Index d) { return sinusoidal<R>(T, d); };
const auto cosines_only = []<class R>(const R&, const auto& omega, Index T) {
  auto p = sinusoidal_features<R>(omega, T);
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < p.cols(); c += 2) p(t, c) = p(t, c + 1);
  return p;
};
const auto table_exchanged = []<class R>(const R&, Index T, Index d) {
  auto p = sinusoidal<R>(T, d);
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < d; c += 2) std::swap(p(t, c), p(t, c + 1));
  return p;
};
const auto table_from_zero = []<class R>(const R&, Index T, Index d) {
  const auto longer = sinusoidal<R>(T, d);
  auto p = longer;
  for (Index t = 0; t < T; ++t)
    for (Index c = 0; c < d; ++c) p(t, c) = t == 0 ? R(int(c % 2)) : longer(t - 1, c);
  return p;
};
// The exponent m/d.
const auto table_slow = []<class R>(const R&, Index T, Index d) {
  auto omega = frequencies<R>(d);
  for (auto& w : omega) w = sqrt(w);
  return sinusoidal_features<R>(omega, T);
};
const auto table_odd = []<class R>(const R&, Index T, Index d) { return sinusoidal<R>(T, d + d % 2); };

// Inner products of the rows of p against sums of cosines of the offsets.
template <class R, class W> void offsets_only(Claim<R>& claim, const Mat<R>& p, const std::vector<W>& omega,
                                              const std::vector<Mp>& angle) {
  for (Index i = 0; i < p.rows(); ++i)
    for (Index j = 0; j < p.rows(); j += p.rows() > 8 ? 7 : 1) {
      R cosines = R(0);
      for (const W& w : omega) cosines += turn(w, long(i) - long(j)).cosine;
      const auto error = [&] {
        Mp e = bound::g<R>(omega.size()) * Mp(int(omega.size())) * Mp(2);
        for (const Mp& w : angle) {
          const auto at = [&](Index t) { return bound::turn_error<R>(Mp(int(t)) * w); };
          e += bound::plane_inner_error<R>(at(i + 1), at(j + 1), p.cols()) + at(i > j ? i - j : j - i);
        }
        return e;
      };
      claim.within(error, inner(row(p, i), row(p, j)), cosines);
    }
}

const auto the_rotary = [](const auto& X, const auto& omega, Pairing pairing,
                           Index first) { return rotary(X, omega, pairing, first); };
const auto rotary_backwards = []<class R>(const Mat<R>& X, const auto& omega, Pairing pairing, Index first) {
  auto Z = rotary(X, omega, pairing, first);
  const Index n = omega.size();
  for (Index t = 0; t < X.rows(); ++t)
    for (Index m = 0; m < n; ++m) {
      const auto [a, b] = plane_coordinates(pairing, n, m);
      const auto [c, s] = turn(omega[m], -long(first + t));
      Z(t, a) = c * X(t, a) - s * X(t, b);
      Z(t, b) = s * X(t, a) + c * X(t, b);
    }
  return Z;
};
const auto rotary_sign_lost = []<class R>(const Mat<R>& X, const auto& omega, Pairing pairing, Index first) {
  auto Z = rotary(X, omega, pairing, first);
  const Index n = omega.size();
  for (Index t = 0; t < X.rows(); ++t)
    for (Index m = 0; m < n; ++m) {
      const auto [a, b] = plane_coordinates(pairing, n, m);
      const auto [c, s] = turn(omega[m], long(first + t));
      Z(t, a) = c * X(t, a) + s * X(t, b);
      Z(t, b) = s * X(t, a) + c * X(t, b);
    }
  return Z;
};
const auto rotary_one_pairing = [](const auto& X, const auto& omega, Pairing,
                                   Index first) { return rotary(X, omega, Pairing::interleaved, first); };

// q^T R_{(j-i) omega} k, plane by plane.
template <class R, class W> R relative(const Vec<R>& q, Vec<R> k, const std::vector<W>& omega, Pairing pairing,
                                       long offset) {
  for (Index m = 0; m < omega.size(); ++m) {
    const auto [a, b] = plane_coordinates(pairing, omega.size(), m);
    const auto [c, s] = turn(omega[m], offset);
    const R x = k(a), y = k(b);
    k(a) = c * x - s * y;
    k(b) = s * x + c * y;
  }
  return inner(q, k);
}
// Half-split coordinates, put where the interleaved pairing expects them.
inline Permutation to_interleaved(Index n, Index d_k) {
  Permutation pi(d_k);
  for (Index c = 0; c < d_k; ++c) pi[c] = c;
  for (Index m = 0; m < n; ++m) {
    const auto [a, b] = plane_coordinates(Pairing::half_split, n, m);
    std::tie(pi[a], pi[b]) = plane_coordinates(Pairing::interleaved, n, m);
  }
  return pi;
}
template <class M> M columns_moved(const M& X, const Permutation& pi) { return transposed(permuted(transposed(X), pi));
    }
const auto by_interleaving = [](const auto& place, const auto& X, const auto& omega) {
  const auto pi = to_interleaved(omega.size(), X.cols());
  return columns_moved(place(columns_moved(X, pi), omega, Pairing::interleaved, 1), inverse(pi));
};

// Powers of one rotation: R_i^T R_j = R_{j-i}, and the power against the angle.
template <class R, class W> void rotations_compose(Claim<R>& claim, const W& omega, const Mp& angle, long i, long j) {
  const auto at = [&](long t) { return bound::turn_error<R>(Mp(int(t)) * angle); };
  const auto error = [&] { return bound::plane_inner_error<R>(at(i), at(j), 2) + at(j - i); };
  const auto x = turn(omega, i), y = turn(omega, j), z = turn(omega, j - i);
  claim.within(error, x.cosine * y.cosine + x.sine * y.sine, z.cosine);
  claim.within(error, x.cosine * y.sine - x.sine * y.cosine, z.sine);
  if constexpr (!Claim<R>::exact) {
    const auto powered = power(rotation(omega), j);
    const auto apart = [&] { return bound::power_error<R>(Index(j), at(1)) + at(j); };
    claim.within(apart, powered.cosine, y.cosine);
    claim.within(apart, powered.sine, y.sine);
  }
}

const auto ordering = [](auto mask, auto attend) { return [=](const auto&...) { return std::pair{mask, attend}; }; };
const auto the_causal_mask = [](const auto& S) { return causal(S); };
const auto no_mask = [](const auto& S) { return S; };
/// \endcond

/// \checks{sinusoidal}
/// \clause{a} \f$ \langle r_i(\omega), r_j(\omega) \rangle = \cos(\omega(i - j)) \f$
/// \clause{b} the table is \f$ p_{t,2m} = \sin(t/10000^{2m/d}) \f$, \f$ p_{t,2m+1} = \cos(t/10000^{2m/d}) \f$, coordinates from 0 and positions from 1; an odd width is refused
/// \clause{c} \f$ \langle p_i, p_j \rangle = \sum_m \cos(\omega_m(i - j)) \f$ depends on the offset only, and \f$ \|p_t\|^2 = d/2 \f$
/// \proof
/// (a) is the addition theorem of the cosine. Exactly it can be tested without any cosine: if \f$ (\cos\omega, \sin\omega) \f$ is rational then so are all its powers, since
/// \f$ R_{t\omega} = R_\omega^t \f$. (b) is the definition; \f$ 10000^{2m/d} \f$ is \f$ e^{(2m/d)\log 10000} \f$. (c) sums (a) over the planes; the norm is the case
/// \f$ i = j \f$, where every cosine is 1.
/// \qed
/// \of{sinusoidal_features}
/// \of{frequencies}
/// \of{sinusoidal}
/// \verdict{display_6_sinusoid}
const auto display_6_sinusoid = theorem<item::display_6_sinusoid>()
    .given(turns, any::stream)
    .let(waves(the_features, the_table))
    .then([]<class R>(Claim<R>& claim, const Vec<R>& q, const Mat<R>& X, const auto& wave) {
      const auto& [features, table] = wave;
      const Index T = X.rows(), d = 2 * X.cols();
      const auto omega = steps(q);
      const auto angle = angles(q);
      offsets_only(claim('a'), features(R(0), std::vector{omega[0]}, T), std::vector{omega[0]}, {angle[0]});
      offsets_only(claim('c'), features(R(0), omega, T), omega, angle);
      claim('b').holds(refuses<std::invalid_argument>([T, &of_width = table] { of_width(R(0), T, 3); }),
                       "an odd width is refused");
      if constexpr (!Claim<R>::exact) {
        const auto p = table(R(0), T, d);
        for (Index t = 1; t <= T; ++t)
          for (Index m = 0; m < d / 2; ++m) {
            const R theta = number<R>(t) / exp(number<R>(2 * m) / number<R>(d) * log(R(10000)));
            const auto error = [&] { return Mp(2) * bound::sinusoid_error<R>(t, m, d); };
            claim('b').within(error, p(t - 1, 2 * m), sin(theta));
            claim('b').within(error, p(t - 1, 2 * m + 1), cos(theta));
          }
        const auto scale = frequencies<R>(d);
        std::vector<Mp> scale_angle;
        for (const R& w : scale) scale_angle.push_back(lifted<Mp>(w));
        offsets_only(claim('c'), p, scale, scale_angle);
      }
    })
    .not_for("ac", "cosines only", waves(cosines_only, the_table))
    .not_for("b", "positions from 0", waves(the_features, table_from_zero))
    .not_for("b", "sine and cosine exchanged", waves(the_features, table_exchanged))
    .not_for("b", "the exponent m/d", waves(the_features, table_slow))
    .not_for("b", "an odd width is made even", waves(the_features, table_odd))
    .one_case_in(6)
    .qed();

/// \checks{rotary}
/// \clause{a} \f$ R_{i\omega}^\top R_{j\omega} = R_{(j-i)\omega} \f$, so \f$ \langle R_{i\omega} q, R_{j\omega} k \rangle = q^\top R_{(j-i)\omega} k \f$, summed over planes that have frequencies of their own
/// \clause{b} norms are kept, and so are the coordinates beyond the planes
/// \clause{c} moving both positions by the same number of places changes nothing
/// \clause{d} the half-split pairing is the interleaved one between a reordering of the coordinates and its inverse; more planes than pairs are refused
/// \proof
/// (a) \f$ R_\theta^\top = R_{-\theta} \f$ and \f$ R_\alpha R_\beta = R_{\alpha + \beta} \f$; then \f$ (R_{i\omega} q)^\top (R_{j\omega} k) = q^\top R_{i\omega}^\top R_{j\omega} k \f$, and planes are
/// orthogonal to each other. What is absent from the right-hand side are \f$ i \f$ and \f$ j \f$ themselves: only their difference is left. (b) is (a) with \f$ k = q \f$ and \f$ i = j \f$. (c) The
/// difference is the same. (d) Both rotate plane \f$ m \f$ by the same angle; only the names of its two coordinates differ, and the reordering renames them.
/// \qed
/// \of{rotation}
/// \of{power}
/// \of{plane_coordinates}
/// \of{rotary}
/// \verdict{display_6_rotary}
const auto display_6_rotary = theorem<item::display_6_rotary>()
    .given(rotary_queries, rotary_keys, turns, moves_on)
    .let(by(the_rotary))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& Q, const Mat<R>& K, const Vec<R>& turned, Index moves,
                      const auto& place) {
      const auto omega = steps(turned);
      const auto angle = angles(turned);
      const Index n = omega.size(), T = Q.rows();
      for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
        const auto q = place(Q, omega, pairing, 1), k = place(K, omega, pairing, 1);
        const auto q_later = place(Q, omega, pairing, 1 + moves), k_later = place(K, omega, pairing, 1 + moves);
        for (Index i = 0; i < T; ++i) {
          const auto Q_i = lift<Mp>(row(Q, i));
          const auto error = [&](const auto& x, long t, long s) {
            return bound::rotary_inner_error<R>(Q_i, x, angle, pairing, t, s);
          };
          for (Index j = 0; j < T; j += T > 8 ? 7 : 1) {
            const long from = long(i) + 1, to = long(j) + 1, gap = long(i > j ? i - j : j - i), moved = long(moves);
            const auto K_j = lift<Mp>(row(K, j));
            const R S_ij = inner(row(q, i), row(k, j)), later = inner(row(q_later, i), row(k_later, j));
            claim('a').within([&] { return error(K_j, from, to) + error(K_j, 0, gap); }, S_ij,
                              relative(row(Q, i), row(K, j), omega, pairing, to - from));
            claim('c').within([&] { return error(K_j, from, to) + error(K_j, from + moved, to + moved); }, S_ij, later);
          }
          claim('b').within([&] { return error(Q_i, long(i) + 1, long(i) + 1) + error(Q_i, 0, 0); },
                            inner(row(q, i), row(q, i)), inner(row(Q, i), row(Q, i)));
          claim('b').exactly(q(i, 2 * n), Q(i, 2 * n));
          rotations_compose(claim('a'), omega[0], angle[0], long(i), long(T));
        }
      }
      claim('d').exactly(place(Q, omega, Pairing::half_split, 1), by_interleaving(place, Q, omega));
      claim('d').holds(refuses<ShapeError>([&] { place(Mat<R>(1, 2 * n - 1), omega, Pairing::half_split, 1); }),
                       "a plane too many is refused");
    })
    .not_for("a", "turned backwards", by(rotary_backwards))
    .not_for("abc", "the sign of the sine is lost", by(rotary_sign_lost))
    .not_for("d", "one pairing for both names", by(rotary_one_pairing))
    .one_case_in(8)
    .qed();

/// \remarked{6.3,The causal mask}
/// \clause{a} no permutation but the identity keeps the relation \f$ j \le i \f$: \f$ P_\pi M P_\pi^\top = M \f$ only for \f$ \pi = 1 \f$, for all \f$ \pi \in S_T \f$ with \f$ T \le 6 \f$
/// \clause{b} with equal scores \f$ F(v_1, v_2) = (v_1, \frac{v_1 + v_2}{2}) \f$, \f$ F(v_2, v_1) = (v_2, \frac{v_1 + v_2}{2}) \f$ and \f$ P F(v_1, v_2) = (\frac{v_1 + v_2}{2}, v_1) \f$, so that \f$ F(PV) \ne P F(V) \f$
///            exactly when \f$ v_1 \ne v_2 \f$
/// \proof
/// (a) \f$ \pi \f$ keeps the relation when \f$ j \le i \f$ holds exactly if \f$ \pi(j) \le \pi(i) \f$ does, that is, when it is increasing. Position \f$ i \f$ has exactly \f$ i \f$ positions \f$ j \le i \f$; so
/// has \f$ \pi(i) \f$, whence \f$ \pi(i) = i \f$. (b) The first row may read itself only, the second reads both alike. The first rows of \f$ F(PV) \f$ and \f$ P F(V) \f$ are \f$ v_2 \f$ and
/// \f$ \frac{v_1 + v_2}{2} \f$, which are equal only if \f$ v_1 = v_2 \f$. A half of a sum and the sum of halves are the same number in floats as well.
/// \qed
/// \of{causal}
/// \of{causal_head}
/// \of{permuted}
/// \verdict{remark_6_3_mask}
const auto remark_6_3_mask = theorem<item::remark_6_3_mask>()
    .given(two_values)
    .let(ordering(the_causal_mask, the_causal_head))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& V, const auto& ordered) {
      const auto& [mask, attend] = ordered;
      for (Index T = 1; T <= 6; ++T) {
        const auto M = mask(Mat<R>(T, T));
        Permutation pi(T);
        for (Index t = 0; t < T; ++t) pi[t] = t;
        const auto identity_map = pi;
        do claim('a').holds((columns_moved(permuted(M, pi), pi) == M) == (pi == identity_map),
                            "only the identity keeps the order");
        while (std::next_permutation(pi.begin(), pi.end()));
      }
      const Index d_v = V.cols();
      const Permutation swap{1, 0};
      const auto F = [&, &map = attend](const Mat<R>& X) { return map(X, Head<R>{Mat<R>(d_v, 1), Mat<R>(d_v, 1),
          identity<R>(d_v)}).Y; };
      auto constant = V;
      for (Index c = 0; c < d_v; ++c) constant(1, c) = V(0, c);
      for (const auto& values : {V, constant}) {
        const auto Y = F(values), Y_swapped = F(permuted(values, swap)), PY = permuted(Y, swap);
        for (Index c = 0; c < d_v; ++c) {
          const R half = (values(0, c) + values(1, c)) / R(2);
          claim('b').exactly(Y(0, c), values(0, c));
          claim('b').exactly(Y(1, c), half);
          claim('b').exactly(Y_swapped(0, c), values(1, c));
          claim('b').exactly(Y_swapped(1, c), half);
          claim('b').exactly(PY(0, c), half);
        }
        claim('b').holds((Y_swapped == PY) == (row(values, 0) == row(values, 1)), "equal exactly when the values are");
      }
    })
    .not_for("ab", "no mask", ordering(no_mask, the_head))
    .one_case_in(20)
    .qed();

}
