#!/bin/sh
# Builds the component: `sh crates/component/build.sh polymerge.wasm`. PROFILE=dev builds sooner what
# is larger and slow.
set -eu
into=${1:?usage: build.sh FILE}
case $into in
/*) ;;
*) into=$PWD/$into ;;
esac
profile=${PROFILE:-release}
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-target}
target=$(mkdir -p "$target" && cd "$target" && pwd)

# A linker of Rust's own makes a component of the module. For this target the standard library
# imports nothing, other than for those of WASI.
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-component-ld CARGO_TARGET_DIR=$target \
    cargo build --locked --profile "$profile" --target wasm32-unknown-unknown
[ "$profile" = dev ] && profile=debug
cp "$target/wasm32-unknown-unknown/$profile/polymerge_component.wasm" "$into"
