// SPDX-License-Identifier: MIT
#include "solids.h"

#include <stdlib.h>

#include "harness.h"

enum { N = SOLID_SIDE, GRID = 4096 };

const char *const solid_names[SOLID_KINDS] = {
    "cube",  "block",          "sponge",         "checks",         "terrain", "shells",
    "ring",  "leaning sponge", "leaning checks", "leaning shells", "slivers", "tiny",
    "least", "huge",           "scales",         "speck",          "ball",    "torus",
    "balls", "crumpled",       "creased"};

enum cells { ONE, ALL, RANDOM, CHECKS, COLUMNS, SHELLS, RING };

static const struct {
    enum cells cells;
    int binade; // of the scale
    bool leans, moved;
} kinds[SOLID_KINDS] = {
    [SOLID_CUBE] = {.cells = ONE},
    [SOLID_BLOCK] = {.cells = ALL},
    [SOLID_SPONGE] = {.cells = RANDOM},
    [SOLID_CHECKS] = {.cells = CHECKS},
    [SOLID_TERRAIN] = {.cells = COLUMNS},
    [SOLID_SHELLS] = {.cells = SHELLS},
    [SOLID_RING] = {.cells = RING},
    [SOLID_LEANING_SPONGE] = {.cells = RANDOM, .leans = true},
    [SOLID_LEANING_CHECKS] = {.cells = CHECKS, .leans = true},
    [SOLID_LEANING_SHELLS] = {.cells = SHELLS, .leans = true},
    [SOLID_SLIVERS] = {.cells = RANDOM, .leans = true},
    [SOLID_TINY] = {.cells = RANDOM, .binade = -61, .leans = true},
    [SOLID_LEAST] = {.cells = RANDOM, .binade = -146, .leans = true},
    [SOLID_HUGE] = {.cells = RANDOM, .binade = 52, .leans = true},
    [SOLID_SCALES] = {.cells = RANDOM},
    [SOLID_SPECK] = {.cells = RANDOM},
    [SOLID_BALL] = {.cells = ALL, .moved = true},
    [SOLID_TORUS] = {.cells = RING, .moved = true},
    [SOLID_BALLS] = {.cells = SHELLS, .moved = true},
    [SOLID_CRUMPLED] = {.cells = RANDOM, .moved = true},
    [SOLID_CREASED] = {.cells = CHECKS, .moved = true},
};

static bool is_filled(enum cells cells, const int at[3], int height, struct random *r) {
    int from = 0; // the middle, along any axis
    for (int c = 0; c < 3; c++) from = abs(at[c] - N / 2) > from ? abs(at[c] - N / 2) : from;
    switch (cells) {
    case ONE: return from == 0;
    case ALL: return true;
    case RANDOM: return random_chance(r, 2);
    case CHECKS: return (at[0] + at[1] + at[2]) % 2 == 0;
    case COLUMNS: return at[2] < height;
    case SHELLS: return from % 2 == 0;
    default: return at[2] == N / 2 && (at[0] != N / 2 || at[1] != N / 2);
    }
}

static void fill_cells(struct solid *s, enum solid_kind kind, struct random *r) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            const int height = random_int(r, 0, N);
            for (int k = 0; k < N; k++) {
                const int at[3] = {i, j, k};
                s->filled[i][j][k] = is_filled(kinds[kind].cells, at, height, r);
            }
        }
    }
    s->filled[0][0][0] = s->filled[0][0][0] || kinds[kind].cells == RANDOM;
}

static bool cell_is_filled(const struct solid *s, const int at[3]) {
    for (int c = 0; c < 3; c++)
        if (at[c] < 0 || at[c] >= N) return false;
    return s->filled[at[0]][at[1]][at[2]];
}

// Puts the planes between cells, and says how the cells lean.
static void place_cells(struct solid *s, enum solid_kind kind, struct random *r) {
    for (int c = 0; c < 3; c++) {
        const int first = random_int(r, -6, 2);
        for (int i = 0; i <= N; i++) {
            s->plane[c][i] = first + i;
            if (kind == SOLID_SCALES) s->plane[c][i] = i ? ldexp(1, 12 * i - 36) : 0;
            if (kind == SOLID_SLIVERS && c == 2) s->plane[c][i] = ldexp(i, -8);
            if (kind == SOLID_SPECK && i > 2) s->plane[c][i] = 0x1p36 + 0x1p20 * i;
        }
        s->lean[c] = kinds[kind].leans ? random_int(r, -3, 3) : 0;
    }
    for (int i = 0; kind == SOLID_SPECK && i < N * N * N; i++) { // none reaches across the gap
        const int at[3] = {i / N / N, i / N % N, i % N};
        bool low = true, high = true;
        for (int c = 0; c < 3; c++) {
            low = low && at[c] < 2;
            high = high && at[c] > 2;
        }
        if (!low && !high) s->filled[at[0]][at[1]][at[2]] = false;
    }
    s->scale = ldexp(1, kinds[kind].binade);
    s->moved = kinds[kind].moved;
}

// Where the cells have a vertex.
static void lean(const struct solid *s, const double q[3], double p[3]) {
    p[0] = s->scale * q[0];
    p[1] = s->scale * (q[1] + s->lean[0] * q[0]);
    p[2] = s->scale * (q[2] + s->lean[1] * q[0] + s->lean[2] * q[1]);
}

// The reverse, exactly if p is not far larger than the cells.
static void straighten(const struct solid *s, const double p[3], double q[3]) {
    q[0] = p[0] / s->scale;
    q[1] = p[1] / s->scale - s->lean[0] * q[0];
    q[2] = p[2] / s->scale - s->lean[1] * q[0] - s->lean[2] * q[1];
}

// Moves a vertex onto a sphere around the middle, away from a circle, or at random.
static void move(enum solid_kind kind, uint64_t seed, const int at[3], double p[3]) {
    struct random r = random_of(seed, (uint64_t)((at[0] * 8 + at[1]) * 8 + at[2]));
    double from[3], longest = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        from[c] = at[c] - N / 2.0;
        longest = fmax(fabs(from[c]), longest);
        square += from[c] * from[c];
    }
    const double flat = sqrt(from[0] * from[0] + from[1] * from[1]);
    for (int c = 0; c < 3; c++) {
        if (kind == SOLID_BALL || kind == SOLID_BALLS) p[c] = from[c] * longest / sqrt(square);
        if (kind == SOLID_TORUS) p[c] = c < 2 ? from[c] * (1 + 1 / flat) / 2 : from[c] / 2;
        if (kind == SOLID_CRUMPLED || kind == SOLID_CREASED)
            p[c] = (from[c] + random_between(&r, -1, 1)) / 2;
        p[c] = floor(p[c] * GRID + .5) / GRID;
    }
}

static void add_face(struct solid *s, enum solid_kind kind, uint64_t seed, const int cell[3],
                     int axis, bool upper) {
    static const int corners[2][3] = {{0, 1, 2}, {3, 2, 1}};
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int half = 0; half < 2; half++) {
        for (int k = 0; k < 3; k++) {
            int at[3] = {cell[0], cell[1], cell[2]};
            double q[3], p[3];
            const int corner = corners[half][upper ? k : 2 - k];
            at[axis] += upper;
            at[u] += corner & 1;
            at[v] += corner >> 1;
            for (int c = 0; c < 3; c++) q[c] = s->plane[c][at[c]];
            lean(s, q, p);
            if (s->moved) move(kind, seed, at, p);
            float *const vertex = s->corner[3 * s->triangles + (size_t)k];
            for (int c = 0; c < 3; c++) vertex[c] = (float)p[c];
        }
        s->triangles++;
    }
}

void solid_make(struct solid *s, enum solid_kind kind, uint64_t seed) {
    struct random r = random_of(seed, kind);
    s->triangles = 0;
    fill_cells(s, kind, &r);
    place_cells(s, kind, &r);
    for (int i = 0; i < 6 * N * N * N; i++) {
        const int cell[3] = {i / 6 / N / N, i / 6 / N % N, i / 6 % N}, axis = i % 3;
        int next[3] = {cell[0], cell[1], cell[2]};
        next[axis] += i % 6 < 3 ? 1 : -1;
        if (cell_is_filled(s, cell) && !cell_is_filled(s, next))
            add_face(s, kind, seed, cell, axis, i % 6 < 3);
    }
    for (int c = 0; c < 3; c++) {
        s->low[c] = s->high[c] = s->corner[0][c];
        for (size_t k = 1; k < 3 * s->triangles; k++) {
            s->low[c] = fminf(s->corner[k][c], s->low[c]);
            s->high[c] = fmaxf(s->corner[k][c], s->high[c]);
        }
    }
}

lbx_mesh solid_view(const struct solid *s) {
    return lbx_mesh_of(s->corner[0], 3 * s->triangles, sizeof *s->corner, NULL, s->triangles);
}

struct tree solid_tree(const struct solid *s) {
    const lbx_mesh view = solid_view(s);
    const size_t room = lbx_aabb_tree_bytes(&view);
    struct tree t = {malloc(room), 0};
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(&view));
    const ptrdiff_t bytes = lbx_aabb_tree_build(&view, NULL, t.at, room, scratch);
    expect(bytes > 0, "%td", bytes);
    free(scratch);
    t.bytes = (size_t)bytes;
    return t;
}

// --- points ---

// The square of the distance of the box's farthest corner.
static double farthest_square(const struct solid *s, const float point[3]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double x = (double)point[c];
        const double away = fmax(fabs(x - (double)s->low[c]), fabs(x - (double)s->high[c]));
        square += away * away;
    }
    return square;
}

void solid_target(const struct solid *s, struct random *r, float target[3]) {
    const size_t first = 3 * (size_t)random_below(r, (unsigned)s->triangles);
    const unsigned kind = random_below(r, 3), from = random_below(r, 3);
    const float *const a = s->corner[first + from], *const b = s->corner[first + (from + 1) % 3],
                       *const d = s->corner[first + (from + 2) % 3];
    for (int c = 0; c < 3; c++) {
        const float middle = a[c] / 2 + b[c] / 2;
        target[c] = kind == 0 ? a[c] : kind == 1 ? middle : middle / 2 + d[c] / 2;
    }
}

void solid_point(const struct solid *s, struct random *r, float point[3]) {
    const unsigned kind = random_below(r, 8);
    double q[3], p[3], size = 0;
    for (int c = 0; c < 3; c++) size = fmax(size, (double)s->high[c] - (double)s->low[c]);
    solid_target(s, r, point);
    if (kind < 2) return;
    for (int c = 0; c < 3; c++) {
        const double low = (double)s->low[c], high = (double)s->high[c];
        const int i = random_int(r, -1, N);
        const double *const plane = s->plane[c];
        const double from = i < 0 ? 2 * plane[0] - plane[1] : plane[i];
        const double to = i == N ? 2 * plane[N] - plane[N - 1] : plane[i + 1];
        q[c] = from + (to - from) * random_int(r, 0, 64) / 64; // often on a plane
        // just farther from a cell's side than the promise asks for, as far as that is known
        const double near = random_between(r, 1, 8) * 0x1p-20 * sqrt(farthest_square(s, point));
        const double beside = plane[random_below(r, N + 1)];
        if (kind == 3) q[c] = beside + random_signed(r, near / s->scale);
        p[c] = low + (high - low) * random_between(r, -.5, 1.5);
        const int binade = random_int(r, 0, 12);
        if (kind == 4) p[c] = ldexp(size * random_between(r, -1, 1), binade);
        if (kind == 5) p[c] = low / 2 + high / 2;
    }
    if (kind < 4 && !s->moved) lean(s, q, p);
    for (int c = 0; c < 3; c++) {
        if (s->moved) p[c] = floor(p[c] * GRID * 2 + .5) / (GRID * 2);
        point[c] = (float)fmin(fmax(p[c], -0x1p60), 0x1p60);
    }
}

// Whether the point is in a filled cell.
static int cells_hold(const struct solid *s, const float point[3]) {
    const double a = s->lean[0], b = s->lean[1], d = s->lean[2];
    const double slope[3] = {1, sqrt(1 + a * a), sqrt(1 + d * d + (b - a * d) * (b - a * d))};
    const double p[3] = {(double)point[0], (double)point[1], (double)point[2]};
    const double least = (0x1p-20 * sqrt(farthest_square(s, point)) + 0x1p-149) / s->scale;
    double q[3];
    int at[3];
    straighten(s, p, q);
    for (int c = 0; c < 3; c++) {
        at[c] = -1;
        for (int i = 0; i <= N; i++) {
            if (fabs(q[c] - s->plane[c][i]) <= least * slope[c]) return -1;
            at[c] += q[c] >= s->plane[c][i];
        }
    }
    return cell_is_filled(s, at);
}

static double side_of(const double a[3], const double b[3]) {
    return a[0] * b[1] - b[0] * a[1];
}

// Whether the line from the point upwards meets an odd number of triangles: products and sums of
// multiples of 2^-13 are exact. The point moves by less than any number towards +x, and by less
// than that towards -y.
static int triangles_hold(const struct solid *s, const float point[3]) {
    const double least = 0x1p-20 * sqrt(farthest_square(s, point));
    bool inside = false;
    for (int c = 0; c < 3; c++) {
        const double grains = (double)point[c] * GRID * 2;
        if (!(fabs(grains) < 0xc000) || grains != floor(grains)) return -1;
    }
    for (size_t k = 0; k < s->triangles; k++) {
        double x[3][3], side[3], normal[3], depth = 0, square = 0;
        bool near = true, over = false;
        for (int v = 0; v < 3; v++)
            for (int c = 0; c < 3; c++)
                x[v][c] = (double)s->corner[3 * k + (size_t)v][c] - (double)point[c];
        for (int c = 0; c < 3; c++) {
            const int i = (c + 1) % 3, j = (c + 2) % 3;
            const double low = fmin(fmin(x[0][c], x[1][c]), x[2][c]);
            const double high = fmax(fmax(x[0][c], x[1][c]), x[2][c]);
            near = near && low <= least && -least <= high;
            side[c] = side_of(x[i], x[j]);
            if ((x[i][1] < 0) != (x[j][1] < 0)) over ^= x[i][1] < 0 ? side[c] > 0 : side[c] < 0;
            depth += side[c] * x[c][2];
            normal[c] = (x[1][i] - x[0][i]) * (x[2][j] - x[0][j]) -
                        (x[1][j] - x[0][j]) * (x[2][i] - x[0][i]);
            square += normal[c] * normal[c];
        }
        if (near && fabs(depth) <= least * sqrt(square)) return -1;
        const double sum = side[0] + side[1] + side[2];
        inside ^= over && (sum > 0) == (depth > 0);
    }
    return inside;
}

int solid_holds(const struct solid *s, const float point[3]) {
    return s->moved ? triangles_hold(s, point) : cells_hold(s, point);
}
