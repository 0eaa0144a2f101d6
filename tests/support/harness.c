// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanebox.h"

static void fail(const char *message);

void test_fail(const char *file, int line, const char *condition, const char *format, ...) {
    char message[8192];
    size_t length =
        (size_t)snprintf(message, sizeof message, "%s:%d: %s\n    ", file, line, condition);
    if (length >= sizeof message) length = sizeof message - 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + length, sizeof message - length, format, arguments);
    va_end(arguments);
    fail(message);
    abort();
}

#if !defined(LBX_PLAIN)

// After all tests, as these find the choice still open.
ReportHook(POST_ALL)(struct criterion_global_stats *stats) {
    (void)stats;
    printf("calls use %s\n", lbx_isa_name(lbx_isa_active()));
    fflush(stdout);
}

static void fail(const char *message) {
    cr_assert_fail("%s", message);
}

#else
#include <stdbool.h>
#include <unistd.h>
#if defined(_WIN32)
#include <process.h>
#elif !defined(__wasi__)
#include <sys/wait.h>
#endif

#include "progress.h"
#include "tables.h"

enum { TESTS_MAX = 1024, SECONDS_MAX = 900 };

static struct {
    char name[128];
    test_body *body;
} tests[TESTS_MAX];
static size_t test_count;

void test_register(const char *suite, const char *name, test_body *body) {
    if (test_count == TESTS_MAX) abort();
    snprintf(tests[test_count].name, sizeof tests[test_count].name, "%s/%s", suite, name);
    tests[test_count++].body = body;
}

static void fail(const char *message) {
    fprintf(stderr, "%s\n", message);
    exit(1);
}

// How a test ended that was run in its own process. `how` is NULL if it passed.
struct ending {
    const char *how;
    int code;
};

#if defined(__wasi__)
// wasi.mjs runs the program again with the argument "=" and the number of the test.
__attribute__((import_module("lanebox"), import_name("run_apart"))) int run_instance(size_t test);

static struct ending run_apart(size_t test) {
    fflush(NULL);
    const int status = run_instance(test);
    return (struct ending){status < 0 ? "trap" : status > 0 ? "exit" : NULL, status};
}

#elif defined(_WIN32)
// Runs the program again in the same way.
static struct ending run_apart(size_t test) {
    char argument[24];
    snprintf(argument, sizeof argument, "=%zu", test);
    fflush(NULL);
    const int status = (int)_spawnl(_P_WAIT, _pgmptr, _pgmptr, argument, (const char *)NULL);
    return (struct ending){status ? "exit" : NULL, status};
}

#else
static struct ending run_apart(size_t test) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS_MAX);
        tests[test].body();
        exit(0);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("fork");
        return (struct ending){"fork", status};
    }
    if (WIFSIGNALED(status)) return (struct ending){"signal", WTERMSIG(status)};
    return (struct ending){status ? "exit" : NULL, WEXITSTATUS(status)};
}
#endif

// Whether a name fits a pattern, in which * stands for anything.
static bool fits(const char *name, const char *pattern) {
    if (*pattern == '*') return fits(name, pattern + 1) || (*name && fits(name + 1, pattern));
    return *name == *pattern && (!*name || fits(name + 1, pattern + 1));
}

static bool is_wanted(const char *name, int argc, char **argv) {
    bool any = false, wanted = false;
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--filter") == 0 && k + 1 < argc) {
            any = true;
            wanted |= fits(name, argv[++k]);
        } else if (argv[k][0] != '-' || argv[k][1] == '-') {
            fprintf(stderr, "usage: %s [--filter PATTERN]... [-PART]...\n", argv[0]);
            exit(2);
        } else if (strstr(name, argv[k] + 1)) {
            return false;
        }
    }
    return wanted || !any;
}

// Runs the tests whose suite/name fits one of the patterns after --filter, or all if there are
// none. Those that contain an argument after a minus sign are left out.
int main(int argc, char **argv) {
#if defined(__wasi__) || defined(_WIN32)
    if (argc == 2 && argv[1][0] == '=') {
        tests[strtoul(argv[1] + 1, NULL, 10)].body();
        return 0;
    }
#endif
    size_t passed = 0, failed = 0, all = 0;
    struct progress progress = {0};
    for (size_t i = 0; i < test_count; i++) all += is_wanted(tests[i].name, argc, argv);
    for (size_t i = 0; i < test_count; i++) {
        if (!is_wanted(tests[i].name, argc, argv)) continue;
        progress_show(&progress, tests[i].name, passed + failed, all);
        tables_test = strchr(tests[i].name, '/') + 1;
        const struct ending ending = run_apart(i);
        if (!ending.how) {
            passed++;
        } else {
            failed++;
            printf("FAILED %s (%s %d)\n", tests[i].name, ending.how, ending.code);
        }
    }
    progress_end();
    // Not earlier: the tests find the choice still open.
    printf("%zu passed, %zu failed; calls use %s\n", passed, failed,
           lbx_isa_name(lbx_isa_active()));
    return failed || !passed;
}

#endif
