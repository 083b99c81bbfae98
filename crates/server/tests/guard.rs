//! Attempts to get past operators and players: signed out tokens, hidden games, copies, names of
//! others, and what is done while a game is on its way.

use crate::common::{Answer, Database, act, ask, config, game, get, post, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::export;
use polymerge_server::moderation::{Act, Action};
use polymerge_server::store::{Board, Kept, New, Renaming, Score, Store};
use polymerge_server::token::{random, sha256};
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    a_signed_out_token_is_refused_everywhere
    what_a_copy_adds_is_not_the_own_game
    what_is_hidden_on_one_board_is_on_all_of_its_mode
    a_hidden_copy_is_no_hindrance
    players_of_a_day_begin_alike
    what_was_done_meanwhile_counts
    a_name_that_is_not_used_is_lost
    an_old_export_has_origins_and_the_last_name
}

async fn with_store(database: &Database) -> (Store, Router) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    (store, service)
}

fn made() -> String {
    random(16).unwrap()
}

/// Hands in a game of a new player, or of the one who has made this token.
async fn hand_in(service: &Router, token: &str, name: &str, mut game: Value) -> Answer {
    (game["claimToken"], game["name"]) = (json!(token), json!(name));
    post(service, game).await
}

async fn kept(service: &Router, token: &str, name: &str, game: Value) -> Value {
    let answer = hand_in(service, token, name, game).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

async fn a_signed_out_token_is_refused_everywhere(database: &Database) {
    let (store, service) = with_store(database).await;
    let [first, second, last] = [made(), made(), made()];
    let own = kept(&service, &first, "Ann", game("2048", 1, 40)).await;
    let code =
        ask(&service, "POST", "/v1/player/recovery", &first, None).await.json()["recoveryCode"].clone();
    for (token, is_only) in [(&second, false), (&last, true)] {
        let body = json!({ "recoveryCode": code, "claimToken": token, "signOutOthers": is_only });
        assert_eq!(ask(&service, "POST", "/v1/player/recover", "", Some(body)).await.status, StatusCode::OK);
    }
    for (seed, old) in (10..).zip([&first, &second]) {
        let refused = [
            hand_in(&service, old, "Eve", game("2048", seed, 40)).await,
            // Also with what was handed in before.
            hand_in(&service, old, "Eve", game("2048", 1, 40)).await,
            ask(&service, "POST", "/v1/scores", old, Some(game("2048", seed, 40))).await,
            ask(&service, "PATCH", "/v1/player", old, Some(json!({ "name": "Eve" }))).await,
        ];
        for answer in refused {
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{}", answer.text);
            assert!(answer.text.contains("signed it out"), "{}", answer.text);
        }
        // Nor does the code bring it back.
        let body = json!({ "recoveryCode": code, "claimToken": old });
        let back = ask(&service, "POST", "/v1/player/recover", "", Some(body)).await;
        assert_eq!(back.status, StatusCode::UNAUTHORIZED, "{}", back.text);
    }
    let player = ask(&service, "GET", "/v1/player", &last, None).await.json();
    assert_eq!((&player["name"], &player["games"]), (&json!("Ann"), &json!(1)));
    // A copy of the database knows it, too.
    let mut text = Vec::new();
    export::write(&store, &mut text).await.unwrap();
    let copy = Store::open("sqlite::memory:").await.unwrap();
    export::read(&copy, &text[..], false).await.unwrap();
    for old in [&first, &second] {
        assert!(copy.is_signed_out(&sha256(old.as_bytes())).await.unwrap());
    }
    // A ban holds for all tokens.
    let ban = Action { action: Act::Ban, id: own["id"].as_str().unwrap().into(), ..Action::default() };
    admin::act(&store, ban).await.unwrap();
    assert_eq!(hand_in(&service, &last, "Ann", game("2048", 5, 40)).await.status, StatusCode::FORBIDDEN);
    assert_eq!(hand_in(&service, &first, "Ann", game("2048", 6, 40)).await.status, StatusCode::UNAUTHORIZED);
}

async fn what_a_copy_adds_is_not_the_own_game(database: &Database) {
    let (_, service) = with_store(database).await;
    let [ann, bob] = [made(), made()];
    let own = kept(&service, &ann, "Ann", game("2048", 7, 60)).await;
    let long = kept(&service, &bob, "Bob", game("2048", 7, 110)).await;
    assert_eq!(long["follows"], own["id"]);
    // Not even piece by piece.
    for length in [88, 100, 120] {
        let taken = kept(&service, &ann, "Ann", game("2048", 7, length)).await;
        let expected = if length < 60 + 32 { json!("") } else { long["id"].clone() };
        assert_eq!((&taken["follows"], &taken["origin"]), (&expected, &expected), "{length}");
    }
}

async fn hide(store: &Store, game: &Value) {
    admin::hide(store, game["id"].as_str().unwrap(), true).await.unwrap();
}

async fn what_is_hidden_on_one_board_is_on_all_of_its_mode(database: &Database) {
    let (store, service) = with_store(database).await;
    let by_program = |length| {
        let mut game = game("2048", 7, length);
        game["program"] = json!("greedy");
        game
    };
    let shown = kept(&service, &made(), "Ann", by_program(100)).await;
    let copy = kept(&service, &made(), "Bob", game("2048", 7, 110)).await;
    assert_eq!((&copy["kind"], &copy["origin"]), (&json!("open"), &shown["id"]));
    for game in [&shown, &copy] {
        hide(&store, game).await;
    }
    assert_eq!(hand_in(&service, &made(), "Cy", game("2048", 7, 104)).await.status, StatusCode::GONE);
    assert_eq!(hand_in(&service, &made(), "Cy", by_program(105)).await.status, StatusCode::GONE);
    // Hidden games that go another way don't push it out, however many there are.
    for number in 0..300 {
        let score = Score {
            id: format!("x{number}"),
            board: shown["board"].as_str().unwrap().into(),
            hash: format!("x{number}"),
            seed: "7".into(),
            moves: "Gw".into(),
            length: 4,
            score: f64::from(number) / 7.0 + 1e9,
            name: "x".into(),
            token: "x".into(),
            created: i64::MAX / 4 + i64::from(number),
            ..Score::default()
        };
        let board = Board { id: score.board.clone(), kind: "program".into(), ..Board::default() };
        let kept = store.keep(&[New { board, score, ..New::default() }]).await.unwrap();
        assert!(matches!(kept[..], [Kept::New { .. }]), "{kept:?}");
    }
    assert_eq!(act!(store, hide_player("x", true, "")), 300);
    assert_eq!(hand_in(&service, &made(), "Cy", game("2048", 7, 103)).await.status, StatusCode::GONE);
}

async fn a_hidden_copy_is_no_hindrance(database: &Database) {
    let (store, service) = with_store(database).await;
    let [ann, eve] = [made(), made()];
    let own = kept(&service, &ann, "Ann", game("2048", 7, 100)).await;
    let copy = kept(&service, &eve, "Eve", game("2048", 7, 106)).await;
    hide(&store, &copy).await;
    // Who was copied goes on, and so do others who name the game.
    let longer = kept(&service, &ann, "Ann", game("2048", 7, 130)).await;
    assert_eq!((&longer["follows"], &longer["origin"]), (&json!(""), &json!("")));
    let other = kept(&service, &made(), "Bob", game("2048", 7, 140)).await;
    assert_eq!(other["origin"], longer["id"]);
    // An own game that was shown is no cover for its hidden end.
    hide(&store, &longer).await;
    hide(&store, &other).await;
    for token in [ann, made()] {
        let back = hand_in(&service, &token, "Ann", game("2048", 7, 128)).await;
        assert_eq!(back.status, StatusCode::GONE, "{}", back.text);
    }
    assert_eq!(get(&service, &format!("/v1/scores/{}", own["id"].as_str().unwrap())).await.status, 200);
}

async fn players_of_a_day_begin_alike(database: &Database) {
    let (store, service) = with_store(database).await;
    let today = ask(&service, "GET", "/v1/daily", "", None).await.json();
    let seed = today["seed"].as_str().unwrap().parse().unwrap();
    let of_day = |length| {
        let mut game = game(today["mode"].as_str().unwrap(), seed, length);
        game["daily"] = today["date"].clone();
        game
    };
    let hidden = kept(&service, &made(), "Ann", of_day(200)).await;
    hide(&store, &hidden).await;
    // The hidden game may have ended before.
    let whole = usize::try_from(hidden["moves"].as_u64().unwrap()).unwrap();
    // With some seeds it is so short that all of it may be alike by chance, or two lengths are one game.
    let lengths = match whole {
        ..80 => vec![(40, StatusCode::CREATED)],
        80..110 => vec![(40, StatusCode::CREATED), (whole - 5, StatusCode::GONE)],
        _ => vec![
            (40, StatusCode::CREATED),
            (whole * 2 / 5, StatusCode::CREATED),
            (whole - 5, StatusCode::GONE),
        ],
    };
    for (length, status) in lengths {
        let answer = hand_in(&service, &made(), "Bob", of_day(length)).await;
        assert_eq!(answer.status, status, "{length}: {}", answer.text);
    }
}

async fn what_was_done_meanwhile_counts(database: &Database) {
    let (store, service) = with_store(database).await;
    let token = made();
    let first = kept(&service, &token, "Ann", game("2048", 1, 40)).await;
    let owner = sha256(token.as_bytes());
    // A game as it is when its player was looked up, and nothing was done yet.
    let on_its_way = |number: usize| {
        let id = format!("late{number}");
        let score = Score {
            board: first["board"].as_str().unwrap().into(),
            hash: id.clone(),
            id,
            seed: number.to_string(),
            moves: "Gw".into(),
            length: 4,
            name: "Ann".into(),
            token: owner.clone(),
            created: 5_000,
            ..Score::default()
        };
        let board = Board { id: score.board.clone(), kind: "open".into(), ..Board::default() };
        let (known_as, sender) = (Some("Ann".to_owned()), owner.clone());
        New { board, score, known_as, sender, ..New::default() }
    };
    let keep = |number: usize| {
        let (store, new) = (store.clone(), on_its_way(number));
        async move { store.keep(&[new]).await.unwrap().remove(0) }
    };
    let name = |kept: Kept| match kept {
        Kept::New { name, .. } => name,
        other => panic!("{other:?}"),
    };
    assert_eq!(name(keep(100).await), "Ann");
    ask(&service, "PATCH", "/v1/player", &token, Some(json!({ "name": "Anna" }))).await;
    assert_eq!(name(keep(101).await), "Anna");
    act!(store, rename_player(&owner, "Fixed", "rude"));
    assert_eq!(name(keep(102).await), "Fixed");
    let chosen = store.choose_name(&owner, None, "Rude").await.unwrap();
    assert_eq!(chosen, Renaming::Fixed("rude".into()));
    act!(store, ban(&owner, true, "cheats"));
    assert_eq!(keep(103).await, Kept::Banned("cheats".into()));
    // The reasons of both are kept apart.
    let player = ask(&service, "GET", "/v1/player", &token, None).await.json();
    assert_eq!((&player["reason"], &player["nameReason"]), (&json!("cheats"), &json!("rude")));
    act!(store, ban(&owner, false, ""));
    store.add_token(&owner, &sha256(b"another"), true).await.unwrap();
    assert_eq!(keep(104).await, Kept::SignedOut);
    store.erase_player(&owner).await.unwrap();
    assert_eq!(keep(105).await, Kept::NoPlayer);
    assert_eq!(store.player_of(&sha256(b"another")).await.unwrap(), None);
}

async fn a_name_that_is_not_used_is_lost(database: &Database) {
    let (store, service) = with_store(database).await;
    let [ann, bob] = [made(), made()];
    let parked = kept(&service, &ann, "Ann", game("2048", 1, 40)).await;
    hide(&store, &parked).await;
    assert_eq!(kept(&service, &bob, "Ann", game("2048", 2, 40)).await["nameTaken"], false);
    // Bob has the name by now, whichever way Ann comes back.
    for (seed, name) in [(3, None), (4, Some("Ann"))] {
        let mut again = game("2048", seed, 40);
        again["claimToken"] = json!(ann);
        if let Some(name) = name {
            again["name"] = json!(name);
        }
        let again = post(&service, again).await.json();
        let other = again["name"].as_str().unwrap();
        assert!(other.starts_with("Ann ") && again["mark"] == Value::Null, "{again}");
    }
    let renamed = ask(&service, "PATCH", "/v1/player", &ann, Some(json!({ "name": "Ann" }))).await;
    assert_eq!(renamed.json()["kind"], "name-taken");
    let path = format!("/v1/scores/{}", parked["id"].as_str().unwrap());
    let renamed = ask(&service, "PATCH", &path, &ann, Some(json!({ "name": "Ann" }))).await;
    assert_eq!(renamed.json()["kind"], "name-taken");
}

async fn an_old_export_has_origins_and_the_last_name(database: &Database) {
    let (store, _) = with_store(database).await;
    let lines = |chain: usize| {
        let board =
            json!({ "row": "board", "id": "b", "kind": "open", "title": "T", "source": "{}", "mode": "h" });
        let mut lines =
            vec![json!({ "row": "export", "format": 2, "by": "x" }).to_string(), board.to_string()];
        for number in 0..chain {
            let score = Score {
                id: format!("c{number:02}"),
                board: "b".into(),
                hash: format!("c{number}"),
                seed: "7".into(),
                name: format!("{}ame {number:02}", if number == chain - 1 { "A n" } else { "N" }),
                token: format!("t{}", number / (chain - 2)),
                created: 1_000 + number as i64,
                follows: if number == 0 { String::new() } else { format!("c{:02}", number - 1) },
                ..Score::default()
            };
            let mut line = json!(score);
            line["row"] = json!("score");
            lines.push(line.to_string());
        }
        lines.join("\n") + "\n"
    };
    export::read(&store, lines(12).as_bytes(), true).await.unwrap();
    for number in 1..12 {
        let score = store.score(&format!("c{number:02}")).await.unwrap().unwrap();
        assert_eq!(score.origin, "c00", "{number}");
    }
    assert_eq!(store.player_of("t1").await.unwrap().unwrap().name, "A name 11");
    assert_eq!(store.player_of("t0").await.unwrap().unwrap().name, "Name 09");
}
