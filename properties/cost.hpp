#pragma once
#include "attest/arithmetic/counted.hpp"
#include "tools.hpp"
/// \file
/// \brief What the rooms of section 8 count with.
namespace attest::properties {
/// \cond

// The arguments are made before anything is counted.
template <class F, class... X> Count counted(const F& f, X&&... x) {
  const Counting counting;
  f(x...);
  return counting.count();
}
// How many numbers exist because of the result of f, and how many disappear with a matrix.
template <class F, class... X> Index stored_by(const F& f, X&&... x) {
  const Counting counting;
  const auto kept = f(x...);
  return Index(counting.stored());
}
template <class M> Index freed(M& A) {
  const Counting counting;
  A = M(0, 0);
  return Index(-counting.stored());
}

/// \endcond
}
