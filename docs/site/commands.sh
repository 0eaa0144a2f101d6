#!/bin/sh
# Measures in a clone in which nothing has been built how long README's two commands take, one after
# the other, and what building takes: time, and the most memory that one compiler holds.
set -eu
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/lanebox"
cd "$work/lanebox"

measured() { # a name, then a command
    python3 -c 'import resource, subprocess, sys, time
begun = time.time()
done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
if done.returncode:
    sys.exit(done.stdout.decode())
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print(f"{sys.argv[1]}: {time.time() - begun:.0f} s, {memory} MB")' "$@"
}

echo "$(nproc) processors"
measured 'make demo' make -s demo
measured 'make test' make -s test
measured 'the library' make -s -j2 BUILD=build/again
make -s drop-in
measured 'lanebox.c' gcc -O2 -c -Ibuild/gcc/drop-in build/gcc/drop-in/lanebox.c -o build/lanebox.o
make -s size
