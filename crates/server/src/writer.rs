//! Writes games in batches: games that arrive while others are being written share one
//! transaction, since the end of each waits for the disk.

use tokio::sync::{mpsc, oneshot};

use crate::store::{Error, Kept, New, Store, Trouble};

/// Games that share a transaction.
const MOST: usize = 64;

/// A game, and the channel for its result.
type Waiting = (New, oneshot::Sender<Result<Kept, Error>>);

/// The one task that keeps games.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Waiting>,
}

impl Writer {
    /// Starts the task; it ends when all writers are dropped.
    pub fn start(store: Store) -> Writer {
        let (queue, mut waiting) = mpsc::channel(MOST);
        tokio::spawn(async move {
            let mut games = Vec::with_capacity(MOST);
            while waiting.recv_many(&mut games, MOST).await > 0 {
                write(&store, games.drain(..).unzip()).await;
            }
        });
        Writer { queue }
    }

    /// Keeps a game; returns the result once it is certain.
    ///
    /// # Errors
    /// The database fails; then the game is not kept.
    pub async fn keep(&self, game: New) -> Result<Kept, Error> {
        let (answer, received) = oneshot::channel();
        let stopped = || Error::new(Trouble::Unreachable, "the service stops");
        self.queue.send((game, answer)).await.map_err(|_| stopped())?;
        received.await.map_err(|_| stopped())?
    }
}

/// Keeps games together. If one of them is at fault, each is kept by itself, so that it does not
/// spoil the others; if the database is, all get that error at once.
async fn write(store: &Store, (games, answers): (Vec<New>, Vec<oneshot::Sender<Result<Kept, Error>>>)) {
    // A client that has gone away gets no answer.
    match store.keep(&games).await {
        Ok(kept) => {
            for (answer, kept) in answers.into_iter().zip(kept) {
                let _gone = answer.send(Ok(kept));
            }
        }
        Err(error) if error.trouble() != Trouble::Program => {
            for answer in answers {
                let _gone = answer.send(Err(error.clone()));
            }
        }
        Err(_) => {
            for (game, answer) in games.into_iter().zip(answers) {
                let kept = store.keep(&[game]).await.map(|mut kept| kept.pop());
                let missing = || Error::new(Trouble::Program, "a game was neither kept nor refused");
                let _gone = answer.send(kept.and_then(|kept| kept.ok_or_else(missing)));
            }
        }
    }
}
