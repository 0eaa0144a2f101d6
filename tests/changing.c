// SPDX-License-Identifier: MIT
// Filters and the t_max of rays may change between two calls of a search. Nothing that is still to
// come is lost, and nothing comes twice.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "searches.h"
#include "tables.h"

enum { N = 300, RAYS = 30, MOST_ROOM = 40 };

// How often each pair of an item and a box was found.
struct seen {
    uint8_t times[N][N];
};

static void see(struct seen *seen, const lbx_pair *pairs, ptrdiff_t n) {
    expect(n >= 0, "%td", n);
    for (ptrdiff_t i = 0; i < n; i++) {
        uint8_t *const times = &seen->times[pairs[i].a][pairs[i].b];
        expect(++*times == 1, "%u, %u comes again", pairs[i].a, pairs[i].b);
    }
}

struct ray {
    float origin[3], dir[3], t_max;
};

static float t_of(const struct ray *ray, const struct set_box *box) {
    const lbx_rays rays = lbx_rays_of(ray->origin, ray->dir, 1, 0);
    const lbx_aabbs boxes = set_view(box, 1);
    float t_enter, t_exit;
    const ptrdiff_t found =
        lbx_ray_aabb(&rays, &boxes, 1, LBX_REPRODUCIBLE, NULL, &t_enter, &t_exit);
    expect(found >= 0, "%td", found);
    return t_enter;
}

// Each ray is cut at the nearest box that it has found. In the end that is the nearest of all.
static void find_nearest(const struct set *set, const struct ray *begun, size_t room,
                         struct seen *seen) {
    struct ray rays[RAYS];
    lbx_pair pairs[MOST_ROOM];
    lbx_cursor cursor = {0};
    memcpy(rays, begun, sizeof rays);
    memset(seen, 0, sizeof *seen);
    lbx_rays view = lbx_rays_of(rays->origin, rays->dir, RAYS, sizeof *rays);
    view.t_max = &rays->t_max;
    for (ptrdiff_t n = (ptrdiff_t)room; n == (ptrdiff_t)room;) {
        n = lbx_query_rays(set->order.at, &view, RAYS, NULL, NULL, &cursor, pairs, room);
        see(seen, pairs, n);
        for (ptrdiff_t i = 0; i < n; i++) {
            struct ray *const ray = &rays[pairs[i].a];
            ray->t_max = fminf(ray->t_max, t_of(ray, &set->boxes[pairs[i].b]));
        }
    }
    for (unsigned i = 0; i < RAYS; i++) {
        float nearest = begun[i].t_max;
        for (unsigned j = 0; j < N; j++) nearest = fminf(nearest, t_of(&begun[i], &set->boxes[j]));
        expect(rays[i].t_max == nearest, "ray %u, room %zu: %a, not %a", i, room, rays[i].t_max,
               nearest);
    }
}

Test(changing, rays_that_become_shorter) {
    struct set set = set_open(SET_DENSE, N, 3);
    struct seen *const seen = memory_of(sizeof *seen);
    struct ray rays[RAYS];
    for (unsigned i = 0; i < N; i++) { // so large that a ray meets many boxes of a tile
        for (int c = 0; c < 3; c++) set.boxes[i].min[c] -= 1.5f, set.boxes[i].max[c] += 1.5f;
    }
    const lbx_aabbs boxes = set_view(set.boxes, N);
    expect(lbx_order_sort(&boxes, N, set.order.at, set.bytes, NULL) == N, "sorted");
    for (unsigned i = 0; i < RAYS; i++) {
        struct random r = random_of(5, i);
        for (int c = 0; c < 3; c++) { // from outside, through most of the set
            rays[i].origin[c] = (float)random_between(&r, 0, 6) - (c == (int)(i % 3) ? 12 : 0);
            rays[i].dir[c] = c == (int)(i % 3) ? 1 : (float)random_between(&r, -.2, .2);
        }
        rays[i].t_max = i % 4 ? 40 : 12;
    }
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        for (size_t room = 1; room <= MOST_ROOM; room = 2 * room + 1)
            find_nearest(&set, rays, room, seen);
    }
    free(seen);
    set_close(&set);
}

// In each call a third of the items may meet nothing.
static void mask_items(uint32_t *masks, uint64_t call) {
    for (size_t i = 0; i < N; i++) {
        struct random r = random_of(11 + call, i);
        masks[i] = random_chance(&r, 3) ? 0 : 1;
    }
}

enum { OF_ONE_SET, OF_TWO_SETS, OF_BOXES, SEARCHES };

static ptrdiff_t go_on(int search, const struct set *set, const lbx_filter *filter,
                       lbx_cursor *cursor, lbx_pair *pairs, size_t room) {
    const lbx_aabbs view = set_view(set->boxes, set->n);
    const void *const order = set->order.at;
    if (search == OF_ONE_SET) return lbx_pairs(order, filter, cursor, pairs, room);
    if (search == OF_TWO_SETS)
        return lbx_pairs_between(order, order, filter, NULL, cursor, pairs, room);
    return lbx_query_aabbs(order, &view, N, filter, NULL, cursor, pairs, room);
}

// The filters of the items change from call to call. A pair that every filter lets through is
// found.
static void change_filters(const struct set *set, int search, size_t room, struct seen *seen) {
    static uint32_t categories[N], masks[N], always[N];
    const lbx_filter filter = {categories, masks, 0};
    lbx_pair pairs[MOST_ROOM];
    lbx_cursor cursor = {0};
    for (size_t i = 0; i < N; i++) categories[i] = always[i] = 1;
    memset(seen, 0, sizeof *seen);
    uint64_t call = 0;
    for (ptrdiff_t n = (ptrdiff_t)room; n == (ptrdiff_t)room; call++) {
        mask_items(masks, call);
        for (size_t i = 0; i < N && call < 3; i++) always[i] &= masks[i];
        if (call >= 3) memcpy(masks, always, sizeof masks); // otherwise no item could always meet
        n = go_on(search, set, &filter, &cursor, pairs, room);
        see(seen, pairs, n);
        for (ptrdiff_t i = 0; i < n; i++) expect(masks[pairs[i].a], "%u may meet none", pairs[i].a);
    }
    struct list all = truth_of(set, search == OF_ONE_SET ? NULL : set);
    for (size_t i = 0; i < all.n; i++) {
        const lbx_pair p = all.at[i];
        const bool may = always[p.a] && (search != OF_ONE_SET || always[p.b]);
        expect(!may || seen->times[p.a][p.b], "search %d, room %zu: %u, %u is lost", search, room,
               p.a, p.b);
    }
    free(all.at);
}

Test(changing, filters) {
    struct set set = set_open(SET_DENSE, N, 3);
    struct seen *const seen = memory_of(sizeof *seen);
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        for (int search = 0; search < SEARCHES; search++) {
            for (size_t room = 1; room <= MOST_ROOM; room = 2 * room + 1)
                change_filters(&set, search, room, seen);
        }
    }
    free(seen);
    set_close(&set);
}

// A pair that a filter refuses in a call that fills its room may be let through in the next call.
Test(changing, a_filter_that_opens) {
    enum { BOXES = 40 };
    struct set set = set_open(SET_EQUAL, BOXES, 1);
    uint32_t masks[BOXES] = {1, 1}, categories[BOXES];
    for (size_t i = 0; i < BOXES; i++) categories[i] = 1;
    const lbx_filter filter = {categories, masks, 0};
    lbx_pair pairs[BOXES * BOXES];
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        lbx_cursor cursor = {0};
        memset(masks, 0, sizeof masks);
        masks[0] = masks[1] = 1;
        expect(lbx_pairs(set.order.at, &filter, &cursor, pairs, 1) == 1, "0 and 1");
        expect(pairs[0].a == 0 && pairs[0].b == 1, "%u, %u", pairs[0].a, pairs[0].b);
        memcpy(masks, categories, sizeof masks);
        lbx_cursor whole = {0};
        const ptrdiff_t all = lbx_pairs(set.order.at, NULL, &whole, pairs, BOXES * BOXES);
        ptrdiff_t before = 0;
        while (pairs[before].a != 0 || pairs[before].b != 1) before++;
        const ptrdiff_t more = lbx_pairs(set.order.at, &filter, &cursor, pairs, BOXES * BOXES);
        expect(more == all - before - 1, "%td, not %td", more, all - before - 1);
    }
    set_close(&set);
}
