//! Opening a database, and checking that it still works.

use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Executor};

use super::file::OpenedFile;
use super::leaders::BoardLeaders;
use super::statistics::Growth;
use super::{Error, Pool, Store, Trouble, migrations, on};

/// The name of the value that is written to test the database.
const READY: &str = "ready";

/// The time that a connection, or a lock, is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time that games wait for the lock of a file: that is short, since others wait for them.
const PATIENCE_FOR_FILE: Duration = Duration::from_secs(2);

/// The time that games wait for a lock of PostgreSQL: several may do so, one after the other.
const PATIENCE_FOR_ROW: Duration = Duration::from_secs(1);

/// Connections to a file, beside that which writes games.
const TO_FILE: u32 = 4;

/// Connections to PostgreSQL, beside that which writes games.
const TO_SERVER: u32 = 7;

/// The time for which a connection that was used is taken to be there still. After a restart of PostgreSQL no
/// request fails but those that come within it.
const TRUSTED: Duration = Duration::from_millis(50);

/// The time after which a file that another program begins to use is tried again.
const AGAIN: Duration = Duration::from_millis(50);

/// Returns true if an address names a database that is kept in memory alone.
pub fn is_in_memory(address: &str) -> bool {
    address.contains(":memory:")
}

/// Connects to a file, perhaps after another program that just begins to use it, too; to one in a
/// folder that can't be written, to read it.
async fn connect_patiently(
    pool: SqlitePoolOptions,
    options: SqliteConnectOptions,
) -> Result<SqlitePool, Error> {
    let start = Instant::now();
    loop {
        let error = match pool.clone().connect_with(options.clone()).await {
            Ok(pool) => return Ok(pool),
            Err(error) => Error::from(error),
        };
        match error.trouble() {
            // To begin a write-ahead log SQLite needs the file alone, and does not wait for it.
            Trouble::Locked if start.elapsed() < PATIENCE => tokio::time::sleep(AGAIN).await,
            Trouble::Unreachable | Trouble::ReadOnly if is_at_rest(options.get_filename()) => {
                return Ok(pool.connect_with(options.read_only(true).immutable(true)).await?);
            }
            _ => return Err(error),
        }
    }
}

/// The setting for the connection that writes games. Its statements find rows by their keys, however many there are:
/// to plan them anew each time takes as long.
const PLAN_ONCE: &str = "SET plan_cache_mode = force_generic_plan";

/// Connections to PostgreSQL that wait for locks so long, with a setting that old versions may lack. A transaction whose
/// program does nothing more, since it hangs or its connection is lost, keeps others waiting no longer than half a
/// minute.
fn of_server(connections: u32, wait: Duration, may_lack: Option<&'static str>) -> PgPoolOptions {
    let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
    let wait = wait.as_millis();
    let set = format!("SET lock_timeout = {wait}; SET idle_in_transaction_session_timeout = '30s'");
    let pool = pool.after_connect(move |connection, _| {
        let set = set.clone();
        Box::pin(async move {
            connection.execute(&*set).await?;
            if let Some(setting) = may_lack {
                // Without it all works, if slower.
                let _lacking = connection.execute(setting).await;
            }
            Ok(())
        })
    });
    // One that was used just now is not asked first whether it is there: that would take as long as most statements.
    // Under load all are used so often.
    pool.test_before_acquire(false).before_acquire(|connection, meta| {
        Box::pin(async move {
            match meta.idle_for < TRUSTED {
                true => Ok(true),
                false => connection.ping().await.map(|()| true),
            }
        })
    })
}

/// Returns true if a file can be read and not written, and no program has it open: then SQLite
/// needs no other files beside it.
fn is_at_rest(file: &Path) -> bool {
    let beside = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        Path::new(&name).exists()
    };
    let can_write = || {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let probe = folder.unwrap_or(Path::new(".")).join(format!(".polymerge-{}", std::process::id()));
        let can = std::fs::File::create_new(&probe).is_ok();
        // A probe that could not be made can't be removed.
        let _gone = std::fs::remove_file(&probe);
        can
    };
    std::fs::File::open(file).is_ok() && !beside("-wal") && !beside("-shm") && !can_write()
}

impl Store {
    /// Opens a database as it is, to copy it; none if there is none.
    ///
    /// # Errors
    /// It can't be opened.
    pub async fn open_to_copy(address: &str) -> Result<Option<Store>, Error> {
        Store::connect_existing(address).await
    }

    /// Opens a database, makes it if it is missing, and brings it up to date.
    ///
    /// # Errors
    /// It can't be opened.
    pub async fn open(address: &str) -> Result<Store, Error> {
        let store = Store::connect(address, true).await?;
        store.bring_up_to_date().await?;
        Ok(store)
    }

    /// Opens a database that this service has made, and brings it up to date; none if there is none.
    ///
    /// # Errors
    /// It can't be opened.
    pub async fn open_existing(address: &str) -> Result<Option<Store>, Error> {
        let store = Store::connect_existing(address).await?;
        if let Some(store) = &store {
            store.bring_up_to_date().await?;
        }
        Ok(store)
    }

    async fn connect_existing(address: &str) -> Result<Option<Store>, Error> {
        if !address.starts_with("postgres") && !is_in_memory(address) {
            let options = SqliteConnectOptions::from_str(address)?;
            if !Path::new(options.get_filename()).exists() {
                return Ok(None);
            }
        }
        let store = Store::connect(address, false).await?;
        let Err(error) = store.has_tables().await else { return Ok(Some(store)) };
        // A connection that is only dropped ends later, and may write to the file then.
        store.close().await;
        match error.trouble() {
            Trouble::Incomplete => Ok(None),
            _ => Err(error),
        }
    }

    async fn has_tables(&self) -> Result<(), Error> {
        on!(self, pool => { sqlx::query("SELECT 1 FROM meta LIMIT 1").execute(pool).await?; });
        Ok(())
    }

    async fn connect(address: &str, make: bool) -> Result<Store, Error> {
        if address.starts_with("postgres") {
            let pool = of_server(TO_SERVER, PATIENCE, None).connect(address).await?;
            let options = pool.connect_options().as_ref().clone();
            let writing = of_server(1, PATIENCE_FOR_ROW, Some(PLAN_ONCE)).connect_lazy_with(options);
            return Ok(Store::of(Pool::Postgres(pool), Pool::Postgres(writing), None));
        }
        // A database in memory is one connection's own.
        Store::connect_sqlite(address, make, if is_in_memory(address) { 1 } else { TO_FILE }).await
    }

    async fn connect_sqlite(address: &str, make: bool, connections: u32) -> Result<Store, Error> {
        let options = SqliteConnectOptions::from_str(address)?
            .create_if_missing(make)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        // Connections stay: a database in memory is gone with its one, and one that is made while the
        // file is away, or another one is in its place, would take or spoil what belongs to that.
        let pool = SqlitePoolOptions::new().max_connections(connections).min_connections(connections);
        let pool = pool.idle_timeout(None).max_lifetime(None).acquire_timeout(PATIENCE);
        // There is no network that could break them: a test before each use would take as long as the use.
        let pool = pool.test_before_acquire(false);
        // SQLite ends a transaction by itself when the disk is full. The ROLLBACK of sqlx then fails,
        // and the connection counts as one within a transaction for ever: it is closed.
        let pool = pool.after_release(|connection, _| {
            Box::pin(async move {
                if connection.is_in_transaction() {
                    // A rollback that is on its way comes before the answer to this.
                    connection.ping().await?;
                }
                Ok(!connection.is_in_transaction())
            })
        });
        if is_in_memory(address) {
            let pool = Pool::Sqlite(connect_patiently(pool, options).await?);
            return Ok(Store::of(pool.clone(), pool, None));
        }
        // Only those that are made after a failure come later. They make no file, and stay if they
        // have the one that was opened first.
        let path = options.get_filename().to_owned();
        let opened = Arc::new(OnceLock::<Arc<OpenedFile>>::new());
        let first = Arc::clone(&opened);
        let pool = pool.after_connect(move |_, _| {
            let checked = first.get().map_or(Ok(()), |file| file.check());
            Box::pin(async move { checked.map_err(|error| sqlx::Error::Configuration(error.into())) })
        });
        let of_writer = pool.clone().max_connections(1).min_connections(1);
        let pool = connect_patiently(pool, options).await?;
        let file = Arc::new(OpenedFile::at(&path)?);
        let file = Arc::clone(opened.get_or_init(|| file));
        let later = pool.connect_options().as_ref().clone().create_if_missing(false);
        pool.set_connect_options(later.clone());
        let writing = of_writer.connect_lazy_with(later.busy_timeout(PATIENCE_FOR_FILE));
        Ok(Store::of(Pool::Sqlite(pool), Pool::Sqlite(writing), Some(file)))
    }

    fn of(pool: Pool, writing: Pool, file: Option<Arc<OpenedFile>>) -> Store {
        Store { pool, writing, file, leaders: BoardLeaders::default(), growth: Growth::default() }
    }

    /// Brings the tables and the computed columns up to date.
    async fn bring_up_to_date(&self) -> Result<(), Error> {
        self.migrate().await?;
        for indexed in [self.index_names().await, self.index_heads().await] {
            match indexed {
                // Only what compares games with others needs them.
                Err(error) if error.trouble() == Trouble::ReadOnly => {}
                indexed => indexed?,
            }
        }
        Ok(())
    }

    /// Brings the tables up to date, if they are not: so a database that can't be written can be
    /// read.
    async fn migrate(&self) -> Result<(), Error> {
        let (known, number) = (migrations::NEWEST, migrations::NUMBER);
        let version = self.version().await?;
        match version {
            Some((version, _)) if version > known => {
                let detail = format!(
                    "its tables are of version {version}; polymerge-server {} knows those up to {known}",
                    env!("CARGO_PKG_VERSION")
                );
                return Err(Error::new(Trouble::OtherVersion, detail));
            }
            Some((version, done)) if version == known && done == number => return Ok(()),
            _ => {}
        }
        self.change_tables().await.map_err(|error| match (error.trouble(), version) {
            (Trouble::ReadOnly, Some((version, _))) => {
                let detail = format!(
                    "its tables are of version {version}, and this program reads those of {known}: copy it \
                     to a place that can be written, a file with the command backup, and use the copy"
                );
                Error::new(Trouble::ReadOnly, detail)
            }
            _ => error,
        })
    }

    async fn change_tables(&self) -> Result<(), Error> {
        let migrator = migrations::migrator().await?;
        match &self.pool {
            // The migrator of SQLite has no lock: of two services that start at once, one waits here
            // for the other one, and finds nothing left to do.
            Pool::Sqlite(pool) => {
                let mut transaction = pool.begin_with(self.begin()).await?;
                migrator.run_direct(&mut *transaction).await?;
                transaction.commit().await?;
            }
            Pool::Postgres(pool) => migrator.run(pool).await?,
        }
        Ok(())
    }

    /// The version of the tables, and the number of changes that led to it; none if there are no
    /// tables.
    async fn version(&self) -> Result<Option<(i64, i64)>, Error> {
        let select = "SELECT COALESCE(MAX(version), 0), COUNT(*) FROM _sqlx_migrations WHERE success";
        let found: Result<(i64, i64), sqlx::Error> =
            on!(self, pool => sqlx::query_as(select).fetch_one(pool).await);
        match found.map_err(Error::from) {
            Err(error) if error.trouble() == Trouble::Incomplete => Ok(None),
            found => found.map(Some),
        }
    }

    /// Tests if the database accepts writes.
    ///
    /// # Errors
    /// It does not.
    pub async fn ping(&self, now: i64) -> Result<(), Error> {
        self.check_file()?;
        let write = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            sqlx::query(write).bind(READY).bind(now.to_string()).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
    }

    /// Lets go of the database when all that runs has ended.
    pub async fn close(&self) {
        on!(self, pool => pool.close().await);
        on!(writing of self, pool => pool.close().await);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::snapshot::within;
    use crate::store::{Board, Kept, New, Score};
    use crate::token::random;

    /// A database in a file of its own, whose folder goes with it.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new() -> Folder {
            let folder = std::env::temp_dir().join(format!("polymerge-open-{}", random(8).unwrap()));
            std::fs::create_dir(&folder).unwrap();
            Folder(folder)
        }

        fn address(&self) -> String {
            format!("sqlite:{}", self.0.join("scores.db").display())
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn game(number: usize) -> New {
        let board = Board { id: "b".into(), kind: "ranked".into(), ..Board::default() };
        // Long enough to need pages of its own.
        let moves = "G".repeat(20_000);
        let (id, hash) = (format!("g{number}"), format!("hash {number}"));
        let score =
            Score { id, hash, board: "b".into(), seed: number.to_string(), moves, ..Score::default() };
        New { board, score, ..New::default() }
    }

    /// A store with one connection beside that of the writer, of which pragmas hold.
    async fn store(folder: &Folder) -> Store {
        let store = Store::connect_sqlite(&folder.address(), true, 1).await.unwrap();
        store.bring_up_to_date().await.unwrap();
        store
    }

    async fn set(store: &Store, pragma: &str) {
        for pool in [&store.pool, &store.writing] {
            let Pool::Sqlite(pool) = pool else { panic!("this is SQLite") };
            sqlx::raw_sql(&format!("PRAGMA {pragma}")).execute(pool).await.unwrap();
        }
    }

    #[tokio::test]
    async fn games_are_taken_again_when_a_full_disk_has_space() {
        let folder = Folder::new();
        let store = store(&folder).await;
        store.keep(&[game(0)]).await.unwrap();
        // No page may be added: to SQLite that is a full disk.
        set(&store, "max_page_count = 1").await;
        for number in 1..4 {
            if let Err(error) = store.keep(&[game(number)]).await {
                assert_eq!(error.trouble(), Trouble::Full, "{error}");
                break;
            }
            assert!(number < 3, "the disk is not full");
        }
        set(&store, "max_page_count = 1000000").await;
        for number in 5..9 {
            let kept = store.keep(&[game(number)]).await.unwrap();
            assert!(matches!(kept[..], [Kept::New { .. }]));
        }
    }

    #[tokio::test]
    async fn a_transaction_in_which_nothing_happens_ends_unless_it_takes_time() {
        let Ok(address) = std::env::var("POLYMERGE_TEST_POSTGRES") else {
            println!("SKIPPED: POLYMERGE_TEST_POSTGRES names no PostgreSQL");
            return;
        };
        let store = Store::connect(&address, false).await.unwrap();
        let Pool::Postgres(pool) = &store.pool else { panic!("this is PostgreSQL") };
        let show = "SHOW idle_in_transaction_session_timeout";
        let bound: String = sqlx::query_scalar(show).fetch_one(pool).await.unwrap();
        let mut held = store.held().await.unwrap();
        let free: String = within!(held, on => sqlx::query_scalar(show).fetch_one(on).await.unwrap());
        assert_eq!((bound.as_str(), free.as_str()), ("30s", "0"));
    }

    #[tokio::test]
    async fn the_connection_that_writes_games_has_its_setting_where_there_is_such_a_one() {
        let Ok(address) = std::env::var("POLYMERGE_TEST_POSTGRES") else {
            println!("SKIPPED: POLYMERGE_TEST_POSTGRES names no PostgreSQL");
            return;
        };
        let store = Store::connect(&address, false).await.unwrap();
        let Pool::Postgres(writing) = &store.writing else { panic!("this is PostgreSQL") };
        let ask = |setting: &'static str| sqlx::query_scalar::<_, String>(setting).fetch_one(writing);
        assert_eq!(ask("SHOW plan_cache_mode").await.unwrap(), "force_generic_plan");
        assert_eq!(ask("SHOW lock_timeout").await.unwrap(), "1s");
        let old =
            of_server(1, PATIENCE_FOR_ROW, Some("SET no_such_setting = 1")).connect(&address).await.unwrap();
        let wait: String = sqlx::query_scalar("SHOW lock_timeout").fetch_one(&old).await.unwrap();
        assert_eq!(wait, "1s");
    }

    #[tokio::test]
    async fn a_file_that_is_away_is_not_made_anew() {
        let folder = Folder::new();
        let store = Store::open(&folder.address()).await.unwrap();
        let Pool::Sqlite(pool) = &store.pool else { panic!("this is SQLite") };
        let (file, away) = (folder.0.join("scores.db"), folder.0.join("away.db"));
        // Each connection fails once: those that follow are new ones.
        let renew = || async {
            let mut all = Vec::new();
            for _ in 0..4 {
                all.push(pool.acquire().await?);
            }
            for connection in all {
                connection.close().await?;
            }
            pool.acquire().await
        };
        std::fs::rename(&file, &away).unwrap();
        let error = Error::from(renew().await.unwrap_err());
        assert_eq!((error.trouble(), file.exists()), (Trouble::Unreachable, false), "{error}");
        std::fs::rename(&away, &file).unwrap();
        let mut connection = renew().await.unwrap();
        sqlx::query("SELECT 1 FROM meta").fetch_optional(&mut *connection).await.unwrap();
        connection.close().await.unwrap();
        // A database in its place is not used.
        std::fs::rename(&file, &away).unwrap();
        let other = Store::open(&folder.address()).await.unwrap();
        let error = Error::from(renew().await.unwrap_err());
        assert_eq!(error.trouble(), Trouble::Unreachable, "{error}");
        other.close().await;
    }

    #[tokio::test]
    async fn a_database_that_takes_nothing_is_not_ready() {
        let folder = Folder::new();
        let store = store(&folder).await;
        store.ping(1).await.unwrap();
        set(&store, "query_only = 1").await;
        assert_eq!(store.ping(2).await.unwrap_err().trouble(), Trouble::ReadOnly);
        set(&store, "query_only = 0").await;
        store.ping(3).await.unwrap();
    }

    #[tokio::test]
    async fn what_needs_a_database_makes_none() {
        let folder = Folder::new();
        assert!(Store::open_existing(&folder.address()).await.unwrap().is_none());
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
        // A file without tables, one that is no database, and one that this service made.
        std::fs::write(folder.0.join("scores.db"), "").unwrap();
        assert!(Store::open_existing(&folder.address()).await.unwrap().is_none());
        std::fs::write(folder.0.join("scores.db"), "a text that is no database").unwrap();
        assert!(Store::open_existing(&folder.address()).await.is_err());
        std::fs::remove_file(folder.0.join("scores.db")).unwrap();
        Store::open(&folder.address()).await.unwrap().close().await;
        assert!(Store::open_existing(&folder.address()).await.unwrap().is_some());
    }
}
