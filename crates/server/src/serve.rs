//! Takes connections, with bounds for slow ones, until it is stopped.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Once};
#[cfg(unix)]
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, watch};
use tower::ServiceExt;

use crate::api::Shared;
use crate::connections::{Connections, TooMany};
use crate::metrics::Metrics;
use crate::patience::{PATIENCE, Patient, follow_reader};
use crate::places::Held;

/// Time that a client has to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// Bytes that the head of a request may have.
const MOST_HEAD: usize = 16 << 10;

/// Connections at once. With more, the client that holds the most of them loses an idle one.
const CONNECTIONS: usize = 1024;

/// Refused connections that are given a reason at once; more are closed without one.
const REFUSALS: usize = 64;

/// Time in which a refused client has to send its request, and to read the reason.
const REFUSAL: Duration = Duration::from_secs(2);

/// Time that requests have to end when the service stops.
const GRACE: Duration = Duration::from_secs(20);

/// Time in which connections end that have no request.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Limits a warning to one: that the system gives no connections.
static REFUSED: Once = Once::new();

/// Answers on a listener until `stop` is ready; what has begun is then finished.
///
/// A client that holds `most` connections gets no other one, but the reason; without a number, they
/// are those of proxies.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    most: Option<usize>,
    metrics: Arc<Metrics>,
    stop: impl Future<Output = ()>,
) {
    let connections = Connections::new(CONNECTIONS, most);
    let (stopping, stops) = watch::channel(());
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(MOST_HEAD);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, say: waiting lets some come back.
                REFUSED
                    .call_once(|| tracing::error!("connections can't be taken, perhaps for a time: {error}"));
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let own = match connections.enter(peer.ip()) {
            Ok(own) => own,
            Err(why) => {
                let counter = match why {
                    TooMany::OfClient => &metrics.connections_of_client,
                    TooMany::OfAll => &metrics.connections_of_all,
                };
                Metrics::add(counter);
                if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(async move {
                        // A client that breaks off is no event.
                        let _in_time = tokio::time::timeout(REFUSAL, refuse(stream, why)).await;
                        drop(place);
                    });
                }
                continue;
            }
        };
        if own.instead {
            Metrics::add(&metrics.connections_of_all);
        }
        follow_reader(&stream);
        let (router, requests) = (router.clone(), own.requests());
        let answer = service_fn(move |mut request: Request<Incoming>| {
            let asked = requests.begin();
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            let answer = router.clone().oneshot(request.map(Body::new));
            async move { answer.await.map(|answer| answer.map(|body| Held::body(body, asked))) }
        });
        let stream = TokioIo::new(Patient::new(stream, Arc::clone(&metrics), PATIENCE));
        let connection = builder.serve_connection(stream, answer);
        let (metrics, mut stops) = (Arc::clone(&metrics), stops.clone());
        tokio::spawn(async move {
            metrics.connections.fetch_add(1, Ordering::Relaxed);
            tokio::pin!(connection);
            tokio::select! {
                // A client that breaks off is no event.
                _ended = connection.as_mut() => {}
                () = async { tokio::select! { () = own.ended() => {}, _stops = stops.changed() => {} } } => {
                    // What has begun is finished: a request may have come just now.
                    connection.as_mut().graceful_shutdown();
                    let _ended = connection.await;
                }
            }
            metrics.connections.fetch_sub(1, Ordering::Relaxed);
        });
    }
    drop((listener, stops));
    let _none_is_open = stopping.send(());
    let ended = stopping.closed();
    tokio::pin!(ended);
    // Connections without a request end at once.
    if tokio::time::timeout(AT_ONCE, &mut ended).await.is_err() {
        let open = connections.open();
        let s = if open == 1 { "" } else { "s" };
        tracing::info!("stopping, waits for {open} request{s}, {} seconds at most", GRACE.as_secs());
        let _in_time = tokio::time::timeout(GRACE, ended).await;
    }
}

/// Answers the first request of a connection that has no place: with the reason.
async fn refuse(mut stream: TcpStream, why: TooMany) -> std::io::Result<()> {
    let (status, kind, message) = match why {
        TooMany::OfClient => (
            "429 Too Many Requests",
            "too-many-connections",
            "your address holds too many connections; close some, or use them for several requests",
        ),
        TooMany::OfAll => (
            "503 Service Unavailable",
            "busy",
            "all connections of this service are taken; try again in a few seconds",
        ),
    };
    // What is left unread when a connection is closed makes the system drop the answer.
    let mut request = [0; 4 << 10];
    let _read = stream.read(&mut request).await?;
    let body = serde_json::json!({ "kind": kind, "message": message }).to_string();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nretry-after: 5\r\n\
         access-control-allow-origin: *\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    while stream.read(&mut request).await? > 0 {}
    Ok(())
}

/// Forgets idle clients, and checks if a database that failed works again, once a minute.
pub async fn maintain(service: Shared) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        service.limiters.forget();
        service.pool.forget();
        service.room.forget();
        if service.outages.is_database_down() {
            // The service tells the result itself.
            let _still_down = service.check_database().await;
        }
    }
}

/// The page of counters, on a listener of its own.
pub fn metrics(service: Shared) -> Router {
    let page =
        move || async move { service.metrics.page(&service.pool) + &crate::gauges::page(&service).await };
    Router::new().route("/metrics", axum::routing::get(page))
}

/// The signals to end the process.
#[cfg(unix)]
struct Signals(Vec<tokio::signal::unix::Signal>);

#[cfg(unix)]
impl Signals {
    fn new() -> Signals {
        use tokio::signal::unix::{SignalKind, signal};
        Signals([SignalKind::interrupt(), SignalKind::terminate()].into_iter().flat_map(signal).collect())
    }

    /// Waits for the next signal. One that comes between two waits counts for the second.
    async fn next(&mut self) {
        std::future::poll_fn(|context| {
            match self.0.iter_mut().any(|own| own.poll_recv(context).is_ready()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
    }
}

/// The signals to end the process.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Signals {
        Signals
    }

    /// Waits for the next signal.
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}

/// Waits for two signals to end the process, and notifies `first` of the first one. It listens all the time,
/// so that the second one is not lost however soon it comes.
pub async fn two_signals(first: &Notify) {
    let mut signals = Signals::new();
    signals.next().await;
    first.notify_one();
    signals.next().await;
}
