//! The games of a batch in parts, which are played in threads of their own. The number of parts
//! changes nothing in any game, nor in any number that is read.

use std::time::{Duration, Instant};

use polymerge::engine::{CommonKinds, Feature, Kind, Restart, Stream};
use polymerge::{Batch, Refusal, State, TurnError};

use crate::threads::{processors, spread};

/// Time of a call for which one more thread pays: to begin and to end a thread takes about a tenth
/// of it.
const PAYS: Duration = Duration::from_micros(500);
/// The number of steps that have to be slow before the games are split. The first steps are slow in
/// all modes, because nothing is known yet.
const SLOW_STEPS: u32 = 16;

/// Calls that may be slow, each of which has a time of its own.
#[derive(Clone, Copy)]
enum Call {
    Step,
    Masks,
    Boards,
    Afterstates,
}

/// The times of the last calls, as one thread would take.
#[derive(Clone, Default)]
struct Times([Duration; 4]);

/// The number of threads.
#[derive(Clone)]
enum Threads {
    /// This number, in every call.
    Fixed,
    /// The number that pays: one at first.
    Found { slow_steps: u32, fastest: Duration },
}

/// The games of a batch, in parts of about the same size.
pub struct Parts<R> {
    parts: Vec<Batch<R>>,
    /// The kinds that the parts have in common; unused as long as there is one part.
    kinds: CommonKinds,
    threads: Threads,
    times: Times,
}

impl<R: Stream + Clone> Clone for Parts<R> {
    fn clone(&self) -> Parts<R> {
        Parts {
            parts: self.parts.clone(),
            kinds: self.kinds.clone(),
            threads: self.threads.clone(),
            times: self.times.clone(),
        }
    }
}

impl<R: Stream + Clone + Send> Parts<R> {
    /// Splits a batch for this number of threads; `None` for as many as turn out to pay.
    pub fn new(batch: Batch<R>, threads: Option<usize>) -> Parts<R> {
        let found = Threads::Found { slow_steps: 0, fastest: Duration::MAX };
        let mut parts = Parts {
            parts: vec![batch],
            kinds: CommonKinds::default(),
            threads: if threads.is_some() { Threads::Fixed } else { found },
            times: Times::default(),
        };
        parts.split(threads.unwrap_or(1));
        parts
    }

    /// Splits the one part into several.
    fn split(&mut self, count: usize) {
        let count = count.min(self.len());
        for left in (2..=count).rev() {
            let Some(batch) = self.parts.first_mut() else { return };
            let games = batch.len();
            let last = batch.split_off(games - games / left);
            self.parts.insert(1, last);
        }
        self.meet();
    }

    /// Splits the games once all of some steps were slow.
    fn look_whether_slow(&mut self) {
        let Threads::Found { slow_steps, fastest } = &mut self.threads else { return };
        let time = self.times.0[Call::Step as usize];
        if self.parts.len() > 1 || time < 2 * PAYS {
            (*slow_steps, *fastest) = (0, Duration::MAX);
            return;
        }
        (*slow_steps, *fastest) = (*slow_steps + 1, time.min(*fastest));
        if *slow_steps >= SLOW_STEPS {
            let paying = usize::try_from(fastest.as_micros() / PAYS.as_micros()).unwrap_or(usize::MAX);
            *slow_steps = 0;
            self.split(paying.min(processors()));
        }
    }

    /// Does something with each part and its piece of work, at the same time if that pays.
    fn each<T: Send, U: Send>(
        &mut self,
        call: Call,
        pieces: Vec<T>,
        work: impl Fn(&mut Batch<R>, T) -> Result<U, TurnError> + Sync,
    ) -> Result<Vec<U>, TurnError> {
        let time = &mut self.times.0[call as usize];
        let at_once = matches!(self.threads, Threads::Fixed) || *time >= PAYS;
        let pieces: Vec<(&mut Batch<R>, T)> = self.parts.iter_mut().zip(pieces).collect();
        let made = spread(pieces, at_once, |(batch, piece)| {
            let begun = Instant::now();
            let made = work(batch, piece);
            (made, begun.elapsed())
        });
        *time = made.iter().map(|(_, own)| *own).sum();
        made.into_iter().map(|(own, _)| own).collect()
    }

    /// Cuts a slice with so many entries for each game into those of the parts.
    fn cut<'s, T>(&self, mut slice: &'s mut [T], each: usize) -> Result<Vec<&'s mut [T]>, TurnError> {
        let lengths = self.parts.iter().map(|part| part.len() * each);
        let cut = lengths.map(|length| slice.split_off_mut(..length)).collect::<Option<Vec<_>>>();
        cut.filter(|_| slice.is_empty()).ok_or_else(|| Refusal::WrongLength.into())
    }

    /// The part that a game is in, and its number there.
    fn place(&self, game: usize) -> Result<(usize, usize), TurnError> {
        let mut own = game;
        for (number, part) in self.parts.iter().enumerate() {
            if own < part.len() {
                return Ok((number, own));
            }
            own -= part.len();
        }
        Err(Refusal::NoSuchGame.into())
    }

    /// The parts with the numbers of their first games.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Batch<R>)> {
        self.parts.iter().scan(0, |next, part| {
            let first = *next;
            *next += part.len();
            Some((first, part))
        })
    }

    /// Numbers kinds that parts have met.
    fn meet(&mut self) {
        if self.parts.len() > 1 {
            for (number, part) in self.parts.iter_mut().enumerate() {
                self.kinds.number(number, part.engine().kinds());
            }
        }
    }

    /// Boards of kinds in the common numbers, after the parts wrote them.
    fn write_common(&mut self, boards: &mut [i32], lengths: &[usize]) {
        self.meet();
        let mut rest = boards;
        for (number, length) in lengths.iter().enumerate() {
            let (own, others) = rest.split_at_mut((*length).min(rest.len()));
            self.kinds.write(number, own);
            rest = others;
        }
    }

    /// The numbers of all parts, one after another.
    fn joined<T: Clone>(&self, of: impl Fn(&Batch<R>) -> &[T]) -> Vec<T> {
        self.parts.iter().flat_map(of).cloned().collect()
    }

    pub fn len(&self) -> usize {
        self.parts.iter().map(Batch::len).sum()
    }

    /// The number of threads that a call may take now.
    pub fn threads(&self) -> usize {
        self.parts.len()
    }

    pub fn step(&mut self, mut directions: Vec<u8>) -> Result<(), TurnError> {
        let pieces = self.cut(&mut directions, 1)?;
        self.each(Call::Step, pieces, |batch, own| batch.step(own))?;
        self.look_whether_slow();
        Ok(())
    }

    fn boards_into<T: Send>(
        &mut self,
        into: &mut [T],
        read: impl Fn(&mut Batch<R>, &mut [T]) -> Result<(), TurnError> + Sync,
    ) -> Result<(), TurnError> {
        let pieces = self.cut(into, self.cells())?;
        let made = self.each(Call::Boards, pieces, read).map(drop);
        self.meet();
        made
    }

    /// Reads the last boards of games that ended, which are few.
    fn final_boards_into<T>(
        &mut self,
        mut into: &mut [T],
        read: impl Fn(&mut Batch<R>, &mut [T]) -> Result<(), TurnError>,
    ) -> Result<(), TurnError> {
        for part in &mut self.parts {
            let length = part.ended().len() * part.cells();
            read(part, into.split_off_mut(..length).ok_or(Refusal::WrongLength)?)?;
        }
        self.meet();
        Ok(())
    }

    fn cells(&self) -> usize {
        self.parts.first().map_or(0, Batch::cells)
    }

    pub fn kinds_into(&mut self, into: &mut [i32]) -> Result<(), TurnError> {
        self.boards_into(into, Batch::kinds_into)?;
        let lengths: Vec<usize> = self.parts.iter().map(|part| part.len() * part.cells()).collect();
        self.write_common(into, &lengths);
        Ok(())
    }

    pub fn final_kinds_into(&mut self, into: &mut [i32]) -> Result<(), TurnError> {
        self.final_boards_into(into, Batch::final_kinds_into)?;
        let lengths: Vec<usize> = self.parts.iter().map(|part| part.ended().len() * part.cells()).collect();
        self.write_common(into, &lengths);
        Ok(())
    }

    pub fn feature_into(
        &mut self,
        feature: Feature,
        no_tile: f64,
        into: &mut [f64],
    ) -> Result<(), TurnError> {
        self.boards_into(into, |batch, own| batch.feature_into(feature, no_tile, own))
    }

    pub fn final_feature_into(
        &mut self,
        feature: Feature,
        no_tile: f64,
        into: &mut [f64],
    ) -> Result<(), TurnError> {
        self.final_boards_into(into, |batch, own| batch.final_feature_into(feature, no_tile, own))
    }

    pub fn levels_into(&mut self, into: &mut [f32]) -> Result<(), TurnError> {
        self.boards_into(into, Batch::levels_into)
    }

    pub fn final_levels_into(&mut self, into: &mut [f32]) -> Result<(), TurnError> {
        self.final_boards_into(into, Batch::final_levels_into)
    }

    pub fn legal_into(&mut self, into: &mut [u64]) -> Result<(), TurnError> {
        let pieces = self.cut(into, 1)?;
        self.each(Call::Masks, pieces, Batch::legal_into).map(drop)
    }

    /// Writes the boards after each of so many directions, and the points of these turns.
    pub fn afterstates_into(
        &mut self,
        directions: usize,
        boards: &mut [i32],
        points: &mut [f64],
    ) -> Result<(), TurnError> {
        let each = directions * self.cells();
        let own_points = self.cut(points, directions)?;
        let pieces = self.cut(boards, each)?.into_iter().zip(own_points).collect();
        self.each(Call::Afterstates, pieces, |batch, (boards, points)| {
            batch.afterstates_into(boards, points)
        })?;
        let lengths: Vec<usize> = self.parts.iter().map(|part| part.len() * each).collect();
        self.write_common(boards, &lengths);
        Ok(())
    }

    pub fn rewards(&self) -> Vec<f64> {
        self.joined(Batch::rewards)
    }

    pub fn log_rewards_into(&self, into: &mut [f64]) -> Result<(), TurnError> {
        let mut pieces = self.cut(into, 1)?.into_iter();
        self.parts.iter().zip(&mut pieces).try_for_each(|(part, own)| part.log_rewards_into(own))
    }

    pub fn moved(&self) -> Vec<bool> {
        self.joined(Batch::moved)
    }

    pub fn won(&self) -> Vec<bool> {
        self.joined(Batch::won)
    }

    pub fn over(&self) -> Vec<bool> {
        self.joined(Batch::over)
    }

    pub fn truncated(&self) -> Vec<bool> {
        self.joined(Batch::truncated)
    }

    pub fn scores(&self) -> Vec<f64> {
        let scores = |part: &Batch<R>| -> Vec<f64> {
            (0..part.len()).map(|game| part.position(game).map_or(0.0, |own| own.score())).collect()
        };
        self.parts.iter().flat_map(scores).collect()
    }

    pub fn ended(&self) -> Vec<usize> {
        self.numbered().flat_map(|(first, part)| part.ended().iter().map(move |own| first + own)).collect()
    }

    pub fn final_scores(&self) -> Vec<f64> {
        self.joined(Batch::final_scores)
    }

    pub fn final_lengths(&self) -> Vec<u64> {
        self.joined(Batch::final_lengths)
    }

    pub fn final_wins(&self) -> Vec<bool> {
        self.joined(Batch::final_wins)
    }

    pub fn games_ended(&self) -> u64 {
        self.parts.iter().map(Batch::games_ended).sum()
    }

    pub fn failures(&self) -> impl Iterator<Item = (usize, TurnError)> + '_ {
        let of = |(first, part): (usize, &'_ Batch<R>)| -> Vec<(usize, TurnError)> {
            part.failures().iter().map(|(game, error)| (first + game, error.clone())).collect()
        };
        self.numbered().flat_map(of)
    }

    pub fn kinds(&mut self) -> Vec<Kind> {
        for part in &mut self.parts {
            part.kinds();
        }
        self.meet();
        match &mut self.parts[..] {
            [whole] => whole.kinds().to_vec(),
            _ => self.kinds.kinds().to_vec(),
        }
    }

    pub fn game(&self, game: usize) -> Result<State, TurnError> {
        let (part, own) = self.place(game)?;
        Ok(self.parts[part].game(own))
    }

    pub fn random(&self, game: usize) -> Option<&R> {
        let (part, own) = self.place(game).ok()?;
        self.parts.get(part)?.random(own)
    }

    pub fn reset(&mut self, game: usize, seed: u64) -> Result<(), TurnError>
    where
        R: From<u64>,
    {
        let (part, own) = self.place(game)?;
        self.parts[part].reset(own, seed)
    }

    pub fn load(&mut self, game: usize, from: &State) -> Result<(), TurnError> {
        let (part, own) = self.place(game)?;
        self.parts[part].load(own, from)
    }

    pub fn restart(&mut self, mut which: Vec<bool>) -> Result<(), TurnError> {
        let pieces = self.cut(&mut which, 1)?;
        self.parts.iter_mut().zip(pieces).try_for_each(|(part, own)| part.restart(own))
    }

    pub fn restart_mode(&self) -> Restart {
        self.parts.first().map_or_else(Restart::default, Batch::restart_mode)
    }

    pub fn max_steps(&self) -> Option<u64> {
        self.parts.first().and_then(Batch::max_steps)
    }

    pub fn snapshot(&self) -> Result<Vec<String>, TurnError> {
        match &self.parts[..] {
            [whole] => whole.snapshot(),
            parts => Batch::snapshot_of_parts(parts, self.kinds.kinds()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::{Mode, Rng};

    /// The number of parts after steps of these times.
    fn parts_after(times: &[Duration]) -> usize {
        let batch = Mode::built_in("2048").unwrap().compile().unwrap().batch(40, 7).unwrap();
        let mut parts = Parts::<Rng>::new(batch, None);
        for time in times {
            parts.times.0[Call::Step as usize] = *time;
            parts.look_whether_slow();
        }
        parts.threads()
    }

    #[test]
    fn games_are_split_after_steps_that_are_all_slow() {
        let (slow, fast) = (4 * PAYS, 2 * PAYS - Duration::from_nanos(1));
        let several = 4.min(processors());
        for (times, expected, what) in [
            (vec![slow; 16], several, "16 slow ones"),
            (vec![slow; 15], 1, "one too few"),
            ([vec![slow; 15], vec![fast]].concat(), 1, "the last one is fast"),
            ([vec![slow; 15], vec![fast], vec![slow; 15]].concat(), 1, "a fast one between them"),
            ([vec![fast], vec![slow; 16]].concat(), several, "a fast one before them"),
            ([vec![9 * PAYS; 15], vec![2 * PAYS]].concat(), 2.min(processors()), "the fastest one counts"),
        ] {
            assert_eq!(parts_after(&times), expected, "{what}");
        }
    }
}
