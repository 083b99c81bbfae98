//! Symmetries of the rules: maps of the grid that the rules respect, tested on positions.

use calcarray::Value;
use polymerge_rules::{
    Afterstate, Direct, Engine, NoRandomness, Position, Rng, Ruleset, Spawn, Spawns, TurnError,
};

use crate::hidden::Hidden;
use crate::learned::geometry::{Geometry, Symmetry};
use crate::rollout::{continue_game, random_turn};
use crate::stream::derive;
use crate::words::has_text;

/// The number of positions that are tested.
const POSITIONS: usize = 48;
/// The number of random games that the positions are from.
const GAMES: u64 = 6;
/// The number of positions of which the spawns are tested, too.
const SPAWNS: usize = 6;
/// The turns between two positions of a random game.
const APART: u64 = 7;

/// A spawn with its cell, in which order spawns of two positions are compared.
type MaySpawn = (usize, Spawn);

/// The words of expressions that depend on a place on the grid.
const PLACES: [&str; 4] = ["@Grid", "@VCoord", "@HCoord", "@Relative"];
/// The words of expressions that depend on a direction, as moves do.
const HEADINGS: [&str; 2] = ["@VDir", "@HDir"];

/// Returns true if nothing in the rules of turns depends on a place: goals are plain tiles and
/// numbers, and there are no scripts in turns, no variables and no words for places. Tests on
/// positions could miss what depends on one, since it may show in few positions.
pub(crate) fn asks_for_no_place(rules: &Ruleset) -> bool {
    let mode = rules.mode();
    let goals = [&mode.win_conditions, &mode.win_requirement, &mode.lose_conditions, &mode.lose_requirement];
    let is_empty = |list: &Value| list.as_array().is_none_or(|list| list.is_empty());
    let expressions = [
        &mode.directions,
        &mode.auto_directions,
        &mode.merge_rules,
        &mode.spawns,
        &mode.forced_spawns,
        &mode.multi_merge,
        &mode.spawn_location,
        &mode.spawn_conditions,
        &mode.spawn_tile_blocked,
        &mode.direction_blocked,
        // Those of the start may add spawns.
        &mode.scripts,
    ];
    !rules.has_scripts_in_turns()
        && is_empty(&mode.game_variables)
        && goals.into_iter().all(|value| !has_text(value, &[""]))
        && !has_text(&mode.movement_parameters, &PLACES)
        && expressions.into_iter().all(|value| !has_text(value, &PLACES) && !has_text(value, &HEADINGS))
}

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
    /// position gives the same as mapping and then moving it, the screen included. With `spawns`, the
    /// spawns must correspond, too, and what follows them; with `hidden`, all that the rules ask for
    /// besides the board. Results of chance are not compared.
    ///
    /// # Errors
    /// A turn fails.
    pub(crate) fn commutes(
        &self,
        engine: &mut Engine,
        position: &Position,
        spawns: bool,
        hidden: Option<&Hidden>,
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
            let (own, other) = (engine.afterstate(position, direction)?, engine.afterstate(&mapped, *image)?);
            let (Some(own), Some(other)) = (own, other) else { continue };
            let (points, other_points) = (own.points(), other.points());
            if points != other_points && !(points.is_nan() && other_points.is_nan())
                || !self.corresponds(engine, own.board(), other.board(), hidden)?
            {
                return Ok(false);
            }
            if spawns && !self.spawns_agree(engine, (position, &own), (&mapped, &other), hidden)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if one position is the image of another one.
    fn corresponds(
        &self,
        engine: &mut Engine,
        position: &Position,
        other: &Position,
        hidden: Option<&Hidden>,
    ) -> Result<bool, TurnError> {
        let (mut own_board, mut board) = (vec![0; self.cells.len()], vec![0; self.cells.len()]);
        engine.read_kinds(position, &mut own_board)?;
        engine.read_kinds(other, &mut board)?;
        let (mut own_beside, mut beside) = (Vec::new(), Vec::new());
        if let Some(hidden) = hidden {
            hidden.read(engine, position, &mut own_beside)?;
            hidden.read(engine, other, &mut beside)?;
        }
        Ok(self.image(&own_board) == board
            && own_beside == beside
            && (position.screen(), position.won()) == (other.screen(), other.won()))
    }

    fn spawns_agree(
        &self,
        engine: &mut Engine,
        (position, after): (&Position, &Afterstate),
        (mapped, mapped_after): (&Position, &Afterstate),
        hidden: Option<&Hidden>,
    ) -> Result<bool, TurnError> {
        let own = spawns_after(engine, after)?;
        let other = spawns_after(engine, mapped_after)?;
        let (Some(mut own), Some(mut other)) = (own, other) else { return Ok(true) };
        for (cell, _) in &mut own {
            *cell = self.cells.get(*cell).copied().unwrap_or(*cell);
        }
        let order = |one: &MaySpawn, other: &MaySpawn| (one.0, one.1.kind).cmp(&(other.0, other.1.kind));
        own.sort_by(order);
        other.sort_by(order);
        if own.len() != other.len() {
            return Ok(false);
        }
        for ((cell, own), (other_cell, other)) in own.iter().zip(&other) {
            if (cell, own.kind) != (other_cell, other.kind)
                || (own.probability - other.probability).abs() >= 1e-9
            {
                return Ok(false);
            }
            let (mut position, mut mapped) = (position.clone(), mapped.clone());
            engine.play_spawn(&mut position, after.direction(), own, &mut NoRandomness)?;
            engine.play_spawn(&mut mapped, mapped_after.direction(), other, &mut NoRandomness)?;
            if !self.corresponds(engine, &position, &mapped, hidden)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the spawns after a move; `None` if they are not listed.
fn spawns_after(engine: &mut Engine, after: &Afterstate) -> Result<Option<Vec<MaySpawn>>, TurnError> {
    let Spawns::Exact(spawns) = engine.spawns(after)? else { return Ok(None) };
    let width = after.board().width();
    Ok(Some(spawns.into_iter().map(|spawn| (spawn.cell.row * width + spawn.cell.column, spawn)).collect()))
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
            let spawns = number % (POSITIONS / SPAWNS) == 0;
            symmetry.commutes(engine, position, spawns, None).unwrap_or(false)
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
    use polymerge_rules::{Limits, Mode};

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

    #[test]
    fn a_goal_in_a_corner_is_no_symmetry() {
        let corner = json::read(r#"["@Grid 0 0 0", "=", 2]"#, &Default::default()).unwrap();
        let mode = Mode { win_requirement: corner, ..Mode::classic(2, 2) };
        assert!(!asks_no_place(mode.clone()) && asks_no_place(Mode::classic(2, 2)));
        assert!(count(mode) < 8);
    }

    fn asks_no_place(mode: Mode) -> bool {
        asks_for_no_place(&Ruleset::compile(mode, Limits::default()).unwrap())
    }

    #[test]
    fn scripts_of_the_start_ask_for_no_place() {
        let with = |scripts: &str| {
            let scripts = json::read(scripts, &Default::default()).unwrap();
            asks_no_place(Mode { scripts, ..Mode::classic(2, 2) })
        };
        let start = r#"[[0, "@add_spawn", ["@Literal", ["@Literal", 2], 10]], "EndModeSetup"]"#;
        assert!(with(&format!("[{start}]")));
        assert!(!with(&format!(r#"[{start}, [[0], "EndTurn"]]"#)));
        // A spawn that is added at the start, whose weight or tile depends on a place.
        for spawn in
            [r#"["@Literal", 2], ["@Literal", "@Grid 0 0 0", "+", 1]"#, r#"["@Literal", ["@VCoord"]], 10"#]
        {
            assert!(!with(&format!(r#"[[[0, "@add_spawn", {spawn}], "EndModeSetup"]]"#)), "{spawn}");
        }
    }
}
