//! The picture of a game: painted once per change, animated by turns, seen through a camera.

use std::collections::BTreeMap;

use polymerge::{Cell, Rules, State, Turn, Value};
use polymerge_app::board::{Board, InfoBox, Painter, Tile};

use super::grid::Camera;
use super::motion::Motion;
use super::theme::Theme;
use super::view::{Arrow, HitAreas, Scene};

/// The speed of tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// The original speed.
    #[default]
    Normal,
    /// Twice the speed.
    Fast,
    /// Half the speed.
    Slow,
    /// No animation: tiles are at their goals at once.
    Off,
}

impl Speed {
    /// All speeds: name, speed, and the factor of times.
    const ALL: [(&'static str, Speed, f64); 4] = [
        ("normal", Speed::Normal, 1.0),
        ("fast", Speed::Fast, 0.5),
        ("slow", Speed::Slow, 2.0),
        ("off", Speed::Off, 0.0),
    ];

    fn place(self) -> usize {
        Speed::ALL.iter().position(|(_, speed, _)| *speed == self).unwrap_or(0)
    }

    /// Returns the name in the configuration.
    pub fn name(self) -> &'static str {
        Speed::ALL[self.place()].0
    }

    /// Returns the speed of this name.
    pub fn of_name(name: &str) -> Option<Speed> {
        Speed::ALL.iter().find(|(known, ..)| *known == name).map(|(_, speed, _)| *speed)
    }

    /// Returns the next speed.
    #[must_use]
    pub fn next(self) -> Speed {
        Speed::ALL[(self.place() + 1) % Speed::ALL.len()].1
    }

    fn pace(self) -> f64 {
        Speed::ALL[self.place()].2
    }
}

/// The milliseconds after which boxes are painted again: they may show the time.
const BOXES: f64 = 500.0;

/// The range of the zoom.
const ZOOM: std::ops::RangeInclusive<i8> = -12..=12;

/// The picture of a game.
pub struct Picture {
    painter: Painter,
    board: Board,
    boxes: Vec<InfoBox>,
    next: Vec<Tile>,
    /// The signs of the directions.
    signs: Vec<String>,
    directions: Vec<Arrow>,
    contents: BTreeMap<Cell, Value>,
    motion: Option<Motion>,
    /// The view of the board.
    pub camera: Camera,
    /// The areas that react to the mouse.
    pub hits: HitAreas,
    /// The speed of tiles.
    pub speed: Speed,
    painted: f64,
}

impl Picture {
    /// Paints a game.
    pub fn new(rules: &Rules, game: &State, now: f64, speed: Speed) -> Picture {
        let painter = Painter::new(game.rules().mode());
        let mut picture = Picture {
            board: painter.board(game, now),
            painter,
            boxes: Vec::new(),
            next: Vec::new(),
            signs: rules
                .directions()
                .iter()
                .map(|own| own.sign.clone().unwrap_or_else(|| own.index.to_string()))
                .collect(),
            directions: Vec::new(),
            contents: BTreeMap::new(),
            motion: None,
            camera: Camera::default(),
            hits: HitAreas::default(),
            speed,
            painted: now,
        };
        picture.show(game, now);
        picture
    }

    /// Paints a state without animation.
    pub fn show(&mut self, game: &State, now: f64) {
        self.motion = None;
        self.board = self.painter.board(game, now);
        self.next = self.painter.next(game, now);
        self.contents = polymerge::motion::contents(game);
        self.directions = self.arrows(game);
        self.look_at_boxes(game, now);
    }

    fn look_at_boxes(&mut self, game: &State, now: f64) {
        self.boxes = self.painter.boxes(game, now);
        self.painted = now;
    }

    /// Paints a state after a turn, at the game's time `time`, and starts the animation at `now`.
    pub fn turn(&mut self, turn: &Turn, game: &State, time: f64, now: f64) {
        let before = (self.board.clone(), std::mem::take(&mut self.contents));
        self.show(game, time);
        self.painted = now;
        if self.speed != Speed::Off {
            let pace = self.speed.pace();
            self.motion = Motion::new(turn, &before.0, &before.1, &self.painter, game, now, pace);
        }
        self.follow(&before.1);
    }

    /// Moves the view to the changes of a turn, if none of them is visible.
    fn follow(&mut self, before: &BTreeMap<Cell, Value>) {
        let Some(grid) = self.hits.grid.filter(|grid| grid.more().contains(&true)) else { return };
        let filled = self.contents.iter().filter(|(cell, tile)| before.get(cell) != Some(tile));
        let mut changed: Vec<Cell> = filled.map(|(cell, _)| *cell).collect();
        if changed.is_empty() {
            changed.extend(before.keys().filter(|cell| !self.contents.contains_key(cell)));
        }
        let first = changed.first().copied();
        if let Some(first) = first.filter(|_| !changed.iter().any(|cell| grid.shows(*cell))) {
            self.camera.corner = grid.corner_for(first);
        }
    }

    /// Ends the animation at once.
    pub fn rest(&mut self) {
        self.motion = None;
    }

    /// Ends an animation whose time is over.
    pub fn settle(&mut self, now: f64) {
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
    }

    /// Lets time pass. Returns true if the picture may differ.
    pub fn tick(&mut self, game: &State, now: f64) -> bool {
        let moving = self.motion.is_some();
        self.settle(now);
        // Looks that depend on the time change as often as the mode says.
        if now - self.painted >= game.rules().mode().display_interval.max(BOXES) && !self.is_moving() {
            self.board = self.painter.board(game, now);
            self.look_at_boxes(game, now);
            return true;
        }
        if now - self.painted >= BOXES {
            self.look_at_boxes(game, now);
            return true;
        }
        moving
    }

    /// Returns true while something moves.
    pub fn is_moving(&self) -> bool {
        self.motion.is_some()
    }

    /// Returns the best tile so far.
    pub fn best(&self, game: &State, now: f64) -> Option<Tile> {
        self.painter.best(game, now)
    }

    /// Returns the board of a game that has ended.
    pub fn faded(&self, game: &State, now: f64) -> Board {
        self.board.faded(self.best(game, now).as_ref())
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the boxes around the board.
    pub fn boxes(&self) -> &[InfoBox] {
        &self.boxes
    }

    /// Returns the directions, with the blocked ones marked.
    pub fn directions(&self) -> &[Arrow] {
        &self.directions
    }

    /// Makes cells larger or smaller.
    pub fn zoom(&mut self, by: i8) {
        self.camera.zoom = (self.camera.zoom + by).clamp(*ZOOM.start(), *ZOOM.end());
    }

    /// Moves the view over a board that does not fit.
    pub fn pan(&mut self, rows: i32, columns: i32) {
        if let Some(grid) = &self.hits.grid {
            self.camera.corner = grid.moved(rows, columns);
        }
    }

    /// Brings a cell into view.
    pub fn bring(&mut self, cell: Cell) {
        if let Some(grid) = self.hits.grid.filter(|grid| !grid.shows(cell)) {
            self.camera.corner = grid.corner_for(cell);
        }
    }

    /// Returns the cell at a place on the screen.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        self.hits.grid?.at(&self.board, column, row)
    }

    /// Returns the directions, with the blocked ones marked.
    fn arrows(&self, game: &State) -> Vec<Arrow> {
        let open = game.legal_moves().unwrap_or_else(|_| (0..self.signs.len()).collect());
        let arrow =
            |(index, sign): (usize, &String)| Arrow { label: sign.clone(), open: open.contains(&index) };
        self.signs.iter().enumerate().map(arrow).collect()
    }

    /// Returns the scene of the game alone, without messages and panels.
    pub fn scene<'a>(&'a self, title: &'a str, theme: Theme, now: f64) -> Scene<'a> {
        Scene {
            title,
            boxes: &self.boxes,
            next: &self.next,
            board: &self.board,
            motion: self.motion.as_ref().map(|motion| (motion, now)),
            camera: self.camera,
            cursor: None,
            directions: self.directions.clone(),
            commands: Vec::new(),
            notice: None,
            progress: None,
            panel: None,
            aside: None,
            theme,
        }
    }
}
