// SPDX-License-Identifier: MIT
// Many threads make the same calls on the same inputs while another thread changes the instruction
// set. Every answer is the expected one, and ThreadSanitizer, which does not work under Criterion,
// finds no race. The first calls of the process, which choose the instruction set, come from all
// threads at once.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "isas.h"
#include "kernels/api/entries.h"
#include "layout.h"
#include "threads.h"

enum { N = 261, CHOICES = 1000, ROUNDS = 10 };

// The answer to a call and its checks. All of its bytes are compared.
struct answer {
    ptrdiff_t found, malformed[2];
    uint8_t hits[N], malformed_mask[2][N];
    float out[CASE_OUTPUTS_MAX][N];
};

// A call that all threads make. Without LBX_REPRODUCIBLE the answer is that of a table that fuses,
// or of one that does not.
struct job {
    const struct lbx_case *c;
    struct placed side[2];
    struct answer reproducible, plain, fused;
};

static struct job *jobs;
static size_t job_count;

static struct answer run(const struct job *job, unsigned flags) {
    struct answer answer;
    memset(&answer, 0, sizeof answer);
    float *out[CASE_OUTPUTS_MAX] = {NULL}; // with outputs no verdict would be fused
    for (unsigned k = 0; k < job->c->outputs && flags & LBX_REPRODUCIBLE; k++)
        out[k] = answer.out[k];
    const struct case_side *side[2] = {&job->side[0].side, &job->side[1].side};
    answer.found = case_run(job->c, side[0], side[1], N, flags, answer.hits, out);
    for (int s = 0; s < 2; s++)
        answer.malformed[s] = job->c->check[s](side[s], N, answer.malformed_mask[s]);
    return answer;
}

static void expect_answer(const struct job *job, unsigned flags, const struct answer *answer) {
    const size_t bytes = sizeof *answer;
    const bool right = flags & LBX_REPRODUCIBLE ? memcmp(answer, &job->reproducible, bytes) == 0
                                                : memcmp(answer, &job->plain, bytes) == 0 ||
                                                      memcmp(answer, &job->fused, bytes) == 0;
    expect(right, "%s, sides %u and %u, flags %u: %td found, not %td", job->c->name,
           job->side[0].number, job->side[1].number, flags, answer->found, job->reproducible.found);
}

// Makes jobs with every layout under every pick, on both sides.
static void make_jobs(void) {
    jobs = calloc(lbx_case_count * SIDES, sizeof *jobs);
    expect(jobs, "%zu jobs", lbx_case_count * SIDES);
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 21, SCENE_MIXED, N + 5);
        for (unsigned i = 0; i < SIDES; i++) {
            struct job *job = &jobs[job_count++];
            job->c = batch.c;
            job->side[0] = place(&batch.side[0], i, N, GUARD_BEHIND, 0);
            job->side[1] = place(&batch.side[1], i * 7 % SIDES, N, GUARD_BEHIND, 0);
        }
        batch_free(&batch);
    }
}

// Takes the answers of a single thread. The best table fuses if any does.
static void make_answers(void) {
    for (struct job *job = jobs; job < jobs + job_count; job++) {
        expect(lbx_isa_select(LBX_ISA_SCALAR) == 0, "scalar");
        job->reproducible = run(job, LBX_REPRODUCIBLE);
        job->plain = run(job, 0);
        expect(lbx_isa_select(LBX_ISA_BEST) == 0, "best");
        job->fused = run(job, 0);
    }
}

static void free_jobs(void) {
    for (struct job *job = jobs; job < jobs + job_count; job++) {
        for (int s = 0; s < 2; s++) placed_free(&job->side[s]);
    }
    free(jobs);
}

// --- threads ---

struct caller {
    size_t number;
    bool selects; // instead of the first call
    struct answer answer;
    lbx_isa active;
};

static pthread_barrier_t start;

void start_thread(pthread_t *thread, thread_body *body, void *argument) {
    expect(pthread_create(thread, NULL, body, argument) == 0, "a thread");
}

static void *call_first(void *argument) {
    struct caller *caller = argument;
    pthread_barrier_wait(&start);
    if (caller->selects) {
        expect(lbx_isa_select(LBX_ISA_SCALAR) == 0, "scalar");
    } else {
        caller->answer = run(&jobs[caller->number % job_count], LBX_REPRODUCIBLE);
    }
    caller->active = lbx_isa_active();
    return NULL;
}

// All threads make the first call. If one of them selects instead, its selection stands, whichever
// comes first.
static void choose_together(struct caller callers[CALLERS], size_t round) {
    pthread_t thread[CALLERS];
    for (size_t t = 0; t < CALLERS; t++) {
        callers[t] = (struct caller){.number = round * CALLERS + t};
        callers[t].selects = round % 2 == 1 && t == round % CALLERS;
        start_thread(&thread[t], call_first, &callers[t]);
    }
    for (size_t t = 0; t < CALLERS; t++) pthread_join(thread[t], NULL);
}

static void expect_chosen(const struct caller callers[CALLERS], size_t round, lbx_isa best) {
    const lbx_isa last = round % 2 == 1 ? LBX_ISA_SCALAR : best;
    expect(lbx_isa_active() == last, "round %zu: %s", round, lbx_isa_name(lbx_isa_active()));
    for (size_t t = 0; t < CALLERS; t++) {
        const struct caller *caller = &callers[t];
        expect(caller->active == last || (caller->active == best && !caller->selects),
               "round %zu, thread %zu: %s", round, t, lbx_isa_name(caller->active));
        if (!caller->selects)
            expect_answer(&jobs[caller->number % job_count], LBX_REPRODUCIBLE, &caller->answer);
    }
}

static void choose_many_times(void) {
    static struct caller first[CALLERS], callers[CALLERS];
    choose_together(first, 0); // the first calls of the process
    const lbx_isa best = lbx_isa_active();
    make_answers();
    expect(lbx_isa_active() == best, "%s first, then %s", lbx_isa_name(best),
           lbx_isa_name(lbx_isa_active()));
    expect_chosen(first, 0, best);
    for (size_t round = 1; round < CHOICES; round++) {
        atomic_store(&lbx_isa_chosen, 0); // nothing is chosen
        choose_together(callers, round);
        expect_chosen(callers, round, best);
    }
}

static atomic_bool done;

static void *call_all(void *argument) {
    const struct caller *caller = argument;
    for (size_t j = 0; j < ROUNDS * job_count; j++) {
        const struct job *job = &jobs[(j + caller->number * job_count / CALLERS) % job_count];
        const unsigned flags = j / job_count % 2 ? 0 : LBX_REPRODUCIBLE;
        const struct answer answer = run(job, flags);
        expect_answer(job, flags, &answer);
    }
    return NULL;
}

static void *select_all(void *argument) {
    size_t *selections = argument;
    while (!atomic_load(&done)) {
        for (int isa = LBX_ISA_BEST; isa < ISAS; isa++) {
            if (!lbx_isa_available((lbx_isa)isa)) continue;
            expect(lbx_isa_select((lbx_isa)isa) == 0, "%s", lbx_isa_name((lbx_isa)isa));
            expect(isa == LBX_ISA_BEST || lbx_isa_active() == (lbx_isa)isa, "%s, not %s",
                   lbx_isa_name(lbx_isa_active()), lbx_isa_name((lbx_isa)isa));
            ++*selections;
        }
    }
    return NULL;
}

size_t call_while_selecting(thread_body *body, void *argument[CALLERS], size_t rounds) {
    pthread_t thread[CALLERS], selector;
    size_t selections = 0;
    atomic_store(&done, false);
    start_thread(&selector, select_all, &selections);
    for (size_t round = 0; round < rounds; round++) {
        for (size_t t = 0; t < CALLERS; t++) start_thread(&thread[t], body, argument[t]);
        for (size_t t = 0; t < CALLERS; t++) pthread_join(thread[t], NULL);
    }
    atomic_store(&done, true);
    pthread_join(selector, NULL);
    return selections;
}

static size_t call_kernels(void) {
    static struct caller callers[CALLERS];
    void *argument[CALLERS];
    for (size_t t = 0; t < CALLERS; t++) {
        callers[t].number = t;
        argument[t] = &callers[t];
    }
    const size_t selections = call_while_selecting(call_all, argument, 1);
    expect(selections > ROUNDS * job_count, "%zu selections: too few to meet the calls",
           selections);
    return selections;
}

int main(void) {
    make_jobs();
    expect(pthread_barrier_init(&start, NULL, CALLERS) == 0, "a barrier");
    choose_many_times();
    const size_t selections = call_kernels();
    printf("%d times the first calls at once; %zu calls of %d threads during %zu selections\n",
           CHOICES, CALLERS * ROUNDS * job_count, CALLERS, selections);
    search_parts_together();
    search_meshes_together();
    cast_rays_together();
    search_scene_together();
    find_contacts_together();
    share_together();
    printf("each search %d times by %d threads\n", SEARCH_ROUNDS, CALLERS);
    pthread_barrier_destroy(&start);
    free_jobs();
}
