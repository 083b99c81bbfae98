//! One suite over both databases. That of PostgreSQL is named by POLYMERGE_TEST_POSTGRES, and is emptied.

#![cfg(test)]

use polymerge_server::admin;
use polymerge_server::store::{Board, Kept, Score, Session, Store};

fn board() -> Board {
    Board { id: "b".into(), kind: "ranked".into(), title: "T".into(), source: "{\"mode\":\"2048\"}".into() }
}

fn score(id: &str, points: f64, token: &str) -> Score {
    Score {
        id: id.into(),
        board: "b".into(),
        hash: format!("hash {id}"),
        seed: "18446744073709551615".into(),
        moves: "Gw".into(),
        length: 4,
        score: points,
        name: "李 四".into(),
        token: token.into(),
        created: 1_000,
        hidden: false,
        verified_by: "x".into(),
    }
}

async fn suite(store: Store) {
    assert_eq!(store.kept_value("a", "1").await.unwrap(), "1");
    assert_eq!(store.kept_value("a", "2").await.unwrap(), "1");
    for _ in 0..2 {
        store.add_board(&board()).await.unwrap();
    }
    assert_eq!(store.board("b").await.unwrap(), Some(board()));

    for (id, points, token) in
        [("s1", 10.0, "t1"), ("s2", 30.0, "t1"), ("s3", 20.0, "t2"), ("s4", f64::INFINITY, "t3")]
    {
        assert_eq!(store.add_score(&score(id, points, token), None).await.unwrap(), Kept::New);
    }
    assert_eq!(store.add_score(&score("s1", 10.0, "t1"), None).await.unwrap(), Kept::Known);
    assert_eq!(store.score("s4").await.unwrap(), Some(score("s4", f64::INFINITY, "t3")));
    let ids = |scores: Vec<Score>| scores.into_iter().map(|score| score.id).collect::<Vec<_>>();
    assert_eq!(ids(store.listing("b", 0, "", 10).await.unwrap()), ["s4", "s2", "s3"]);
    assert_eq!(ids(store.listing("b", 0, "s4", 1).await.unwrap()), ["s2"]);
    assert_eq!(ids(store.listing("b", 2_000, "", 10).await.unwrap()), [""; 0]);
    assert_eq!(store.rank("s3").await.unwrap(), 3);
    assert!(store.hide("s4", true).await.unwrap());
    assert_eq!(store.rank("s3").await.unwrap(), 2);
    assert_eq!(store.boards(10).await.unwrap(), [(board(), 3)]);
    assert!(store.rename("s3", "Ann").await.unwrap());
    assert!(!store.rename("none", "Ann").await.unwrap());
    assert_eq!(ids(store.games_of("t1", 10).await.unwrap()), ["s1", "s2"]);
    assert!(store.erase("s1").await.unwrap());

    let session = Session { id: "x".into(), board: "b".into(), seed: "1".into(), expires: 5_000 };
    store.add_session(&session, 1_000).await.unwrap();
    assert_eq!(store.session("x").await.unwrap(), Some(session));
    // A game that is there already leaves its session unused.
    assert_eq!(store.add_score(&score("s2", 1.0, "t"), Some("x")).await.unwrap(), Kept::Known);
    assert_eq!(store.add_score(&score("s5", 1.0, "t"), Some("x")).await.unwrap(), Kept::New);
    assert_eq!(store.add_score(&score("s6", 1.0, "t"), Some("x")).await.unwrap(), Kept::NoSession);
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

#[tokio::test]
async fn sqlite_keeps_what_it_is_given() {
    suite(Store::open("sqlite::memory:").await.unwrap()).await;
}

#[tokio::test]
async fn postgresql_keeps_what_it_is_given() {
    let Ok(address) = std::env::var("POLYMERGE_TEST_POSTGRES") else {
        println!("skipped: POLYMERGE_TEST_POSTGRES names no PostgreSQL");
        return;
    };
    suite(Store::open(&address).await.unwrap()).await;
}

#[tokio::test]
async fn games_that_come_to_something_else_are_marked() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    store.add_board(&board()).await.unwrap();
    store.add_score(&score("wrong", 1e6, "t"), None).await.unwrap();
    let config = polymerge_server::config::Config::default();
    assert_eq!(admin::reverify(&store, &config).await.unwrap(), (0, 1));
    assert!(store.score("wrong").await.unwrap().unwrap().verified_by.starts_with("failed"));
}
