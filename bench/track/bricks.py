# SPDX-License-Identifier: MIT
"""What pairs_mpi should cost: ghosts, migrants and bytes of sets that are uniform in space.

Ranks own bricks, which are cut as in examples/pairs_mpi/bricks.c. A box belongs to the brick of its
min corner, so a rank's ghosts are the boxes that begin up to their own size before its brick. For
boxes of size s and density d, a brick with sides a has d (product of (a + s) - product of a) of
them. At the set's lower faces s is left out, as nothing lies before them. In each step, half of the
boxes that lie within their speed of a face, on either side, cross it: d times its area times the
mean of |velocity|.
"""

import collections
import functools
import math

SPEED = .025  # the mean of |velocity| along an axis, which is uniform up to .05
SAMPLES, MOST_SAMPLES = 1024, 1 << 20  # of share_cut
CORNER, CUT = 12, 8  # bytes of a sample, and of a cut

# The sizes of boxes, and the share of each; the overlaps per box, which set the cube's length.
Sizes = collections.namedtuple("Sizes", "classes overlaps flat")
SETS = {
    "u0.5": Sizes(((1, 1.0),), .5, False),
    "u10": Sizes(((1, 1.0),), 10, False),
    "mixed": Sizes(((1, .99), (10, .01)), .5, False),
    "flat": Sizes(((1, 1.0),), None, True),
}
Brick = collections.namedtuple("Brick", "low sides")
Cost = collections.namedtuple("Cost", "ghosts most_ghosts migrants")


def extent(name, n):
    """The sides of the set; a flat one has one layer."""
    if SETS[name].flat:
        return [math.sqrt(n), math.sqrt(n)]
    return [(8 * n / SETS[name].overlaps) ** (1 / 3)] * 3


def cut(low, sides, ranks, faces):
    """The bricks of a node; the areas of its cuts are added to `faces`."""
    if ranks == 1:
        return [Brick(tuple(low), tuple(sides))]
    axis = max(range(len(sides)), key=lambda c: sides[c])
    left = ranks // 2
    at = sides[axis] * left / ranks
    faces.append(math.prod(sides) / sides[axis])
    right_low, left_sides, right_sides = list(low), list(sides), list(sides)
    right_low[axis] += at
    left_sides[axis], right_sides[axis] = at, sides[axis] - at
    return (cut(low, left_sides, left, faces) +
            cut(right_low, right_sides, ranks - left, faces))


@functools.lru_cache(maxsize=None)
def cost(name, n, ranks):
    """Ghosts of all ranks and of the rank that has most, and boxes that migrate in a step."""
    sides, faces = extent(name, n), []
    density = n / math.prod(sides)
    ghosts = []
    for brick in cut([0.0] * len(sides), sides, ranks, faces):
        count = 0
        for size, share in SETS[name].classes:
            # Nothing begins before the set does.
            longer = [a + min(size, low) for a, low in zip(brick.sides, brick.low)]
            count += share * density * (math.prod(longer) - math.prod(brick.sides))
        ghosts.append(count)
    return Cost(sum(ghosts), max(ghosts), density * sum(faces) * SPEED)


def samples(n, ranks):
    """How many boxes are sampled when space is cut anew."""
    wanted = min(ranks * SAMPLES, MOST_SAMPLES)
    return n // max(n // wanted, 1)


def sample_bytes(n, ranks):
    """What all ranks send, to each other, when space is cut anew."""
    return (samples(n, ranks) * CORNER + ranks * CUT) * (ranks - 1)


def balance(n, ranks):
    """The fullest rank's boxes over the mean: a brick of k samples is off by 1 / sqrt(k) of its
    boxes, and the fullest of many by sqrt(2 ln ranks) times that."""
    return 1 + math.sqrt(2 * math.log(ranks) * ranks / samples(n, ranks))
