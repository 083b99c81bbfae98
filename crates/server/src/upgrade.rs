//! Completes what older versions stored.

use crate::modes::Modes;
use crate::store::{Board, Error, Store, Trouble};

/// Rows that are read at once.
const PAGE: i64 = 500;

/// Gives boards of the first versions, which lack the hash of their mode, this hash and the code.
///
/// The name of a board of such a version has the beginning of the hash in it: a board whose mode
/// is another one by now stays as it is. A database that can't be written does so, too.
///
/// # Errors
/// The database fails.
pub async fn complete(store: &Store, modes: &Modes) -> Result<(), Error> {
    let mut after = String::new();
    loop {
        let boards = store.boards_without_mode(&after, PAGE).await?;
        let Some(last) = boards.last() else { return Ok(()) };
        after.clone_from(&last.id);
        for board in boards {
            let Ok(named) = modes.of_board(&board, None) else { continue };
            if !fits(&board, &named.hash) {
                continue;
            }
            match store.complete_board(&board.id, &named.hash, named.code_apart()).await {
                Err(error) if error.trouble() == Trouble::ReadOnly => return Ok(()),
                done => done?,
            }
        }
    }
}

/// Returns true if a hash may be that of the mode of a board; boards of days don't tell.
fn fits(board: &Board, hash: &str) -> bool {
    let beginning = board.id.split_once('-').filter(|_| board.kind != "daily");
    beginning.is_none_or(|(_, beginning)| !beginning.is_empty() && hash.starts_with(beginning))
}
