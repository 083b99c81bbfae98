# The target folder of the score service, which is that of the engine's workspace: the two lock
# files name one version of what both need, so that most of it is built for both at once. Read by
# .ci/service and .ci/server.

. ../../.ci/once.sh
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/../../target}"
PATH=${XDG_CACHE_HOME:-$HOME/.cache}/polymerge-ci/bin:$PATH
