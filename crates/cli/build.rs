//! Puts the page of a single mode into the program, where it is there.

use std::path::Path;
use std::{env, fs, io};

/// The page, which the build of the site makes.
const PAGE: &str = "page/page.html";

fn main() -> io::Result<()> {
    // The folder is there always: a file that is not would be looked for at each build.
    println!("cargo::rerun-if-changed=page");
    let Some(folder) = env::var_os("OUT_DIR") else { return Err(io::Error::other("OUT_DIR is not set")) };
    let built_in = Path::new(&folder).join("page.html");
    match Path::new(PAGE).is_file() {
        true => fs::copy(PAGE, built_in).map(drop),
        false => fs::write(built_in, ""),
    }
}
