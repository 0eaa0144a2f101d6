#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks what every example has in common: check.sh PROGRAM... They print their usage if asked for
# help, refuse other options, notice before the work that nothing can be written, name the triangle
# of a mesh that is not finite, and say which instruction set runs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
: > "$work/file"
mkdir "$work/pictures"
printf 'v 0 0 0\nv 1 0 0\nv 0 nan 0\nv 1 1 1\no bent\nf 1 2 4\nf 1 2 3\n' > "$work/nan.obj"
mesh=examples/meshes/bunny.obj

fail() {
    echo "examples-check: $*" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
}

# Runs the program; its exit code is in $code.
run() {
    code=0
    "$program" "$@" > "$work/out" 2> "$work/err" || code=$?
}

for program; do
    name=$(basename "$program")
    for option in -h --help; do
        run $option
        { [ $code = 0 ] && grep -q '^usage' "$work/out" && [ ! -s "$work/err" ]; } || fail "$name $option: code $code"
    done
    for option in -Z --nonsense; do
        run $option
        { [ $code != 0 ] && [ ! -s "$work/out" ] && grep -q '^usage' "$work/err"; } || fail "$name $option: code $code"
    done

    few= meshes= where="-o $work/file"
    case $name in
    falling) few='-n 5 -s 3 -w 48 -r 1' meshes=$mesh ;;
    render) few='-s 16 -n 1' meshes=$mesh ;;
    distance) few='-n 9' meshes=$mesh ;;
    volumes) meshes=$mesh where="-o $work/none/picture.png" ;;
    maintenance) few='-n 2 -s 64' ;;
    bullet_world) few='-n 50 -s 3' ;;
    pairs_mpi) few='-n 100 -s 1' where="-r $work/none/report.json" ;;
    *) fail "$name: how is it run?" ;;
    esac
    # shellcheck disable=SC2086 # words
    run $few $where $meshes
    { [ $code != 0 ] && grep -q -e "$work" "$work/err"; } || fail "$name $where: code $code"
    # The first line of pairs_mpi says what it is about to do.
    [ "$name" = pairs_mpi ] || [ ! -s "$work/out" ] || fail "$name $where: noticed too late"
    if [ -n "$meshes" ]; then
        run "$work/nan.obj"
        { [ $code != 0 ] && grep -q "nan.obj: triangle 1 of bent: vertex 2 .*(0, nan, 0)" "$work/err"; } ||
            fail "$name nan.obj: code $code"
    fi
    case $name in pairs | render | maintenance | distance) few="$few -o $work/pictures" ;; esac
    export LANEBOX_ISA=Scalar
    # shellcheck disable=SC2086
    run $few $meshes
    unset LANEBOX_ISA
    { [ $code = 0 ] && grep -qw scalar "$work/out"; } || fail "$name: does not say that scalar runs"
    # A scan, of the mesh itself, and of points that are no surface.
    if [ "$name" = distance ]; then
        run -o "$work/file" $mesh $mesh
        { [ $code != 0 ] && grep -q -e "$work" "$work/err" && [ ! -s "$work/out" ]; } || fail "distance -o: code $code"
        run -o "$work/pictures" $mesh "$work/nan.obj"
        { [ $code != 0 ] && grep -q "nan.obj: triangle 1 of bent: vertex 2 .*(0, nan, 0)" "$work/err"; } ||
            fail "distance mesh nan.obj: code $code"
        printf 'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 99 0\n0 4 0\n' > "$work/points.ply"
        for scan in $mesh "$work/points.ply"; do
            LANEBOX_ISA=Scalar run -o "$work/pictures" $mesh "$scan"
            { [ $code = 0 ] && grep -qw scalar "$work/out"; } || fail "distance mesh $scan: code $code"
        done
        grep -q 'from -[0-9.]* to [0-9.]*; the largest' "$work/out" || fail 'distance: one point is inside, and one outside'
        for file in bunny-distance.vti bunny-distance.png bunny-deviation.ply points-deviation.ply; do
            [ -s "$work/pictures/$file" ] || fail "distance: no $file"
        done
    fi
    echo "examples-check: $name"
done
