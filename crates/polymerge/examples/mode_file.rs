//! A mode file: what is wrong with it, by line and column; then as a code for the original
//! site.

use polymerge::{Error, Limits, Mode};

pub(crate) fn main() -> Result<(), Error> {
    let wrong = "{\n  \"extends\": \"classic.jsonc\",\n  \"grid\": { \"widht\": 3 },\n}";
    if let Err(error) = Mode::from_text(wrong, &Limits::default()) {
        for problem in error.problems().map_or(&[][..], |problems| problems.list()) {
            let place = problem.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
            println!("{place:?} {}: {}", problem.code, problem.message);
        }
    }
    let mode = Mode::from_text(&wrong.replace("widht", "width"), &Limits::default())?;
    let code = mode.to_code()?;
    println!("{}... ({} characters)", &code[..30], code.len());
    println!("digest {}", mode.digest()?);
    Ok(())
}
