#!/bin/sh
# Checks that the pixels of a picture see the same triangles at the same bits of t on every
# instruction set that runs here, in tiles of all sizes and on any number of threads. The arguments
# are the command that runs the program.
set -eu
GOLDEN=f712fef6692302cc
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
for isa in scalar sse2 avx2 avx512 neon; do
    for run in '-t 64 -j 1' '-t 32 -j 2' '-t 16 -j 3' '-t 8 -j 1'; do
        # shellcheck disable=SC2086 # the run's words
        LANEBOX_ISA=$isa "$@" -s 512 -n 1 -b 0 $run -o "$directory" examples/meshes/bunny.obj \
            > "$directory/said" 2> "$directory/progress"
        hash=$(sed -n 's/.*pixels see, and their t: //p' "$directory/said")
        if [ "$hash" != "$GOLDEN" ]; then
            echo "render-check: $isa, $run: $hash instead of $GOLDEN" >&2
            exit 1
        fi
    done
    if grep -q ", $isa;" "$directory/said"; then echo "render-check: $isa: $GOLDEN"; fi
done
