// SPDX-License-Identifier: MIT
/// @file thread_pool.hpp
/// A pool of threads for lanebox.hpp. It is a header of its own, because <thread> and what it needs
/// take a compiler a quarter of the time of lanebox.hpp.
///
/// @code
/// lanebox::thread_pool pool; // a thread for each processor
/// lanebox::order order;
/// order.sort(boxes, n, pool.workers());
/// @endcode
#ifndef LANEBOX_THREAD_POOL_HPP
#define LANEBOX_THREAD_POOL_HPP

#include "../lanebox.hpp"

#include <atomic>
#include <cfenv>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace lanebox {

/// Threads that share the work of calls. They wait for work until the pool is destroyed, which no
/// call that uses it may outlive. If several threads call with the same pool, their calls take
/// turns with it. Tasks compute in the floating-point modes of the thread that calls.
class thread_pool {
  public:
    /// Starts the threads. `threads` counts the one that calls lanebox too, which works as well; 0
    /// is one for each processor. Throws std::system_error or std::bad_alloc.
    explicit thread_pool(unsigned threads = 0) {
        if (threads == 0) threads = std::thread::hardware_concurrency();
        try {
            while (threads_.size() + 1 < threads) threads_.emplace_back([this] { help(); });
        } catch (...) {
            close();
            throw;
        }
    }
    thread_pool(const thread_pool &) = delete;
    thread_pool &operator=(const thread_pool &) = delete;
    ~thread_pool() {
        close();
    }

    /// The number of threads, with the one that calls.
    unsigned size() const noexcept {
        return static_cast<unsigned>(threads_.size()) + 1;
    }
    /// What functions take as their workers.
    const lbx_workers *workers() const noexcept {
        return &workers_;
    }

  private:
    using function = void (*)(void *data, std::size_t k);

    // The shares of a call follow each other within microseconds, so a thread that has nothing to
    // do looks for work a while before it sleeps.
    static constexpr int looks = 500;
    template <class Condition> static void look_for(Condition condition) {
        for (int k = 0; k < looks && !condition(); k++) std::this_thread::yield();
    }

    static void run(void *context, function task, void *data, std::size_t tasks) {
        static_cast<thread_pool *>(context)->share(task, data, tasks);
    }

    void share(function task, void *data, std::size_t tasks) {
        const std::lock_guard<std::mutex> turn(turn_);
        std::unique_lock<std::mutex> lock(mutex_);
        task_ = task, data_ = data, tasks_ = tasks;
        next_ = 0;
        std::fegetenv(&modes_);
        open_ = true;
        share_++;
        begun_.notify_all();
        lock.unlock();
        run_tasks();
        look_for([this] { return busy_ == 0; });
        lock.lock();
        open_ = false;
        ended_.wait(lock, [this] { return busy_ == 0; });
    }

    void run_tasks() {
        for (std::size_t k; (k = next_++) < tasks_;) task_(data_, k);
    }

    void help() {
        std::unique_lock<std::mutex> lock(mutex_);
        for (unsigned seen = 0;;) {
            lock.unlock();
            look_for([&] { return share_ != seen; });
            lock.lock();
            begun_.wait(lock, [&] { return share_ != seen; });
            seen = share_;
            if (closing_) return;
            if (!open_) continue; // it ended before this thread was awake
            busy_++;
            lock.unlock();
            std::fesetenv(&modes_);
            run_tasks();
            lock.lock();
            if (--busy_ == 0) ended_.notify_one();
        }
    }

    void close() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            closing_ = true;
            share_++;
        }
        begun_.notify_all();
        for (std::thread &thread : threads_) thread.join();
    }

    const lbx_workers workers_ = {run, this};
    std::mutex turn_, mutex_;
    std::condition_variable begun_, ended_;
    std::atomic<unsigned> share_{0}; // the number of the share, which changes when one begins
    std::atomic<unsigned> busy_{0};  // threads that have joined it
    bool open_ = false;              // threads may join it
    bool closing_ = false;
    function task_ = nullptr;
    void *data_ = nullptr;
    std::size_t tasks_ = 0;
    std::atomic<std::size_t> next_{0};
    std::fenv_t modes_ = {};
    std::vector<std::thread> threads_;
};

} // namespace lanebox

#endif
