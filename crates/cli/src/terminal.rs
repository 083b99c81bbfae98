//! The terminal game, with the score service that the environment names.

use polymerge_app::config::Config;
use polymerge_app::failure::Failure;
use polymerge_app::saves::Saves;
pub use polymerge_tui::{Start, is_dumb, is_there, required};

use crate::service::service_calls;

/// Plays until the player quits.
///
/// # Errors
/// The terminal can't be read or drawn on.
pub fn run(start: Start, saves: Option<Saves>, config: Config) -> Result<(), Failure> {
    polymerge_tui::run(start, saves, config, service_calls())
}
