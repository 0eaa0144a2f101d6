#!/bin/sh
# Times README's two commands, one after the other, in a clone in which nothing has been built.
set -eu
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/lanebox"
cd "$work/lanebox"
echo "$(nproc) processors"
for target in demo test; do
    begun=$(date +%s)
    make -s "$target" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    echo "make $target: $(($(date +%s) - begun)) s"
done
