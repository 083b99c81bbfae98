//! Local dates, streaks and seasons.

use axum::Router;
use axum::http::StatusCode;
use polymerge_days::{DAY, Season, closes, date, open_days, opens};
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::daily::{day_of, now};
use polymerge_server::store::{Board, New, Score, Store};
use polymerge_server::token::sha256;
use serde_json::{Value, json};

use crate::common::{Database, act, ask, config, game, get, post, service, with_both_databases};

with_both_databases! {
    a_date_is_taken_while_it_is_that_day_somewhere
    moves_of_a_day_are_shown_when_it_is_over_everywhere
    a_day_keeps_the_mode_of_its_board
    the_calendar_has_the_weeks_before_a_date
    a_player_has_a_streak
    a_season_has_the_best_game_of_each_ranked_board
    old_seasons_can_be_read
    standings_are_cached_until_a_player_changes
}

/// The game of a date, of some length, as a client submits it.
async fn of_day(service: &Router, date: &str, length: usize) -> Value {
    let daily = get(service, &format!("/v1/daily?date={date}")).await.json();
    assert_eq!(daily["date"], date, "{daily}");
    let seed = daily["seed"].as_str().unwrap().parse().unwrap();
    let mut body = game(daily["mode"].as_str().unwrap(), seed, length);
    body["daily"] = json!(date);
    body
}

async fn a_date_is_taken_while_it_is_that_day_somewhere(database: &Database) {
    let service = service(database).await;
    let open = open_days(now());
    for day in open.clone() {
        let (date, path) = (date(day), format!("/v1/daily?date={}", date(day)));
        let daily = get(&service, &path).await.json();
        assert_eq!(daily["board"], format!("daily-{date}"));
        let times = ["ends", "opens", "closes"].map(|time| daily[time].as_i64().unwrap());
        assert_eq!(times, [(day + 1) * DAY, opens(day), closes(day)], "{date}");
        let body = of_day(&service, &date, 50).await;
        let kept = post(&service, body.clone()).await;
        assert_eq!((kept.status, &kept.json()["board"]), (StatusCode::CREATED, &daily["board"]), "{date}");
        // A seed belongs to one date.
        let mut other = body;
        other["daily"] = json!(crate::days::date(if day == *open.start() { day + 1 } else { day - 1 }));
        assert_eq!(post(&service, other).await.json()["kind"], "not-the-daily-game");
    }
    // Clients that name no date have that of Greenwich.
    let plain = get(&service, "/v1/daily").await.json();
    assert_eq!(plain["date"], date(day_of(now())));
    for (date, kind, words) in [
        (date(open.start() - 1), "not-today", "is over everywhere"),
        (date(open.end() + 1), "not-today", "has not begun anywhere yet"),
        ("2026-02-30".to_owned(), "bad-date", "such as 2026-11-29"),
        ("today".to_owned(), "bad-date", "such as 2026-11-29"),
    ] {
        let refused = get(&service, &format!("/v1/daily?date={date}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{date}");
        assert!(refused.json().get("seed").is_none());
        let mut body = game("2048", 7, 50);
        body["daily"] = json!(date);
        for said in [refused.json(), post(&service, body).await.json()] {
            assert_eq!(said["kind"], kind, "{said}");
            assert!(said["message"].as_str().unwrap().contains(words), "{said}");
        }
    }
}

async fn moves_of_a_day_are_shown_when_it_is_over_everywhere(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    for day in open_days(now()) {
        let kept = post(&service, of_day(&service, &date(day), 50).await).await.json();
        let shown = get(&service, &format!("/v1/scores/{}", kept["id"].as_str().unwrap())).await.json();
        assert_eq!((&shown["canonicalMoves"], &shown["movesFrom"]), (&Value::Null, &json!(closes(day))));
    }
    keep(&store, &on_day(open_days(now()).start() - 1, "p1", 1)).await;
    let shown = get(&service, "/v1/scores/p1n1").await.json();
    assert_eq!((&shown["canonicalMoves"], &shown["movesFrom"]), (&json!("Gw"), &Value::Null));
}

async fn a_day_keeps_the_mode_of_its_board(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let with = async |mode: &str| {
        let config = Config { daily_modes: vec![mode.to_owned()], ..config(database) };
        router(Service::new(config, store.clone()).await.unwrap())
    };
    let [first, second] = ["2048", "dive"];
    let [yesterday, today] = [open_days(now()).start(), open_days(now()).end()].map(|day| date(*day));
    let before = with(first).await;
    let body = of_day(&before, &today, 60).await;
    assert!(post(&before, of_day(&before, &today, 50).await).await.status.is_success());
    let after = with(second).await;
    assert_eq!(get(&after, &format!("/v1/daily?date={today}")).await.json()["mode"], first);
    assert_eq!(get(&after, &format!("/v1/daily?date={yesterday}")).await.json()["mode"], second);
    assert!(post(&after, body).await.status.is_success());
}

/// A board of a kind.
fn board(kind: &str, end: &str) -> Board {
    Board {
        id: format!("{kind}-{end}"),
        kind: kind.to_owned(),
        title: "2048".to_owned(),
        source: r#"{"mode":"2048"}"#.to_owned(),
        mode: String::new(),
    }
}

/// A game as it was kept long ago.
fn old(board: Board, player: &str, number: i64, created: i64) -> New {
    let id = format!("{player}n{number}");
    let score = Score {
        hash: id.clone(),
        id,
        board: board.id.clone(),
        seed: number.to_string(),
        moves: "Gw".to_owned(),
        length: 4,
        score: number as f64,
        name: player.to_owned(),
        token: sha256(player.as_bytes()),
        created,
        verified_by: "0".to_owned(),
        ..Score::default()
    };
    New { board, score, ..New::default() }
}

fn on_day(day: i64, player: &str, number: i64) -> New {
    // Whenever it came: its date counts.
    old(board("daily", &date(day)), player, number, number)
}

async fn keep(store: &Store, new: &New) {
    let kept = store.keep(std::slice::from_ref(new)).await.unwrap();
    assert!(matches!(kept[..], [polymerge_server::store::Kept::New { .. }]), "{kept:?}");
}

async fn the_calendar_has_the_weeks_before_a_date(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let today = day_of(now());
    for (day, number) in
        [today - 92, today - 91, today - 40, today - 2, today - 1, today].into_iter().zip(1..)
    {
        keep(&store, &on_day(day, "p1", number)).await;
    }
    act!(store, hide_board(&format!("daily-{}", date(today - 40)), true, ""));
    let service = router(Service::new(config(database), store).await.unwrap());
    for (query, days) in [
        (String::new(), vec![today - 1, today - 2, today - 91]),
        (format!("?date={}", date(today)), vec![today - 1, today - 2, today - 91]),
        // It is yesterday there, or tomorrow, or the clock is wrong.
        ("?date=1970-01-01".to_owned(), before(*open_days(now()).start(), today)),
        ("?date=2999-01-01".to_owned(), before(*open_days(now()).end(), today)),
    ] {
        let answer = get(&service, &format!("/v1/daily/calendar{query}")).await.json();
        let dates: Vec<&str> =
            answer["days"].as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap()).collect();
        assert_eq!(dates, days.into_iter().map(date).collect::<Vec<_>>(), "{query}");
        assert_eq!(answer["days"][0]["mode"], "2048");
    }
    let wrong = get(&service, "/v1/daily/calendar?date=never").await;
    assert_eq!(wrong.json()["kind"], "bad-date");
}

/// The days of the test before a day, the latest first.
fn before(day: i64, today: i64) -> Vec<i64> {
    [today, today - 1, today - 2, today - 91, today - 92]
        .into_iter()
        .filter(|played| (day - 91..day).contains(played))
        .collect()
}

async fn a_player_has_a_streak(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let today = day_of(now());
    let days = [today - 9, today - 8, today - 7, today - 6, today - 2, today - 1];
    for (day, number) in days.into_iter().zip(1..) {
        keep(&store, &on_day(day, "p1", number)).await;
    }
    keep(&store, &on_day(today, "p2", 9)).await;
    // Games of other boards are no days.
    keep(&store, &old(board("open", "1"), "p1", 20, now())).await;
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    let streak = |query: &'static str| {
        let (service, query) = (&service, query);
        async move {
            let path = format!("/v1/player{query}");
            ask(service, "GET", &path, "p1", None).await.json()["streak"].clone()
        }
    };
    let listed: Vec<String> = days.into_iter().rev().map(date).collect();
    assert_eq!(
        streak("").await,
        json!({ "date": date(today), "current": 2, "best": 4, "isToday": false, "days": listed })
    );
    // A clock that is years behind or ahead gets the next date that there is.
    assert_eq!(streak("?date=1970-01-01").await["date"], date(*open_days(now()).start()));
    assert_eq!(streak("?date=2999-01-01").await["date"], date(*open_days(now()).end()));
    assert_eq!(ask(&service, "GET", "/v1/player?date=x", "p1", None).await.json()["kind"], "bad-date");

    let mut body = of_day(&service, &date(today), 50).await;
    body["claimToken"] = Value::Null;
    let kept = ask(&service, "POST", "/v1/scores", "p1", Some(body)).await;
    assert_eq!(kept.status, StatusCode::CREATED, "{}", kept.text);
    let now_played = streak("").await;
    assert_eq!((&now_played["current"], &now_played["isToday"]), (&json!(3), &json!(true)));
    // What is hidden or erased is no part of it any more.
    assert!(act!(store, hide(kept.json()["id"].as_str().unwrap(), true, "")));
    assert_eq!(streak("").await["current"], 2);
    assert!(store.erase("p1n5").await.unwrap());
    assert_eq!((&streak("").await["current"], &streak("").await["best"]), (&json!(1), &json!(4)));
    let export = ask(&service, "GET", "/v1/player/export", "p1", None).await.json();
    assert_eq!(export["player"]["streak"]["best"], 4);
    // A request that names no date is not answered with the streak of another date than the player's.
    let renamed = ask(&service, "PATCH", "/v1/player", "p1", Some(json!({ "name": "Ann" }))).await.json();
    assert_eq!((&renamed["name"], renamed.get("streak")), (&json!("Ann"), None));
}

async fn a_season_has_the_best_game_of_each_ranked_board(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let season = Season::of(now());
    let within = season.begins() + 1;
    let [one, two] = ["1", "2"].map(|end| board("ranked", end));
    for new in [
        old(one.clone(), "p1", 30, within),
        old(one.clone(), "p2", 40, within),
        old(one.clone(), "p2", 50, within),
        old(two.clone(), "p3", 60, within),
        // Before the season, on another kind of board, and hidden.
        old(one.clone(), "p3", 90, season.begins() - 1),
        old(board("open", "1"), "p3", 91, within),
        old(one.clone(), "p4", 92, within),
        old(board("ranked", "3"), "p4", 93, within),
    ] {
        keep(&store, &new).await;
    }
    act!(store, hide("p4n92", true, ""));
    act!(store, hide_board("ranked-3", true, ""));
    let service = router(Service::new(config(database), store).await.unwrap());
    for path in [format!("/v1/seasons/{season}"), "/v1/seasons/current".to_owned()] {
        let standings = get(&service, &path).await.json();
        assert_eq!(standings["season"], season.to_string());
        assert_eq!(
            (&standings["begins"], &standings["ends"], &standings["isOver"]),
            (&json!(season.begins()), &json!(season.ends()), &json!(false))
        );
        let boards: Vec<Value> = standings["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|of| json!([of["board"]["id"], of["players"], of["games"], of["best"]["id"]]))
            .collect();
        assert_eq!(boards, [json!(["ranked-1", 2, 3, "p2n50"]), json!(["ranked-2", 1, 1, "p3n60"])]);
    }
    // The whole table of a board in a season.
    let table = get(&service, &format!("/v1/boards/ranked-1/scores?period={season}")).await.json();
    let ids: Vec<&str> =
        table["scores"].as_array().unwrap().iter().map(|score| score["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["p2n50", "p1n30"]);
    let all = get(&service, "/v1/boards/ranked-1/scores").await.json();
    assert_eq!(all["scores"][0]["id"], "p3n90");
}

async fn old_seasons_can_be_read(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let current = Season::of(now());
    let before = current.before().before();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    // Another service over the same database has cached nothing.
    let seasons = || async {
        let other = router(Service::new(config(database), store.clone()).await.unwrap());
        get(&other, "/v1/seasons").await.json()
    };
    let named = |seasons: &[Season]| {
        let seasons: Vec<String> = seasons.iter().map(Season::to_string).collect();
        json!({ "current": current.to_string(), "seasons": seasons })
    };
    assert_eq!(seasons().await, named(&[current]));
    keep(&store, &old(board("ranked", "1"), "p1", 30, before.ends() - 1)).await;
    assert_eq!(seasons().await, named(&[current, current.before(), before]));
    let standings = get(&service, &format!("/v1/seasons/{before}")).await.json();
    assert_eq!(
        (&standings["isOver"], &standings["boards"][0]["best"]["id"]),
        (&json!(true), &json!("p1n30"))
    );
    let empty = get(&service, &format!("/v1/seasons/{}", current.before())).await.json();
    assert_eq!(empty["boards"], json!([]));
    let never = before.before().to_string();
    for wrong in [current.next().to_string(), never, "2026-Q5".to_owned(), "x".to_owned()] {
        assert_eq!(
            get(&service, &format!("/v1/seasons/{wrong}")).await.status,
            StatusCode::NOT_FOUND,
            "{wrong}"
        );
    }
    for wrong in [current.next().to_string(), "2026-Q5".to_owned()] {
        let answer = get(&service, &format!("/v1/boards/ranked-1/scores?period={wrong}")).await;
        assert_eq!(
            (answer.status, &answer.json()["kind"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("bad-period")),
            "{wrong}"
        );
    }
    // Games of hidden boards are not the first ones.
    keep(&store, &old(board("ranked", "2"), "p1", 31, current.before().begins())).await;
    act!(store, hide_board("ranked-1", true, ""));
    assert_eq!(seasons().await, named(&[current, current.before()]));
    act!(store, hide_board("ranked-2", true, ""));
    assert_eq!(seasons().await, named(&[current]));
}

async fn standings_are_cached_until_a_player_changes(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let season = Season::of(now()).before();
    for (player, number) in [("p1", 30), ("p2", 20), ("p3", 10)] {
        keep(&store, &old(board("ranked", "1"), player, number, season.begins())).await;
    }
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    let best = || async {
        let standings = get(&service, &format!("/v1/seasons/{season}")).await.json();
        standings["boards"][0]["best"]["name"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(best().await, "p1");
    // By another program, without a line of the audit: it is not seen at once.
    act!(store, hide("p1n30", true, ""));
    assert_eq!(best().await, "p1");
    let name = Some(json!({ "name": "Ada" }));
    assert!(ask(&service, "PATCH", "/v1/player", "p2", name.clone()).await.status.is_success());
    assert_eq!(best().await, "Ada");
    // What was refused changes nothing.
    act!(store, hide("p2n20", true, ""));
    assert!(!ask(&service, "PATCH", "/v1/player", "no one", name).await.status.is_success());
    assert_eq!(best().await, "Ada");
    assert!(ask(&service, "DELETE", "/v1/player", "p2", None).await.status.is_success());
    assert_eq!(best().await, "p3");
    assert!(ask(&service, "DELETE", "/v1/scores/p3n10", "p3", None).await.status.is_success());
    assert_eq!(best().await, "");
}
