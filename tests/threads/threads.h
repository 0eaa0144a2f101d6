// SPDX-License-Identifier: MIT
// Threads that call while another one selects the instruction set.
#ifndef LBX_TEST_THREADS_H
#define LBX_TEST_THREADS_H

#include <pthread.h>
#include <stddef.h>

enum { CALLERS = 6, SEARCH_ROUNDS = 10 };

typedef void *thread_body(void *);

void start_thread(pthread_t *thread, thread_body *body, void *argument);

// Runs the body in each of the callers' threads, round by round, and returns how many times the
// instruction set was selected meanwhile.
size_t call_while_selecting(thread_body *body, void *argument[CALLERS], size_t rounds);

// Searches of one order and of one tree by all threads: each finds what a single thread finds.
void search_parts_together(void);
void search_meshes_together(void);
void cast_rays_together(void);
void search_scene_together(void);
void find_contacts_together(void);

// Orders, signs and scenes that each caller makes by workers of its own.
void share_together(void);

#endif
