//! The file of a database, which must stay the one that was opened.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use super::Error;

/// A file as it was when it was opened.
///
/// SQLite goes on with a file that has lost its name. Games that are written to it then are gone
/// when the service ends, so nothing may be written any more.
#[derive(Debug)]
pub(super) struct OpenedFile {
    path: PathBuf,
    identity: Identity,
}

/// The numbers of a file that no other one has while it exists.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    None
}

impl OpenedFile {
    /// Remembers the file at a path.
    pub(super) fn at(path: &Path) -> Result<OpenedFile, Error> {
        let metadata = std::fs::metadata(path).map_err(|_| Error::moved(path))?;
        Ok(OpenedFile { path: path.to_owned(), identity: identity(&metadata) })
    }

    /// Fails if the file is not there any more.
    pub(super) fn check(&self) -> Result<(), Error> {
        match std::fs::metadata(&self.path) {
            Ok(metadata) if identity(&metadata) == self.identity => Ok(()),
            _ => Err(Error::moved(&self.path)),
        }
    }
}
