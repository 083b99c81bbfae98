//! The files of the site as a browser asks for them: compressed forms, tags, times to keep, parts.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use tower::ServiceExt;

use crate::common::{Database, config, service_of};
use polymerge_server::config::Config;
use polymerge_server::token::random;

/// A folder of files, and a service that serves it.
struct Site {
    folder: PathBuf,
    service: Router,
}

const WHOLE: &str = "a page that is long";

impl Site {
    async fn new() -> Site {
        let folder = std::env::temp_dir().join(format!("polymerge-site-{}", random(8).unwrap()));
        std::fs::create_dir_all(folder.join("mode/dive")).unwrap();
        for (name, content) in [
            ("index.html", WHOLE),
            ("index.html.br", "page in brotli"),
            ("index.html.gz", "page in gzip"),
            ("app-B1s_-k3Z.js", "script"),
            ("app-B1s_-k3Z.js.gz", "script in gzip"),
            ("engine.wasm", "engine"),
            ("engine.wasm.br", "engine in brotli"),
            ("plain.txt", "0123456789"),
            ("empty.txt", ""),
            ("source.tar.gz", "an archive"),
            ("mode/dive/index.html", "dive"),
            ("mode/dive/board.svg", "<svg/>"),
            ("immutable.txt", "app-B1s_-k3Z.js\nmode/dive/board.svg\n"),
        ] {
            std::fs::write(folder.join(name), content).unwrap();
        }
        let service = service_of(Config { site: folder.clone(), ..config(&Database::sqlite()) }).await;
        Site { folder, service }
    }

    /// Sends a request with headers, each as `name: value` in a line.
    async fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for line in headers.lines() {
            let (name, value) = line.split_once(": ").unwrap();
            request = request.header(name, value);
        }
        let response = self.service.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        Answer { status, headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }

    async fn get(&self, path: &str, headers: &str) -> Answer {
        self.ask("GET", path, headers).await
    }

    fn erase(self) {
        std::fs::remove_dir_all(self.folder).unwrap();
    }
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

#[tokio::test]
async fn the_form_that_is_sent_is_one_that_the_client_takes() {
    let site = Site::new().await;
    for (path, takes, body) in [
        ("/", "gzip, deflate, br, zstd", "page in brotli"),
        ("/index.html", "gzip, deflate", "page in gzip"),
        ("/", "br;q=0.5, gzip;q=0.9", "page in gzip"),
        ("/", "br;q=0.9, gzip;q=0.5", "page in brotli"),
        ("/", "BR", "page in brotli"),
        ("/", "br;q=0, gzip;q=0", WHOLE),
        ("/", "identity, br;q=0.5", WHOLE),
        ("/", "deflate, zstd", WHOLE),
        ("/", "", WHOLE),
        ("/", "nonsense;;;", WHOLE),
        // Forms that are not there.
        ("/app-B1s_-k3Z.js", "br, gzip;q=0.1", "script in gzip"),
        ("/app-B1s_-k3Z.js", "br", "script"),
        ("/engine.wasm", "gzip, br", "engine in brotli"),
        ("/plain.txt", "gzip, br", "0123456789"),
        ("/mode/dive/", "gzip, br", "dive"),
    ] {
        let answer = site.get(path, &format!("accept-encoding: {takes}")).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, body), "{path} {takes}");
        let encoding = [("in brotli", "br"), ("in gzip", "gzip")].iter().find(|(end, _)| body.ends_with(end));
        assert_eq!(
            answer.header("content-encoding"),
            encoding.map_or("", |(_, name)| name),
            "{path} {takes}"
        );
        assert!(
            answer.headers.get_all("vary").iter().any(|vary| vary == "accept-encoding"),
            "{path} {takes}"
        );
        assert_eq!(answer.header("content-length"), body.len().to_string(), "{path} {takes}");
    }
    // A compressed form has no address of its own, unless it is a file of its own.
    for (path, status) in [
        ("/index.html.br", 404),
        ("/index.html.gz", 404),
        ("/engine.wasm.br", 404),
        ("/engine.wasm.gz", 404),
        ("/source.tar.gz", 200),
        ("/source.tar", 404),
    ] {
        assert_eq!(site.get(path, "accept-encoding: br, gzip").await.status, status, "{path}");
    }
    site.erase();
}

#[cfg(unix)]
#[tokio::test]
async fn compressed_forms_don_t_lead_out_of_the_folder() {
    let site = Site::new().await;
    let secret = site.folder.with_extension("secret");
    std::fs::write(&secret, "secret").unwrap();
    for (form, path) in [("plain.txt.br", "/plain.txt"), ("mode/dive/index.html.gz", "/mode/dive/")] {
        let form = site.folder.join(form);
        std::os::unix::fs::symlink(&secret, &form).unwrap();
        assert_eq!(site.get(path, "accept-encoding: br, gzip").await.status, 404, "{path}");
        std::fs::remove_file(&form).unwrap();
        assert_eq!(site.get(path, "accept-encoding: br, gzip").await.status, 200, "{path}");
    }
    std::fs::remove_file(secret).unwrap();
    site.erase();
}

#[tokio::test]
async fn files_say_what_they_are_and_how_long_they_are_kept() {
    let site = Site::new().await;
    let ever = "public, max-age=31536000, immutable";
    for (path, kind, keep) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/plain.txt", "text/plain; charset=utf-8", "no-cache"),
        ("/app-B1s_-k3Z.js", "text/javascript; charset=utf-8", ever),
        ("/engine.wasm", "application/wasm", "no-cache"),
        ("/mode/dive/board.svg", "image/svg+xml", ever),
        ("/mode/dive/", "text/html; charset=utf-8", "no-cache"),
        ("/source.tar.gz", "application/gzip", "no-cache"),
    ] {
        for takes in ["", "br, gzip"] {
            let answer = site.get(path, &format!("accept-encoding: {takes}")).await;
            assert_eq!(
                (answer.header("content-type"), answer.header("cache-control")),
                (kind, keep),
                "{path}"
            );
            // The answer that it is unchanged says so as well.
            let known = format!("accept-encoding: {takes}\nif-none-match: {}", answer.header("etag"));
            let answer = site.get(path, &known).await;
            assert_eq!((answer.status, answer.header("cache-control")), (304, keep), "{path}");
        }
    }
    // The list is read again when it changes.
    std::fs::write(site.folder.join("immutable.txt"), "plain.txt").unwrap();
    assert_eq!(site.get("/plain.txt", "").await.header("cache-control"), ever);
    assert_eq!(site.get("/app-B1s_-k3Z.js", "").await.header("cache-control"), "no-cache");
    std::fs::remove_file(site.folder.join("immutable.txt")).unwrap();
    assert_eq!(site.get("/plain.txt", "").await.header("cache-control"), "no-cache");
    site.erase();
}

#[tokio::test]
async fn a_tag_is_of_the_content() {
    let site = Site::new().await;
    let tag = async |site: &Site, path: &str, takes: &str| {
        let answer = site.get(path, &format!("accept-encoding: {takes}")).await;
        let tag = answer.header("etag").to_owned();
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() == 34, "{path}: {tag}");
        tag
    };
    let (whole, brotli) = (tag(&site, "/", "").await, tag(&site, "/", "br").await);
    let gzip = tag(&site, "/", "gzip").await;
    assert!(whole != brotli && brotli != gzip && whole != gzip);
    assert_eq!(tag(&site, "/index.html", "").await, whole);
    // Another machine, and a copy of later, have the same one.
    let other = Site::new().await;
    let file = std::fs::File::options().append(true).open(other.folder.join("index.html")).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(100_000)).unwrap();
    assert_eq!(tag(&other, "/", "").await, whole);
    // Other content of the same length and time.
    let page = other.folder.join("index.html");
    let time = std::fs::metadata(&page).unwrap().modified().unwrap();
    std::fs::write(other.folder.join("new"), WHOLE.to_uppercase()).unwrap();
    std::fs::rename(other.folder.join("new"), &page).unwrap();
    std::fs::File::options().append(true).open(&page).unwrap().set_modified(time).unwrap();
    assert_ne!(tag(&other, "/", "").await, whole);
    site.erase();
    other.erase();
}

#[tokio::test]
async fn conditions_are_those_of_the_standard() {
    let site = Site::new().await;
    let first = site.get("/plain.txt", "").await;
    let (tag, time) = (first.header("etag").to_owned(), first.header("last-modified").to_owned());
    let (old, later) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 01 Jan 2100 00:00:00 GMT");
    let cases = [
        (format!("if-none-match: {tag}"), 304),
        (format!("if-none-match: W/{tag}"), 304),
        (format!("if-none-match: \"a, b\", {tag}"), 304),
        (format!("if-none-match: \"a\"\nif-none-match: {tag}"), 304),
        ("if-none-match: *".to_owned(), 304),
        ("if-none-match: \"other\"".to_owned(), 200),
        (format!("if-modified-since: {time}"), 304),
        (format!("if-modified-since: {later}"), 304),
        (format!("if-modified-since: {old}"), 200),
        ("if-modified-since: yesterday".to_owned(), 200),
        // One by tag decides.
        (format!("if-none-match: \"other\"\nif-modified-since: {time}"), 200),
        (format!("if-none-match: {tag}\nif-modified-since: {old}"), 304),
        (format!("if-match: {tag}"), 200),
        ("if-match: *".to_owned(), 200),
        ("if-match: \"other\"".to_owned(), 412),
        (format!("if-match: W/{tag}"), 412),
        (format!("if-unmodified-since: {time}"), 200),
        (format!("if-unmodified-since: {old}"), 412),
        (format!("if-match: {tag}\nif-unmodified-since: {old}"), 200),
    ];
    for method in ["GET", "HEAD"] {
        for (headers, status) in &cases {
            let answer = site.ask(method, "/plain.txt", headers).await;
            assert_eq!(answer.status, *status, "{method} {headers}");
            let (tag, keep) = if *status == 412 { ("", "no-store") } else { (tag.as_str(), "no-cache") };
            assert_eq!((answer.header("etag"), answer.header("cache-control")), (tag, keep), "{headers}");
            let body = if *status == 200 && method == "GET" { "0123456789" } else { "" };
            assert_eq!(answer.body, body, "{method} {headers}");
        }
    }
    // The tag of one form is not that of another.
    let whole = site.get("/", "").await.header("etag").to_owned();
    let answer = site.get("/", &format!("accept-encoding: br\nif-none-match: {whole}")).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, "page in brotli"));
    site.erase();
}

#[tokio::test]
async fn parts_are_parts_of_the_form_that_is_sent() {
    let site = Site::new().await;
    let first = site.get("/plain.txt", "").await;
    let (tag, time) = (first.header("etag").to_owned(), first.header("last-modified").to_owned());
    let whole = "0123456789";
    for (headers, status, body, range) in [
        ("range: bytes=2-4".to_owned(), 206, "234", "bytes 2-4/10"),
        ("range: bytes=7-".to_owned(), 206, "789", "bytes 7-9/10"),
        ("range: bytes=-3".to_owned(), 206, "789", "bytes 7-9/10"),
        ("range: bytes=4-100".to_owned(), 206, "456789", "bytes 4-9/10"),
        ("range: bytes=10-".to_owned(), 416, "", "bytes */10"),
        ("range: bytes=5-2".to_owned(), 416, "", "bytes */10"),
        // Several parts, and other units, are as none.
        ("range: bytes=0-1, 4-5".to_owned(), 200, whole, ""),
        ("range: lines=1-2".to_owned(), 200, whole, ""),
        (format!("range: bytes=2-4\nif-range: {tag}"), 206, "234", "bytes 2-4/10"),
        (format!("range: bytes=2-4\nif-range: W/{tag}"), 200, whole, ""),
        ("range: bytes=2-4\nif-range: \"other\"".to_owned(), 200, whole, ""),
        (format!("range: bytes=2-4\nif-range: {time}"), 206, "234", "bytes 2-4/10"),
        ("range: bytes=2-4\nif-range: Sun, 06 Nov 1994 08:49:37 GMT".to_owned(), 200, whole, ""),
        ("range: bytes=2-4\nif-range: nonsense".to_owned(), 200, whole, ""),
        (format!("range: bytes=2-4\nif-none-match: {tag}"), 304, "", ""),
        (format!("range: bytes=2-4\nif-match: {tag}"), 206, "234", "bytes 2-4/10"),
    ] {
        let answer = site.get("/plain.txt", &headers).await;
        assert_eq!((answer.status, answer.body.as_str()), (status, body), "{headers}");
        assert_eq!(answer.header("content-range"), range, "{headers}");
        let (tag, keep) = if status == 416 { ("", "no-store") } else { (tag.as_str(), "no-cache") };
        assert_eq!((answer.header("etag"), answer.header("cache-control")), (tag, keep), "{headers}");
    }
    let answer = site.get("/", "accept-encoding: br\nrange: bytes=0-3").await;
    assert_eq!((answer.status, answer.body.as_str()), (206, "page"));
    assert_eq!((answer.header("content-encoding"), answer.header("content-range")), ("br", "bytes 0-3/14"));
    let answer = site.ask("HEAD", "/plain.txt", "range: bytes=2-4").await;
    assert_eq!((answer.status, answer.header("content-length")), (200, "10"));
    let answer = site.get("/empty.txt", "range: bytes=0-").await;
    assert_eq!((answer.status, answer.header("content-range")), (200, ""));
    site.erase();
}

/// Answers that are no file are not kept, also at the addresses of files that are kept for ever.
#[tokio::test]
async fn errors_are_not_kept() {
    let site = Site::new().await;
    for (method, path, headers, status) in [
        ("GET", "/app-B1s_-k3Z.js", "range: bytes=100-", 416),
        ("GET", "/app-B1s_-k3Z.js", "if-match: \"other\"", 412),
        ("GET", "/app-B1s_-k3Z.js", "if-unmodified-since: Sun, 06 Nov 1994 08:49:37 GMT", 412),
        ("POST", "/app-B1s_-k3Z.js", "", 405),
        ("GET", "/mode/dive", "", 307),
    ] {
        let answer = site.ask(method, path, headers).await;
        let (etag, keep) = (answer.header("etag"), answer.header("cache-control"));
        assert_eq!((answer.status, etag, keep), (status, "", "no-store"), "{method} {path} {headers}");
    }
    site.erase();
}

/// A file too large for a tag of its content has the other headers of all files.
#[tokio::test]
async fn files_without_a_tag_of_their_content_have_the_other_headers() {
    let site = Site::new().await;
    std::fs::File::create(site.folder.join("large.txt")).unwrap().set_len((64 << 20) + 1).unwrap();
    std::fs::File::create(site.folder.join("kept.txt")).unwrap().set_len((64 << 20) + 1).unwrap();
    std::fs::write(site.folder.join("immutable.txt"), "kept.txt").unwrap();
    for (path, keep) in [("/large.txt", "no-cache"), ("/kept.txt", "public, max-age=31536000, immutable")] {
        let answer = site.ask("HEAD", path, "").await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, keep), "{path}");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8", "{path}");
        assert_eq!(answer.header("vary"), "accept-encoding", "{path}");
        let answer = site.get(path, "range: bytes=0-1").await;
        assert_eq!((answer.status, answer.header("cache-control")), (206, keep), "{path}");
    }
    site.erase();
}

#[tokio::test]
async fn a_part_is_of_the_file_that_the_client_has() {
    let site = Site::new().await;
    for round in 0..400 {
        let tag = site.get("/plain.txt", "").await.header("etag").to_owned();
        let old = std::fs::read_to_string(site.folder.join("plain.txt")).unwrap();
        let new = site.folder.join("new");
        std::fs::write(&new, format!("round {round:04}")).unwrap();
        let replace = async {
            for _ in 0..round % 20 {
                tokio::task::yield_now().await;
            }
            tokio::fs::rename(&new, site.folder.join("plain.txt")).await.unwrap();
        };
        let part = format!("range: bytes=4-\nif-range: {tag}");
        let (answer, ()) = tokio::join!(site.get("/plain.txt", &part), replace);
        assert!(answer.status != 206 || answer.body == old[4..], "{} of {old}", answer.body);
    }
    site.erase();
}

#[tokio::test]
async fn a_folder_has_one_address_and_nothing_else_is_done_to_files() {
    let site = Site::new().await;
    let answer = site.get("/mode/dive", "").await;
    assert_eq!((answer.status, answer.header("location")), (307, "/mode/dive/"));
    for (method, path, status) in [
        ("POST", "/", 405),
        ("DELETE", "/plain.txt", 405),
        // A browser would take what follows two slashes for another host.
        ("GET", "//mode/dive", 404),
        ("GET", "//plain.txt", 404),
        ("GET", "/mode/", 404),
        ("GET", "/plain.txt/", 404),
        ("HEAD", "/none", 404),
        ("HEAD", "/", 200),
    ] {
        let answer = site.ask(method, path, "").await;
        assert_eq!(answer.status, status, "{method} {path}");
    }
    site.erase();
}

#[tokio::test]
async fn a_file_that_is_replaced_is_sent_with_its_own_tag() {
    let site = Site::new().await;
    let mut tags = std::collections::BTreeMap::new();
    for round in 0..40 {
        let content = format!("round {}", round % 3);
        let new = site.folder.join("new");
        std::fs::write(&new, &content).unwrap();
        let replace = async { tokio::fs::rename(&new, site.folder.join("plain.txt")).await.unwrap() };
        let (answer, ()) = tokio::join!(site.get("/plain.txt", ""), replace);
        let known = tags.entry(answer.header("etag").to_owned()).or_insert_with(|| answer.body.clone());
        // Without a tag it may be either.
        assert!(answer.header("etag").is_empty() || *known == answer.body, "{known} {}", answer.body);
    }
    site.erase();
}
