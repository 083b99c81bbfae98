//! A game as a person plays it: directions with names, undo, how it stands.

use polymerge::{Error, Mode, Status};

pub(crate) fn main() -> Result<(), Error> {
    let rules = Mode::built_in("dive")?.set("goals=fresh")?.with("grid=5x5")?.compile()?;
    let mut game = rules.start(7)?;
    // What a person would type.
    for direction in rules.parse_moves("LURD LURD ←←")? {
        match game.play(direction) {
            Ok(turn) if turn.moved => {
                println!("{}: {} events", rules.directions()[direction].name, turn.events.len())
            }
            Ok(_) => println!("{}: nothing moves", rules.directions()[direction].name),
            Err(error) => println!("{}: {error}", rules.directions()[direction].name),
        }
    }
    game.undo();
    match game.status()? {
        Status::Playing => println!("{} points after {} moves", game.score(), game.moves()),
        Status::Won { can_go_on } => println!("won; it goes on: {can_go_on}"),
        _ => println!("over"),
    }
    Ok(())
}
