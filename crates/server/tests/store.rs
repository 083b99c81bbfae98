//! The store over both databases.

use std::collections::HashSet;

use crate::common::{Database, act, with_both_databases};
use polymerge_server::admin::{self, Shown};
use polymerge_server::export::{self, Imported};
use polymerge_server::store::{Board, Kept, New, Place, PlaceOfGame, Placed, Rank, Score, Session, Store};
use polymerge_server::token::random;

with_both_databases! {
    what_is_kept_is_there
    a_game_is_known_again_among_many_of_its_seed_and_score
    games_that_come_to_something_else_are_marked
    a_hidden_game_that_its_player_erases_stays_hidden
    names_are_blocked_and_allowed_again
    a_restored_service_keeps_the_seeds_of_days
    games_that_are_gone_or_hidden_count_for_no_other
    games_far_down_a_board_have_the_rank_that_is_counted
    the_first_games_are_seen_by_what_plans_statements
    equal_games_are_in_the_order_of_their_ids
}

fn board() -> Board {
    Board {
        id: "b".into(),
        kind: "ranked".into(),
        title: "T".into(),
        source: "{\"mode\":\"2048\"}".into(),
        mode: "hash".into(),
    }
}

/// The name of all players.
const NAME: &str = "李 四";

fn score(id: &str, points: f64, token: &str) -> Score {
    Score {
        id: id.into(),
        board: "b".into(),
        hash: format!("hash {id}"),
        seed: format!("1844674407370955161{}", &id[1..]),
        moves: "Gw".into(),
        length: 4,
        score: points,
        name: NAME.into(),
        token: token.into(),
        created: 1_000,
        hidden: false,
        verified_by: "x".into(),
        checked_by: String::new(),
        ..Score::default()
    }
}

/// The result of keeping a game that is new and follows no other.
fn new() -> Kept {
    Kept::New { follows: String::new(), origin: String::new(), name: NAME.into() }
}

/// Keeps a game of a seed of its own, unless it has a seed.
async fn keep(store: &Store, score: Score, session: Option<&str>) -> Kept {
    let new = New {
        board: board(),
        code: Some("code".into()),
        score,
        session: session.map(str::to_owned),
        ..New::default()
    };
    store.keep(&[new]).await.unwrap().remove(0)
}

async fn what_is_kept_is_there(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    assert_eq!(store.kept_value("a", "1").await.unwrap(), "1");
    assert_eq!(store.kept_value("a", "2").await.unwrap(), "1");
    for id in ["one", "two"] {
        let session = Session { id: id.into(), board: "b".into(), expires: 5_000, ..Session::default() };
        store.add_session(&session, &board(), Some("code"), 1_000).await.unwrap();
    }
    assert_eq!(store.code("hash").await.unwrap().as_deref(), Some("code"));
    assert_eq!(store.board("b").await.unwrap(), Some(board()));

    for (id, points, token) in
        [("s1", 10.0, "t1"), ("s2", 30.0, "t1"), ("s3", 20.0, "t2"), ("s4", f64::INFINITY, "t3")]
    {
        assert_eq!(keep(&store, score(id, points, token), None).await, new());
    }
    let known = Kept::Known(Box::new(score("s1", 10.0, "t1")));
    assert_eq!(keep(&store, score("s1", 10.0, "t1"), None).await, known);
    // Moves more or fewer that bring no points make no other game.
    for (length, moves) in [(3, "Gg"), (5, "Gy"), (6, "Gz")] {
        let copy = Score {
            id: "s9".into(),
            hash: "9".into(),
            length,
            moves: moves.into(),
            ..score("s1", 10.0, "t9")
        };
        assert_eq!(keep(&store, copy, None).await, known, "{moves}");
    }
    assert_eq!(store.score("s4").await.unwrap(), Some(score("s4", f64::INFINITY, "t3")));
    let ids = |scores: Vec<Score>| scores.into_iter().map(|score| score.id).collect::<Vec<_>>();
    assert_eq!(
        ids(store.listing("b", 0..i64::MAX, &Place::start(), 10).await.unwrap().scores),
        ["s4", "s2", "s3"]
    );
    let place = Place::of(&score("s4", f64::INFINITY, "t3"));
    assert_eq!(ids(store.listing("b", 0..i64::MAX, &place, 1).await.unwrap().scores), ["s2"]);
    assert_eq!(ids(store.listing("b", 2_000..i64::MAX, &Place::start(), 10).await.unwrap().scores), [""; 0]);
    let third = score("s3", 20.0, "t2");
    assert_eq!(placed(&store, &third).await.rank, Rank { rank: 3, at_least: false });
    assert!(act!(store, hide("s4", true, "")));
    assert_eq!(placed(&store, &third).await.rank.rank, 2);
    // The place of a game that is gone is still one.
    assert_eq!(ids(store.listing("b", 0..i64::MAX, &place, 1).await.unwrap().scores), ["s2"]);
    // Equal points: the earlier game is first, however many moves it has.
    let later = Score { created: 2_000, length: 1, moves: "Q".into(), ..score("s7", 20.0, "t7") };
    assert_eq!(keep(&store, later.clone(), None).await, new());
    assert_eq!(
        ids(store.listing("b", 0..i64::MAX, &Place::start(), 10).await.unwrap().scores),
        ["s2", "s3", "s7"]
    );
    assert_eq!(placed(&store, &later).await.rank.rank, 3);
    assert!(store.erase("s7").await.unwrap());
    assert_eq!(store.boards(10).await.unwrap(), [(board(), 3)]);
    assert!(act!(store, rename("s3", "Ann")));
    assert!(!act!(store, rename("none", "Ann")));
    assert_eq!(ids(store.games_of("t1", &PlaceOfGame::start(), 10).await.unwrap()), ["s1", "s2"]);
    assert!(store.erase("s1").await.unwrap());

    let session =
        Session { id: "x".into(), board: "b".into(), seed: "1".into(), expires: 5_000, ..Session::default() };
    store.add_session(&session, &board(), None, 1_000).await.unwrap();
    assert_eq!(store.session("x").await.unwrap(), Some(session));
    // A game that is there already leaves its session unused.
    assert!(matches!(keep(&store, score("s2", 30.0, "t"), Some("x")).await, Kept::Known(_)));
    assert_eq!(keep(&store, score("s5", 1.0, "t"), Some("x")).await, new());
    assert_eq!(keep(&store, score("s6", 1.0, "t"), Some("x")).await, Kept::NoSession);
    assert_eq!(store.score("s6").await.unwrap(), None);

    assert_eq!(admin::block(&store, "bad").await.unwrap(), Shown::default());
    let mut text = Vec::new();
    assert_eq!(export::write(&store, &mut text).await.unwrap(), 4);
    let copy = Store::open("sqlite::memory:").await.unwrap();
    for new in [4, 0] {
        let imported = Imported { new, ..Imported::default() };
        assert_eq!(export::read(&copy, &text[..], false).await.unwrap(), imported);
    }
    let mut again = Vec::new();
    export::write(&copy, &mut again).await.unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(text).unwrap());
}

async fn a_game_is_known_again_among_many_of_its_seed_and_score(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    // None of them is a copy of another.
    let game = |number: i64| Score {
        id: format!("m{number}"),
        hash: format!("many {number}"),
        seed: "7".into(),
        moves: format!("?{number}"),
        created: number,
        ..score("m0", 0.0, "t")
    };
    for number in 0..40 {
        assert_eq!(keep(&store, game(number), None).await, new());
    }
    for number in [0, 39] {
        assert_eq!(keep(&store, game(number), None).await, Kept::Known(Box::new(game(number))));
    }
}

async fn games_that_come_to_something_else_are_marked(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let board = Board { mode: String::new(), ..board() };
    let wrong = Score { seed: "1".into(), ..score("wrong", 1e6, "t") };
    let kept = store.keep(&[New { board, score: wrong, ..New::default() }]).await.unwrap();
    assert_eq!(kept, [new()]);
    let config = polymerge_server::config::Config::default();
    let found = admin::reverify(&store, &config, false).await.unwrap();
    assert_eq!((found.good, found.bad.len(), found.bad[0].0.as_str()), (0, 1, "wrong"));
    assert!(found.bad[0].1.contains("not 1000000"), "{found:?}");
    let marked = store.score("wrong").await.unwrap().unwrap();
    assert!(marked.checked_by.starts_with("failed"));
    assert_eq!((marked.verified_by.as_str(), marked.hidden), ("x", false));
    admin::reverify(&store, &config, true).await.unwrap();
    assert!(store.score("wrong").await.unwrap().unwrap().hidden);
}

async fn a_hidden_game_that_its_player_erases_stays_hidden(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    assert_eq!(keep(&store, score("s1", 10.0, "t1"), None).await, new());
    assert_eq!(admin::hide(&store, "s1", true).await.unwrap(), "hidden: s1");
    assert!(store.erase("s1").await.unwrap());
    // Nothing of the player is left; the moves are known, whichever player submits them.
    let left = store.score("s1").await.unwrap().unwrap();
    assert_eq!((left.name.as_str(), left.token.as_str(), left.hidden), ("", "", true));
    let again = Score { id: "s1b".into(), hash: "other".into(), ..score("s1", 10.0, "t2") };
    assert_eq!(keep(&store, again.clone(), None).await, Kept::Known(Box::new(left)));
    // Only the operator lets it in again.
    assert!(admin::hide(&store, "s1", false).await.unwrap().starts_with("forgotten: s1"));
    assert_eq!(keep(&store, again, None).await, new());
    assert!(admin::hide(&store, "none", true).await.is_err());
}

async fn names_are_blocked_and_allowed_again(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    for (id, name) in [("n1", "Very BAD"), ("n2", "Ann"), ("n3", "bad")] {
        let kept = keep(&store, Score { name: name.into(), ..score(id, 1.0, id) }, None).await;
        assert!(matches!(kept, Kept::New { name: kept, .. } if kept == name));
    }
    admin::hide(&store, "n3", true).await.unwrap();
    let shown = admin::block(&store, " bad ").await.unwrap();
    assert_eq!(shown.games, [("n1".to_owned(), "Very BAD".to_owned())]);
    assert_eq!(admin::rename(&store, "n1", "Ann ").await.unwrap(), "renamed: n1 is Ann's now");
    assert_eq!(admin::block(&store, "Anna").await.unwrap().games, []);
    let refused = admin::rename(&store, "n1", "b.а.d").await.unwrap_err().to_string();
    assert!(refused.contains("\"bad\" are blocked"), "{refused}");
    assert_eq!(store.blocked().await.unwrap(), ["Anna", "bad"]);
    // A text that looks like a blocked one counts as that text, also when it is allowed again.
    assert_eq!(admin::unblock(&store, "ВAD").await.unwrap(), ["bad"]);
    assert_eq!(store.blocked().await.unwrap(), ["Anna"]);
    assert!(admin::unblock(&store, "bad").await.unwrap_err().to_string().contains("--list"));
    assert!(admin::block(&store, " ").await.is_err());
}

async fn a_restored_service_keeps_the_seeds_of_days(database: &Database) {
    let old = Store::open("sqlite::memory:").await.unwrap();
    assert_eq!(keep(&old, score("s1", 10.0, "t1"), None).await, new());
    let secret = old.daily_secret().await.unwrap();
    let mut text = Vec::new();
    export::write(&old, &mut text).await.unwrap();
    // A database that a service has opened has a secret of its own.
    let restored = Store::open(&database.address).await.unwrap();
    assert_ne!(restored.daily_secret().await.unwrap(), secret);
    let imported = Imported { new: 1, ..Imported::default() };
    assert_eq!(export::read(&restored, &text[..], false).await.unwrap(), imported);
    assert_eq!(restored.daily_secret().await.unwrap(), secret);
    // One that has games keeps its own, and says so.
    let other = Store::open("sqlite::memory:").await.unwrap();
    assert_eq!(keep(&other, score("s2", 10.0, "t1"), None).await, new());
    let own = other.daily_secret().await.unwrap();
    let imported = Imported { other_secret: true, ..imported };
    assert_eq!(export::read(&other, &text[..], false).await.unwrap(), imported);
    assert_eq!(other.daily_secret().await.unwrap(), own);
}

/// The place of a game among others.
async fn placed(store: &Store, game: &Score) -> Placed {
    store.placed(&[game]).await.unwrap().remove(&game.id).unwrap()
}

async fn games_that_are_gone_or_hidden_count_for_no_other(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let games = [score("s1", 30.0, "t1"), score("s2", 20.0, "t2"), score("s3", 10.0, "t3")];
    for game in &games {
        assert_eq!(keep(&store, game.clone(), None).await, new());
    }
    let [first, second, third] = games;
    assert_eq!(placed(&store, &third).await.rank.rank, 3);
    // Who has read them before asks for their places.
    assert!(store.erase("s1").await.unwrap() && act!(store, hide("s2", true, "")));
    let places = store.placed(&[&first, &second]).await.unwrap();
    assert_eq!(places.keys().collect::<Vec<_>>(), ["s2"]);
    assert_eq!(places["s2"].rank.rank, 1);
    assert_eq!(placed(&store, &third).await.rank.rank, 1);
}

async fn games_far_down_a_board_have_the_rank_that_is_counted(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    // Every tenth game is of the one player, who has some far up and some far down.
    let token = |number: usize| match number % 10 {
        0 => "often".to_owned(),
        _ => format!("t{number}"),
    };
    let games: Vec<New> = (0..1_100)
        .map(|number| {
            let score = score(&format!("s{number}"), (5_000 - number / 2) as f64, &token(number));
            New { board: board(), score, ..New::default() }
        })
        .collect();
    for games in games.chunks(64) {
        store.keep(games).await.unwrap();
    }
    // Behind 1,001 games more are not counted: the often player's best one is the first.
    for number in [0, 7, 990, 998, 999, 1_000, 1_001, 1_002, 1_090, 1_098] {
        let before: HashSet<String> = (0..number.min(1_001)).map(token).collect();
        let rank = 1 + before.iter().filter(|other| **other != token(number)).count() as i64;
        let placed = placed(&store, &games[number].score).await;
        assert_eq!(placed.rank, Rank { rank, at_least: number > 1_000 }, "{number}");
        assert_eq!(placed.best, (number % 10 == 0 && number > 0).then_some(5_000.0), "{number}");
        assert!(placed.shares_name);
    }
}

async fn the_first_games_are_seen_by_what_plans_statements(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let game = |number: usize| New {
        board: board(),
        score: score(&format!("s{number}"), 1.0, &format!("t{number}")),
        ..New::default()
    };
    let games: Vec<New> = (0..64).map(game).collect();
    assert_eq!(store.keep(&games).await.unwrap(), vec![new(); 64]);
    store.grow(40).await.unwrap();
    store.grow(24).await.unwrap();
    if database.schema().is_some() {
        let known = "(SELECT reltuples FROM pg_class WHERE oid = 'scores'::regclass)";
        let check = format!("IF {known} <> 64 THEN RAISE EXCEPTION 'known are %', {known}; END IF;");
        database.execute(&format!("DO $$ BEGIN {check} END $$")).await;
    }
}

async fn equal_games_are_in_the_order_of_their_ids(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    if database.schema().is_some() {
        // A database may have the order of a language.
        database.execute("ALTER TABLE scores ALTER COLUMN id TYPE TEXT COLLATE \"en-x-icu\"").await;
    }
    let mut ids: Vec<String> = (0..64).map(|_| random(8).unwrap()).collect();
    for id in &ids {
        let own = Score { id: id.clone(), seed: id.clone(), ..score("s1", 7.0, &format!("token {id}")) };
        let own = Score { hash: format!("hash {id}"), ..own };
        assert_eq!(keep(&store, own, None).await, new());
    }
    ids.sort_unstable();
    let games = store.listing("b", 0..i64::MAX, &Place::start(), 100).await.unwrap().scores;
    assert_eq!(games.into_iter().map(|game| game.id).collect::<Vec<_>>(), ids);
}
