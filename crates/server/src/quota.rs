//! The room that games of strangers may take: new boards and bytes of a client in a day, and of all
//! together.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::Mutex;

use crate::config::Config;
use crate::modes::is_plain;
use crate::store::{Error, New, Sizes, Store};

/// The time for which counted sizes are good.
const FRESH: Duration = Duration::from_secs(60);

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
    /// The database failed.
    Database(Error),
}

impl From<Error> for NoRoom {
    fn from(error: Error) -> NoRoom {
        NoRoom::Database(error)
    }
}

/// Counts the room that is taken.
#[derive(Debug)]
pub struct Room {
    boards: DefaultKeyedRateLimiter<IpAddr>,
    kib: DefaultKeyedRateLimiter<IpAddr>,
    kib_per_day: u32,
    most_boards: i64,
    most_bytes: i64,
    sizes: Mutex<Option<(Instant, Sizes)>>,
}

/// A quota for a day, all of which may be used at once.
fn daily(number: u32) -> Quota {
    let number = NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    let each = Duration::from_secs(86_400) / number.get();
    Quota::with_period(each).unwrap_or(Quota::per_second(number)).allow_burst(number)
}

impl Room {
    /// The room of a configuration.
    pub fn new(config: &Config) -> Room {
        let kib_per_day = config.mib_per_client_and_day.saturating_mul(1_024).max(1);
        Room {
            boards: RateLimiter::keyed(daily(config.new_boards_per_client_and_day)),
            kib: RateLimiter::keyed(daily(kib_per_day)),
            kib_per_day,
            most_boards: config.most_boards,
            most_bytes: config.most_mib.saturating_mul(1 << 20),
            sizes: Mutex::default(),
        }
    }

    /// Takes the room for a game that has verified.
    ///
    /// Boards of built-in modes as they are, of days and of ranked games have room anyway: there are
    /// only so many.
    ///
    /// # Errors
    /// There is none.
    pub async fn take(&self, store: &Store, client: IpAddr, game: &New) -> Result<(), NoRoom> {
        if self.most_bytes > 0 && self.sizes(store).await?.bytes >= self.most_bytes {
            return Err(NoRoom::OfBytes);
        }
        let mut bytes = BESIDE + game.score.moves.len();
        let is_free = game.board.kind != "open" || is_plain(&game.board);
        if !is_free && store.board(&game.board.id).await?.is_none() {
            if self.most_boards > 0 && self.sizes(store).await?.boards >= self.most_boards {
                return Err(NoRoom::OfBoards);
            }
            self.boards.check_key(&client).map_err(wait)?;
            bytes += game.board.source.len() + game.code.as_ref().map_or(0, String::len);
        }
        let kib = u32::try_from(bytes.div_ceil(1_024)).unwrap_or(u32::MAX).min(self.kib_per_day);
        match NonZeroU32::new(kib).map(|kib| self.kib.check_key_n(&client, kib)) {
            Some(Ok(Err(not_until))) => Err(wait(not_until)),
            // It is never more than the quota of a day.
            _ => Ok(()),
        }
    }

    /// The sizes of the database, counted once a minute: that reads an index of all games.
    ///
    /// # Errors
    /// The database fails.
    pub async fn sizes(&self, store: &Store) -> Result<Sizes, Error> {
        let mut kept = self.sizes.lock().await;
        match *kept {
            Some((at, sizes)) if at.elapsed() < FRESH => Ok(sizes),
            _ => {
                let sizes = store.sizes().await?;
                *kept = Some((Instant::now(), sizes));
                Ok(sizes)
            }
        }
    }

    /// Forgets clients that have not sent games for long.
    pub fn forget(&self) {
        for limiter in [&self.boards, &self.kib] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn wait(limit: governor::NotUntil<<DefaultClock as Clock>::Instant>) -> NoRoom {
    NoRoom::OfClient(limit.wait_time_from(DefaultClock::default().now()))
}
