//! The last board of a game, as it is stored: so that no game is played again to show it.

use std::cell::RefCell;
use std::io::Read;
use std::sync::{Arc, OnceLock};

use flate2::read::ZlibDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use polymerge::painter::Tables;
use polymerge::{Game, Painter, calc};

/// Bytes that a stored board may have, and a stored picture.
const MOST: usize = 64 << 10;

/// Bytes that a picture may have.
const MOST_DRAWN: usize = 2 << 20;

/// Bytes beyond its own that a picture may take compressed.
const ROOM: usize = 64;

/// The last board of a game, and its picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The rows of the board as JSON; empty if that is too long.
    pub board: String,
    /// The picture as it is stored: SVG, compressed. Empty if it can't be drawn, or is too long.
    pub picture: Vec<u8>,
}

impl Ending {
    /// The last board of a game.
    pub fn of(game: &Game) -> Ending {
        let mut board = calc::json::write(&game.state().grid());
        if board.len() > MOST {
            board.clear();
        }
        // A mode whose tiles can't be drawn has games all the same.
        let mut painter = Painter::with_tables(game.rules(), tables());
        let picture = painter.svg(game).ok().filter(|drawn| drawn.len() <= MOST_DRAWN);
        let picture = picture.and_then(|drawn| compressed(drawn.as_bytes()));
        Ending { board, picture: picture.filter(|stored| stored.len() <= MOST).unwrap_or_default() }
    }

    /// The picture as SVG; `None` if there is none.
    pub fn svg(&self) -> Option<String> {
        let mut svg = String::new();
        let read = ZlibDecoder::new(&self.picture[..]).take(MOST_DRAWN as u64).read_to_string(&mut svg);
        read.ok().filter(|length| *length > 0).map(|_| svg)
    }
}

/// The tables of all painters: to make them takes as long as to play a game.
fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    Arc::clone(TABLES.get_or_init(Arc::default))
}

thread_local! {
    /// The tables of a compressor: to make them takes longer than to compress most pictures.
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), true));
}

/// Compresses a picture; `None` if that would make it longer than it is.
fn compressed(drawn: &[u8]) -> Option<Vec<u8>> {
    let mut stored = Vec::with_capacity(drawn.len() + ROOM);
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let end = compressor.compress_vec(drawn, &mut stored, FlushCompress::Finish);
        matches!(end, Ok(Status::StreamEnd)).then_some(())
    })?;
    stored.shrink_to_fit();
    Some(stored)
}

#[cfg(test)]
mod tests {
    use polymerge::Mode;

    use super::*;

    #[test]
    fn large_boards_of_built_in_modes_are_short_enough() {
        for name in ["2048", "dive", "ratio-fill-9261"] {
            let game = Mode::built_in(name)
                .unwrap()
                .with("grid=16x16")
                .unwrap()
                .compile()
                .unwrap()
                .start(1)
                .unwrap();
            let ending = Ending::of(&game);
            assert!(ending.board.starts_with("[[") && ending.picture.len() > 100, "{name}");
            assert_eq!(ending.svg(), Painter::of(game.rules()).svg(&game).ok(), "{name}");
        }
    }

    #[test]
    fn a_picture_that_is_none_is_not_shown() {
        for picture in [Vec::new(), b"damaged".to_vec(), compressed(b"").unwrap()] {
            assert_eq!(Ending { board: String::new(), picture }.svg(), None);
        }
    }
}
