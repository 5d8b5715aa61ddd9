#pragma once
#include <vector>
#include "attest/kernel/attention.hpp"
/// \file
/// \brief A key-value cache whose keys stand in panels, for kernels whose lanes are keys.
namespace attest::kernel {

/// \brief Room for T_max positions of one head.
template <class R> requires HasPolynomial<R> class Cache {
  std::vector<R> K_, V_;
  Index d_k_, d_v_, T_max_, t_ = 0;
  Scratch<R> scratch_;
  Kernel<R> with_;

 public:
  Cache(Index T_max, Index d_k, Index d_v, const Kernel<R>& with = kernels<R>)
      : K_((T_max + panel - 1) / panel * panel * d_k, R(0)), V_(T_max * d_v, R(0)), d_k_(d_k), d_v_(d_v), T_max_(T_max),
        scratch_(decode_scratch(d_k, d_v)), with_(with) {
    if (d_k == 0) throw ShapeError("Cache: d_k is 0; queries and keys need at least one coordinate");
  }
  Index t() const { return t_; }

  /// \brief One position more.
  template <Extent k_, Extent v_> void append(const Vector<R, k_>& k, const Vector<R, v_>& v) {
    if (t_ == T_max_)
      throw std::length_error("append: position " + std::to_string(t_ + 1) + ", but the cache has room for " +
                              std::to_string(T_max_));
    expect("the key", k.rows(), d_k_);
    expect("the value", v.rows(), d_v_);
    R* const at = K_.data() + t_ / panel * panel * d_k_ + t_ % panel;
    for (Index c = 0; c < d_k_; ++c) at[c * panel] = k(c);
    for (Index c = 0; c < d_v_; ++c) V_[t_ * d_v_ + c] = v(c);
    ++t_;
  }

  /// \brief attend_streaming(q, K, V, blocks(t, block)) over the cached positions, bit for bit.
  template <Extent q_> Vector<R, dynamic> attend(const Vector<R, q_>& q) const {
    expect("the query", q.rows(), d_k_);
    Vector<R, dynamic> y(d_v_);
    if (!with_.decode({K_.data(), V_.data(), t_, d_k_, d_v_}, std::to_address(q.begin()), std::to_address(y.begin()),
                      scratch_.get()))
      throw std::domain_error("attend: the query has met no key with a finite score; expected one");
    return y;
  }

 private:
  static void expect(const char* what, Index found, Index expected) {
    if (found != expected)
      throw ShapeError(std::string("Cache: ") + what + " has " + std::to_string(found) + " coordinates, expected " +
                       std::to_string(expected));
  }
};

}
