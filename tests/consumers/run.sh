#!/bin/sh
# Programs of other projects: README's first one, built against lanebox in each way that is named
# (pkg-config find_package add_subdirectory FetchContent), prints README's lines. Run from the top;
# $1 is a directory to work in.
set -eu
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$1
shift
top=$PWD
rm -rf "$work"
mkdir -p "$work"
awk '/^```c$/ { on = 1; next } /^```/ { if (on) exit } on' README.md > "$work/program.c"
awk '/^```text$/ { on = 1; next } /^```/ { if (on) exit } on' README.md > "$work/expected"
test -s "$work/program.c" && test -s "$work/expected"

compare() { # the way, the program
    "$2" | diff "$work/expected" - || { echo "consumers: $1 prints something else" >&2; exit 1; }
    echo "consumers: $1 prints what README says"
}

# A project that finds lanebox by $2, a line of CMake.
project() { # its directory, the line
    mkdir -p "$1"
    cp "$work/program.c" "$1"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(consumer C)' "$2" \
        'add_executable(program program.c)' 'target_link_libraries(program PRIVATE lanebox::lanebox)' > "$1/CMakeLists.txt"
}

run_cmake() { # arguments of cmake; what it says is shown if it fails
    cmake "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

build_project() { # its directory, further arguments of cmake
    directory=$1
    shift
    run_cmake -S "$directory" -B "$directory/build" "$@"
    run_cmake --build "$directory/build" -j "$(nproc)"
}

for way in "$@"; do
    case $way in
    pkg-config)
        prefix="$work/a prefix"
        make -s install PREFIX="$prefix" > "$work/log"
        # What pkg-config quotes, a shell has to read.
        eval "cc -std=c11 '$work/program.c' $(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs lanebox) \
            '-Wl,-rpath,$prefix/lib' -o '$work/by-pkg-config'"
        compare "$way" "$work/by-pkg-config"
        make -s uninstall PREFIX="$prefix"
        left=$(find "$prefix" ! -type d)
        test -z "$left" || { echo "consumers: uninstall leaves $left" >&2; exit 1; }
        ;;
    find_package)
        run_cmake -S "$top" -B "$work/lanebox" "-DCMAKE_INSTALL_PREFIX=$work/another prefix" -DBUILD_SHARED_LIBS=ON
        run_cmake --build "$work/lanebox" -j "$(nproc)"
        run_cmake --install "$work/lanebox"
        project "$work/$way" 'find_package(lanebox 0.1 REQUIRED)'
        build_project "$work/$way" "-DCMAKE_PREFIX_PATH=$work/another prefix"
        compare "$way" "$work/$way/build/program"
        ;;
    add_subdirectory)
        project "$work/$way" "add_subdirectory(\"$top\" lanebox)"
        build_project "$work/$way"
        compare "$way" "$work/$way/build/program"
        ;;
    FetchContent)
        project "$work/$way" "include(FetchContent)
FetchContent_Declare(lanebox SOURCE_DIR \"$top\")
FetchContent_MakeAvailable(lanebox)"
        build_project "$work/$way"
        compare "$way" "$work/$way/build/program"
        ;;
    *)
        echo "consumers: $way is no way to build against lanebox" >&2
        exit 1
        ;;
    esac
done
