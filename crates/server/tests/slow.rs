//! Clients that read or write slowly, or hold connections, against a real socket.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::client::Client;
use crate::common::{config, Database};
use polymerge_server::api::{router, Service, Shared};
use polymerge_server::config::Config;
use polymerge_server::patience::PATIENCE;
use polymerge_server::serve::serve;
use polymerge_server::store::Store;
use polymerge_server::token::random;
use tokio::net::TcpListener;

/// Connections that a client may hold.
const MOST: usize = 8;

/// A service that listens, with a large file on its site.
struct Listening {
    service: Shared,
    address: SocketAddr,
    site: PathBuf,
}

impl Listening {
    async fn new(trusted_hops: usize) -> Listening {
        let site = std::env::temp_dir().join(format!("polymerge-site-{}", random(8).unwrap()));
        std::fs::create_dir(&site).unwrap();
        std::fs::write(site.join("large"), vec![b'x'; 16 << 20]).unwrap();
        let config = Config { site: site.clone(), trusted_hops, ..config(&Database::sqlite()) };
        let store = Store::open(&config.database).await.unwrap();
        let service = Service::new(config, store).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let most = if trusted_hops > 0 { usize::MAX } else { MOST };
        let metrics = Arc::clone(&service.metrics);
        tokio::spawn(serve(listener, router(Arc::clone(&service)), most, metrics, std::future::pending()));
        Listening { service, address, site }
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

/// Each kind of slow client loses its connection, and meanwhile others are answered.
#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_lose_their_connections() {
    let listening = Arc::new(Listening::new(0).await);
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
        let open = &own.service.metrics.connections;
        let mut slowest = Duration::ZERO;
        loop {
            let asked = Instant::now();
            let (status, _) = Client::connect(own.address).unwrap().ask("GET", "/healthz", "").unwrap();
            assert_eq!(status, 200);
            slowest = slowest.max(asked.elapsed());
            std::thread::sleep(Duration::from_millis(200));
            if open.load(Ordering::Relaxed) == 0 || start.elapsed() > Duration::from_secs(60) {
                return slowest;
            }
        }
    });
    let slowest = others.await.unwrap();
    let took = start.elapsed();
    assert!(took < PATIENCE + Duration::from_secs(20), "the last one ended after {took:?}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    assert_eq!(listening.service.metrics.slow_readers.load(Ordering::Relaxed), 1);
    drop(held);
    Arc::into_inner(listening).unwrap().erase();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_too_many_gets_the_reason() {
    let listening = Arc::new(Listening::new(0).await);
    let own = Arc::clone(&listening);
    let checks = tokio::task::spawn_blocking(move || {
        let held: Vec<TcpStream> = (0..MOST).map(|_| own.connect("")).collect();
        // They are taken in order.
        while own.service.metrics.connections.load(Ordering::Relaxed) < MOST as i64 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let answer = rest(&mut own.connect("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("retry-after: 5\r\n"), "{answer}");
        assert!(answer.contains("\"kind\":\"too-many-connections\""), "{answer}");
        assert_eq!(own.service.metrics.connections_of_client.load(Ordering::Relaxed), 1);
        drop(held);
        while own.service.metrics.connections.load(Ordering::Relaxed) > 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let answer = Client::connect(own.address).and_then(|mut client| client.ask("GET", "/healthz", ""));
        assert_eq!(answer.unwrap().0, 200);
    });
    checks.await.unwrap();
    Arc::into_inner(listening).unwrap().erase();
}

/// Files that are not read hold places of files only.
#[tokio::test(flavor = "multi_thread")]
async fn files_do_not_take_the_places_of_the_api() {
    let listening = Arc::new(Listening::new(1).await);
    let own = Arc::clone(&listening);
    let checks = tokio::task::spawn_blocking(move || {
        let large =
            |client: &str| format!("GET /large HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {client}\r\n\r\n");
        let mut held: Vec<TcpStream> = Vec::new();
        let mut begun = |client: &str| {
            let mut stream = own.connect(&large(client));
            let mut start = [0; 12];
            stream.read_exact(&mut start).unwrap();
            held.push(stream);
            String::from_utf8_lossy(&start).into_owned()
        };
        let of_one: Vec<String> = (0..17).map(|_| begun("10.0.0.1")).collect();
        assert!(of_one[..16].iter().all(|start| start == "HTTP/1.1 200"), "{of_one:?}");
        assert_eq!(of_one[16], "HTTP/1.1 503");
        assert_eq!(begun("10.0.0.2"), "HTTP/1.1 200");
        let mut client = Client::connect(own.address).unwrap();
        client.forwarded = Some("10.0.0.1".to_owned());
        assert_eq!(client.ask("GET", "/v1/boards", "").unwrap().0, 200);
    });
    checks.await.unwrap();
    Arc::into_inner(listening).unwrap().erase();
}
