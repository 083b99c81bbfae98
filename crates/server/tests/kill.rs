//! Kills the real server at different moments, while several clients hand in games and send moves of
//! ranked ones: every game that was answered with 201 is stored afterwards, and so are the moves that
//! were answered with 200, and nothing is stored in part.
//!
//! Kills 5 times, or as often as POLYMERGE_KILLS says, with each database.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::common::client::Client;
use crate::common::{AT_MOST, Database, game, with_both_databases};
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    a_killed_server_loses_nothing_that_it_confirmed
}

const CLIENTS: usize = 4;

/// Moves of a ranked game that are sent before the whole game is: as many as may come at once.
const SENT: usize = 20;

fn server(database: &Database) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge-server"));
    command.env("POLYMERGE_SERVER_DATABASE", &database.address);
    for limit in ["SUBMISSIONS", "ALL_SUBMISSIONS", "REQUESTS"] {
        command.env(format!("POLYMERGE_SERVER_{limit}_PER_MINUTE"), "1000000");
    }
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts the server, and waits until it answers.
fn start(database: &Database, address: SocketAddr) -> Child {
    let mut child = server(database).args(["--create", "--listen", &address.to_string()]).spawn().unwrap();
    let start = Instant::now();
    loop {
        let ready = Client::connect(address).and_then(|mut client| client.ask("GET", "/readyz", ""));
        if ready.is_ok_and(|(status, _)| status == 200) {
            return child;
        }
        assert!(start.elapsed() < AT_MOST, "the server does not answer");
        assert!(child.try_wait().unwrap().is_none(), "the server has ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The answer to a request; none if the server is gone, if the request took too long (408), as where a whole machine
/// stands still, or if a transaction of the server before still holds locks (503): then nothing was confirmed.
fn answered(answer: std::io::Result<(u16, String)>) -> Option<(u16, String)> {
    answer.ok().filter(|(status, _)| ![408, 503].contains(status))
}

/// The time after which what was not confirmed is tried again.
const AGAIN: Duration = Duration::from_millis(50);

/// Asks a server that stays until it answers.
fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    let start = Instant::now();
    loop {
        let answer = Client::connect(address).and_then(|mut client| client.ask(method, path, body));
        if let Some(answer) = answered(answer) {
            return answer;
        }
        assert!(start.elapsed() < AT_MOST, "{method} {path} is not answered");
        std::thread::sleep(AGAIN);
    }
}

/// The facts that the clients know.
#[derive(Default)]
struct Known {
    /// The score of each game that was answered with 201.
    kept: Mutex<BTreeMap<String, Value>>,
    /// Ranked games to which no answer came.
    open: Mutex<Vec<Value>>,
    seed: AtomicU64,
}

impl Known {
    /// Hands in games until the server is killed: open ones, or ranked ones.
    fn play(&self, address: SocketAddr, ranked: bool, killed: &AtomicBool) {
        // Another program may listen on the port of a server that is gone.
        while !killed.load(Ordering::Relaxed) {
            if let Ok(mut client) = Client::connect(address) {
                while self.play_one(&mut client, ranked).is_some() {}
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// Hands in a game; none if something of it was not confirmed.
    fn play_one(&self, client: &mut Client, ranked: bool) -> Option<()> {
        let mut posted = game("2048", self.seed.fetch_add(1, Ordering::Relaxed), 60);
        if ranked {
            let (status, session) = answered(client.ask("POST", "/v1/sessions", r#"{"mode":"2048"}"#))?;
            assert_eq!(status, 201, "{session}");
            let session: Value = serde_json::from_str(&session).unwrap();
            (posted["session"], posted["seed"]) = (session["session"].clone(), session["seed"].clone());
            let first = game("2048", 0, SENT);
            let moves = json!({ "session": session["session"], "moves": first["moves"], "count": SENT });
            let (status, text) = answered(client.ask("POST", "/v1/sessions/moves", &moves.to_string()))?;
            assert_eq!(status, 200, "{text}");
        }
        let answer = answered(client.ask("POST", "/v1/scores", &posted.to_string()));
        let Some((status, text)) = answer else {
            if ranked {
                self.open.lock().unwrap().push(posted);
            }
            return None;
        };
        assert_eq!(status, 201, "{text}");
        self.note(&serde_json::from_str(&text).unwrap(), ranked);
        Some(())
    }

    /// Notes a game that was confirmed.
    fn note(&self, answer: &Value, ranked: bool) {
        // The moves that were sent, and those that came with the game.
        let checkpoints = if ranked { json!(2) } else { Value::Null };
        assert_eq!(answer["pace"]["checkpoints"], checkpoints, "{answer}");
        let id = answer["id"].as_str().unwrap().to_owned();
        self.kept.lock().unwrap().insert(id, answer["score"].clone());
    }

    /// Asks for the games kept since the last time, and hands in the unanswered ones again.
    fn check(&self, address: SocketAddr, checked: &mut BTreeMap<String, Value>) {
        for posted in std::mem::take(&mut *self.open.lock().unwrap()) {
            let (status, text) = ask(address, "POST", "/v1/scores", &posted.to_string());
            assert!([200, 201].contains(&status), "a session was used up without its game: {text}");
            self.note(&serde_json::from_str(&text).unwrap(), true);
        }
        for (id, score) in std::mem::take(&mut *self.kept.lock().unwrap()) {
            let (status, text) = ask(address, "GET", &format!("/v1/scores/{id}"), "");
            assert_eq!(status, 200, "{id} was answered with 201, and is gone: {text}");
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["score"], score);
            checked.insert(id, score);
        }
    }
}

async fn a_killed_server_loses_nothing_that_it_confirmed(database: &Database) {
    let kills: u64 = std::env::var("POLYMERGE_KILLS").map_or(5, |text| text.parse().unwrap());
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (known, mut checked) = (Known::default(), BTreeMap::new());
    for kill in 0..kills {
        let mut child = start(database, address);
        known.check(address, &mut checked);
        let killed = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for client in 0..CLIENTS {
                let (known, killed) = (&known, &killed);
                scope.spawn(move || known.play(address, client % 2 == 1, killed));
            }
            // From before the first answer to after some dozens, at any moment of the next one. A busy
            // machine needs seconds for the first one.
            let wanted = usize::try_from(kill * 17 % 53).unwrap();
            let start = Instant::now();
            while known.kept.lock().unwrap().len() < wanted && start.elapsed() < AT_MOST {
                std::thread::sleep(Duration::from_millis(10));
            }
            std::thread::sleep(Duration::from_millis(kill * 13 % 40));
            let (ended, confirmed) = (child.try_wait().unwrap(), known.kept.lock().unwrap().len());
            child.kill().unwrap();
            killed.store(true, Ordering::Relaxed);
            child.wait().unwrap();
            assert!(ended.is_none(), "the server has ended by itself");
            assert!(confirmed >= wanted, "{confirmed} of {wanted} games were confirmed");
        });
    }
    let mut child = start(database, address);
    known.check(address, &mut checked);
    child.kill().unwrap();
    child.wait().unwrap();

    let again = server(database).arg("reverify").stdout(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(again.stdout).unwrap();
    assert!(again.status.success(), "{said}");
    let all: usize = said.split(' ').next().unwrap().parse().unwrap();
    assert!(all >= checked.len(), "{said}, but {} were confirmed", checked.len());
    let kind = database.schema().map_or("SQLite", |_| "PostgreSQL");
    println!(
        "{kills} kills with {kind}: {} games were confirmed, {all} are there, all come to what they had",
        checked.len()
    );
    assert!(!checked.is_empty(), "no game was handed in");
}
