//! Short links to the site: kept once, opened by everybody, part of all copies.

use std::path::PathBuf;

use axum::Router;
use axum::http::StatusCode;
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::daily::{DAY, now};
use polymerge_server::export::{read, write};
use polymerge_server::moderation::{Act, Action};
use polymerge_server::prune::{Pruned, Wishes, prune};
use polymerge_server::store::Store;
use polymerge_server::token::sha256;
use serde_json::json;

use crate::common::{
    Answer, Database, ask, config, game, get, post, service, service_of, with_both_databases,
};

with_both_databases! {
    a_link_is_kept_once_and_opened_by_its_key
    a_long_link_is_opened_by_a_page
    what_is_no_link_of_the_site_is_refused
    a_client_keeps_only_so_much
    copies_have_the_links
    an_import_takes_no_link_that_the_service_would_not
    an_operator_removes_a_link
    all_links_have_a_share_of_their_own
    old_links_go_if_an_operator_wishes_it
    a_link_that_is_made_again_lives_on
}

const LINK: &str = "#/packed/eJwDAAAAAAE=";

/// A configuration with a site, which no test here asks for a file.
fn with_site(database: &Database) -> Config {
    Config { site: PathBuf::from("."), ..config(database) }
}

async fn keep(service: &Router, link: &str) -> Answer {
    ask(service, "POST", "/v1/links", "", Some(json!({ "link": link }))).await
}

async fn a_link_is_kept_once_and_opened_by_its_key(database: &Database) {
    let service = service_of(with_site(database)).await;
    let kept = keep(&service, LINK).await;
    assert_eq!(kept.status, StatusCode::CREATED, "{}", kept.text);
    let kept = kept.json();
    let key = kept["key"].as_str().unwrap();
    assert_eq!((key.len(), &kept["path"]), (10, &json!(format!("s/{key}"))));
    let again = keep(&service, LINK).await;
    assert_eq!((again.status, again.json()), (StatusCode::OK, kept.clone()));
    assert_ne!(keep(&service, "#/play/dive").await.json()["key"], key);
    let opened = get(&service, &format!("/s/{key}")).await;
    assert_eq!(opened.status, StatusCode::FOUND);
    // From the folder `s`, so that a site in a folder of its host is found.
    assert_eq!(opened.headers["location"], format!("../{LINK}"));
    for unknown in ["/s/0000000000", "/s/x", "/s/%00"] {
        assert_eq!(get(&service, unknown).await.status, StatusCode::NOT_FOUND, "{unknown}");
    }
}

async fn a_long_link_is_opened_by_a_page(database: &Database) {
    let service = service_of(with_site(database)).await;
    let link = format!("#/packed/{}", "a".repeat(20_000));
    let path = keep(&service, &link).await.json()["path"].as_str().unwrap().to_owned();
    let opened = get(&service, &format!("/{path}")).await;
    assert_eq!(opened.status, StatusCode::OK);
    assert!(opened.text.contains(&format!("content=\"0;url=../{link}\"")));
}

async fn what_is_no_link_of_the_site_is_refused(database: &Database) {
    let own = service_of(with_site(database)).await;
    for link in ["https://elsewhere.example/", "#/games", "#/play/", "#/play/\"><script>", "#/play/a\nb"] {
        let refused = keep(&own, link).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{link}");
        assert_eq!(refused.json()["kind"], "bad-link", "{link}");
    }
    // Where there is no site, nothing could be opened.
    assert_eq!(keep(&service(database).await, LINK).await.status, StatusCode::NOT_FOUND);
}

async fn a_client_keeps_only_so_much(database: &Database) {
    let service = service_of(Config { mib_per_client_and_day: 1, ..with_site(database) }).await;
    let link = |number: usize| format!("#/packed/{number}-{}", "a".repeat(30_000));
    let mut taken = 0;
    while keep(&service, &link(taken)).await.status == StatusCode::CREATED {
        taken += 1;
        assert!(taken < 100, "there is no bound");
    }
    assert!(taken > 20, "{taken}");
    let full = keep(&service, &link(taken)).await;
    assert_eq!(full.status, StatusCode::TOO_MANY_REQUESTS, "{}", full.text);
    assert!(full.headers.contains_key("retry-after"));
    // What is there takes no room.
    assert_eq!(keep(&service, &link(0)).await.status, StatusCode::OK);
}

async fn copies_have_the_links(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let key = store.keep_link(LINK, 7).await.unwrap();
    let mut copy = Vec::new();
    write(&store, &mut copy).await.unwrap();
    let other = Store::open("sqlite::memory:").await.unwrap();
    read(&other, &copy[..], false).await.unwrap();
    assert_eq!(other.link(&key).await.unwrap().as_deref(), Some(LINK));
    let mut again = Vec::new();
    write(&other, &mut again).await.unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(copy).unwrap());
}

async fn an_import_takes_no_link_that_the_service_would_not(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let line = |key: &str, link: &str| {
        json!({ "row": "link", "key": key, "link": link, "created": 1 }).to_string() + "\n"
    };
    let hash = |link: &str| sha256(link.as_bytes());
    let script = "#/play/\"><script>alert(1)</script>";
    for (key, link, said) in [
        (&hash(script)[..10], script, "signs of addresses"),
        (&hash("https://elsewhere.example/")[..10], "https://elsewhere.example/", "begin with one of"),
        ("0123456789", LINK, "is none of the link"),
        (&hash(LINK)[..9], LINK, "is none of the link"),
    ] {
        let error = read(&store, line(key, link).as_bytes(), true).await.unwrap_err().to_string();
        assert!(error.starts_with("line 1: ") && error.contains(said), "{error}");
        assert_eq!(store.link(key).await.unwrap(), None);
    }
    for length in [10, 20, 64] {
        let key = &hash(LINK)[..length];
        let done = read(&store, line(key, LINK).as_bytes(), true).await.unwrap();
        assert_eq!((done.other_links, store.link(key).await.unwrap().as_deref()), (0, Some(LINK)));
    }
}

async fn an_operator_removes_a_link(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let key = store.keep_link(LINK, 7).await.unwrap();
    let forget = || Action { action: Act::ForgetLink, id: key.clone(), ..Action::default() };
    let done = admin::act(&store, forget()).await.unwrap();
    assert_eq!((done, store.link(&key).await.unwrap()), (format!("removed: the short link {key}"), None));
    assert_eq!(store.audit(10).await.unwrap()[0].what, format!("forget-link {key}"));
    assert!(admin::act(&store, forget()).await.unwrap_err().to_string().contains("no short link"));
}

async fn all_links_have_a_share_of_their_own(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    for number in 0..35 {
        store.keep_link(&format!("#/packed/{number}-{}", "a".repeat(30_000)), 1).await.unwrap();
    }
    let sizes = store.sizes().await.unwrap();
    assert!(sizes.links == 35 && sizes.link_bytes > 1 << 20, "{sizes:?}");
    for (links_mib, status) in [(1, StatusCode::SERVICE_UNAVAILABLE), (2, StatusCode::CREATED)] {
        let config = Config { links_mib, ..with_site(database) };
        let service = router(Service::new(config, store.clone()).await.unwrap());
        let answer = keep(&service, LINK).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        // Games have room still.
        let game = game("2048", u64::from(links_mib), 40);
        assert_eq!(post(&service, game).await.status, StatusCode::CREATED);
    }
}

async fn old_links_go_if_an_operator_wishes_it(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let old = store.keep_link(LINK, now() - 31 * DAY).await.unwrap();
    let young = store.keep_link("#/play/dive", now() - 29 * DAY).await.unwrap();
    // Nothing goes by itself.
    assert_eq!(prune(&store, Wishes::default()).await.unwrap(), Pruned::default());
    let removed = Pruned { links: 1, ..Pruned::default() };
    for dry_run in [true, false] {
        assert!(store.link(&old).await.unwrap().is_some());
        let wishes = Wishes { links: Some(30), dry_run, ..Wishes::default() };
        assert_eq!(prune(&store, wishes).await.unwrap(), removed, "{dry_run}");
    }
    let left = (store.link(&old).await.unwrap(), store.link(&young).await.unwrap());
    assert_eq!(left, (None, Some("#/play/dive".to_owned())));
    assert!(store.audit(1).await.unwrap()[0].what.ends_with("1 short links"));
}

async fn a_link_that_is_made_again_lives_on(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(with_site(database), store.clone()).await.unwrap());
    let (again, young) = (now() - 40 * DAY, now() - DAY / 2);
    let kept = [(LINK, again), ("#/play/dive", again), ("#/play/2048", young)];
    let mut keys = Vec::new();
    for (link, created) in kept {
        keys.push(store.keep_link(link, created).await.unwrap());
    }
    for link in [LINK, "#/play/2048"] {
        assert_eq!(keep(&service, link).await.status, StatusCode::OK);
    }
    let wishes = Wishes { links: Some(30), ..Wishes::default() };
    assert_eq!(prune(&store, wishes).await.unwrap(), Pruned { links: 1, ..Pruned::default() });
    for (key, is_kept) in keys.iter().zip([true, false, true]) {
        assert_eq!(store.link(key).await.unwrap().is_some(), is_kept, "{key}");
    }
    // Within a day nothing is written for it.
    let mut copy = Vec::new();
    write(&store, &mut copy).await.unwrap();
    assert!(String::from_utf8(copy).unwrap().contains(&format!("\"created\":{young}")));
}
