//! The screen of a game.

/// The screen that the player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Screen {
    /// The game goes on.
    #[default]
    Play,
    /// The game is won; it may be possible to play on.
    Win,
    /// The game is over.
    GameOver,
}
