# Clippy as the compiler of a workspace's own crates: warnings are errors. Read by .ci/rust and
# .ci/service. These are the variables by which `cargo clippy` calls its driver.

export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings
