#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
#include "attest/arithmetic/arithmetic.hpp"
/// \file
/// \brief Threads that are kept, and share numbered tasks.
namespace attest::kernel {

/// \brief A number of workers, the caller among them. One run at a time.
class Pool {
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(Index task, Index worker)>* work_ = nullptr;
  Index tasks_ = 0, busy_ = 0, run_ = 0;
  std::atomic<Index> next_{0};
  bool closing_ = false;

  void take(Index worker) {
    for (Index task; (task = next_.fetch_add(1)) < tasks_;) (*work_)(task, worker);
  }
  void wait_for_work(Index worker) {
    Index seen = 0;
    for (;;) {
      std::unique_lock lock(mutex_);
      begin_.wait(lock, [&] { return closing_ || run_ != seen; });
      if (closing_) return;
      seen = run_;
      lock.unlock();
      take(worker);
      lock.lock();
      if (--busy_ == 0) end_.notify_one();
    }
  }

 public:
  explicit Pool(Index workers = std::max(1u, std::thread::hardware_concurrency())) {
    for (Index w = 1; w < workers; ++w) threads_.emplace_back([this, w] { wait_for_work(w); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    begin_.notify_all();
    for (auto& thread : threads_) thread.join();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  Index workers() const { return threads_.size() + 1; }

  /// \brief work(task, worker) for every task below the number, each once, in rising order of their beginnings. It may not throw.
  void run(Index tasks, const std::function<void(Index task, Index worker)>& work) {
    {
      const std::lock_guard lock(mutex_);
      work_ = &work, tasks_ = tasks, busy_ = threads_.size();
      next_ = 0;
      ++run_;
    }
    begin_.notify_all();
    take(0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [&] { return busy_ == 0; });
  }
};

}
