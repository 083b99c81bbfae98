//! The store over both databases.

#![cfg(test)]

mod common;

use common::{with_both_databases, Database};
use polymerge_server::admin;
use polymerge_server::store::{Board, Kept, New, Place, Rank, Score, Session, Store};

with_both_databases! {
    what_is_kept_is_there
    a_game_is_known_again_among_many_of_its_seed_and_score
    games_that_come_to_something_else_are_marked
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

fn score(id: &str, points: f64, token: &str) -> Score {
    Score {
        id: id.into(),
        board: "b".into(),
        hash: format!("hash {id}"),
        seed: format!("1844674407370955161{}", &id[1..]),
        moves: "Gw".into(),
        length: 4,
        score: points,
        name: "李 四".into(),
        token: token.into(),
        created: 1_000,
        hidden: false,
        verified_by: "x".into(),
        checked_by: String::new(),
        follows: String::new(),
    }
}

/// What becomes of a game that is new, and goes on from no other.
fn new() -> Kept {
    Kept::New { follows: String::new() }
}

/// Keeps a game of a seed of its own, unless it says otherwise.
async fn keep(store: &Store, score: Score, session: Option<&str>) -> Kept {
    let new = New { board: board(), code: Some("code".into()), score, session: session.map(str::to_owned) };
    store.keep(&[new]).await.unwrap().remove(0)
}

async fn what_is_kept_is_there(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    assert_eq!(store.kept_value("a", "1").await.unwrap(), "1");
    assert_eq!(store.kept_value("a", "2").await.unwrap(), "1");
    for _ in 0..2 {
        store.add_board(&board(), Some("code")).await.unwrap();
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
    assert_eq!(ids(store.listing("b", 0, &Place::start(), 10).await.unwrap()), ["s4", "s2", "s3"]);
    let place = Place::of(&score("s4", f64::INFINITY, "t3"));
    assert_eq!(ids(store.listing("b", 0, &place, 1).await.unwrap()), ["s2"]);
    assert_eq!(ids(store.listing("b", 2_000, &Place::start(), 10).await.unwrap()), [""; 0]);
    let third = score("s3", 20.0, "t2");
    assert_eq!(store.rank(&third).await.unwrap(), Rank { rank: 3, at_least: false });
    assert!(store.hide("s4", true).await.unwrap());
    assert_eq!(store.rank(&third).await.unwrap().rank, 2);
    // The place of a game that is gone is still one.
    assert_eq!(ids(store.listing("b", 0, &place, 1).await.unwrap()), ["s2"]);
    // Equal points: the earlier game is first, however many moves it has.
    let later = Score { created: 2_000, length: 1, moves: "Q".into(), ..score("s7", 20.0, "t7") };
    assert_eq!(keep(&store, later.clone(), None).await, new());
    assert_eq!(ids(store.listing("b", 0, &Place::start(), 10).await.unwrap()), ["s2", "s3", "s7"]);
    assert_eq!(store.rank(&later).await.unwrap().rank, 3);
    assert!(store.erase("s7").await.unwrap());
    assert_eq!(store.boards(10).await.unwrap(), [(board(), 3)]);
    assert!(store.rename("s3", "Ann").await.unwrap());
    assert!(!store.rename("none", "Ann").await.unwrap());
    assert_eq!(ids(store.games_of("t1", 10).await.unwrap()), ["s1", "s2"]);
    assert!(store.erase("s1").await.unwrap());

    let session = Session { id: "x".into(), board: "b".into(), seed: "1".into(), expires: 5_000 };
    store.add_session(&session, 1_000).await.unwrap();
    assert_eq!(store.session("x").await.unwrap(), Some(session));
    // A game that is there already leaves its session unused.
    assert!(matches!(keep(&store, score("s2", 30.0, "t"), Some("x")).await, Kept::Known(_)));
    assert_eq!(keep(&store, score("s5", 1.0, "t"), Some("x")).await, new());
    assert_eq!(keep(&store, score("s6", 1.0, "t"), Some("x")).await, Kept::NoSession);
    assert_eq!(store.score("s6").await.unwrap(), None);

    admin::block(&store, "bad").await.unwrap();
    let mut text = Vec::new();
    admin::export(&store, &mut text).await.unwrap();
    let copy = Store::open("sqlite::memory:").await.unwrap();
    assert_eq!(admin::import(&copy, &text[..]).await.unwrap(), 4);
    assert_eq!(admin::import(&copy, &text[..]).await.unwrap(), 0);
    let mut again = Vec::new();
    admin::export(&copy, &mut again).await.unwrap();
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
    assert_eq!(keep(&store, Score { seed: "1".into(), ..score("wrong", 1e6, "t") }, None).await, new());
    let config = polymerge_server::config::Config::default();
    assert_eq!(admin::reverify(&store, &config).await.unwrap(), (0, 1));
    let marked = store.score("wrong").await.unwrap().unwrap();
    assert!(marked.checked_by.starts_with("failed"));
    assert_eq!(marked.verified_by, "x");
}
