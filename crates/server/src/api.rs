//! The answers over HTTP: JSON under `/v1`.

mod answer;
mod boards;
mod claim;
mod kind;
mod listings;
mod operator;
mod player;
mod reports;
mod scores;
mod sessions;
mod words;

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{header, HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::Mutex;
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::TimeoutLayer;

pub use answer::{Failure, Reason};
pub use words::{Answered, REQUEST_ID};

use listings::Listings;

use crate::config::Config;
use crate::daily::now;
use crate::limit::{client, is_behind_proxy, Limiters};
use crate::log::Log;
use crate::metrics::Metrics;
use crate::modes::{Modes, Named};
use crate::names::mark;
use crate::outage::Outages;
use crate::pool::Pool;
use crate::quota::Room;
use crate::source::Source;
use crate::store::{Error, Score, Store};
use crate::verify::ENGINE;
use crate::writer::Writer;

/// Bytes that a request may have.
pub const MOST_BYTES: usize = 64 << 10;

/// Time that a request may take, with all that it waits for.
const MOST_TIME: Duration = Duration::from_secs(30);

/// The description of the API.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// The shared state of all requests.
pub struct Service {
    /// The configuration.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// Bounds for clients.
    pub limiters: Limiters,
    /// Bounds for what games take.
    pub room: Room,
    /// Threads that play.
    pub pool: Pool,
    /// Counters.
    pub metrics: Metrics,
    /// Failures that are not over.
    pub outages: Outages,
    /// The modes that were asked for last.
    pub modes: Arc<Modes>,
    /// Keeps games.
    pub writer: Writer,
    /// Writes lines about requests.
    pub log: Log,
    /// The answers with games of boards that were given last.
    listings: Listings,
    /// The list of boards, and when it was made.
    boards: Mutex<Option<(Instant, Bytes)>>,
    /// The time and the result of the last try to write to the database.
    written: Mutex<Option<(Instant, Result<(), Error>)>>,
    /// The secret that makes the seeds of coming days unknown.
    secret: String,
}

/// The service, as all answers share it.
pub type Shared = Arc<Service>;

impl Service {
    /// A service over a database.
    ///
    /// # Errors
    /// The database fails.
    pub async fn new(config: Config, store: Store) -> Result<Shared, Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if config.threads == 0 { cores } else { config.threads };
        let secret = store.daily_secret().await?;
        let modes = Arc::new(Modes::new(config.limits()));
        crate::upgrade::complete(&store, &modes).await?;
        let room = Room::new(&config);
        let (limiters, pool) = (Limiters::new(&config), Pool::new(threads, config.queue));
        Ok(Arc::new(Service {
            modes,
            writer: Writer::start(store.clone()),
            config,
            store,
            limiters,
            pool,
            metrics: Metrics::default(),
            outages: Outages::default(),
            room,
            log: Log::default(),
            listings: Listings::default(),
            boards: Mutex::default(),
            written: Mutex::default(),
            secret,
        }))
    }
}

impl Service {
    /// Counts a submission of a client, or sends the client away.
    fn submission(&self, client: &Client) -> Result<(), Failure> {
        self.limiters.submission(client.0).map_err(|wait| {
            Metrics::add(&self.metrics.limited);
            Failure::TooOften(wait)
        })
    }

    /// Counts the moves of a ranked game that a client sends, or sends the client away.
    fn checkpoint(&self, client: &Client) -> Result<(), Failure> {
        self.limiters.checkpoint(client.0).map_err(|wait| {
            Metrics::add(&self.metrics.limited);
            Failure::TooOften(wait)
        })
    }

    /// Does a piece of work on the pool.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        Ok(self.pool.run(work).await.inspect_err(|_| Metrics::add(&self.metrics.busy))?)
    }

    /// The marks of the players of some games, in their order: none where no other player has a
    /// name that looks or reads like theirs.
    async fn marks(&self, scores: &[Score]) -> Result<Vec<Option<String>>, Error> {
        let shared = self.store.sharing_names(scores).await?;
        let mark = |score: &Score| shared.contains(&score.id).then(|| mark(&self.secret, &score.token));
        Ok(scores.iter().map(mark).collect())
    }

    /// The mode of a source.
    async fn named(&self, source: Source) -> Result<Arc<Named>, Failure> {
        let modes = Arc::clone(&self.modes);
        Ok(self.work(move || modes.named(&source)).await??)
    }
}

/// Limits a warning to one: that all clients of a proxy share a limit.
static UNTRUSTED: Once = Once::new();
const BEHIND_PROXY: &str =
    "requests seem to come through a proxy, and trusted_hops is 0: all its clients are \
    limited as if they were one; if the proxy is yours, set trusted_hops to 1";

/// The address that a request is counted under.
pub struct Client(IpAddr);

impl FromRequestParts<Shared> for Client {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, service: &Shared) -> Result<Client, Failure> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
        let peer = peer.unwrap_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)));
        let hops = service.config.trusted_hops;
        if hops == 0 && is_behind_proxy(peer, &parts.headers) {
            UNTRUSTED.call_once(|| tracing::warn!("{BEHIND_PROXY}"));
        }
        Ok(Client(client(peer, &parts.headers, hops)))
    }
}

/// The name of a game or a board in an address.
pub struct Id(String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Failure> {
        let Path(id) = Path::<String>::from_request_parts(parts, state).await?;
        Ok(Id(id))
    }
}

/// The bearer token of a request, hashed, as it is kept; none if the request has no header of this
/// scheme.
///
/// # Errors
/// The header has the scheme and no token: its sender is not taken for a new player.
fn bearer(headers: &HeaderMap) -> Result<Option<String>, Failure> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let value = value.as_bytes().trim_ascii();
    let end = value.iter().position(u8::is_ascii_whitespace).unwrap_or(value.len());
    let (scheme, token) = value.split_at(end);
    if !scheme.eq_ignore_ascii_case(b"bearer") {
        return Ok(None);
    }
    match token.trim_ascii() {
        [] => Err(Failure::WrongToken("the header Authorization has no token; write Bearer TOKEN")),
        token => Ok(Some(crate::token::sha256(token))),
    }
}

/// Counts requests, and sends away clients that ask too often.
async fn count(State(service): State<Shared>, client: Client, request: Request, next: Next) -> Response {
    Metrics::add(&service.metrics.requests);
    let allowed = service.limiters.request(client.0);
    answered(&service, allowed, request, next).await
}

/// Counts requests for files of the site by themselves: a page has many.
async fn count_files(
    State(service): State<Shared>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    let allowed = service.limiters.file(client.0);
    answered(&service, allowed, request, next).await
}

async fn answered(service: &Shared, allowed: Result<(), Duration>, request: Request, next: Next) -> Response {
    if let Err(wait) = allowed {
        Metrics::add(&service.metrics.limited);
        return Failure::TooOften(wait).into_response();
    }
    // The places where games are handed in know which board changes.
    let knows = ["/v1/scores", "/v1/sessions"].contains(&request.uri().path());
    let changes_any = !request.method().is_safe() && !knows;
    let mut response = next.run(request).await;
    service.note(&response);
    if changes_any {
        service.listings.forget_all();
    }
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

impl Service {
    /// Tries a write to the database.
    ///
    /// # Errors
    /// It does not.
    pub async fn check_database(&self) -> Result<(), Error> {
        // A write waits for the disk, and a failure for locks: one does it for all who ask within
        // a second.
        let mut written = self.written.lock().await;
        if let Some((at, result)) = &*written {
            if at.elapsed() < Duration::from_secs(1) {
                return result.clone();
            }
        }
        let result = self.store.ping(now()).await;
        match &result {
            Ok(()) => self.outages.database_works(),
            Err(error) => self.outages.database(error),
        }
        *written = Some((Instant::now(), result.clone()));
        result
    }

    /// Notes in log and counters why an answer failed.
    fn note(&self, response: &Response) {
        match response.extensions().get::<Reason>() {
            Some(Reason::Database(error)) => {
                Metrics::add(&self.metrics.unavailable);
                self.outages.database(error);
            }
            Some(Reason::Other(message)) => self.outages.other(message),
            None => {}
        }
        if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            Metrics::add(&self.metrics.failed);
        }
    }
}

async fn ready(State(service): State<Shared>) -> Result<Response, Failure> {
    service.check_database().await?;
    Ok(Json(json!({ "ready": true, "engine": ENGINE })).into_response())
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// Allows requests from pages of any address: a request carries all that is known of its
/// sender.
fn open_to_all() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::CONTENT_TYPE,
            header::AUTHORIZATION,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
        ])
        .expose_headers([header::ETAG, header::RETRY_AFTER, REQUEST_ID])
}

async fn nothing() -> Failure {
    Failure::NotFound("this address does not exist")
}

/// All answers of a service.
pub fn router(service: Shared) -> Router {
    let api = Router::new()
        .route("/v1/scores", post(scores::submit))
        .route("/v1/scores/{id}", get(scores::show).patch(scores::rename).delete(scores::erase))
        .route("/v1/scores/{id}/board.svg", get(scores::picture))
        .route("/v1/boards", get(boards::list))
        .route("/v1/boards/{id}", get(boards::board))
        .route("/v1/boards/{id}/scores", get(boards::listing))
        .route("/v1/sessions", post(sessions::start))
        .route("/v1/sessions/moves", post(sessions::checkpoint))
        .route("/v1/daily", get(sessions::daily))
        .route("/v1/daily/calendar", get(sessions::calendar))
        .route("/v1/profile", get(player::profile))
        .route("/v1/player", get(player::show).patch(player::rename).delete(player::erase))
        .route("/v1/player/export", get(player::export))
        .route("/v1/player/recovery", post(player::make_recovery).delete(player::remove_recovery))
        .route("/v1/player/recover", post(player::recover))
        .route("/v1/scores/{id}/reports", post(reports::send))
        .route("/v1/operator/reports", get(operator::reports))
        .route("/v1/operator/recent", get(operator::recent))
        .route("/v1/operator/audit", get(operator::audit))
        .route("/v1/operator/actions", post(operator::act))
        .route("/operator", get(operator::page))
        .route("/operator.js", get(operator::script))
        .route("/readyz", get(ready))
        .route("/openapi.json", get(openapi))
        .layer(middleware::from_fn_with_state(Arc::clone(&service), count))
        .route("/healthz", get(|| async { Json(json!({ "alive": true })) }));
    let site = service.config.site.clone();
    let files = match site.as_os_str().is_empty() {
        true => Router::new().fallback(nothing),
        false => crate::site::files(site),
    };
    let files = files.layer(middleware::from_fn_with_state(Arc::clone(&service), count_files));
    api.merge(files)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, MOST_TIME))
        .layer(middleware::from_fn_with_state(Arc::clone(&service), words::add))
        .layer(open_to_all())
        .with_state(service)
}
