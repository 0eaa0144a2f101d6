// SPDX-License-Identifier: MIT
// Helpers for the programs: errors, memory, numbers, time, progress.
#ifndef EXAMPLE_TOOL_H
#define EXAMPLE_TOOL_H

#include <stddef.h>

#if defined(__MINGW32__) // C's printf, as opposed to Microsoft's, goes by the name gnu_printf
#define TOOL_FORMAT __attribute__((format(gnu_printf, 1, 2)))
#elif defined(__GNUC__)
#define TOOL_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define TOOL_FORMAT
#endif

#ifdef __cplusplus
#define TOOL_NORETURN [[noreturn]]
extern "C" {
#else
#define TOOL_NORETURN _Noreturn
#endif

/// Prints one line to stderr and ends the program with exit code 1.
TOOL_NORETURN void die(const char *format, ...) TOOL_FORMAT;

/// Returns the count that a lanebox call returned; dies with the library's message on an error.
size_t checked(ptrdiff_t result);

/// realloc that dies rather than return NULL. `items` NULL allocates.
void *resize(void *items, size_t count, size_t item_bytes);

/// Whether the command line asks for help, by -h or --help: print the usage to stdout then.
int asks_help(int argc, char **argv);

/// Dies if nothing can be written to a file: better before the work than after it. The file is left
/// as it is.
void check_writable(const char *path);

/// The value of a command line option: a whole number from `least` to `most`; dies if it is not.
size_t number_option(char option, const char *text, size_t least, size_t most);

/// "/usr/share/bunny.obj" -> "bunny.obj"
const char *file_name(const char *path);

struct grouped {
    char text[32];
};

/// 1234567 -> "1,234,567": printf("%s", grouped(n).text)
struct grouped grouped(size_t n);

/// Seconds of processor time that the program or the calling thread has used. Other programs on the
/// machine do not count.
double cpu_seconds(void);
double thread_seconds(void);

/// Wall-clock seconds since some fixed time.
double wall_seconds(void);

/// Shows the progress of a job on stderr: a bar on a terminal, else one plain line at its start.
/// @param done from 0 to total; at total the bar's line ends
void progress(const char *job, size_t done, size_t total);

#ifdef __cplusplus
}
#endif

#endif
