#include "attest/bound/streaming.hpp"
#include "attest/impostor/streaming.hpp"
#include "cost.hpp"
/// \file
/// \brief Properties of lecture section 8: streaming softmax.
namespace attest::properties {

/// \cond
const auto streamer = [](auto attending, auto absorbing, auto merging) {
  return [=](const auto&...) { return std::tuple{attending, absorbing, merging}; };
};
const auto stream = []<class R>(const Vec<R>& q, const Mat<R>& K, const Mat<R>& V, std::span<const Block> arriving) {
  return attend_streaming(q, K, V, arriving);
};
const auto absorb_block = [](auto a, const auto& s, const auto& V, Index first) {
  return absorb(std::move(a), s, V, first);
};
const auto merge_states = [](auto a, const auto& b) { return merge(std::move(a), b); };
const auto streamed_wrongly = [](auto step) { return streamer(impostor::streaming_with(step), step, merge_states); };
const auto merged_wrongly = [](auto merging) { return streamer(stream, absorb_block, merging); };

// A block size and an order of the blocks: the size, then the number of each block as it arrives.
const Any arrival{"b", [](Shape n) {
  const Index b = Index(seam::draw(1, long(n.T))), B = (n.T + b - 1) / b;
  Text order = any::shuffled({B, 1, 1, 1});
  order.insert(order.begin(), b);
  return order;
}};
inline std::vector<Block> arriving_as(const Text& order, Index T) {
  const auto all = blocks(T, order[0]);
  std::vector<Block> some;
  for (Index j = 1; j < order.size(); ++j) some.push_back(all[order[j]]);
  return some;
}
// The plain value, and what plain and streamed evaluation may be apart.
template <class R> struct Plain {
  Vec<R> y;
  Vec<Mp> s, eta;
  Mat<Mp> V;
  Plain(const Vec<R>& q, const Mat<R>& K, const Mat<R>& values) : y(attend(q, K, values, K.rows())) {
    if constexpr (is_exact<R>) return;
    s = lift<Mp>(query_scores(q, K, 0, K.rows()));
    eta = bound::scores_apart<R>(lift<Mp>(q), lift<Mp>(K));
    V = lift<Mp>(values);
  }
  void claims(Claim<R>& claim, const Vec<R>& streamed, Index rescalings) const {
    Vec<Mp> apart(y.rows());
    if constexpr (!is_exact<R>)
      apart = sum(bound::streaming_error<R>(s, Vec<Mp>(s.rows()), V, 0),
                  bound::streaming_error<R>(s, eta, V, rescalings));
    for (Index c = 0; c < y.rows(); ++c) claim.within([&] { return apart(c); }, streamed(c), y(c));
  }
};
template <class R> bool same(const State<R>& a, const State<R>& b) { return a.m == b.m && a.Z == b.Z && a.N == b.N; }
// (d): the keys up to i and those after it, merged; and with a state that has met none.
template <class R>
void merges(Claim<R>& claim, const Plain<R>& plain, const Vec<R>& q, const Mat<R>& K, const Mat<R>& V, Index i,
            const auto& absorbing, const auto& merging) {
  const State<R> empty(V.cols());
  const auto met = [&](Index first, Index last) {
    return first == last ? empty : absorbing(empty, query_scores(q, K, first, last), V, first);
  };
  const auto left = met(0, i + 1), right = met(i + 1, K.rows());
  plain.claims(claim('d'), average(merging(left, right)), 1);
  claim('d').holds(same(merging(left, right), merging(right, left)), "merging commutes");
  claim('d').holds(same(merging(left, empty), left) && same(merging(empty, left), left), "the empty state is neutral");
  Vec<R> masked(K.rows());
  for (auto& x : masked) x = minus_infinity<R>();
  claim('d').holds(same(absorbing(left, masked, V, 0), left), "masked keys change nothing");
  claim('d').holds(same(absorbing(empty, masked, V, 0), empty), "nor do they for a query that has met none");
}
// (c): the numbers of a state, and the room that a query takes while n keys arrive one by one.
template <class R, class C>
void keeps(Claim<R>& claim, const Vec<C>& q, const Mat<C>& K, const Mat<C>& V, const auto& attending,
           const auto& absorbing) {
  const auto room = [&](Index n) {
    const auto arriving = blocks(n, 1);
    const Counting counting;
    attending(q, K, V, arriving);
    return counting.most_stored();
  };
  claim('c').exactly(room(K.rows()), room(1));
  const auto met = [&] { return absorbing(State<C>(V.cols()), query_scores(q, K, 0, K.rows()), V, 0); };
  claim('c').exactly(stored_by(met), V.cols() + 2);
}
// (e): all that is counted, and the comparison with a plain row.
template <class R, class C>
void costs(Claim<R>& claim, const Vec<C>& q, const Mat<C>& K, const Mat<C>& V, const std::vector<Block>& arriving,
           const auto& attending) {
  const Index n = K.rows(), B = arriving.size(), d_k = K.cols(), d_v = V.cols();
  const Count cost = counted([&] { attending(q, K, V, arriving); }), plain = attend_cost(n, d_k, d_v);
  claim('e').exactly(cost, streaming_cost(n, B, d_k, d_v));
  claim('e').holds(cost.exponentials <= plain.exponentials + B, "at most one exponential a block");
  claim('e').holds(cost.multiplications <= plain.multiplications + B * (d_v + 1), "at most d_v + 1 products a block");
}
/// \endcond

/// \checks{attend_streaming}
/// Keys and values arrive in blocks; a query keeps its largest score, denominator and numerator, and rescales them when the largest score rises.
/// \clause{a} the result is the plain average, in blocks of any size
/// \clause{b} and in any order of the blocks; the causal rows are streamed alike
/// \clause{c} a query keeps \f$ d_v + 2 \f$ numbers, and needs no more room for many blocks than for one
/// \clause{d} two states that met a part of the keys each merge into the state of all; merging commutes, \f$ (-\infty, 0, 0) \f$ is neutral, and masked keys change
///            nothing
/// \clause{e} \f$ n \f$ keys in \f$ B \f$ blocks cost at most \f$ B \f$ exponentials and \f$ B(d_v + 1) \f$ products more than a plain row: arithmetic stays quadratic
/// \proof
/// A state is the pair of sums \f$ \sum e^{s_j - m} \f$ and \f$ \sum e^{s_j - m} v_j \f$ over the keys it has met. Because
/// \f$ e^{m - m'} e^{s_j - m} = e^{s_j - m'} \f$, multiplying both sums by \f$ e^{m - m'} \f$ changes their shift from \f$ m \f$ to \f$ m' \f$, after which new terms, or
/// the sums of another state, can be added. Sums do not depend on how their terms are grouped and ordered, and in \f$ N/Z \f$ the shift cancels.
///
/// (d) The empty state contributes \f$ e^{-\infty} \cdot 0 = 0 \f$ and leaves the factor \f$ e^0 = 1 \f$ to the other; \f$ x + y = y + x \f$ holds bit for bit.
/// (c) and (e) are counted: a block reads the state and writes it, in place.
/// \qed
/// \of{blocks}
/// \of{shift_of}
/// \of{scaled_query}
/// \of{block_scores}
/// \of{absorb}
/// \of{merge}
/// \of{average}
/// \of{attend_streaming}
/// \of{attention_streaming}
/// \of{streaming_cost}
/// \verdict{aside_8_1}
const auto aside_8_1 = theorem<item::aside_8_1>()
    .given(any::queries, any::keys, any::values, arrival, any::position)
    .let(streamer(stream, absorb_block, merge_states))
    .then([]<class R>(Claim<R>& claim, const Mat<R>& Q, const Mat<R>& K, const Mat<R>& V, const Text& order, Index i,
                      const auto& streaming) {
      const auto& [attending, absorbing, merging] = streaming;
      const Index T = K.rows();
      const auto q = row(Q, i);
      const Plain<R> plain(q, K, V);
      for (Index b = 1; b <= T; b += 1 + b / 4)
        plain.claims(claim('a'), attending(q, K, V, blocks(T, b)), (T - 1) / b);
      const auto arriving = arriving_as(order, T);
      plain.claims(claim('b'), attending(q, K, V, arriving), arriving.size() - 1);
      const auto causal_rows = attention_streaming(Q, K, V, order[0], Mask::causal);
      claim('b').exactly(row(causal_rows, i), attend_streaming(q, K, V, blocks(i + 1, order[0])));
      keeps(claim, as<Counted<R>>(q), as<Counted<R>>(K), as<Counted<R>>(V), attending, absorbing);
      costs(claim, as<Counted<R>>(q), as<Counted<R>>(K), as<Counted<R>>(V), arriving, attending);
      merges(claim, plain, q, K, V, i, absorbing, merging);
    })
    .not_for("ab", "no rescaling", streamed_wrongly(impostor::no_rescale))
    .not_for("ab", "only the denominator is rescaled", streamed_wrongly(impostor::rescaled_denominator))
    .not_for("ab", "only the numerator is rescaled", streamed_wrongly(impostor::rescaled_numerator))
    .not_for("ab", "the maximum of the block before", streamed_wrongly(impostor::stale_maximum))
    .not_for("ab", "only the last block", streamed_wrongly(impostor::last_block_only))
    .not_for("ab", "the first block is missing", streamer(impostor::first_block_missing, absorb_block, merge_states))
    .not_for("ce", "a whole row of weights", streamer(impostor::whole_row, absorb_block, merge_states))
    .not_for("e", "an exponential for every coordinate", streamed_wrongly(impostor::exponential_per_coordinate))
    .not_for("d", "merging without rescaling", merged_wrongly(impostor::merge_unscaled))
    .not_for("d", "averages are averaged", merged_wrongly(impostor::merge_averages))
    .one_case_in(4)
    .qed();

}
