#!/bin/sh
# Prints the header that C programs include: `sh header.sh >include/polymerge.h`. cbindgen
# makes it; the types that stand for pointers in `src/ffi.rs` become pointers again, and numbers
# below 0 get brackets, so that `5 PM_EMPTY` is no subtraction.
set -eu
cd "$(dirname "$0")"
cbindgen --quiet --config cbindgen.toml . | sed -E \
    -e '/^typedef .*\b(Text|(In|Out|Filled|Own|Freed)_[A-Za-z0-9_]+);$/,/^$/d' \
    -e 's/\bText ([a-z]+)/const char *\1/g' \
    -e 's/\bIn_Limits /const pm_limits */g' \
    -e 's/\bIn_Board /const pm_board */g' \
    -e 's/\bIn_Step /const pm_step */g' \
    -e 's/\bIn_Afterstates /const pm_afterstates */g' \
    -e 's/\bIn_Moves /const pm_moves */g' \
    -e 's/\bFilled_Status /pm_status */g' \
    -e 's/\bFilled_Moves /pm_moves */g' \
    -e 's/\bFilled_Afterstate /pm_afterstate */g' \
    -e 's/\b(Own|Freed)_PmRules /pm_rules */g' \
    -e 's/\b(Own|Freed)_PmGame /pm_game */g' \
    -e 's/\b(Own|Freed)_PmReplay /pm_replay */g' \
    -e 's/\b(Own|Freed)_PmEngine /pm_engine */g' \
    -e 's/\b(Own|Freed)_PmPosition /pm_position */g' \
    -e 's/\b(Own|Freed)_PmBatch /pm_batch */g' \
    -e 's/\bOut_+PmRules /pm_rules **/g' \
    -e 's/\bOut_+PmGame /pm_game **/g' \
    -e 's/\bOut_+PmReplay /pm_replay **/g' \
    -e 's/\bOut_+PmEngine /pm_engine **/g' \
    -e 's/\bOut_+PmPosition /pm_position **/g' \
    -e 's/\bOut_+PmBatch /pm_batch **/g' \
    -e 's/\bOut_i32 /int32_t */g' \
    -e 's/\bOut_u64 /uint64_t */g' \
    -e 's/\bOut_usize /size_t */g' \
    -e 's/\bOut_f64 /double */g' \
    -e 's/^(#define PM_[A-Z_]+) (-[0-9]+)$/\1 (\2)/'
