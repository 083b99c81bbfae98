//! Actions of operators and the audit: both are kept, or neither.

use crate::common::{Database, ask, config, game, post, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::export;
use polymerge_server::moderation::{Act, Action};
use polymerge_server::store::Store;
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    without_its_line_of_the_audit_nothing_is_done
    what_is_not_done_has_no_line_of_the_audit
}

async fn with_store(database: &Database) -> (Store, Router) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    (store, service)
}

async fn taken(service: &Router, seed: u64, name: &str) -> Value {
    let mut body = game("2048", seed, 40);
    body["name"] = json!(name);
    let answer = post(service, body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

/// All that is stored and that operators change.
async fn stored(store: &Store) -> String {
    let mut text = Vec::new();
    export::write(store, &mut text).await.unwrap();
    let reports = store.reports((i64::MIN, ""), 100).await.unwrap();
    format!("{}{reports:?}", String::from_utf8(text).unwrap())
}

async fn without_its_line_of_the_audit_nothing_is_done(database: &Database) {
    let (store, service) = with_store(database).await;
    let own = taken(&service, 1, "Ann").await;
    let erased = taken(&service, 2, "Eve").await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (id, board) = (text(&own["id"]), text(&own["board"]));
    // A game that is hidden and erased: to show it is to forget it.
    let hidden = text(&erased["id"]);
    admin::hide(&store, &hidden, true).await.unwrap();
    let path = format!("/v1/scores/{hidden}");
    ask(&service, "DELETE", &path, &text(&erased["claimToken"]), None).await;
    for kind in ["name", "cheating", "other"] {
        let body = Some(json!({ "kind": kind, "text": "look" }));
        let reported = ask(&service, "POST", &format!("/v1/scores/{id}/reports"), "", body).await;
        assert!(reported.status.is_success(), "{}", reported.text);
    }
    let report = store.reports((i64::MIN, ""), 1).await.unwrap().remove(0).id;
    let actions = [
        (Act::Hide, &id),
        (Act::Show, &id),
        (Act::HidePlayer, &id),
        (Act::ShowPlayer, &id),
        (Act::HideBoard, &board),
        (Act::ShowBoard, &board),
        (Act::Ban, &id),
        (Act::Unban, &id),
        (Act::Rename, &id),
        (Act::FreeName, &id),
        (Act::Rename, &hidden),
        (Act::Show, &hidden),
        (Act::CloseReport, &report),
        (Act::CloseReports, &id),
    ];
    let act = async |action: &Act, id: &str| {
        let (id, name, reason) = (id.to_owned(), "Cy".to_owned(), "a reason".to_owned());
        admin::act(&store, Action { action: *action, id, name, reason })
            .await
            .map_err(|error| error.to_string())
    };
    for (action, id) in &actions {
        let before = stored(&store).await;
        database.execute("ALTER TABLE audit RENAME TO gone").await;
        let failed = act(action, id).await;
        database.execute("ALTER TABLE gone RENAME TO audit").await;
        assert!(failed.is_err(), "{action:?}: {failed:?}");
        assert_eq!(stored(&store).await, before, "{action:?}");
        let lines = store.audit(100).await.unwrap().len();
        act(action, id).await.unwrap();
        assert_ne!(stored(&store).await, before, "{action:?}");
        assert_eq!(store.audit(100).await.unwrap().len(), lines + 1, "{action:?}");
    }
    for undo in [false, true] {
        let block = async || match undo {
            false => admin::block(&store, "bad").await.map(drop).map_err(|error| error.to_string()),
            true => admin::unblock(&store, "bad").await.map(drop).map_err(|error| error.to_string()),
        };
        let before = store.blocked().await.unwrap();
        database.execute("ALTER TABLE audit RENAME TO gone").await;
        let failed = block().await;
        database.execute("ALTER TABLE gone RENAME TO audit").await;
        assert!(failed.is_err(), "{undo}");
        assert_eq!(store.blocked().await.unwrap(), before);
        block().await.unwrap();
        assert_ne!(store.blocked().await.unwrap(), before);
    }
}

async fn what_is_not_done_has_no_line_of_the_audit(database: &Database) {
    let (store, service) = with_store(database).await;
    let id = taken(&service, 1, "Ann").await["id"].as_str().unwrap().to_owned();
    admin::block(&store, "bad").await.unwrap();
    let before = (store.audit(100).await.unwrap(), stored(&store).await);
    for (action, id, name) in [
        (Act::Hide, "none", ""),
        (Act::Ban, "none", ""),
        (Act::HideBoard, "none", ""),
        (Act::ShowBoard, "none", ""),
        (Act::Rename, "none", "Cy"),
        (Act::Rename, id.as_str(), "b a d"),
        (Act::Rename, id.as_str(), ""),
        (Act::CloseReport, "none", ""),
        (Act::CloseReports, id.as_str(), ""),
    ] {
        let (id, name) = (id.to_owned(), name.to_owned());
        let done = admin::act(&store, Action { action, id, name, ..Action::default() }).await;
        assert!(done.is_err(), "{action:?}");
        assert_eq!((store.audit(100).await.unwrap(), stored(&store).await), before, "{action:?}");
    }
}
