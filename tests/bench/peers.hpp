#pragma once
#include <string>
#include <vector>
#include "attest/kernel/arrays.hpp"
/// \file
/// \brief Other ways to compute one causal head, each in a file of its own.
namespace attest::bench {

/// \brief A peer: its name and version, and its work; the name of an absent one says why, and the work is null.
template <class R> struct Peer {
  std::string name;
  void (*forward)(const kernel::Arrays<R>&);
};

template <class R> Peer<R> naive();
template <class R> Peer<R> eigen();
template <class R> Peer<R> openblas();

/// \brief The fused multiply-adds that this processor does in a second at most, times two: in registers alone.
template <class R> double peak();
/// \brief Bytes that this processor reads in a second.
double read_bandwidth(const std::vector<float>& from);

}
