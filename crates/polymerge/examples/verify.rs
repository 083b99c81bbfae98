//! A score that can be checked: a mode, a seed and moves are the whole game.

use polymerge::{Error, Mode, proof};

pub(crate) fn main() -> Result<(), Error> {
    let rules = Mode::built_in("dive")?.compile()?;
    // What the player sends: the seed, the moves, the score.
    let moves: Vec<usize> = (0..200).map(|number| [2, 0, 2, 1, 3][number % 5]).collect();
    let mut run = proof::Run::start(&rules, 7)?;
    run.play_all(&moves)?;
    let (text, score) = (proof::write_moves(&rules, &moves)?, run.game().score());
    println!("{} moves as {} characters, {score} points", moves.len(), text.len());

    // What the keeper of the list of scores does.
    let read = proof::read_moves(&text, rules.limits())?;
    for score in [score, score + 1000.0] {
        let verdict = proof::verify(&rules, 7, &read, &proof::Claim { score, count: Some(moves.len()) })?;
        println!("{score} points: {}", if verdict.holds { "true" } else { "not so" });
    }
    Ok(())
}
