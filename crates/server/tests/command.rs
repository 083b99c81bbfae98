//! The command `polymerge-server` as an operator sees it.

use crate::common;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let name = format!("polymerge-command-{}", polymerge_server::token::random(8).unwrap());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    fn server(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge-server"));
        command.current_dir(&self.0).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> (bool, String) {
        let mut command = self.server(arguments);
        let Output { status, stdout, stderr } = command.stdin(std::process::Stdio::null()).output().unwrap();
        let said = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        (status.success(), said)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn a_database_that_is_not_there_is_named_and_not_made() {
    let folder = Folder::new();
    let tasks: [&[&str]; 9] = [
        &[],
        &["serve"],
        &["import"],
        &["export"],
        &["backup", "copy.db"],
        &["hide", "x"],
        &["rename", "x", "y"],
        &["reverify"],
        &["block-name", "x"],
    ];
    for task in tasks {
        let (good, said) = folder.run(task);
        let path = folder.0.join("scores.db");
        assert!(!good && said.contains(&format!("sqlite:{}", path.display())), "{said}");
        assert!(said.contains("with the command init"), "{said}");
        assert!(!path.exists(), "{task:?}");
    }
    // Another name in the same folder is a mistake, too.
    assert!(folder.run(&["init"]).0 && folder.run(&["init"]).0);
    assert!(folder.run(&["export"]).0);
    assert!(!folder.run(&["--database", "sqlite:score.db", "serve"]).0);
    assert!(folder.run(&["--database", "sqlite:other.db", "--create", "import", "--unverified"]).0);
    assert!(folder.0.join("other.db").exists());
}

#[test]
fn what_was_done_is_said() {
    let folder = Folder::new();
    assert!(folder.run(&["init"]).1.contains("scores.db is there"));
    // Nothing is no export.
    let (good, error) = folder.run(&["import"]);
    assert!(!good && error.contains("nothing was imported"), "{error}");
    assert!(folder.run(&["import", "--unverified"]).0);
    let said = |task: &[&str]| folder.run(task).1;
    assert!(
        said(&["block-name", "bad"])
            .starts_with("blocked: names with \"bad\"; games that are shown with one: 0\n")
    );
    assert_eq!(said(&["block-name", "--list"]), "bad\n");
    assert!(said(&["block-name", "--undo", "bad"]).starts_with("allowed: "));
    assert_eq!(said(&["block-name", "--list"]), "");
    assert!(said(&["block-name"]).contains("TEXT"));
    assert_eq!(
        folder.run(&["reverify"]),
        (true, "0 games have the same result as before, 0 do not\n".to_owned())
    );
    assert!(said(&["export"]).contains("0 games of sqlite:/"));
    assert!(said(&["hide", "abc"]).contains("there is no game abc"));
    assert!(said(&["hide", "--player", "abc"]).contains("there is no player abc"));
    assert!(said(&["hide", "--board", "abc"]).contains("there is no board abc"));
    assert!(said(&["ban", "abc"]).contains("there is no player abc"));
    assert!(said(&["rename", "abc"]).contains("NAME"));
    assert!(said(&["reports", "--close", "abc"]).contains("there is no open report abc"));
    assert_eq!([said(&["recent"]), said(&["reports"])], ["", ""]);
    // The latest first, each with its operator.
    let audit = said(&["audit"]);
    let lines: Vec<&str> = audit.lines().collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.contains("command line")), "{audit}");
    let made = said(&["operator-token", "ann"]);
    let (_, entry) = made.rsplit_once("operators = ").unwrap();
    let config = folder.0.join("server.toml");
    std::fs::write(&config, format!("operators = {entry}")).unwrap();
    let config = config.display().to_string();
    assert!(said(&["--config", &config, "check-config"]).contains("ann:"));
    std::fs::write(&config, "operators = [\"ann\"]").unwrap();
    assert!(said(&["--config", &config, "check-config"]).contains("operator-token"));
}

#[test]
fn services_start_at_once_on_a_new_file() {
    for _ in 0..5 {
        let folder = Folder::new();
        let start = || {
            let mut server = folder.server(&["--create", "--listen", "127.0.0.1:0"]);
            server.stderr(std::process::Stdio::piped()).spawn().unwrap()
        };
        for mut server in [(); 4].map(|()| start()) {
            let _log = common::answers(&mut server);
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn a_database_that_nothing_can_write_is_exported_and_copied() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let folder = Folder::new();
    assert!(folder.run(&["init"]).0);
    let elsewhere = Folder::new();
    let program = elsewhere.0.join("polymerge-server");
    std::fs::copy(env!("CARGO_BIN_EXE_polymerge-server"), &program).unwrap();
    set_permissions(&elsewhere.0, Permissions::from_mode(0o777)).unwrap();
    set_permissions(folder.0.join("scores.db"), Permissions::from_mode(0o444)).unwrap();
    set_permissions(&folder.0, Permissions::from_mode(0o555)).unwrap();
    let is_root = folder.0.metadata().unwrap().uid() == 0;
    let copy = elsewhere.0.join("copy.db").display().to_string();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        // Rights do not bind root.
        if is_root {
            command.uid(65_534).gid(65_534);
        }
        let Output { status, stdout, stderr } =
            command.current_dir(&folder.0).args(arguments).output().unwrap();
        (status.success(), [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat())
    };
    let (good, said) = run(&["export"]);
    assert!(good && said.contains("\"row\":\"end\""), "{said}");
    let (good, said) = run(&["backup", &copy]);
    assert!(good && said.starts_with("0 games in"), "{said}");
    let (good, said) = run(&["hide", "x"]);
    assert!(!good && said.contains("can't be written"), "{said}");
    set_permissions(&folder.0, Permissions::from_mode(0o755)).unwrap();
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_with_advice() {
    use sqlx::Connection;

    let folder = Folder::new();
    let address = format!("sqlite:{}", folder.0.join("scores.db").display());
    polymerge_server::store::Store::open(&address).await.unwrap().close().await;
    let mut connection = sqlx::SqliteConnection::connect(&address).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations SELECT 999, description, installed_on, success, checksum, \
                 execution_time FROM _sqlx_migrations WHERE version = 1";
    sqlx::raw_sql(newer).execute(&mut connection).await.unwrap();
    for task in
        [&["serve"][..], &["export"], &["import"], &["hide", "x"], &["reverify"], &["block-name", "x"]]
    {
        let (good, said) = folder.run(task);
        assert!(!good, "{task:?}: {said}");
        for part in [format!("database {address}").as_str(), "another version", "import a backup"] {
            assert!(said.contains(part), "{task:?}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_failure_that_goes_on_is_told_once() {
    let folder = Folder::new();
    let mut server = folder.server(&["--create", "--listen", "127.0.0.1:0"]);
    let mut server = server.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let (start, log) = common::answers(&mut server);
    let address = common::address_in(&start);
    let mut client = common::client::Client::connect(address.parse().unwrap()).unwrap();
    let file = folder.0.join("scores.db");
    std::fs::rename(&file, folder.0.join("away.db")).unwrap();
    let ready = (0..3).map(|_| ("GET", "/readyz", String::new()));
    let games = (0..4).map(|seed| ("POST", "/v1/scores", common::game("2048", seed, 20).to_string()));
    for (method, path, body) in ready.chain(games) {
        let (status, text) = client.ask(method, path, &body).unwrap();
        assert_eq!(status, 503, "{text}");
    }
    std::fs::rename(folder.0.join("away.db"), &file).unwrap();
    let (status, text) = client.ask("POST", "/v1/scores", &common::game("2048", 9, 20).to_string()).unwrap();
    assert_eq!(status, 201, "{text}");
    let told = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
    assert!(told.unwrap().success());
    drop(client);
    let rest: Vec<String> = log.collect();
    // The database library has messages of its own.
    let own = |line: &&String| line.contains("polymerge_server");
    let with = |part: &str| rest.iter().filter(own).filter(|line| line.contains(part)).count();
    assert_eq!((with("was moved, replaced or deleted"), with("works again")), (1, 1), "{rest:#?}");
    server.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn it_says_what_it_waits_for_and_ends_at_once_when_told_twice() {
    use std::io::{BufRead, BufReader, Write};

    let folder = Folder::new();
    let mut server = folder.server(&["--create", "--listen", "127.0.0.1:0"]);
    let mut server = server.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let (start, mut log) = common::answers(&mut server);
    for part in [folder.0.join("scores.db").display().to_string().as_str(), "site none", "metrics none"] {
        assert!(start.contains(part), "{start}");
    }
    let address = common::address_in(&start);
    // A request whose body does not come; the server takes its head before it is told to stop.
    let mut client = std::net::TcpStream::connect(address).unwrap();
    let head = "POST /v1/scores HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n\
                content-type: application/json\r\ncontent-length: 9\r\n\r\n";
    client.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    BufReader::new(&client).read_line(&mut answer).unwrap();
    assert!(answer.contains("100 Continue"), "{answer}");
    let tell = || {
        let told = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
        assert!(told.unwrap().success());
    };
    tell();
    let waits = log.find(|line| line.contains("waits for")).unwrap();
    assert!(waits.contains("stopping, waits for 1 request"), "{waits}");
    tell();
    assert!(log.any(|line| line.contains("stopped at once")));
    assert!(!server.wait().unwrap().success());
}

#[test]
fn the_log_names_requests_and_says_nothing_about_who_sent_them() {
    use std::io::{Read, Write};

    let folder = Folder::new();
    let mut server = folder.server(&["--create", "--listen", "127.0.0.1:0"]);
    server.env("POLYMERGE_SERVER_LOG_FORMAT", "json").env("POLYMERGE_SERVER_LOG_LEVEL", "debug");
    server.env("POLYMERGE_SERVER_TRUSTED_HOPS", "1");
    let mut server = server.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let (start, log) = common::answers(&mut server);
    let start: serde_json::Value = serde_json::from_str(&start).unwrap();
    let address = common::address_in(start["message"].as_str().unwrap()).to_owned();
    let body = common::game("2048", 7, 20).to_string();
    let length = body.len();
    let json = "content-type: application/json";
    let mut ids = Vec::new();
    for request in [
        "GET /v1/scores/none?secret=letters HTTP/1.1\r\n".to_owned(),
        format!(
            "POST /v1/scores HTTP/1.1\r\n{json}\r\ncontent-length: {length}\r\nauthorization: Bearer hush\r\n"
        ),
        format!("POST /v1/scores HTTP/1.1\r\n{json}\r\ncontent-length: {length}\r\n"),
    ] {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        let head = format!("{request}host: x\r\nx-forwarded-for: 203.0.113.9\r\nconnection: close\r\n\r\n");
        let body = if request.starts_with("POST") { body.as_str() } else { "" };
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let id = answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap();
        ids.push(id.to_owned());
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let lines: Vec<String> = log.collect();
    // Refusals of what players send are named without the finest level.
    for (id, status, kind, level) in [
        (&ids[0], 404, "not-found", "DEBUG"),
        (&ids[1], 401, "wrong-token", "INFO"),
        (&ids[2], 201, "", "DEBUG"),
    ] {
        let line = lines.iter().find(|line| line.contains(id.as_str())).unwrap();
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&line["status"], &line["kind"]), (&status.into(), &kind.into()), "{line}");
        assert_eq!(line["level"], level, "{line}");
        assert!(line["path"].as_str().unwrap().starts_with("/v1/scores") && line["ms"].is_u64(), "{line}");
    }
    for hidden in ["203.0.113", "127.0.0.1", "hush", "letters", "claimToken"] {
        assert!(lines.iter().all(|line| !line.contains(hidden)), "{hidden}: {lines:#?}");
    }
}
