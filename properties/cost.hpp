#pragma once
#include "attest/arithmetic/counted.hpp"
#include "tools.hpp"
/// \file
/// \brief What the rooms of section 8 count with.
namespace attest::properties {
/// \cond

template <class F> Count counted(const F& f) {
  const Counting counting;
  f();
  return counting.count();
}
// How many numbers exist because of the result of f, and how many disappear with a matrix.
template <class F> Index stored_by(const F& f) {
  const Counting counting;
  const auto kept = f();
  return Index(counting.stored());
}
template <class M> Index freed(M& A) {
  const Counting counting;
  A = M(0, 0);
  return Index(-counting.stored());
}

/// \endcond
}
