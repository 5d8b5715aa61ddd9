#pragma once
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include "any.hpp"
#include "attest/arithmetic/dual.hpp"
#include "attest/arithmetic/dyadic.hpp"
#include "attest/bound/bound.hpp"
#include "attest/lecture/items.hpp"
/// \file
/// \brief How a theorem is written down and run: theorem, given, let, then, not_for, qed.
// No heavy header in here. RapidCheck is known to seams.cpp, Catch2 to catch.cpp, JSON to verdict.cpp, Boost to worlds.cpp.
namespace attest {

/// \brief What a run found out about one clause in one world.
struct Finding {
  bool equal = false;   ///< claimed as equality
  bool within = false;  ///< claimed within a bound; worst is then the largest error over bound
  bool held = false;    ///< claimed as an inequality or a fact
  bool fails = false;
  double worst = 0;
  long checks = 0;
  std::string silent;  ///< why this world cannot speak about the clause
  std::string why;     ///< what refuted it
};

/// \brief What one world found out about one theorem.
struct Tally {
  std::map<char, Finding> at;
  std::set<char> broken;
  bool hunting = false;  ///< an impostor is running: refutations are collected and not thrown
};
using Tallies = std::map<std::string, Tally>;

/// \brief A claim was refuted.
struct Refuted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// \brief The arithmetic in which the truth about R is computed.
template <class R> using Oracle = std::conditional_t<is_exact<R>, R, Mp>;

/// \brief The five verbs with which a theorem speaks, and the letter of the clause that speaks.
template <Arithmetic R> class Claim {
  Tally& tally_;
  const char* world_;
  char clause_ = '?';

  Finding& looked() {
    Finding& f = tally_.at[clause_];
    ++f.checks;
    return f;
  }
  template <class A, class B> void refute(const char* verb, const A& x, const B& y) {
    if (tally_.hunting) {
      tally_.broken.insert(clause_);
      return;
    }
    std::ostringstream out;
    out.precision(17);
    out << "clause (" << clause_ << ") in the world " << world_ << ": " << x << ' ' << verb << ' ' << y
        << " is refuted";
    Finding& f = tally_.at[clause_];
    f.fails = true;
    f.why = out.str();
    throw Refuted(f.why);
  }

 public:
  /// \brief Whether this world rounds, and whether it is the oracle of those that do.
  static constexpr bool exact = is_exact<R>, floats = Float<R>;

  Claim(Tally& tally, const char* world) : tally_(tally), world_(world) {}
  Claim& operator()(char clause) {
    clause_ = clause;
    return *this;
  }

  /// \brief The same value in every arithmetic, bit for bit in floats.
  template <class X> void exactly(const X& x, const X& y) {
    looked().equal = true;
    if (!(x == y)) refute("==", x, y);
  }
  /// \brief A fact without a number.
  void holds(bool fact, const char* what) {
    looked().held = true;
    if (!fact) refute("holds:", what, "no");
  }
  /// \brief \f$ x > 0 \f$
  void positive(const R& x) { below(R(0), x); }
  /// \brief \f$ x < y \f$, strictly
  void below(const R& x, const R& y) {
    looked().held = true;
    if (!(x < y)) refute("<", x, y);
  }
  /// \brief \f$ x \le y \f$ in exact arithmetic, \f$ x \le y + \text{bound} \cdot |\text{scale}| \f$ in the others.
  void at_most(const R& x, const R& y, const Mp& bound = Mp(0), const R& scale = R(1)) {
    looked().held = true;
    if constexpr (exact) {
      if (!(x <= y)) refute("<=", x, y);
    } else if (!(lifted<Mp>(x) <= lifted<Mp>(y) + bound * abs(lifted<Mp>(scale)))) refute("<=", x, y);
  }
  /// \brief The same with a slack that has to be computed, which the exact world need not do.
  template <class Bound> requires std::invocable<Bound> void at_most(const R& x, const R& y, const Bound& bound) {
    if constexpr (exact) at_most(x, y);
    else at_most(x, y, bound());
  }
  /// \brief \f$ x = y \f$ in exact arithmetic, \f$ |x - y| \le \text{bound} \cdot |\text{scale}| \f$ in the others.
  void within(const Mp& bound, const R& scale, const R& x, const R& y) {
    if constexpr (exact) exactly(x, y);
    else compare("~", bound * abs(lifted<Mp>(scale)), lifted<Mp>(x), lifted<Mp>(y));
  }
  /// \brief The same with a bound that has to be computed, which the exact world need not do.
  template <class Bound> requires std::invocable<Bound> void within(const Bound& bound, const R& x, const R& y) {
    if constexpr (exact) exactly(x, y);
    else compare("~", bound(), lifted<Mp>(x), lifted<Mp>(y));
  }
  /// \brief More than rounding apart: \f$ x \ne y \f$ in exact arithmetic, \f$ |x - y| > \text{bound} \cdot |\text{scale}| \f$ in the others.
  void differs(const R& x, const R& y, const Mp& bound = Mp(0), const R& scale = R(1)) {
    looked().held = true;
    if constexpr (exact) {
      if (x == y) refute("!=", x, y);
    } else if (!(abs(Mp(lifted<Mp>(x) - lifted<Mp>(y))) > bound * abs(lifted<Mp>(scale)))) refute("!=", x, y);
  }
  /// \brief Forward error: the truth is the same definition, run by the oracle on the same inputs. Floats only; the exact world and the
  /// oracle itself would compare a computation with itself, and say so.
  template <class Bound, class Truth> void rounds(const Bound& bound, const R& x, const Truth& truth) {
    if constexpr (floats) compare("~", bound(), lifted<Mp>(x), truth());
    else silent("it would compare a computation with itself");
  }
  /// \brief This world cannot speak about the clause, and why.
  void silent(const char* why) { tally_.at[clause_].silent = why; }

 private:
  void compare(const char* verb, const Mp& bound, const Mp& x, const Mp& y) {
    const Mp error = abs(Mp(x - y));
    Finding& f = looked();
    f.within = true;
    if (!(error <= bound)) return refute(verb, x, y);
    if (bound > Mp(0)) f.worst = std::max(f.worst, static_cast<double>(Mp(error / bound)));
  }
};

/// \brief One draw: it can be checked in every world, and shown.
struct Run {
  std::function<void(Tallies&)> check;
  std::function<std::string()> show;
};
/// \brief The object under test done wrongly, and the clauses that must notice.
struct Impostor {
  std::string clauses, name;
  std::function<Run(Shape)> run;
};
/// \brief A theorem without its types: the same class for all of them.
struct Statement {
  Entry entry;
  std::function<Run(Shape)> run;
  std::vector<Impostor> impostors;
  Index share = 1;  ///< this theorem is slow: it gets one case in `share`
};
namespace seam {
bool enter(Statement statement);
}

template <item key, class Given, class Let, class Then> class Theorem {
  Given given_;
  Let let_;
  Then then_;
  Statement all_;

  template <class R, class In, class L>
  static void world(const char* name, const In& in, const L& let, const Then& then, Tallies& tallies) {
    Tally& tally = tallies[name];
    try {
      const auto here = std::apply([](const auto&... x) { return std::tuple{lift<R>(x)...}; }, in);
      const auto object = std::apply(let, here);
      Claim<R> claim(tally, name);
      std::apply([&](const auto&... x) { then(claim, x..., object); }, here);
    } catch (const std::domain_error&) {
      if (!tally.hunting) throw;  // an impostor may leave an exact world: the others still look at it
    }
  }
  template <class L>
  static std::function<Run(Shape)> runner(const Given& given, const L& let, const Then& then, bool hunting) {
    return [given, let, then, hunting](Shape n) -> Run {
      const auto in = given.draw(n);
      return {[in, let, then, hunting, n](Tallies& tallies) {
                constexpr Worlds worlds = entry(key).worlds;
                static_cast<void>(hunting);
                // An impostor need not fall in the slowest world again.
                if constexpr (worlds & exact_world)
                  if (!n.floats_only) world<Exact>("exact", in, let, then, tallies);
                if constexpr (worlds & dyadic_world)
                  if (!n.floats_only) world<Dyadic>("dyadic", in, let, then, tallies);
                if constexpr (worlds & mp_world)
                  if (!n.floats_only && (!hunting || !(worlds & float_world)))
                    world<Mp>("mp100", in, let, then, tallies);
                if constexpr (worlds & double_world) world<double>("double", in, let, then, tallies);
                if constexpr (worlds & float_world) world<float>("float", in, let, then, tallies);
              },
              [in, given] { return given.show(in); }};
    };
  }

 public:
  Theorem(Given g, Let l, Then t) : given_(g), let_(l), then_(t), all_{entry(key), {}, {}} {}
  template <class L> Theorem not_for(std::string clauses, std::string name, L let) && {
    all_.impostors.push_back({std::move(clauses), std::move(name), runner(given_, let, then_, true)});
    return std::move(*this);
  }
  Theorem one_case_in(Index share) && {
    all_.share = share;
    return std::move(*this);
  }
  bool qed() && {
    all_.run = runner(given_, let_, then_, false);
    return seam::enter(std::move(all_));
  }
};

/// \brief The quantifiers of a theorem.
template <class... F> struct Givens {
  std::tuple<Any<F>...> any;
  auto draw(Shape n) const {
    return std::apply([n](const auto&... x) { return std::tuple{x.draw(n)...}; }, any);
  }
  template <class In> std::string show(const In& in) const {
    std::ostringstream out;
    out.precision(17);
    const auto one = [&out](const char* letter, const auto& x) {
      attest::show(out << "  " << letter << " = ", x) << '\n';
    };
    [&]<std::size_t... k>(std::index_sequence<k...>) { (one(std::get<k>(any).letter, std::get<k>(in)), ...); }
    (std::index_sequence_for<F...>{});
    return out.str();
  }
};
template <item key, class Given, class Let> struct Letting {
  Given given;
  Let object;
  template <class Then> auto then(Then t) && { return Theorem<key, Given, Let, Then>(given, object, t); }
};
template <item key, class Given> struct Quantified {
  Given given;
  template <class Let> auto let(Let l) && { return Letting<key, Given, Let>{given, l}; }
};
template <item key> struct Opening {
  template <class... F> auto given(Any<F>... any) && { return Quantified<key, Givens<F...>>{{{any...}}}; }
};
/// \brief Opens the theorem of a lecture item; an unknown key does not compile.
template <item key> Opening<key> theorem() { return {}; }

}
