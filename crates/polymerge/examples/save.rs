//! A game that is put away and gone on with, as if nothing had been in between.

use polymerge::{Error, Limits, Mode, Saved};

pub(crate) fn main() -> Result<(), Error> {
    let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
    for direction in [0, 2, 1, 3] {
        game.play(direction)?;
    }
    let mut saved = game.saved()?;
    saved.notes.insert("player".into(), "Ada".into());
    let text = saved.to_json(); // what a program writes to its disk

    let saved = Saved::from_json(&text, &Limits::default())?;
    let mut later = saved.resume(0.0, &Limits::default())?;
    println!("{}'s game of {} goes on:", saved.notes["player"], later.rules().mode().title());
    // The random numbers go on, too, and steps can be taken back.
    let (one, other) = (game.play(0)?, later.play(0)?);
    println!("the next turn is the same: {}", one == other);
    println!("steps that can be undone: {}", later.steps());
    Ok(())
}
