//! The kinds of games: open ones, those of programs, daily and ranked ones.

use super::{Failure, Shared};
use crate::ranked;
use crate::store::Session;

/// The kind of a game.
pub struct Kind {
    /// The kind of its board.
    pub kind: &'static str,
    /// Of the daily game its day, of a ranked one its board.
    pub place: String,
    /// The session of a ranked game.
    pub session: Option<Session>,
}

impl Kind {
    /// A ranked game when all of its moves have come. If they did not come as they were played, it is a
    /// game of the open board. Returns its times.
    pub fn judged(
        &mut self,
        service: &Shared,
        text: &str,
        count: Option<usize>,
        now: i64,
    ) -> Result<String, Failure> {
        let Some(session) = &self.session else { return Ok(String::new()) };
        let most = service.config.most_moves;
        let moves = ranked::moves(text, count, most)?;
        let after = ranked::after(session, text, &moves, most, now, service.config.silence());
        if !after.fault.is_empty() {
            self.kind = "open";
        }
        Ok(ranked::pace(&after).map(|pace| pace.to_string()).unwrap_or_default())
    }
}
