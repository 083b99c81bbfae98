//! Reasons why one direction is better than another one, as a person would give them: facts that a
//! comparison of the boards after both shows.

use std::collections::HashSet;

use polymerge_rules::{CellSort, Engine, Position, Screen, TurnError};

use crate::adviser::Ranked;
use crate::learned::geometry::{Geometry, MOST_CELLS};
use crate::learned::neighbours::{EMPTY, Neighbours, Relations};
use crate::rollouts::legal;

/// A reason why a direction is better than another one. Tiles are numbers in [`Engine::kinds`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// No other direction moves anything.
    Only,
    /// The goal is reached, and not by the other one.
    Wins,
    /// The other one ends the game.
    Survives,
    /// The most valuable tile stays in its corner; the other one moves it away.
    KeepsCorner {
        /// This tile.
        tile: u32,
    },
    /// A merge makes a tile that was not there, and that the other one does not make.
    Makes {
        /// The most valuable one.
        tile: u32,
    },
    /// More cells are empty than after the other one.
    MakesRoom {
        /// The difference.
        cells: u32,
    },
    /// Two tiles that merge come to lie side by side. No such two do now, nor after the other one.
    Prepares {
        /// One of them.
        tile: u32,
        /// The other one of them.
        with: u32,
    },
    /// More pairs of neighbours can merge next than after the other one. A tile counts in one pair of
    /// each row, column or other line.
    KeepsPairs {
        /// The difference.
        pairs: u32,
    },
    /// More points come at once.
    Points {
        /// The difference.
        points: f64,
    },
}

impl Reason {
    /// The name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Only => "only",
            Reason::Wins => "wins",
            Reason::Survives => "survives",
            Reason::KeepsCorner { .. } => "keeps_corner",
            Reason::Makes { .. } => "makes",
            Reason::MakesRoom { .. } => "makes_room",
            Reason::Prepares { .. } => "prepares",
            Reason::KeepsPairs { .. } => "keeps_pairs",
            Reason::Points { .. } => "points",
        }
    }

    /// The tiles that it speaks of.
    pub fn tiles(&self) -> Vec<u32> {
        match *self {
            Reason::KeepsCorner { tile } | Reason::Makes { tile } => vec![tile],
            Reason::Prepares { tile, with } => vec![tile, with],
            _ => Vec::new(),
        }
    }

    /// Returns the reason as the end of an English sentence, in which tiles have these names.
    pub fn sentence(&self, mut name: impl FnMut(u32) -> String) -> String {
        let some = |count: u32, one: &str, many: &str| match count {
            1 => format!("1 more {one}"),
            count => format!("{count} more {many}"),
        };
        match *self {
            Reason::Only => "it is the only move".to_owned(),
            Reason::Wins => "it reaches the goal".to_owned(),
            Reason::Survives => "the next best move ends the game".to_owned(),
            Reason::KeepsCorner { tile } => format!("{} stays in its corner", name(tile)),
            Reason::Makes { tile } => format!("it makes {}", name(tile)),
            Reason::MakesRoom { cells } => some(cells, "cell is empty", "cells are empty"),
            Reason::Prepares { tile, with } => {
                format!("{} and {} come side by side, ready to merge", name(tile), name(with))
            }
            Reason::KeepsPairs { pairs } => some(pairs, "pair can merge next", "pairs can merge next"),
            Reason::Points { points: 1.0 } => "it brings 1 more point at once".to_owned(),
            Reason::Points { points } => format!("it brings {} more points at once", in_words(points)),
        }
    }

    /// The number that it speaks of: how many more cells, pairs or points.
    pub fn amount(&self) -> Option<f64> {
        match *self {
            Reason::MakesRoom { cells: more } | Reason::KeepsPairs { pairs: more } => Some(f64::from(more)),
            Reason::Points { points } => Some(points),
            _ => None,
        }
    }
}

/// Returns a number with as many digits as are read at a glance.
fn in_words(number: f64) -> String {
    match number {
        number if number >= 1e9 => format!("{number:.3e}"),
        number if number >= 1_000.0 => format!("{number:.0}"),
        number => format!("{}", (number * 1_000.0).round() / 1_000.0),
    }
}

/// The most reasons that are given.
const MOST_REASONS: usize = 3;
/// The most work of questions to the rules for an explanation, in steps of the interpreter: some ten
/// milliseconds.
const MOST_WORK: u64 = 300_000;
/// The work of a question beyond that of the interpreter: a board is arranged.
const QUESTION: u64 = 500;
/// The work of an evaluation beyond its steps.
const EVALUATION: u64 = 12;

/// The board after a direction.
struct After {
    kinds: Vec<u32>,
    points: f64,
    screen: Screen,
}

/// Returns the reasons why a direction is better than another one, the most important first. Without
/// another one there is a reason only if no other one is legal. None are given if chance takes part in
/// the moves, or if nothing that a person would look at differs.
///
/// ```
/// use polymerge_player::{reasons, Reason};
/// use polymerge_rules::{Engine, Limits, Mode, Ruleset, Rng};
///
/// let rules = Ruleset::compile(Mode::classic(3, 1), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// engine.number_first_kinds();
/// let start = engine.start(&mut Rng::new(7))?;
/// // Kind 1 is a 2, kind 3 an 8.
/// let position = engine.arranged(&start, &[3, 1, 1])?;
/// let found = reasons(&mut engine, &position, 2, Some(3))?;
/// assert_eq!(found[0], Reason::KeepsCorner { tile: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A turn fails, or the position is of another engine.
pub fn reasons(
    engine: &mut Engine,
    position: &Position,
    best: usize,
    other: Option<usize>,
) -> Result<Vec<Reason>, TurnError> {
    let Some(other) = other else {
        let is_only = legal(engine, position)? == [best];
        return Ok(is_only.then_some(Reason::Only).into_iter().collect());
    };
    if position.height() * position.width() > MOST_CELLS {
        return Ok(Vec::new());
    }
    let (Some(best), Some(other)) = (after(engine, position, best)?, after(engine, position, other)?) else {
        return Ok(Vec::new());
    };
    let mut before = vec![0; best.kinds.len()];
    engine.read_kinds(position, &mut before)?;
    let boards = [&before, &best.kinds, &other.kinds].map(Vec::as_slice);
    let geometry = Geometry::of(engine, position)?;
    let mut found = Vec::new();
    if best.screen == Screen::Win && other.screen != Screen::Win {
        found.push(Reason::Wins);
    }
    if other.screen == Screen::GameOver && best.screen != Screen::GameOver {
        found.push(Reason::Survives);
    }
    found.extend(kept_corner(engine, &geometry, boards));
    found.extend(made(engine, boards));
    let empty = |own: &After| own.kinds.iter().filter(|kind| **kind == EMPTY).count();
    if let Some(cells) = empty(&best).checked_sub(empty(&other)).filter(|more| *more > 0) {
        found.push(Reason::MakesRoom { cells: cells as u32 });
    }
    if found.len() < MOST_REASONS {
        found.extend(of_pairs(engine, position, &geometry, boards)?);
    }
    let points = best.points - other.points;
    if points > 0.0 && points.is_finite() {
        found.push(Reason::Points { points });
    }
    found.truncate(MOST_REASONS);
    Ok(found)
}

/// Returns the [`reasons`] why the first of ranked directions is better than the second; none if it is
/// not, or if a turn fails: a ranking is worth something without them.
pub fn reasons_of_best(engine: &mut Engine, position: &Position, ranked: &[Ranked]) -> Vec<Reason> {
    match ranked {
        [] => Vec::new(),
        [_, next, ..] if next.worse <= 0.0 => Vec::new(),
        [best, others @ ..] => {
            let other = others.first().map(|own| own.direction);
            reasons(engine, position, best.direction, other).unwrap_or_default()
        }
    }
}

/// Returns the board after a direction; `None` if chance takes part in it.
fn after(engine: &mut Engine, position: &Position, direction: usize) -> Result<Option<After>, TurnError> {
    let mut kinds = vec![0; position.height() * position.width()];
    let slide = engine.slide_kinds(position, direction, &mut kinds)?.filter(|slide| slide.moved);
    Ok(slide.map(|slide| After { kinds, points: slide.points, screen: slide.screen }))
}

/// The value of a tile; `None` if it is no tile, or its value is not known.
pub(crate) fn value_of(engine: &Engine, kind: u32) -> Option<f64> {
    let own = engine.kinds().get(kind as usize).filter(|own| own.sort == CellSort::Tile)?;
    own.value.filter(|value| !value.is_nan())
}

/// Returns the most valuable tile that comes up by the best direction only. Boards are those before,
/// after the best one, and after the other one.
fn made(engine: &Engine, [before, best, other]: [&[u32]; 3]) -> Option<Reason> {
    let is_made = |kind: &u32| !before.contains(kind) && !other.contains(kind);
    let valued = best.iter().filter(|kind| is_made(kind)).filter_map(|kind| {
        let value = value_of(engine, *kind)?;
        Some((value, *kind))
    });
    let (_, tile) = valued.max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some(Reason::Makes { tile })
}

/// Returns the reason that the most valuable tile stays in its corner. Boards are those before, after
/// the best direction, and after the other one.
fn kept_corner(engine: &Engine, geometry: &Geometry, [before, best, other]: [&[u32]; 3]) -> Option<Reason> {
    let values = |board: &[u32]| board.iter().map(|kind| value_of(engine, *kind)).collect::<Vec<_>>();
    let (before_values, other) = (values(before), values(other));
    let largest = before_values.iter().flatten().copied().max_by(f64::total_cmp)?;
    // Among equal tiles there is nothing to be kept.
    before_values.iter().flatten().find(|value| **value < largest)?;
    let corners = geometry.corners();
    let has_it = |cell: usize, values: &[Option<f64>]| values[cell].is_some_and(|own| own >= largest);
    // One corner is enough, and no corner must have it after the other direction.
    let stays =
        corners.iter().find(|cell| has_it(**cell, &before_values) && best[**cell] == before[**cell])?;
    let moves_away = corners.iter().all(|cell| !has_it(*cell, &other));
    moves_away.then(|| Reason::KeepsCorner { tile: before[*stays] })
}

/// Returns the reasons about pairs of neighbours that merge next; none if that takes too much work to
/// find out. Boards are those before, after the best direction, and after the other one.
fn of_pairs(
    engine: &mut Engine,
    position: &Position,
    geometry: &Geometry,
    boards: [&[u32]; 3],
) -> Result<Vec<Reason>, TurnError> {
    let neighbours = Neighbours::of(geometry, &[]);
    let mut relations = Relations::on(engine, position)?;
    let begun = work_of(engine);
    let mut merging = Vec::new();
    for board in boards {
        match Merging::of(engine, &neighbours, &mut relations, board, begun) {
            Some(found) => merging.push(found),
            None => return Ok(Vec::new()),
        }
    }
    let [before, best, other] = &merging[..] else { return Ok(Vec::new()) };
    let value = |own: &(u32, u32)| {
        value_of(engine, own.0).unwrap_or_default() + value_of(engine, own.1).unwrap_or_default()
    };
    let news = best.kinds.iter().filter(|own| !before.kinds.contains(own) && !other.kinds.contains(own));
    let prepared = news.max_by(|one, other| {
        // Ties go to the lower numbers, whatever the order of the set.
        value(one).total_cmp(&value(other)).then(other.cmp(one))
    });
    let prepares = prepared.map(|(tile, with)| Reason::Prepares { tile: *tile, with: *with });
    let more = best.pairs.checked_sub(other.pairs).filter(|more| *more > 0);
    Ok(prepares.into_iter().chain(more.map(|pairs| Reason::KeepsPairs { pairs })).collect())
}

/// The work of an engine so far, in steps of the interpreter.
pub(crate) fn work_of(engine: &Engine) -> u64 {
    let work = engine.work();
    work.steps.saturating_add(work.evaluations.saturating_mul(EVALUATION))
}

/// The neighbours on a board that merge.
#[derive(Default)]
struct Merging {
    /// Their kinds, the lower number first.
    kinds: HashSet<(u32, u32)>,
    /// The pairs of them that can merge, line by line: a tile merges with one neighbour.
    pairs: u32,
}

impl Merging {
    /// Asks the rules about all neighbours; `None` if the work since it began gets too much.
    fn of(
        engine: &mut Engine,
        neighbours: &Neighbours,
        relations: &mut Relations,
        board: &[u32],
        begun: u64,
    ) -> Option<Merging> {
        let mut found = Merging::default();
        // The axis on which a cell was in a pair last. The pairs of an axis come in the order of each
        // of its lines.
        let mut paired = vec![None; board.len()];
        for pair in &neighbours.pairs {
            let work = work_of(engine) - begun + relations.known() as u64 * QUESTION;
            if work > MOST_WORK {
                return None;
            }
            if !relations.of_cells(engine, neighbours, *pair, board).is_merge() {
                continue;
            }
            let cells = [usize::from(pair.first), usize::from(pair.second)];
            let [one, other] = cells.map(|cell| board[cell]);
            found.kinds.insert((one.min(other), one.max(other)));
            if cells.iter().all(|cell| paired[*cell] != Some(pair.axis)) {
                cells.iter().for_each(|cell| paired[*cell] = Some(pair.axis));
                found.pairs += 1;
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::engine_of;
    use polymerge_rules::{Mode, Rng};

    /// The reasons for a direction rather than another one on a board of plain 2048.
    fn explained(rows: &[&[u32]], best: usize, other: Option<usize>) -> Vec<Reason> {
        let mut engine = engine_of(Mode::classic(rows[0].len(), rows.len()));
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &rows.concat()).unwrap();
        reasons(&mut engine, &position, best, other).unwrap()
    }

    const UP: usize = 0;
    const DOWN: usize = 1;
    const LEFT: usize = 2;
    const RIGHT: usize = 3;

    /// Kind 0 is an empty cell, 1 a 2, 2 a 4, and so on.
    #[test]
    fn reasons_are_what_the_boards_show() {
        use Reason::{KeepsCorner, KeepsPairs, Makes, MakesRoom, Only, Points, Prepares};
        for (rows, best, other, expected) in [
            (&[&[0, 1, 2][..]][..], LEFT, None, vec![Only]),
            // Left leaves the 8 where it is.
            (&[&[3, 1, 1, 0]], LEFT, Some(RIGHT), vec![KeepsCorner { tile: 3 }]),
            // Up merges two tiles, right none. The 8 stays in its corner by both.
            (
                &[&[1, 0, 3], &[1, 0, 0]],
                UP,
                Some(RIGHT),
                vec![Makes { tile: 2 }, MakesRoom { cells: 1 }, Points { points: 4.0 }],
            ),
            // Left brings two tiles together without a merge, down does not.
            (
                &[&[0, 0, 2], &[2, 0, 0]],
                LEFT,
                Some(DOWN),
                vec![Prepares { tile: 2, with: 2 }, KeepsPairs { pairs: 1 }],
            ),
            // Nothing differs but sides.
            (&[&[0, 1, 0]], LEFT, Some(RIGHT), vec![]),
        ] {
            assert_eq!(explained(rows, best, other), expected, "{rows:?} {best} {other:?}");
        }
    }

    #[test]
    fn tiles_and_pairs_that_were_there_are_no_reasons() {
        use Reason::{KeepsCorner, KeepsPairs, Makes};
        // A 4 is there already, so that another one is nothing new.
        let found = explained(&[&[1, 0, 2], &[1, 0, 0]], UP, Some(RIGHT));
        assert!(!found.iter().any(|own| matches!(own, Makes { .. })), "{found:?}");
        // Two 4s lie side by side already. Three of them in a column are one pair that can merge.
        let found = explained(&[&[0, 2, 0], &[0, 2, 0], &[0, 0, 2]], LEFT, Some(UP));
        assert_eq!(found, [KeepsPairs { pairs: 1 }]);
        // The 16 of the corner is merged.
        let found = explained(&[&[4, 4, 1]], LEFT, Some(RIGHT));
        assert!(!found.iter().any(|own| matches!(own, KeepsCorner { .. })), "{found:?}");
    }

    #[test]
    fn a_direction_is_the_only_one_if_no_other_is_legal() {
        assert_eq!(explained(&[&[1, 2, 1, 1]], LEFT, None), [Reason::Only; 0]);
        assert_eq!(explained(&[&[0, 2, 1]], LEFT, None), [Reason::Only]);
        assert_eq!(explained(&[&[0, 2, 1]], RIGHT, None), [Reason::Only; 0]);
    }

    #[test]
    fn ties_have_no_reasons() {
        let mut engine = engine_of(Mode::classic(3, 2));
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &[1, 0, 3, 1, 0, 0]).unwrap();
        let ranked = |worse: f64| {
            let rank = |direction, worse| Ranked { direction, worse, ..Ranked::default() };
            [rank(UP, 0.0), rank(RIGHT, worse)]
        };
        assert!(!reasons_of_best(&mut engine, &position, &ranked(1.0)).is_empty());
        assert_eq!(reasons_of_best(&mut engine, &position, &ranked(0.0)), []);
        assert_eq!(reasons_of_best(&mut engine, &position, &[]), []);
        // A direction that does not exist.
        let wrong =
            [Ranked { direction: 99, ..Ranked::default() }, Ranked { worse: 1.0, ..Ranked::default() }];
        assert_eq!(reasons_of_best(&mut engine, &position, &wrong), []);
    }

    /// Rules that depend on the place: tiles merge in the first row only.
    #[test]
    fn neighbours_are_asked_about_where_they_are() {
        let rule = r#"[[2, ["@Next 1 0", "=", "@This 0", "&&", ["@VCoord", "=", 0]], true,
            [[["@This 0", "+", 1]]], 1, [false, true]]]"#;
        let merge_rules = calcarray::json::read(rule, &Default::default()).unwrap();
        let mut engine = engine_of(Mode { merge_rules, ..Mode::classic(3, 2) });
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let mut pairs = |board: &[u32]| {
            let position = engine.arranged(&start, board).unwrap();
            let geometry = Geometry::of(&mut engine, &position).unwrap();
            let mut relations = Relations::on(&mut engine, &position).unwrap();
            let neighbours = Neighbours::of(&geometry, &[]);
            let begun = work_of(&engine);
            Merging::of(&mut engine, &neighbours, &mut relations, board, begun).unwrap().pairs
        };
        assert_eq!((pairs(&[2, 2, 0, 0, 0, 0]), pairs(&[0, 0, 0, 2, 2, 0])), (1, 0));
        // Three in a row are one pair.
        assert_eq!((pairs(&[2, 2, 2, 0, 0, 0]), pairs(&[0, 1, 1, 0, 2, 2])), (1, 1));
    }

    #[test]
    fn the_end_of_the_game_and_the_goal_come_first() {
        let condition = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
        let won = Mode { win_conditions: condition("[[2]]"), ..Mode::classic(3, 2) };
        let lost = Mode {
            win_conditions: condition("[]"),
            lose_conditions: condition("[[2]]"),
            lose_requirement: 1.0.into(),
            ..Mode::classic(3, 2)
        };
        for (mode, best, other, expected) in
            [(won, LEFT, DOWN, Reason::Wins), (lost, DOWN, LEFT, Reason::Survives)]
        {
            let mut engine = engine_of(mode);
            let start = engine.start(&mut Rng::new(7)).unwrap();
            let position = engine.arranged(&start, &[1, 1, 0, 0, 0, 0]).unwrap();
            let found = reasons(&mut engine, &position, best, Some(other)).unwrap();
            assert_eq!(found[0], expected, "{found:?}");
        }
    }

    #[test]
    fn sentences_name_tiles() {
        let mut name = |tile: u32| format!("<{tile}>");
        for (reason, text) in [
            (Reason::Only, "it is the only move"),
            (Reason::KeepsCorner { tile: 3 }, "<3> stays in its corner"),
            (Reason::Prepares { tile: 1, with: 2 }, "<1> and <2> come side by side, ready to merge"),
            (Reason::MakesRoom { cells: 1 }, "1 more cell is empty"),
            (Reason::KeepsPairs { pairs: 2 }, "2 more pairs can merge next"),
            (Reason::Points { points: 1.0 }, "it brings 1 more point at once"),
            (Reason::Points { points: 4.0 }, "it brings 4 more points at once"),
            (Reason::Points { points: 0.1 + 0.2 }, "it brings 0.3 more points at once"),
            (Reason::Points { points: 4_096.5 }, "it brings 4096 more points at once"),
            (Reason::Points { points: 2.5e40 }, "it brings 2.500e40 more points at once"),
        ] {
            assert_eq!(reason.sentence(&mut name), text);
            assert_eq!(reason.tiles().len(), text.matches('<').count());
        }
    }
}
