# What is built here is built once: what debuggers and the next build need would only take time. A
# crate that is compiled as one unit takes up to a third less processor time than in parts, which
# would only be faster on many idle cores. Read by .ci/run, .ci/full, .ci/server and .ci/python.

export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_CODEGEN_UNITS=1 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_QUICK_CODEGEN_UNITS=1
