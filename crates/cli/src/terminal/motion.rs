//! What a turn looks like while it happens: tiles on their ways.
//!
//! A [`Turn`] tells everything in order; a [`Motion`] is the same as sprites,
//! each with the times of its birth, of the cells on its way, and of its end.

use std::collections::BTreeMap;

use polymerge::{Cell, Event, State, Turn, Value};

use super::board::{Board, Look, Painter, Tile};

/// Milliseconds for a tile to move on by a cell.
const STEP: f64 = 45.0;
/// Milliseconds for all that moves at once, at most.
const SLIDE: f64 = 150.0;
/// Milliseconds for a tile to appear, or to stand out after a merge.
const POP: f64 = 90.0;
/// Milliseconds for a whole turn, at most: automatic moves may add many.
const TURN: f64 = 700.0;
/// Boards with more cells are not animated.
const LARGEST: usize = 4096;

/// How a tile came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Birth {
    /// The tile was there before.
    Before,
    /// The tile was made by a merge.
    Merged,
    /// By a spawn or a script.
    Appeared,
}

/// A tile on its way.
#[derive(Clone, Debug, PartialEq)]
struct Sprite {
    content: Value,
    tile: Option<Tile>,
    birth: Birth,
    /// When it is where, in order; the first is its birth.
    way: Vec<(f64, Cell)>,
    end: f64,
}

/// Where a tile is at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<'a> {
    /// What it looks like.
    pub tile: &'a Tile,
    /// How it came to be.
    pub birth: Birth,
    /// How long ago, as a part of the time that it takes to appear; at most 1.
    pub age: f64,
    /// The cell it comes from.
    pub from: Cell,
    /// The cell it goes to.
    pub to: Cell,
    /// How far it has got.
    pub way: f64,
}

/// A turn as a picture that moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// What lies below the tiles.
    ground: Board,
    sprites: Vec<Sprite>,
    length: f64,
    /// What the times above are multiplied by.
    pace: f64,
    start: f64,
}

impl Motion {
    /// How a turn came from the board `before` to that of the game, beginning
    /// at the time `start`; `None` if there is nothing to be seen of it. The
    /// times are multiplied by `pace`.
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
        let mut script = Script::default();
        for (cell, content) in contents {
            script.appear(*cell, content.clone(), Birth::Before, 0.0);
        }
        let end = script.tell(turn, 0.0);
        if !script.changed {
            return None;
        }
        let mut sprites = script.sprites;
        let length = sprites
            .iter()
            .filter(|sprite| sprite.birth != Birth::Before)
            .map(|sprite| sprite.way[0].0 + POP)
            .fold(end, f64::max);
        paint(&mut sprites, before, painter, game, start);
        let pace = pace * (TURN / length).min(1.0);
        let mut ground = before.clone();
        for look in ground.rows.iter_mut().flatten() {
            if matches!(look, Look::Tile(_)) {
                *look = Look::Empty;
            }
        }
        Some(Motion { ground, sprites, length, pace, start })
    }

    /// Whether it has ended.
    pub fn is_over(&self, now: f64) -> bool {
        now - self.start >= self.length * self.pace
    }

    /// What lies below the tiles.
    pub fn ground(&self) -> &Board {
        &self.ground
    }

    /// Where the tiles are, those last that lie above.
    pub fn poses(&self, now: f64) -> Vec<Pose<'_>> {
        let time = (now - self.start) / self.pace;
        let mut poses: Vec<Pose<'_>> = self.sprites.iter().filter_map(|sprite| sprite.pose(time)).collect();
        // What has just come about is seen best.
        poses.sort_by_key(|pose| (pose.birth != Birth::Before, pose.from != pose.to));
        poses
    }
}

impl Sprite {
    fn pose(&self, time: f64) -> Option<Pose<'_>> {
        let (birth, first) = self.way[0];
        if time < birth && self.birth != Birth::Before || time >= self.end {
            return None;
        }
        let next = self.way.iter().position(|(moment, _)| *moment > time).unwrap_or(self.way.len());
        let (from_time, from) = self.way[next.saturating_sub(1)];
        let (to_time, to) = self.way.get(next).copied().unwrap_or((from_time, from));
        let way = if to_time > from_time {
            ((time - from_time) / (to_time - from_time)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (from, to) = if next == 0 { (first, first) } else { (from, to) };
        let age = if self.birth == Birth::Before { 1.0 } else { ((time - birth) / POP).min(1.0) };
        Some(Pose { tile: self.tile.as_ref()?, birth: self.birth, age, from, to, way })
    }
}

/// Follows what a turn tells.
#[derive(Default)]
struct Script {
    sprites: Vec<Sprite>,
    /// The sprite in each cell.
    places: BTreeMap<Cell, usize>,
    changed: bool,
}

impl Script {
    /// Adds what happened in a turn that begins at the time `start`; gives
    /// the time of its end.
    fn tell(&mut self, turn: &Turn, start: f64) -> f64 {
        let passes = turn.events.iter().filter_map(|event| match event {
            Event::Slide { pass, .. } | Event::Merge { pass, .. } => Some(*pass + 1),
            _ => None,
        });
        let step = STEP.min(SLIDE / passes.max().unwrap_or(1) as f64);
        let mut now = start;
        for event in &turn.events {
            match event {
                Event::Slide { pass, tile, from, to } => {
                    let begin = start + *pass as f64 * step;
                    self.slide(tile, *from, *to, begin, begin + step);
                    now = now.max(begin + step);
                }
                Event::Merge { pass, inputs, outputs, .. } => {
                    let begin = start + *pass as f64 * step;
                    self.merge(inputs, outputs, begin, begin + step);
                    now = now.max(begin + step);
                }
                Event::EndOfTurnRule { cell, outputs, .. } => {
                    self.vanish(*cell, now);
                    for (cell, tile) in outputs {
                        self.appear(*cell, tile.clone(), Birth::Merged, now);
                    }
                }
                Event::Spawn { cell, tile, .. } => self.appear(*cell, tile.clone(), Birth::Appeared, now),
                Event::Replaced { cell, after, .. } => {
                    self.appear(*cell, after.clone(), Birth::Appeared, now);
                }
                Event::AutoMove { turn, .. } => now = self.tell(turn, now),
                _ => {}
            }
        }
        now
    }

    fn slide(&mut self, tile: &Value, from: Cell, to: Cell, begin: f64, end: f64) {
        let Some(sprite) = self.sprite_in(from, tile, begin) else { return };
        let way = &mut self.sprites[sprite].way;
        if way.last().is_some_and(|(moment, _)| *moment < begin) {
            way.push((begin, from));
        }
        way.push((end, to));
        self.places.insert(to, sprite);
        self.changed = true;
    }

    /// The inputs go to where the first output will be.
    fn merge(&mut self, inputs: &[(Cell, Value)], outputs: &[(Cell, Value)], begin: f64, end: f64) {
        let goal = outputs.first().or(inputs.last()).map(|(cell, _)| *cell);
        for (cell, tile) in inputs {
            let (Some(sprite), Some(goal)) = (self.sprite_in(*cell, tile, begin), goal) else { continue };
            let sprite = &mut self.sprites[sprite];
            if sprite.way.last().is_some_and(|(moment, _)| *moment < begin) {
                sprite.way.push((begin, *cell));
            }
            sprite.way.push((end, goal));
            sprite.end = end;
        }
        for (cell, tile) in outputs {
            self.appear(*cell, tile.clone(), Birth::Merged, end);
        }
        self.changed = true;
    }

    /// Takes the sprite out of a cell; there is one if all goes by the rules.
    fn sprite_in(&mut self, cell: Cell, tile: &Value, now: f64) -> Option<usize> {
        if !self.places.contains_key(&cell) {
            self.appear(cell, tile.clone(), Birth::Before, now);
        }
        self.places.remove(&cell)
    }

    /// Puts a content into a cell, instead of what is there.
    fn appear(&mut self, cell: Cell, content: Value, birth: Birth, now: f64) {
        self.vanish(cell, now);
        self.changed |= birth != Birth::Before;
        if content.as_array().is_some() {
            let sprite = Sprite { content, tile: None, birth, way: vec![(now, cell)], end: f64::INFINITY };
            self.places.insert(cell, self.sprites.len());
            self.sprites.push(sprite);
        }
    }

    fn vanish(&mut self, cell: Cell, now: f64) {
        if let Some(sprite) = self.places.remove(&cell) {
            self.sprites[sprite].end = self.sprites[sprite].end.min(now);
        }
    }
}

/// Gives the sprites their looks: those that were there keep theirs.
fn paint(sprites: &mut [Sprite], before: &Board, painter: &Painter, game: &State, now: f64) {
    let mut missing = Vec::new();
    for (index, sprite) in sprites.iter_mut().enumerate() {
        let (moment, cell) = sprite.way[0];
        let look = before.rows.get(cell.row).and_then(|row| row.get(cell.column));
        match look {
            Some(Look::Tile(tile)) if sprite.birth == Birth::Before && moment == 0.0 => {
                sprite.tile = Some(tile.clone());
            }
            _ => missing.push((index, (sprite.way[sprite.way.len() - 1].1, sprite.content.clone()))),
        }
    }
    let (indices, contents): (Vec<usize>, Vec<(Cell, Value)>) = missing.into_iter().unzip();
    for (index, look) in indices.into_iter().zip(painter.looks(game, now, before, &contents)) {
        if let Look::Tile(tile) = look {
            sprites[index].tile = Some(tile);
        }
    }
}

/// The tiles of a game.
pub fn contents(game: &State) -> BTreeMap<Cell, Value> {
    let cells =
        (0..game.height()).flat_map(|row| (0..game.width()).map(move |column| Cell::new(row, column)));
    let tile =
        |cell: Cell| Some((cell, game.cell(cell).filter(|content| content.as_array().is_some())?.clone()));
    cells.filter_map(tile).collect()
}

#[cfg(test)]
mod tests {
    use polymerge::{Game, Mode};

    use super::*;

    fn game(name: &str) -> Game {
        Mode::built_in(name).unwrap().compile().unwrap().start(7).unwrap()
    }

    /// Whatever happens in a turn, at its end the tiles are where the game
    /// has them.
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
