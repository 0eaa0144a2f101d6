// SPDX-License-Identifier: MIT
#include "listed.h"
#include "tables.h"

const struct test_table table_counting = {.name = "counting", .index = LISTED_counting};
const struct test_table table_comparing = {.name = "comparing", .index = LISTED_comparing};
