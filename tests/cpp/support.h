// SPDX-License-Identifier: MIT
// What the tests of lanebox.hpp share: each is one source, so this defines functions.
#ifndef SUPPORT_H
#define SUPPORT_H

#include "lanebox.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

static long allocations, alive;    // calls of operator new; those not yet deleted
static long allocations_left = -1; // until one fails; negative: none does
static int failures;

#define CHECK(condition)                                                                           \
    ((condition) ? (void)0                                                                         \
                 : (void)(failures++, std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

// The code that a call throws, or 0 if it throws nothing.
template <class Call> static std::ptrdiff_t thrown(Call call) {
    try {
        call();
    } catch (const lanebox::error &e) {
        CHECK(std::string(e.what()) == lbx_error_text(e.code()));
        return e.code();
    }
    return 0;
}

static void *allocate(void *p) {
    allocations++;
    if (p && (allocations_left < 0 || allocations_left-- > 0)) return alive++, p;
    std::free(p);
    throw std::bad_alloc();
}
static void release(void *p) {
    alive -= p != nullptr;
    std::free(p);
}

void *operator new(std::size_t bytes) {
    return allocate(std::malloc(bytes ? bytes : 1));
}
void *operator new(std::size_t bytes, std::align_val_t to) {
    const std::size_t align = static_cast<std::size_t>(to);
    return allocate(std::aligned_alloc(align, (bytes + align - 1) / align * align));
}
void operator delete(void *p) noexcept {
    release(p);
}
void operator delete(void *p, std::size_t) noexcept {
    release(p);
}
void operator delete(void *p, std::align_val_t) noexcept {
    release(p);
}
void operator delete(void *p, std::size_t, std::align_val_t) noexcept {
    release(p);
}

// What main returns.
static int verdict(const char *test) {
    if (failures) return std::printf("%s: %d failures\n", test, failures), 1;
    std::printf("lanebox.hpp, C++ %ld, %s: all is well\n", __cplusplus, test);
    return 0;
}

#endif
