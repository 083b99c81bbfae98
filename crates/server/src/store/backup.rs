//! A copy of a database that is a file, while the service goes on writing it.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::{Error, Pool, Store, Trouble};
use crate::token::random;

/// Digits in the name of a file that is not finished.
const PART: usize = 8;

/// The time after which a file that is not finished was left behind.
const LEFT: Duration = Duration::from_secs(3_600);

/// A copy that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The number of games in it.
    pub games: i64,
    /// Its bytes.
    pub bytes: u64,
}

/// The reason why there is no copy.
#[derive(Debug)]
pub enum NoCopy {
    /// The database is no file.
    NoFile,
    /// There is a file of this name.
    Exists(PathBuf),
    /// The file can't be written.
    File(PathBuf, io::Error),
    /// The database can't be read.
    Database(Error),
}

impl std::fmt::Display for NoCopy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoCopy::NoFile => f.write_str(
                "backup copies databases of SQLite that are files; for PostgreSQL use export, or pg_dump",
            ),
            NoCopy::Exists(path) => write!(
                f,
                "{} exists, and a backup replaces nothing; name another file, or move this one away",
                path.display()
            ),
            NoCopy::File(path, error) => write!(f, "can't write {}: {error}", path.display()),
            NoCopy::Database(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoCopy {}

impl From<Error> for NoCopy {
    fn from(error: Error) -> NoCopy {
        NoCopy::Database(error)
    }
}

impl From<sqlx::Error> for NoCopy {
    fn from(error: sqlx::Error) -> NoCopy {
        NoCopy::Database(error.into())
    }
}

/// A file that is not finished; it goes unless it gets its name.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // With its name elsewhere, or never made, there is nothing to remove.
        let _gone = std::fs::remove_file(&self.0);
    }
}

impl Store {
    /// Copies the database as it is at one moment into a new file, which is whole or not there.
    ///
    /// # Errors
    /// The database is no file or can't be read; the file is there, or can't be written.
    pub async fn backup(&self, to: &Path) -> Result<Copied, NoCopy> {
        let (Pool::Sqlite(pool), Some(_)) = (&self.pool, &self.file) else { return Err(NoCopy::NoFile) };
        if to.symlink_metadata().is_ok() {
            return Err(NoCopy::Exists(to.to_owned()));
        }
        remove_leftovers(to);
        let part = new_part(to)?;
        let failed = |error| NoCopy::File(to.to_owned(), error);
        let name = part.0.to_str().ok_or_else(|| failed(ErrorKind::InvalidFilename.into()))?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(pool).await;
        copied.map_err(|error| self.blame(error.into(), to))?;
        let games = games_in(&part.0).await?;
        // SQLite does not wait for the disk here.
        let file = File::open(&part.0).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        name_file(&part.0, to)?;
        Ok(Copied { games, bytes })
    }

    /// Sorts failures of a copy: SQLite says for which of both files it has no space or right only
    /// by the code, which is the same for both. The database itself is not written.
    fn blame(&self, error: Error, to: &Path) -> NoCopy {
        match error.trouble() {
            Trouble::Full => NoCopy::File(to.to_owned(), ErrorKind::StorageFull.into()),
            _ => NoCopy::Database(error),
        }
    }
}

/// Makes an empty file beside the one that is wanted. It is for its owner alone: the secret of the
/// daily seeds will be in it.
fn new_part(to: &Path) -> Result<Part, NoCopy> {
    let failed = |error| NoCopy::File(to.to_owned(), error);
    let mut name = to.file_name().ok_or_else(|| failed(ErrorKind::InvalidFilename.into()))?.to_owned();
    let random = random(PART / 2).map_err(|error| failed(io::Error::other(error.to_string())))?;
    name.push(format!(".{random}.part"));
    let path = std::path::absolute(to).map_err(failed)?.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path).map_err(failed)?;
    Ok(Part(path))
}

/// Returns the number of games of a copy, after a look at all of its pages.
async fn games_in(copy: &Path) -> Result<i64, NoCopy> {
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut connection = options.connect().await?;
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    if found != "ok" {
        return Err(Error::new(Trouble::Damaged, found).into());
    }
    let games = sqlx::query_scalar("SELECT COUNT(*) FROM scores").fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(games)
}

/// Gives a finished file a name that an empty file holds until then: a name that is held by something
/// else is not taken.
fn name_by_renaming(part: &Path, to: &Path) -> Result<(), NoCopy> {
    File::create_new(to).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => NoCopy::Exists(to.to_owned()),
        _ => NoCopy::File(to.to_owned(), error),
    })?;
    std::fs::rename(part, to).map_err(|error| {
        // What holds the name is of no use; that it can't be removed changes nothing about the failure.
        let _gone = std::fs::remove_file(to);
        NoCopy::File(to.to_owned(), error)
    })
}

/// Removes what copies with the same name left that were ended by force: files that were not written for
/// an hour.
fn remove_leftovers(to: &Path) {
    let (Some(folder), Some(name)) = (to.parent(), to.file_name().and_then(|name| name.to_str())) else {
        return;
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_leftover = |entry: &std::fs::DirEntry| {
        let found = entry.file_name();
        let middle = found.to_str().and_then(|found| found.strip_prefix(name)?.strip_prefix('.'));
        let middle = middle.and_then(|middle| middle.strip_suffix(".part"));
        let is_ours = middle.is_some_and(|middle| {
            middle.len() == PART && middle.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        is_ours && age.is_some_and(|age| age > LEFT)
    };
    // A copy is made all the same where the folder can't be read or cleaned.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().filter(is_leftover) {
        let _gone = std::fs::remove_file(entry.path());
    }
}

/// Gives a finished file its name, unless another one has got it meanwhile.
fn name_file(part: &Path, to: &Path) -> Result<(), NoCopy> {
    let failed = |error| NoCopy::File(to.to_owned(), error);
    match std::fs::hard_link(part, to) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(NoCopy::Exists(to.to_owned())),
        // Some file systems know no second names.
        Err(_) => name_by_renaming(part, to)?,
    }
    #[cfg(unix)]
    if let Some(folder) = part.parent() {
        // The name, too, is to be there after a loss of power.
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn folder() -> PathBuf {
        let folder = std::env::temp_dir().join(format!("polymerge-backup-{}", random(8).unwrap()));
        std::fs::create_dir(&folder).unwrap();
        folder
    }

    #[test]
    fn a_name_that_is_taken_is_not_taken_away_without_second_names_of_files() {
        let folder = folder();
        let (part, to) = (folder.join("part"), folder.join("copy"));
        std::fs::write(&part, "new").unwrap();
        std::fs::write(&to, "kept").unwrap();
        assert!(matches!(name_by_renaming(&part, &to), Err(NoCopy::Exists(_))));
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "kept");
        std::fs::remove_file(&to).unwrap();
        name_by_renaming(&part, &to).unwrap();
        assert_eq!((std::fs::read_to_string(&to).unwrap().as_str(), part.exists()), ("new", false));
        // Without the finished file no empty one is left.
        let other = folder.join("other");
        assert!(matches!(name_by_renaming(&part, &other), Err(NoCopy::File(..))));
        assert!(!other.exists());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_old_files_of_this_name_are_left_over() {
        let folder = folder();
        let old = SystemTime::now() - 2 * LEFT;
        for (name, time, stays) in [
            ("copy.db.0123abcd.part", Some(old), false),
            ("copy.db.0123abce.part", None, true),
            ("copy.db.mine.part", Some(old), true),
            ("other.db.0123abcd.part", Some(old), true),
        ] {
            let file = File::create(folder.join(name)).unwrap();
            time.map(|time| file.set_modified(time)).transpose().unwrap();
            remove_leftovers(&folder.join("copy.db"));
            assert_eq!(folder.join(name).exists(), stays, "{name}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
