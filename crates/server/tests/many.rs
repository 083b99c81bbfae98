//! Several services beside one database, behind a load balancer, of which one is killed: no game
//! that was confirmed is lost, and none is kept twice.

use std::collections::BTreeMap;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::client::Client;
use crate::common::{AT_MOST, Database, address_in, answers, game, until_in_thread, with_both_databases};
use polymerge_server::store::{Board, Kept, New, Score, Store};
use polymerge_server::token::random;
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    a_killed_service_among_three_loses_nothing
    copies_that_two_services_get_at_once_are_one_game
}

pub const PLAYERS: usize = 4;
pub const GAMES: u64 = 30;

/// A service of its own process, and its address.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// Starts a service with more settings, each with its value.
    pub fn start(database: &Database, settings: &[(&str, &str)]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge-server"));
        command.env("POLYMERGE_SERVER_DATABASE", &database.address).args([
            "--create",
            "--listen",
            "127.0.0.1:0",
        ]);
        for limit in ["SUBMISSIONS", "ALL_SUBMISSIONS", "REQUESTS"] {
            command.env(format!("POLYMERGE_SERVER_{limit}_PER_MINUTE"), "1000000");
        }
        for (name, value) in settings {
            command.env(format!("POLYMERGE_SERVER_{name}"), value);
        }
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let (first, log) = answers(&mut child);
        let address = address_in(&first).parse().unwrap();
        // A pipe that is not read would be full one day.
        std::thread::spawn(move || log.for_each(drop));
        Process { child, address }
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Passes connections to services in turn, and past those that are gone.
fn balance(services: Vec<SocketAddr>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let turn = AtomicUsize::new(0);
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let first = turn.fetch_add(1, Ordering::Relaxed);
            let mut order = (0..services.len()).map(|place| services[(first + place) % services.len()]);
            let Some(service) = order.find_map(|service| TcpStream::connect(service).ok()) else { continue };
            let pairs = [(client.try_clone(), service.try_clone()), (Ok(service), Ok(client))];
            for (from, to) in pairs {
                let (Ok(mut from), Ok(mut to)) = (from, to) else { continue };
                std::thread::spawn(move || {
                    // A broken connection ends for both.
                    let _broken = std::io::copy(&mut from, &mut to);
                    let _gone = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
                });
            }
        }
    });
    address
}

/// The answers by which nothing was confirmed: of a balancer whose service gave none, and of a service that was busy.
const NOT_CONFIRMED: [u16; 4] = [408, 502, 503, 504];

/// Sends a request over new connections until something is confirmed, or refused.
pub fn ask(balancer: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let start = Instant::now();
    while start.elapsed() < AT_MOST {
        let answer =
            Client::connect(balancer).and_then(|mut client| client.ask("POST", path, &body.to_string()));
        match answer {
            Ok((status, text)) if !NOT_CONFIRMED.contains(&status) => {
                return (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: {text}")));
            }
            _ => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    panic!("no service answers");
}

/// Plays open games, and ranked ones whose session may come from another service; returns the names
/// and scores of the games that were confirmed.
fn play(balancer: SocketAddr, player: usize, half: &AtomicUsize) -> BTreeMap<String, Value> {
    let mut kept = BTreeMap::new();
    for number in 0..GAMES {
        let mut body = game("2048", player as u64 * 1_000 + number, 40);
        body["claimToken"] = json!(random(16).unwrap());
        if number % 3 == 0 {
            let (status, session) = ask(balancer, "/v1/sessions", &json!({ "mode": "2048" }));
            assert_eq!(status, 201, "{session}");
            (body["session"], body["seed"]) = (session["session"].clone(), session["seed"].clone());
        }
        // Without an answer the same is sent again: then the game may be there already.
        let (status, answer) = ask(balancer, "/v1/scores", &body);
        assert!(status == 201 || (status == 200 && answer["own"] == true), "{status}: {answer}");
        assert_eq!(answer["claimToken"], body["claimToken"]);
        kept.insert(answer["id"].as_str().unwrap().to_owned(), answer["score"].clone());
        half.fetch_add(1, Ordering::Relaxed);
    }
    kept
}

/// Plays over a balancer, kills the second of three services meanwhile, and looks for each game that
/// was confirmed in the two that are left.
pub fn play_and_kill(balancer: SocketAddr, services: &mut [Process]) -> usize {
    let (half, all) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for player in 0..PLAYERS {
            let (half, all) = (&half, &all);
            scope.spawn(move || all.lock().unwrap().extend(play(balancer, player, half)));
        }
        let third = PLAYERS * GAMES as usize / 3;
        until_in_thread("a third of the games is confirmed", || half.load(Ordering::Relaxed) >= third);
        services[1].kill();
    });
    let kept = all.into_inner().unwrap();
    assert_eq!(kept.len(), PLAYERS * GAMES as usize);
    for place in [0, 2] {
        let mut client = Client::connect(services[place].address).unwrap();
        for (id, score) in &kept {
            let (status, text) = client.ask("GET", &format!("/v1/scores/{id}"), "").unwrap();
            assert_eq!(status, 200, "{id}: {text}");
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["score"], *score);
        }
    }
    kept.len()
}

/// Finds the number of all games that a database has.
pub async fn games(database: &Database) -> usize {
    let store = Store::open_existing(&database.address).await.unwrap().unwrap();
    let games = store.games().await.unwrap();
    store.close().await;
    usize::try_from(games).unwrap()
}

async fn a_killed_service_among_three_loses_nothing(database: &Database) {
    let mut services: Vec<Process> = (0..3).map(|_| Process::start(database, &[])).collect();
    let balancer = balance(services.iter().map(|service| service.address).collect());
    let kept = play_and_kill(balancer, &mut services);
    services[0].kill();
    services[2].kill();
    assert_eq!(games(database).await, kept);
}

/// Copies of a game, one of which has moves more that bring no points.
async fn copies_that_two_services_get_at_once_are_one_game(database: &Database) {
    let stores =
        [Store::open(&database.address).await.unwrap(), Store::open(&database.address).await.unwrap()];
    let moves = ["GwGwGwGwGwGw", "GwGwGwGwGwGwGwGw"];
    for round in 0..100 {
        let copy = |which: usize| {
            let board = Board { id: "b".into(), kind: "open".into(), ..Board::default() };
            let (id, hash) = (format!("{round}-{which}"), format!("hash {round} {which}"));
            let score = Score {
                id,
                hash,
                board: "b".into(),
                seed: round.to_string(),
                moves: moves[which].to_owned(),
                length: moves[which].len() as i64 * 3,
                token: format!("token {which}"),
                name: format!("Player {which}"),
                ..Score::default()
            };
            New { board, score, ..New::default() }
        };
        // Each service has another game to write with it, in another order.
        let other = |which: usize| {
            let mut other = copy(which);
            other.score.seed = format!("{}{which}", round + 1_000);
            other.score.id += "x";
            other.score.hash += "x";
            other
        };
        let (one, two) = ([copy(0), other(0)], [other(1), copy(1)]);
        let (one, two) = tokio::join!(stores[0].keep(&one), stores[1].keep(&two));
        let (one, two) = (one.unwrap().remove(0), two.unwrap().remove(1));
        let kept = |kept: &Kept| match kept {
            Kept::New { .. } => 1,
            Kept::Known(_) => 0,
            other => panic!("{other:?}"),
        };
        assert_eq!(kept(&one) + kept(&two), 1, "{round}: {one:?} and {two:?}");
    }
    assert_eq!(stores[0].games().await.unwrap(), 300);
    for store in stores {
        store.close().await;
    }
}
