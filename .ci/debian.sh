# Debian's packages, where they can be installed; what is missing afterwards is for the caller to
# say. Steps run beside one another, and a second apt-get fails where another one is at work: so
# they wait for each other. Read by .ci/rust, .ci/browser.sh and .ci/server.

debian() {
    command -v apt-get >/dev/null || return 0
    {
        flock 9
        apt-get update && apt-get install -y --no-install-recommends "$@"
    } 9>"${TMPDIR:-/tmp}/polymerge-ci-apt" >/dev/null 2>&1 || true
}
