//! Bounds for everything that comes from strangers.

pub use polymerge_modefile::ReadOptions;
pub use polymerge_rules::Limits as GameLimits;
use polymerge_rules::MemoryLimits;
pub use polymerge_savecode::DecodeLimits;

use crate::error::{Error, ErrorKind};

/// Bounds for modes, games, codes and files that come from strangers: whatever
/// opens, starts, plays, watches or evaluates such things takes them.
///
/// They count work and bytes, never time, so that what exceeds one does so on
/// every machine alike. `SECURITY.md` lists the defaults and those of
/// [`Limits::strict`].
///
/// ```
/// use polymerge::{Limits, Mode};
///
/// let mut limits = Limits::default();
/// limits.code.moves = 10_000;
/// limits.game.turn_steps = 100_000;
/// limits.history.bytes = 1 << 20;
/// let rules = Mode::built_in("2048")?.within(&limits).compile()?;
/// assert_eq!(rules.start(7)?.rules().limits(), &limits);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a text that is opened, whatever it turns out to be.
    pub text: usize,
    /// Evaluations, turns and games.
    pub game: GameLimits,
    /// Work of all turns of a replay that is watched, or of a claim that is checked, in
    /// steps as those of [`turn_steps`](GameLimits::turn_steps), with one
    /// step more for each cell and turn.
    pub game_work: u64,
    /// Reading save codes.
    pub code: DecodeLimits,
    /// Reading mode files.
    pub file: ReadOptions,
    /// States of a game or a replay that can be gone back to.
    pub history: HistoryLimits,
    /// The memory of an engine or a batch: the limits of its caches.
    pub memory: MemoryLimits,
    /// Looks that are remembered.
    pub looks: LooksLimits,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            text: 128 << 20,
            game: polymerge_rules::Limits::default(),
            game_work: 10_000_000_000,
            code: DecodeLimits::default(),
            file: ReadOptions::default(),
            history: HistoryLimits::default(),
            memory: MemoryLimits::default(),
            looks: LooksLimits::default(),
        }
    }
}

impl Limits {
    /// Limits for servers, which open what many strangers send: all built-in modes can be
    /// played within them, and little more.
    ///
    /// ```
    /// use polymerge::{open, ErrorKind, Limits};
    ///
    /// let much = "1".repeat(10 << 20);
    /// assert_eq!(open(&much, &Limits::strict()).unwrap_err().kind(), ErrorKind::Limit);
    /// ```
    pub fn strict() -> Limits {
        let mut limits = Limits { text: 4 << 20, game_work: 200_000_000, ..Limits::default() };
        let evaluation = &mut limits.game.evaluation;
        (evaluation.steps, evaluation.memory) = (200_000, 8 << 20);
        (evaluation.depth, evaluation.nesting) = (128, 128);
        (evaluation.integer_bits, evaluation.text_length, evaluation.array_length) =
            (1 << 14, 1 << 16, 1 << 16);
        (evaluation.largest_prime, evaluation.factors) = (1_000_000, 1_000);
        let game = &mut limits.game;
        (game.cells, game.entries, game.tile_entries, game.next_tiles) = (1 << 10, 1 << 12, 16, 100);
        (game.passes, game.turn_steps, game.script_depth) = (10_000, 1_000_000, 16);
        (game.kept, game.content) = (256 << 10, 8 << 10);
        let code = &mut limits.code;
        (code.code_length, code.piece_length) = (2 << 20, 1 << 20);
        (code.json_nodes, code.json_depth) = (200_000, 160);
        (code.integer_digits, code.integer_work) = (10_000, 200_000_000);
        (code.side, code.cells, code.tile_entries, code.next_tiles) = (1 << 10, 1 << 10, 16, 100);
        code.moves = 20_000;
        let file = &mut limits.file;
        (file.bytes, file.depth, file.values, file.extends) = (256 << 10, 150, 100_000, 4);
        limits.history = HistoryLimits { steps: 200, bytes: 4 << 20 };
        limits.memory = MemoryLimits { lines: 1 << 14, tests: 1 << 13 };
        limits.looks = LooksLimits { tiles: 512, bytes: 4 << 20 };
        limits
    }

    /// Refuses a text that is too long.
    pub(crate) fn permit_text(&self, text: &str) -> Result<(), Error> {
        if text.len() <= self.text {
            return Ok(());
        }
        let message = format!("the text has {} bytes; {} are allowed", text.len(), self.text);
        Err(Error::new(ErrorKind::Limit, "text-limit", message))
    }

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
    /// The number of steps of a game that can be undone. The oldest one beyond is forgotten, so
    /// that the memory of a game has a bound, however long it is played.
    pub steps: usize,
    /// The size of all kept states together ([`State::size`](crate::State::size)). Games with large
    /// states keep fewer steps. A replay plays again from its last kept state.
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
    /// The number of cached looks of tiles; half as many pictures are cached.
    pub tiles: usize,
    /// The bytes of the cached looks, and of the cached pictures.
    pub bytes: u64,
}

impl Default for LooksLimits {
    fn default() -> LooksLimits {
        LooksLimits { tiles: 4096, bytes: 32 << 20 }
    }
}
