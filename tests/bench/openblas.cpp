// OpenBLAS: as the Eigen file, with its matrix products and with our exponential: the best opponent that we could write.
#include <cmath>
#include <vector>
#include "attest/arithmetic/exponential.hpp"
#include "peers.hpp"
#ifdef ATTEST_CBLAS
#include <cblas.h>
#endif
namespace attest::bench {
#ifdef ATTEST_CBLAS
namespace {
void multiply(bool transposed, int m, int n, int k, float a, const float* A, int lda, const float* B, int ldb, float* C,
              int ldc) {
  const auto side = transposed ? CblasTrans : CblasNoTrans;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, side, m, n, k, a, A, lda, B, ldb, 0, C, ldc);
}
void multiply(bool transposed, int m, int n, int k, double a, const double* A, int lda, const double* B, int ldb,
              double* C, int ldc) {
  const auto side = transposed ? CblasTrans : CblasNoTrans;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, side, m, n, k, a, A, lda, B, ldb, 0, C, ldc);
}
template <class R> void forward(const kernel::Arrays<R>& h) {
  const int d_k = int(h.d_k), d_v = int(h.d_v);
  const R scale = 1 / std::sqrt(R(d_k));
  std::vector<R> S(128 * h.T_k);
  for (int i = 0, T = int(h.T_q); i < T; i += 128) {
    const int rows = std::min(128, T - i), keys = i + rows;
    multiply(true, rows, keys, d_k, scale, h.Q + Index(i) * h.d_k, d_k, h.K, d_k, S.data(), keys);
    for (int r = 0; r < rows; ++r) {
      R* const s = S.data() + Index(r) * Index(keys);
      R part[32];
      for (R& x : part) x = s[0];
      const int seen = i + r + 1, whole = seen / 32 * 32;
      for (int j = 0; j < whole; j += 32)
        for (int l = 0; l < 32; ++l) part[l] = part[l] < s[j + l] ? s[j + l] : part[l];
      for (int j = whole; j < seen; ++j) part[0] = std::max(part[0], s[j]);
      R m = part[0], Z = 0;
      for (const R x : part) m = std::max(m, x);
      for (int j = 0; j < seen; ++j) s[j] = exp_nonpositive(R(s[j] - m));
      for (R& x : part) x = 0;
      for (int j = 0; j < whole; j += 32)
        for (int l = 0; l < 32; ++l) part[l] += s[j + l];
      for (int j = whole; j < seen; ++j) part[0] += s[j];
      for (const R x : part) Z += x;
      for (int j = 0; j < seen; ++j) s[j] = s[j] / Z;
      for (int j = seen; j < keys; ++j) s[j] = 0;
    }
    multiply(false, rows, d_v, keys, R(1), S.data(), keys, h.V, d_v, h.Y + Index(i) * h.d_v, d_v);
  }
}
std::string name() { return std::string("OpenBLAS ") + openblas_get_corename() + ", 128 rows at a time, our exp"; }
}
template <> Peer<float> openblas() { openblas_set_num_threads(1); return {name(), forward<float>}; }
template <> Peer<double> openblas() { openblas_set_num_threads(1); return {name(), forward<double>}; }
#else
template <> Peer<float> openblas() { return {"OpenBLAS: not found (Debian: libopenblas-dev)", nullptr}; }
template <> Peer<double> openblas() { return {"OpenBLAS: not found (Debian: libopenblas-dev)", nullptr}; }
#endif
}
