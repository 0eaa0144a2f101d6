// SPDX-License-Identifier: MIT
// What rays meet in a scene, instance by instance.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "harness.h"

// What rays ask of one instance.
struct frame {
    struct rays rays; // in the instance's frame
    uint32_t mask[RAYS], skip[RAYS];
    lbx_ray_filter filter;
};

static uint32_t entry_of(const uint32_t *list, size_t stride, size_t i, uint32_t otherwise) {
    return list ? list[i * (stride ? stride / sizeof *list : 1)] : otherwise;
}

static void enter_frame(const lbx_instance *at, uint32_t number, const struct rays *rays,
                        const lbx_rays *view, const lbx_scene_filter *filter, struct frame *out) {
    struct rays *const own = &out->rays;
    const lbx_rays_out turned = {.origin = {own->at[0], own->at[1], own->at[2]},
                                 .dir = {own->at[3], own->at[4], own->at[5]},
                                 .count = RAYS};
    *own = *rays;
    expect(lbx_rays_to_instance(at, view, RAYS, &turned) == RAYS, "turned");
    for (size_t i = 0; i < RAYS; i++) {
        out->mask[i] = UINT32_MAX;
        out->skip[i] = LBX_NO_TRIANGLE;
        if (filter) {
            out->mask[i] = entry_of(filter->mask, filter->stride, i, UINT32_MAX);
            if (entry_of(filter->skip_instance, filter->stride, i, LBX_NO_INSTANCE) == number)
                out->skip[i] = entry_of(filter->skip_triangle, filter->stride, i, 0);
        }
        // A ray that may not meet the instance may meet none of its triangles.
        if (!(out->mask[i] & at->mask)) out->mask[i] = 0;
    }
    out->filter = (lbx_ray_filter){out->mask, out->skip, 0};
}

static void add_hit(struct crowd_found *out, const lbx_ray_hit *hit, uint32_t instance) {
    if (out->count == out->room) {
        out->room = 2 * out->room + 1000;
        out->all = realloc(out->all, out->room * sizeof *out->all);
        expect(out->all, "no memory");
    }
    out->all[out->count++] =
        (lbx_scene_hit){hit->ray, instance, hit->triangle, hit->t, hit->u, hit->v};
}

static void ask_tree(const struct crowd_mesh *mesh, const struct frame *f, uint32_t number,
                     struct crowd_found *out) {
    enum { ROOM = 256 };
    lbx_ray_hit hits[ROOM];
    lbx_ray_cursor cursor = {0};
    const lbx_rays view = rays_view(&f->rays);
    for (ptrdiff_t found = ROOM; found == ROOM;) {
        found = lbx_aabb_tree_all(mesh->tree.at, &view, &f->filter, RAYS, 0, &cursor, hits, ROOM);
        expect(found >= 0, "%td", found);
        for (ptrdiff_t k = 0; k < found; k++) add_hit(out, &hits[k], number);
    }
}

static int by_t(const void *a, const void *b) {
    const lbx_scene_hit *const x = a, *const y = b;
    if (x->ray != y->ray) return x->ray < y->ray ? -1 : 1;
    if (x->t < y->t || y->t < x->t) return x->t < y->t ? -1 : 1;
    if (x->instance != y->instance) return x->instance < y->instance ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

void crowd_sort(lbx_scene_hit *hits, size_t n) {
    if (n > 0) qsort(hits, n, sizeof *hits, by_t);
}

void crowd_ask(const struct crowd *s, const struct rays *rays, const lbx_rays *view,
               const lbx_scene_filter *filter, bool by_triangle, struct crowd_found *out) {
    static struct frame f;
    static struct found found;
    out->count = out->hits = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct crowd_mesh *const mesh = &s->mesh[s->at[i].tree];
        enter_frame(&s->at[i], (uint32_t)i, rays, view, filter, &f);
        if (!by_triangle) {
            ask_tree(mesh, &f, (uint32_t)i, out);
            continue;
        }
        ask_every_triangle(&mesh->mesh, &f.rays, mesh->masks, &f.filter, &found);
        for (size_t k = 0; k < found.count; k++) add_hit(out, &found.all[k], (uint32_t)i);
    }
    crowd_sort(out->all, out->count);
    for (size_t i = 0; i < RAYS; i++)
        out->nearest[i] = (struct crowd_hit){LBX_NO_INSTANCE, LBX_NO_TRIANGLE, INFINITY, 0, 0};
    for (size_t k = out->count; k-- > 0;) {
        const lbx_scene_hit *const h = &out->all[k];
        out->nearest[h->ray] = (struct crowd_hit){h->instance, h->triangle, h->t, h->u, h->v};
    }
    for (size_t i = 0; i < RAYS; i++) out->hits += out->nearest[i].instance != LBX_NO_INSTANCE;
}

void crowd_found_free(struct crowd_found *found) {
    free(found->all);
    *found = (struct crowd_found){.all = NULL};
}
