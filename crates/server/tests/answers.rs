//! Answers as proxies, browsers and operators need them: with words, numbers and headers.

use std::collections::BTreeSet;

use crate::common::{
    Answer, Database, ask, config, game, get, post, send, service, service_of, with_both_databases,
};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use polymerge::Mode;
use polymerge_server::config::Config;
use serde_json::json;

with_both_databases! {
    on disk:
    a_known_board_costs_no_query
    lists_have_no_codes_of_modes
    an_answer_has_a_number_that_can_be_quoted
}

async fn with_header(service: &Router, path: &str, header: &str, value: &str) -> Answer {
    let request = Request::builder().uri(path).header(header, value).body(Body::empty());
    send(service, request.unwrap()).await
}

#[tokio::test]
async fn tags_are_known_also_when_a_proxy_made_them_weak() {
    let service = service(&Database::sqlite()).await;
    let board = post(&service, game("2048", 1, 40)).await.json()["board"].as_str().unwrap().to_owned();
    let path = format!("/v1/boards/{board}/scores");
    let tag = get(&service, &path).await.headers["etag"].to_str().unwrap().to_owned();
    for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", W/{tag}"), "*".to_owned()] {
        let answer = with_header(&service, &path, "if-none-match", &known).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{known}");
        assert_eq!(answer.headers["etag"], tag.as_str());
    }
    for other in ["\"x\"", "W/\"x\"", "x"] {
        assert_eq!(
            with_header(&service, &path, "if-none-match", other).await.status,
            StatusCode::OK,
            "{other}"
        );
    }
}

async fn a_known_board_costs_no_query(database: &Database) {
    let service = service(database).await;
    let first = post(&service, game("2048", 1, 40)).await.json();
    let (board, id) = (first["board"].as_str().unwrap(), first["id"].as_str().unwrap());
    let path = format!("/v1/boards/{board}/scores");
    let before = get(&service, &path).await;
    database.execute("ALTER TABLE scores RENAME TO gone").await;
    let again = with_header(&service, &path, "if-none-match", before.headers["etag"].to_str().unwrap()).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(get(&service, &path).await.text, before.text);
    database.execute("ALTER TABLE gone RENAME TO scores").await;
    // Who changes a board sees the change at once.
    let names = |answer: Answer| -> Vec<String> {
        let rows = answer.json()["scores"].as_array().unwrap().clone();
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    let mut second = game("2048", 2, 4);
    second["name"] = json!("Bob");
    post(&service, second).await;
    assert_eq!(names(get(&service, &path).await).len(), 2);
    let token = first["claimToken"].as_str().unwrap();
    let address = format!("/v1/scores/{id}");
    ask(&service, "PATCH", &address, token, Some(json!({ "name": "Zoe" }))).await;
    assert!(names(get(&service, &path).await).contains(&"Zoe".to_owned()));
    ask(&service, "DELETE", &address, token, None).await;
    assert_eq!(names(get(&service, &path).await), ["Bob"]);
    // Changes by another program are seen after a short time.
    database.execute("UPDATE scores SET hidden = 1").await;
    tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
    assert_eq!(names(get(&service, &path).await), [""; 0]);
}

async fn lists_have_no_codes_of_modes(database: &Database) {
    let service = service(database).await;
    let code = Mode::built_in("dive").unwrap().to_code().unwrap();
    let mut bodies = vec![game("2048", 1, 40), game("dive", 2, 40)];
    let side = "grid=5x5";
    for number in 0..3 {
        let mut body = game("dive", number, 40);
        body["mode"] = Mode::built_in("dive")
            .unwrap()
            .with(&format!("grid={}x5", number + 3))
            .unwrap()
            .to_code()
            .unwrap()
            .into();
        bodies.push(body);
    }
    bodies[0]["modifiersCode"] = json!(side);
    let mut boards = BTreeSet::new();
    for body in bodies {
        let answer = post(&service, body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        boards.insert(answer.json()["board"].as_str().unwrap().to_owned());
    }
    assert!(code.starts_with('@') && code.len() > 200);
    let list = get(&service, "/v1/boards").await;
    assert!(!list.text.contains(&code[..100]) && list.text.len() < 800 * boards.len(), "{}", list.text);
    let listed = list.json()["boards"].as_array().unwrap().clone();
    let modes: Vec<&str> = listed.iter().map(|board| board["source"]["mode"].as_str().unwrap()).collect();
    assert_eq!(modes.iter().filter(|mode| **mode == "@").count(), 3, "{modes:?}");
    assert!(listed.iter().any(|board| board["source"]["modifiersCode"] == side));
    for board in boards {
        let scores = get(&service, &format!("/v1/boards/{board}/scores")).await;
        assert!(scores.text.len() < 1_500, "{}", scores.text);
        // One board has what is needed to play its games again.
        let board = get(&service, &format!("/v1/boards/{board}")).await.json();
        assert!(board["code"].as_str().unwrap().len() > 100);
    }
}

#[tokio::test]
async fn each_refusal_says_why() {
    let folder = std::env::temp_dir().join(format!("polymerge-site-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let with_site = service_of(Config { site: folder.clone(), ..config(&Database::sqlite()) }).await;
    let without = service(&Database::sqlite()).await;
    for service in [&with_site, &without] {
        for (method, path, status, kind) in [
            ("PUT", "/v1/scores", StatusCode::METHOD_NOT_ALLOWED, "bad-method"),
            ("DELETE", "/healthz", StatusCode::METHOD_NOT_ALLOWED, "bad-method"),
            ("GET", "/nothing", StatusCode::NOT_FOUND, "not-found"),
            ("GET", "/v1/nothing", StatusCode::NOT_FOUND, "not-found"),
            ("GET", "/v1/scores/none", StatusCode::NOT_FOUND, "not-found"),
        ] {
            let answer = ask(service, method, path, "", None).await;
            assert_eq!((answer.status, &answer.json()["kind"]), (status, &json!(kind)), "{method} {path}");
            assert!(answer.json()["message"].as_str().unwrap().len() > 10);
            assert_eq!(answer.headers["content-type"], "application/json");
            assert_eq!(answer.headers["access-control-allow-origin"], "*", "{path}");
        }
    }
    let refused = ask(&without, "PUT", "/v1/scores", "", None).await;
    assert_eq!(
        refused.json()["message"],
        "this address does not take PUT; the header Allow names what it takes"
    );
    assert_eq!(refused.headers["allow"], "POST");
    std::fs::remove_dir(&folder).unwrap();
}

async fn an_answer_has_a_number_that_can_be_quoted(database: &Database) {
    let service = service(database).await;
    let mut seen = BTreeSet::new();
    for path in ["/healthz", "/v1/boards", "/v1/scores/none", "/nothing"] {
        let answer = get(&service, path).await;
        let id = answer.headers["x-request-id"].to_str().unwrap().to_owned();
        if !answer.status.is_success() {
            assert_eq!(answer.json()["request"], json!(id), "{path}");
        }
        let exposed = answer.headers["access-control-expose-headers"].to_str().unwrap().to_owned();
        for header in ["etag", "retry-after", "x-request-id"] {
            assert!(exposed.contains(header), "{exposed}");
        }
        assert!(seen.insert(id));
    }
    // One that a client has made up is not taken over.
    let answer = with_header(&service, "/healthz", "x-request-id", "mine").await;
    assert_ne!(answer.headers["x-request-id"], "mine");
}

#[tokio::test]
async fn the_site_has_the_files_of_its_folder_and_no_others() {
    let folder = std::env::temp_dir().join(format!("polymerge-files-{}", std::process::id()));
    let site = folder.join("site");
    for inner in ["sub", ".git", ".well-known", "linked", "..2026_11_29"] {
        std::fs::create_dir_all(site.join(inner)).unwrap();
    }
    for (name, text) in [
        ("secret.txt", "secret"),
        ("site/index.html", "front"),
        ("site/sub/index.html", "sub"),
        ("site/.env", "secret"),
        ("site/.git/config", "secret"),
        ("site/.well-known/security.txt", "contact"),
        ("site/a b.txt", "blank"),
        ("site/..2026_11_29/mounted.txt", "mounted"),
        ("site/..2026_11_29/.env", "secret"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    #[cfg(unix)]
    for (name, target) in [
        ("out.txt", folder.join("secret.txt")),
        ("outside", folder.clone()),
        ("linked/index.html", folder.join("secret.txt")),
        ("hidden.txt", site.join(".env")),
        ("in.txt", site.join("a b.txt")),
        // As Kubernetes mounts a ConfigMap.
        ("..data", "..2026_11_29".into()),
        ("mounted.txt", "..data/mounted.txt".into()),
        ("mounted.env", "..data/.env".into()),
    ] {
        std::os::unix::fs::symlink(target, site.join(name)).unwrap();
    }
    let service = service_of(Config { site, ..config(&Database::sqlite()) }).await;
    let mut good = vec![
        ("/", "front"),
        ("/index.html", "front"),
        ("/sub/", "sub"),
        ("/a%20b.txt", "blank"),
        ("/.well-known/security.txt", "contact"),
    ];
    if cfg!(unix) {
        good.extend([("/in.txt", "blank"), ("/mounted.txt", "mounted")]);
    }
    for (path, text) in good {
        let answer = get(&service, path).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, text), "{path}");
        assert_eq!(answer.headers["content-security-policy"], "frame-ancestors 'self'");
        assert_eq!(answer.headers["x-frame-options"], "SAMEORIGIN");
    }
    let long = ["a".repeat(255), "a".repeat(256), "a".repeat(4_000), "a/".repeat(3_000)];
    let long: Vec<String> = long.iter().map(|name| format!("/{name}")).collect();
    let bad = [
        "/.env",
        "/.git/config",
        "/.git",
        "/%2eenv",
        "/sub/../.env",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/out.txt",
        "/outside/secret.txt",
        "/outside",
        "/linked/",
        "/hidden.txt",
        "/mounted.env",
        "/..data/mounted.txt",
        "/..2026_11_29/mounted.txt",
        "/%00",
        "/index.html%00.png",
        "/%ff",
        "//etc/hostname",
        "/none",
        "/index.html/x",
    ];
    for path in bad.into_iter().chain(long.iter().map(String::as_str)) {
        let answer = get(&service, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path:.40}: {}", answer.text);
        assert_eq!(answer.json()["kind"], "not-found", "{path:.40}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
