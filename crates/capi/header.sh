#!/bin/sh
# Prints the header that C programs include: `sh header.sh >include/polymerge.h`. cbindgen
# makes it; the types that stand for pointers in `src/ffi.rs` become pointers again.
set -eu
cd "$(dirname "$0")"
cbindgen --quiet --config cbindgen.toml . | sed -E \
    -e '/^typedef .*\b(Text|(In|Out|Filled)_[A-Za-z0-9_]+);$/,/^$/d' \
    -e 's/\bText ([a-z]+)/const char *\1/g' \
    -e 's/\bIn_Limits /const pm_limits */g' \
    -e 's/\bIn_Board /const pm_board */g' \
    -e 's/\bIn_Step /const pm_step */g' \
    -e 's/\bFilled_Status /pm_status */g' \
    -e 's/\bOut_+PmRules /pm_rules **/g' \
    -e 's/\bOut_+PmGame /pm_game **/g' \
    -e 's/\bOut_+PmBatch /pm_batch **/g' \
    -e 's/\bOut_i32 /int32_t */g' \
    -e 's/\bOut_f64 /double */g'
