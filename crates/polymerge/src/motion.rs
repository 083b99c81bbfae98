//! Turns as they happen: tiles on their ways, for programs that animate them.
//!
//! A [`Turn`] tells everything in order; a [`Script`] is the same as sprites, each with the
//! times of its birth, of the cells on its way, and of its end.

use std::collections::BTreeMap;

use polymerge_rules::{Cell, Event, GameState as State, Turn};

use crate::Value;

/// Milliseconds for a tile to move on by a cell.
pub const STEP: f64 = 45.0;
/// Milliseconds for all that moves at once, at most.
pub const SLIDE: f64 = 150.0;

/// The origin of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Birth {
    /// The tile was there before.
    Before,
    /// The tile was made by a merge.
    Merged,
    /// The tile came from a spawn or a script.
    Appeared,
}

/// A tile on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// The tile.
    pub content: Value,
    /// The origin of the tile.
    pub birth: Birth,
    /// The cells of the tile and the times at which it is there, in milliseconds and in order; the
    /// first is its birth.
    pub way: Vec<(f64, Cell)>,
    /// The time at which the tile goes; infinite if it is still there.
    pub end: f64,
}

impl Sprite {
    /// Goes from one cell to another, after resting in the first.
    fn go(&mut self, from: Cell, to: Cell, begin: f64, end: f64) {
        if self.way.last().is_some_and(|(moment, _)| *moment < begin) {
            self.way.push((begin, from));
        }
        self.way.push((end, to));
    }
}

/// Follows what turns tell, one after another.
///
/// ```
/// use polymerge::motion::{Birth, Script};
/// use polymerge::Mode;
///
/// let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
/// let mut script = Script::of(game.state());
/// let turn = game.play(2)?;
/// let end = script.tell(&turn, 0.0);
/// assert!(script.has_changed() && end <= 150.0);
/// let appeared = script.sprites().iter().filter(|sprite| sprite.birth == Birth::Appeared);
/// assert_eq!(appeared.count(), 1);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Script {
    sprites: Vec<Sprite>,
    /// The sprite in each cell.
    places: BTreeMap<Cell, usize>,
    changed: bool,
}

impl Script {
    /// The tiles of a game, each where it lies.
    pub fn of(game: &State) -> Script {
        Script::of_contents(&contents(game))
    }

    /// Tiles, each where it lies.
    pub fn of_contents(contents: &BTreeMap<Cell, Value>) -> Script {
        let mut script = Script::default();
        for (cell, content) in contents {
            script.appear(*cell, content.clone(), Birth::Before, 0.0);
        }
        script
    }

    /// The tiles that there were, in the order of their births.
    pub fn sprites(&self) -> &[Sprite] {
        &self.sprites
    }

    /// The sprites, when nothing more is to be told.
    pub fn into_sprites(self) -> Vec<Sprite> {
        self.sprites
    }

    /// Returns true if anything has moved, come or gone.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// Adds what happened in a turn that begins at the time `start`, in milliseconds; gives
    /// the time of its end. Times of a turn are as they are seen best, and may be stretched
    /// or shortened together.
    pub fn tell(&mut self, turn: &Turn, start: f64) -> f64 {
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
        self.sprites[sprite].go(from, to, begin, end);
        self.places.insert(to, sprite);
        self.changed = true;
    }

    /// The inputs go to where the first output will be.
    fn merge(&mut self, inputs: &[(Cell, Value)], outputs: &[(Cell, Value)], begin: f64, end: f64) {
        let goal = outputs.first().or(inputs.last()).map(|(cell, _)| *cell);
        for (cell, tile) in inputs {
            let (Some(sprite), Some(goal)) = (self.sprite_in(*cell, tile, begin), goal) else { continue };
            let sprite = &mut self.sprites[sprite];
            sprite.go(*cell, goal, begin, end);
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
            let sprite = Sprite { content, birth, way: vec![(now, cell)], end: f64::INFINITY };
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

/// The tiles of a game, by their cells.
pub fn contents(game: &State) -> BTreeMap<Cell, Value> {
    let cells =
        (0..game.height()).flat_map(|row| (0..game.width()).map(move |column| Cell::new(row, column)));
    let tile =
        |cell: Cell| Some((cell, game.cell(cell).filter(|content| content.as_array().is_some())?.clone()));
    cells.filter_map(tile).collect()
}
