// SPDX-License-Identifier: MIT
// Covariances that give boxes their axes: of the surface, and of outer vertices.
#include "kernels/lanes/floats.h"

#include "fit.h"

// Adds a point's share, x relative to the mean.
static void add_products(double weight, const double x[3], double spread[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) spread[i][j] += weight * (x[i] * x[j]);
    }
}

static void clear(double spread[3][3]) {
    for (int k = 0; k < 9; k++) spread[k / 3][k % 3] = 0;
}

// --- book 9.2.1: the surface ---

struct triangle {
    double vertex[3][3], centroid[3];
    double area; // twice the area
};

static void read_triangle(const struct lbx_piece *piece, size_t corner, const double from[3],
                          struct triangle *t) {
    for (size_t v = 0; v < 3; v++) corner_from(piece, corner + v, from, t->vertex[v]);
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        const double *const p = t->vertex[0], *const q = t->vertex[1], *const r = t->vertex[2];
        const double cross = (q[d] - p[d]) * (r[e] - p[e]) - (q[e] - p[e]) * (r[d] - p[d]);
        square += cross * cross;
        t->centroid[c] = (p[c] + q[c] + r[c]) / 3;
    }
    t->area = sqrt(square);
}

// Where no triangle has an area, all count alike.
static double weight_of(const struct triangle *t, bool flat) {
    return flat ? 1 : t->area;
}

// Sums over the triangles of each part; those of part 0 become the sums over all.
struct sums {
    const struct lbx_piece *piece;
    const double *from;
    bool flat;
    double weight[PIECE_PARTS], moment[PIECE_PARTS][3];
    double mean[3], spread[PIECE_PARTS][3][3];
};

static void weigh_part(void *data, size_t k) {
    struct sums *const s = data;
    const struct lbx_piece part = piece_part(s->piece, k);
    struct triangle t;
    double all = 0, moment[3] = {0, 0, 0};
    for (size_t i = part.begin; i < part.end; i += 3) {
        read_triangle(&part, i, s->from, &t);
        const double weight = weight_of(&t, s->flat);
        all += weight;
        for (int c = 0; c < 3; c++) moment[c] += weight * t.centroid[c];
    }
    s->weight[k] = all;
    memcpy(s->moment[k], moment, sizeof moment);
}

static void spread_part(void *data, size_t k) {
    struct sums *const s = data;
    const struct lbx_piece part = piece_part(s->piece, k);
    const bool flat = s->flat;
    const double *const from = s->from;
    struct triangle t;
    double mean[3], (*const spread)[3] = s->spread[k];
    memcpy(mean, s->mean, sizeof mean);
    clear(spread);
    for (size_t i = part.begin; i < part.end; i += 3) {
        read_triangle(&part, i, from, &t);
        const double weight = weight_of(&t, flat);
        for (int c = 0; c < 3; c++) {
            t.centroid[c] -= mean[c];
            for (int v = 0; v < 3; v++) t.vertex[v][c] -= mean[c];
        }
        add_products(9 * weight, t.centroid, spread);
        for (int v = 0; v < 3; v++) add_products(weight, t.vertex[v], spread);
    }
}

// Returns the weight of all triangles, 0 if they have no area and areas are their weights.
static double weigh(struct sums *s) {
    const size_t parts = piece_parts(s->piece);
    lbx_share(s->piece->workers, weigh_part, s, parts);
    for (size_t k = 1; k < parts; k++) {
        s->weight[0] += s->weight[k];
        for (int c = 0; c < 3; c++) s->moment[0][c] += s->moment[k][c];
    }
    return s->weight[0];
}

// Equation 9.1, about the mean instead of the origin: then nothing cancels. Corners relative to the
// middle of the bounds, and then to the mean, are rounded by 2^-52 of the mesh's size each.
void lbx_spread_of_surface(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                           double spread[3][3]) {
    const size_t parts = piece_parts(piece);
    struct sums s;
    s.piece = piece;
    s.from = bounds->middle;
    s.flat = false;
    double all = weigh(&s);
    s.flat = !(all > 0);
    if (s.flat) all = weigh(&s);
    for (int c = 0; c < 3; c++) s.mean[c] = s.moment[0][c] / all;
    lbx_share(piece->workers, spread_part, &s, parts);
    memcpy(spread, s.spread[0], sizeof s.spread[0]);
    for (size_t k = 1; k < parts; k++)
        for (int i = 0; i < 9; i++) spread[i / 3][i % 3] += s.spread[k][i / 3][i % 3];
}

// --- Geng & Gao 1.3.2: the outermost vertices of slices ---

enum { LEAST_Y, MOST_Y, LEAST_Z, MOST_Z, OUTERMOST };

struct slice {
    bool used;
    float vertex[OUTERMOST][3];
};

// The side that is sliced, the paper's x; y and z follow.
static int longest_side(const struct lbx_bounds *bounds) {
    int longest = 0;
    double length = -1;
    for (int c = 0; c < 3; c++) {
        const double side = (double)bounds->max[c] - (double)bounds->min[c];
        if (side > length) {
            longest = c;
            length = side;
        }
    }
    return longest;
}

// Slices begin at `low` and are `thick` thick; the last one is closed, so that it holds the end.
static unsigned slice_of(double x, double low, double thick, unsigned slices) {
    const double number = thick > 0 ? (x - low) / thick : 0;
    return number < (double)slices ? (unsigned)number : slices - 1;
}

static void put_vertex(struct slice *slice, const float x[3], int y, int z) {
    if (!slice->used) {
        for (int k = 0; k < OUTERMOST; k++) memcpy(slice->vertex[k], x, sizeof slice->vertex[k]);
        slice->used = true;
        return;
    }
    const bool better[OUTERMOST] = {x[y]<slice->vertex[LEAST_Y][y], x[y]> slice->vertex[MOST_Y][y],
                                    x[z]<slice->vertex[LEAST_Z][z], x[z]> slice->vertex[MOST_Z][z]};
    for (int k = 0; k < OUTERMOST; k++) {
        if (better[k]) memcpy(slice->vertex[k], x, sizeof slice->vertex[k]);
    }
}

// Whether vertex k differs from those before it: S' is a set.
static bool is_new(const struct slice *slice, int k) {
    for (int j = 0; j < k; j++) {
        const float *const a = slice->vertex[j], *const b = slice->vertex[k];
        if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]) return false;
    }
    return true;
}

static void fill_slices(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                        unsigned slices, struct slice slice[]) {
    const int across = longest_side(bounds);
    const double low = (double)bounds->min[across];
    const double thick = ((double)bounds->max[across] - low) / slices;
    for (size_t i = piece->begin; i < piece->end; i++) {
        float x[3];
        for (int c = 0; c < 3; c++) x[c] = *corner_float(piece, i, c);
        const unsigned f = slice_of((double)x[across], low, thick, slices);
        put_vertex(&slice[f], x, (across + 1) % 3, (across + 2) % 3);
    }
}

// Equations 4 and 5 over the vertices that are left.
void lbx_spread_of_slices(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                          unsigned slices, double spread[3][3]) {
    struct slice slice[LBX_SLICES_MAX] = {{.used = false}};
    fill_slices(piece, bounds, slices, slice);
    double outer[LBX_SLICES_MAX * OUTERMOST][3], mean[3] = {0, 0, 0};
    size_t count = 0;
    for (unsigned f = 0; f < slices; f++) {
        for (int k = 0; k < OUTERMOST && slice[f].used; k++) {
            if (!is_new(&slice[f], k)) continue;
            for (int c = 0; c < 3; c++) {
                outer[count][c] = (double)slice[f].vertex[k][c] - bounds->middle[c];
                mean[c] += outer[count][c];
            }
            count++;
        }
    }
    clear(spread);
    for (int c = 0; c < 3; c++) mean[c] /= (double)count;
    for (size_t i = 0; i < count; i++) {
        for (int c = 0; c < 3; c++) outer[i][c] -= mean[c];
        add_products(1, outer[i], spread);
    }
}
