//! Prints what `fingerprints.txt` should hold: the fingerprints of games of
//! all built-in modes.

use std::process::ExitCode;

use polymerge::catalogue;
use stress::fingerprint;

fn main() -> ExitCode {
    let mut result = ExitCode::SUCCESS;
    for mode in catalogue::modes() {
        let read = mode.read().map_err(|problems| problems.to_text());
        match read.and_then(|read| fingerprint::of(read.mode)) {
            Ok(found) => println!("{} {found:016x}", mode.name()),
            Err(error) => {
                eprintln!("{}: {error}", mode.name());
                result = ExitCode::FAILURE;
            }
        }
    }
    result
}
