// SPDX-License-Identifier: MIT
// Test(suite, name) { ... expect(condition, "what was seen %d", x); ... }
//
// The same sources build with Criterion or, with LBX_PLAIN, with a small runner of our own for
// qemu-user, Windows, MSan and TSan, where Criterion cannot run. Both run each test in its own
// process.
#ifndef LBX_HARNESS_H
#define LBX_HARNESS_H

#if defined(LBX_PLAIN)

typedef void test_body(void);
void test_register(const char *suite, const char *name, test_body *body);

#define Test(suite, name)                                                                          \
    static void suite##_##name(void);                                                              \
    __attribute__((constructor)) static void suite##_##name##_register(void) {                     \
        test_register(#suite, #name, suite##_##name);                                              \
    }                                                                                              \
    static void suite##_##name(void)

#else
#include <criterion/criterion.h>
#endif

// Ends the test if the condition is false. The message has printf's format.
#define expect(condition, ...)                                                                     \
    ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))

#if defined(__MINGW32__) // the name of its printf that conforms to C
#define LIKE_PRINTF gnu_printf
#else
#define LIKE_PRINTF printf
#endif

__attribute__((noreturn, format(LIKE_PRINTF, 4, 5))) void
test_fail(const char *file, int line, const char *condition, const char *format, ...);

#endif
