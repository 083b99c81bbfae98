//! Kills the real server at different moments, while several clients hand in games: every
//! game that was answered with 201 is stored afterwards, and nothing is stored in part.
//!
//! Kills 5 times, or as often as POLYMERGE_KILLS says.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;

use crate::common::client::Client;
use crate::common::game;
use serde_json::Value;

const CLIENTS: usize = 4;

fn server(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge-server"));
    command.current_dir(folder).env("POLYMERGE_SERVER_DATABASE", "sqlite:scores.db");
    for limit in ["SUBMISSIONS", "ALL_SUBMISSIONS", "REQUESTS"] {
        command.env(format!("POLYMERGE_SERVER_{limit}_PER_MINUTE"), "1000000");
    }
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts the server, and waits until it answers.
fn start(folder: &Path, address: SocketAddr) -> Child {
    let mut child = server(folder).args(["--create", "--listen", &address.to_string()]).spawn().unwrap();
    for _ in 0..6_000 {
        let ready = Client::connect(address).and_then(|mut client| client.ask("GET", "/readyz", ""));
        if ready.is_ok_and(|(status, _)| status == 200) {
            return child;
        }
        assert!(child.try_wait().unwrap().is_none(), "the server has ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the server does not answer");
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
    /// Hands in games until the server is gone: open ones, or ranked ones.
    fn play(&self, address: SocketAddr, ranked: bool) -> std::io::Result<()> {
        let mut client = Client::connect(address)?;
        loop {
            let mut posted = game("2048", self.seed.fetch_add(1, Ordering::Relaxed), 60);
            if ranked {
                let (status, session) = client.ask("POST", "/v1/sessions", r#"{"mode":"2048"}"#)?;
                assert_eq!(status, 201, "{session}");
                let session: Value = serde_json::from_str(&session).unwrap();
                (posted["session"], posted["seed"]) = (session["session"].clone(), session["seed"].clone());
            }
            let answer = client.ask("POST", "/v1/scores", &posted.to_string());
            let Ok((status, text)) = answer else {
                if ranked {
                    self.open.lock().unwrap().push(posted);
                }
                return Ok(());
            };
            assert_eq!(status, 201, "{text}");
            let answer: Value = serde_json::from_str(&text).unwrap();
            let id = answer["id"].as_str().unwrap().to_owned();
            self.kept.lock().unwrap().insert(id, answer["score"].clone());
        }
    }

    /// Asks for the games kept since the last time, and hands in the unanswered ones again.
    fn check(&self, address: SocketAddr, checked: &mut BTreeMap<String, Value>) {
        let mut client = Client::connect(address).unwrap();
        for (id, score) in std::mem::take(&mut *self.kept.lock().unwrap()) {
            let (status, text) = client.ask("GET", &format!("/v1/scores/{id}"), "").unwrap();
            assert_eq!(status, 200, "{id} was answered with 201, and is gone: {text}");
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["score"], score);
            checked.insert(id, score);
        }
        for posted in std::mem::take(&mut *self.open.lock().unwrap()) {
            let (status, text) = client.ask("POST", "/v1/scores", &posted.to_string()).unwrap();
            assert!([200, 201].contains(&status), "a session was used up without its game: {text}");
            let answer: Value = serde_json::from_str(&text).unwrap();
            checked.insert(answer["id"].as_str().unwrap().to_owned(), answer["score"].clone());
        }
    }
}

#[test]
fn a_killed_server_loses_nothing_that_it_confirmed() {
    let kills: u64 = std::env::var("POLYMERGE_KILLS").map_or(5, |text| text.parse().unwrap());
    let folder = std::env::temp_dir().join(format!("polymerge-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (known, mut checked) = (Known::default(), BTreeMap::new());
    for kill in 0..kills {
        let mut child = start(&folder, address);
        known.check(address, &mut checked);
        std::thread::scope(|scope| {
            for client in 0..CLIENTS {
                let known = &known;
                scope.spawn(move || drop(known.play(address, client % 2 == 1)));
            }
            // From before the first answer to after some dozens, at any moment of the next one.
            let wanted = usize::try_from(kill * 17 % 53).unwrap();
            for _ in 0..1_000 {
                if known.kept.lock().unwrap().len() >= wanted {
                    break;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            std::thread::sleep(Duration::from_millis(kill * 13 % 40));
            child.kill().unwrap();
            child.wait().unwrap();
        });
    }
    let mut child = start(&folder, address);
    known.check(address, &mut checked);
    child.kill().unwrap();
    child.wait().unwrap();

    let again = server(&folder).arg("reverify").stdout(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(again.stdout).unwrap();
    assert!(again.status.success(), "{said}");
    let all: usize = said.split(' ').next().unwrap().parse().unwrap();
    assert!(all >= checked.len(), "{said}, but {} were confirmed", checked.len());
    println!(
        "{kills} kills: {} games were confirmed, {all} are there, all come to what they had",
        checked.len()
    );
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(!checked.is_empty(), "no game was handed in");
}
