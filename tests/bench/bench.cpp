// How fast the kernels are, beside others, in one process: candidates take turns, and medians are compared.
#include <sys/resource.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include "attest/kernel/cache.hpp"
#include "attest/kernel/gradient.hpp"
#include "clock.hpp"
#include "kernel/levels.hpp"
#include "peers.hpp"
namespace attest::bench {
namespace {

template <class R> constexpr const char* type = sizeof(R) == sizeof(float) ? "fp32" : "fp64";
using Rows = std::vector<std::string>;   // the JSON lines of all measurements

template <class R> struct Data {
  Matrix<R, dynamic, dynamic> Q, K, V, Y;
  kernel::Arrays<R> head;
  Data(Index T, Index d) : Q(T, d), K(T, d), V(T, d), Y(T, d), head(kernel::arrays(Q, K, V, Y, Mask::causal)) {
    std::mt19937 source(7);
    std::normal_distribution<double> normal;
    for (auto* M : {&Q, &K, &V})
      for (R& x : *M) x = R(normal(source));
  }
};

void line(Rows& rows, const char* what, const char* number, Index T, Index d, const Candidate& c,
          const Candidate& first, double flops, double peak) {
  const double t = c.median(), share = flops > 0 ? flops / t / peak : 0;
  std::fprintf(stderr, "%-8s %s T=%-5zu d=%-3zu %-46s", what, number, T, d, c.name.c_str());
  std::fprintf(stderr, " %10.3f ms", t * 1e3);
  if (flops > 0) std::fprintf(stderr, " %7.1f GF/s %5.1f %% of peak", flops / t / 1e9, 100 * share);
  std::fprintf(stderr, "  x%.2f  spread %.0f %%\n", t / first.median(),
               t > 0 ? 100 * (c.quantile(0.9) - c.quantile(0.1)) / t : 0);
  char text[512];
  std::snprintf(text, sizeof text,
                "{\"what\": \"%s\", \"type\": \"%s\", \"T\": %zu, \"d\": %zu, \"candidate\": \"%s\", "
                "\"seconds\": %.9g, "
                "\"share_of_peak\": %.4f, \"times_first\": %.4f, \"low\": %.9g, \"high\": %.9g, \"turns\": %zu}",
                what, number, T, d, c.name.c_str(), t, share, t / first.median(), c.quantile(0.1), c.quantile(0.9),
                c.times.size());
  rows.push_back(text);
}

template <class R> void forward(Rows& rows, Index T, Index d, double budget, bool peers) {
  Data<R> data(T, d);
  std::vector<Candidate> all;
  for (const Level& level : levels())
    if (level.here && (level.name != "baseline" || T <= 128))
      all.insert(all.begin(), {"attest, " + std::string(level.name), [&] {
                                 const kernel::Arrays<R> heads[]{data.head};
                                 kernel::run(std::span<const kernel::Arrays<R>>(heads), level.of<R>(), nullptr);
                               }});
  if (peers)
    for (const Peer<R>& peer : {openblas<R>(), eigen<R>(), naive<R>()})
      if (peer.forward) all.push_back({peer.name, [&data, peer] { peer.forward(data.head); }});
  std::vector<double> peaks;
  all.push_back({"peak", [&] { peaks.push_back(peak<R>()); }});
  take_turns(all, budget);
  all.pop_back();
  std::sort(peaks.begin(), peaks.end());
  const double flops = double(T) * double(T + 1) * double(2 * d), top = peaks[peaks.size() / 2];
  for (const Candidate& c : all) line(rows, "forward", type<R>, T, d, c, all.front(), flops, top);
}

template <class R> void both_ways(Rows& rows, Index T, double budget) {
  Data<R> data(T, 64);
  const Level& level = fastest_level();
  std::vector<Candidate> all{
      {"forward and backward",
       [&] { kernel::gradient(data.Q, data.K, data.V, data.V, Mask::causal, nullptr, level.of<R>()); }}};
  std::vector<double> peaks;
  all.push_back({"peak", [&] { peaks.push_back(peak<R>()); }});
  take_turns(all, budget);
  std::sort(peaks.begin(), peaks.end());
  // Two products of T(T+1)/2 pairs forwards, five backwards.
  line(rows, "gradient", type<R>, T, 64, all[0], all[0], double(T) * double(T + 1) * 64 * 7, peaks[peaks.size() / 2]);
}

template <class R> void threads(Rows& rows, Index T, double budget) {
  Data<R> data(T, 64);
  kernel::Pool pool(2);
  const Level& level = fastest_level();
  const auto with = [&](kernel::Pool* some) {
    const kernel::Arrays<R> heads[]{data.head};
    kernel::run(std::span<const kernel::Arrays<R>>(heads), level.of<R>(), some);
  };
  std::vector<Candidate> all{{"one thread", [&] { with(nullptr); }}, {"two threads", [&] { with(&pool); }}};
  take_turns(all, budget, CLOCK_MONOTONIC);
  for (const Candidate& c : all) line(rows, "threads", type<R>, T, 64, c, all.front(), 0, 1);
}

template <class R> void decode(Rows& rows, Index t, double budget) {
  kernel::Cache<R> cache(t, 64, 64, fastest_level().of<R>());
  Vector<R, dynamic> k(64), v(64);
  for (Index j = 0; j < t; ++j) {
    for (Index c = 0; c < 64; ++c) k(c) = R(int((j * 7 + c * 3) % 19) - 9) / 8, v(c) = R(int((j + c) % 17) - 8) / 8;
    cache.append(k, v);
  }
  const std::vector<float> same(t * 128 * sizeof(R) / sizeof(float), 1.0f);
  std::vector<double> bandwidths;
  std::vector<Candidate> all{{"attest, panels", [&] { cache.attend(k); }},
                             {"reading alone", [&] { bandwidths.push_back(read_bandwidth(same)); }}};
  take_turns(all, budget);
  for (const Candidate& c : all) line(rows, "decode", type<R>, t, 64, c, all.front(), 0, 1);
}

int main_of(bool json, bool quick) {
  double load[1]{};
  const bool known = getloadavg(load, 1) == 1;
  const double budget = quick ? 0.2 : 4;
  std::fprintf(stderr, "level %s; load %.2f%s\n", std::string(fastest_level().name).c_str(), load[0],
               known && load[0] < 1.5 ? "" : ": this run is noisy, its figures are no verdict");
  if (fastest_level().name != "avx512") std::fprintf(stderr, "no AVX-512 here: the bars cannot be judged\n");
  for (const auto& peer : {openblas<float>(), eigen<float>()})
    if (!peer.forward) std::fprintf(stderr, "%s\n", peer.name.c_str());
  pin();
  Rows rows;
  for (const Index T : quick ? std::vector<Index>{128, 512} : std::vector<Index>{128, 512, 2048, 8192}) {
    forward<float>(rows, T, 64, budget, T <= 2048);
    forward<double>(rows, T, 64, budget, T <= 2048);
  }
  for (const Index T : quick ? std::vector<Index>{512} : std::vector<Index>{128, 512, 2048}) {
    both_ways<float>(rows, T, budget);
    both_ways<double>(rows, T, budget);
  }
  for (const Index d : {16, 17, 128}) forward<float>(rows, 512, d, budget / 4, false);
  for (const Index t : quick ? std::vector<Index>{1024} : std::vector<Index>{1024, 65536, 262144})
    decode<float>(rows, t, budget);
#ifdef __linux__
  cpu_set_t every;
  CPU_ZERO(&every);
  for (int c = 0; c < CPU_SETSIZE; ++c) CPU_SET(c, &every);
  sched_setaffinity(0, sizeof every, &every);
#endif
  for (const Index T : quick ? std::vector<Index>{512} : std::vector<Index>{2048, 8192})
    threads<float>(rows, T, budget);
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  std::fprintf(stderr, "scratch of a thread: %zu KiB in fp32, %zu KiB in fp64, whatever T is\n",
               kernel::forward_scratch(64, 64) * sizeof(float) / 1024,
               kernel::forward_scratch(64, 64) * sizeof(double) / 1024);
  if (!json) return 0;
  std::printf("{\"level\": \"%s\", \"load\": %.2f, \"peak_kib\": %ld, \"measurements\": [\n",
              std::string(fastest_level().name).c_str(), load[0], use.ru_maxrss);
  for (Index n = 0; n < rows.size(); ++n) std::printf("  %s%s\n", rows[n].c_str(), n + 1 < rows.size() ? "," : "");
  std::printf("]}\n");
  return 0;
}

}
}

int main(int argc, char** argv) {
  bool json = false, quick = false;
  for (int n = 1; n < argc; ++n) {
    if (!std::strcmp(argv[n], "--json")) json = true;
    else if (!std::strcmp(argv[n], "--quick")) quick = true;
    else return std::fprintf(stderr, "bench: unknown word '%s'; expected --json or --quick\n", argv[n]), 2;
  }
  try {
    return attest::bench::main_of(json, quick);
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "bench: %s\n", error.what()), 1;
  }
}
