//! Many games in step, as programs that learn play them: masks, rewards, ends.

use polymerge::{Error, Mode};

pub(crate) fn main() -> Result<(), Error> {
    let rules = Mode::built_in("classic")?.compile()?;
    let mut batch = rules.batch_direct(64, 7)?;
    let (mut legal, mut actions) = (vec![0; batch.len()], vec![0; batch.len()]);
    let mut kinds = vec![0; 16];
    let mut reward = 0.0;
    for step in 0..500_u32 {
        batch.legal_into(&mut legal)?;
        for (game, action) in actions.iter_mut().enumerate() {
            // What a net would see: the kind of each cell, by its number.
            let Some((engine, position)) = batch.look(game) else { continue };
            engine.read_kinds(position, &mut kinds)?;
            // In place of a net: the directions that can be pressed, in turn.
            let turned = legal[game].rotate_right(step % 4);
            *action = ((turned.trailing_zeros() + step % 4) % 64) as u8;
        }
        batch.step(&actions)?;
        reward += batch.rewards().iter().sum::<f64>();
    }
    println!("{reward} points, {} games ended", batch.games_ended());
    Ok(())
}
