#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that pairs_mpi finds the pairs of one process with any number of ranks, that it balances
# the ranks, and that a rank which dies or hangs ends the run for all: check.sh PROGRAM
#
# RANKS: the numbers of ranks, instead of 1 to 8.
set -eu
program=$1
RANKS=${RANKS:-1 2 3 4 5 6 7 8}
work=$(mktemp -d)
run=
trap '[ -z "$run" ] || kill -9 $run 2> /dev/null; rm -rf "$work"' EXIT

# Open MPI refuses to run as root unless told otherwise. Waiting ranks yield, since there may be few
# processors.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
mpirun='mpirun -q --oversubscribe --mca mpi_yield_when_idle 1'
mpi() {
    ranks=$1
    shift
    $mpirun -n "$ranks" "$program" "$@"
}

fail() {
    echo "pairs-mpi: $*" >&2
    exit 1
}

# Checks one set and prints one line. -c compares the pairs of each step with those of one process.
# The numbers of pairs and their sums are compared, step by step, with those of the previous run,
# which had fewer ranks.
same() {
    title=$1
    shift
    rm -f "$work/before"
    said=
    for ranks in $RANKS; do
        mpi "$ranks" -c "$@" > "$work/out" || {
            cat "$work/out" >&2
            fail "$title, $ranks ranks: see above"
        }
        grep -q 'the pairs of all steps are those of one process' "$work/out" ||
            fail "$title, $ranks ranks: nothing was compared"
        awk 'NR > 2 && /^ *[0-9]/ { print $1, $(NF - 1), $NF }' "$work/out" > "$work/now"
        [ -s "$work/now" ] || fail "$title, $ranks ranks: no step was reported"
        [ ! -e "$work/before" ] || cmp -s "$work/before" "$work/now" ||
            fail "$title: $ranks ranks have other pairs than fewer"
        mv "$work/now" "$work/before"
        said="$said $ranks: $(awk 'NR > 2 && /^ *[0-9]/ { if ($3 > most) most = $3; moved += $6 }
                                   END { printf "%.2f, %d", most, moved }' "$work/out");"
    done
    printf '%-30s %9s pairs, the same; ranks: most boxes / mean, migrants:%s\n' \
        "$title" "$(awk '{ sum += $2 } END { print sum }' "$work/before")" "$said"
}

same 'sparse, swinging' -n 20000 -k u0.5 -x 500 -s 7 -b 4
same 'sparse, drifting fast' -n 5000 -k u0.5 -x 100 -s 10 -b 4 -m drift -v 20
same 'dense, drifting' -n 10000 -k u10 -x 500 -s 5 -b 3 -m drift -v 4
same 'piles, drifting' -n 20000 -k piles -x 1000 -s 5 -b 2 -m drift -v 4
same 'mixed sizes' -n 10000 -k mixed -x 500 -s 3
same 'flat' -n 10000 -k flat -x 500 -s 3
same 'far apart' -n 10000 -k far -x 500 -s 3
same 'sticks' -n 5000 -k sticks -x 500 -s 3
same 'a half space' -n 5000 -k plane -x 500 -s 3
same 'on a grid, touching' -n 5000 -k u10 -g -s 5 -b 2 -m drift
same 'on a grid, odd ones' -n 1000 -k u0.5 -g -x 7 -s 4 -b 3
same 'odd boxes alone' -n 300 -k u10 -x 1 -s 7 -b 1 -m drift
same 'all in one place' -n 500 -k equal -s 3 -v 0
same 'fewer boxes than ranks' -n 3 -k u10 -s 3
same 'no boxes' -n 0 -s 2

# A set of few boxes cannot be balanced; this one has 200 piles.
for ranks in $RANKS; do
    mpi "$ranks" -n 100000 -k piles -s 1 > "$work/out"
    awk -v ranks="$ranks" '$1 == 0 { worst = $3 } END { if (!(worst <= 1.2)) exit 1
        printf "200 piles, %s ranks: the fullest has %s of the mean\n", ranks, worst }' \
        "$work/out" || fail "200 piles, $ranks ranks: not balanced: $(tail -1 "$work/out")"
done

# --- ranks that fail ---

# Starts a run of three ranks that would take an hour, and waits until it has begun its steps.
start() {
    $mpirun -n 3 "$program" -n 10000 -s 1000000000 "$@" > "$work/out" 2> "$work/err" &
    run=$!
    tries=0
    victim=
    until [ "$(grep -c '^ *[0-9]' "$work/out")" -gt 3 ] && [ -n "$victim" ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail 'a run of three ranks does not begin'
        sleep .1
        victim=$(pgrep -P $run | sed -n 2p)
    done
}

# Prints how long after the failure all ranks are gone. The run must end within 120 seconds, with an
# error.
finish() {
    took=0
    while kill -0 $run 2> /dev/null; do
        [ $took -lt 120 ] || fail "$1: the others run on after $took s"
        sleep 1
        took=$((took + 1))
    done
    code=0
    wait $run || code=$?
    run=
    [ $code -ne 0 ] || fail "$1: the run ends as if nothing had happened"
    # A zombie counts as gone; it only waits for the process that inherited it.
    ! ps -o stat= -p "$victim" | grep -q '^[^Z]' || fail "$1: a rank is left behind"
    echo "$1: exit code $code within $took s"
}

start
kill -9 "$victim"
finish 'a rank is killed'

start -d 5
kill -STOP "$victim"
finish 'a rank hangs, with -d 5'
grep 'waited 5 s for the other ranks' "$work/err" | head -1 | grep . ||
    fail 'nobody says that a rank hangs'

# --- errors in the command line are reported once ---

for words in '-k nosuch' '-n 3x' '-m hop' '-s 0' 'file' '-r /no/such/file'; do
    # shellcheck disable=SC2086
    if mpi 2 $words > "$work/out" 2> "$work/err"; then fail "$words: accepted"; fi
    [ "$(grep -c -e '^-' -e '^usage' -e '^rank 0: /no' "$work/err")" = 1 ] ||
        { cat "$work/err" >&2; fail "$words: said more than once, or not at all"; }
done
for words in -h --help; do
    mpi 2 $words > "$work/out" 2> "$work/err" || fail "$words: exit code $?"
    [ "$(grep -c '^usage' "$work/out")" = 1 ] && [ ! -s "$work/err" ] || fail "$words: no usage"
done
echo 'pairs-mpi: all is well'
