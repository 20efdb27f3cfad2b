#!/bin/sh
# run.sh BUILD_DIR SOURCE_DIR CC: installs the build into a new folder and builds a user's
# program against it in four ways: pkg-config shared and static, CMake shared and static.
# Then every public header alone is compiled as C11 and as C++11.
set -eu
build=$1 source=$2 cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0

cmake --install "$build" --prefix "$work/prefix" >/dev/null
libdir=$(dirname "$(find "$work/prefix" -name libguomi.a)")

ok() {
    passed=$((passed + 1))
    echo "ok      $1"
}

flags=$(PKG_CONFIG_PATH=$libdir/pkgconfig pkg-config --cflags --libs guomi)
$cc "$source/main.c" -o "$work/pc_shared" $flags
LD_LIBRARY_PATH=$libdir "$work/pc_shared" && ok "pkg-config, shared library"
$cc "$source/main.c" -o "$work/pc_static" -I"$work/prefix/include" "$libdir/libguomi.a"
"$work/pc_static" && ok "static library"

cmake -S "$source" -B "$work/user" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_C_COMPILER="$cc" >/dev/null
cmake --build "$work/user" >/dev/null
"$work/user/with_shared" && ok "find_package, shared library"
"$work/user/with_static" && ok "find_package, static library"

for header in "$work"/prefix/include/guomi/*.h; do
    name=$(basename "$header")
    echo "#include <guomi/$name>" >"$work/one.c"
    cp "$work/one.c" "$work/one.cc"
    $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$work/prefix/include" "$work/one.c"
    c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$work/prefix/include" "$work/one.cc"
    ok "$name as C11 and C++11"
done

if readelf -lW "$libdir/libguomi.so" | grep -q 'GNU_STACK.*RWE'; then
    echo "FAILED  the shared library asks for an executable stack"
    exit 1
fi
ok "no executable stack"
echo "$passed passed, 0 failed"
