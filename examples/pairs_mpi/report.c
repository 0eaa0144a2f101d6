// SPDX-License-Identifier: MIT
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The spread of one figure over the ranks.
struct spread {
    double min, mean, max;
};

static double figure_of(const struct tally *tally, size_t offset) {
    const char *const at = (const char *)tally + offset;
    return offset >= offsetof(struct tally, search) ? *(const double *)at
                                                    : (double)*(const uint64_t *)at;
}

static struct spread over_ranks(const struct tally *tallies, int ranks, size_t offset) {
    struct spread s = {figure_of(tallies, offset), 0, figure_of(tallies, offset)};
    for (int k = 0; k < ranks; k++) {
        const double x = figure_of(&tallies[k], offset);
        s.min = x < s.min ? x : s.min;
        s.max = x > s.max ? x : s.max;
        s.mean += x / ranks;
    }
    return s;
}

static const struct figure {
    const char *name;
    size_t offset;
} figures[] = {
    {"owned", offsetof(struct tally, owned)},       {"ghosts", offsetof(struct tally, ghosts)},
    {"migrants", offsetof(struct tally, migrants)}, {"bytes", offsetof(struct tally, bytes)},
    {"pairs", offsetof(struct tally, pairs)},       {"search", offsetof(struct tally, search)},
    {"rest", offsetof(struct tally, rest)},         {"wall", offsetof(struct tally, wall)},
};
enum { OWNED, GHOSTS, MIGRANTS, BYTES, PAIRS, SEARCH, REST, WALL, FIGURES };

void report_open(struct report *report, const struct wire *wire, const char *path,
                 const char *head) {
    *report = (struct report){NULL, 0};
    if (!path || wire->rank != 0) return;
    report->file = fopen(path, "w");
    if (!report->file) wire_fail(wire, "%s: %s", path, strerror(errno));
    fprintf(report->file, "{%s, \"ranks\": %d, \"steps\": [", head, wire->ranks);
}

void report_step(struct report *report, const struct wire *wire, unsigned step,
                 const struct tally *tally) {
    static struct buffer gathered;
    const size_t ranks = wire_gather(wire, tally, 1, &gathered, sizeof *tally, "the report");
    if (wire->rank != 0) return;
    const struct tally *const all = gathered.at;
    struct spread s[FIGURES];
    uint64_t pairs = 0, sum = 0;
    for (size_t f = 0; f < FIGURES; f++) s[f] = over_ranks(all, (int)ranks, figures[f].offset);
    for (size_t k = 0; k < ranks; k++) pairs += all[k].pairs, sum += all[k].sum;
    if (report->steps == 0)
        printf("step  owned: mean, most/mean  ghosts: mean, most  migrants  MB sent  "
               "search ms, most  rest ms  wall ms  pairs and their sum\n");
    printf("%4u %12.0f %11.3f %13.0f %8.0f %8.0f %8.3f %13.3f %10.3f %8.3f  %" PRIu64 " %016" PRIx64
           "\n",
           step, s[OWNED].mean, s[OWNED].mean > 0 ? s[OWNED].max / s[OWNED].mean : 1,
           s[GHOSTS].mean, s[GHOSTS].max, (double)ranks * s[MIGRANTS].mean,
           1e-6 * (double)ranks * s[BYTES].mean, 1e3 * s[SEARCH].max, 1e3 * s[REST].max,
           1e3 * s[WALL].max, pairs, sum);
    fflush(stdout);
    if (report->file) {
        fprintf(report->file, "%s\n  {\"step\": %u, \"all_pairs\": %" PRIu64,
                report->steps ? "," : "", step, pairs);
        for (size_t f = 0; f < FIGURES; f++)
            fprintf(report->file, ", \"%s\": [%.9g, %.9g, %.9g]", figures[f].name, s[f].min,
                    s[f].mean, s[f].max);
        fprintf(report->file, "}");
    }
    report->steps++;
}

void report_close(struct report *report, const char *path) {
    if (!report->file) return;
    fprintf(report->file, "\n]}\n");
    const int failed = ferror(report->file) | fclose(report->file);
    if (failed) die("%s: not written", path);
}
