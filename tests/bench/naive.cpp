// The loops that a textbook shows, as the compiler makes them at -O3: a row of scores, its softmax, its average.
#include <cmath>
#include <vector>
#include "peers.hpp"
namespace attest::bench {
namespace {
template <class R> void forward(const kernel::Arrays<R>& h) {
  std::vector<R> p(h.T_k);
  for (Index i = 0; i < h.T_q; ++i) {
    R m = -std::numeric_limits<R>::infinity(), Z = 0;
    for (Index j = 0; j <= i; ++j) {
      R s = 0;
      for (Index c = 0; c < h.d_k; ++c) s += h.Q[i * h.d_k + c] * h.K[j * h.d_k + c];
      p[j] = s / std::sqrt(R(int(h.d_k)));
      m = std::max(m, p[j]);
    }
    for (Index j = 0; j <= i; ++j) Z += p[j] = std::exp(p[j] - m);
    for (Index c = 0; c < h.d_v; ++c) h.Y[i * h.d_v + c] = 0;
    for (Index j = 0; j <= i; ++j)
      for (Index c = 0; c < h.d_v; ++c) h.Y[i * h.d_v + c] += p[j] / Z * h.V[j * h.d_v + c];
  }
}
}
template <> Peer<float> naive() { return {"plain loops, -O3", forward<float>}; }
template <> Peer<double> naive() { return {"plain loops, -O3", forward<double>}; }
}
