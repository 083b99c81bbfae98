# The tools of the package for JavaScript and of the site: a compiler for WebAssembly, Node,
# Chromium. Read by .ci/site and .ci/web, which end here, as skipped, where a tool is missing.

export CI=true CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
exec </dev/null
. .ci/debian.sh

packages="rustc-web cargo-web rust-web-src lld-19 chromium"

skip() {
    echo "skipped: $*"
    exit 0
}

part() {
    printf '\n-- %s (%s)\n' "$*" "$(date +%H:%M:%S)"
}

# Whether there is a compiler for wasm32-unknown-unknown: rustup's, or Debian's.
compiler() {
    [ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null)" ] ||
        { [ -x /usr/bin/wasm-ld-19 ] && [ -d /usr/lib/rustlib/src/rust/library ] && [ -x /usr/bin/cargo ]; }
}

chromium=${CHROMIUM:-/usr/bin/chromium}

if ! compiler && command -v rustup >/dev/null; then
    timeout 120 rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
fi
if ! compiler || ! [ -x "$chromium" ]; then
    part "installing $packages"
    # shellcheck disable=SC2086 # they are several
    debian $packages
fi
if ! node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null; then
    skip "the browser package and the site: Node 20 is not here"
fi
compiler || skip "the browser package and the site: there is no compiler for wasm32-unknown-unknown"
