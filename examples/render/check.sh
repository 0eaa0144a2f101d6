#!/bin/sh
# Checks that the pixels of pictures and of a film see the same triangles at the same bits of t on
# every instruction set that runs here, in tiles of all sizes and on any number of threads, and that
# these write the same files. The arguments are the command that runs the program.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# check MESH GOLDEN SAYS OPTION...: SAYS is a pattern of what is printed.
check() {
    mesh=$1 golden=$2 says=$3
    shift 3
    rm -f "$directory"/*.png "$directory/first"
    for isa in scalar sse2 avx2 avx512 neon; do
        for run in '-t 64 -j 1' '-t 32 -j 2' '-t 16 -j 3' '-t 8 -j 1'; do
            # shellcheck disable=SC2086 # the run's words and the command's
            LANEBOX_ISA=$isa $program "$@" $run -o "$directory" "examples/meshes/$mesh" \
                > "$directory/said" 2> "$directory/progress"
            hash=$(sed -n 's/.*pixels see, and their t: //p' "$directory/said")
            if [ "$hash" != "$golden" ] || ! grep -q "$says" "$directory/said"; then
                echo "render-check: $mesh, $isa, $run: $hash instead of $golden, or not: $says" >&2
                exit 1
            fi
            [ -e "$directory/first" ] || cp "$directory"/*.png "$directory/first"
            cmp "$directory/first" "$directory"/*.png
        done
        if grep -q ", $isa;" "$directory/said"; then echo "render-check: $mesh, $isa: $golden"; fi
    done
}

program=$*
check bunny.obj 3922cec7d6660885 'meshes: 2, instances: 2,' -s 512 -n 1 -b 0
check table.gltf b78e6aa3065e6cbd 'mesh of their own: 2' -s 256 -n 1 -b 1
check bunny.obj f7e9d56fc85c5d86 'instances: 65,' -s 64 -f 10 -i 64
