//! Symmetries of the rules: maps of the grid that the rules respect, tested on positions.

use polymerge_rules::{Direct, Engine, Position, Rng, Spawns, TurnError};

use crate::learned::geometry::{Geometry, Symmetry};
use crate::rollout::{continue_game, random_turn};
use crate::stream::derive;

/// The number of positions that are tested.
const POSITIONS: usize = 48;
/// The number of random games that the positions are from.
const GAMES: u64 = 6;
/// The number of positions of which the spawns are tested, too.
const SPAWNS: usize = 6;
/// The turns between two positions of a random game.
const APART: u64 = 7;

/// Cell, kind and probability of a tile that may spawn.
type MaySpawn = (usize, u32, f64);

/// The result of a turn without its spawn: points, and the kinds of all cells.
type Turned = Option<(f64, Vec<u32>)>;

impl Symmetry {
    /// Returns the image of a board.
    fn image(&self, board: &[u32]) -> Vec<u32> {
        let mut image = board.to_vec();
        for (kind, to) in board.iter().zip(&self.cells) {
            if let Some(own) = image.get_mut(*to) {
                *own = *kind;
            }
        }
        image
    }

    /// Returns true if the map commutes with moves in all directions: moving and then mapping a
    /// position gives the same as mapping and then moving it. With `spawns`, the spawns must
    /// correspond, too. Results of chance are not compared.
    ///
    /// # Errors
    /// A turn fails.
    pub(crate) fn commutes(
        &self,
        engine: &mut Engine,
        position: &Position,
        spawns: bool,
    ) -> Result<bool, TurnError> {
        let mut board = vec![0; position.height() * position.width()];
        engine.read_kinds(position, &mut board)?;
        let mapped = engine.arranged(position, &self.image(&board))?;
        for (direction, image) in self.directions.iter().enumerate() {
            let (own, other) = (engine.is_legal(position, direction)?, engine.is_legal(&mapped, *image)?);
            if own != other {
                return Ok(false);
            }
            if !own {
                continue;
            }
            let (own, other) = (turned(engine, position, direction)?, turned(engine, &mapped, *image)?);
            let (Some((points, board)), Some((other_points, other))) = (own, other) else { continue };
            if points != other_points && !(points.is_nan() && other_points.is_nan())
                || self.image(&board) != other
            {
                return Ok(false);
            }
            if spawns && !self.spawns_agree(engine, (position, direction), (&mapped, *image))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn spawns_agree(
        &self,
        engine: &mut Engine,
        (position, direction): (&Position, usize),
        (mapped, image): (&Position, usize),
    ) -> Result<bool, TurnError> {
        let own = spawns_after(engine, position, direction)?;
        let other = spawns_after(engine, mapped, image)?;
        let (Some(mut own), Some(mut other)) = (own, other) else { return Ok(true) };
        for (cell, _, _) in &mut own {
            *cell = self.cells.get(*cell).copied().unwrap_or(*cell);
        }
        let order = |one: &MaySpawn, other: &MaySpawn| (one.0, one.1).cmp(&(other.0, other.1));
        own.sort_by(order);
        other.sort_by(order);
        let equal = |(one, other): (&MaySpawn, &MaySpawn)| {
            (one.0, one.1) == (other.0, other.1) && (one.2 - other.2).abs() < 1e-9
        };
        Ok(own.len() == other.len() && own.iter().zip(&other).all(equal))
    }
}

fn turned(engine: &mut Engine, position: &Position, direction: usize) -> Result<Turned, TurnError> {
    let mut board = vec![0; position.height() * position.width()];
    let slide = engine.slide_kinds(position, direction, &mut board)?;
    Ok(slide.map(|slide| (slide.points, board)))
}

/// Returns the spawns after a move; `None` if they are not listed.
fn spawns_after(
    engine: &mut Engine,
    position: &Position,
    direction: usize,
) -> Result<Option<Vec<MaySpawn>>, TurnError> {
    let Some(after) = engine.afterstate(position, direction)? else { return Ok(None) };
    let Spawns::Exact(spawns) = engine.spawns(&after)? else { return Ok(None) };
    let width = position.width();
    let row = |spawn: &polymerge_rules::Spawn| spawn.cell.row * width + spawn.cell.column;
    Ok(Some(spawns.iter().map(|spawn| (row(spawn), spawn.kind, spawn.probability)).collect()))
}

/// The maps of the grid that the rules respect as far as positions of random games show,
/// the identity first. One counterexample drops a map, and so does a turn that fails.
///
/// # Errors
/// The start of a game fails.
pub(crate) fn tested(
    engine: &mut Engine,
    geometry: &Geometry,
    seed: u64,
) -> Result<Vec<Symmetry>, TurnError> {
    let mut symmetries = geometry.symmetries();
    let positions = positions(engine, seed)?;
    let mut place = 0;
    symmetries.retain(|symmetry| {
        place += 1;
        let mut holds = |(number, position): (usize, &Position)| {
            symmetry.commutes(engine, position, number % (POSITIONS / SPAWNS) == 0).unwrap_or(false)
        };
        place == 1 || positions.iter().enumerate().all(&mut holds)
    });
    Ok(symmetries)
}

/// Positions of random games.
fn positions(engine: &mut Engine, seed: u64) -> Result<Vec<Position>, TurnError> {
    let mut positions = Vec::new();
    for game in 0..GAMES {
        let mut random = Direct(Rng::new(derive(seed, game)));
        let mut choice = Rng::new(!derive(seed, game));
        let mut position = engine.start(&mut random)?;
        let most = POSITIONS * (game as usize + 1) / GAMES as usize;
        for turn in 0_u64.. {
            if positions.len() >= most
                || !matches!(continue_game(engine, &mut position, &mut false), Ok(None))
            {
                break;
            }
            if turn % APART == 0 {
                positions.push(position.clone());
            }
            if !random_turn(engine, &mut position, &mut choice, &mut random, &mut 0).unwrap_or(false) {
                break;
            }
        }
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::json;
    use polymerge_rules::{Limits, Mode, Ruleset};

    fn count(mode: Mode) -> usize {
        let mut engine = Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0);
        let position = engine.start(&mut Direct(Rng::new(3))).unwrap();
        let geometry = Geometry::of(&mut engine, &position).unwrap();
        tested(&mut engine, &geometry, 1).unwrap().len()
    }

    #[test]
    fn plain_rules_respect_all_of_a_square() {
        assert_eq!(count(Mode::classic(4, 4)), 8);
    }

    #[test]
    fn a_symmetry_that_rules_break_is_refused() {
        // Tiles merge along columns only; lower merges score more.
        for (condition, points, expected) in [
            (r#"["@Next 1 0", "=", "@This 0", "&&", ["@VDir", "!=", 0]]"#, "1", 4),
            (r#"["@Next 1 0", "=", "@This 0"]"#, r#"["@VCoord", "+", 1]"#, 2),
        ] {
            let rule =
                format!(r#"[[2, {condition}, true, [[["@This 0", "+", 1]]], {points}, [false, true]]]"#);
            let merge_rules = json::read(&rule, &Default::default()).unwrap();
            assert_eq!(count(Mode { merge_rules, ..Mode::classic(4, 4) }), expected, "{condition} {points}");
        }
    }
}
