// SPDX-License-Identifier: MIT
// Volumes around meshes, and normals. Errors must follow the contract, every vertex must be inside,
// the same call must give the same bits again, and normals are of unit length or zero.
#include <math.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"
#include "lanebox/volumes.h"

enum { VERTICES_MAX = 24, TRIANGLES_MAX = 24, FLOATS = 15 };
enum { COVARIANCE, HULL, BEST, LEAST, CAABB, SPHERE, CAPSULE, AABB, FITS }; // boxes come first

struct soup {
    struct block vertices, indices, out;
    lbx_mesh mesh;
    lbx_part part;
};

static float take_coordinate(struct bytes *in, unsigned kind) {
    static const float ends[] = {INFINITY, NAN, 0x1p58f, -0x1p58f, 0x1p59f, 0x1p-149f, -0.0f, 1e6f};
    const unsigned byte = take_byte(in);
    if (kind == 0) return (float)byte / 8;
    if (kind == 1) return (float)(byte % 3);
    if (byte < 8) return ends[byte];
    if (byte < 64) return 1e6f + (float)byte / 16;
    const uint32_t word = take_word(in);
    float x;
    memcpy(&x, &word, sizeof x);
    return fabsf(x) <= 0x1p58f ? x : (float)byte;
}

static size_t vertex_at(const lbx_mesh *mesh, size_t corner) {
    return mesh->indices ? mesh->indices[corner] : corner;
}

static ptrdiff_t wanted(const lbx_mesh *mesh, const lbx_part *part) {
    if (mesh->triangle_count == 0 || mesh->vertex_count == 0) return LBX_ERROR_COUNT;
    if (!mesh->indices && mesh->vertex_count / 3 < mesh->triangle_count) return LBX_ERROR_COUNT;
    if (part->count == 0 || part->first + part->count > mesh->triangle_count)
        return LBX_ERROR_COUNT;
    const size_t begin = 3 * part->first, end = begin + 3 * part->count;
    for (size_t i = begin; i < end; i++) {
        if (vertex_at(mesh, i) >= mesh->vertex_count) return LBX_ERROR_INDEX;
    }
    for (size_t i = begin; i < end; i++) {
        for (int c = 0; c < 3; c++) {
            if (!(fabsf(mesh->position[c][3 * vertex_at(mesh, i)]) <= 0x1p58f))
                return LBX_ERROR_MESH;
        }
    }
    return 1;
}

static ptrdiff_t fit(int which, const struct soup *soup, float *out) {
    const lbx_obbs_out boxes = lbx_obbs_out_of(out, out + 3, out + 6, 1, 0);
    const lbx_spheres_out spheres = lbx_spheres_out_of(out, out + 3, 1, 0);
    const lbx_aabbs_out aabbs = lbx_aabbs_out_of(out, out + 3, 1, 0);
    const lbx_capsules_out capsules = lbx_capsules_out_of(out, out + 3, out + 6, 1, 0);
    switch (which) {
    case COVARIANCE: return lbx_obb_fit_covariance(&soup->mesh, &soup->part, 1, &boxes);
    case HULL: return lbx_obb_fit_hull(&soup->mesh, &soup->part, 1, 7, &boxes);
    case BEST: return lbx_obb_fit(&soup->mesh, &soup->part, 1, &boxes);
    case LEAST: return lbx_obb_fit_least(&soup->mesh, &soup->part, 1, &boxes);
    case CAABB: return lbx_caabb_fit(&soup->mesh, &soup->part, 1, &spheres);
    case SPHERE: return lbx_sphere_fit(&soup->mesh, &soup->part, 1, &spheres);
    case CAPSULE: return lbx_capsule_fit(&soup->mesh, &soup->part, 1, &capsules);
    default: return lbx_aabb_fit(&soup->mesh, &soup->part, 1, &aabbs);
    }
}

// Checks up to rounding. The exact oracle is stricter.
static bool is_within(int which, const float *volume, const float v[3]) {
    double square = 0, x[3];
    for (int c = 0; c < 3; c++) {
        if (which == AABB && (v[c] < volume[c] || v[c] > volume[3 + c])) return false;
        x[c] = (double)v[c] - (double)volume[c];
        square += x[c] * x[c];
    }
    if (which == CAABB || which == SPHERE) return sqrt(square) <= (double)volume[3] * (1 + 0x1p-48);
    if (which == CAPSULE) { // the distance from the line, or from an end
        double way[3], all = 0, along = 0, away = 0;
        for (int c = 0; c < 3; c++) {
            way[c] = (double)volume[3 + c] - (double)volume[c];
            all += way[c] * way[c];
            along += way[c] * x[c];
        }
        const double part = all > 0 ? fmin(fmax(along / all, 0), 1) : 0;
        for (int c = 0; c < 3; c++) away += (x[c] - part * way[c]) * (x[c] - part * way[c]);
        return sqrt(away) <= (double)volume[6] * (1 + 0x1p-48) + sqrt(all) * 0x1p-50;
    }
    for (int k = 0; k < 3 && which <= LEAST; k++) {
        double along = 0; // axes are within 2^-22 of a frame
        for (int c = 0; c < 3; c++) along += x[c] * (double)volume[6 + 3 * k + c];
        if (fabs(along) > (double)volume[3 + k] + 0x1p-20 * sqrt(square)) return false;
    }
    return true;
}

// The normals of the part's triangles, listed from the last one on, with a miss behind them.
static void judge_normals(const struct soup *soup) {
    enum { LIST = TRIANGLES_MAX + 2 };
    uint32_t list[LIST];
    float out[3][LIST];
    float *const to[3] = {out[0], out[1], out[2]};
    size_t n = 0;
    for (size_t i = soup->part.count; i-- > 0;) list[n++] = (uint32_t)(soup->part.first + i);
    list[n++] = LBX_NO_TRIANGLE;
    memset(out, 0x5a, sizeof out);
    const ptrdiff_t want = wanted(&soup->mesh, &soup->part);
    const ptrdiff_t got = lbx_mesh_normals(&soup->mesh, list, n, to, 0);
    if (want == LBX_ERROR_COUNT) return; // a part beyond the mesh is a triangle beyond it here
    expect(got == (want == 1 ? (ptrdiff_t)n : want), "normals: %td, not %td", got, want);
    for (size_t i = 0; i < n; i++) {
        const float x = out[0][i], y = out[1][i], z = out[2][i], square = x * x + y * y + z * z;
        const bool zero = x == 0 && y == 0 && z == 0, unit = fabsf(square - 1) < 1e-6f;
        expect(got < 0                      ? out[0][i] == out[0][LIST - 1]
               : list[i] == LBX_NO_TRIANGLE ? zero
                                            : zero || unit,
               "normal %zu: %a %a %a", i, (double)x, (double)y, (double)z);
    }
}

void fuzz_volumes(struct bytes *in) {
    struct soup soup;
    const size_t vertices = take_byte(in) % (VERTICES_MAX + 1);
    const size_t triangles = take_byte(in) % (TRIANGLES_MAX + 1);
    const bool indexed = take_byte(in) % 4;
    const unsigned kind = take_byte(in) % 3;
    soup.vertices = block_alloc(3 * vertices * sizeof(float), 4 * (take_byte(in) % 4));
    soup.indices = block_alloc(3 * triangles * sizeof(uint32_t), 4 * (take_byte(in) % 4));
    soup.out = block_alloc(FLOATS * sizeof(float), 4 * (take_byte(in) % 4));
    float *const position = (float *)(void *)soup.vertices.at;
    uint32_t *const index = (uint32_t *)(void *)soup.indices.at;
    for (size_t i = 0; i < 3 * vertices; i++) position[i] = take_coordinate(in, kind);
    const unsigned wrong = take_byte(in);
    for (size_t i = 0; i < 3 * triangles; i++) {
        const unsigned byte = take_byte(in);
        index[i] = vertices && wrong ? byte % (unsigned)vertices : byte;
    }
    soup.mesh = lbx_mesh_of(position, vertices, 12, indexed ? index : NULL, triangles);
    soup.part.first = triangles ? take_byte(in) % triangles : 0;
    soup.part.count = take_byte(in) % (triangles - soup.part.first + 1 + (wrong == 1));
    float *const out = (float *)(void *)soup.out.at;
    for (int which = 0; which < FITS; which++) {
        const size_t bytes = FLOATS * sizeof(float);
        float again[FLOATS];
        memset(soup.out.at, 0x5a, bytes);
        memcpy(again, out, bytes);
        const ptrdiff_t got = fit(which, &soup, out), want = wanted(&soup.mesh, &soup.part);
        expect(got == want, "fit %d: %td, not %td", which, got, want);
        if (got < 0) expect(memcmp(out, again, bytes) == 0, "fit %d: something is written", which);
        expect(fit(which, &soup, again) == got && memcmp(out, again, bytes) == 0,
               "fit %d: other bits", which);
        for (size_t i = 0; got == 1 && i < 3 * soup.part.count; i++) {
            const size_t vertex = vertex_at(&soup.mesh, 3 * soup.part.first + i);
            expect(is_within(which, out, position + 3 * vertex), "fit %d: vertex %zu", which,
                   vertex);
        }
        const lbx_obbs box = lbx_obbs_of(out, out + 3, out + 6, 1, 0);
        expect(got != 1 || which > LEAST || lbx_obbs_check(&box, 1, NULL) == 0, "fit %d", which);
        const lbx_capsules rod = lbx_capsules_of(out, out + 3, out + 6, 1, 0);
        expect(got != 1 || which != CAPSULE || lbx_capsules_check(&rod, 1, NULL) == 0, "a capsule");
    }
    judge_normals(&soup);
    block_free(&soup.vertices);
    block_free(&soup.indices);
    block_free(&soup.out);
}
