//! The API as a client sees it.

use crate::common;
use crate::common::{Database, act, ask, config, game, get, post, service, service_of, with_both_databases};
use axum::http::StatusCode;
use polymerge::{Limits, Mode, Opened, open, proof};
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::store::Store;
use serde_json::{Value, json};

with_both_databases! {
    a_game_is_played_again_and_ranked
    moves_that_move_nothing_make_no_other_game
    what_is_kept_of_a_game_with_a_clock_comes_to_its_score
    pages_of_other_addresses_may_ask
    names_with_a_nul_are_the_names_of_nothing
    the_board_has_the_best_game_of_each_player
    an_unchanged_board_is_not_sent_again
    players_rename_and_erase_their_own_games
    a_copy_with_other_last_moves_does_not_overtake
    a_game_that_goes_on_from_that_of_another_says_so
    a_hidden_game_tells_nothing
    a_game_that_is_not_the_players_best_says_so
    a_player_without_a_name_gets_one_that_is_allowed
    titles_of_modes_are_one_line
    pages_of_a_board_stay_when_games_come_and_go
    a_board_has_the_code_of_its_mode
    a_session_is_good_for_one_game_of_its_mode_and_seed
    a_session_runs_out
    the_daily_game_is_one_for_all
    custom_modes_have_boards_by_their_code_unless_turned_off
    a_game_has_a_picture
    the_service_says_how_it_is_and_what_it_answers
    mistakes_have_a_described_status
}

async fn a_game_is_played_again_and_ranked(database: &Database) {
    let service = service(database).await;
    let answer = post(&service, game("2048", 7, 60)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let kept = answer.json();
    let rules = Mode::built_in("2048").unwrap().compile().unwrap();
    let mut run = proof::Run::start(&rules, 7).unwrap();
    run.play_all(&(0..60).map(|turn| turn % 4).collect::<Vec<_>>()).unwrap();
    assert_eq!(kept["score"], json!(run.game().score()));
    assert_eq!(kept["moves"], json!(run.played()));
    assert_eq!(kept["rank"], json!(1));
    assert_eq!(kept["claimToken"].as_str().unwrap().len(), 32);

    let shown = get(&service, &format!("/v1/scores/{}", kept["id"].as_str().unwrap())).await.json();
    assert_eq!(shown["seed"], "7");
    assert!(shown.get("claimToken").is_none());
    let again =
        json!({ "mode": "2048", "seed": "7", "moves": shown["canonicalMoves"], "count": shown["moves"] });
    let again = post(&service, again).await;
    assert_eq!((again.status, &again.json()["id"]), (StatusCode::OK, &kept["id"]));
}

async fn moves_that_move_nothing_make_no_other_game(database: &Database) {
    let service = service(database).await;
    let first = post(&service, game("2048", 7, 40)).await.json();
    let rules = Mode::built_in("2048").unwrap().compile().unwrap();
    let moves = proof::read_moves(first["canonicalMoves"].as_str().unwrap(), rules.limits()).unwrap();
    let mut run = proof::Run::start(&rules, 7).unwrap();
    let mut padded = Vec::new();
    let count = first["moves"].as_u64().unwrap() as usize;
    for &direction in &proof::directions(&rules, &moves).unwrap()[..count] {
        let legal = run.game().legal().unwrap();
        padded.extend((0..4).filter(|direction| !legal.contains(direction)));
        padded.push(direction);
        run.play(direction).unwrap();
    }
    assert!(padded.len() > count);
    let text = proof::write_moves(&rules, &padded).unwrap();
    let body = json!({ "mode": "2048", "seed": "7", "moves": text, "count": padded.len() });
    let second = post(&service, body).await;
    assert_eq!((second.status, &second.json()["id"]), (StatusCode::OK, &first["id"]));
}

/// Presses that move nothing let time pass, and rules may ask for the time.
async fn what_is_kept_of_a_game_with_a_clock_comes_to_its_score(database: &Database) {
    let service = service(database).await;
    for seed in 0..4 {
        let kept = post(&service, game("120", seed, 90)).await.json();
        let shown = get(&service, &format!("/v1/scores/{}", kept["id"].as_str().unwrap())).await.json();
        let rules = Mode::built_in("120").unwrap().compile().unwrap();
        let moves = proof::read_moves(shown["canonicalMoves"].as_str().unwrap(), rules.limits()).unwrap();
        let count = shown["moves"].as_u64().unwrap() as usize;
        let mut run = proof::Run::start(&rules, seed).unwrap();
        run.play_all(&proof::directions(&rules, &moves).unwrap()[..count]).unwrap();
        assert_eq!(json!(run.game().score()), shown["score"]);
    }
}

async fn pages_of_other_addresses_may_ask(database: &Database) {
    let service = service(database).await;
    let answer = get(&service, "/v1/daily").await;
    assert_eq!(answer.headers["access-control-allow-origin"], "*");
    assert_eq!(ask(&service, "OPTIONS", "/v1/scores", "", None).await.status, StatusCode::OK);
}

async fn names_with_a_nul_are_the_names_of_nothing(database: &Database) {
    let service = service(database).await;
    assert_eq!(get(&service, "/v1/scores/%00").await.status, StatusCode::NOT_FOUND);
    let mut ranked = game("2048", 7, 40);
    ranked["session"] = json!("\0");
    assert_eq!(post(&service, ranked).await.status, StatusCode::NOT_FOUND);
}

async fn the_board_has_the_best_game_of_each_player(database: &Database) {
    let service = service(database).await;
    let first = post(&service, game("2048", 1, 30)).await.json();
    let token = first["claimToken"].as_str().unwrap();
    let better = ask(&service, "POST", "/v1/scores", token, Some(game("2048", 1, 200))).await;
    assert_eq!(better.status, StatusCode::CREATED);
    assert!(better.json().get("claimToken").is_none());
    for seed in 2..7 {
        assert_eq!(post(&service, game("2048", seed, 100)).await.status, StatusCode::CREATED);
    }
    let path = format!("/v1/boards/{}/scores", first["board"].as_str().unwrap());
    let all = get(&service, &path).await.json();
    let all = all["scores"].as_array().unwrap();
    assert_eq!(all.len(), 6);
    assert!(all.windows(2).all(|pair| pair[0]["score"].as_f64() >= pair[1]["score"].as_f64()));
    assert!(!all.iter().any(|score| score["id"] == first["id"]));

    let mut paged = Vec::new();
    let mut after = String::new();
    loop {
        let part = get(&service, &format!("{path}?limit=4&after={after}&period=day")).await.json();
        paged.extend(part["scores"].as_array().unwrap().clone());
        match part["next"].as_str() {
            Some(next) => after = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(&paged, all);

    let profile = ask(&service, "GET", "/v1/profile", token, None).await.json();
    assert_eq!(profile["games"].as_array().unwrap().len(), 2);
    let boards = get(&service, "/v1/boards").await.json();
    assert_eq!(boards["boards"][0]["games"], 7);
}

async fn an_unchanged_board_is_not_sent_again(database: &Database) {
    let service = service(database).await;
    let board = post(&service, game("2048", 1, 30)).await.json()["board"].as_str().unwrap().to_owned();
    let path = format!("/v1/boards/{board}/scores");
    let tag = get(&service, &path).await.headers["etag"].clone();
    let request = |tag: &axum::http::HeaderValue| {
        let request = axum::http::Request::get(&path).header("if-none-match", tag);
        request.body(axum::body::Body::empty()).unwrap()
    };
    assert_eq!(common::send(&service, request(&tag)).await.status, StatusCode::NOT_MODIFIED);
    post(&service, game("2048", 2, 30)).await;
    assert_eq!(common::send(&service, request(&tag)).await.status, StatusCode::OK);
}

async fn players_rename_and_erase_their_own_games(database: &Database) {
    let service = service(database).await;
    let kept = post(&service, game("dive", 3, 30)).await.json();
    let other = post(&service, game("dive", 4, 30)).await.json();
    let path = format!("/v1/scores/{}", kept["id"].as_str().unwrap());
    let [own, foreign] = [&kept, &other].map(|game| game["claimToken"].as_str().unwrap());
    let name = |name: &str| Some(json!({ "name": name }));
    for (token, kind) in [("", "no-token"), (foreign, "wrong-token"), ("unknown", "wrong-token")] {
        for answer in [
            ask(&service, "PATCH", &path, token, name("Ann")).await,
            ask(&service, "DELETE", &path, token, None).await,
        ] {
            assert_eq!((answer.status, &answer.json()["kind"]), (StatusCode::UNAUTHORIZED, &json!(kind)));
        }
    }
    let unknown = ask(&service, "GET", "/v1/profile", "unknown", None).await.json();
    assert_eq!(unknown["kind"], "wrong-token");
    assert!(unknown["message"].as_str().unwrap().contains("new player"), "{unknown}");
    let refused = ask(&service, "PATCH", &path, own, name("A\u{202e}n")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ask(&service, "PATCH", &path, own, name("Ann")).await.json()["name"], "Ann");
    assert_eq!(ask(&service, "DELETE", &path, own, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(get(&service, &path).await.status, StatusCode::NOT_FOUND);
}

/// A game whose moves are known to all keeps its place: others must not take it with these
/// moves.
async fn a_copy_with_other_last_moves_does_not_overtake(database: &Database) {
    let service = service(database).await;
    let rules = Mode::built_in("2048").unwrap().compile().unwrap();
    // The moves of a game that end with two that bring no points, and with the first of these.
    let mut run = proof::Run::start(&rules, 7).unwrap();
    let (mut moves, mut quiet) = (Vec::new(), 0);
    for turn in 0.. {
        let before = run.game().score();
        if run.play(turn % 4).unwrap().moved {
            moves.push(turn % 4);
            quiet = if run.game().score() > before { 0 } else { quiet + 1 };
        }
        if moves.len() > 30 && quiet == 2 {
            break;
        }
    }
    let game = |moves: &[usize]| {
        let text = proof::write_moves(&rules, moves).unwrap();
        json!({ "mode": "2048", "seed": "7", "moves": text, "count": moves.len() })
    };
    let first = post(&service, game(&moves)).await.json();
    let shorter = post(&service, game(&moves[..moves.len() - 1])).await;
    assert_eq!((shorter.status, &shorter.json()["id"]), (StatusCode::OK, &first["id"]));
    // Another way with the last move is another game, behind the first.
    let last = moves.len() - 1;
    let others = (0..4).filter(|&other| other != moves[last]).map(|other| {
        let mut moves = moves.clone();
        moves[last] = other;
        game(&moves)
    });
    for other in others {
        let other = post(&service, other).await.json();
        if other["id"] != first["id"] && other["score"] == first["score"] {
            assert_ne!(other["rank"], json!(1));
        }
    }
}

async fn a_game_that_goes_on_from_that_of_another_says_so(database: &Database) {
    let service = service(database).await;
    let first = post(&service, game("2048", 7, 100)).await.json();
    assert_eq!(first["follows"], "");
    let copy = post(&service, game("2048", 7, 140)).await;
    assert_eq!((copy.status, &copy.json()["follows"]), (StatusCode::CREATED, &first["id"]));
    let copy = copy.json();
    let board =
        get(&service, &format!("/v1/boards/{}/scores", first["board"].as_str().unwrap())).await.json();
    let listed = board["scores"].as_array().unwrap().iter().find(|game| game["id"] == copy["id"]).unwrap();
    assert_eq!(listed["follows"], first["id"]);
    // Who goes on from an own game, begins otherwise or shares less than half follows nothing.
    let token = copy["claimToken"].as_str().unwrap();
    post(&service, game("2048", 8, 40)).await;
    for (token, game) in
        [(token, game("2048", 9, 60)), (token, game("2048", 9, 80)), ("", game("2048", 8, 120))]
    {
        let own = ask(&service, "POST", "/v1/scores", token, Some(game)).await;
        assert_eq!((own.status, &own.json()["follows"]), (StatusCode::CREATED, &json!("")));
    }

    let path = |game: &Value| format!("/v1/scores/{}", game["id"].as_str().unwrap());
    let token = first["claimToken"].as_str().unwrap();
    assert_eq!(ask(&service, "DELETE", &path(&first), token, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(get(&service, &path(&copy)).await.json()["follows"], "");
}

async fn a_hidden_game_tells_nothing(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    let mut named = game("2048", 1, 40);
    named["name"] = json!("Rude");
    let kept = post(&service, named).await.json();
    let id = kept["id"].as_str().unwrap();
    assert!(act!(store, hide(id, true, "")));
    let board = format!("/v1/boards/{}/scores", kept["board"].as_str().unwrap());
    for answer in [
        get(&service, &format!("/v1/scores/{id}")).await,
        get(&service, &format!("/v1/scores/{id}/board.svg")).await,
        post(&service, game("2048", 1, 40)).await,
    ] {
        assert_eq!(answer.status, StatusCode::GONE);
        assert!(!answer.text.contains("Rude"), "{}", answer.text);
    }
    assert!(!get(&service, &board).await.text.contains("Rude"));
}

async fn a_game_that_is_not_the_players_best_says_so(database: &Database) {
    let service = service(database).await;
    let best = post(&service, game("2048", 1, 200)).await.json();
    assert_eq!(best["best"], Value::Null);
    let token = best["claimToken"].as_str().unwrap();
    let worse = ask(&service, "POST", "/v1/scores", token, Some(game("2048", 2, 40))).await.json();
    assert_eq!((&worse["rank"], &worse["best"]), (&json!(1), &best["score"]));
    // Others are not told whose game it is.
    let path = format!("/v1/scores/{}", worse["id"].as_str().unwrap());
    assert_eq!(get(&service, &path).await.json()["best"], Value::Null);
}

async fn a_player_without_a_name_gets_one_that_is_allowed(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    // All names but those with an owl.
    for pattern in ["a", "i", "e", "f"] {
        act!(store, block(pattern));
    }
    for seed in 0..4 {
        let kept = post(&service, game("2048", seed, 40)).await;
        assert_eq!(kept.status, StatusCode::CREATED, "{}", kept.text);
    }
}

async fn titles_of_modes_are_one_line(database: &Database) {
    let text = r#"{ "extends": "classic.jsonc", "title": "A\n1  99,999  \u202eB\u001b[2J" }"#;
    let Opened::Mode(mode) = open(text, &Limits::strict()).unwrap() else { panic!("this is a mode") };
    let mut body = game("2048", 5, 40);
    body["mode"] = json!(mode.to_code().unwrap());
    let service = service(database).await;
    let kept = post(&service, body).await;
    assert_eq!(kept.status, StatusCode::CREATED, "{}", kept.text);
    let title = "A\u{fffd}1  99,999  \u{fffd}B\u{fffd}[2J";
    assert_eq!(kept.json()["title"], title);
    assert_eq!(get(&service, "/v1/boards").await.json()["boards"][0]["title"], title);
}

async fn pages_of_a_board_stay_when_games_come_and_go(database: &Database) {
    let service = service(database).await;
    let mut kept = Vec::new();
    // Names that are drawn may be equal, and then have marks as long as both are there.
    for (seed, name) in (0..).zip(["Ann", "Bo", "Cy", "Di"]) {
        let mut body = game("2048", seed, 60);
        body["name"] = json!(name);
        kept.push(post(&service, body).await.json());
    }
    kept.sort_by(|a, b| b["score"].as_f64().partial_cmp(&a["score"].as_f64()).unwrap());
    let board = format!("/v1/boards/{}/scores?limit=2", kept[0]["board"].as_str().unwrap());
    let next = get(&service, &board).await.json()["next"].as_str().unwrap().to_owned();
    let rest = get(&service, &format!("{board}&after={next}")).await.json();
    // A better game comes, and the last of the page goes.
    let mut better = game("2048", 9, 200);
    better["name"] = json!("Eve");
    post(&service, better).await;
    let path = format!("/v1/scores/{}", kept[1]["id"].as_str().unwrap());
    let token = kept[1]["claimToken"].as_str().unwrap();
    assert_eq!(ask(&service, "DELETE", &path, token, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(get(&service, &format!("{board}&after={next}")).await.json()["scores"], rest["scores"]);
    let wrong = get(&service, &format!("{board}&after=rubbish")).await;
    assert_eq!(wrong.json()["kind"], "bad-cursor");
}

async fn a_board_has_the_code_of_its_mode(database: &Database) {
    let service = service(database).await;
    let board = post(&service, game("dive", 1, 30)).await.json()["board"].as_str().unwrap().to_owned();
    let board = get(&service, &format!("/v1/boards/{board}")).await.json();
    assert_eq!(board["source"]["mode"], "dive");
    let found = get(&service, "/v1/boards?mode=dive").await.json();
    assert_eq!((&found["boards"][0]["id"], &found["boards"][0]["games"]), (&board["id"], &json!(1)));
    assert_eq!(get(&service, "/v1/boards?mode=2048").await.json()["boards"], json!([]));
    let mode = Mode::from_code(board["code"].as_str().unwrap(), &Limits::default()).unwrap();
    assert_eq!(mode.digest().unwrap(), Mode::built_in("dive").unwrap().digest().unwrap());
}

async fn a_session_is_good_for_one_game_of_its_mode_and_seed(database: &Database) {
    let service = service(database).await;
    let start = ask(&service, "POST", "/v1/sessions", "", Some(json!({ "mode": "2048" }))).await;
    assert_eq!(start.status, StatusCode::CREATED, "{}", start.text);
    let session = start.json();
    let seed = session["seed"].as_str().unwrap().parse().unwrap();
    let with = |mut game: Value| {
        game["session"] = session["session"].clone();
        game
    };
    let refused = post(&service, with(game("2048", 1, 50))).await;
    assert_eq!(refused.json()["kind"], "wrong-seed");
    assert_eq!(post(&service, with(game("dive", seed, 50))).await.json()["kind"], "wrong-mode");
    // The seed is any: no game ends in ten moves, but some end in fifty, and are the same with more.
    let ranked = post(&service, with(game("2048", seed, 10))).await;
    assert_eq!((ranked.status, &ranked.json()["kind"]), (StatusCode::CREATED, &json!("ranked")));
    assert_eq!(post(&service, with(game("2048", seed, 10))).await.status, StatusCode::OK);
    assert_eq!(post(&service, with(game("2048", seed, 90))).await.status, StatusCode::CONFLICT);
    let unknown = json!({ "mode": "2048", "seed": "1", "moves": "Gw", "session": "none" });
    assert_eq!(post(&service, unknown).await.status, StatusCode::NOT_FOUND);
}

async fn a_session_runs_out(database: &Database) {
    let service = service_of(Config { session_minutes: 0, ..config(database) }).await;
    let session = ask(&service, "POST", "/v1/sessions", "", Some(json!({ "mode": "2048" }))).await.json();
    std::thread::sleep(std::time::Duration::from_millis(5));
    let mut game = game("2048", session["seed"].as_str().unwrap().parse().unwrap(), 50);
    game["session"] = session["session"].clone();
    assert_eq!(post(&service, game).await.status, StatusCode::CONFLICT);
}

async fn the_daily_game_is_one_for_all(database: &Database) {
    let service = service(database).await;
    let today = get(&service, "/v1/daily").await.json();
    let seed = today["seed"].as_str().unwrap().parse().unwrap();
    let mode = today["mode"].as_str().unwrap();
    let on = |mut game: Value, day: &Value| {
        game["daily"] = day.clone();
        game
    };
    let kept = post(&service, on(game(mode, seed, 50), &today["date"])).await;
    assert_eq!((kept.status, &kept.json()["board"]), (StatusCode::CREATED, &today["board"]), "{}", kept.text);
    // While it is that date somewhere, the moves are shown to their player alone.
    let path = format!("/v1/scores/{}", kept.json()["id"].as_str().unwrap());
    let shown = get(&service, &path).await.json();
    assert_eq!((&shown["canonicalMoves"], &shown["movesFrom"]), (&Value::Null, &today["closes"]));
    let own = ask(&service, "GET", &path, kept.json()["claimToken"].as_str().unwrap(), None).await.json();
    assert_eq!((&own["canonicalMoves"], &own["movesFrom"]), (&kept.json()["canonicalMoves"], &Value::Null));
    assert!(own["canonicalMoves"].is_string());
    let again = post(&service, on(game(mode, seed, 50), &today["date"])).await;
    assert_eq!((again.status, &again.json()["canonicalMoves"]), (StatusCode::OK, &Value::Null));
    let other = post(&service, on(game(mode, 1, 50), &today["date"])).await;
    assert_eq!(other.json()["kind"], "not-the-daily-game");
    let other = post(&service, on(game(mode, seed, 50), &json!("2020-01-01"))).await;
    assert_eq!(other.json()["kind"], "not-today");
    assert_eq!(get(&service, "/v1/daily/calendar").await.json()["days"], json!([]));
}

async fn custom_modes_have_boards_by_their_code_unless_turned_off(database: &Database) {
    let code = Mode::built_in("2048").unwrap().with("grid=5x5").unwrap().to_code().unwrap();
    let mut body = game("2048", 5, 40);
    body["mode"] = json!(code);
    let kept = post(&service(database).await, body.clone()).await;
    assert_eq!(kept.status, StatusCode::CREATED, "{}", kept.text);
    let off = service_of(Config { custom_modes: false, ..config(database) }).await;
    assert_eq!(post(&off, body).await.json()["kind"], "custom-mode");
    let mut changed = game("2048", 5, 40);
    changed["modifiersCode"] = json!("grid=5x5");
    let chosen = post(&off, changed).await.json();
    assert_eq!(chosen["board"], kept.json()["board"]);
}

async fn a_game_has_a_picture(database: &Database) {
    let service = service(database).await;
    let kept = post(&service, game("2048", 5, 40)).await.json();
    let picture = get(&service, &format!("/v1/scores/{}/board.svg", kept["id"].as_str().unwrap())).await;
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    assert!(picture.text.starts_with("<svg"));
}

async fn the_service_says_how_it_is_and_what_it_answers(database: &Database) {
    let service = service(database).await;
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(&service, path).await.status, StatusCode::OK);
    }
    let described = get(&service, "/openapi.json").await.json();
    for (path, operations) in described["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            let path = path.replace("{id}", "none");
            let answer = ask(&service, &method.to_uppercase(), &path, "", None).await;
            assert_ne!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert!(!answer.text.contains("this address does not exist"), "{method} {path}");
        }
    }
    let kept = post(&service, game("2048", 5, 40)).await.json();
    let fields = described["components"]["schemas"]["Game"]["properties"].as_object().unwrap();
    let missing: Vec<&String> =
        kept.as_object().unwrap().keys().filter(|key| !fields.contains_key(*key)).collect();
    assert_eq!(missing, Vec::<&String>::new());
    assert_eq!(get(&service, "/nowhere").await.status, StatusCode::NOT_FOUND);
}

async fn mistakes_have_a_described_status(database: &Database) {
    let service = service(database).await;
    let described: Value = serde_json::from_str(polymerge_server::api::OPENAPI).unwrap();
    post(&service, game("2048", 5, 40)).await;
    let posts = ["post /v1/scores", "patch /v1/scores/{id}", "post /v1/sessions"];
    let bodies = [("text/plain", "x"), ("application/json", "{"), ("application/json", "[]")];
    let session = r#"{ "mode": "2048", "seed": "1", "moves": "Gw", "session": "none" }"#;
    let cases = posts.iter().flat_map(|at| bodies.map(|(kind, body)| (*at, "", kind, body))).chain([
        ("post /v1/scores", "", "application/json", session),
        ("get /v1/scores/{id}", "", "", ""),
        ("get /v1/scores/{id}/board.svg", "", "", ""),
        ("patch /v1/scores/{id}", "", "application/json", r#"{ "name": "Ann" }"#),
        ("delete /v1/scores/{id}", "", "", ""),
        ("get /v1/boards", "?other=1", "", ""),
        ("get /v1/boards", "?mode=none", "", ""),
        ("get /v1/boards/{id}", "", "", ""),
        ("get /v1/boards/{id}/scores", "", "", ""),
        ("get /v1/boards/{id}/scores", "?limit=x", "", ""),
        ("get /v1/boards/{id}/scores", "?limit=0", "", ""),
        ("get /v1/profile", "", "", ""),
    ]);
    for (at, query, kind, body) in cases {
        let (method, path) = at.split_once(' ').unwrap();
        let address = format!("{}{query}", path.replace("{id}", "none"));
        for token in [None, Some("Bearer unknown")] {
            let request = axum::http::Request::builder().method(method.to_uppercase().as_str()).uri(&address);
            let request =
                token.into_iter().fold(request, |request, token| request.header("authorization", token));
            let request = request.header("content-type", kind).body(axum::body::Body::from(body)).unwrap();
            let status = common::send(&service, request).await.status;
            assert!(!status.is_success(), "{at}{query}: {status}");
            let responses = &described["paths"][path][method]["responses"];
            assert!(responses.get(status.as_str()).is_some(), "{at}{query} {body}: {status}");
        }
    }
}

#[test]
fn every_route_is_described() {
    let described: Value = serde_json::from_str(polymerge_server::api::OPENAPI).unwrap();
    let source = include_str!("../src/api.rs");
    let routes: Vec<&str> =
        source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(routes.len() > 10);
    for route in routes {
        assert!(described["paths"].get(route).is_some(), "{route}");
    }
}
