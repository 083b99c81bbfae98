//! Recorded games: keeping them, and watching them forwards, backwards, from anywhere.

use calcarray::Value;
use polymerge_rules::{
    GameState as State, Mode as Raw, Playback, Replay as Record, Rng, Turn, TurnError, World,
};
use polymerge_savecode::{Content, code_in, decode, encode};

use crate::compiled::Rules;
use crate::error::{Error, ErrorKind, Place};
use crate::game::Game;
use crate::limits::Limits;
use crate::session::Session;

/// The record of a game: its mode with what was drawn before it, what was pressed, and
/// what spawned.
///
/// It is checked as it is watched ([`Replay::player`]).
///
/// ```
/// use polymerge::{Limits, Mode, Replay};
///
/// let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
/// for direction in [0, 2, 0, 2] {
///     game.play(direction).ok();
/// }
/// let code = game.replay_code()?;
/// let mut player = Replay::from_code(&code, &Limits::default())?.player(&Limits::default())?;
/// player.seek(player.length() - 1)?;
/// assert_eq!(player.state().grid(), game.state().grid());
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    name: String,
    mode: Box<Raw>,
    forced_spawns: Value,
    record: Box<Record>,
}

impl Replay {
    /// The record of a state so far, at the time `now`.
    pub fn of_state(state: &State, now: f64) -> Replay {
        Replay {
            name: String::new(),
            mode: state.saved_mode().into(),
            forced_spawns: state.forced_spawns().to_vec().into(),
            record: state.replay(now).into(),
        }
    }

    /// Returns the replay with the content of a Replay code.
    pub(crate) fn of_content(mode: Box<Raw>, forced_spawns: Value, record: Box<Record>) -> Replay {
        Replay { name: String::new(), mode, forced_spawns, record }
    }

    /// Returns this record as that of a game of a built-in mode.
    #[must_use]
    pub fn named(self, name: Option<&str>) -> Replay {
        Replay { name: name.unwrap_or_default().to_owned(), ..self }
    }

    /// Reads a Replay code of any version.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn from_code(code: &str, limits: &Limits) -> Result<Replay, Error> {
        match decode(&code_in(code), &limits.code)?.content {
            Content::Replay { mode, forced_spawns, replay } => {
                Ok(Replay::of_content(mode, forced_spawns, replay))
            }
            other => {
                let message = format!("this is a {} code, not one of a replay", other.kind());
                Err(Error::new(ErrorKind::Code, "no-replay", message))
            }
        }
    }

    /// Returns the Replay code. This is the one place where they are made.
    ///
    /// # Errors
    /// A value can't be written, or one of its times is no moment.
    pub fn to_code(&self) -> Result<String, Error> {
        let times = self.record.timestamps.as_array().map_or(&[][..], |times| times.entries());
        times.iter().filter_map(Value::as_number).try_for_each(|time| World::moment(time).map(drop))?;
        let Replay { mode, forced_spawns, record, .. } = self.clone();
        Ok(encode(&Content::Replay { mode, forced_spawns, replay: record })?)
    }

    /// Returns this record, if playing it again leads to this state, the end of the recorded game.
    /// A Replay code holds moves, clicks and what appeared. Where a mode does more than follows
    /// from these, such as by scripts that run as time passes, a record would show another game.
    ///
    /// # Errors
    /// It stops, or comes to another end; the message says where they differ.
    pub fn checked(self, end: &State, limits: &Limits) -> Result<Replay, Error> {
        self.checked_player(end, limits).map(|_| self)
    }

    /// Returns a player at the start of the record, which has been checked as by
    /// [`Replay::checked`]. It remembers states on the way, so that seeking in it is fast.
    ///
    /// # Errors
    /// As [`Replay::checked`].
    pub fn checked_player(&self, end: &State, limits: &Limits) -> Result<ReplayPlayer, Error> {
        self.checked_player_while(end, limits, |_| true)?.ok_or_else(stopped)
    }

    /// Returns what [`Replay::checked_player`] does, and asks before each step, with the number of
    /// steps so far, whether to go on. `None` if it was stopped.
    ///
    /// # Errors
    /// As [`Replay::checked`].
    pub fn checked_player_while(
        &self,
        end: &State,
        limits: &Limits,
        goes_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<ReplayPlayer>, Error> {
        let seek = |mut player: ReplayPlayer| Ok((player.seek_while(usize::MAX, goes_on)?, player));
        let difference = match self.player(limits).and_then(seek) {
            Ok((false, _)) => return Ok(None),
            Ok((true, mut player)) => match difference(end, player.state()) {
                None => return player.seek(0).map(|()| Some(player)),
                Some(difference) => difference,
            },
            Err(error) => error.to_string(),
        };
        Err(Error::new(
            ErrorKind::Record,
            "replay-differs",
            format!(
                "a replay of this game would show another one ({difference}): it holds moves and \
                 what appeared, and this mode does more; the Game code holds the game as it stands, \
                 seed and moves hold a whole one"
            ),
        ))
    }

    /// Returns the Replay code, which has been read again and played ([`Replay::checked`]).
    ///
    /// # Errors
    /// It does not come to the end of the game, or can't be written, or not be read.
    pub fn to_checked_code(&self, end: &State, limits: &Limits) -> Result<String, Error> {
        self.to_checked_code_while(end, limits, |_| true)?.ok_or_else(stopped)
    }

    /// Returns what [`Replay::to_checked_code`] does, and asks before each step, with the number of
    /// steps so far, whether to go on. `None` if it was stopped.
    ///
    /// # Errors
    /// As [`Replay::to_checked_code`].
    pub fn to_checked_code_while(
        &self,
        end: &State,
        limits: &Limits,
        goes_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<String>, Error> {
        let code = self.to_code()?;
        let read = Replay::from_code(&code, limits)?.named(Some(&self.name));
        Ok(read.checked_player_while(end, limits, goes_on)?.map(|_| code))
    }

    /// The mode of the game, with what was drawn before it.
    pub fn mode(&self) -> &Raw {
        &self.mode
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The number of the direction of each step; `None` of steps that are clicks.
    pub fn directions(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        let steps = self.record.moves_played.as_array().map_or(&[][..], |steps| steps.entries());
        // The first one is the start of the game.
        steps.iter().chain([&self.record.current_move]).skip(1).map(|step| {
            let direction = step.as_array()?.entries().first()?.as_number()?;
            (direction >= 0.0 && direction % 1.0 == 0.0).then_some(direction as usize)
        })
    }

    /// A player at the start of the game.
    ///
    /// # Errors
    /// The mode can't be compiled, or the record does not fit it.
    pub fn player(&self, limits: &Limits) -> Result<ReplayPlayer, Error> {
        let rules = Rules::of_saved((*self.mode).clone(), &self.name, limits)?;
        ReplayPlayer::with(rules, &self.record)
    }
}

impl Game {
    /// The record of the game so far.
    pub fn replay(&self) -> Replay {
        Replay::of_state(self.state(), self.time()).named(self.rules().mode().name())
    }

    /// The record of the game so far, played again to see that it comes to the same end.
    ///
    /// # Errors
    /// The record comes to another end ([`Replay::checked`]).
    pub fn checked_replay(&self) -> Result<Replay, Error> {
        self.replay().checked(self.state(), self.rules().limits())
    }

    /// Returns a player of the record of the game so far, at its start, which has been played to see
    /// that it comes to the same end.
    ///
    /// # Errors
    /// The record comes to another end ([`Replay::checked`]).
    pub fn replay_player(&self) -> Result<ReplayPlayer, Error> {
        self.replay().checked_player(self.state(), self.rules().limits())
    }

    /// Returns what [`Game::replay_player`] does, and asks before each step, with the number of steps
    /// so far, whether to go on. `None` if it was stopped.
    ///
    /// ```
    /// let mut game = polymerge::Mode::built_in("2048")?.compile()?.start(7)?;
    /// game.play(game.legal()?[0])?;
    /// assert!(game.replay_player_while(|step| step < 1)?.is_some());
    /// assert!(game.replay_player_while(|_| false)?.is_none());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::replay_player`].
    pub fn replay_player_while(
        &self,
        goes_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<ReplayPlayer>, Error> {
        self.replay().checked_player_while(self.state(), self.rules().limits(), goes_on)
    }

    /// Returns the Replay code: the whole game so far, after playing it again to see that it comes
    /// to the same end.
    ///
    /// # Errors
    /// The record comes to another end ([`Replay::checked`]), or a value can't be written.
    pub fn replay_code(&self) -> Result<String, Error> {
        self.replay().to_checked_code(self.state(), self.rules().limits())
    }

    /// Returns what [`Game::replay_code`] does, and asks before each step, with the number of steps
    /// so far, whether to go on. `None` if it was stopped.
    ///
    /// # Errors
    /// As [`Game::replay_code`].
    pub fn replay_code_while(&self, goes_on: impl FnMut(usize) -> bool) -> Result<Option<String>, Error> {
        self.replay().to_checked_code_while(self.state(), self.rules().limits(), goes_on)
    }
}

/// Names the first thing that a player sees otherwise at the end of a replay. The order
/// in which tiles were discovered within a turn does not count, nor whether a 0 is negative,
/// which codes do not hold.
fn difference(game: &State, replayed: &State) -> Option<String> {
    type Read<T> = fn(&State) -> T;
    let numbers: [(&str, Read<f64>); 4] = [
        ("score", State::score),
        ("moves", State::moves),
        ("merges", State::merges),
        ("moves with merges", State::merge_moves),
    ];
    for (what, read) in numbers {
        let (own, other) = (read(game), read(replayed));
        if own != other && !(own.is_nan() && other.is_nan()) {
            return Some(format!("{what} {other} instead of {own}"));
        }
    }
    if written(&game.grid()) != written(&replayed.grid()) {
        return Some("another board".to_owned());
    }
    let lists = |state: &State| {
        [
            ("discovered tiles", state.discovered().to_vec()),
            ("winning tiles", state.discovered_winning().to_vec()),
            ("losing tiles", state.discovered_losing().to_vec()),
        ]
    };
    let sorted = |tiles: &[Value]| {
        let mut tiles: Vec<String> = tiles.iter().map(written).collect();
        tiles.sort_unstable();
        tiles
    };
    let mut pairs = lists(game).into_iter().zip(lists(replayed));
    if let Some(((what, _), _)) = pairs.find(|((_, own), (_, other))| sorted(own) != sorted(other)) {
        return Some(format!("other {what}"));
    }
    // Where time runs, such as a countdown, numbers in boxes go by a clock that a record has not.
    let has_clock = game.rules().mode().display_interval.is_finite();
    (!has_clock && shows_other_variables(game, replayed)).then(|| "other numbers in the boxes".to_owned())
}

/// A value as codes hold it.
fn written(value: &Value) -> String {
    calcarray::json::write_canonical(value)
}

/// Tells whether a variable differs that a stat box names. Others may be what a script keeps for
/// itself.
fn shows_other_variables(game: &State, replayed: &State) -> bool {
    let mut words = Vec::new();
    collect_words(&game.rules().mode().stat_boxes, &mut words);
    let lists = [
        ("@GVar", game.game_variables(), replayed.game_variables()),
        ("@MVar", game.modifier_variables(), replayed.modifier_variables()),
    ];
    lists.into_iter().any(|(list, own, other)| {
        // All of them, or the one of an index.
        let named = words.iter().filter_map(|word| word.strip_prefix(list));
        named.into_iter().any(|index| match index.trim().parse::<usize>() {
            Ok(index) => own.get(index).map(written) != other.get(index).map(written),
            Err(_) => own.iter().map(written).ne(other.iter().map(written)),
        })
    })
}

fn collect_words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Text(text) => words.extend(text.to_utf8()),
        Value::Array(entries) => entries.iter().for_each(|entry| collect_words(entry, words)),
        _ => {}
    }
}

/// The number of steps between two kept states.
const FRAME: usize = 16;

/// A recorded game with a position in it: 0 is the start, every further one is
/// the state after that many recorded steps.
///
/// Every step is checked when it is first made: a recorded move that moves nothing, a
/// click on nothing, and, if [`ReplayPlayer::checks`] says so, a spawn that the mode could
/// not have made then are refused. All steps together may take the work of
/// [`Limits::game_work`].
#[derive(Clone, Debug)]
pub struct ReplayPlayer {
    rules: Rules,
    now: Playback,
    /// States after 0, `FRAME`, 2 · `FRAME` … steps, as far as they were seen.
    frames: Vec<Playback>,
    /// The size of the frames.
    bytes: u64,
    times: Vec<f64>,
    /// The farthest position that was reached, and the work that this took.
    farthest: usize,
    work: u64,
}

/// The extent to which a recorded game is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checks {
    /// Moves, clicks and spawns: what is recorded can have happened.
    Everything,
    /// Moves and clicks. Scripts of the mode make its spawns depend on what a record does
    /// not hold, so that those are taken as they are.
    Moves,
}

impl ReplayPlayer {
    /// The start of a recorded game.
    fn with(rules: Rules, record: &Record) -> Result<ReplayPlayer, Error> {
        let times = record.timestamps.as_array().map_or(&[][..], |times| times.entries());
        let times: Vec<f64> = times.iter().map(|time| time.as_number().unwrap_or(0.0)).collect();
        let (started, work) = at(0, &times, |world| Playback::new(rules.ruleset().clone(), record, world));
        let (now, _) = started?;
        let (frames, bytes) = (vec![now.clone()], now.game().size());
        Ok(ReplayPlayer { rules, frames, bytes, now, times, farthest: 0, work })
    }

    /// The next step; `None` at the end.
    ///
    /// # Errors
    /// The record contradicts the rules, or the work of [`Limits::game_work`] is used up;
    /// the position stays as it is.
    pub fn step(&mut self) -> Result<Option<Turn>, Error> {
        let position = self.position();
        let is_new = position == self.farthest && position + 1 < self.length();
        if is_new && self.work > self.rules.limits().game_work {
            return Err(too_much(Place::Step(position + 1)));
        }
        let mut next = self.now.clone();
        let (turn, work) = at(position + 1, &self.times, |world| next.step(world));
        if is_new {
            let cells = self.state().width() as u64 * self.state().height() as u64;
            self.work = self.work.saturating_add(work).saturating_add(cells);
        }
        let turn = turn.map_err(|error| match error {
            // It names its step.
            TurnError::BadRecord(_) => error.into(),
            error => Error::from(error).at(Place::Step(position + 1)),
        })?;
        if turn.is_some() {
            self.now = next;
            self.farthest = self.farthest.max(position + 1);
            let size = self.now.game().size();
            let is_next = (position + 1).is_multiple_of(FRAME) && (position + 1) / FRAME == self.frames.len();
            if is_next && self.bytes + size <= self.rules.limits().history.bytes {
                self.bytes += size;
                self.frames.push(self.now.clone());
            }
        }
        Ok(turn)
    }

    /// Goes to a position, or to the end if there is none so far on.
    ///
    /// # Errors
    /// As [`ReplayPlayer::step`]; the position is then the last that could be reached.
    pub fn seek(&mut self, position: usize) -> Result<(), Error> {
        self.seek_while(position, |_| true).map(drop)
    }

    /// Goes to a position as [`ReplayPlayer::seek`], and asks before each step, with the position so
    /// far, whether to go on. `false` if it was stopped; the position is then the last one that was
    /// reached.
    ///
    /// ```
    /// use polymerge::{Limits, Mode};
    ///
    /// let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
    /// game.play(game.legal()?[0])?;
    /// let mut player = game.replay_player()?;
    /// assert!(!player.seek_while(1, |_| false)?);
    /// assert_eq!(player.position(), 0);
    /// assert!(player.seek_while(1, |_| true)?);
    /// assert_eq!(player.position(), 1);
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ReplayPlayer::seek`].
    pub fn seek_while(
        &mut self,
        position: usize,
        mut goes_on: impl FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        let position = position.min(self.length() - 1);
        let frame = (position / FRAME).min(self.frames.len() - 1);
        // From where it is, unless a frame is closer.
        if position < self.position() || frame * FRAME > self.position() {
            self.now = self.frames[frame].clone();
        }
        while self.position() < position {
            if !goes_on(self.position()) {
                return Ok(false);
            }
            if self.step()?.is_none() {
                break;
            }
        }
        Ok(true)
    }

    /// Returns the extent to which the game is checked at this position.
    pub fn checks(&self) -> Checks {
        match self.now.checks_spawns() {
            true => Checks::Everything,
            false => Checks::Moves,
        }
    }

    /// Returns the number of positions; at least 1.
    pub fn length(&self) -> usize {
        self.now.progress().0.max(1)
    }

    /// The position: how many recorded steps lie before it.
    pub fn position(&self) -> usize {
        self.now.progress().1.saturating_sub(1)
    }

    /// Milliseconds from the start to each step as they were recorded, and to
    /// the end.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The game at this position.
    pub fn state(&self) -> &State {
        self.now.game()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The game at this position, to be played on by hand with the random numbers of a
    /// seed: what the record would have done from here on is forgotten.
    pub fn take_over(&self, seed: u64) -> Game {
        let now = self.times.get(self.position()).copied().unwrap_or(0.0);
        Game::new(self.rules.clone(), Session::of_game(self.now.clone().take_over(), seed), now)
    }
}

/// A check that never stops has been stopped.
fn stopped() -> Error {
    Error::new(ErrorKind::Input, "stopped", "the check was stopped")
}

/// The work of a whole game is used up.
pub(crate) fn too_much(place: Place) -> Error {
    let message = "the limit \"game_work\" of all turns of a game together was reached";
    Error::new(ErrorKind::Limit, "game-limit", message).at(place)
}

/// Does something in the world of a position, and gives the work that it took. A record
/// has all that is random, except for next tiles after its end: those depend on the
/// position alone, so that going back and forth changes nothing.
fn at<T>(position: usize, times: &[f64], work: impl FnOnce(&mut World<'_>) -> T) -> (T, u64) {
    let mut random = Rng::new(position as u64);
    let now = times.get(position).copied().unwrap_or(0.0);
    let mut world = World::new(&mut random, now);
    let done = work(&mut world);
    (done, world.work)
}
