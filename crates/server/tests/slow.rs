//! Clients that read or write slowly, or hold connections, against a real socket.

use std::future::IntoFuture;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::serve::ListenerExt;

use crate::common::client::Client;
use crate::common::{Database, config, until_in_thread};
use polymerge_server::api::{Service, Shared, router};
use polymerge_server::config::Config;
use polymerge_server::patience::{LEAST_RATE, PATIENCE, follow_reader};
use polymerge_server::serve::serve;
use polymerge_server::store::Store;
use polymerge_server::token::random;
use socket2::{Domain, Socket, Type};
use tokio::net::TcpListener;
use tower::ServiceExt;

/// Connections that a client may hold.
const MOST: usize = 8;

/// A service that listens, with a large file on its site.
struct Listening {
    service: Shared,
    address: SocketAddr,
    site: PathBuf,
}

impl Listening {
    /// A service with its bounds for slow clients.
    async fn new() -> Listening {
        let (listening, listener, router) = Listening::bound(0).await;
        let metrics = Arc::clone(&listening.service.metrics);
        tokio::spawn(serve(listener, router, Some(MOST), metrics, std::future::pending()));
        listening
    }

    /// A service behind a proxy, whose clients may be as slow as they like.
    async fn behind_proxy() -> Listening {
        let (listening, listener, router) = Listening::bound(1).await;
        let listener = listener.tap_io(|stream| follow_reader(stream));
        tokio::spawn(axum::serve(listener, router).into_future());
        listening
    }

    async fn bound(trusted_hops: usize) -> (Listening, TcpListener, Router) {
        let site = std::env::temp_dir().join(format!("polymerge-site-{}", random(8).unwrap()));
        std::fs::create_dir(&site).unwrap();
        std::fs::write(site.join("large"), vec![b'x'; 16 << 20]).unwrap();
        let config = Config { site: site.clone(), trusted_hops, ..config(&Database::sqlite()) };
        let store = Store::open(&config.database).await.unwrap();
        let service = Service::new(config, store).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(Arc::clone(&service));
        (Listening { service, address, site }, listener, router)
    }

    fn connect(&self, sends: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(sends.as_bytes()).unwrap();
        stream
    }

    fn erase(self) {
        std::fs::remove_dir_all(self.site).unwrap();
    }
}

/// Reads until the connection ends; returns the text, as far as it is one.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _broken = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The time by which the last slow client has lost its connection, also on a busy machine.
const LAST: Duration = Duration::from_secs(60);

/// Each kind of slow client loses its connection, and meanwhile others are answered.
#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_lose_their_connections() {
    let listening = Arc::new(Listening::new().await);
    let kinds = [
        ("read", "GET /large HTTP/1.1\r\nhost: x\r\n\r\n"),
        ("head", "GET /healthz HTTP/1.1\r\nhost: x\r\n"),
        ("idle", ""),
        ("kept alive", "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"),
        (
            "body",
            "POST /v1/scores HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
             content-length: 60000\r\n\r\n{",
        ),
    ];
    let held: Vec<TcpStream> = kinds.iter().map(|(_, sends)| listening.connect(sends)).collect();
    let start = Instant::now();
    let own = Arc::clone(&listening);
    let others = tokio::task::spawn_blocking(move || {
        let open = || own.service.metrics.connections.load(Ordering::Relaxed);
        // Answers that came while all slow clients were connected, beside the one that asked.
        let mut meanwhile = 0;
        loop {
            let mut client = Client::connect(own.address).unwrap();
            assert_eq!(client.ask("GET", "/healthz", "").unwrap().0, 200);
            meanwhile += usize::from(open() > kinds.len() as i64);
            drop(client);
            std::thread::sleep(Duration::from_millis(200));
            if open() == 0 || start.elapsed() > LAST {
                return meanwhile;
            }
        }
    });
    let mut held = held;
    let meanwhile = others.await.unwrap();
    let took = start.elapsed();
    assert!(took < LAST, "the last one ended after {took:?}");
    assert!(meanwhile >= 5, "{meanwhile} answers to others");
    assert_eq!(listening.service.metrics.slow_readers.load(Ordering::Relaxed), 1);
    // A body that pauses is no mistake of the game: the same can be sent again.
    let paused = rest(held.last_mut().unwrap());
    assert!(paused.starts_with("HTTP/1.1 408 ") && paused.contains("retry-after: "), "{paused}");
    assert!(paused.contains("\"kind\":\"too-slow\""), "{paused}");
    assert_eq!(listening.service.metrics.late.load(Ordering::Relaxed), 1);
    drop(held);
    Arc::into_inner(listening).unwrap().erase();
}

/// Reads a large file at a rate, in bytes a second, as long as `goes_on` says so, or to its end.
fn read_at(address: SocketAddr, rate: u64, goes_on: impl Fn(Duration) -> bool) {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    // Over a network a client has little of what it has not asked for.
    socket.set_recv_buffer_size(4 << 10).unwrap();
    socket.connect(&address.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let (start, mut read) = (Instant::now(), 0);
    let mut buffer = [0; 512];
    while goes_on(start.elapsed()) {
        let owed = rate * start.elapsed().as_millis() as u64 / 1_000;
        if read >= owed {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        }
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(bytes) => read += bytes as u64,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

/// A client is judged by what it reads, not by when the system says that it may be sent more.
#[tokio::test(flavor = "multi_thread")]
async fn a_steady_reader_is_slow_below_the_least_rate_only() {
    let cut_within = |rate: u64, most: Duration| async move {
        let listening = Arc::new(Listening::new().await);
        let own = Arc::clone(&listening);
        let cut = move || own.service.metrics.slow_readers.load(Ordering::Relaxed);
        let address = listening.address;
        let reads = move || {
            read_at(address, rate, |so_far| cut() == 0 && so_far < most);
            cut()
        };
        let cut = tokio::task::spawn_blocking(reads).await.unwrap();
        Arc::into_inner(listening).unwrap().erase();
        cut
    };
    let cut =
        tokio::join!(cut_within(LEAST_RATE * 3 / 2, PATIENCE * 5 / 2), cut_within(LEAST_RATE / 4, LAST));
    assert_eq!(cut, (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_too_many_gets_the_reason() {
    let listening = Arc::new(Listening::new().await);
    let own = Arc::clone(&listening);
    let checks = tokio::task::spawn_blocking(move || {
        let held: Vec<TcpStream> = (0..MOST).map(|_| own.connect("")).collect();
        // They are taken in order.
        let open = || own.service.metrics.connections.load(Ordering::Relaxed);
        until_in_thread("all connections are taken", || open() >= MOST as i64);
        let answer = rest(&mut own.connect("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("retry-after: 5\r\n"), "{answer}");
        assert!(answer.contains("\"kind\":\"too-many-connections\""), "{answer}");
        assert_eq!(own.service.metrics.connections_of_client.load(Ordering::Relaxed), 1);
        drop(held);
        until_in_thread("all connections are closed", || open() == 0);
        let answer = Client::connect(own.address).and_then(|mut client| client.ask("GET", "/healthz", ""));
        assert_eq!(answer.unwrap().0, 200);
    });
    checks.await.unwrap();
    Arc::into_inner(listening).unwrap().erase();
}

/// A browser asks for all files of the site at once; a proxy passes that on from one address.
#[tokio::test(flavor = "multi_thread")]
async fn all_files_of_the_site_can_be_asked_for_at_once() {
    let listening = Listening::behind_proxy().await;
    std::fs::write(listening.site.join("small"), [b'x'; 5_000]).unwrap();
    let router = router(Arc::clone(&listening.service));
    let asked: Vec<_> = (0..300)
        .map(|_| {
            let request = Request::get("/small").header("x-forwarded-for", "10.0.0.1");
            let answer = router.clone().oneshot(request.body(Body::empty()).unwrap());
            tokio::spawn(async move {
                let answer = answer.await.unwrap();
                // The body comes over a slow network.
                tokio::time::sleep(Duration::from_millis(100)).await;
                (answer.status().as_u16(), to_bytes(answer.into_body(), 1 << 20).await.unwrap().len())
            })
        })
        .collect();
    for answer in asked {
        assert_eq!(answer.await.unwrap(), (200, 5_000));
    }
    listening.erase();
}

/// Files that are not read hold places of files only. No client loses its connection here, however long the test
/// takes.
#[tokio::test(flavor = "multi_thread")]
async fn files_do_not_take_the_places_of_the_api() {
    let listening = Arc::new(Listening::behind_proxy().await);
    let own = Arc::clone(&listening);
    let checks = tokio::task::spawn_blocking(move || {
        let large =
            |client: &str| format!("GET /large HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {client}\r\n\r\n");
        let mut held: Vec<TcpStream> = Vec::new();
        let begin = |held: &mut Vec<TcpStream>, client: &str| {
            let mut stream = own.connect(&large(client));
            let mut start = [0; 12];
            stream.read_exact(&mut start).unwrap();
            held.push(stream);
            String::from_utf8_lossy(&start).into_owned()
        };
        let of_one: Vec<String> = (0..64).map(|_| begin(&mut held, "10.0.0.1")).collect();
        assert!(of_one.iter().all(|start| start == "HTTP/1.1 200"), "{of_one:?}");
        let mut waits = own.connect(&large("10.0.0.1"));
        waits.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        let mut start = [0; 12];
        assert!(waits.read_exact(&mut start).is_err(), "more files are sent than there are places");
        assert_eq!(begin(&mut held, "10.0.0.2"), "HTTP/1.1 200");
        let mut client = Client::connect(own.address).unwrap();
        client.forwarded = Some("10.0.0.1".to_owned());
        assert_eq!(client.ask("GET", "/v1/boards", "").unwrap().0, 200);
        // The next one is sent once one of the others is given up.
        drop(held.remove(0));
        waits.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        waits.read_exact(&mut start).unwrap();
        assert_eq!(String::from_utf8_lossy(&start), "HTTP/1.1 200");
    });
    checks.await.unwrap();
    Arc::into_inner(listening).unwrap().erase();
}
