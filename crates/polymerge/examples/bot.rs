//! A bot that looks one move ahead, by positions: forks that cost about as much as a move.

use polymerge::{Error, Limits, Mode, Rng};

/// A mode file, so that this needs no built-in modes.
const MODE: &str = r#"{
    "title": "Threes and more",
    "spawns": [{ "tile": [1] }],
    "merges": [{ "match": [{}, {}], "result": [["@This 0", "+", 1]], "score": [2, "^", "@This 0"] }],
}"#;

pub(crate) fn main() -> Result<(), Error> {
    let rules = Mode::from_text(MODE, &Limits::default())?.compile()?;
    let mut engine = rules.engine()?;
    let mut random = Rng::new(7);
    let mut position = engine.start(&mut random)?;
    while !engine.is_over(&position)? {
        let legal = engine.legal(&position)?; // a bit for each direction
        let mut best = (f64::NEG_INFINITY, 0);
        for direction in (0..rules.directions().len()).filter(|own| legal >> own & 1 == 1) {
            // What the move scores, and how much room it leaves. None if chance decides more
            // than what spawns.
            let Some(after) = engine.afterstate(&position, direction)? else { continue };
            let room = engine.legal(after.board())?.count_ones();
            let value = after.points() + f64::from(room);
            best = if value > best.0 { (value, direction) } else { best };
        }
        engine.play(&mut position, best.1, &mut random)?;
    }
    println!("{} points in {} moves", position.score(), position.moves());
    Ok(())
}
