//! A batch as texts, and back: to keep it, or to go on elsewhere.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::sync::Arc;

use calcarray::Value;

use crate::error::TurnError;
use crate::fast::MemoryLimits;
use crate::fast::batch::{Batch, Report, Restart, Slot};
use crate::fast::engine::{Engine, Kind};
use crate::fast::position::Position;
use crate::game::snapshot::{Parts, bad, of_numbers, read, write};
use crate::game::state::State;
use crate::random::{Direct, Randomness, Rng};
use crate::ruleset::Ruleset;

/// The version of the texts. Those of version 1 do not say of which rules they are.
const VERSION: f64 = 2.0;

/// Random numbers that can be put away and gone on with.
pub trait Stream: Randomness {
    /// The place of the stream.
    fn words(&self) -> [u64; 4];

    /// Goes on with a stream from where it was.
    fn of_words(words: [u64; 4]) -> Self;
}

impl Stream for Rng {
    fn words(&self) -> [u64; 4] {
        self.state()
    }

    fn of_words(words: [u64; 4]) -> Rng {
        Rng::from_state(words)
    }
}

impl<R: Stream> Stream for Direct<R> {
    fn words(&self) -> [u64; 4] {
        self.0.words()
    }

    fn of_words(words: [u64; 4]) -> Direct<R> {
        Direct(R::of_words(words))
    }
}

impl<R: Stream> Batch<R> {
    /// Returns everything that decides how the games go on, and what the last step came to, but
    /// for [`Batch::failures`]: texts for [`Batch::of_snapshot`].
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules.clone(), 2, 7, 0.0)?;
    /// batch.step(&[1, 2])?;
    /// let mut other = Batch::<Rng>::of_snapshot(rules, MemoryLimits::default(), &batch.snapshot()?)?;
    /// batch.step(&[0, 3])?;
    /// other.step(&[0, 3])?;
    /// assert_eq!(batch.game(1), other.game(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A variable holds a text that would be read as something else.
    pub fn snapshot(&self) -> Result<Vec<String>, TurnError> {
        Batch::snapshot_of_parts(std::slice::from_ref(self), self.engine.kinds())
    }

    /// Returns the texts of the whole batch that these are the parts of
    /// ([`Batch::split_off`]), in the order of their games, with the kinds that they have in
    /// common ([`CommonKinds::kinds`](crate::CommonKinds::kinds)).
    ///
    /// # Errors
    /// As [`Batch::snapshot`].
    pub fn snapshot_of_parts(parts: &[Batch<R>], kinds: &[Kind]) -> Result<Vec<String>, TurnError> {
        let mut texts = vec![write(&head(parts, kinds))?];
        for part in parts {
            for (game, slot) in part.games.iter().enumerate() {
                let words = slot.random.words().map(|word| Value::text(word.to_string())).to_vec();
                let state = part.state_of(&slot.position);
                texts.push(write(&Value::from(vec![words.into(), part.report.of(game), state]))?);
            }
        }
        for (first, part) in numbered(parts) {
            for (game, position) in &part.finals {
                let game = Value::Number((first + game) as f64);
                texts.push(write(&Value::from(vec![game, part.state_of(position)]))?);
            }
        }
        Ok(texts)
    }

    fn state_of(&self, position: &Position) -> Value {
        self.engine.game_of(position).state().snapshot()
    }

    /// Goes on from texts that [`Batch::snapshot`] gave, of a batch of equal rules.
    ///
    /// # Errors
    /// [`TurnError::BadRecord`]: they are none, or those of a batch of other rules.
    pub fn of_snapshot(
        rules: Arc<Ruleset>,
        memory: MemoryLimits,
        texts: &[String],
    ) -> Result<Batch<R>, TurnError> {
        let mut engine = Engine::with_memory(rules, memory, 0.0);
        engine.must_have_few_directions()?;
        let [head, games @ ..] = texts else { return Err(bad("it is empty")) };
        let head = read(head)?;
        let mut parts = Parts::of(&head)?;
        let mut numbers = Parts::of(parts.next()?)?;
        let version = numbers.number()?;
        if version != VERSION && version != 1.0 {
            return Err(bad("it is of another version"));
        }
        let count = numbers.whole()?;
        let restart = match numbers.whole()? {
            0 => Restart::SameStep,
            1 => Restart::NextStep,
            2 => Restart::ByHand,
            _ => return Err(bad("games start again in no such way")),
        };
        let max_steps = numbers.number()?;
        let mut report = Report {
            steps: numbers.count()?,
            games_ended: numbers.count()?,
            ended: Parts::of(parts.next()?)?.whole_numbers()?,
            ..Report::default()
        };
        engine.number_kinds(parts.list()?);
        if version == VERSION && !parts.next()?.identical(&engine.rules_text()) {
            return Err(bad("it is of a batch of other rules"));
        }
        if games.len() < count || report.ended.iter().any(|game| *game >= count) {
            return Err(bad("games are missing"));
        }
        let (games, finals) = games.split_at(count);
        let slots =
            games.iter().map(|text| slot(&engine, text, &mut report)).collect::<Result<Vec<_>, _>>()?;
        let finals = finals.iter().map(|text| last(&engine, text, count)).collect::<Result<_, _>>()?;
        if let Some(slot) = slots.first() {
            engine.value_kinds(&slot.position);
        }
        // Numbers of steps that are no whole numbers are those of no bound.
        let max_steps = if max_steps.is_finite() { max_steps as u64 } else { u64::MAX };
        Ok(Batch { engine, games: slots, finals, restart, max_steps, report })
    }
}

/// The number of the first game of each part.
fn numbered<R>(parts: &[Batch<R>]) -> impl Iterator<Item = (usize, &Batch<R>)> {
    parts.iter().scan(0, |next, part| {
        let first = *next;
        *next += part.games.len();
        Some((first, part))
    })
}

/// Returns the report of all games together.
fn head<R>(parts: &[Batch<R>], kinds: &[Kind]) -> Value {
    let Some(first) = parts.first() else { return Value::from(Vec::new()) };
    let restart = match first.restart {
        Restart::SameStep => 0.0,
        Restart::NextStep => 1.0,
        Restart::ByHand => 2.0,
    };
    let most = if first.max_steps == u64::MAX { f64::INFINITY } else { first.max_steps as f64 };
    let ended =
        numbered(parts).flat_map(|(first, part)| part.report.ended.iter().map(move |own| first + own));
    let ended: Vec<f64> = ended.map(|game| game as f64).collect();
    let kinds: Vec<Value> = kinds.iter().skip(1).map(|kind| kind.content.clone()).collect();
    let games: usize = parts.iter().map(|part| part.games.len()).sum();
    let games_ended: u64 = parts.iter().map(|part| part.report.games_ended).sum();
    let numbers = [VERSION, games as f64, restart, most, first.report.steps as f64, games_ended as f64];
    Value::from(vec![of_numbers(&numbers), of_numbers(&ended), kinds.into(), first.engine.rules_text()])
}

impl Report {
    /// Returns the report of one game.
    fn of(&self, game: usize) -> Value {
        let flags = [self.moved[game], self.won[game], self.over[game], self.truncated[game]];
        let flags = [&flags[..], &[self.waiting[game], self.final_wins[game]]].concat();
        let flags: Vec<Value> = flags.into_iter().map(Value::Boolean).collect();
        let counts = [self.began[game] as f64, self.final_lengths[game] as f64];
        let numbers = [self.rewards[game], self.final_scores[game], counts[0], counts[1]];
        Value::from(vec![flags.into(), of_numbers(&numbers)])
    }

    /// Tells of another game what was written of it.
    fn add(&mut self, value: &Value, available: u64) -> Result<(), TurnError> {
        let mut parts = Parts::of(value)?;
        let (mut flags, mut numbers) = (Parts::of(parts.next()?)?, Parts::of(parts.next()?)?);
        self.moved.push(flags.is_true()?);
        self.won.push(flags.is_true()?);
        self.over.push(flags.is_true()?);
        self.truncated.push(flags.is_true()?);
        self.waiting.push(flags.is_true()?);
        self.final_wins.push(flags.is_true()?);
        self.rewards.push(numbers.number()?);
        self.final_scores.push(numbers.number()?);
        self.began.push(numbers.count()?);
        self.final_lengths.push(numbers.count()?);
        self.available.push(available);
        self.first_legal.push(None);
        match self.began.last().is_some_and(|began| *began <= self.steps) {
            true => Ok(()),
            false => Err(bad("a game began after its last step")),
        }
    }
}

/// Reads a game with its random numbers, and its report.
fn slot<R: Stream>(engine: &Engine, text: &str, report: &mut Report) -> Result<Slot<R>, TurnError> {
    let value = read(text)?;
    let mut parts = Parts::of(&value)?;
    let mut words = [0; 4];
    let written = parts.list()?;
    for (word, written) in words.iter_mut().zip(&written) {
        let text = written.as_text().map(|text| text.to_string_lossy());
        *word = text.and_then(|text| text.parse().ok()).ok_or_else(|| bad("random numbers are missing"))?;
    }
    if written.len() != words.len() {
        return Err(bad("random numbers are missing"));
    }
    let own_report = parts.next()?;
    let position = position(engine, parts.next()?)?;
    report.add(own_report, position.available())?;
    Ok(Slot { random: R::of_words(words), position })
}

/// Reads the last position of a game that ended.
fn last(engine: &Engine, text: &str, games: usize) -> Result<(usize, Position), TurnError> {
    let value = read(text)?;
    let mut parts = Parts::of(&value)?;
    let game = parts.whole()?;
    if game >= games {
        return Err(bad("the last board of no game is there"));
    }
    Ok((game, position(engine, parts.next()?)?))
}

fn position(engine: &Engine, state: &Value) -> Result<Position, TurnError> {
    Ok(engine.adopt(Box::new(State::of_snapshot(engine.rules(), state)?)))
}
