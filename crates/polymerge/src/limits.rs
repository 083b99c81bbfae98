//! Bounds for everything that comes from strangers.

use polymerge_modefile::ReadOptions;
use polymerge_savecode::DecodeLimits;

/// Bounds for modes, games, codes and files that come from strangers: whatever
/// opens, starts, plays or evaluates such things takes them.
///
/// They count work and bytes, never time, so that what exceeds one does so on
/// every machine alike. `SECURITY.md` lists the defaults.
///
/// ```
/// use polymerge::{Limits, NewGame, Opening};
///
/// let mut limits = Limits::default();
/// limits.code.moves = 10_000;
/// limits.game.turn_steps = 100_000;
/// limits.history.bytes = 1 << 20;
/// let Opening::Mode(mode) = Opening::of_name("2048")? else { return Ok(()) };
/// let (session, _) = NewGame::of_mode(*mode).within(&limits).start(7, 0.0)?;
/// assert_eq!(session.game().rules().limits(), &limits.game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Evaluations, turns and games.
    pub game: polymerge_rules::Limits,
    /// Reading save codes.
    pub code: DecodeLimits,
    /// Reading mode files.
    pub file: ReadOptions,
    /// States of a game or a replay that can be gone back to.
    pub history: HistoryLimits,
    /// Looks that are remembered.
    pub looks: LooksLimits,
}

impl Limits {
    /// The limits of reading mode files, whose expressions are bounded as those of games are.
    pub fn reading(&self) -> ReadOptions {
        ReadOptions { game: self.game.clone(), ..self.file.clone() }
    }
}

impl From<Limits> for polymerge_rules::Limits {
    fn from(limits: Limits) -> polymerge_rules::Limits {
        limits.game
    }
}

/// Bounds of the way back in a game or a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryLimits {
    /// How many steps of a game can be taken back: beyond, the oldest is
    /// forgotten, so that a game of any length takes no more memory.
    pub steps: usize,
    /// How large the states are together that can be gone back to
    /// ([`Game::size`](crate::Game::size)): in games that hold a great deal,
    /// fewer steps can be taken back. What lies behind the last state of a
    /// replay that is remembered is played again from there.
    pub bytes: u64,
}

impl Default for HistoryLimits {
    fn default() -> HistoryLimits {
        HistoryLimits { steps: 10_000, bytes: 256 << 20 }
    }
}

/// Bounds of what is remembered of looks, once as looks and once as pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooksLimits {
    /// How many looks of tiles; half as many pictures of them.
    pub tiles: usize,
    /// How many bytes of each.
    pub bytes: u64,
}

impl Default for LooksLimits {
    fn default() -> LooksLimits {
        LooksLimits { tiles: 4096, bytes: 32 << 20 }
    }
}
