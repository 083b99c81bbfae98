//! Keeps games for all who hand some in: those that come while others are being written
//! share one transaction, since the end of each waits for the disk.

use tokio::sync::{mpsc, oneshot};

use crate::store::{Error, Kept, New, Store, Trouble};

/// Games that share a transaction.
const MOST: usize = 64;

/// A game, and where to tell what became of it.
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

    /// Keeps a game; says what became of it when that is sure.
    ///
    /// # Errors
    /// The database fails; then the game is not kept.
    pub async fn keep(&self, game: New) -> Result<Kept, Error> {
        let (tell, told) = oneshot::channel();
        let stopped = || Error::new(Trouble::Unreachable, "the service stops");
        self.queue.send((game, tell)).await.map_err(|_| stopped())?;
        told.await.map_err(|_| stopped())?
    }
}

/// Keeps games together. If one of them is at fault, each is kept by itself, so that it does not
/// spoil the others; if the database is, all are told so at once.
async fn write(store: &Store, (games, tell): (Vec<New>, Vec<oneshot::Sender<Result<Kept, Error>>>)) {
    // A client that has gone away is told nothing.
    match store.keep(&games).await {
        Ok(kept) => {
            for (tell, kept) in tell.into_iter().zip(kept) {
                let _gone = tell.send(Ok(kept));
            }
        }
        Err(error) if error.trouble() != Trouble::Program => {
            for tell in tell {
                let _gone = tell.send(Err(error.clone()));
            }
        }
        Err(_) => {
            for (game, tell) in games.into_iter().zip(tell) {
                let kept = store.keep(&[game]).await.map(|mut kept| kept.pop());
                let missing = || Error::new(Trouble::Program, "a game was neither kept nor refused");
                let _gone = tell.send(kept.and_then(|kept| kept.ok_or_else(missing)));
            }
        }
    }
}
