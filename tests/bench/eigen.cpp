// Eigen: the score matrix of 128 queries against their causal prefix, its softmax, and its product with the values.
#include "peers.hpp"
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#endif
namespace attest::bench {
#if __has_include(<Eigen/Core>)
namespace {
template <class R> void forward(const kernel::Arrays<R>& h) {
  using Rows = Eigen::Matrix<R, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using In = Eigen::Map<const Rows>;
  const auto n = [](Index x) { return Eigen::Index(x); };
  const In Q(h.Q, n(h.T_q), n(h.d_k)), K(h.K, n(h.T_k), n(h.d_k)), V(h.V, n(h.T_k), n(h.d_v));
  Eigen::Map<Rows> Y(h.Y, n(h.T_q), n(h.d_v));
  const R scale = 1 / std::sqrt(R(int(h.d_k)));
  for (Eigen::Index i = 0; i < Q.rows(); i += 128) {
    const Eigen::Index rows = std::min<Eigen::Index>(128, Q.rows() - i), keys = i + rows;
    Rows S = Q.middleRows(i, rows) * K.topRows(keys).transpose() * scale;
    for (Eigen::Index r = 0; r < rows; ++r) {
      auto seen = S.row(r).head(i + r + 1);
      seen = (seen.array() - seen.maxCoeff()).exp().matrix();
      seen /= seen.sum();
      S.row(r).tail(rows - r - 1).setZero();
    }
    Y.middleRows(i, rows).noalias() = S * V.topRows(keys);
  }
}
const std::string name = "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                         "." + std::to_string(EIGEN_MINOR_VERSION) + ", 128 rows at a time";
}
template <> Peer<float> eigen() { return {name, forward<float>}; }
template <> Peer<double> eigen() { return {name, forward<double>}; }
#else
template <> Peer<float> eigen() { return {"Eigen: not found (Debian: libeigen3-dev)", nullptr}; }
template <> Peer<double> eigen() { return {"Eigen: not found (Debian: libeigen3-dev)", nullptr}; }
#endif
}
