//! `polymerge export`: a mode as a page that plays it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{env, fs};

use clap::Args;
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::folders::io_reason;
use polymerge_app::input;
use polymerge_app::source::Source;

use crate::output::Replacing;

/// The file name of the page, in the folder of a built site and in releases.
const PAGE: &str = "page.html";
/// The environment variable with the path of the page.
const VARIABLE: &str = "POLYMERGE_PAGE";

/// Make a web page of a mode, in one file: it plays without a server and without a network
///
/// The page holds the engine and the mode, with its title, what it is about, its rules and
/// credits; it keeps its game in the browser that it is opened in. Put it on any web host,
/// send it, or open it as a file. Where a mode file is read, such a page can be given as well:
/// polymerge check game.html, polymerge convert game.html.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// The file to write, such as game.html
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The page without a mode: page.html, or its folder; default: the variable POLYMERGE_PAGE, then the program's own
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, mode) = arguments.changes.mode(&arguments.source)?;
    let empty = empty_page(arguments.page.as_deref())?;
    let shown = arguments.output.display();
    let fail = |error: polymerge::Error| Failure::input(format!("{name}: {error}"));
    // What can't be played is not sent out.
    mode.compile().map_err(fail)?;
    let page = mode.to_page(&empty.text).map_err(|error| match error.code() {
        "no-page" => Failure::input(format!("{}: {error}", empty.name)),
        _ => fail(error),
    })?;
    arguments.replacing.write(&arguments.output, page.as_bytes())?;
    input::note(&format!("{shown}: {:.2} MB", page.len() as f64 / 1e6));
    Ok(())
}

/// The page without a mode that was built into the program; empty if there was none.
const BUILT_IN: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));

/// The hint how to get the page without a mode.
const BUILD: &str = "Programs of releases and of crates.io have it inside. To build it in a clone of the \
    project:\n  node crates/web/build.mjs --page && cd web && npm ci && npm run build:page";

/// The page without a mode, and its name in messages.
struct Empty {
    name: String,
    text: Cow<'static, str>,
}

impl Empty {
    fn read(page: &Path) -> Result<Empty, Failure> {
        let name = page.display().to_string();
        match fs::read_to_string(page) {
            Ok(text) => Ok(Empty { name, text: text.into() }),
            Err(error) => Err(Failure::input(format!("{name}: {}", io_reason(&error)))),
        }
    }

    /// The page that was built into the program.
    fn built_in(text: &'static str) -> Option<Empty> {
        (!text.is_empty()).then(|| Empty { name: format!("the {PAGE} of this program"), text: text.into() })
    }
}

/// Finds the page without a mode: by the argument, by the environment, beside the program, in the program.
fn empty_page(given: Option<&Path>) -> Result<Empty, Failure> {
    let variable = env::var_os(VARIABLE).map(PathBuf::from);
    if let Some(given) = given.or(variable.as_deref()) {
        let page = if given.is_dir() { given.join(PAGE) } else { given.to_owned() };
        return match page.is_file() {
            true => Empty::read(&page),
            false => Err(Failure::input(format!("{}: there is no such file. {BUILD}", page.display()))),
        };
    }
    let program = env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(|folder| folder.join(PAGE));
    if let Some(page) = beside.filter(|page| page.is_file()) {
        return Empty::read(&page);
    }
    Empty::built_in(BUILT_IN).ok_or_else(|| {
        Failure::input(format!(
            "the page to put the mode into, {PAGE}, is not here: --page DIR or {VARIABLE} says where it is.\n{BUILD}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_was_built_with_a_page_has_one() {
        assert!(Empty::built_in("").is_none());
        assert_eq!(Empty::built_in("<title>").unwrap().text, "<title>");
        // Where this program has a page, a mode can be put into it.
        if let Some(page) = Empty::built_in(BUILT_IN) {
            let made = polymerge::Mode::built_in("2048").unwrap().to_page(&page.text).unwrap();
            assert!(made.len() > page.text.len());
        }
    }
}
