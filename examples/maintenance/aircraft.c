// SPDX-License-Identifier: MIT
#include "aircraft.h"

#include <stdio.h>
#include <string.h>

#include "examples/tool.h"

static const char path[] =
    "/usr/share/games/flightgear/AI/Aircraft/Dromader/Models/M18B_Dromader.ac";

bool aircraft_is_here(void) {
    FILE *const file = fopen(path, "r");
    if (file) fclose(file);
    return file;
}

// AC3D is a line-based format: objects with vertices and polygons, each placed relative to the
// object whose kid it is.
struct reader {
    FILE *file;
    char line[512];
    struct model *airframe, *engine;
};

// Skips empty lines, which occur even between a polygon's corners.
static bool next_line(struct reader *r) {
    bool read;
    do read = fgets(r->line, sizeof r->line, r->file);
    while (read && strspn(r->line, " \r\n") == strlen(r->line));
    return read;
}

// Reads the number after a word that the line begins with.
static bool says(const struct reader *r, const char *word, int *number) {
    const size_t length = strlen(word);
    return strncmp(r->line, word, length) == 0 && sscanf(r->line + length, " %i", number) == 1;
}

static void read_vertices(struct reader *r, struct model *model, struct point place, int count) {
    for (int i = 0; i < count; i++) {
        struct point p;
        if (!next_line(r) || sscanf(r->line, "%lf %lf %lf", &p.x, &p.y, &p.z) != 3)
            die("%s: no vertex: %s", path, r->line);
        add_vertex(model, sum(p, place));
    }
}

// Adds a polygon as a fan of triangles; skips lines.
static void read_corners(struct reader *r, struct model *model, uint32_t base, bool polygon,
                         int count) {
    uint32_t fan[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        unsigned corner;
        if (!next_line(r) || sscanf(r->line, "%u", &corner) != 1 ||
            corner >= model->vertices - base)
            die("%s: no corner: %s", path, r->line);
        if (i >= 2 && polygon) add_triangle(model, fan[0], fan[1], base + corner);
        fan[i > 0] = base + corner;
    }
}

// Reads an object, from the line after OBJECT to its last kid.
static void read_object(struct reader *r, struct point place) {
    enum { POLYGON = 0, KIND = 15 };
    struct model *model = r->airframe;
    uint32_t base = 0;
    int number, kind = POLYGON, kids = 0;
    while (next_line(r)) {
        struct point at;
        if (strncmp(r->line, "name", 4) == 0 && strstr(r->line, "Motor")) model = r->engine;
        if (sscanf(r->line, "loc %lf %lf %lf", &at.x, &at.y, &at.z) == 3) place = sum(place, at);
        if (says(r, "data", &number)) next_line(r);
        if (says(r, "SURF", &kind)) kind &= KIND;
        if (says(r, "numvert", &number)) {
            base = (uint32_t)model->vertices;
            read_vertices(r, model, place, number);
        }
        if (says(r, "refs", &number)) read_corners(r, model, base, kind == POLYGON, number);
        if (says(r, "kids", &kids)) break;
    }
    if (model_open(model) > 0) model_keep(model);
    // The file announces more kids than it has.
    for (int kid = 0; kid < kids && next_line(r); kid++) read_object(r, place);
}

void aircraft_make(struct model *airframe, struct model *engine) {
    struct reader r = {fopen(path, "r"), "", airframe, engine};
    if (!r.file) die("%s is not here: install flightgear-data-ai", path);
    *airframe = *engine = (struct model){0};
    while (next_line(&r) && strncmp(r.line, "OBJECT", 6) != 0) continue;
    read_object(&r, (struct point){0, 0, 0});
    fclose(r.file);
}

lbx_rigid_pose aircraft_path(double u) {
    return (lbx_rigid_pose){{-1.5 * u, 0, 0}, {0, 0, 0, 1}};
}
