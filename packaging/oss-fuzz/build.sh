#!/bin/sh -eu
# SPDX-License-Identifier: MIT
# Builds a program for each kind of input, with the seeds: `make oss-fuzz` runs this as OSS-Fuzz does.
make -s -j"$(nproc)" CC="$CC" OPT= SAN= FOREIGN= BUILD="$WORK" CFLAGS="$CFLAGS -Wno-pass-failed" LDFLAGS="$CFLAGS" \
    CPPFLAGS="-D'FORCE_INLINE=static __attribute__((unused))'" FUZZ_LINK="$CXX" FUZZ_ENGINE="$LIB_FUZZING_ENGINE" "$WORK/lanebox-fuzz"
for kind in pairs trees rays convert calls volumes doubles frusta conversions contacts scenes; do
    cp "$WORK/lanebox-fuzz" "$OUT/lanebox-$kind"
    zip -qj "$OUT/lanebox-${kind}_seed_corpus.zip" tests/fuzz/corpus/*
done
