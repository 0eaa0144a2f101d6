// SPDX-License-Identifier: MIT
// The axes of a box of nearly the least volume.
//
// Few vertices decide: those that are outermost along some directions. Among these, a box is turned
// about one axis at a time to the rectangle of least area around what it sees along that axis: one
// of its sides lies along an edge of the outline (Freeman & Shapira 1975). This ends at a box that
// no such turn makes smaller, so it starts from thirteen. Then all vertices are looked at along the
// axes of the best box; the outermost join the few, until they make it no larger.
#include "kernels/lanes/floats.h"

#include <assert.h>

#include "fit.h"

enum {
    WIDTH = 8,                 // floats side by side, for compilers that make vectors of them
    LOOKED_AT = 3 * 4 * WIDTH, // corners that are looked at together
    SEEN = 13,                 // directions that are looked along at once, at most
    SAMPLE = 1024,             // triangles that show where to begin
    ROUNDS = 24,               // of looking at all vertices, at most
    POINTS = 2 * SEEN + 6 * ROUNDS
};

// Each side is made longer by the first of the largest coordinate, but at most by the second of the
// longest side. Flat boxes then differ by their area, and what floats round off a flat mesh weighs
// 2^-11 of it at most.
#define FLAT 0x1p-13
#define FLAT_MOST 0x1p-10
#define ENOUGH 0x1.002p0    // of the volume around the few: what all vertices need
#define BETTER 0x1.ffff8p-1 // of the volume: less of a change is none

struct cloud {
    double flat;
    unsigned count;
    double at[POINTS][3];
};

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        out[c] = a[d] * b[e] - a[e] * b[d];
    }
}

static double volume_around(const struct cloud *cloud, const double axis[3][3]) {
    double volume = 1;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (unsigned i = 0; i < cloud->count; i++) {
            const double at = dot(axis[k], cloud->at[i]);
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        volume *= high - low + cloud->flat;
    }
    return volume;
}

static bool is_right_of(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0;
}

static bool is_before(const double a[2], const double b[2]) {
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

// By x, then y (Shell 1959, gaps by Ciura 2001).
static void sort_points(double (*point)[2], unsigned count) {
    static const unsigned gaps[] = {132, 57, 23, 10, 4, 1};
    for (unsigned g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        for (unsigned gap = gaps[g], i = gap; i < count; i++) {
            const double moved[2] = {point[i][0], point[i][1]};
            unsigned k = i;
            for (; k >= gap && is_before(moved, point[k - gap]); k -= gap)
                memcpy(point[k], point[k - gap], sizeof *point);
            memcpy(point[k], moved, sizeof *point);
        }
    }
}

// The corners of the convex outline of points, in order (Andrew 1979). Returns how many.
static unsigned outline(double (*point)[2], unsigned count, double (*corner)[2]) {
    sort_points(point, count);
    unsigned found = 0, least = 2;
    for (unsigned i = 0; i < count; i++) { // there
        while (found >= least && is_right_of(corner[found - 2], corner[found - 1], point[i]))
            found--;
        memcpy(corner[found++], point[i], sizeof *point);
    }
    least = found + 1;
    for (unsigned i = count - 1; i-- > 0;) { // and back
        while (found >= least && is_right_of(corner[found - 2], corner[found - 1], point[i]))
            found--;
        memcpy(corner[found++], point[i], sizeof *point);
    }
    return found - (found > 1);
}

// The area of the rectangle around the corners with a side along (x, y).
static double area_along(const double (*corner)[2], unsigned count, double x, double y,
                         double flat) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (unsigned i = 0; i < count; i++) {
        const double at[2] = {x * corner[i][0] + y * corner[i][1],
                              x * corner[i][1] - y * corner[i][0]};
        for (int k = 0; k < 2; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    return (high[0] - low[0] + flat) * (high[1] - low[1] + flat);
}

// Turns a box about axis k to the least rectangle, by at most 45 degrees: axes keep their places,
// so that who turns a box about one after another leaves none out.
static void turn_about(const struct cloud *cloud, int k, double axis[3][3]) {
    double *const u = axis[(k + 1) % 3], *const v = axis[(k + 2) % 3];
    double point[POINTS][2], corner[2 * POINTS][2];
    for (unsigned i = 0; i < cloud->count; i++) {
        point[i][0] = dot(u, cloud->at[i]);
        point[i][1] = dot(v, cloud->at[i]);
    }
    const unsigned count = outline(point, cloud->count, corner);
    const double(*const at)[2] = (const double(*)[2])corner;
    double cosine = 1, sine = 0, least = area_along(at, count, 1, 0, cloud->flat);
    for (unsigned i = 0; i < count; i++) {
        const double *const next = corner[i + 1 < count ? i + 1 : 0];
        const double x = next[0] - corner[i][0], y = next[1] - corner[i][1];
        const double length = sqrt(x * x + y * y);
        if (!(length > 0)) continue;
        const bool steep = fabs(y) > fabs(x);
        const double part = (steep ? y : x) / length, other = (steep ? -x : y) / length;
        const double more = fabs(part), less = part < 0 ? -other : other;
        const double area = area_along(at, count, more, less, cloud->flat);
        if (!(area < least)) continue;
        least = area;
        cosine = more;
        sine = less;
    }
    for (int c = 0; c < 3; c++) {
        const double a = u[c], b = v[c];
        u[c] = cosine * a + sine * b;
        v[c] = cosine * b - sine * a;
    }
}

// Turns a box until no turn about one of its axes makes it smaller. Returns its volume.
static double turn_down(const struct cloud *cloud, double axis[3][3]) {
    double volume = volume_around(cloud, (const double(*)[3])axis);
    for (int idle = 0, k = 0; idle < 3; k = (k + 1) % 3) {
        turn_about(cloud, k, axis);
        const double now = volume_around(cloud, (const double(*)[3])axis);
        idle = now < BETTER * volume ? 0 : idle + 1;
        volume = now < volume ? now : volume;
    }
    return volume;
}

// Adds a vertex to the few, unless it is one of them.
static void join(struct cloud *cloud, const double x[3]) {
    for (unsigned i = 0; i < cloud->count; i++)
        if (memcmp(cloud->at[i], x, sizeof cloud->at[i]) == 0) return;
    assert(cloud->count < POINTS);
    memcpy(cloud->at[cloud->count++], x, sizeof *cloud->at);
}

// Corners, relative to the middle as a float.
struct block {
    float x[3][LOOKED_AT];
};

// The outermost of a block's corners along a direction, and how far out they are.
static void find_outer(const struct block *block, const float way[3], float end[2],
                       unsigned at[2]) {
    float low[WIDTH], high[WIDTH], along[LOOKED_AT];
    for (unsigned i = 0; i < LOOKED_AT; i++)
        along[i] = way[0] * block->x[0][i] + way[1] * block->x[1][i] + way[2] * block->x[2][i];
    memcpy(low, along, sizeof low);
    memcpy(high, along, sizeof high);
    for (unsigned i = WIDTH; i < LOOKED_AT; i += WIDTH) {
        for (unsigned l = 0; l < WIDTH; l++) {
            low[l] = along[i + l] < low[l] ? along[i + l] : low[l];
            high[l] = along[i + l] > high[l] ? along[i + l] : high[l];
        }
    }
    float least = low[0], most = high[0];
    for (unsigned l = 1; l < WIDTH; l++) {
        least = low[l] < least ? low[l] : least;
        most = high[l] > most ? high[l] : most;
    }
    if (least < end[0]) {
        end[0] = least;
        for (at[0] = 0; along[at[0]] != least;) at[0]++;
    }
    if (most > end[1]) {
        end[1] = most;
        for (at[1] = 0; along[at[1]] != most;) at[1]++;
    }
}

// Adds the outermost vertices along n directions, of the corners of every `step`-th triangle.
static void look(const struct lbx_piece *piece, const double from[3], const double (*way)[3],
                 unsigned n, size_t step, struct cloud *cloud) {
    float end[SEEN][2], outer[SEEN][2][3], narrow[SEEN][3], base[3];
    for (int c = 0; c < 3; c++) base[c] = nearest_float(from[c]);
    for (unsigned k = 0; k < n; k++) {
        end[k][0] = INFINITY;
        end[k][1] = -INFINITY;
        for (int c = 0; c < 3; c++) narrow[k][c] = nearest_float(way[k][c]);
    }
    struct block block;
    for (size_t i = piece->begin; i < piece->end;) {
        unsigned count = 0;
        for (; count < LOOKED_AT && i < piece->end; i += 3 * step) {
            for (unsigned v = 0; v < 3; v++, count++) {
                for (int c = 0; c < 3; c++)
                    block.x[c][count] = *corner_float(piece, i + v, c) - base[c];
            }
        }
        for (; count < LOOKED_AT; count++)
            for (int c = 0; c < 3; c++) block.x[c][count] = block.x[c][0];
        for (unsigned k = 0; k < n; k++) {
            unsigned at[2] = {LOOKED_AT, LOOKED_AT};
            find_outer(&block, narrow[k], end[k], at);
            for (int s = 0; s < 2; s++)
                for (int c = 0; c < 3 && at[s] < LOOKED_AT; c++) outer[k][s][c] = block.x[c][at[s]];
        }
    }
    for (unsigned k = 0; k < 2 * n; k++) {
        double x[3];
        for (int c = 0; c < 3; c++)
            x[c] = (double)outer[k / 2][k % 2][c] + ((double)base[c] - from[c]);
        join(cloud, x);
    }
}

// A frame whose first axis is `first`, of any length but 0.
static void frame_of(const double first[3], double axis[3][3]) {
    const double length = sqrt(dot(first, first));
    for (int c = 0; c < 3; c++) axis[0][c] = first[c] / length;
    int least = fabs(first[1]) < fabs(first[0]);
    if (fabs(first[2]) < fabs(first[least])) least = 2;
    const double other[3] = {least == 0, least == 1, least == 2};
    cross(axis[0], other, axis[2]);
    const double across = sqrt(dot(axis[2], axis[2]));
    for (int c = 0; c < 3; c++) axis[2][c] /= across;
    cross(axis[2], axis[0], axis[1]);
}

// Orders axes, so that they are near x, y and z and right-handed.
static void arrange(const double axis[3][3], double out[3][3]) {
    int x = fabs(axis[1][0]) > fabs(axis[0][0]);
    if (fabs(axis[2][0]) > fabs(axis[x][0])) x = 2;
    const int other = (x + 1) % 3, last = (x + 2) % 3;
    const int y = fabs(axis[last][1]) > fabs(axis[other][1]) ? last : other;
    memcpy(out[0], axis[x], sizeof out[0]);
    memcpy(out[1], axis[y], sizeof out[1]);
    cross(out[0], out[1], out[2]);
}

void lbx_least_axes(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                    double best[3][3]) {
    static const double ways[SEEN][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0},
                                         {1, 0, 1},  {1, 0, -1}, {0, 1, 1}, {0, 1, -1}, {1, 1, 1},
                                         {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
    double frame[SEEN][3][3], least = INFINITY, around[SEEN];
    const size_t step = 1 + (piece->end - piece->begin) / 3 / SAMPLE;
    struct cloud cloud = {.count = 0};
    double longest = 0, largest = 0;
    for (int c = 0; c < 3; c++) {
        const double min = (double)bounds->min[c], max = (double)bounds->max[c];
        longest = fmax(longest, max - min);
        largest = fmax(largest, fmax(fabs(min), fabs(max)));
    }
    cloud.flat = fmin(FLAT * largest, FLAT_MOST * longest);
    look(piece, bounds->middle, ways, SEEN, step, &cloud);
    for (unsigned f = 0; f < SEEN; f++) {
        frame_of(ways[f], frame[f]);
        around[f] = turn_down(&cloud, frame[f]);
    }
    for (unsigned round = 0; round < ROUNDS;) {
        unsigned first = 0;
        for (unsigned f = 1; f < SEEN; f++) first = around[f] < BETTER * around[first] ? f : first;
        const double(*const axis)[3] = (const double(*)[3])frame[first];
        const double was = around[first], now = around[first] = turn_down(&cloud, frame[first]);
        if (now > ENOUGH * was) continue; // vertices that joined since then are outside
        round++;
        look(piece, bounds->middle, axis, 3, 1, &cloud);
        const double all = volume_around(&cloud, axis);
        if (all < least) {
            least = all;
            arrange(axis, best);
        }
        if (all <= ENOUGH * now) break;
    }
}
