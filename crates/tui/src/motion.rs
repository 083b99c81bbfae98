//! The animation of a turn: tiles on their ways.
//!
//! A [`Turn`] lists its events in order. A [`Motion`] has the same as sprites with their looks, for
//! a picture at any moment.

use std::collections::BTreeMap;

use polymerge::motion::{Birth, Script, Sprite};
use polymerge::{Cell, State, Turn, Value};
use polymerge_app::board::{Board, Look, Painter, Tile};

/// The milliseconds for a tile to appear, or to stand out after a merge.
const POP: f64 = 90.0;
/// The most milliseconds for a whole turn. Automatic moves may add many steps.
const TURN: f64 = 700.0;
/// The most cells of a board that is animated.
const LARGEST: usize = 4096;

/// A tile at a moment of the animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<'a> {
    /// The looks of the tile.
    pub tile: &'a Tile,
    /// The event that created the tile.
    pub birth: Birth,
    /// The time since the tile was created, as a part of the time that it takes to appear; at most
    /// 1.
    pub age: f64,
    /// The cell where the tile comes from.
    pub from: Cell,
    /// The cell where the tile goes to.
    pub to: Cell,
    /// The part of the way from `from` to `to` that is done.
    pub way: f64,
}

/// The animation of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The board below the tiles.
    ground: Board,
    /// The sprites, each with its look, if it has one.
    sprites: Vec<(Sprite, Option<Tile>)>,
    length: f64,
    /// The factor by which all times are multiplied.
    pace: f64,
    start: f64,
}

impl Motion {
    /// Returns the animation of a turn from the board `before` to that of the game. It begins at
    /// the time `start`, and its times are multiplied by `pace`. `None` if nothing changes or the
    /// board is too large.
    pub fn new(
        turn: &Turn,
        before: &Board,
        contents: &BTreeMap<Cell, Value>,
        painter: &Painter,
        game: &State,
        start: f64,
        pace: f64,
    ) -> Option<Motion> {
        if game.height() * game.width() > LARGEST || before.rows.len() != game.height() {
            return None;
        }
        let mut script = Script::of_contents(contents);
        let end = script.tell(turn, 0.0);
        if !script.has_changed() {
            return None;
        }
        let length = script
            .sprites()
            .iter()
            .filter(|sprite| sprite.birth != Birth::Before)
            .map(|sprite| sprite.way[0].0 + POP)
            .fold(end, f64::max);
        let sprites = painted(script.into_sprites(), before, painter, game, start);
        let pace = pace * (TURN / length).min(1.0);
        let mut ground = before.clone();
        for look in ground.rows.iter_mut().flatten() {
            if matches!(look, Look::Tile(_)) {
                *look = Look::Empty;
            }
        }
        Some(Motion { ground, sprites, length, pace, start })
    }

    /// Returns true once the animation has ended.
    pub fn is_over(&self, now: f64) -> bool {
        now - self.start >= self.length * self.pace
    }

    /// Returns the board below the tiles.
    pub fn ground(&self) -> &Board {
        &self.ground
    }

    /// Returns the tiles at a moment, from the lowest to the uppermost.
    pub fn poses(&self, now: f64) -> Vec<Pose<'_>> {
        let time = (now - self.start) / self.pace;
        let mut poses: Vec<Pose<'_>> =
            self.sprites.iter().filter_map(|(sprite, tile)| pose(sprite, tile.as_ref()?, time)).collect();
        // What has just come about is seen best.
        poses.sort_by_key(|pose| (pose.birth != Birth::Before, pose.from != pose.to));
        poses
    }
}

/// Returns the pose of a sprite at a moment; `None` if the sprite is not there then.
fn pose<'a>(sprite: &Sprite, tile: &'a Tile, time: f64) -> Option<Pose<'a>> {
    let (birth, first) = sprite.way[0];
    if time < birth && sprite.birth != Birth::Before || time >= sprite.end {
        return None;
    }
    let next = sprite.way.iter().position(|(moment, _)| *moment > time).unwrap_or(sprite.way.len());
    let (from_time, from) = sprite.way[next.saturating_sub(1)];
    let (to_time, to) = sprite.way.get(next).copied().unwrap_or((from_time, from));
    let way =
        if to_time > from_time { ((time - from_time) / (to_time - from_time)).clamp(0.0, 1.0) } else { 0.0 };
    let (from, to) = if next == 0 { (first, first) } else { (from, to) };
    let age = if sprite.birth == Birth::Before { 1.0 } else { ((time - birth) / POP).min(1.0) };
    Some(Pose { tile, birth: sprite.birth, age, from, to, way })
}

/// Gives sprites their looks. Tiles that were there before keep theirs.
fn painted(
    sprites: Vec<Sprite>,
    before: &Board,
    painter: &Painter,
    game: &State,
    now: f64,
) -> Vec<(Sprite, Option<Tile>)> {
    let mut painted: Vec<_> = sprites.into_iter().map(|sprite| (sprite, None)).collect();
    let mut missing = Vec::new();
    for (index, (sprite, own)) in painted.iter_mut().enumerate() {
        let (moment, cell) = sprite.way[0];
        let look = before.rows.get(cell.row).and_then(|row| row.get(cell.column));
        match look {
            Some(Look::Tile(tile)) if sprite.birth == Birth::Before && moment == 0.0 => {
                *own = Some(tile.clone());
            }
            _ => missing.push((index, (sprite.way[sprite.way.len() - 1].1, sprite.content.clone()))),
        }
    }
    let (indices, contents): (Vec<usize>, Vec<(Cell, Value)>) = missing.into_iter().unzip();
    for (index, look) in indices.into_iter().zip(painter.looks(game, now, before, &contents)) {
        if let Look::Tile(tile) = look {
            painted[index].1 = Some(tile);
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use polymerge::motion::{SLIDE, STEP, contents};
    use polymerge::{Game, Mode};

    use super::*;

    fn game(name: &str) -> Game {
        Mode::built_in(name).unwrap().compile().unwrap().start(7).unwrap()
    }

    /// Tests that at the end of a turn, the tiles are where the game has them.
    #[test]
    fn every_motion_ends_at_the_board_of_the_game() {
        for name in ["2048", "050", "crummy", "isotopic-256", "wildcard-2048"] {
            let mut game = game(name);
            let painter = Painter::new(game.state().rules().mode());
            let directions = game.rules().directions().len();
            let mut seen = 0;
            for step in 0..60 {
                let now = f64::from(step) * 1000.0;
                let before = painter.board(game.state(), now);
                let tiles = contents(game.state());
                let Ok(turn) = game.play_at(step as usize * 7 % directions, now) else { continue };
                let Some(motion) = Motion::new(&turn, &before, &tiles, &painter, game.state(), now, 1.0)
                else {
                    continue;
                };
                seen += 1;
                assert!(!motion.is_over(now) && motion.is_over(now + TURN + 1.0), "{name}");
                let poses = motion.poses(now + 100_000.0);
                let found: BTreeMap<Cell, &str> =
                    poses.iter().map(|pose| (pose.to, pose.tile.text.as_str())).collect();
                let after = painter.board(game.state(), now);
                let wanted: BTreeMap<Cell, &str> = after
                    .rows
                    .iter()
                    .enumerate()
                    .flat_map(|(row, looks)| {
                        looks.iter().enumerate().filter_map(move |(column, look)| match look {
                            Look::Tile(tile) => Some((Cell::new(row, column), tile.text.as_str())),
                            _ => None,
                        })
                    })
                    .collect();
                assert_eq!(found, wanted, "{name}, step {step}");
            }
            assert!(seen > 5, "{name}: {seen}");
        }
    }

    #[test]
    fn tiles_are_on_their_way_before_they_arrive() {
        let mut game = game("2048");
        let painter = Painter::new(game.state().rules().mode());
        let before = painter.board(game.state(), 0.0);
        let tiles = contents(game.state());
        let turn = game.play(2).unwrap();
        let motion = Motion::new(&turn, &before, &tiles, &painter, game.state(), 0.0, 1.0).unwrap();
        let start = motion.poses(0.0);
        assert_eq!(start.len(), tiles.len());
        assert!(start.iter().all(|pose| pose.birth == Birth::Before && pose.way == 0.0));
        let middle = motion.poses(STEP / 2.0);
        assert!(middle.iter().any(|pose| pose.way > 0.0 && pose.way < 1.0 && pose.from != pose.to));
        let late = motion.poses(SLIDE + POP / 2.0);
        assert!(late.iter().any(|pose| pose.birth == Birth::Appeared));
    }
}
