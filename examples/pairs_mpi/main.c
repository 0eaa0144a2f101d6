// SPDX-License-Identifier: MIT
// Finds every pair of a set that is too large for one machine, split over processes with MPI.
//
//   move  ->  cut space into bricks, every few steps  ->  boxes migrate to their bricks' ranks  ->
//   ghosts go to ranks that may need them  ->  lbx_order_sort, lbx_pairs  ->  own pairs are kept
//
// Boxes and pairs stay on their ranks. No process holds the whole set, unless -c compares each
// step's pairs with those of one process. bricks.h describes who owns what and why no pair is lost
// or found twice, docs/use/pairs_mpi.md what it costs.
#define _POSIX_C_SOURCE 200809L // getopt

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lanebox.h"
#include "report.h"
#include "search.h"

static const char usage[] =
    "usage: mpirun -n ranks pairs_mpi [-n boxes] [-k kind of set] [-m swing|drift] [-v speed]\n"
    "    [-s steps] [-b steps between cuts] [-x every so many is an odd box] [-g: boxes on a "
    "grid]\n"
    "    [-c: compare with one process] [-d seconds until a rank that does not answer ends the "
    "run] [-r report.json]";

struct options {
    struct scene scene;
    unsigned steps, between;
    int compares;
    unsigned deadline;
    char path[1024]; // of the report
};

static enum set_kind kind_of(const char *name) {
    for (int kind = 0; kind < SET_KINDS; kind++)
        if (strcmp(name, set_names[kind]) == 0) return (enum set_kind)kind;
    fprintf(stderr, "sets:");
    for (int kind = 0; kind < SET_KINDS; kind++) fprintf(stderr, " %s", set_names[kind]);
    fputc('\n', stderr);
    die("-k %s: no set has that name", name);
}

static int drifts(const char *name) {
    if (strcmp(name, "swing") != 0 && strcmp(name, "drift") != 0)
        die("-m %s: boxes swing or drift", name);
    return *name == 'd';
}

static struct options parse(int argc, char **argv) {
    struct options o = {.scene = {.n = 100000, .kind = SET_SPARSE, .speed = 1},
                        .steps = 8,
                        .between = 8,
                        .deadline = 120};
    // At most 2^40 boxes: beyond that, random places in float repeat too often anyway.
    for (int option; (option = getopt(argc, argv, "n:k:m:v:s:b:x:gcd:r:")) != -1;) {
        switch (option) {
        case 'n': o.scene.n = number_option('n', optarg, 0, (size_t)1 << 40); break;
        case 'k': o.scene.kind = kind_of(optarg); break;
        case 'm': o.scene.drifts = drifts(optarg); break;
        case 'v': o.scene.speed = (int)number_option('v', optarg, 0, 1000); break;
        case 's': o.steps = (unsigned)number_option('s', optarg, 1, 1000000000); break;
        case 'b': o.between = (unsigned)number_option('b', optarg, 1, 1000000000); break;
        case 'x': o.scene.odd = number_option('x', optarg, 0, (size_t)1 << 40); break;
        case 'g': o.scene.grid = 1; break;
        case 'c': o.compares = 1; break;
        case 'd': o.deadline = (unsigned)number_option('d', optarg, 1, 1000000); break;
        case 'r':
            if ((size_t)snprintf(o.path, sizeof o.path, "%s", optarg) >= sizeof o.path)
                die("-r %s: too long a path", optarg);
            break;
        default: die("%s", usage);
        }
    }
    if (optind != argc) die("%s", usage);
    if (o.compares && o.scene.n > UINT32_MAX)
        die("-c: one process finds the pairs of up to %s boxes", grouped(UINT32_MAX).text);
    return o;
}

static void step(struct share *share, struct search *search, const struct options *o,
                 const struct wire *wire, unsigned number, struct tally *tally) {
    const double wall = wire_seconds(), begun = cpu_seconds();
    share->bytes = 0;
    share_move(share, number);
    if (number % o->between == 0) share_cut(share, wire);
    share_migrate(share, wire, number);
    share_ghosts(share, wire);
    const double searched = cpu_seconds();
    search_pairs(search, share, wire);
    const double end = cpu_seconds();
    *tally = (struct tally){.owned = share->owned,
                            .ghosts = share->ghosts,
                            .migrants = share->migrants,
                            .bytes = share->bytes,
                            .pairs = search->count,
                            .sum = search->sum,
                            .search = end - searched,
                            .rest = searched - begun,
                            .wall = wire_seconds() - wall};
}

static int run(const struct options *o, const struct wire *wire) {
    struct share share;
    struct search search = {0};
    struct report report;
    char head[256];
    snprintf(head, sizeof head,
             "\"set\": \"%s\", \"motion\": \"%s\", \"speed\": %d, \"boxes\": %llu, \"odd\": %llu, "
             "\"between\": %u, \"item_bytes\": %zu, \"body_bytes\": %zu",
             set_names[o->scene.kind], o->scene.drifts ? "drift" : "swing", o->scene.speed,
             (unsigned long long)o->scene.n, (unsigned long long)o->scene.odd, o->between,
             sizeof(struct item), sizeof(struct body));
    report_open(&report, wire, *o->path ? o->path : NULL, head);
    share_begin(&share, &o->scene, wire);
    uint64_t wrong = 0;
    for (unsigned number = 0; number < o->steps; number++) {
        struct tally tally;
        step(&share, &search, o, wire, number, &tally);
        report_step(&report, wire, number, &tally);
        if (!o->compares) continue;
        const size_t strays = share_strays(&share);
        if (strays) wire_fail(wire, "step %u: %zu boxes are another rank's", number, strays);
        wrong += search_compare(&search, &o->scene, wire, number);
    }
    if (wire->rank == 0 && o->compares) {
        if (wrong)
            printf("%s pairs are not those of one process\n", grouped(wrong).text);
        else
            printf("the pairs of all steps are those of one process\n");
    }
    report_close(&report, o->path);
    search_free(&search);
    share_free(&share);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    struct wire wire;
    struct options options;
    wire_open(&wire, 120, &argc, &argv);
    if (asks_help(argc, argv)) {
        if (wire.rank == 0) puts(usage);
        wire_close(&wire);
        return EXIT_SUCCESS;
    }
    // One rank reads the command line, so that errors in it are reported once.
    memset(&options, 0, sizeof options);
    if (wire.rank == 0) options = parse(argc, argv);
    wire_broadcast(&wire, &options, sizeof options, "the options");
    wire.deadline = options.deadline;
    if (wire.rank == 0)
        printf("%s boxes, %s, %s; %d ranks, %s\n", grouped(options.scene.n).text,
               set_names[options.scene.kind], options.scene.drifts ? "drifting" : "swinging",
               wire.ranks, lbx_isa_name(lbx_isa_active()));
    const int code = run(&options, &wire);
    wire_close(&wire);
    return code;
}
