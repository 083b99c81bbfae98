//! Takes connections, with bounds for slow ones, until it is stopped.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Once};
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::Request;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::api::Shared;
use crate::limit::Connections;

/// Time that a client has to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// Bytes that the head of a request may have.
const MOST_HEAD: usize = 16 << 10;

/// Connections at once; more wait.
const CONNECTIONS: usize = 1024;

/// Time that requests have to end when the service stops.
const GRACE: Duration = Duration::from_secs(20);

/// Time in which connections end that have no request.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Limits a warning to one: that the system gives no connections.
static REFUSED: Once = Once::new();

/// Answers on a listener until `stop` is ready; what has begun is then finished.
///
/// A client that holds `most` connections gets no other one.
pub async fn serve(listener: TcpListener, router: Router, most: usize, stop: impl Future<Output = ()>) {
    let connections = Connections::default();
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(MOST_HEAD);
    tokio::pin!(stop);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
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
        let Some(own) = connections.enter(peer.ip(), most) else { continue };
        let router = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            request.map(axum::body::Body::new)
        });
        let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _held = (place, own);
            // A client that breaks off is no event.
            let _ended = connection.await;
        });
    }
    drop(listener);
    let ended = graceful.shutdown();
    tokio::pin!(ended);
    // Connections without a request end at once.
    if tokio::time::timeout(AT_ONCE, &mut ended).await.is_err() {
        let open = CONNECTIONS - places.available_permits();
        let s = if open == 1 { "" } else { "s" };
        tracing::info!("stopping, waits for {open} request{s}, {} seconds at most", GRACE.as_secs());
        let _in_time = tokio::time::timeout(GRACE, ended).await;
    }
}

/// Forgets idle clients, and checks if a database that failed works again, once a minute.
pub async fn maintain(service: Shared) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        service.limiters.forget();
        service.room.forget();
        if service.outages.is_database_down() {
            // The service tells the result itself.
            let _still_down = service.check_database().await;
        }
    }
}

/// The page of counters, on a listener of its own.
pub fn metrics(service: Shared) -> Router {
    Router::new().route(
        "/metrics",
        axum::routing::get(
            move || async move { service.metrics.page() + &crate::gauges::page(&service).await },
        ),
    )
}

/// Waits for a signal to end the process.
pub async fn end_signal() {
    let interrupt = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Waits for a second signal to end the process.
pub async fn second_signal() {
    end_signal().await;
    end_signal().await;
}
