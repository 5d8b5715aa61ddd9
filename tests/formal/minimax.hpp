#pragma once
#include <algorithm>
#include <cmath>
#include <vector>
#include "attest/arithmetic/multiprecision.hpp"
#include "attest/linear.hpp"
/// \file
/// \brief The exchange algorithm of Remez in 100 digits: where the coefficients of exp_nonpositive come from.
namespace attest::formal {

/// \brief The polynomial q for which 1 + r + r² q(r) is nearest to e^r, relatively, on [-reach, reach].
class Minimax {
  static constexpr int grid = 600;
  Mp reach_;
  std::vector<Mp> q_, points_;
  Mp error_ = Mp(0);

  static Mp value(const std::vector<Mp>& q, const Mp& r) {
    Mp y = 0;
    for (Index k = q.size(); k-- > 0;) y = y * r + q[k];
    return y;
  }
  Mp error_at(const Mp& r) const {
    const Mp e = exp(r);
    return (Mp(1) + r + r * r * value(q_, r) - e) / e;
  }

  // The q, and the E, with error (-1)^i E at each of the points.
  void solve() {
    const Index n = points_.size();
    Matrix<Mp, dynamic, dynamic> M(n, n + 1);
    for (Index i = 0; i < n; ++i) {
      const Mp r = points_[i], e = exp(r), weight = r * r / e;
      Mp power = weight;
      for (Index k = 0; k + 1 < n; ++k, power *= r) M(i, k) = power;
      M(i, n - 1) = i % 2 ? Mp(-1) : Mp(1);
      M(i, n) = (e - Mp(1) - r) / e;
    }
    eliminate(M, n);
    for (Index k = 0; k + 1 < n; ++k) q_[k] = M(k, n);
    error_ = abs(M(n - 1, n));
  }

  // Where |error| is largest between a and b: golden section.
  Mp summit(Mp a, Mp b) const {
    const Mp golden = (sqrt(Mp(5)) - Mp(1)) / Mp(2);
    Mp x = b - golden * (b - a), y = a + golden * (b - a), at_x = abs(error_at(x)), at_y = abs(error_at(y));
    for (int n = 0; n < 60; ++n) {
      if (at_x < at_y) {
        a = x, x = y, at_x = at_y;
        y = a + golden * (b - a), at_y = abs(error_at(y));
      } else {
        b = y, y = x, at_y = at_x;
        x = b - golden * (b - a), at_x = abs(error_at(x));
      }
    }
    return (a + b) / Mp(2);
  }

  // The largest error of each stretch with one sign.
  void exchange() {
    const auto at = [&](int n) { return reach_ * Mp(2 * n - grid) / Mp(grid); };
    std::vector<Mp> fresh;
    std::vector<int> best;
    Mp most = 0;
    for (int n = 0, sign = 0; n <= grid; ++n) {
      const Mp e = error_at(at(n));
      if (e == Mp(0)) continue;
      const int here = e < Mp(0) ? -1 : 1;
      if (here != sign) best.push_back(n), most = abs(e), sign = here;
      else if (abs(e) > most) best.back() = n, most = abs(e);
    }
    for (const int n : best)
      fresh.push_back(n == 0 || n == grid ? at(n) : summit(at(n - 1), at(n + 1)));
    if (fresh.size() == points_.size()) points_ = fresh;
  }

 public:
  Minimax(Index degree, const Mp& reach, int rounds = 10) : reach_(reach), q_(degree + 1, Mp(0)) {
    const Index n = degree + 2;
    for (Index i = 0; i < n; ++i) {
      const double x = -std::cos((double(i) + 0.5) * std::acos(-1.0) / double(n));
      points_.push_back(reach * Mp(std::abs(x) < 0.01 ? 0.1 : x));   // the error is 0 at 0, so no point may stand there
    }
    for (int k = 0; k < rounds; ++k) solve(), exchange();
    solve();
  }
  const std::vector<Mp>& coefficients() const { return q_; }
  /// \brief The largest relative error, of the polynomial before its coefficients are rounded.
  const Mp& error() const { return error_; }
};

}
