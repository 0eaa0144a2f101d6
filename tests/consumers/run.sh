#!/usr/bin/env bash
# README's first program must print what README says, and that of Python's page what the page says, whichever way
# a project includes lanebox.
# Arguments: the build directory, the compiler, then the ways: pkg-config find_package
# add_subdirectory FetchContent dpkg drop-in Python. PYTHON is the interpreter.
set -euo pipefail
cd "$(dirname "$0")/../.."
source=$PWD build=$1 cc=$2
shift 2
work=$build/consumers
rm -rf "$work"
mkdir -p "$work"

block() { # a language, a page: prints the first block of that language
    awk -v "fence=\`\`\`$1" '$0 == fence { on = 1; next } /^```/ { if (on) exit } on' "$2"
}
block c README.md > "$work/program.c"
block python docs/use/python.md > "$work/program.py"
block text README.md > "$work/expected"
block text docs/use/python.md > "$work/expected.py"
test -s "$work/program.c"
test -s "$work/program.py"
test -s "$work/expected"
test -s "$work/expected.py"

# The line of a page for static linking, and the page whose CMake project downloads lanebox.
static=$(grep -rhm1 -e '^ *cc .*-l:liblanebox\.a' README.md docs/*/*.md | head -1)
fetching=$(grep -lm1 '^FetchContent_Declare' README.md docs/*/*.md | head -1)
test -n "$static"
test -s "$fetching"

same() { # a program: runs it
    "$@" | diff "$work/expected" -
}

# pkg-config quotes spaces in flags, so the shell must split the flags into words.
compile() { # a program, flags
    eval "$cc -std=c11 -Wall -Wextra -Werror '$work/program.c' $2 -o '$1'"
}

by_pkg_config() {
    # On Debian: Debian's directory for libraries, where CMake looks for them.
    local prefix="$work/a prefix"
    local libraries="$prefix/lib/$($cc -print-multiarch)"
    make --no-print-directory -s BUILD="$build" CC="$cc" PREFIX="$prefix" LIBDIR="$libraries" install
    export PKG_CONFIG_PATH="$libraries/pkgconfig"
    compile "$work/shared" "$(pkg-config --cflags --libs lanebox)"
    LD_LIBRARY_PATH="$libraries" same "$work/shared"
    compile "$work/static" "$(pkg-config --cflags lanebox) '$libraries/liblanebox.a' -lm"
    same "$work/static"
    # The same by the line that a page shows. The first eval quotes what pkg-config says, the second runs it.
    (cd "$work" && cc() { $cc "$@"; } && eval "$(eval "echo \"$static\"")" && same ./a.out)
    # make also installs the files that CMake reads.
    consume find_package -DCMAKE_PREFIX_PATH="$prefix"
    unset PKG_CONFIG_PATH
    make --no-print-directory -s BUILD="$build" CC="$cc" PREFIX="$prefix" LIBDIR="$libraries" uninstall
    test -z "$(find "$prefix" ! -type d)"
}

# The ways that use CMake compile the same units: ccache compiles them once.
export CCACHE_DIR=$build/ccache CC=${cc#ccache }
common=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_BUILD_TYPE=Release)

logged() { # a log, a command: shows the log if the command fails
    "${@:2}" >> "$1" 2>&1 || { cat "$1" >&2; return 1; }
}

consume() { # a way, options of CMake
    rm -rf "${work:?}/$1" # its cache remembers where an earlier lanebox was found
    logged "$work/$1.log" cmake -S "$source/tests/consumers" -B "$work/$1" "${common[@]}" \
        -DWAY="$1" -DPROGRAM="$work/program.c" "${@:2}"
    logged "$work/$1.log" cmake --build "$work/$1"
    same "$work/$1/program"
}

by_find_package() {
    local kind
    for kind in OFF ON; do
        logged "$work/library.log" cmake -S "$source" -B "$work/library" "${common[@]}" -DBUILD_SHARED_LIBS=$kind \
            -DCMAKE_INSTALL_PREFIX="$work/installed here"
        logged "$work/library.log" cmake --build "$work/library"
        logged "$work/library.log" cmake --install "$work/library"
        # An installation may be moved.
        rm -rf "$work/moved"
        mv "$work/installed here" "$work/moved"
        consume find_package -DCMAKE_PREFIX_PATH="$work/moved"
    done
    for file in share/doc/lanebox/LICENSE share/doc/lanebox/docs/use/guide.md share/doc/lanebox/examples/own_row.c; do
        test -s "$work/moved/$file"
    done
}

by_add_subdirectory() {
    consume add_subdirectory -DLANEBOX="$source" -DLANEBOX_HIDDEN=ON
    nm -D --defined-only "$work/add_subdirectory/libplugin.so" > "$work/exported"
    grep -qw plugin "$work/exported"
    if grep lbx_ "$work/exported"; then
        echo 'a plug-in exports lanebox' >&2
        return 1
    fi
    # Flags that break the promises are refused, with an error that names lanebox.
    logged "$work/refused.log" cmake -S tests/consumers -B "$work/add_subdirectory" -DCMAKE_C_FLAGS=-ffast-math
    if cmake --build "$work/add_subdirectory" > "$work/refused.log" 2>&1; then
        echo 'a library with -ffast-math was built' >&2
        return 1
    fi
    grep -q 'error.*lanebox' "$work/refused.log"
}

# The page's CMake project as it is, beside README's program and the tarball of a release. What CMake tells its developers
# would be read as a warning.
by_FetchContent() {
    local project=$work/fetching
    rm -rf "$project"
    mkdir "$project"
    cp "$work/program.c" "$build"/tarball/lanebox-*.tar.gz "$project"
    block cmake "$fetching" > "$project/CMakeLists.txt"
    logged "$work/fetching.log" cmake -S "$project" -B "$project/build" "${common[@]}"
    logged "$work/fetching.log" cmake --build "$project/build"
    if grep -A5 -i warning "$work/fetching.log" >&2; then return 1; fi
    same "$project/build/program"
    # The tarball has the two files too.
    test -s "$project"/build/_deps/lanebox-src/drop-in/lanebox.c
    test -s "$project"/build/_deps/lanebox-src/drop-in/lanebox.h
}

# Unpacked, not installed: this machine stays as it is.
by_dpkg() {
    local root=$work/root package libraries
    for package in "$build"/deb/liblanebox*.deb; do
        case $package in *dbgsym*) continue ;; esac
        dpkg-deb -x "$package" "$root"
    done
    libraries=$(dirname "$root"/usr/lib/*/liblanebox.so)
    compile "$work/packaged" "$(PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$libraries/pkgconfig pkg-config --cflags --libs lanebox)"
    LD_LIBRARY_PATH=$libraries same "$work/packaged"
    # find_package finds the packages, too.
    consume find_package -DCMAKE_PREFIX_PATH="$root/usr" -Dlanebox_DIR="$libraries/cmake/lanebox"
}

by_drop_in() {
    $cc -O2 -c "$build/drop-in/lanebox.c" -o "$work/lanebox.o"
    compile "$work/dropped" "-I'$build/drop-in' '$work/lanebox.o' -lm"
    same "$work/dropped"
}

by_Python() {
    "$PYTHON" -m pip install -q --no-index --no-deps --no-compile --root-user-action=ignore \
        --target "$work/python" "$build"/python/*.whl
    PYTHONPATH=$work/python PYTHONDONTWRITEBYTECODE=1 "$PYTHON" "$work/program.py" | diff "$work/expected.py" -
}

for way; do
    begun=$SECONDS
    # Not called as a condition, where set -e would have no effect.
    "by_${way//-/_}"
    printf 'consumers: %-18s prints what README says %4d s\n' "$way" $((SECONDS - begun))
done
