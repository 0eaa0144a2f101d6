// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // access, clock_gettime, isatty

#include "tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lanebox.h"

void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

size_t checked(ptrdiff_t result) {
    if (result < 0) die("lanebox: %s", lbx_error_text(result));
    return (size_t)result;
}

void *resize(void *items, size_t count, size_t item_bytes) {
    if (count > PTRDIFF_MAX / item_bytes) die("out of memory");
    void *const resized = realloc(items, count ? count * item_bytes : 1);
    if (!resized) die("out of memory: %s bytes", grouped(count * item_bytes).text);
    return resized;
}

int asks_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) return 1;
    return 0;
}

void check_writable(const char *path) {
    const int existed = access(path, F_OK) == 0;
    FILE *const file = fopen(path, "ab");
    if (!file) die("%s: %s", path, strerror(errno));
    fclose(file);
    if (!existed) remove(path);
}

size_t number_option(char option, const char *text, size_t least, size_t most) {
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < least || value > most)
        die("-%c %s: want a whole number from %zu to %zu", option, text, least, most);
    return (size_t)value;
}

const char *file_name(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

struct grouped grouped(size_t n) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%zu", n);
    struct grouped result;
    char *next = result.text;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) *next++ = ',';
        *next++ = digits[i];
    }
    *next = 0;
    return result;
}

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cpu_seconds(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double thread_seconds(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double wall_seconds(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

void progress(const char *job, size_t done, size_t total) {
    enum { WIDTH = 40 };
    if (!isatty(STDERR_FILENO)) {
        if (done == 0) fprintf(stderr, "%s\n", job);
        return;
    }
    char bar[WIDTH + 1] = {0};
    const size_t filled = total ? WIDTH * done / total : WIDTH;
    memset(bar, ' ', WIDTH);
    memset(bar, '#', filled);
    fprintf(stderr, "\r%s [%s] %zu/%zu%s", job, bar, done, total, done == total ? "\n" : "");
    fflush(stderr);
}
