//! Games played from their start to their end: the one place that says which presses are
//! turns, and how games end. Statistics, checks, benches and trials all count by it.

use std::sync::Arc;

use crate::error::TurnError;
use crate::game::event::Turn;
use crate::game::{GameState, Screen};
use crate::random::{Randomness, Rng};
use crate::ruleset::Ruleset;
use crate::world::World;

/// The time between two presses, in milliseconds.
const STEP: f64 = 500.0;

/// Directions are drawn or pressed in vain this many times as often as there are any before
/// the game is asked whether one is left.
const MAX_IDLE_PRESSES: usize = 16;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// No direction moves anything any more.
    Stuck,
    /// The mode says that it is lost, although a direction is left.
    Lost,
    /// The game was won, and the mode does not let it go on.
    Won,
    /// The game was left before its end.
    Cut,
}

/// The directions of a game.
pub trait Pressable {
    /// Number of directions of the mode.
    fn directions(&self) -> usize;

    /// Tells whether a direction is not blacked out.
    fn is_available(&self, direction: usize) -> bool;

    /// The directions that are neither blacked out nor blocked by the mode, whatever the
    /// screen shows.
    ///
    /// # Errors
    /// The mode's expression for blocked directions fails.
    fn pressable(&self) -> Result<Vec<usize>, TurnError>;
}

/// A game with all that it takes to play it.
pub trait Playable {
    /// The game in which directions are chosen.
    type Game: Pressable;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// The screen that the player has in front of them.
    fn screen(&self) -> Screen;

    /// Tells whether the mode lets games go on after a win.
    fn has_postgame(&self) -> bool;

    /// Plays on after a win.
    ///
    /// # Errors
    /// As [`GameState::continue_after_win`].
    fn play_on(&mut self) -> Result<(), TurnError>;

    /// Presses a direction. Gives whether anything moved.
    ///
    /// # Errors
    /// As [`GameState::play`].
    fn press(&mut self, direction: usize) -> Result<bool, TurnError>;

    /// Returns true if the game is over: by its screen, or because no direction moves anything.
    ///
    /// # Errors
    /// As [`GameState::is_over`].
    fn is_over(&mut self) -> Result<bool, TurnError>;
}

/// Chooses the directions of games.
pub trait Chooser {
    /// Begins the choices for the game of a seed. They have random numbers of their own, so that a
    /// seed is one game with every chooser.
    fn begin(&mut self, seed: u64);

    /// The direction to press; `None` if there is none.
    ///
    /// # Errors
    /// The mode's expression for blocked directions fails, or a turn that is tried out.
    fn choose(&mut self, game: &GameState) -> Result<Option<usize>, TurnError>;
}

impl Pressable for GameState {
    fn directions(&self) -> usize {
        self.directions_available().len()
    }

    fn is_available(&self, direction: usize) -> bool {
        self.directions_available().get(direction) == Some(&true)
    }

    fn pressable(&self) -> Result<Vec<usize>, TurnError> {
        self.unblocked()
    }
}

/// Draws directions at random: each that moves something has the same chance.
#[derive(Clone, Debug)]
pub struct RandomMoves {
    choice: Rng,
    draws: u64,
}

impl RandomMoves {
    /// Creates the choice for the game of a seed. The choice has a stream of its own, so that the
    /// game is that of its seed, however many numbers are drawn here.
    pub fn new(seed: u64) -> RandomMoves {
        RandomMoves { choice: Rng::new(!seed), draws: 0 }
    }

    /// A direction to press; `None` if there is none. One that turns out to move nothing is
    /// blacked out then, so that drawing again gives every other one the same chance.
    ///
    /// # Errors
    /// The mode's expression for blocked directions fails.
    #[inline]
    pub fn choose(&mut self, game: &impl Pressable) -> Result<Option<usize>, TurnError> {
        let directions = game.directions();
        for _ in 0..MAX_IDLE_PRESSES * directions {
            let direction = self.draw(directions);
            if game.is_available(direction) {
                return Ok(Some(direction));
            }
        }
        let left = game.pressable()?;
        let place = self.draw(left.len());
        Ok(left.get(place).copied())
    }

    /// Number of directions that were drawn.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    #[inline]
    fn draw(&mut self, count: usize) -> usize {
        self.draws += 1;
        (self.choice.next().unwrap_or_default() * count as f64) as usize
    }
}

impl Chooser for RandomMoves {
    fn begin(&mut self, seed: u64) {
        *self = RandomMoves::new(seed);
    }

    fn choose(&mut self, game: &GameState) -> Result<Option<usize>, TurnError> {
        RandomMoves::choose(self, game)
    }
}

/// The result of a step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A turn: this direction moved something.
    Turn(usize),
    /// The end of the game.
    End(Ending),
}

/// Presses the directions that are chosen until one moves something or the game is over.
/// Presses in vain are no turns. Wins are played on from where the mode allows it. Where
/// nothing is chosen, directions that are left are pressed all the same: only that shows
/// whether scripts of the mode come to the rescue.
///
/// # Errors
/// A turn or the choice fails; the game is as before.
#[inline]
pub fn make_turn<P: Playable>(
    play: &mut P,
    mut choose: impl FnMut(&mut P) -> Result<Option<usize>, TurnError>,
) -> Result<Step, TurnError> {
    let max_idle_presses = MAX_IDLE_PRESSES * play.game().directions();
    let (mut idle, mut refused) = (0, 0);
    loop {
        if let Some(ending) = settle(play)? {
            return Ok(Step::End(ending));
        }
        let direction = match choose(play)? {
            Some(direction) => direction,
            None => match play.game().pressable()?.first() {
                Some(direction) => *direction,
                None => return Ok(Step::End(Ending::Stuck)),
            },
        };
        match play.press(direction) {
            Ok(true) => return Ok(Step::Turn(direction)),
            Ok(false) => idle += 1,
            Err(TurnError::Refused(_)) => refused += 1,
            Err(error) => return Err(error),
        }
        // Scripts may free directions again and again.
        if idle > max_idle_presses {
            return Ok(Step::End(Ending::Stuck));
        }
        if refused > max_idle_presses {
            if settle(play)?.is_none() && play.game().pressable()?.is_empty() {
                return Ok(Step::End(Ending::Stuck));
            }
            refused = 0;
        }
    }
}

/// Makes a turn as [`make_turn`] does if turns are left, or else gives how the game has ended.
///
/// # Errors
/// As [`make_turn`].
pub fn make_turn_of<P: Playable>(
    play: &mut P,
    turns_left: u64,
    choose: impl FnMut(&mut P) -> Result<Option<usize>, TurnError>,
) -> Result<Step, TurnError> {
    match settle(play)? {
        Some(ending) => Ok(Step::End(ending)),
        None if turns_left > 0 => make_turn(play, choose),
        None if play.is_over()? => Ok(Step::End(Ending::Stuck)),
        None => Ok(Step::End(Ending::Cut)),
    }
}

/// Plays on after a win where the mode allows it. Gives how the game has ended, if it has.
///
/// # Errors
/// As [`Playable::play_on`].
#[inline]
pub fn settle<P: Playable>(play: &mut P) -> Result<Option<Ending>, TurnError> {
    match play.screen() {
        Screen::Play => Ok(None),
        Screen::Win if play.has_postgame() => play.play_on().map(|()| None),
        Screen::Win => Ok(Some(Ending::Won)),
        Screen::GameOver => match play.game().pressable()?.is_empty() {
            true => Ok(Some(Ending::Stuck)),
            false => Ok(Some(Ending::Lost)),
        },
    }
}

/// A game played from its start to its end, by directions that the caller chooses. Half a
/// second passes between two presses.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let (mut playout, _) = Playout::start(rules, Rng::new(7), 1000)?;
/// let mut moves = RandomMoves::new(7);
/// while playout.step(|game| moves.choose(game), |_, _| {})? {}
/// assert_eq!(playout.ending(), Some(Ending::Stuck));
/// assert_eq!(playout.turns() as f64, playout.game().manual_moves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playout<R = Rng> {
    game: GameState,
    random: R,
    now: f64,
    turns: u64,
    most_turns: u64,
    won_at: Option<u64>,
    pressed: Option<usize>,
    ending: Option<Ending>,
}

impl<R: Randomness> Playout<R> {
    /// Starts a game, of which at most so many turns are played. Gives what happens at its
    /// start, too.
    ///
    /// # Errors
    /// As [`GameState::new`].
    pub fn start(
        rules: Arc<Ruleset>,
        mut random: R,
        most_turns: u64,
    ) -> Result<(Playout<R>, Turn), TurnError> {
        let (game, start) = GameState::new(rules, &mut World::new(&mut random, 0.0))?;
        let mut playout = Playout {
            game,
            random,
            now: 0.0,
            turns: 0,
            most_turns,
            won_at: None,
            pressed: None,
            ending: None,
        };
        if playout.game.screen() == Screen::Win {
            playout.won_at = Some(0);
        }
        Ok((playout, start))
    }

    /// Makes a turn, in a direction that is chosen. `see` is told of all that happens, with
    /// the game after it. Gives whether there is more to play.
    ///
    /// # Errors
    /// A turn or the choice fails. What came of the game before that stays.
    pub fn step(
        &mut self,
        mut choose: impl FnMut(&GameState) -> Result<Option<usize>, TurnError>,
        see: impl FnMut(&GameState, &Turn),
    ) -> Result<bool, TurnError> {
        if self.ending.is_some() {
            return Ok(false);
        }
        self.pressed = None;
        let turns_left = self.most_turns - self.turns.min(self.most_turns);
        let mut seen = Seen { playout: self, see };
        match make_turn_of(&mut seen, turns_left, |seen| choose(&seen.playout.game))? {
            Step::Turn(_) => Ok(true),
            Step::End(ending) => {
                self.ending = Some(ending);
                Ok(false)
            }
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// The time of the game.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Number of turns so far: presses that moved something.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Returns the number of turns after which the game was won for the first time.
    pub fn won_at(&self) -> Option<u64> {
        self.won_at
    }

    /// The direction that was pressed last in the last step, if any was.
    pub fn pressed(&self) -> Option<usize> {
        self.pressed
    }

    /// The end that the game has come to, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }
}

/// A playout with a callback that sees its turns.
struct Seen<'p, R, S> {
    playout: &'p mut Playout<R>,
    see: S,
}

impl<R: Randomness, S: FnMut(&GameState, &Turn)> Seen<'_, R, S> {
    /// Does something to the game, tells what happened, and notes a win.
    fn change(
        &mut self,
        work: impl FnOnce(&mut GameState, &mut World<'_>) -> Result<Turn, TurnError>,
    ) -> Result<Turn, TurnError> {
        let Playout { game, random, now, turns, won_at, .. } = &mut *self.playout;
        let turn = work(game, &mut World::new(random, *now))?;
        *turns += u64::from(turn.moved);
        if game.screen() == Screen::Win {
            won_at.get_or_insert(*turns);
        }
        (self.see)(game, &turn);
        Ok(turn)
    }
}

impl<R: Randomness, S: FnMut(&GameState, &Turn)> Playable for Seen<'_, R, S> {
    type Game = GameState;

    fn game(&self) -> &GameState {
        &self.playout.game
    }

    fn screen(&self) -> Screen {
        self.playout.game.screen()
    }

    fn has_postgame(&self) -> bool {
        self.playout.game.rules().postgame_allowed()
    }

    fn play_on(&mut self) -> Result<(), TurnError> {
        self.change(|game, world| game.continue_after_win(world)).map(drop)
    }

    fn press(&mut self, direction: usize) -> Result<bool, TurnError> {
        self.playout.now += STEP;
        self.playout.pressed = Some(direction);
        let turn = self.change(|game, world| game.play(direction, world))?;
        self.change(|game, world| game.tick(world))?;
        Ok(turn.moved)
    }

    fn is_over(&mut self) -> Result<bool, TurnError> {
        self.playout.game.is_over()
    }
}
