//! Tags of files, by their content: the same on all machines, however the files came there.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::token::hex;

/// Files whose tags are kept.
const MOST: usize = 4_096;

/// Bytes of a file that is read for its tag. Larger ones have the tag that the library gives: by
/// their length and time.
const MOST_BYTES: u64 = 64 << 20;

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// Bytes of a tag.
const LENGTH: usize = 16;

/// The facts about a file that change with its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its bytes.
    pub length: u64,
    modified: Option<SystemTime>,
    /// Its number in the file system, and when that changed.
    node: [i64; 3],
}

impl Stamp {
    /// The stamp of a file; none if it is not there.
    pub async fn of(file: &Path) -> Option<Stamp> {
        let facts = tokio::fs::metadata(file).await.ok()?;
        Some(Stamp { length: facts.len(), modified: facts.modified().ok(), node: node(&facts) })
    }
}

#[cfg(unix)]
fn node(facts: &Metadata) -> [i64; 3] {
    use std::os::unix::fs::MetadataExt;
    [facts.ino().cast_signed(), facts.ctime(), facts.ctime_nsec()]
}

#[cfg(not(unix))]
fn node(_: &Metadata) -> [i64; 3] {
    [0; 3]
}

/// A file as it was found, and its tag, which is made once however many ask for it.
#[derive(Debug)]
struct Known {
    stamp: Stamp,
    tag: OnceCell<String>,
}

impl Known {
    /// The tag. A file that can't be read now, because too many are open for example, is read again
    /// for the next request.
    async fn tag(&self, read: impl FnOnce() -> io::Result<String> + Send + 'static) -> Option<String> {
        let read = || async { tokio::task::spawn_blocking(read).await.map_err(io::Error::other)? };
        self.tag.get_or_try_init(read).await.ok().cloned()
    }
}

/// The tags of files.
#[derive(Debug, Default)]
pub struct Tags {
    known: Mutex<HashMap<PathBuf, Arc<Known>>>,
}

impl Tags {
    /// The tag of a file, in quotes, and the stamp that it belongs to; none for a file that is large
    /// or can't be read.
    pub async fn of(&self, file: &Path) -> Option<(Stamp, String)> {
        let stamp = Stamp::of(file).await.filter(|stamp| stamp.length <= MOST_BYTES)?;
        let known = self.known(file, stamp);
        let file = file.to_owned();
        known.tag(move || read(&file)).await.map(|tag| (stamp, tag))
    }

    fn known(&self, file: &Path, stamp: Stamp) -> Arc<Known> {
        let mut known = self.all();
        if let Some(found) = known.get(file).filter(|found| found.stamp == stamp) {
            return Arc::clone(found);
        }
        if known.len() >= MOST {
            known.clear();
        }
        let fresh = Arc::new(Known { stamp, tag: OnceCell::new() });
        known.insert(file.to_owned(), Arc::clone(&fresh));
        fresh
    }

    fn all(&self) -> MutexGuard<'_, HashMap<PathBuf, Arc<Known>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the tag of a file.
fn read(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?.take(MOST_BYTES);
    let (mut hash, mut piece) = (Sha256::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece)? {
            0 => break,
            length => hash.update(piece.get(..length).unwrap_or_default()),
        }
    }
    let hash = hex(&hash.finalize());
    Ok(format!("\"{}\"", hash.get(..2 * LENGTH).unwrap_or(&hash)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::random;

    #[tokio::test]
    async fn tags_are_kept_for_a_bounded_number_of_files() {
        let tags = Tags::default();
        let file = std::env::temp_dir().join(format!("polymerge-tags-{}", random(8).unwrap()));
        std::fs::write(&file, "one").unwrap();
        let (stamp, one) = tags.of(&file).await.unwrap();
        assert_eq!(tags.of(&file).await, Some((stamp, one.clone())));
        // Files with one content have one tag.
        let copy = file.with_extension("copy");
        std::fs::copy(&file, &copy).unwrap();
        assert_eq!(tags.of(&copy).await.unwrap().1, one);
        for number in 0..MOST + 10 {
            tags.known(Path::new(&number.to_string()), stamp);
            assert!(tags.all().len() <= MOST);
        }
        std::fs::write(&file, "other").unwrap();
        assert_ne!(tags.of(&file).await.unwrap().1, one);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(tags.of(&file).await, None);
        std::fs::remove_file(&copy).unwrap();
    }

    #[tokio::test]
    async fn a_file_that_could_not_be_read_is_read_again() {
        let tags = Tags::default();
        let file = std::env::temp_dir().join(format!("polymerge-tags-{}", random(8).unwrap()));
        std::fs::write(&file, "one").unwrap();
        let known = tags.known(&file, Stamp::of(&file).await.unwrap());
        assert_eq!(known.tag(|| Err(io::Error::other("too many open files"))).await, None);
        let made = read(&file).unwrap();
        assert_eq!(tags.of(&file).await.map(|(_, tag)| tag), Some(made));
        std::fs::remove_file(&file).unwrap();
    }
}
