//! Reasons why one direction is better than another one, as a person would give them: facts that a
//! comparison of the boards after both shows.

use std::collections::HashMap;

use polymerge_rules::{CellSort, Engine, Position, Screen, TurnError};

use crate::learned::geometry::{Geometry, MOST_CELLS};
use crate::learned::neighbours::{Neighbours, Relations};

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
    /// A merge makes a tile that the other one does not make.
    Makes {
        /// The most valuable one.
        tile: u32,
    },
    /// More cells are empty than after the other one.
    MakesRoom {
        /// The difference.
        cells: u32,
    },
    /// Two tiles that merge come to lie side by side, which they don't by the other one.
    Prepares {
        /// One of them.
        tile: u32,
        /// The other one of them.
        with: u32,
    },
    /// More pairs of neighbours can merge next than after the other one.
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
            Reason::Points { points } => format!("it brings {points} more points at once"),
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

/// The most reasons that are given.
const MOST_REASONS: usize = 3;
/// The most questions to the rules for an explanation: about two kinds side by side each.
const MOST_QUESTIONS: usize = 200;

/// Explains why directions are better than others, in the positions of a mode. Answers of the rules
/// about neighbours are kept.
///
/// ```
/// use polymerge_player::{Explainer, Reason};
/// use polymerge_rules::{Engine, Limits, Mode, Ruleset, Rng};
///
/// let rules = Ruleset::compile(Mode::classic(3, 1), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// engine.number_first_kinds();
/// let start = engine.start(&mut Rng::new(7))?;
/// // Kind 1 is a 2, kind 2 a 4.
/// let position = engine.arranged(&start, &[2, 1, 1])?;
/// let reasons = Explainer::default().reasons(&mut engine, &position, 2, Some(3))?;
/// assert_eq!(reasons[0], Reason::KeepsCorner { tile: 2 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Explainer(Option<Box<Known>>);

/// The facts that are known of the mode of an engine.
#[derive(Clone, Debug)]
struct Known {
    geometry: Geometry,
    neighbours: Neighbours,
    relations: Relations,
}

/// The board after a direction.
struct After {
    kinds: Vec<u32>,
    points: f64,
    screen: Screen,
}

impl Explainer {
    /// Returns the reasons why a direction is better than another one, the most important first;
    /// without another one, it is the only one. None are given if chance takes part in the moves, or
    /// if nothing that a person would look at differs.
    ///
    /// # Errors
    /// A turn fails, or the position is of another engine.
    pub fn reasons(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        best: usize,
        other: Option<usize>,
    ) -> Result<Vec<Reason>, TurnError> {
        let Some(other) = other else { return Ok(vec![Reason::Only]) };
        if position.height() * position.width() > MOST_CELLS {
            return Ok(Vec::new());
        }
        let (Some(best), Some(other)) = (after(engine, position, best)?, after(engine, position, other)?)
        else {
            return Ok(Vec::new());
        };
        let mut before = vec![0; best.kinds.len()];
        engine.read_kinds(position, &mut before)?;
        let mut found = Vec::new();
        if best.screen == Screen::Win && other.screen != Screen::Win {
            found.push(Reason::Wins);
        }
        if other.screen == Screen::GameOver && best.screen != Screen::GameOver {
            found.push(Reason::Survives);
        }
        let known = self.known(engine, position)?;
        found.extend(known.corner(engine, [&before, &best.kinds, &other.kinds]));
        found.extend(made(engine, [&before, &best.kinds, &other.kinds]));
        let empty = |own: &After| own.kinds.iter().filter(|kind| **kind == EMPTY).count();
        if let Some(cells) = empty(&best).checked_sub(empty(&other)).filter(|more| *more > 0) {
            found.push(Reason::MakesRoom { cells: cells as u32 });
        }
        found.extend(known.pairs(engine, [&before, &best.kinds, &other.kinds]));
        let points = best.points - other.points;
        if points > 0.0 && points.is_finite() {
            found.push(Reason::Points { points });
        }
        found.truncate(MOST_REASONS);
        Ok(found)
    }

    fn known(&mut self, engine: &mut Engine, position: &Position) -> Result<&mut Known, TurnError> {
        let own = self.0.take().filter(|known| known.relations.is_of(engine));
        let known = match own {
            Some(known) => known,
            None => {
                let geometry = Geometry::of(engine, position)?;
                let neighbours = Neighbours::of(&geometry, &[]);
                Known { geometry, neighbours, relations: Relations::new(engine)? }.into()
            }
        };
        Ok(self.0.insert(known))
    }
}

/// The number of pairs of neighbours of two kinds that merge, the lower number first.
type Merging = HashMap<(u32, u32), u32>;

/// The kind of empty cells.
const EMPTY: u32 = 0;

/// Returns the board after a direction; `None` if chance takes part in it.
fn after(engine: &mut Engine, position: &Position, direction: usize) -> Result<Option<After>, TurnError> {
    let mut kinds = vec![0; position.height() * position.width()];
    let slide = engine.slide_kinds(position, direction, &mut kinds)?.filter(|slide| slide.moved);
    Ok(slide.map(|slide| After { kinds, points: slide.points, screen: slide.screen }))
}

/// The value of a tile; `None` if it is no tile, or its value is not known.
fn value_of(engine: &Engine, kind: u32) -> Option<f64> {
    let own = engine.kinds().get(kind as usize).filter(|own| own.sort == CellSort::Tile)?;
    own.value.filter(|value| !value.is_nan())
}

/// Returns the most valuable tile of which the best direction leaves more than there were, and the
/// other one does not. Boards are those before, after the best one, and after the other one.
fn made(engine: &Engine, [before, best, other]: [&[u32]; 3]) -> Option<Reason> {
    let count = |board: &[u32], kind: u32| board.iter().filter(|own| **own == kind).count();
    let is_made = |kind: &u32| {
        let had = count(before, *kind);
        count(best, *kind) > had && count(other, *kind) <= had
    };
    let valued = best.iter().filter(|kind| is_made(kind)).filter_map(|kind| {
        let value = value_of(engine, *kind)?;
        Some((value, *kind))
    });
    let (_, tile) = valued.max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some(Reason::Makes { tile })
}

impl Known {
    /// Returns the reason that the most valuable tile stays in its corner. Boards are those before,
    /// after the best direction, and after the other one.
    fn corner(&self, engine: &Engine, [before, best, other]: [&[u32]; 3]) -> Option<Reason> {
        let values = |board: &[u32]| board.iter().map(|kind| value_of(engine, *kind)).collect::<Vec<_>>();
        let (before_values, best, other) = (values(before), values(best), values(other));
        let largest = before_values.iter().flatten().copied().max_by(f64::total_cmp)?;
        // Among equal tiles there is nothing to be kept.
        before_values.iter().flatten().find(|value| **value < largest)?;
        let corners = self.geometry.corners();
        let is_kept = |cell: usize, values: &[Option<f64>]| values[cell].is_some_and(|own| own >= largest);
        // One corner is enough, and no corner must have it after the other direction.
        let stays = corners.iter().find(|cell| is_kept(**cell, &before_values) && is_kept(**cell, &best))?;
        let moves_away = corners.iter().all(|cell| !is_kept(*cell, &other));
        moves_away.then(|| Reason::KeepsCorner { tile: before[*stays] })
    }

    /// Returns the reasons about pairs of neighbours that merge next.
    fn pairs(&mut self, engine: &mut Engine, boards: [&[u32]; 3]) -> Vec<Reason> {
        self.relations.allow(MOST_QUESTIONS);
        let [before, best, other] = boards.map(|board| self.merging(engine, board));
        // Pairs that the rules were not asked about can't be compared.
        if !self.relations.allow(usize::MAX) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let count = |pairs: &Merging, own: &(u32, u32)| pairs.get(own).copied().unwrap_or_default();
        let value = |own: &(u32, u32)| {
            value_of(engine, own.0).unwrap_or_default() + value_of(engine, own.1).unwrap_or_default()
        };
        let is_new = |own: &(u32, u32), number: u32| number > count(&before, own).max(count(&other, own));
        let news = best.iter().filter(|(own, number)| is_new(own, **number)).map(|(own, _)| *own);
        let prepared = news.max_by(|one, other| {
            // Ties go to the lower numbers, whatever the order of the map.
            value(one).total_cmp(&value(other)).then(other.cmp(one))
        });
        if let Some((tile, with)) = prepared {
            found.push(Reason::Prepares { tile, with });
        }
        let sum = |pairs: &Merging| pairs.values().sum::<u32>();
        if let Some(pairs) = sum(&best).checked_sub(sum(&other)).filter(|more| *more > 0) {
            found.push(Reason::KeepsPairs { pairs });
        }
        found
    }

    /// Returns how often two kinds that merge lie side by side on a board, the lower number first.
    fn merging(&mut self, engine: &mut Engine, board: &[u32]) -> Merging {
        let mut found = HashMap::new();
        for pair in &self.neighbours.pairs {
            if self.relations.of_pair(engine, &self.neighbours, *pair, board).is_merge() {
                let kinds = (board[usize::from(pair.first)], board[usize::from(pair.second)]);
                *found.entry((kinds.0.min(kinds.1), kinds.0.max(kinds.1))).or_default() += 1;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_rules::{Limits, Mode, Rng, Ruleset};

    /// The reasons for a direction rather than another one on a board of plain 2048.
    fn explained(rows: &[&[u32]], best: usize, other: Option<usize>) -> Vec<Reason> {
        let rules = Ruleset::compile(Mode::classic(rows[0].len(), rows.len()), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        engine.number_first_kinds();
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &rows.concat()).unwrap();
        Explainer::default().reasons(&mut engine, &position, best, other).unwrap()
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
            (&[&[1, 1, 2][..]][..], LEFT, None, vec![Only]),
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
    fn the_end_of_the_game_and_the_goal_come_first() {
        let goal = calcarray::json::read("[[2]]", &Default::default()).unwrap();
        let mode = Mode { win_conditions: goal, ..Mode::classic(3, 2) };
        let mut engine = Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0);
        engine.number_first_kinds();
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &[1, 1, 0, 0, 0, 0]).unwrap();
        let reasons = Explainer::default().reasons(&mut engine, &position, LEFT, Some(DOWN)).unwrap();
        assert_eq!(reasons[0], Reason::Wins, "{reasons:?}");
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
            (Reason::Points { points: 4.0 }, "it brings 4 more points at once"),
        ] {
            assert_eq!(reason.sentence(&mut name), text);
            assert_eq!(reason.tiles().len(), text.matches('<').count());
        }
    }
}
