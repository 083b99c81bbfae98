//! Failures of the database, sorted by cause and remedy.

use std::fmt;
use std::path::Path;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// Another program holds a lock.
    Locked,
    /// The disk is full.
    Full,
    /// Writing is not possible.
    ReadOnly,
    /// The connection is missing, or broke.
    Unreachable,
    /// The stored bytes make no sense.
    Damaged,
    /// The file was moved, replaced or deleted under the running service.
    Moved,
    /// Tables or columns are missing.
    Incomplete,
    /// The tables are of another version of the service.
    OtherVersion,
    /// The service asked for something impossible: a mistake of the program.
    Program,
}

impl Trouble {
    /// All kinds.
    pub const ALL: [Trouble; 9] = [
        Trouble::Locked,
        Trouble::Full,
        Trouble::ReadOnly,
        Trouble::Unreachable,
        Trouble::Damaged,
        Trouble::Moved,
        Trouble::Incomplete,
        Trouble::OtherVersion,
        Trouble::Program,
    ];

    /// Returns the failure in words, and what helps against it.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Trouble::Locked => ("the database is locked by another program", "end it, or wait for its end"),
            Trouble::Full => ("the database has no space left", "make space where it is stored"),
            Trouble::ReadOnly => (
                "the database can't be written",
                "allow the user of the service to write the file and its folder; a PostgreSQL that is a \
                 standby takes no games",
            ),
            Trouble::Unreachable => (
                "the database can't be reached",
                "see whether it runs, has connections left and can read its files",
            ),
            Trouble::Damaged => ("the database is damaged", "restore a backup into a new one"),
            Trouble::Moved => (
                "the file of the database was moved, replaced or deleted while the service runs",
                "put it back, or start the service again",
            ),
            Trouble::Incomplete => (
                "the database lacks tables that the service needs",
                "see whether it is the database of the service; a backup can be imported into a new one",
            ),
            Trouble::OtherVersion => (
                "the database was made by another version of the service",
                "use the newest version; to go back to an older one, import a backup into a new database",
            ),
            Trouble::Program => ("the database refuses what the service asks for", "report this mistake"),
        }
    }

    /// Returns the seconds after which a client may try again; `None` if that does not help.
    pub fn wait(self) -> Option<u64> {
        match self {
            Trouble::Program => None,
            Trouble::Locked => Some(5),
            Trouble::Unreachable => Some(10),
            _ => Some(60),
        }
    }
}

/// A failure of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    trouble: Trouble,
    /// The words of the database; empty if there are none.
    detail: String,
}

impl Error {
    /// A failure of a kind, with its details.
    pub fn new(trouble: Trouble, detail: impl Into<String>) -> Error {
        Error { trouble, detail: detail.into() }
    }

    /// The failure of a file that is not where it was.
    pub(super) fn moved(file: &Path) -> Error {
        Error::new(Trouble::Moved, file.display().to_string())
    }

    /// The kind of the failure.
    pub fn trouble(&self) -> Trouble {
        self.trouble
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, help) = self.trouble.words();
        f.write_str(what)?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        write!(f, "; {help}")
    }
}

impl std::error::Error for Error {}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        let trouble = match &error {
            sqlx::Error::Database(cause) => of_database(&**cause),
            sqlx::Error::Migrate(cause) => return of_migration(cause),
            sqlx::Error::PoolTimedOut => {
                return Error::new(Trouble::Unreachable, "no connection within five seconds");
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => Trouble::Unreachable,
            _ => Trouble::Program,
        };
        Error::new(trouble, message_of(&error))
    }
}

impl From<MigrateError> for Error {
    fn from(error: MigrateError) -> Error {
        of_migration(&error)
    }
}

/// Returns the words of a database without those that the library puts before them.
fn message_of(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), ToString::to_string)
}

fn of_database(error: &dyn DatabaseError) -> Trouble {
    if let Some(error) = error.try_downcast_ref::<SqliteError>() {
        return of_sqlite(error);
    }
    error.try_downcast_ref::<PgDatabaseError>().map_or(Trouble::Program, |error| of_postgres(error.code()))
}

fn of_sqlite(error: &SqliteError) -> Trouble {
    let code: i32 = error.code().and_then(|code| code.parse().ok()).unwrap_or(1);
    let lacks = ["no such table", "no such column", "has no column"];
    // Extended codes have the general one in their lowest byte (sqlite.org/rescode.html).
    match code & 0xff {
        _ if code == 1032 => Trouble::Moved,
        5 | 6 | 15 => Trouble::Locked,
        13 => Trouble::Full,
        3 | 8 | 23 => Trouble::ReadOnly,
        7 | 9 | 10 | 14 => Trouble::Unreachable,
        11 | 26 => Trouble::Damaged,
        1 if lacks.iter().any(|lack| error.message().contains(lack)) => Trouble::Incomplete,
        _ => Trouble::Program,
    }
}

/// Sorts codes of appendix A of PostgreSQL's manual.
fn of_postgres(code: &str) -> Trouble {
    match code {
        "53100" => Trouble::Full,
        "25006" | "42501" => Trouble::ReadOnly,
        "42P01" | "42703" | "3F000" => Trouble::Incomplete,
        "55P03" | "40001" | "40P01" | "57014" => Trouble::Locked,
        "XX001" | "XX002" => Trouble::Damaged,
        // A transaction in which nothing happened for too long; its connection has ended.
        "25P03" => Trouble::Unreachable,
        _ => match code.get(..2) {
            Some("08" | "28" | "3D" | "53" | "57" | "58") => Trouble::Unreachable,
            _ => Trouble::Program,
        },
    }
}

fn of_migration(error: &MigrateError) -> Error {
    match error {
        MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _) => match cause {
            sqlx::Error::Migrate(cause) => of_migration(cause),
            sqlx::Error::Database(cause) => Error::new(of_database(&**cause), cause.to_string()),
            cause => Error::new(Trouble::Unreachable, cause.to_string()),
        },
        MigrateError::VersionMissing(_)
        | MigrateError::VersionMismatch(_)
        | MigrateError::VersionTooNew(..)
        | MigrateError::VersionTooOld(..) => Error::new(Trouble::OtherVersion, error.to_string()),
        error => Error::new(Trouble::Program, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_postgresql_are_sorted() {
        for (code, trouble) in [
            ("53100", Trouble::Full),
            ("53300", Trouble::Unreachable),
            ("55P03", Trouble::Locked),
            ("25006", Trouble::ReadOnly),
            ("57P01", Trouble::Unreachable),
            ("08006", Trouble::Unreachable),
            ("42P01", Trouble::Incomplete),
            ("XX001", Trouble::Damaged),
            ("23503", Trouble::Program),
        ] {
            assert_eq!(of_postgres(code), trouble, "{code}");
        }
    }

    #[test]
    fn each_failure_says_what_helps() {
        let error = Error::new(Trouble::Full, "(code: 13) database or disk is full");
        let said = "the database has no space left ((code: 13) database or disk is full); make space";
        assert!(error.to_string().starts_with(said), "{error}");
        assert!(Error::new(Trouble::Program, "").trouble().wait().is_none());
    }
}
