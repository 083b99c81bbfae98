//! The statements that submissions make: few, whichever games come together.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex};

use polymerge_server::api::{Service, router};
use polymerge_server::ending::Ending;
use polymerge_server::store::{Board, Kept, New, Score, Session, Store};
use polymerge_server::token::random;
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

use crate::common::{Database, config, game, post, with_both_databases};

with_both_databases! {
    on disk:
    games_make_few_statements
    a_batch_is_kept_as_its_games_are_one_after_the_other
}

/// The number of times that each statement was made, by its beginning.
type Counts = Arc<Mutex<BTreeMap<String, usize>>>;

struct Count(Counts);

impl<S: tracing::Subscriber> Layer<S> for Count {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        struct Summary(String);
        impl Visit for Summary {
            fn record_str(&mut self, field: &Field, value: &str) {
                if ["summary", "db.statement"].contains(&field.name()) {
                    let words: Vec<&str> = value.split_whitespace().collect();
                    let text = words.join(" ");
                    // The values of a table are as many as games.
                    let rest = text.split_once(") SELECT ").or(text.split_once(") INSERT "));
                    let text = rest.map_or(text.as_str(), |(_, rest)| rest);
                    if text.len() > self.0.len() {
                        self.0 = text.chars().take(80).collect();
                    }
                }
            }
            fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
        }
        if event.metadata().target() == "sqlx::query" {
            let mut summary = Summary(String::new());
            event.record(&mut summary);
            // New connections are set up whenever the pool needs them, and ends are no questions.
            if ["SET ", "COMMIT"].iter().any(|begin| summary.0.starts_with(begin)) {
                return;
            }
            *self.0.lock().unwrap().entry(summary.0).or_default() += 1;
        }
    }
}

/// The statements are counted by the process: so it is one of its own, with this test alone.
const ALONE: &str = "POLYMERGE_TEST_ALONE";

async fn games_make_few_statements(database: &Database) {
    let is_postgres = database.schema().is_some();
    if std::env::var_os(ALONE).is_none() {
        let kind = if is_postgres { "postgresql" } else { "sqlite" };
        let name = format!("statements::{kind}::games_make_few_statements");
        let mut command = Command::new(std::env::current_exe().unwrap());
        let output = command.args(["--exact", &name]).env(ALONE, "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let counts = Counts::default();
    let subscriber = tracing_subscriber::registry().with(Count(Arc::clone(&counts)));
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let store = Store::open(&database.address).await.unwrap();
    let shared = Service::new(config(database), store).await.unwrap();
    let service = router(Arc::clone(&shared));
    let submit = |seed: u64| {
        let mut body = game("2048", seed, 40);
        body["claimToken"] = json!(random(16).unwrap());
        let service = service.clone();
        async move { assert_eq!(post(&service, body).await.status, 201) }
    };
    let transactions = || shared.metrics.transactions.load(std::sync::atomic::Ordering::Relaxed) as usize;
    // The first one reads sizes and orders.
    submit(1).await;
    // Of each transaction: what is known, games, players, last boards, places; beside other services, locks: of seeds,
    // and of rows. If drawn names are used, what is known of others is asked, at most twice.
    let of_batch = if is_postgres { 7 } else { 5 };
    for (games, first) in [(1, 2), (16, 100)] {
        counts.lock().unwrap().clear();
        let before = transactions();
        let mut sent = tokio::task::JoinSet::new();
        for number in 0..games {
            sent.spawn(submit(first + number));
        }
        sent.join_all().await;
        let counts = counts.lock().unwrap();
        let (all, batches) = (counts.values().sum::<usize>(), transactions() - before);
        assert!(all >= batches * of_batch, "statements are not counted: {counts:#?}");
        // One of each game: its player.
        let most = games as usize + batches * (of_batch + 2);
        assert!(all <= most, "{games} games in {batches} transactions made {all} statements: {counts:#?}");
    }
}

/// Numbers without pattern.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A game of few players, seeds, moves and sessions, so that many have to do with each other.
fn some_game(random: &mut Random, number: usize, round: usize, orders: i64) -> New {
    const MOVES: [&str; 4] =
        ["GwGwGwGwGwGwGwGwGwGwGwGwGwGw", "GwGwGwGwGwGw", "GwGwGwGwGwGwGwGwGwGwGwGwGwGx", "aB"];
    let kind = ["open", "ranked"][random.below(2)];
    let board = Board { id: kind.into(), kind: kind.into(), mode: "m".into(), ..Board::default() };
    let (token, seed) = (format!("t{}", random.below(4)), format!("{}{}", round / 4, random.below(6)));
    let moves = MOVES[random.below(4)];
    let names = random.below(4);
    let session = (kind == "ranked").then(|| format!("s{round}-{}", random.below(3)));
    // Few names, of which those of one player look like those of others.
    let mut some_name = || ["Name", "Nаme", "Mane", "name", "Other"][random.below(5)].to_owned();
    let (name, other_names) = (some_name(), (0..names).map(|_| some_name()).collect());
    let known_as = (round > 0 && random.below(4) > 0).then(|| name.clone());
    let score = Score {
        id: format!("{round}x{number}"),
        hash: format!("{kind} {seed} {moves}"),
        board: kind.into(),
        length: moves.len() as i64 * 3,
        moves: moves.into(),
        score: random.below(2) as f64,
        created: (round * 100 + number) as i64,
        seed,
        name,
        token: token.clone(),
        ..Score::default()
    };
    let orders = (random.below(3) > 0).then_some(orders - random.below(8) as i64 / 7);
    let ending = Some(Ending::default());
    New { board, score, session, known_as, sender: token, ending, other_names, orders, ..New::default() }
}

/// An act of an operator on one of the players, or none.
async fn act(store: &Store, number: usize, round: usize) {
    let (player, is_even) = (format!("t{}", number % 4), round.is_multiple_of(2));
    let mut acts = store.acts().await.unwrap();
    match number / 4 {
        0 => acts.ban(&player, is_even, "a reason").await.unwrap(),
        1 | 5 | 6 => drop(acts.hide_player(&player, is_even, "a reason").await.unwrap()),
        2 => acts.rename_player(&player, "Other", "a reason").await.unwrap(),
        3 => acts.unfix(&player).await.unwrap(),
        4 => acts.block(&format!("text {round}")).await.unwrap(),
        _ => return,
    }
    acts.end().await.unwrap();
}

/// A store with sessions for each round.
async fn with_sessions(store: &Store) {
    let board = Board { id: "ranked".into(), kind: "ranked".into(), mode: "m".into(), ..Board::default() };
    for round in 0..ROUNDS {
        for number in 0..3 {
            let id = format!("s{round}-{number}");
            let session = Session { id, board: "ranked".into(), expires: i64::MAX, ..Session::default() };
            store.add_session(&session, &board, None, 0).await.unwrap();
        }
    }
}

const ROUNDS: usize = 120;

async fn a_batch_is_kept_as_its_games_are_one_after_the_other(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let other = Database::on_disk();
    let one_by_one = Store::open(&format!("{}?mode=rwc", other.address)).await.unwrap();
    with_sessions(&store).await;
    with_sessions(&one_by_one).await;
    let (mut random, mut kinds) = (Random(7), BTreeMap::<String, usize>::new());
    for round in 0..ROUNDS {
        let number = random.below(32);
        act(&store, number, round).await;
        act(&one_by_one, number, round).await;
        let orders = store.orders().await.unwrap();
        let games: Vec<New> =
            (0..1 + random.below(12)).map(|number| some_game(&mut random, number, round, orders)).collect();
        let together = store.keep(&games).await.unwrap();
        let mut alone = Vec::new();
        for game in &games {
            alone.extend(one_by_one.keep(std::slice::from_ref(game)).await.unwrap());
        }
        assert_eq!(together, alone, "{round}");
        for kept in together {
            let kind = match kept {
                Kept::New { follows, .. } if !follows.is_empty() => "follows",
                Kept::New { .. } => "new",
                Kept::Known(_) => "known",
                Kept::NoSession => "no session",
                Kept::NoPlayer => "no player",
                Kept::Banned(_) => "banned",
                Kept::Hidden => "hidden",
                Kept::Outdated => "outdated",
                Kept::SignedOut => "signed out",
            };
            *kinds.entry(kind.to_owned()).or_default() += 1;
        }
        let all =
            (store.all_scores("", 10_000).await.unwrap(), one_by_one.all_scores("", 10_000).await.unwrap());
        assert_eq!(all.0, all.1, "{round}");
    }
    for kind in ["follows", "new", "known", "no session", "banned", "hidden", "outdated"] {
        assert!(kinds.get(kind).is_some_and(|number| *number > 3), "{kinds:?}");
    }
    store.close().await;
    one_by_one.close().await;
    other.erase().await;
}
