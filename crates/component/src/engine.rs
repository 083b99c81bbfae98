//! The resources of an engine and of its positions: searching.

use std::cell::RefCell;
use std::rc::Rc;

use polymerge::engine::{self, Direct, Spawns, directions_in};
use polymerge::{Engine, Position, Rng, Rules, Screen, TurnError};

use crate::bindings::exports::polymerge::engine::games;
use crate::bindings::exports::polymerge::engine::games::{
    Afterstate, Fault, Game, GameBorrow, GuestEngine, GuestPosition, Moved, Spawn, Spawning, Standing, Status,
};
use crate::game::{OwnGame, kinds, numbers};

/// An engine of rules, which its positions share.
pub struct OwnEngine(Rc<Owner>);

/// An engine with its rules.
struct Owner {
    rules: Rules,
    engine: RefCell<Engine>,
}

/// How a game stands within an engine.
pub struct OwnPosition {
    owner: Rc<Owner>,
    place: RefCell<Place>,
}

/// A position, and what is kept for it.
#[derive(Clone)]
struct Place {
    position: Position,
    /// The random numbers to come. The player plays by such numbers, too: turns by others would be
    /// the same code again.
    random: Direct<Rng>,
    /// The spawns after the direction that was looked at last: copies share them, so that each is
    /// placed without finding them again.
    found: Option<(u32, Rc<Spawns>)>,
}

impl OwnEngine {
    /// An engine of rules.
    pub fn of(rules: &Rules) -> Result<OwnEngine, Fault> {
        let mut engine = rules.engine()?;
        engine.number_first_kinds();
        Ok(OwnEngine(Rc::new(Owner { rules: rules.clone(), engine: RefCell::new(engine) })))
    }

    fn made(&self, position: Position, random: Rng) -> games::Position {
        made(&self.0, Place { position, random: Direct(random), found: None })
    }
}

fn made(owner: &Rc<Owner>, place: Place) -> games::Position {
    games::Position::new(OwnPosition { owner: Rc::clone(owner), place: RefCell::new(place) })
}

impl GuestEngine for OwnEngine {
    fn start(&self, seed: u64) -> Result<games::Position, Fault> {
        let mut random = Rng::new(seed);
        let position = self.0.engine.borrow_mut().start(&mut random)?;
        Ok(self.made(position, random))
    }

    fn position(&self, game: GameBorrow<'_>, seed: u64) -> Result<games::Position, Fault> {
        let state = game.get::<OwnGame>().state();
        let position = self.0.engine.borrow_mut().position(state)?;
        Ok(self.made(position, Rng::new(seed)))
    }

    fn resume(&self, text: String, seed: u64) -> Result<games::Position, Fault> {
        let position = self.0.engine.borrow_mut().of_snapshot(&text)?;
        Ok(self.made(position, Rng::new(seed)))
    }

    fn kinds(&self) -> Result<String, Fault> {
        kinds(self.0.engine.borrow().kinds())
    }
}

/// A spawn as hosts have it.
fn shown(spawn: &engine::Spawn) -> Spawn {
    Spawn {
        row: spawn.cell.row as u32,
        column: spawn.cell.column as u32,
        kind: i32::try_from(spawn.kind).unwrap_or(engine::Kind::TILE_WITHOUT_NUMBER),
        probability: spawn.probability,
    }
}

impl OwnPosition {
    /// Changes the position; returns what has moved.
    fn change(
        &self,
        change: impl FnOnce(&mut Engine, &mut Position, &mut Direct<Rng>) -> Result<bool, TurnError>,
    ) -> Result<Moved, Fault> {
        let place = &mut *self.place.borrow_mut();
        let before = place.position.score();
        let anything = change(&mut self.owner.engine.borrow_mut(), &mut place.position, &mut place.random)?;
        place.found = None;
        Ok(Moved { anything, points: place.position.score() - before })
    }

    /// Finds what a direction does before anything spawns, and keeps the list of spawns.
    fn look(&self, direction: u32) -> Result<Option<(engine::Afterstate, Spawning)>, Fault> {
        let (mut engine, mut place) = (self.owner.engine.borrow_mut(), self.place.borrow_mut());
        let Some(after) = engine.afterstate(&place.position, direction as usize)? else { return Ok(None) };
        let spawns = engine.spawns(&after)?;
        let spawning = match &spawns {
            Spawns::Nothing => Spawning::Nothing,
            Spawns::Sampled => Spawning::Sampled,
            Spawns::Exact(list) => Spawning::Listed(list.iter().map(shown).collect()),
        };
        place.found = Some((direction, spawns.into()));
        Ok(Some((after, spawning)))
    }

    fn read<T: Clone + Default>(
        &self,
        read: impl FnOnce(&mut Engine, &Position, &mut [T]) -> Result<usize, TurnError>,
    ) -> Result<Vec<T>, Fault> {
        numbers(&mut self.owner.engine.borrow_mut(), &self.place.borrow().position, read)
    }
}

impl GuestPosition for OwnPosition {
    fn copy(&self) -> games::Position {
        made(&self.owner, self.place.borrow().clone())
    }

    fn reseed(&self, seed: u64) {
        self.place.borrow_mut().random = Direct(Rng::new(seed));
    }

    fn play(&self, direction: u32) -> Result<Moved, Fault> {
        // By the plain numbers, as a game of the seed is played.
        self.change(|engine, position, random| engine.play(position, direction as usize, &mut random.0))
    }

    fn afterstate(&self, direction: u32) -> Result<Afterstate, Fault> {
        let Some((after, spawning)) = self.look(direction)? else {
            let moved = Moved { anything: false, points: 0.0 };
            return Ok(Afterstate { moved, spawning: Spawning::ByChance, board: None });
        };
        let place = Place { position: after.board().clone(), found: None, ..self.place.borrow().clone() };
        let moved = Moved { anything: after.moved(), points: after.points() };
        Ok(Afterstate { moved, spawning, board: Some(made(&self.owner, place)) })
    }

    fn play_spawn(&self, direction: u32, spawn: Spawn) -> Result<Moved, Fault> {
        let found = self.place.borrow().found.clone().filter(|(of, _)| *of == direction);
        let spawns = match found {
            Some((_, spawns)) => spawns,
            None => {
                let mut engine = self.owner.engine.borrow_mut();
                let spawns = engine.spawns_after(&self.place.borrow().position, direction as usize)?;
                let spawns = Rc::new(spawns);
                self.place.borrow_mut().found = Some((direction, Rc::clone(&spawns)));
                spawns
            }
        };
        let Spawn { row, column, kind, .. } = spawn;
        // Numbers below 0 are no kinds.
        let kind = u32::try_from(kind).unwrap_or(engine::Kind::NOT_NUMBERED);
        let chosen = spawns.find(row as usize, column as usize, kind)?;
        self.change(|engine, position, random| {
            engine.play_spawn(position, direction as usize, chosen, random)
        })
    }

    fn play_on(&self) -> Result<(), Fault> {
        self.change(|engine, position, _| engine.continue_after_win(position).map(|()| false)).map(drop)
    }

    fn legal(&self) -> Result<Vec<u32>, Fault> {
        let mask = self.owner.engine.borrow_mut().legal(&self.place.borrow().position)?;
        Ok(directions_in(mask).into_iter().map(|direction| direction as u32).collect())
    }

    fn status(&self) -> Result<Status, Fault> {
        let legal = self.legal()?;
        let (place, mut engine) = (self.place.borrow(), self.owner.engine.borrow_mut());
        let position = &place.position;
        let won = position.screen() == Screen::Win;
        let standing = match won {
            true => Standing::Won,
            false if legal.is_empty() && engine.is_over(position)? => Standing::Over,
            false => Standing::Playing,
        };
        Ok(Status {
            standing,
            can_go_on: won && engine.rules().postgame_allowed(),
            was_won: position.won(),
            score: position.score(),
            moves: position.moves() as u64,
            legal,
            rows: position.height() as u32,
            columns: position.width() as u32,
        })
    }

    fn kinds(&self) -> Result<Vec<i32>, Fault> {
        self.read(Engine::observe)
    }

    fn values(&self) -> Result<Vec<f64>, Fault> {
        self.read(Engine::read_values)
    }

    fn levels(&self) -> Result<Vec<f32>, Fault> {
        self.read(Engine::read_levels)
    }

    fn text(&self) -> Result<String, Fault> {
        Ok(self.owner.engine.borrow().snapshot(&self.place.borrow().position)?)
    }

    fn game(&self) -> Result<Game, Fault> {
        let place = self.place.borrow();
        let state = self.owner.engine.borrow().game(&place.position)?;
        Ok(Game::new(OwnGame::of(self.owner.rules.continued(state, place.random.0.clone(), 0.0)?)))
    }
}
