#pragma once
#include <sched.h>
#include <time.h>
#include <algorithm>
#include <functional>
#include <string>
#include <vector>
/// \file
/// \brief Candidates that take turns, and what their times say.
namespace attest::bench {

inline double seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return double(t.tv_sec) + double(t.tv_nsec) / 1e9;
}

/// \brief This thread stays on one processor.
inline void pin() {
#ifdef __linux__
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(std::max(0, sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);
#endif
}

/// \brief One candidate: what it does, and how long it took each time.
struct Candidate {
  std::string name;
  std::function<void()> work;
  std::vector<double> times{};

  double quantile(double q) const {
    std::vector<double> t = times;
    std::sort(t.begin(), t.end());
    return t.empty() ? 0 : t[std::min(t.size() - 1, std::size_t(q * double(t.size())))];
  }
  double median() const { return quantile(0.5); }
};

/// \brief Round after round, each candidate once, for so many seconds; short work is repeated within a turn.
inline void take_turns(std::vector<Candidate>& all, double budget, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  for (Candidate& c : all) c.work();
  const double begin = seconds(CLOCK_MONOTONIC);
  for (int round = 0; round < 3 || (round < 200 && seconds(CLOCK_MONOTONIC) - begin < budget); ++round)
    for (Candidate& c : all) {
      const double shortest = c.quantile(0), turn = 0.002;
      const int repeats = shortest > 0 && shortest < turn ? int(turn / shortest) + 1 : 1;
      const double from = seconds(clock);
      for (int n = 0; n < repeats; ++n) c.work();
      c.times.push_back((seconds(clock) - from) / repeats);
    }
}

}
