#pragma once
/// \file
/// \brief Everything but the judge: number types, the lecture's rooms, and the bounds.
#include "attest/arithmetic/dual.hpp"
#include "attest/arithmetic/exact.hpp"
#include "attest/arithmetic/multiprecision.hpp"
#include "attest/arithmetic/traced.hpp"
#include "attest/bound/head.hpp"
#include "attest/bound/permutation.hpp"
#include "attest/bound/positions.hpp"
#include "attest/bound/transformer.hpp"
#include "attest/lecture/items.hpp"
#include "attest/lecture/s0_transformer.hpp"
#include "attest/lecture/s5_lse.hpp"
