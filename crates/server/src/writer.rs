//! Writes games, and the moves of ranked games on their way, in batches: what arrives while others are
//! being written shares one transaction, since the end of each waits for the disk.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;
use crate::store::{Checkpoint, Error, Kept, New, Placed, Score, Store, Trouble};

/// Games, or moves of so many sessions, that share a transaction.
const MOST: usize = 64;

/// Locks that games of one batch wait for, one after the other.
const MOST_LOCKED: usize = 2;

/// The time after which a piece is not tried again while the database is locked: with one more lock it is answered
/// within ten seconds. Until its turn a piece waits for the games and the moves before it, each a batch and
/// [`MOST_LOCKED`] of its pieces, and a lock is waited for a second with PostgreSQL; with SQLite, whose one lock is
/// tried by the batch alone, two.
const LONG: Duration = Duration::from_secs(8);

/// A thing that is written in batches.
trait Piece: Sized + Send + Sync + 'static {
    /// The result for each.
    type Kept: Send;

    /// The result as it is given to the one who waits for it.
    type Given: Send;

    /// The name of the lock that no other piece needs but those like it.
    fn needs(&self) -> String;

    /// Writes pieces in one transaction; returns their results, in their order.
    fn keep(store: &Store, pieces: &[Self]) -> impl Future<Output = Result<Vec<Self::Kept>, Error>> + Send;

    /// Gives the results of pieces that were written to those who wait.
    fn give(store: &Store, results: Vec<(Self, Self::Kept, Answer<Self>)>);
}

/// A game that was written, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The game as it was given.
    pub game: New,
    /// The result of keeping it.
    pub kept: Kept,
    /// Its place, if it is new and that could be read.
    pub placed: Option<Placed>,
}

impl Piece for New {
    type Kept = Kept;
    type Given = Written;

    fn needs(&self) -> String {
        format!("{} {}", self.score.board, self.score.seed)
    }

    async fn keep(store: &Store, pieces: &[New]) -> Result<Vec<Kept>, Error> {
        store.keep(pieces).await
    }

    fn give(store: &Store, results: Vec<(New, Kept, Answer<New>)>) {
        let store = store.clone();
        // Others are written meanwhile.
        tokio::spawn(async move {
            let new = results.iter().filter(|(_, kept, _)| matches!(kept, Kept::New { .. }));
            let new: Vec<&Score> = new.map(|(game, ..)| &game.score).collect();
            let kept = new.len();
            let mut placed = match new.is_empty() {
                true => HashMap::new(),
                // Who asks for such a game reads its place again, and fails if that does.
                false => store.placed(&new).await.unwrap_or_default(),
            };
            for (game, kept, answer) in results {
                let placed = placed.remove(&game.score.id);
                answer.give(Ok(Written { game, kept, placed }));
            }
            // Without it later games are slower, if anything.
            let _failed = store.grow(kept).await;
        });
    }
}

impl Piece for Checkpoint {
    type Kept = bool;
    type Given = bool;

    fn needs(&self) -> String {
        self.session.id.clone()
    }

    async fn keep(store: &Store, pieces: &[Checkpoint]) -> Result<Vec<bool>, Error> {
        store.keep_checkpoints(pieces).await
    }

    fn give(_: &Store, results: Vec<(Checkpoint, bool, Answer<Checkpoint>)>) {
        for (_, kept, answer) in results {
            answer.give(Ok(kept));
        }
    }
}

/// The channel to one who waits, and since when.
#[derive(Debug)]
struct Channel<G> {
    sender: oneshot::Sender<Result<G, Error>>,
    since: Instant,
}

impl<G> Channel<G> {
    /// Gives the result. A client that has gone away gets none.
    fn give(self, result: Result<G, Error>) {
        let _gone = self.sender.send(result);
    }

    fn has_waited_long(&self) -> bool {
        self.since.elapsed() >= LONG
    }
}

/// The channel for the result of a piece.
type Answer<P> = Channel<<P as Piece>::Given>;

/// A piece that waits, with the channel for its result.
#[derive(Debug)]
enum Waiting {
    Game(Box<New>, Answer<New>),
    Checkpoint(Box<Checkpoint>, Answer<Checkpoint>),
}

/// The one task that writes.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Waiting>,
}

impl Writer {
    /// Starts the task; it ends when all writers are dropped.
    pub fn start(store: Store, metrics: Arc<Metrics>) -> Writer {
        let (queue, mut waiting) = mpsc::channel(MOST);
        tokio::spawn(async move {
            let (mut batch, mut locked) = (Vec::with_capacity(MOST), None);
            while waiting.recv_many(&mut batch, MOST).await > 0 {
                let (mut games, mut checkpoints) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
                for piece in batch.drain(..) {
                    match piece {
                        Waiting::Game(game, answer) => games.extend([(*game, answer)]),
                        Waiting::Checkpoint(moves, answer) => checkpoints.extend([(*moves, answer)]),
                    }
                }
                write(&store, &metrics, games, &mut locked).await;
                write(&store, &metrics, checkpoints, &mut locked).await;
            }
        });
        Writer { queue }
    }

    /// Keeps a game; returns the result once it is certain, with the place of a new one.
    ///
    /// # Errors
    /// The database fails; then the game is not kept.
    pub async fn keep(&self, game: New) -> Result<Written, Error> {
        self.ask(|answer| Waiting::Game(Box::new(game), answer)).await
    }

    /// Keeps the moves that came of a session. Returns false if something else came of it meanwhile, or it
    /// was used up.
    ///
    /// # Errors
    /// The database fails; then they are not kept.
    pub async fn keep_checkpoint(&self, checkpoint: Checkpoint) -> Result<bool, Error> {
        self.ask(|answer| Waiting::Checkpoint(Box::new(checkpoint), answer)).await
    }

    async fn ask<G>(&self, piece: impl FnOnce(Channel<G>) -> Waiting) -> Result<G, Error> {
        let (sender, received) = oneshot::channel();
        let stopped = || Error::new(Trouble::Unreachable, "the service stops");
        let answer = Channel { sender, since: Instant::now() };
        self.queue.send(piece(answer)).await.map_err(|_| stopped())?;
        received.await.map_err(|_| stopped())?
    }
}

/// Writes pieces together. If one of them is at fault, or waits for a lock, each is written by itself, so
/// that it does not spoil the others; if the database is, all get that error at once. `locked` is the error of the
/// pieces before, if they have waited for a lock: those that have waited long then are not tried.
async fn write<P: Piece>(
    store: &Store,
    metrics: &Metrics,
    pieces: (Vec<P>, Vec<Answer<P>>),
    locked: &mut Option<Error>,
) {
    let pieces: Vec<(P, Answer<P>)> = pieces.0.into_iter().zip(pieces.1).collect();
    let pieces = match &*locked {
        Some(error) => without_late(pieces, error),
        None => pieces,
    };
    if pieces.is_empty() {
        return;
    }
    let (pieces, answers): (Vec<P>, Vec<Answer<P>>) = pieces.into_iter().unzip();
    Metrics::add(&metrics.transactions);
    let error = match P::keep(store, &pieces).await {
        Ok(kept) => {
            *locked = None;
            let results = pieces.into_iter().zip(kept).zip(answers);
            return P::give(store, results.map(|((piece, kept), answer)| (piece, kept, answer)).collect());
        }
        Err(error) => error,
    };
    let is_locked = error.trouble() == Trouble::Locked;
    *locked = is_locked.then(|| error.clone());
    let may_be_one = match error.trouble() {
        Trouble::Program => true,
        Trouble::Locked => pieces.len() > 1 && !store.has_one_lock(),
        _ => false,
    };
    if !may_be_one {
        for answer in answers {
            answer.give(Err(error.clone()));
        }
        return;
    }
    alone(store, metrics, pieces.into_iter().zip(answers).collect(), is_locked.then_some(error)).await;
}

/// Answers pieces that have waited long with an error; returns the others.
fn without_late<P: Piece>(pieces: Vec<(P, Answer<P>)>, error: &Error) -> Vec<(P, Answer<P>)> {
    let (late, others): (Vec<_>, Vec<_>) =
        pieces.into_iter().partition(|(_, answer)| answer.has_waited_long());
    for (_, answer) in late {
        answer.give(Err(error.clone()));
    }
    others
}

/// Writes pieces each by itself. Those that need a lock for which one of them has waited are not
/// tried; nor is any once several have waited, or after a long time if all together have waited for a lock.
async fn alone<P: Piece>(
    store: &Store,
    metrics: &Metrics,
    pieces: Vec<(P, Answer<P>)>,
    of_all: Option<Error>,
) {
    let mut locked: HashMap<String, Error> = HashMap::new();
    for (piece, answer) in pieces {
        let needs = piece.needs();
        let known = match locked.len() < MOST_LOCKED {
            true => locked.get(&needs).or(of_all.as_ref().filter(|_| answer.has_waited_long())),
            false => locked.values().next(),
        };
        if let Some(error) = known {
            answer.give(Err(error.clone()));
            continue;
        }
        Metrics::add(&metrics.transactions);
        let pieces = [piece];
        let kept = P::keep(store, &pieces).await.map(|mut kept| kept.pop());
        let missing = || Error::new(Trouble::Program, "a game was neither kept nor refused");
        let kept = kept.and_then(|kept| kept.ok_or_else(missing));
        match kept {
            Ok(kept) => {
                let [piece] = pieces;
                P::give(store, vec![(piece, kept, answer)]);
            }
            Err(error) => {
                if error.trouble() == Trouble::Locked {
                    locked.insert(needs, error.clone());
                }
                answer.give(Err(error));
            }
        }
    }
}
