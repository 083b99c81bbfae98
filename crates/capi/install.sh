#!/bin/sh
# Builds the library for C and puts it where compilers, pkg-config and CMake find it, on Linux:
# `sh crates/capi/install.sh PREFIX`, such as /usr/local. PROFILE=release builds sooner what
# is larger. FEATURES=png adds pictures as PNG.
set -eu
prefix=${1:?usage: install.sh PREFIX}
case $prefix in
/*) ;;
*) prefix=$PWD/$prefix ;;
esac
profile=${PROFILE:-library}
features=${FEATURES:-}
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}

# Both libraries; the compiler says what a program must be linked with besides the static one.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
cargo rustc --locked -p polymerge-capi --profile "$profile" --features "$features" -- --print native-static-libs 2>&1 | tee "$said" >&2
private=$(sed -n 's/.*native-static-libs: //p' "$said" | tail -n 1)
[ -n "$private" ] || { echo "the library was not built" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
shared=libpolymerge_c.so
name=$(readelf -d "$target/$profile/$shared" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/lib/cmake/polymerge"
cp crates/capi/include/polymerge.h "$prefix/include/"
cp "$target/$profile/libpolymerge_c.a" "$prefix/lib/"
cp "$target/$profile/$shared" "$prefix/lib/$name"
ln -sf "$name" "$prefix/lib/$shared"
sed -e "s|@VERSION@|$version|" -e "s|@PRIVATE@|$private|" \
    crates/capi/polymerge.pc.in >"$prefix/lib/pkgconfig/polymerge.pc"
cmake=$prefix/lib/cmake/polymerge
sed -e "s|@SHARED@|$name|" -e "s|@PRIVATE@|$(echo "$private" | tr -s ' ' ';')|" \
    crates/capi/polymerge-config.cmake.in >"$cmake/polymerge-config.cmake"
sed -e "s|@VERSION@|$version|" -e "s|@SAME@|${name#"$shared".}|" \
    crates/capi/polymerge-config-version.cmake.in >"$cmake/polymerge-config-version.cmake"
