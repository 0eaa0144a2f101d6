// SPDX-License-Identifier: MIT
// The lane operations of one backend as functions on arrays of `lanes` floats. operations.c is
// built once per backend.
#ifndef LBX_LANES_OPERATIONS_H
#define LBX_LANES_OPERATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES_MOST = 32 };

enum {
    UNARY_ABS,
    UNARY_MINUS_ABS,
    UNARY_NEGATE,
    UNARY_HOLD,
    UNARY_SQRT,
    UNARY_INVERSE_POWER,
    UNARIES
};
enum {
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,
    BINARY_DIV,
    BINARY_MIN,
    BINARY_MAX,
    BINARY_OR,
    BINARY_FLIP,
    BINARIES
};
enum { TERNARY_FMA, TERNARY_FNMA, TERNARIES };

struct lane_operations {
    unsigned lanes;
    bool fuses; // LANES_FUSE
    void (*set)(float x, float out[]);
    void (*load)(const float *p, float out[]);
    void (*load_first)(const float *p, size_t count, float out[]);
    void (*store)(float *p, const float x[]);
    void (*store_first)(float *p, const float x[], size_t count);
    void (*load_quads)(const char *base, const size_t offset[], float out[4][LANES_MOST]);
    void (*store_quads)(char *base, size_t step, float x[4][LANES_MOST]);
    unsigned quads; // of a row; 0: there are none, and the next four are NULL
    void (*load_row)(const char *base, const size_t offset[], float out[]);
    void (*turn)(const float a[], float out[]);
    void (*row_max)(const float a[], const float b[], float out[]);
    uint32_t (*less_of_rows)(float a[4][LANES_MOST], float b[4][LANES_MOST], float c[4][LANES_MOST],
                             float d[4][LANES_MOST]);          // items: a < b or c < d
    void (*pack)(const float a[], unsigned bits, float out[]); // or NULL
    void (*unary[UNARIES])(const float a[], float out[]);
    void (*binary[BINARIES])(const float a[], const float b[], float out[]);
    void (*ternary[TERNARIES])(const float a[], const float b[], const float c[], float out[]);
    uint32_t (*less)(const float a[], const float b[]);
    uint32_t (*at_most)(const float a[], const float b[]);
    uint32_t (*equal)(const float a[], const float b[]);
    uint32_t (*unordered)(const float a[], const float b[]);
    uint32_t (*negative)(const float a[]);
    uint32_t (*less_or_negative)(const float a[], const float b[], const float c[]);
    uint32_t (*less_and_negative)(const float a[], const float b[], const float c[]);
    uint32_t (*less_and_not_negative)(const float a[], const float b[], const float c[]);
    void (*keep_less)(const float x[], const float y[], const float a[],
                      float out[]); // x < y ? a : 0
    void (*select_less)(const float x[], const float y[], const float a[], const float b[],
                        float out[]); // x < y ? a : b
    void (*select_negative)(const float x[], const float a[], const float b[],
                            float out[]);                         // the sign bit of x ? a : b
    void (*swap_negative)(const float x[], float a[], float b[]); // where x is negative
    float (*most)(const float a[]);
    unsigned (*bits_count)(uint32_t bits);
    void (*bits_store)(uint8_t *p, uint32_t bits, size_t bytes);
    // The bits are set where the sign bit is set, for 32 floats.
    uint64_t (*classes_store)(uint8_t *p, const float low[], const float high[], unsigned flip);
};

#endif
