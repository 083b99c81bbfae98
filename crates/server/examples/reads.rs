//! The times of reads in a large database: `reads DATABASE [GAMES]` fills a database, which must be
//! empty, with rows (a million games if no number is given), then asks for boards, lists and players
//! as clients do, and prints the times of the answers. A database that was filled is measured again.
//!
//! The rows are made by the database itself. Their games are none: nothing here plays them.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use polymerge::{Mode, proof};
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::store::Store;
use polymerge_server::token::sha256;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, SqliteConnection};
use tower::ServiceExt;

/// Times that each question is asked.
const ASKED: u64 = 200;

/// Players, boards of days, and boards of custom modes.
const PLAYERS: i64 = 60_000;
const DAYS: i64 = 365;
const CUSTOM: i64 = 40_000;

/// Games of the player who has played most.
const MOST_OF_PLAYER: i64 = 10_000;

/// The tokens of that player, and of any other one.
const MUCH: &str = "00000000000000000000000000000000";
const LITTLE: &str = "11111111111111111111111111111111";

type Failure = Box<dyn Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().ok_or("reads DATABASE [GAMES]")?;
    let games: i64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let store = Store::open(&address).await?;
    let quota = u32::MAX;
    let config = Config {
        database: address.clone(),
        requests_per_minute: quota,
        submissions_per_minute: quota,
        all_submissions_per_minute: quota,
        ..Config::default()
    };
    let service = router(Service::new(config, store.clone()).await?);
    // One game by the front door: its board belongs to the mode.
    let kept = ask(&service, "POST", "/v1/scores", "", Some(game(7)?)).await?;
    let board = kept["board"].as_str().ok_or_else(|| kept.to_string())?.to_owned();
    if store.games().await? < games {
        let start = Instant::now();
        fill(&address, &board, games).await?;
        println!("{games} games made in {:.0} s", start.elapsed().as_secs_f64());
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("{} games, load {}", store.games().await?, load.trim());
    measure(&service, &board, games).await
}

fn game(seed: u64) -> Result<Value, Failure> {
    let rules = Mode::built_in("2048")?.compile()?;
    let moves: Vec<usize> = (0..40).map(|turn| turn % 4).collect();
    let moves = proof::write_moves(&rules, &moves)?;
    Ok(json!({ "mode": "2048", "seed": seed.to_string(), "moves": moves, "count": 40 }))
}

async fn ask(
    service: &Router,
    method: &str,
    path: &str,
    token: &str,
    body: Option<Value>,
) -> Result<Value, Failure> {
    let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let answer = service.clone().oneshot(request.body(body)?).await?;
    let (status, bytes) = (answer.status(), to_bytes(answer.into_body(), 16 << 20).await?);
    if !status.is_success() {
        return Err(format!("{method} {path}: {status} {}", String::from_utf8_lossy(&bytes)).into());
    }
    Ok(serde_json::from_slice(&bytes)?)
}

/// Fills a database, in statements of either kind.
async fn fill(address: &str, board: &str, games: i64) -> Result<(), Failure> {
    let is_postgres = address.starts_with("postgres");
    let hex = |number: &str| match is_postgres {
        true => format!("lpad(to_hex({number}), 16, '0')"),
        false => format!("printf('%016x', {number})"),
    };
    let text = |number: &str| format!("CAST({number} AS TEXT)");
    // Numbers from 1, without a function that only one of the two has.
    let numbers = |most: i64| {
        format!(
            "WITH RECURSIVE n (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < {most})"
        )
    };
    let mode = format!("(SELECT mode FROM boards WHERE id = '{board}')");
    let source = r#"'{"mode":"2048"}'"#;
    let day = format!("'daily-' || {}", text("n"));
    let custom = format!("'c' || {}", hex("n"));
    let player = format!(
        "CASE WHEN n <= {MOST_OF_PLAYER} THEN '{}' WHEN n <= {MOST_OF_PLAYER} + 40 THEN '{}' \
         ELSE 'p' || {} END",
        sha256(MUCH.as_bytes()),
        sha256(LITTLE.as_bytes()),
        hex(&format!("n * 7919 % {PLAYERS}"))
    );
    // A fifth are on one board, a fifth on those of days, the others on those of custom modes.
    let of = format!(
        "CASE n % 5 WHEN 0 THEN '{board}' WHEN 1 THEN 'daily-' || {} ELSE 'c' || {} END",
        text(&format!("(n / 5 % {DAYS} + 1)")),
        hex(&format!("(n / 5 % {CUSTOM} + 1)"))
    );
    let moves = "'".to_owned() + &"GbCdEfGh".repeat(40) + "'";
    let name = format!("'Player ' || {}", text(&format!("(n * 7919 % {PLAYERS})")));
    let looks = format!("'player' || {}", text(&format!("(n * 7919 % {PLAYERS})")));
    let statements = [
        format!(
            "{} INSERT INTO boards (id, kind, title, source, mode) \
             SELECT {day}, 'daily', '2048', {source}, {mode} FROM n",
            numbers(DAYS)
        ),
        format!(
            "{} INSERT INTO boards (id, kind, title, source, mode) \
             SELECT {custom}, 'open', 'Custom', {source}, 'mode ' || {} FROM n",
            numbers(CUSTOM),
            text("(n / 3)")
        ),
        format!(
            "{} INSERT INTO scores (id, board, hash, seed, moves, length, score, name, token, created, \
             hidden, verified_by, looks, reads, head) SELECT 'x' || {}, {of}, 'hash ' || {}, {}, {moves}, \
             320, n * 104729 % 1000003, {name}, {player}, 1700000000000 + n * 1000, \
             CASE WHEN n % 97 = 0 THEN 1 ELSE 0 END, '1', {looks}, {looks}, 'head ' || {} FROM n",
            numbers(games),
            hex("n"),
            text("n"),
            text("n"),
            text("n")
        ),
        "INSERT INTO players (token, id, name, fixed, banned, reason, name_reason, recovery, revoked, created) \
         SELECT token, MIN(id), MIN(name), 0, 0, '', '', '', 0, MIN(created) FROM scores \
         WHERE token <> '' GROUP BY token ON CONFLICT DO NOTHING"
            .to_owned(),
        "ANALYZE".to_owned(),
    ];
    if is_postgres {
        let mut connection = PgConnection::connect(address).await?;
        for statement in &statements {
            sqlx::query(statement).execute(&mut connection).await?;
        }
    } else {
        let mut connection = SqliteConnection::connect(address).await?;
        // Indexes that don't fit into memory are written again and again.
        sqlx::query("PRAGMA cache_size = -1500000").execute(&mut connection).await?;
        for statement in &statements {
            sqlx::query(statement).execute(&mut connection).await?;
        }
    }
    Ok(())
}

/// Asks each question many times, each time for something else where it can be.
async fn measure(service: &Router, board: &str, games: i64) -> Result<(), Failure> {
    let scores = format!("/v1/boards/{board}/scores");
    // The middle of the board, where many pages lie before it.
    let mut after = String::new();
    for _ in 0..20 {
        let page = ask(service, "GET", &format!("{scores}?limit=100&after={after}"), "", None).await?;
        after = page["next"].as_str().unwrap_or_default().to_owned();
    }
    let middle = format!("{:x}-{}-x", 500_000f64.to_bits(), 0);
    let any = |number: u64| (number * 7_919 + 13) as i64;
    println!("{:38} {:>9} {:>9} {:>9}", "", "p50", "p99", "longest");
    type Question<'q> = (&'q str, Box<dyn Fn(u64) -> String + 'q>, &'q str);
    let questions: Vec<Question<'_>> = vec![
        // Limits differ, so that no answer is one that is kept.
        ("the largest board", Box::new(|n| format!("{scores}?limit={}", n % 50 + 51)), ""),
        ("its games of today", Box::new(|n| format!("{scores}?limit={}&period=day", n % 50 + 51)), ""),
        ("its page 21", Box::new(|n| format!("{scores}?limit={}&after={after}", n % 50 + 51)), ""),
        ("its middle", Box::new(|n| format!("{scores}?limit={}&after={middle}", n % 50 + 51)), ""),
        ("the board of a day", Box::new(|n| format!("/v1/boards/daily-{}/scores", any(n) % DAYS + 1)), ""),
        ("a small board", Box::new(|n| format!("/v1/boards/c{:016x}/scores", any(n) % CUSTOM + 1)), ""),
        ("a game", Box::new(|n| format!("/v1/scores/x{:016x}", any(n) * 97 % games * 97 % games + 1)), ""),
        ("the list of boards", Box::new(|_| "/v1/boards".to_owned()), ""),
        ("the boards of a mode", Box::new(|_| "/v1/boards?mode=2048".to_owned()), ""),
        ("the games of a player", Box::new(|_| "/v1/profile".to_owned()), LITTLE),
        ("the games of the busiest player", Box::new(|_| "/v1/profile".to_owned()), MUCH),
        ("the busiest player", Box::new(|_| "/v1/player".to_owned()), MUCH),
        ("earlier days", Box::new(|_| "/v1/daily/calendar".to_owned()), ""),
    ];
    for (name, path, token) in &questions {
        let mut times = Vec::new();
        let begun = Instant::now();
        for number in 0..ASKED {
            let asked = Instant::now();
            match ask(service, "GET", &path(number), token, None).await {
                // Every hundredth game is hidden.
                Err(error) if !error.to_string().contains("410") => return Err(error),
                _ => times.push(asked.elapsed()),
            }
            if begun.elapsed() > Duration::from_secs(60) {
                break;
            }
        }
        print(name, times);
    }
    let mut times = Vec::new();
    for number in 0..ASKED / 4 {
        let body = game(1_000_000 + number)?;
        let asked = Instant::now();
        ask(service, "POST", "/v1/scores", "", Some(body)).await?;
        times.push(asked.elapsed());
    }
    print("a game that is submitted", times);
    Ok(())
}

fn print(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let part = |part: f64| {
        let place = (times.len() as f64 * part) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!("{name:38} {:6.1} ms {:6.1} ms {:6.1} ms", part(0.5), part(0.99), part(1.0));
}
