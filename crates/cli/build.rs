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
    // Its permissions stay behind: sources that can only be read would make a file that no later build
    // could replace.
    let page = if Path::new(PAGE).is_file() { fs::read(PAGE)? } else { Vec::new() };
    fs::write(built_in, page)
}
