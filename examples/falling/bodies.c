// SPDX-License-Identifier: MIT
#include "bodies.h"

#include <math.h>
#include <string.h>

#include "examples/random.h"

static const double gravity = .0016, bounce = .35, friction = .25;
static const double radius = .45; // of the ball that a body is for contacts

double bodies_width(size_t count) {
    double width = 2;
    while (width * width * width < 2 * (double)count) width += .01;
    return width;
}

void bodies_drop(struct body *bodies, size_t count) {
    const double width = bodies_width(count);
    for (size_t i = 0; i < count; i++) {
        struct random r = random_of(7, i);
        struct body *const body = &bodies[i];
        double *const position = body->pose.position, *const rotation = body->pose.rotation;
        double nearest;
        int tries = 0;
        do { // apart from the others, if that is to be had
            double across[2];
            do {
                for (int c = 0; c < 2; c++) across[c] = random_between(&r, -1, 1);
            } while (across[0] * across[0] + across[1] * across[1] > 1);
            position[0] = .8 * width * across[0];
            position[1] = .5 * width * across[1];
            position[2] = random_between(&r, 1, 1 + 1.1 * width);
            nearest = INFINITY;
            for (size_t j = 0; j < i; j++) {
                double way[3];
                for (int c = 0; c < 3; c++) way[c] = position[c] - bodies[j].pose.position[c];
                nearest = fmin(nearest, dot(way, way));
            }
        } while (nearest < 1 && ++tries < 100);
        for (int c = 0; c < 3; c++) {
            body->velocity[c] = random_between(&r, -.01, .01);
            body->spin[c] = random_between(&r, -.05, .05);
        }
        for (int k = 0; k < 2; k++) rotation[k] = random_between(&r, -.3, .3);
        for (int k = 2; k < 4; k++) rotation[k] = random_between(&r, -1, 1);
        rotation[3] += rotation[3] < 0 ? -.1 : .1; // never all zero
        to_length_one(rotation, 4);
    }
}

void bodies_move(struct body *bodies, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct body *const body = &bodies[i];
        body->velocity[2] -= gravity;
        for (int c = 0; c < 3; c++) body->pose.position[c] += body->velocity[c];
        pose_turn(&body->pose, body->spin);
    }
}

// The velocity of the point `arm` of a body.
static void velocity_at(const struct body *body, const double arm[3], double out[3]) {
    cross_product(body->spin, arm, out);
    for (int c = 0; c < 3; c++) out[c] += body->velocity[c];
}

// The inverse of the mass 1 plus what the inertia of a ball adds along a direction.
static double inverse_mass(const double arm[3], const double way[3]) {
    double turn[3];
    cross_product(arm, way, turn);
    return 1 + dot(turn, turn) / (.4 * radius * radius);
}

static void push(struct body *body, const double arm[3], const double impulse[3], double sign) {
    double turn[3];
    cross_product(arm, impulse, turn);
    for (int c = 0; c < 3; c++) {
        body->velocity[c] += sign * impulse[c];
        body->spin[c] += sign * turn[c] / (.4 * radius * radius);
    }
}

// Where `b` is NULL, it is the ground.
static void collide(struct body *a, struct body *b, const double point[3], const double normal[3]) {
    double arm[2][3], velocity[2][3] = {{0}}, slip[3], impulse[3];
    for (int c = 0; c < 3; c++) {
        arm[0][c] = point[c] - a->pose.position[c];
        arm[1][c] = b ? point[c] - b->pose.position[c] : 0;
    }
    velocity_at(a, arm[0], velocity[0]);
    if (b) velocity_at(b, arm[1], velocity[1]);
    for (int c = 0; c < 3; c++) slip[c] = velocity[0][c] - velocity[1][c];
    const double speed = dot(slip, normal);
    if (speed >= 0) return; // they part already
    const double inverse = inverse_mass(arm[0], normal) + (b ? inverse_mass(arm[1], normal) : 0);
    for (int c = 0; c < 3; c++) {
        slip[c] -= speed * normal[c];
        impulse[c] = (-(1 + bounce) * speed * normal[c] - friction * slip[c]) / inverse;
    }
    push(a, arm[0], impulse, 1);
    if (b) push(b, arm[1], impulse, -1);
}

void bodies_bounce(struct body *a, struct body *b, const double point[3]) {
    double normal[3];
    for (int c = 0; c < 3; c++) normal[c] = a->pose.position[c] - b->pose.position[c];
    const double length = sqrt(dot(normal, normal));
    if (!(length > 0)) return;
    for (int c = 0; c < 3; c++) normal[c] /= length;
    collide(a, b, point, normal);
}

void bodies_bounce_off_ground(struct body *body, const struct shape *shape) {
    static const double up[3] = {0, 0, 1};
    double lowest[3] = {0, 0, 0};
    for (size_t i = 0; i < 3 * shape->triangles; i++) {
        double point[3];
        pose_point(&body->pose, 1, shape->corner[i], point);
        if (point[2] < lowest[2]) memcpy(lowest, point, sizeof lowest);
    }
    if (lowest[2] == 0) return;
    collide(body, NULL, lowest, up);
    body->pose.position[2] -= lowest[2];
}
