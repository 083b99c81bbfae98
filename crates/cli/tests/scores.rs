//! `polymerge scores`, against a service that gives answers from a list.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;

use crate::common::{Home, run};
use polymerge::Mode;
use polymerge_app::saves::Saves;
use serde_json::{Value, json};

/// A request that came in.
struct ReceivedRequest {
    line: String,
    token: Option<String>,
    body: Value,
}

/// A service that gives these answers, each on a connection of its own, and tells at the
/// end what it was asked.
fn service(answers: Vec<(u16, Value)>) -> (String, JoinHandle<Vec<ReceivedRequest>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let thread =
        std::thread::spawn(move || answers.into_iter().map(|answer| one(&listener, answer)).collect());
    (address, thread)
}

fn one(listener: &TcpListener, (status, answer): (u16, Value)) -> ReceivedRequest {
    let (stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream);
    let mut asked = ReceivedRequest { line: String::new(), token: None, body: Value::Null };
    reader.read_line(&mut asked.line).unwrap();
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).unwrap() > 2 {
        if let Some((name, value)) = line.trim_end().split_once(": ") {
            match name.to_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap(),
                "authorization" => asked.token = Some(value.to_owned()),
                _ => {}
            }
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    if length > 0 {
        asked.body = serde_json::from_slice(&body).unwrap();
    }
    let text = answer.to_string();
    let head = format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", text.len());
    reader.get_mut().write_all((head + &text).as_bytes()).unwrap();
    asked.line = asked.line.trim_end().to_owned();
    asked
}

/// Runs `polymerge scores` with a service; gives whether it succeeded, and what it said.
fn scores(home: &Home, address: &str, arguments: &[&str]) -> (bool, String) {
    let mut command = home.polymerge(&["scores"]);
    let output = command.args(arguments).env("POLYMERGE_SERVER", address).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.success(), said)
}

fn daily() -> (u16, Value) {
    (200, json!({ "date": "2026-11-26", "mode": "2048", "seed": "99", "board": "daily-2026-11-26" }))
}

fn kept(extra: Value) -> Value {
    let mut kept = json!({
        "id": "abc123", "rank": 2, "kind": "open", "title": "2048", "score": 8, "moves": 4, "name": "Ann"
    });
    for (key, value) in extra.as_object().unwrap() {
        kept[key] = value.clone();
    }
    kept
}

const GAME: [&str; 6] = ["submit", "2048", "--seed", "7", "--moves", "LURD"];

#[test]
fn a_record_is_handed_in_and_its_token_kept() {
    let home = Home::new();
    let answers =
        vec![daily(), (201, kept(json!({ "claimToken": "secret" }))), daily(), (200, kept(json!({})))];
    let (address, asked) = service(answers);
    let (good, said) = scores(&home, &address, &[&GAME[..], &["--name", "Ann"]].concat());
    assert!(good, "{said}");
    assert_eq!(said, "place 2 on the open board of 2048: 8 points in 4 moves, Ann\nabc123\n");
    let (good, said) = scores(&home, &address, &GAME);
    assert!(good && said.starts_with("this game was there already: place 2"), "{said}");

    let asked = asked.join().unwrap();
    assert_eq!(asked[1].line, "POST /v1/scores HTTP/1.1");
    let body = json!({ "mode": 0, "seed": 0, "moves": 0, "count": 0, "name": 0, "claimToken": 0 });
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&asked[1].body), fields(&body));
    assert_eq!((&asked[1].body["seed"], &asked[1].body["count"]), (&json!("7"), &json!(4)));
    assert_eq!(asked[1].token, None);
    assert_eq!(asked[3].token.as_deref(), Some("Bearer secret"));
    assert_eq!(asked[3].body.get("claimToken"), None);

    let file = home.join("XDG_DATA_HOME/polymerge/scores.json");
    assert!(std::fs::read_to_string(&file).unwrap().contains("secret"));
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777,
        0o600
    );
}

#[test]
fn a_token_is_kept_before_the_game_is_sent() {
    let home = Home::new();
    let busy = || (503, json!({ "kind": "unavailable", "message": "later" }));
    let games =
        (200, json!({ "games": [{ "id": "g1", "score": 8, "moves": 4, "name": "Ann", "mark": "k3f9x" }] }));
    let answers = vec![
        daily(),
        busy(),
        games,
        daily(),
        (200, kept(json!({ "claimToken": "the token of the test", "own": true }))),
        daily(),
        (201, kept(json!({ "mark": "k3f9x" }))),
    ];
    let (address, asked) = service(answers);
    // The answer is lost, whatever became of the game.
    assert!(!scores(&home, &address, &GAME).0);
    let (good, said) = scores(&home, &address, &["mine"]);
    assert!(good && said.contains("Ann (k3f9x)"), "{said}");
    assert!(scores(&home, &address, &GAME).0);
    let (good, said) = scores(&home, &address, &GAME);
    assert!(good && said.contains("Ann (k3f9x)"), "{said}");
    let asked = asked.join().unwrap();
    let token = asked[1].body["claimToken"].as_str().unwrap();
    assert!(token.len() == 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()), "{token}");
    assert_eq!(asked[2].token.as_deref(), Some(format!("Bearer {token}").as_str()));
    assert_eq!(asked[4].body["claimToken"], token);
    assert_eq!(asked[6].token.as_deref(), Some("Bearer the token of the test"));
}

#[test]
fn an_answer_without_its_list_is_no_empty_one() {
    let home = Home::new();
    for task in [&["list"][..], &["list", "2048"], &["list", "open-1"]] {
        let (address, asked) = service(vec![(200, json!({}))]);
        let (good, said) = scores(&home, &address, task);
        assert!(!good && said.contains("no list of"), "{task:?}: {said}");
        asked.join().unwrap();
    }
}

#[test]
fn the_game_of_the_day_and_ranked_games_are_handed_in_as_such() {
    let home = Home::new();
    let session =
        json!({ "session": "s1", "seed": "7", "board": "ranked-1", "expires": 9_999_999_999_999_u64 });
    let answers = vec![
        daily(),
        (201, kept(json!({ "kind": "daily" }))),
        (201, session),
        (201, kept(json!({ "kind": "ranked", "rankIsLeast": true }))),
        (201, kept(json!({}))),
    ];
    let (address, asked) = service(answers);
    let today = ["submit", "2048", "--seed", "99", "--moves", "LURD"];
    assert!(scores(&home, &address, &today).1.contains("daily board"));
    let (good, said) = scores(&home, &address, &["ranked", "2048"]);
    assert!(good && said.contains("polymerge play 2048 --seed 7"), "{said}");
    assert!(scores(&home, &address, &GAME).1.contains("place at least 2 on the ranked board"));
    assert!(scores(&home, &address, &[&GAME[..], &["--open"]].concat()).0);
    let asked = asked.join().unwrap();
    assert_eq!(asked[1].body["daily"], "2026-11-26");
    assert_eq!(asked[2].body, json!({ "mode": "2048" }));
    assert_eq!(asked[3].body["session"], "s1");
    assert_eq!(asked[4].body.get("session"), None);
}

#[test]
fn tokens_of_before_stay_for_their_games() {
    let home = Home::new();
    let new_player = [&GAME[..], &["--new-player"]].concat();
    let wrong = || (401, json!({ "kind": "wrong-token", "message": "x" }));
    let games = |id: &str| (200, json!({ "games": [{ "id": id, "score": 8, "moves": 4 }] }));
    let answers = vec![
        daily(),
        (201, kept(json!({ "claimToken": "first" }))),
        daily(),
        (201, kept(json!({ "claimToken": "second" }))),
        games("g2"),
        games("g1"),
        wrong(),
        (200, json!({})),
        wrong(),
        wrong(),
        daily(),
        wrong(),
    ];
    let (address, asked) = service(answers);
    assert!(scores(&home, &address, &GAME).0 && scores(&home, &address, &new_player).0);
    let (good, said) = scores(&home, &address, &["mine"]);
    assert!(good && said.contains("g2") && said.contains("g1"), "{said}");
    assert!(scores(&home, &address, &["rename", "g1", "Ann"]).0);
    let (good, said) = scores(&home, &address, &["erase", "other"]);
    assert!(!good && said.contains("other is not your game"), "{said}");
    let (good, said) = scores(&home, &address, &GAME);
    assert!(!good && said.contains("--new-player"), "{said}");
    let asked = asked.join().unwrap();
    let tokens: Vec<_> = asked[3..8].iter().map(|asked| asked.token.as_deref().unwrap_or("")).collect();
    assert_eq!(tokens, ["", "Bearer second", "Bearer first", "Bearer second", "Bearer first"]);
}

#[test]
fn a_player_is_renamed_taken_along_and_erased_as_a_whole() {
    let home = Home::new();
    let new_player = [&GAME[..], &["--new-player"]].concat();
    let wrong = || (401, json!({ "kind": "wrong-token", "message": "x" }));
    let part = |ids: &[&str], next: Value| {
        let games: Vec<Value> =
            ids.iter().map(|id| json!({ "id": id, "hidden": *id == "g3", "reason": "why" })).collect();
        (200, json!({ "games": games, "next": next }))
    };
    let answers = vec![
        daily(),
        (201, kept(json!({ "claimToken": "first" }))),
        daily(),
        (201, kept(json!({ "claimToken": "second" }))),
        (200, json!({ "name": "Anna" })),
        wrong(),
        part(&["g1", "g2"], json!("5-g2")),
        part(&["g3"], Value::Null),
        wrong(),
        part(&["g1", "g2"], json!("5-g2")),
        part(&["g3"], Value::Null),
        wrong(),
        (200, json!({ "erased": 3 })),
        wrong(),
    ];
    let (address, asked) = service(answers);
    assert!(scores(&home, &address, &GAME).0 && scores(&home, &address, &new_player).0);
    let (good, said) = scores(&home, &address, &["name", "Anna"]);
    assert!(good && said.contains("Anna's now"), "{said}");
    let (good, said) = scores(&home, &address, &["mine"]);
    assert!(good && said.lines().count() == 3 && said.contains("hidden by the operators: why"), "{said}");
    let (good, said) = scores(&home, &address, &["export"]);
    assert!(good && said.contains("g3"), "{said}");
    let (good, said) = scores(&home, &address, &["erase", "--all"]);
    assert!(good && said.contains("3 games erased"), "{said}");
    let asked = asked.join().unwrap();
    let lines: Vec<&str> =
        asked[4..].iter().map(|asked| asked.line.strip_suffix(" HTTP/1.1").unwrap()).collect();
    assert_eq!(
        lines,
        [
            "PATCH /v1/player",
            "PATCH /v1/player",
            "GET /v1/profile",
            "GET /v1/profile?after=5-g2",
            "GET /v1/profile",
            "GET /v1/player/export",
            "GET /v1/player/export?after=5-g2",
            "GET /v1/player/export",
            "DELETE /v1/player",
            "DELETE /v1/player",
        ]
    );
    assert!(!scores(&home, &address, &["erase"]).0);
}

#[test]
fn a_recovery_code_makes_the_games_those_of_this_machine() {
    let home = Home::new();
    let wrong = (401, json!({ "kind": "wrong-token", "message": "no player here has this recovery code" }));
    let answers = vec![
        wrong,
        (200, json!({ "name": "Ann", "games": 2 })),
        (201, json!({ "recoveryCode": "2345-6789-bcdf-ghjk-mnpq" })),
        daily(),
        (201, kept(json!({}))),
    ];
    let (address, asked) = service(answers);
    let (good, said) = scores(&home, &address, &["recover", "2222-2222-2222-2222-2222"]);
    assert!(!good && said.contains("no player here"), "{said}");
    let (good, said) = scores(&home, &address, &["recover", "bbbb-bbbb-bbbb-bbbb-bbbb", "--sign-out-others"]);
    assert!(good && said.contains("you are Ann there, with 2 games"), "{said}");
    let (good, said) = scores(&home, &address, &["recovery-code"]);
    assert!(good && said.starts_with("2345-6789-bcdf-ghjk-mnpq\n"), "{said}");
    assert!(scores(&home, &address, &GAME).0);
    let asked = asked.join().unwrap();
    let token = asked[1].body["claimToken"].as_str().unwrap();
    assert_eq!(asked[1].body["signOutOthers"], true);
    for later in [&asked[2], &asked[4]] {
        assert_eq!(later.token.as_deref(), Some(format!("Bearer {token}").as_str()));
    }
    let file = std::fs::read_to_string(home.join("XDG_DATA_HOME/polymerge/scores.json")).unwrap();
    assert!(
        !file.contains(asked[0].body["claimToken"].as_str().unwrap()),
        "a code of no one leaves no token"
    );
}

#[test]
fn programs_and_ranked_games_have_remarks() {
    let home = Home::new();
    let game = json!({
        "id": "a1", "score": 8, "moves": 4, "name": "Ann", "program": "Deep 3", "origin": "gone",
        "pace": { "seconds": 125, "undone": 2 }
    });
    let board = json!({ "title": "2048", "kind": "program", "proves": "x" });
    let ranked = json!({ "nameTaken": true, "pace": { "notRanked": "120 moves came at once" } });
    let answers = vec![
        (201, kept(json!({ "kind": "program" }))),
        (200, json!({ "board": board, "scores": [game] })),
        daily(),
        (201, kept(ranked)),
        (201, json!({ "reported": "a1" })),
    ];
    let (address, asked) = service(answers);
    let (good, said) = scores(&home, &address, &[&GAME[..], &["--program", "Deep 3"]].concat());
    assert!(good && said.contains("program board"), "{said}");
    let (_, said) = scores(&home, &address, &["list", "program-1"]);
    assert!(
        said.contains("by Deep 3; in 2:05 min, 2 moves taken back; goes on from a game that was erased"),
        "{said}"
    );
    let (_, said) = scores(&home, &address, &GAME);
    assert!(said.contains("Ann; another player uses the name you chose"), "{said}");
    assert!(said.contains("; not ranked: 120 moves came at once\n"), "{said}");
    let (good, said) = scores(&home, &address, &["report", "a1", "--kind", "cheating", "look"]);
    assert!(good, "{said}");
    let asked = asked.join().unwrap();
    assert_eq!(asked[0].body["program"], "Deep 3");
    assert_eq!(asked[4].line, "POST /v1/scores/a1/reports HTTP/1.1");
    assert_eq!(asked[4].body, json!({ "kind": "cheating", "text": "look" }));
}

#[test]
fn a_game_that_is_not_the_best_has_no_place() {
    let home = Home::new();
    let (address, asked) = service(vec![daily(), (201, kept(json!({ "rank": 1, "best": 32 })))]);
    let (good, said) = scores(&home, &address, &GAME);
    let expected = "not your best: 32 on the open board of 2048: 8 points in 4 moves, Ann\nabc123\n";
    assert_eq!((good, said.as_str()), (true, expected));
    asked.join().unwrap();
}

#[test]
fn texts_of_strangers_make_no_rows() {
    let home = Home::new();
    let board = json!({ "id": "open-1", "kind": "open", "title": "A\n9 games\u{202e}", "games": 1 });
    let (address, asked) = service(vec![(200, json!({ "boards": [board] })), (200, json!({ "boards": [] }))]);
    let said = scores(&home, &address, &["list"]).1;
    assert_eq!(said, "1 game  open  A\u{fffd}9 games\u{fffd}  open-1\n");
    assert_eq!(scores(&home, &address, &["list"]).1, "no board has a game yet\n");
    asked.join().unwrap();
}

#[test]
fn boards_are_listed_for_people_and_programs() {
    let home = Home::new();
    let board = json!({ "id": "open-1", "kind": "open", "title": "DIVE", "games": 1, "proves": "a thing" });
    let listing = json!({
        "board": board, "next": null,
        "scores": [{ "id": "abc", "score": 1234, "moves": 200, "name": "Ann" },
                   { "id": "def", "score": 20, "moves": 9, "name": "Bo\u{1b}b", "follows": "abc" }],
    });
    let boards = json!({ "boards": [board] });
    let answers = vec![(200, boards.clone()), (200, boards), (200, listing.clone()), (200, listing)];
    let (address, asked) = service(answers);
    assert_eq!(scores(&home, &address, &["list"]).1, "1 game  open  DIVE  open-1\n");
    let said = scores(&home, &address, &["list", "dive"]).1;
    assert!(said.starts_with("DIVE, open: a thing\n1  1234  200 moves  Ann"), "{said}");
    assert!(said.contains("abc\n") && said.ends_with("def  goes on from abc\n"), "{said}");
    let said = scores(&home, &address, &["list", "open-1", "--json", "--limit", "2"]).1;
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap()["scores"][1]["id"], "def");
    let asked = asked.join().unwrap();
    assert_eq!(asked[1].line, "GET /v1/boards?mode=dive HTTP/1.1");
    assert_eq!(asked[3].line, "GET /v1/boards/open-1/scores?limit=2&period=all HTTP/1.1");
}

#[test]
fn a_game_of_a_board_is_played_again() {
    let home = Home::new();
    let record = home.polymerge(&["replay", "record", "2048", "--seed", "7", "--moves", "LURDLURD"]);
    let record: Value = serde_json::from_slice(&{ record }.output().unwrap().stdout).unwrap();
    let shown = |score: &Value| {
        let moves = (&record["moves"], &record["count"]);
        kept(json!({
            "source": { "mode": "2048" }, "seed": "7", "canonicalMoves": moves.0, "moves": moves.1, "score": score,
        }))
    };
    let secret = kept(json!({ "source": { "mode": "2048" }, "canonicalMoves": null, "movesFrom": 1 }));
    let answers = vec![(200, shown(&record["score"])), (200, shown(&json!(1_000_000))), (200, secret)];
    let (address, asked) = service(answers);
    let (good, said) = scores(&home, &address, &["verify", "abc123"]);
    assert!(good && said.starts_with("yes: "), "{said}");
    let (good, said) = scores(&home, &address, &["verify", "abc123"]);
    assert!(!good && said.contains("not 1,000,000"), "{said}");
    let (good, said) = scores(&home, &address, &["verify", "abc123"]);
    assert!(!good && said.contains("when its date is over everywhere"), "{said}");
    asked.join().unwrap();
}

#[test]
fn what_goes_wrong_is_said() {
    let home = Home::new();
    let refused = json!({ "kind": "bad-name", "message": "this name is not allowed here" });
    let (address, asked) = service(vec![daily(), (422, refused), (502, json!("no service"))]);
    let (good, said) = scores(&home, &address, &[&GAME[..], &["--name", "x"]].concat());
    assert!(!good && said.contains("this name is not allowed here"), "{said}");
    let (good, said) = scores(&home, &address, &["daily"]);
    assert!(!good && said.contains("status 502"), "{said}");
    asked.join().unwrap();

    assert!(scores(&home, &address, &["daily"]).1.contains(&address));
    for (server, expected) in [
        ("", "which score service?"),
        ("localhost:1", "begins with http://"),
        #[cfg(not(feature = "https"))]
        ("https://localhost:1", "--features https"),
    ] {
        let (good, said) = scores(&home, server, &["list"]);
        assert!(!good && said.contains(expected), "{said}");
    }
    let (_, said) = scores(&home, "http://127.0.0.1:1", &["erase", "abc"]);
    assert!(said.contains("have not submitted a game"), "{said}");
    let (_, said) = scores(&home, "http://127.0.0.1:1", &["watch", "../x"]);
    assert!(said.contains("letters and digits"), "{said}");
    let (_, said) = scores(&home, "http://127.0.0.1:1", &["submit"]);
    assert!(said.contains("no game is saved"), "{said}");
    let (good, said) = scores(&home, "http://127.0.0.1:1", &["submit", "--seed", "7"]);
    assert!(!good && said.contains("a seed alone is not a game"), "{said}");
}

/// A game that another window plays is no fault of the arguments: the same works later.
#[test]
fn a_game_that_is_open_elsewhere_is_a_result() {
    let home = Home::new();
    let saves = Saves::in_folder(home.join("XDG_DATA_HOME/polymerge/games"));
    let mut game = Mode::built_in("2048").unwrap().compile().unwrap().start(7).unwrap();
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game).unwrap();
    let submit = |home: &Home| {
        let mut command = home.polymerge(&["scores", "submit"]);
        run(command.env("POLYMERGE_SERVER", "http://127.0.0.1:1"), "")
    };
    let (code, _, said) = submit(&home);
    assert_eq!((code, said.contains("open in another window")), (1, true), "{said}");
    drop(slot);
    let (_, _, said) = submit(&home);
    assert!(said.contains("http://127.0.0.1:1"), "{said}");
}

/// The date of a zone: east of Greenwich it has a minus in this form.
fn date_in(home: &Home, zone: &str, answers: Vec<(u16, Value)>, arguments: &[&str]) -> (String, Vec<String>) {
    let (address, asked) = service(answers);
    let mut command = home.polymerge(&["scores"]);
    command.args(arguments).env("POLYMERGE_SERVER", address).env("TZ", zone);
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (said, asked.join().unwrap().into_iter().map(|asked| asked.line).collect())
}

#[test]
fn the_day_begins_at_the_midnight_of_the_player() {
    let home = Home::new();
    let dates: Vec<i64> = ["XXX-14", "XXX12"]
        .iter()
        .map(|zone| {
            let (_, lines) = date_in(&home, zone, vec![daily()], &["daily"]);
            let date = lines[0].split("date=").nth(1).unwrap().split(' ').next().unwrap().to_owned();
            polymerge_days::read_date(&date).unwrap_or_else(|| panic!("{lines:?}"))
        })
        .collect();
    // These two zones are 26 hours apart.
    assert!([1, 2].contains(&(dates[0] - dates[1])), "{dates:?}");
}

#[test]
fn a_wrong_clock_gets_the_game_of_the_date_of_the_service() {
    let refused = (422, json!({ "kind": "not-today", "message": "over" }));
    let (said, lines) = date_in(&Home::new(), "UTC", vec![refused, daily()], &["daily"]);
    assert!(said.starts_with("2026-11-26: 2048 with seed 99"), "{said}");
    assert_eq!(lines[1], "GET /v1/daily HTTP/1.1");
}

/// The game of a date, as the service names it.
fn of_date(day: i64, seed: &str) -> (u16, Value) {
    let (date, closes) = (polymerge_days::date(day), polymerge_days::closes(day));
    (
        200,
        json!({ "date": date, "mode": "2048", "seed": seed, "board": "b", "closes": closes, "ends": closes }),
    )
}

#[test]
fn the_game_of_a_day_is_known_until_its_date_is_over_everywhere() {
    let home = Home::new();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let open = polymerge_days::open_days(now.as_millis() as i64);
    let (first, last) = (*open.start(), *open.end());
    let turn = |seed: &'static str| ["submit", "2048", "--seed", seed, "--moves", "LURD"];
    let answers = vec![
        of_date(first, "98"),
        of_date(last, "99"),
        (201, kept(json!({ "kind": "daily" }))),
        (201, kept(json!({ "kind": "daily" }))),
        // One that is over: another one is asked for.
        of_date(first - 1, "97"),
        of_date(last, "99"),
        (201, kept(json!({}))),
    ];
    let (address, asked) = service(answers);
    let (good, said) = scores(&home, &address, &["daily"]);
    assert!(good && said.contains("UTC, when its date is over everywhere"), "{said}");
    assert!(said.contains("no streak: play the game of today to begin one"), "{said}");
    assert!(scores(&home, &address, &["daily"]).0);
    assert!(scores(&home, &address, &turn("98")).0 && scores(&home, &address, &turn("99")).0);
    assert!(scores(&home, &address, &["daily"]).0 && scores(&home, &address, &turn("97")).0);
    let asked = asked.join().unwrap();
    assert_eq!(asked[2].body["daily"], polymerge_days::date(first));
    assert_eq!(asked[3].body["daily"], polymerge_days::date(last));
    assert_eq!(asked[6].body.get("daily"), None);
}

/// Runs a command without any service, in a zone.
fn without_service(home: &Home, arguments: &[&str]) -> String {
    let mut command = home.polymerge(arguments);
    let output = command.env_remove("POLYMERGE_SERVER").env("TZ", "UTC").output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

#[test]
fn there_is_a_game_of_the_day_without_a_service() {
    let home = Home::new();
    let game: Value = serde_json::from_str(&without_service(&home, &["scores", "daily", "--json"])).unwrap();
    let day = polymerge_days::read_date(game["date"].as_str().unwrap()).unwrap();
    assert_eq!(game["mode"], polymerge_days::mode(day));
    assert_eq!(game["seed"], polymerge_days::seed(day).to_string());
    let said = without_service(&home, &["scores", "daily"]);
    assert!(said.contains("for all who play without a score service\nno streak"), "{said}");
    // A game in lines counts from the first move on.
    let mut command = home.polymerge(&["play", "--plain", game["mode"].as_str().unwrap()]);
    let mut played = command
        .args(["--seed", game["seed"].as_str().unwrap()])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    played.stdin.take().unwrap().write_all(b"l\nu\nr\nd\n").unwrap();
    assert!(played.wait().unwrap().success());
    let said = without_service(&home, &["scores", "streak"]);
    assert!(said.starts_with("1 day in a row; most so far: 1 day\n"), "{said}");
}

/// A service lists the latest days, and counts all; when it is down, those of this machine are shown.
#[test]
fn a_streak_is_as_long_as_the_service_counts_and_is_shown_without_it() {
    let home = Home::new();
    let today = today_without_service(&home);
    let counted = json!({ "date": polymerge_days::date(today), "current": 500, "best": 700, "isToday": true,
                          "days": [polymerge_days::date(today)] });
    let answers = vec![
        of_date(today, "99"),
        (201, kept(json!({ "kind": "daily", "claimToken": "secret" }))),
        (200, json!({ "streak": counted })),
        (502, json!("no service")),
    ];
    let (address, asked) = service(answers);
    assert!(scores(&home, &address, &["submit", "2048", "--seed", "99", "--moves", "LURD"]).0);
    let said = scores(&home, &address, &["streak"]).1;
    assert!(said.contains("500 days in a row; most so far: 700 days"), "{said}");
    for _ in 0..2 {
        // The second time nothing answers there.
        let (good, said) = scores(&home, &address, &["streak"]);
        assert!(good && said.contains("1 day in a row; most so far: 1 day"), "{said}");
        assert!(said.contains("note: only the days of this machine are counted"), "{said}");
    }
    asked.join().unwrap();
}

/// The date of a game may be over, or not begun by the clock of the service.
#[test]
fn a_game_of_a_day_that_is_over_is_handed_in_for_the_open_board() {
    let home = Home::new();
    let refused = (422, json!({ "kind": "not-today", "message": "over" }));
    let (address, asked) = service(vec![daily(), refused, (201, kept(json!({})))]);
    let today = ["submit", "2048", "--seed", "99", "--moves", "LURD"];
    let (good, said) = scores(&home, &address, &today);
    assert!(good && said.contains("open board"), "{said}");
    assert!(said.contains("note: the service does not take the game of 2026-11-26 now"), "{said}");
    let asked = asked.join().unwrap();
    assert_eq!(asked[1].body["daily"], "2026-11-26");
    assert_eq!((asked[2].body.get("daily"), &asked[2].body["seed"]), (None, &json!("99")));
}

fn today_without_service(home: &Home) -> i64 {
    let game: Value = serde_json::from_str(&without_service(home, &["scores", "daily", "--json"])).unwrap();
    polymerge_days::read_date(game["date"].as_str().unwrap()).unwrap()
}

#[test]
fn days_of_the_service_and_of_this_machine_are_one_streak() {
    let home = Home::new();
    let today = today_without_service(&home);
    let answers = vec![
        of_date(today, "99"),
        (201, kept(json!({ "kind": "daily", "claimToken": "secret" }))),
        (
            200,
            json!({ "streak": { "days": [polymerge_days::date(today - 1), polymerge_days::date(today - 5)] } }),
        ),
    ];
    let (address, asked) = service(answers);
    assert!(scores(&home, &address, &["submit", "2048", "--seed", "99", "--moves", "LURD"]).0);
    let (good, said) = scores(&home, &address, &["streak", "--json"]);
    let said: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{good} {error}: {said}"));
    assert_eq!((&said["current"], &said["best"], &said["isToday"]), (&json!(2), &json!(2), &json!(true)));
    let asked = asked.join().unwrap();
    assert_eq!(asked[2].token.as_deref(), Some("Bearer secret"));
    assert!(asked[2].line.starts_with("GET /v1/player?date="), "{}", asked[2].line);
}

#[test]
fn seasons_have_the_best_game_of_each_board() {
    let home = Home::new();
    let standings = || {
        let best = json!({ "id": "g1", "score": 4096, "name": "Ann", "mark": "k3f9x" });
        let board = json!({ "id": "ranked-1", "title": "DIVE" });
        (
            200,
            json!({ "season": "2026-Q4", "boards": [{ "board": board, "players": 2, "games": 3, "best": best }] }),
        )
    };
    let answers = vec![
        standings(),
        standings(),
        (200, json!({ "current": "2026-Q4", "seasons": ["2026-Q4", "2026-Q3"] })),
        (200, json!({ "board": { "title": "2048", "kind": "ranked", "proves": "luck" }, "scores": [] })),
    ];
    let (address, asked) = service(answers);
    let (good, said) = scores(&home, &address, &["season"]);
    assert!(good && said.contains("2026-Q4: the best ranked game of each board"), "{said}");
    for part in ["4096", "Ann (k3f9x)", "2 players", "DIVE", "ranked-1"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(scores(&home, &address, &["season", "2026-Q3"]).0);
    assert_eq!(scores(&home, &address, &["season", "--all"]).1, "2026-Q4\n2026-Q3\n");
    assert!(scores(&home, &address, &["list", "ranked-1", "--season", "2026-Q3"]).0);
    let asked: Vec<String> = asked.join().unwrap().into_iter().map(|asked| asked.line).collect();
    assert_eq!(
        asked[..3],
        ["GET /v1/seasons/current HTTP/1.1", "GET /v1/seasons/2026-Q3 HTTP/1.1", "GET /v1/seasons HTTP/1.1"]
    );
    assert!(asked[3].contains("period=2026-Q3"), "{}", asked[3]);
    let (good, said) = scores(&home, "http://127.0.0.1:1", &["season", "winter"]);
    assert!(!good && said.contains("write one such as 2026-Q4"), "{said}");
}
