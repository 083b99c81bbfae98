//! The room that games of strangers may take: new boards and bytes of a client in a day, and of all
//! together.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::config::Config;
use crate::counted::{Counted, Times, Uncounted};
use crate::plain::is_plain;
use crate::share::Shares;
use crate::store::{Board, Error, New, Sizes, Store, Trouble};

/// The sizes are counted once a minute: that reads an index of all games.
const TIMES: Times = Times { fresh: Duration::from_secs(60), stale: None, wait: Duration::from_secs(5) };

/// Bytes that a game takes beside its moves: names, hashes, its rows in indexes.
const BESIDE: usize = 1_024;

/// The reason why there is no room for a game.
#[derive(Debug)]
pub enum NoRoom {
    /// The client has used up its share; the time after which to ask again.
    OfClient(Duration),
    /// The service takes no further boards.
    OfBoards,
    /// The service has no space that it may use.
    OfBytes,
    /// The service keeps no further short links.
    OfLinks,
    /// The database failed.
    Database(Error),
}

impl From<Error> for NoRoom {
    fn from(error: Error) -> NoRoom {
        NoRoom::Database(error)
    }
}

/// Room that a client has taken.
#[derive(Debug)]
#[must_use = "what is not stored is given back"]
pub struct Taken {
    client: IpAddr,
    boards: u64,
    bytes: u64,
}

/// Counts the room that is taken.
#[derive(Debug)]
pub struct Room {
    boards: Shares,
    bytes: Shares,
    most_boards: i64,
    most_bytes: i64,
    most_link_bytes: i64,
    sizes: Arc<Counted<Sizes>>,
}

impl Room {
    /// The room of a configuration.
    pub fn new(config: &Config) -> Room {
        Room {
            boards: Shares::new(config.new_boards_per_client_and_day.into()),
            bytes: Shares::new(u64::from(config.mib_per_client_and_day) << 20),
            most_boards: config.most_boards,
            most_bytes: config.most_mib.saturating_mul(1 << 20),
            most_link_bytes: i64::from(config.links_mib) << 20,
            sizes: Counted::new(TIMES),
        }
    }

    /// Takes the room for a game that has verified.
    ///
    /// # Errors
    /// There is none.
    pub async fn take(&self, store: &Store, client: IpAddr, game: &New) -> Result<Taken, NoRoom> {
        let moves = game.score.moves.len();
        self.take_for(store, client, &game.board, game.code.as_deref(), moves).await
    }

    /// Takes the room for something on a board, with so many bytes of moves. Boards of built-in modes as
    /// they are and of days have room anyway: there are only so many.
    ///
    /// # Errors
    /// There is none.
    pub async fn take_for(
        &self,
        store: &Store,
        client: IpAddr,
        board: &Board,
        code: Option<&str>,
        moves: usize,
    ) -> Result<Taken, NoRoom> {
        if self.most_bytes > 0 && self.sizes(store).await?.bytes >= self.most_bytes {
            return Err(NoRoom::OfBytes);
        }
        let mut taken = Taken { client, boards: 0, bytes: (BESIDE + moves) as u64 };
        let is_free = board.kind == "daily" || is_plain(&board.mode, &board.source);
        if !is_free && store.board(&board.id).await?.is_none() {
            if self.most_boards > 0 && self.sizes(store).await?.boards >= self.most_boards {
                return Err(NoRoom::OfBoards);
            }
            taken.boards = 1;
            taken.bytes += (board.source.len() + code.map_or(0, str::len)) as u64;
        }
        self.boards.take(client, taken.boards).map_err(NoRoom::OfClient)?;
        if let Err(wait) = self.bytes.take(client, taken.bytes) {
            self.boards.give_back(client, taken.boards);
            return Err(NoRoom::OfClient(wait));
        }
        Ok(taken)
    }

    /// Takes the room for a short link, with so many bytes. All links have a share of their own, so that they
    /// don't take the room of games.
    ///
    /// # Errors
    /// There is none.
    pub async fn take_link(&self, store: &Store, client: IpAddr, bytes: usize) -> Result<Taken, NoRoom> {
        if self.most_bytes > 0 && self.sizes(store).await?.bytes >= self.most_bytes {
            return Err(NoRoom::OfBytes);
        }
        if self.most_link_bytes > 0 && self.sizes(store).await?.link_bytes >= self.most_link_bytes {
            return Err(NoRoom::OfLinks);
        }
        let taken = Taken { client, boards: 0, bytes: (BESIDE + bytes) as u64 };
        self.bytes.take(client, taken.bytes).map_err(NoRoom::OfClient)?;
        Ok(taken)
    }

    /// Gives back what was taken for something that was not stored.
    pub fn give_back(&self, taken: Taken) {
        self.boards.give_back(taken.client, taken.boards);
        self.bytes.give_back(taken.client, taken.bytes);
    }

    /// The sizes of the database, as they were counted last.
    ///
    /// # Errors
    /// The database fails, or counts for too long.
    pub async fn sizes(&self, store: &Store) -> Result<Sizes, Error> {
        let store = store.clone();
        self.sizes.get(|_| async move { store.sizes().await }).await
    }

    /// Forgets clients that have not sent games for long.
    pub fn forget(&self) {
        self.boards.forget();
        self.bytes.forget();
    }
}

impl From<Uncounted> for Error {
    fn from(reason: Uncounted) -> Error {
        match reason {
            Uncounted::Late => Error::new(Trouble::Locked, "its sizes were not counted within five seconds"),
            Uncounted::Broken(why) => Error::new(Trouble::Program, why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Score;

    fn room(boards: u32, mib: u32, most_boards: i64) -> Room {
        Room::new(&Config {
            new_boards_per_client_and_day: boards,
            mib_per_client_and_day: mib,
            most_boards,
            most_mib: 0,
            ..Config::default()
        })
    }

    fn game(kind: &str, source: &str, kib: usize) -> New {
        let board = Board { id: "b".into(), kind: kind.into(), source: source.into(), ..Board::default() };
        let moves = "G".repeat(kib << 10);
        New { board, score: Score { moves, ..Score::default() }, ..New::default() }
    }

    const CHANGED: &str = r#"{"mode":"2048","modifiersCode":"grid=5x5"}"#;
    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn zero_is_no_bound() {
        let store = Store::open("sqlite::memory:").await.unwrap();
        let room = room(0, 0, 0);
        for _ in 0..50 {
            let _stored = room.take(&store, CLIENT, &game("open", CHANGED, 1_024)).await.unwrap();
        }
    }

    #[tokio::test]
    async fn boards_of_each_kind_take_room() {
        let store = Store::open("sqlite::memory:").await.unwrap();
        for (kind, source, is_free) in [
            ("open", CHANGED, false),
            ("ranked", CHANGED, false),
            ("program", CHANGED, false),
            ("daily", CHANGED, true),
            ("ranked", r#"{"mode":"2048"}"#, true),
        ] {
            let room = room(1, 0, 0);
            let _stored = room.take(&store, CLIENT, &game(kind, source, 1)).await.unwrap();
            let second = room.take(&store, CLIENT, &game(kind, source, 1)).await;
            assert_eq!(second.is_ok(), is_free, "{kind} {source}");
        }
    }

    #[tokio::test]
    async fn what_is_not_stored_is_given_back() {
        let store = Store::open("sqlite::memory:").await.unwrap();
        let room = room(1, 1, 0);
        let large = game("open", CHANGED, 900);
        for _ in 0..5 {
            let taken = room.take(&store, CLIENT, &large).await.unwrap();
            assert!(room.take(&store, CLIENT, &large).await.is_err());
            room.give_back(taken);
        }
        // A refusal takes nothing of the other share, either.
        let _stored = room.take(&store, CLIENT, &game("open", r#"{"mode":"2048"}"#, 900)).await.unwrap();
        assert!(room.take(&store, CLIENT, &large).await.is_err());
        assert!(room.take(&store, CLIENT, &game("open", CHANGED, 1)).await.is_ok());
    }
}
