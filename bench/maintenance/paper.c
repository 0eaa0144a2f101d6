// SPDX-License-Identifier: MIT
// The ways that Geng & Gao compare, over one traversal of binary trees of oriented boxes. RAPID
// (Gottschalk, Lin and Manocha 1996) has only the trees. SAO has a sphere and an axis-aligned box
// above each tree, AO the box alone. CO, the paper's own way, has a CAABB above each tree, moves
// nodes where CAABBs meet, and prejudges boxes by their pseudo radii.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/maintenance/parts.h"
#include "examples/tool.h"
#include "tree.h"
#include "way.h"

// Which nodes are moved at a pose. MOVE_ALL: all nodes of the moved model. MOVE_HIT: those of the
// trees whose roots meet. MOVE_MET: those that the traversal reaches. MOVE_NONE: none, since the
// second tree's boxes are known relative to the first's.
enum moving { MOVE_ALL, MOVE_HIT, MOVE_MET, MOVE_NONE };

// What is tested before the trees.
enum above { ABOVE_NONE, ABOVE_SPHERE, ABOVE_BOX, ABOVE_CUBE };

static const struct variant {
    enum fit fit;
    enum moving moving;
    enum above above;
    bool prejudge;
} variants[] = {
    {FIT_COVARIANCE, MOVE_ALL, ABOVE_NONE, false},   {FIT_BEST, MOVE_NONE, ABOVE_NONE, false},
    {FIT_COVARIANCE, MOVE_ALL, ABOVE_SPHERE, false}, {FIT_COVARIANCE, MOVE_ALL, ABOVE_BOX, false},
    {FIT_HULL, MOVE_HIT, ABOVE_CUBE, true},          {FIT_COVARIANCE, MOVE_MET, ABOVE_CUBE, true},
    {FIT_COVARIANCE, MOVE_MET, ABOVE_CUBE, false},
};

// One tree relative to another, or a node to its parent: x' = turn x + shift.
struct relative {
    double turn[3][3], shift[3];
};

struct placed {
    double center[3], axis[3][3];
};

// A tree of the moved model, at a pose.
struct moved {
    struct placed *placed; // its nodes
    uint32_t *when;        // the search that last placed each node, for MOVE_MET
    uint32_t hit;          // the search that last placed all nodes, for MOVE_HIT
};

struct way_of_paper {
    const struct variant *variant;
    size_t count[2];
    struct binary_tree *tree[2]; // of the still and of the moved model
    struct moved *moved;
    struct relative **relative[2]; // nodes relative to their parents, for MOVE_NONE
    uint32_t now;                  // the number of the search
};

// --- boxes ---

static double inner(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Gottschalk's separating axes of box a, which lies along the axes of its own frame, and box b,
// which lies relative to it. The slack is RAPID's, for edges that are almost parallel.
static bool separated(const struct relative *r, const double a[3], const double b[3]) {
    const double(*const turn)[3] = (const double(*)[3])r->turn, *const shift = r->shift;
    double size[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) size[i][j] = fabs(turn[i][j]) + 1e-6;
    }
    for (int i = 0; i < 3; i++) {
        if (fabs(shift[i]) > a[i] + inner(b, size[i])) return true;
    }
    for (int j = 0; j < 3; j++) {
        const double along = shift[0] * turn[0][j] + shift[1] * turn[1][j] + shift[2] * turn[2][j];
        if (fabs(along) > b[j] + a[0] * size[0][j] + a[1] * size[1][j] + a[2] * size[2][j])
            return true;
    }
    for (int i = 0; i < 3; i++) {
        const int p = (i + 1) % 3, q = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int k = (j + 1) % 3, l = (j + 2) % 3;
            if (fabs(shift[q] * turn[p][j] - shift[p] * turn[q][j]) >
                a[p] * size[q][j] + a[q] * size[p][j] + b[k] * size[i][l] + b[l] * size[i][k])
                return true;
        }
    }
    return false;
}

// --- triangles: 17 separating axes, in double ---

static void product(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static double less(double a, double b) { // fmin and fmax are calls
    return a < b ? a : b;
}

static bool parts_them(const double axis[3], double p[3][3], double q[3][3]) {
    const double a[3] = {inner(axis, p[0]), inner(axis, p[1]), inner(axis, p[2])},
                 b[3] = {inner(axis, q[0]), inner(axis, q[1]), inner(axis, q[2])};
    return -less(-a[0], less(-a[1], -a[2])) < less(b[0], less(b[1], b[2])) ||
           -less(-b[0], less(-b[1], -b[2])) < less(a[0], less(a[1], a[2]));
}

static bool triangles_touch(double p[3][3], double q[3][3]) {
    double edge[2][3][3], normal[2][3], axis[3];
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            edge[0][v][c] = p[(v + 1) % 3][c] - p[v][c];
            edge[1][v][c] = q[(v + 1) % 3][c] - q[v][c];
        }
    }
    for (int s = 0; s < 2; s++) {
        product(edge[s][0], edge[s][1], normal[s]);
        if (parts_them(normal[s], p, q)) return false;
    }
    for (int v = 0; v < 3; v++) {
        for (int w = 0; w < 3; w++) {
            product(edge[0][v], edge[1][w], axis);
            if (parts_them(axis, p, q)) return false;
        }
    }
    for (int k = 0; k < 6; k++) { // for coplanar triangles
        product(normal[k / 3], edge[k / 3][k % 3], axis);
        if (parts_them(axis, p, q)) return false;
    }
    return true;
}

// --- a search ---

struct search {
    struct way_of_paper *way;
    const struct binary_tree *a, *b;    // the trees that are tested
    struct moved *moved;                // b's
    const struct relative *relative[2]; // the nodes of both trees, for MOVE_NONE
    struct relative pose;
    bool any;
    struct found *found;
};

static void transform(const struct relative *r, const double x[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = inner(r->turn[i], x) + r->shift[i];
}

static void test_triangles(struct search *s, uint32_t i, uint32_t j) {
    const uint32_t *const still = s->a->model->triangle[i], *const moved = s->b->model->triangle[j];
    const float *const origin = s->a->model->vertex[still[0]]; // a corner, as origin of the tests
    double p[3][3], q[3][3];
    for (int v = 0; v < 3; v++) {
        const float *const a = s->a->model->vertex[still[v]], *const b =
                                                                  s->b->model->vertex[moved[v]];
        transform(&s->pose, (double[3]){b[0], b[1], b[2]}, q[v]);
        for (int c = 0; c < 3; c++) {
            p[v][c] = (double)a[c] - origin[c];
            q[v][c] -= origin[c];
        }
    }
    s->found->triangles++;
    if (triangles_touch(p, q)) found_add(s->found, i, j);
}

static bool is_leaf(const struct tree_node *node) {
    return node->child & TREE_LEAF;
}

static bool done(const struct search *s) {
    return s->any && s->found->pairs > 0;
}

static void place(const struct search *s, uint32_t b) {
    const struct tree_node *const node = &s->b->node[b];
    struct placed *const placed = &s->moved->placed[b];
    transform(&s->pose, node->center, placed->center);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) placed->axis[k][i] = inner(s->pose.turn[i], node->axis[k]);
    }
}

static void place_all(struct search *s) {
    for (uint32_t b = 0; b < s->b->nodes; b++) place(s, b);
}

// Whether the boxes meet; the second one is moved.
static bool boxes_meet(struct search *s, const struct tree_node *a, const struct tree_node *b,
                       const struct placed *placed) {
    struct relative r;
    double between[3];
    s->found->boxes++;
    for (int c = 0; c < 3; c++) between[c] = placed->center[c] - a->center[c];
    if (s->way->variant->prejudge) {
        const double square = inner(between, between), least = a->least + b->least,
                     most = a->diagonal + b->diagonal;
        if (square <= least * least) return true; // (9)
        if (square > most * most) return false;   // (10)
    }
    for (int i = 0; i < 3; i++) {
        r.shift[i] = inner(a->axis[i], between);
        for (int j = 0; j < 3; j++) r.turn[i][j] = inner(a->axis[i], placed->axis[j]);
    }
    return !separated(&r, a->half, b->half);
}

static void meet(struct search *s, uint32_t i, uint32_t j) {
    const struct tree_node *const a = &s->a->node[i], *const b = &s->b->node[j];
    if (s->way->variant->moving == MOVE_MET && s->moved->when[j] != s->way->now) {
        s->moved->when[j] = s->way->now;
        place(s, j);
    }
    if (!boxes_meet(s, a, b, &s->moved->placed[j])) return;
    if (is_leaf(a) && is_leaf(b)) {
        test_triangles(s, a->child & ~TREE_LEAF, b->child & ~TREE_LEAF);
    } else if (is_leaf(b) || (!is_leaf(a) && a->longest > b->longest)) {
        meet(s, a->child, j);
        if (!done(s)) meet(s, a->child + 1, j);
    } else {
        meet(s, i, b->child);
        if (!done(s)) meet(s, i, b->child + 1);
    }
}

// --- by relative transforms: node b relative to node a is carried down both trees ---

static void into_b(const struct relative *r, const struct relative *child, struct relative *out) {
    for (int i = 0; i < 3; i++) {
        out->shift[i] = r->shift[i] + inner(r->turn[i], child->shift);
        for (int j = 0; j < 3; j++)
            out->turn[i][j] = r->turn[i][0] * child->turn[0][j] +
                              r->turn[i][1] * child->turn[1][j] + r->turn[i][2] * child->turn[2][j];
    }
}

static void into_a(const struct relative *r, const struct relative *child, struct relative *out) {
    double shift[3];
    for (int k = 0; k < 3; k++) shift[k] = r->shift[k] - child->shift[k];
    for (int i = 0; i < 3; i++) {
        out->shift[i] = child->turn[0][i] * shift[0] + child->turn[1][i] * shift[1] +
                        child->turn[2][i] * shift[2];
        for (int j = 0; j < 3; j++)
            out->turn[i][j] = child->turn[0][i] * r->turn[0][j] +
                              child->turn[1][i] * r->turn[1][j] + child->turn[2][i] * r->turn[2][j];
    }
}

static void meet_relative(struct search *s, uint32_t i, uint32_t j, const struct relative *r) {
    const struct tree_node *const a = &s->a->node[i], *const b = &s->b->node[j];
    s->found->boxes++;
    if (separated(r, a->half, b->half)) return;
    if (is_leaf(a) && is_leaf(b)) {
        test_triangles(s, a->child & ~TREE_LEAF, b->child & ~TREE_LEAF);
        return;
    }
    const bool a_first = is_leaf(b) || (!is_leaf(a) && a->longest > b->longest);
    for (uint32_t k = 0; k < 2 && !done(s); k++) {
        struct relative next;
        if (a_first) {
            into_a(r, &s->relative[0][a->child + k], &next);
            meet_relative(s, a->child + k, j, &next);
        } else {
            into_b(r, &s->relative[1][b->child + k], &next);
            meet_relative(s, i, b->child + k, &next);
        }
    }
}

// --- above the trees ---

static bool balls_meet(const float still[4], const double center[3], float radius, bool cubes) {
    double square = 0;
    bool meet = true;
    for (int c = 0; c < 3; c++) {
        const double between = center[c] - still[c];
        square += between * between;
        meet = meet && fabs(between) <= (double)still[3] + radius;
    }
    return cubes ? meet : sqrt(square) <= (double)still[3] + radius;
}

// The axis-aligned box of the moved tree is that of its root's box.
static bool aabbs_meet(const struct search *s) {
    const struct tree_node *const root = &s->b->node[0];
    double center[3];
    transform(&s->pose, root->center, center);
    for (int c = 0; c < 3; c++) {
        double half = 0;
        for (int k = 0; k < 3; k++)
            half += fabs(inner(s->pose.turn[c], root->axis[k])) * root->half[k];
        if (center[c] - half > s->a->box[1][c] || center[c] + half < s->a->box[0][c]) return false;
    }
    return true;
}

static bool roots_meet(const struct search *s) {
    const enum above above = s->way->variant->above;
    if (above == ABOVE_SPHERE || above == ABOVE_CUBE) {
        const float *const still = above == ABOVE_CUBE ? s->a->cube : s->a->sphere,
                           *const moved = above == ABOVE_CUBE ? s->b->cube : s->b->sphere;
        double center[3];
        transform(&s->pose, (double[3]){moved[0], moved[1], moved[2]}, center);
        if (!balls_meet(still, center, moved[3], above == ABOVE_CUBE)) return false;
    }
    return (above != ABOVE_SPHERE && above != ABOVE_BOX) || aabbs_meet(s);
}

static void find_in(struct search *s) {
    const enum moving moving = s->way->variant->moving;
    if (!roots_meet(s)) return;
    if (moving == MOVE_NONE) {
        struct relative by_root, both;
        into_b(&s->pose, s->relative[1], &by_root);
        into_a(&by_root, s->relative[0], &both);
        meet_relative(s, 0, 0, &both);
        return;
    }
    if (moving == MOVE_HIT && s->moved->hit != s->way->now) {
        s->moved->hit = s->way->now;
        place_all(s);
    }
    meet(s, 0, 0);
}

static void find(void *made, const lbx_rigid_pose *pose, bool any, struct found *found) {
    struct way_of_paper *const way = made;
    struct search s = {.way = way, .any = any, .found = found};
    way->now++;
    turn_of(pose, s.pose.turn);
    memcpy(s.pose.shift, pose->position, sizeof s.pose.shift);
    for (size_t j = 0; j < way->count[1]; j++) {
        s.b = &way->tree[1][j];
        s.moved = &way->moved[j];
        if (way->relative[1]) s.relative[1] = way->relative[1][j];
        if (way->variant->moving == MOVE_ALL) place_all(&s);
        for (size_t i = 0; i < way->count[0] && !done(&s); i++) {
            s.a = &way->tree[0][i];
            if (way->relative[0]) s.relative[0] = way->relative[0][i];
            find_in(&s);
        }
    }
}

// --- made once ---

static void relate(const struct binary_tree *tree, struct relative *relative, uint32_t node,
                   const struct tree_node *parent) {
    const struct tree_node *const child = &tree->node[node];
    double between[3];
    for (int c = 0; c < 3; c++) between[c] = child->center[c] - parent->center[c];
    for (int i = 0; i < 3; i++) {
        relative[node].shift[i] = inner(parent->axis[i], between);
        for (int j = 0; j < 3; j++)
            relative[node].turn[i][j] = inner(parent->axis[i], child->axis[j]);
    }
    if (is_leaf(child)) return;
    relate(tree, relative, child->child, child);
    relate(tree, relative, child->child + 1, child);
}

static void make_moved(struct moved *moved, size_t nodes) {
    moved->placed = resize(NULL, nodes, sizeof *moved->placed);
    moved->when = resize(NULL, nodes, sizeof *moved->when);
    memset(moved->when, 0, nodes * sizeof *moved->when);
    moved->hit = 0;
}

static void *make(const struct maintenance *scene, bool parts, unsigned variant) {
    static const struct tree_node frame = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const struct model *const model[2] = {&scene->still, &scene->moved};
    struct way_of_paper *const way = resize(NULL, 1, sizeof *way);
    *way = (struct way_of_paper){.variant = &variants[variant]};
    for (int m = 0; m < 2; m++) {
        const lbx_part whole = {0, model[m]->triangles};
        way->count[m] = parts ? model[m]->parts : 1;
        way->tree[m] = resize(NULL, way->count[m], sizeof *way->tree[m]);
        if (way->variant->moving == MOVE_NONE)
            way->relative[m] = resize(NULL, way->count[m], sizeof *way->relative[m]);
        for (size_t i = 0; i < way->count[m]; i++) {
            struct binary_tree *const tree = &way->tree[m][i];
            binary_tree_make(tree, model[m], parts ? model[m]->part[i] : whole, way->variant->fit);
            if (!way->relative[m]) continue;
            way->relative[m][i] = resize(NULL, tree->nodes, sizeof **way->relative[m]);
            relate(tree, way->relative[m][i], 0, &frame);
        }
    }
    way->moved = resize(NULL, way->count[1], sizeof *way->moved);
    for (size_t j = 0; j < way->count[1]; j++) make_moved(&way->moved[j], way->tree[1][j].nodes);
    return way;
}

static void free_way(void *made) {
    struct way_of_paper *const way = made;
    for (size_t j = 0; j < way->count[1]; j++) {
        free(way->moved[j].placed);
        free(way->moved[j].when);
    }
    free(way->moved);
    for (int m = 0; m < 2; m++) {
        for (size_t i = 0; i < way->count[m]; i++) {
            binary_tree_free(&way->tree[m][i]);
            if (way->relative[m]) free(way->relative[m][i]);
        }
        free(way->tree[m]);
        free(way->relative[m]);
    }
    free(way);
}

const struct way paper_ways[] = {
    {"RAPID", make, find, NULL, free_way, 0},
    {"RAPID-relative", make, find, NULL, free_way, 1},
    {"SAO", make, find, NULL, free_way, 2},
    {"AO", make, find, NULL, free_way, 3},
    {"CO", make, find, NULL, free_way, 4},
    {"CO-mended", make, find, NULL, free_way, 5},
    {"CO-unjudged", make, find, NULL, free_way, 6},
};
const size_t paper_count = sizeof paper_ways / sizeof *paper_ways;
