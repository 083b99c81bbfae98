//! The configuration of the service: a file, overridden by the environment, overridden by
//! flags.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::log::{Format, Level};
use crate::operators;

/// The prefix of variables of the environment.
pub const PREFIX: &str = "POLYMERGE_SERVER_";

/// All that can be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address and port to answer on.
    pub listen: SocketAddr,
    /// `sqlite:FILE`, or `postgres://...`.
    pub database: String,
    /// True to make the database if it is missing.
    pub create: bool,
    /// A folder that is served beside the API; empty for none.
    pub site: PathBuf,
    /// Address and port of the counters; empty for none.
    pub metrics: String,
    /// The least level of what is logged: `error`, `warn`, `info`, or `debug` for each request.
    pub log_level: Level,
    /// The form of the log: `text`, or `json` for an object a line.
    pub log_format: Format,
    /// The number of proxies before this service that append to `X-Forwarded-For`.
    pub trusted_hops: usize,
    /// Threads that play games; 0 for one for each processor.
    pub threads: usize,
    /// Games that may wait to be played.
    pub queue: usize,
    /// Moves that a game may have.
    pub most_moves: usize,
    /// Work that a game may cost, in units that are counted and about a measure of time.
    pub work: u64,
    /// Games that a client may hand in, a minute; twice as many at once.
    pub submissions_per_minute: u32,
    /// Games that all clients together may hand in, a minute.
    pub all_submissions_per_minute: u32,
    /// Boards of changed modes and of modes that are not built in that a client may begin, a day.
    pub new_boards_per_client_and_day: u32,
    /// Boards that may be stored; then no new ones are begun. 0 for no bound.
    pub most_boards: i64,
    /// Stored data of games of a client, a day.
    pub mib_per_client_and_day: u32,
    /// The size of the database at which no games are taken any more; 0 for no bound.
    pub most_mib: i64,
    /// The size of all short links at which no more are kept; 0 for no bound.
    pub links_mib: u32,
    /// Requests of a client to the API, a minute.
    pub requests_per_minute: u32,
    /// Requests of a client for files of the site, a minute.
    pub site_requests_per_minute: u32,
    /// Connections that a client may hold at once; not counted behind proxies that are trusted.
    pub connections_per_client: usize,
    /// Games of a client that may wait or be played at once.
    pub queue_per_client: usize,
    /// The part of the processors' time that the games of one client may take in the long run, in
    /// percent.
    pub client_percent: u32,
    /// Seconds of a processor that the games of a client may take at once, after a pause.
    pub client_seconds: u32,
    /// Minutes that the seed of a ranked game is good for.
    pub session_minutes: u32,
    /// Minutes for which no moves of a ranked game need to come.
    pub offline_minutes: u32,
    /// True to accept games of modes that are not built in.
    pub custom_modes: bool,
    /// Built-in modes that take turns in the daily game.
    pub daily_modes: Vec<String>,
    /// Operators who may use the page `/operator`: a name and the hash of a token each.
    pub operators: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8048)),
            database: "sqlite:scores.db".to_owned(),
            create: false,
            site: PathBuf::new(),
            metrics: String::new(),
            log_level: Level::default(),
            log_format: Format::default(),
            trusted_hops: 0,
            threads: 0,
            queue: 64,
            most_moves: 100_000,
            work: 400_000_000,
            submissions_per_minute: 10,
            all_submissions_per_minute: 20_000,
            new_boards_per_client_and_day: 300,
            most_boards: 200_000,
            mib_per_client_and_day: 256,
            most_mib: 0,
            links_mib: 64,
            requests_per_minute: 300,
            site_requests_per_minute: 1_200,
            connections_per_client: 32,
            queue_per_client: 16,
            client_percent: 25,
            client_seconds: 10,
            session_minutes: 120,
            offline_minutes: 10,
            custom_modes: true,
            daily_modes: ["2048", "dive", "classic"].map(str::to_owned).to_vec(),
            operators: Vec::new(),
        }
    }
}

impl Config {
    /// Reads a configuration: a file if one is named, then variables, then flags, each of
    /// which wins over those before it.
    ///
    /// # Errors
    /// A text that says what can't be read, and where.
    pub fn read(
        file: Option<&Path>,
        variables: impl IntoIterator<Item = (String, String)>,
        flags: Table,
    ) -> Result<Config, String> {
        let mut table = match file {
            None => Table::new(),
            Some(path) => {
                let text = std::fs::read_to_string(path);
                let text = text.map_err(|error| format!("can't read {}: {error}", path.display()))?;
                text.parse().map_err(|error| format!("{}: {error}", path.display()))?
            }
        };
        let known = Table::try_from(Config::default()).map_err(|error| error.to_string())?;
        for (variable, text) in variables {
            let Some(name) = variable.strip_prefix(PREFIX).map(str::to_lowercase) else { continue };
            if is_of_kubernetes(&name, &text) {
                continue;
            }
            let Some(example) = known.get(&name) else {
                return Err(format!("{variable}: there is no key of this name"));
            };
            let value = value(&text, example).ok_or_else(|| {
                format!("{variable}: {text:?} should be of type {}, like {example}", example.type_str())
            })?;
            table.insert(name, value);
        }
        table.extend(flags);
        if let Some(Value::String(listen)) = table.get("listen")
            && listen.parse::<SocketAddr>().is_err()
        {
            return Err(no_address("listen", listen, "127.0.0.1:8048"));
        }
        let config: Config = table.try_into().map_err(|error| error.to_string().trim().to_owned())?;
        config.check()
    }

    /// Checks the values beyond their types.
    fn check(self) -> Result<Config, String> {
        if !self.metrics.is_empty() && self.metrics.parse::<SocketAddr>().is_err() {
            return Err(no_address("metrics", &self.metrics, "127.0.0.1:9048"));
        }
        for (key, number) in [
            ("client_percent", u64::from(self.client_percent)),
            ("client_seconds", self.client_seconds.into()),
            ("queue_per_client", self.queue_per_client as u64),
        ] {
            if number == 0 {
                return Err(format!("{key}: with 0 no game could be checked; write 1 or more"));
            }
        }
        if self.daily_modes.is_empty() {
            return Err("daily_modes: name at least one mode".to_owned());
        }
        self.operators.iter().try_for_each(|operator| operators::check(operator))?;
        for name in &self.daily_modes {
            polymerge::Mode::built_in(name).map_err(|error| format!("daily_modes: {error}"))?;
        }
        if !self.site.as_os_str().is_empty() && !self.site.is_dir() {
            return Err(format!("site: the folder {} does not exist", self.site.display()));
        }
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| self.database.starts_with(scheme)) {
            return Err("database: begin with sqlite: or postgres:".to_owned());
        }
        Ok(self)
    }

    /// This configuration as it may be shown: the password of the database is not in it.
    pub fn without_password(&self) -> Config {
        let hidden = |database: &str| -> Option<String> {
            let (scheme, rest) = database.split_once("://")?;
            let end = rest.find(['/', '?']).unwrap_or(rest.len());
            let (login, host) = rest[..end].rsplit_once('@')?;
            let (user, _) = login.split_once(':')?;
            Some(format!("{scheme}://{user}:...@{host}{}", &rest[end..]))
        };
        let mut database = hidden(&self.database).unwrap_or_else(|| self.database.clone());
        if let Some((address, _)) = database.split_once("password=") {
            database = format!("{address}password=...");
        }
        Config { database, ..self.clone() }
    }

    /// Returns the place of the database as it may be shown: a file with its whole path.
    pub fn shown_database(&self) -> String {
        let shown = self.without_password().database;
        let file = shown.strip_prefix("sqlite:").map(|rest| rest.trim_start_matches("//"));
        match file {
            Some(file) if !file.is_empty() && !file.starts_with(':') => {
                let path = std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file));
                format!("sqlite:{}", path.display())
            }
            _ => shown,
        }
    }

    /// The number of threads that play games.
    pub fn playing_threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// The time for which no moves of a ranked game need to come, in milliseconds.
    pub fn silence(&self) -> i64 {
        i64::from(self.offline_minutes) * 60_000
    }

    /// The limits of one submission.
    pub fn limits(&self) -> polymerge::Limits {
        crate::source::limits(self.most_moves, self.work)
    }
}

/// Returns true if a variable, without the prefix, is one that Kubernetes sets for a service with
/// the name `polymerge-server`.
fn is_of_kubernetes(name: &str, text: &str) -> bool {
    let port = |rest: &str| {
        let (number, rest) = rest.split_once('_').unwrap_or((rest, ""));
        let protocol = rest.split('_').next().unwrap_or_default();
        number.parse::<u16>().is_ok() && ["tcp", "udp", "sctp"].contains(&protocol)
    };
    name == "service_host"
        || name == "service_port"
        || name.starts_with("service_port_")
        || (name == "port" && text.contains("://"))
        || name.strip_prefix("port_").is_some_and(port)
}

fn no_address(key: &str, text: &str, example: &str) -> String {
    format!("{key}: {text:?} is no address with a port; write numbers, like {example} or [::1]:8048")
}

/// A text as a value of the type of another.
fn value(text: &str, example: &Value) -> Option<Value> {
    Some(match example {
        Value::String(_) => Value::String(text.to_owned()),
        Value::Integer(_) => Value::Integer(text.parse().ok()?),
        Value::Boolean(_) => Value::Boolean(text.parse().ok()?),
        Value::Array(_) => text.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>().into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, text)| (format!("{PREFIX}{name}"), text.to_owned())).collect()
    }

    #[test]
    fn flags_win_over_the_environment_and_that_over_the_file() {
        let path = std::env::temp_dir().join(format!("polymerge-config-{}.toml", std::process::id()));
        std::fs::write(&path, "queue = 1\nthreads = 1\nmost_moves = 1\n").unwrap();
        let flags = "most_moves = 3".parse().unwrap();
        let config =
            Config::read(Some(&path), variables(&[("THREADS", "2"), ("MOST_MOVES", "2")]), flags).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!((config.queue, config.threads, config.most_moves), (1, 2, 3));
    }

    #[test]
    fn mistakes_are_named() {
        let read = |pairs: &[(&str, &str)]| Config::read(None, variables(pairs), Table::new());
        assert!(read(&[("QEUE", "1")]).unwrap_err().contains("QEUE"));
        assert!(read(&[("QUEUE", "many")]).unwrap_err().contains("integer"));
        assert!(read(&[("DAILY_MODES", "2048,dvie")]).unwrap_err().contains("dive"));
        assert!(read(&[("DATABASE", "mysql://x")]).unwrap_err().contains("postgres"));
        assert!(read(&[("METRICS", "nowhere")]).is_err());
        for name in ["CLIENT_PERCENT", "CLIENT_SECONDS", "QUEUE_PER_CLIENT"] {
            assert!(read(&[(name, "0")]).unwrap_err().contains("no game could be checked"), "{name}");
            assert!(read(&[(name, "1")]).is_ok(), "{name}");
        }
        assert!(read(&[("LISTEN", "localhost:8048")]).unwrap_err().contains("like 127.0.0.1:8048"));
        assert!(read(&[("SITE", "/does/not/exist")]).is_err());
        assert_eq!(read(&[("DAILY_MODES", "2048, dive")]).unwrap().daily_modes, ["2048", "dive"]);
    }

    #[test]
    fn variables_of_kubernetes_are_none_of_ours() {
        let read = |name: &str, text: &str| Config::read(None, variables(&[(name, text)]), Table::new());
        for (name, text) in [
            ("SERVICE_HOST", "10.0.0.1"),
            ("SERVICE_PORT", "8048"),
            ("SERVICE_PORT_HTTP", "8048"),
            ("PORT", "tcp://10.0.0.1:8048"),
            ("PORT_8048_TCP", "tcp://10.0.0.1:8048"),
            ("PORT_8048_TCP_PROTO", "tcp"),
            ("PORT_8048_TCP_PORT", "8048"),
            ("PORT_8048_TCP_ADDR", "10.0.0.1"),
        ] {
            assert_eq!(read(name, text), Ok(Config::default()), "{name}");
        }
        for (name, text) in [("PORT", "8048"), ("PORT_X_TCP", "1"), ("SERVICE", "x"), ("PORTS", "x://")] {
            assert!(read(name, text).unwrap_err().contains("no key"), "{name}");
        }
    }

    #[test]
    fn the_file_of_the_database_is_shown_with_its_path() {
        let shown =
            |database: &str| Config { database: database.to_owned(), ..Config::default() }.shown_database();
        let here = std::env::current_dir().unwrap();
        assert_eq!(shown("sqlite:scores.db"), format!("sqlite:{}", here.join("scores.db").display()));
        assert_eq!(shown("sqlite::memory:"), "sqlite::memory:");
        assert_eq!(shown("postgres://me:secret@host/scores"), "postgres://me:...@host/scores");
        if cfg!(unix) {
            assert_eq!(shown("sqlite:///a/scores.db"), "sqlite:/a/scores.db");
        }
    }

    #[test]
    fn the_password_of_the_database_is_not_shown() {
        for (database, shown) in [
            ("sqlite:scores.db", "sqlite:scores.db"),
            ("postgres://me@host/scores", "postgres://me@host/scores"),
            ("postgres://me:se:cr@et@host:5432/scores", "postgres://me:...@host:5432/scores"),
            ("postgres://me:secret@host", "postgres://me:...@host"),
            ("postgres://host/scores?user=me&password=secret", "postgres://host/scores?user=me&password=..."),
        ] {
            let config = Config { database: database.to_owned(), ..Config::default() };
            assert_eq!(config.without_password().database, shown);
        }
    }

    #[test]
    fn the_default_file_is_the_default() {
        let text = toml::to_string(&Config::default()).unwrap();
        assert_eq!(toml::from_str::<Config>(&text).unwrap(), Config::default());
    }
}
