//! Formulas: the expressions of 2048 variants as people write them.
//!
//! A formula is a text that begins with `=`. It is compiled to a CalcArray, the JSON array that
//! save codes hold, and any CalcArray can be shown as a formula: [`compile`] and [`show`] are
//! inverse to each other.
//!
//! ```
//! use calcarray::json;
//! use polymerge_formula::{compile, show, NoNames};
//!
//! let formula = "=(moves + 1) * 2 > 10 && score >= 100";
//! let array = compile(formula, &NoNames)?;
//! assert_eq!(json::write(&array), r#"["@Moves","+",1,"*",2,">",10,"&&",["@Score",">=",100]]"#);
//! assert_eq!(show(&array, &NoNames), "= (moves + 1) * 2 > 10 && score >= 100");
//! # Ok::<(), polymerge_formula::Error>(())
//! ```
//!
//! The names of entries and variables come from [`Names`]. The language is explained in
//! docs/formulas.md, and exactly described in docs/spec/formulas.md.
//!
//! `token` cuts a text into tokens, `parse` makes a tree of them, `compile` makes an array of the
//! tree, `lift` a tree of an array, `print` a text of the tree.

mod compile;
mod doubts;
mod entry;
mod error;
mod kinds;
mod known;
mod lift;
mod names;
mod parse;
mod print;
mod signs;
mod spacing;
mod sugar;
mod token;
mod tree;
mod types;

use calcarray::Value;

pub use compile::Place;
pub use entry::{Content, Entry};
pub use error::{Error, Unknown};
pub use known::{Known, known};
pub use names::{Function, Local, Meaning, Names, NoNames, constant, word};
pub use print::is_name;
pub use signs::is_effect;
pub use spacing::spaced;
pub use token::{KEYWORDS, Kind as TokenKind, Token, is_infix, scan};

/// The longest formula, in bytes.
pub const LONGEST: usize = 100_000;

/// Returns true if a text in a place for expressions is a formula: it begins with `=`, and is no
/// operator of this sign alone.
///
/// ```
/// assert!(polymerge_formula::is_formula("= 1 + 2"));
/// assert!(!polymerge_formula::is_formula("="));
/// assert!(!polymerge_formula::is_formula("== "));
/// ```
pub fn is_formula(text: &str) -> bool {
    text.starts_with('=') && text.contains(|next: char| next != '=' && !next.is_whitespace())
}

/// Returns true if a formula goes on from a value that stands before it: it begins with `_`.
///
/// ```
/// assert!(polymerge_formula::goes_on("= _ * 2 + 1"));
/// assert!(!polymerge_formula::goes_on("= _a + 1"));
/// ```
pub fn goes_on(formula: &str) -> bool {
    let text = formula.strip_prefix('=').unwrap_or(formula).trim_start();
    let rest = text.strip_prefix('_');
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next == '_' || next.is_alphanumeric()))
}

/// Returns true if statements of a formula set a variable of this name.
///
/// ```
/// assert!(polymerge_formula::sets("= _; if hp > 3 { hp -= 1 }", "hp"));
/// assert!(!polymerge_formula::sets("= _ + hp", "hp"));
/// ```
pub fn sets(formula: &str, name: &str) -> bool {
    let text = formula.strip_prefix('=').unwrap_or(formula);
    text.len() <= LONGEST && parse::parse(text).is_ok_and(|statements| tree::sets(&statements, name))
}

/// Returns true if a formula only names values, so that something has to come after it.
///
/// ```
/// assert!(polymerge_formula::only_names("= let half = score / 2"));
/// assert!(!polymerge_formula::only_names("= let half = score / 2; half + 1"));
/// ```
pub fn only_names(formula: &str) -> bool {
    let text = formula.strip_prefix('=').unwrap_or(formula).trim_start();
    text.starts_with("let ")
        && text.len() <= LONGEST
        && parse::parse(text).is_ok_and(|all| all.iter().all(|own| matches!(own, tree::Statement::Let(..))))
}

/// The names that every formula knows, those of operators included, for editors and for messages
/// about misspelt ones.
///
/// ```
/// assert!(polymerge_formula::words().any(|word| word == "score"));
/// assert!(polymerge_formula::words().any(|word| word == "floor"));
/// ```
pub fn words() -> impl Iterator<Item = &'static str> {
    let tiles = names::TILES.iter().map(|(name, ..)| *name);
    let own = known::LISTS.iter().chain(known::FUNCTIONS).map(|known| known.name);
    let operators = calcarray::ops::all().map(|operator| operator.name);
    names::WORDS.iter().map(|known| known.name).chain(tiles).chain(own).chain(operators)
}

/// Returns true if a name stands for a value in every formula, unless an author gives it to another.
///
/// ```
/// assert!(polymerge_formula::is_word("moves") && polymerge_formula::is_word("tiles"));
/// ```
pub fn is_word(name: &str) -> bool {
    word(name).is_some() || known::LISTS.iter().any(|list| list.name == name)
}

/// Returns true if a name is that of an operator or of a function that every formula has.
///
/// ```
/// assert!(polymerge_formula::is_function("floor") && polymerge_formula::is_function("count"));
/// ```
pub fn is_function(name: &str) -> bool {
    let is_tile = names::TILES.iter().any(|(tile, ..)| *tile == name);
    is_tile || sugar::arity(name).is_some() || calcarray::ops::find(name).is_some()
}

/// Compiles a formula, with the `=` at its start or without.
///
/// # Errors
/// The text is no formula, or a name is unknown.
pub fn compile(text: &str, names: &dyn Names) -> Result<Value, Error> {
    compile_at(text, names, Place::Expression)
}

/// Compiles a formula that stands in a place with variables.
///
/// # Errors
/// The text is no formula, or a name is unknown.
pub fn compile_at(text: &str, names: &dyn Names, place: Place) -> Result<Value, Error> {
    Ok(compile_placed(text, names, place)?.0.to_value())
}

/// Compiles a formula to a tree whose parts know their places in the text. With it come doubts:
/// parts that are allowed, and surely mean something else than was meant.
///
/// ```
/// use polymerge_formula::{compile_placed, NoNames, Place};
/// let (_, doubts) = compile_placed("= count(tiles) > tiles", &NoNames, Place::Expression)?;
/// assert_eq!(doubts[0].message, "a list is compared with something that is none");
/// # Ok::<(), polymerge_formula::Error>(())
/// ```
///
/// # Errors
/// The text is no formula, or a name is unknown.
pub fn compile_placed(text: &str, names: &dyn Names, place: Place) -> Result<(Entry, Vec<Error>), Error> {
    if text.len() > LONGEST {
        return Err(Error::new(0..0, format!("a formula has at most {LONGEST} characters")));
    }
    let start = usize::from(is_formula(text));
    let moved = |mut error: Error| {
        error.span = error.span.start + start..error.span.end + start;
        error
    };
    let statements = parse::parse(&text[start..]).map_err(moved)?;
    let entry = compile::formula(&statements, names, place).map_err(moved)?;
    let doubts = doubts::doubts(&statements, names, matches!(place, Place::Bare | Place::Script));
    Ok((entry.moved(start), doubts.into_iter().map(moved).collect()))
}

/// Shows an expression as a formula. Parts that have no such form stand in it as they are,
/// between backticks; compiling the formula gives the same expression, byte for byte.
pub fn show(value: &Value, names: &dyn Names) -> String {
    show_at(value, names, Place::Expression)
}

/// Shows an expression that stands in a place with variables.
pub fn show_at(value: &Value, names: &dyn Names, place: Place) -> String {
    let statements = shown(value, names, place);
    format!("= {}", print::statements(&statements))
}

/// The statements that a value is shown as, tried.
fn shown(value: &Value, names: &dyn Names, place: Place) -> Vec<tree::Statement> {
    let statements = lift::lift(value, names, place);
    let back = compile_at(&print::statements(&statements), names, place);
    match back.is_ok_and(|back| back.identical(value)) {
        true => statements,
        false => lift::as_it_is(value),
    }
}

/// Shows a script as lines: a statement in each, or a part of one up to a bracket. Put together
/// with `;` they are the formula of the whole script.
///
/// ```
/// use polymerge_formula::{compile, show_lines, NoNames};
/// let script = compile("= score += 5; if moves > 10 { score += 1 }", &NoNames)?;
/// assert_eq!(show_lines(&script, &NoNames), ["= score += 5", "= if moves > 10 { score += 1 }"]);
/// # Ok::<(), polymerge_formula::Error>(())
/// ```
pub fn show_lines(value: &Value, names: &dyn Names) -> Vec<String> {
    show_lines_at(value, names, Place::Expression)
}

/// Shows a script that stands in a place with variables as lines.
pub fn show_lines_at(value: &Value, names: &dyn Names, place: Place) -> Vec<String> {
    let mut lines = Vec::new();
    print::lines(&shown(value, names, place), 0, &mut lines);
    lines.into_iter().map(|line| format!("= {line}")).collect()
}

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
