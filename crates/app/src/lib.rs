//! Polymerge on a computer, without its screens.
//!
//! The command line (`polymerge-cli`) and the terminal game (`polymerge-tui`) share this crate:
//! what a game is opened from, where it is kept, how a player has set things up. It reads files, the
//! environment and the clock; it draws nothing. The engine for programs is `polymerge`.
//!
//! - [`source`] opens what arguments name, [`changes`] applies settings and modifiers to it,
//!   [`begin`] starts the game, [`open_game`] resumes it or keeps the new one.
//! - [`saves`] keeps games, each in a file of its own; [`presets`] keeps modifiers, [`days`] the dates
//!   of daily games; [`folders`] says where.
//! - [`config`] is the configuration, [`keys`] its keys and commands.
//! - [`ranker`] ranks directions, [`ranking_thread`] in the background, by [`weights`] if there are
//!   some; [`reasons`] says why.
//! - [`board`] has the looks of a game as text and colours; [`figures`] writes numbers for people.

pub mod begin;
pub mod board;
pub mod changes;
pub mod config;
pub mod days;
pub mod failure;
pub mod figures;
pub mod file_watch;
pub mod folders;
pub mod input;
pub mod keys;
pub mod line;
pub mod mode_file;
pub mod modifiers;
pub mod object;
pub mod open_game;
pub mod presets;
pub mod ranker;
pub mod ranking_thread;
pub mod reasons;
pub mod record;
pub mod recorded_mode;
pub mod saves;
pub mod signals;
pub mod source;
pub mod weights;
