//! The answers over HTTP: JSON under `/v1`.

mod answer;
mod boards;
mod claim;
mod days;
mod kind;
mod links;
mod listings;
mod naming;
mod operator;
mod player;
mod reports;
mod scores;
mod seasons;
mod sessions;
mod site;
mod standings;
mod submit;
mod words;

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, MatchedPath, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::Mutex;
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

pub use answer::{Failure, Reason};
pub use words::REQUEST_ID;

use listings::Listings;
use standings::Standings;

use crate::config::Config;
use crate::counted::Counted;
use crate::daily::now;
use crate::drawn::DrawnNames;
use crate::limit::{Limiters, client, is_behind_proxy};
use crate::log::Log;
use crate::metrics::Metrics;
use crate::modes::{Modes, Named};
use crate::names::mark;
use crate::orders::{self, Orders};
use crate::outage::Outages;
use crate::places::{Held, Places};
use crate::pool::{Busy, Pool, Shares, Work};
use crate::queue::Waiting;
use crate::quota::{NoRoom, Room};
use crate::source::Source;
use crate::store::{Error, Score, Store};
use crate::undrawn::Undrawn;
use crate::verify::ENGINE;
use crate::writer::Writer;

/// Bytes that a request may have.
pub const MOST_BYTES: usize = 64 << 10;

/// Time that a request may take, with all that it waits for.
const MOST_TIME: Duration = Duration::from_secs(30);

/// Time that the body of a request may pause.
const MOST_PAUSE: Duration = Duration::from_secs(5);

/// Files of the site that are being sent at once, and those of them to one client: those who read
/// slowly do not take the places of the API. A page asks for all of its files at once, and proxies
/// pass them on as they come: the others wait.
const FILES: usize = 512;
const FILES_OF_CLIENT: usize = 64;

/// Time that a request for a file waits for its place.
const FILE_WAIT: Duration = Duration::from_secs(20);

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
    pub metrics: Arc<Metrics>,
    /// Files of the site that are being sent.
    files: Places,
    /// Games whose last board can't be drawn.
    undrawn: Undrawn,
    /// Names for players who choose none.
    drawn_names: DrawnNames,
    /// Failures that are not over.
    pub outages: Outages,
    /// The modes that were asked for last.
    pub modes: Arc<Modes>,
    /// Keeps games.
    pub writer: Writer,
    /// Writes lines about requests.
    pub log: Log,
    /// The orders of operators.
    orders: orders::Known,
    /// The answers with games of boards that were given last.
    listings: Listings,
    /// The list of all boards.
    overview: Arc<Counted<Bytes>>,
    /// The standings of seasons that were asked for last.
    standings: Standings,
    /// The time and the result of the last try to write to the database.
    written: Mutex<Option<(Instant, Result<(), Error>)>>,
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
        // It is read where it is needed: an import may bring another one while there are no games.
        let _made = store.daily_secret().await?;
        let modes = Arc::new(Modes::new(config.limits()));
        crate::upgrade::complete(&store, &modes).await?;
        let room = Room::new(&config);
        let shares = Shares {
            threads,
            queue: config.queue,
            of_client: config.queue_per_client,
            percent: config.client_percent,
            burst: Duration::from_secs(config.client_seconds.into()),
        };
        let (limiters, pool) = (Limiters::new(&config), Pool::new(shares));
        let metrics: Arc<Metrics> = Arc::default();
        Ok(Arc::new(Service {
            modes,
            writer: Writer::start(store.clone(), Arc::clone(&metrics)),
            config,
            store,
            limiters,
            pool,
            metrics,
            files: Places::new(FILES, FILES_OF_CLIENT),
            undrawn: Undrawn::default(),
            drawn_names: DrawnNames::default(),
            outages: Outages::default(),
            room,
            log: Log::default(),
            orders: orders::Known::default(),
            listings: Listings::default(),
            overview: Counted::new(boards::TIMES),
            standings: Standings::default(),
            written: Mutex::default(),
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

    /// Does a piece of work of a client on the pool.
    async fn play<W: Work>(&self, client: &Client, work: W) -> Result<W::Output, Failure> {
        Ok(self.pool.play(client.0, work).await.inspect_err(|busy| self.sent_away(*busy))?)
    }

    /// Looks at something by the orders of operators; returns what comes out of it, and the number of
    /// these orders. A refusal may be by older ones, so that it is looked at again by the present ones.
    async fn by_orders<T>(&self, look: impl Fn(&Orders) -> Result<T, Failure>) -> Result<(T, i64), Failure> {
        let known = self.orders.get(&self.store).await?;
        if let Ok(found) = look(&known) {
            return Ok((found, known.number));
        }
        let now = self.orders.renewed(&self.store).await?;
        Ok((look(&now)?, now.number))
    }

    /// Counts a game that there is no room for.
    fn no_room(&self, reason: NoRoom) -> Failure {
        if !matches!(reason, NoRoom::Database(_)) {
            Metrics::add(&self.metrics.no_room);
        }
        reason.into()
    }

    fn sent_away(&self, busy: Busy) {
        match busy {
            Busy::UsedUp(_) => Metrics::add(&self.metrics.used_up),
            Busy::Full => Metrics::add(&self.metrics.busy),
            Busy::Failed => {}
        }
    }

    /// The marks of the players of some games, in their order: none where no other player has a
    /// name that looks or reads like theirs.
    async fn marks(&self, scores: &[Score]) -> Result<Vec<Option<String>>, Error> {
        let shared = self.store.sharing_names(scores).await?;
        if shared.is_empty() {
            return Ok(vec![None; scores.len()]);
        }
        let secret = self.store.daily_secret().await?;
        let mark = |score: &Score| shared.contains(&score.id).then(|| mark(&secret, &score.token));
        Ok(scores.iter().map(mark).collect())
    }

    /// The mode of a source.
    async fn named(&self, client: &Client, source: Source) -> Result<Arc<Named>, Failure> {
        if let Some(known) = self.modes.known(&source) {
            return Ok(known);
        }
        let modes = Arc::clone(&self.modes);
        let named = self.pool.run(client.0, move || modes.named(&source)).await;
        Ok(named.inspect_err(|busy| self.sent_away(*busy))??)
    }
}

/// Limits a warning to one: that all clients of a proxy share a limit.
static UNTRUSTED: Once = Once::new();
const BEHIND_PROXY: &str = "requests seem to come through a proxy, and trusted_hops is 0: all its clients are \
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
    if allowed.is_err() {
        return answered(&service, allowed, request, next).await;
    }
    let Some(place) = service.files.enter(client.0, FILE_WAIT).await else {
        Metrics::add(&service.metrics.limited);
        return Failure::Files.into_response();
    };
    // The place is held until the file is sent.
    answered(&service, allowed, request, next).await.map(|body| Held::body(body, place))
}

/// Counts all answers, those that came too late as well, with the time that they took.
async fn observe(State(service): State<Shared>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("files", MatchedPath::as_str);
    service.metrics.answered(route, response.status().as_u16(), start.elapsed());
    if response.status() == StatusCode::REQUEST_TIMEOUT {
        Metrics::add(&service.metrics.late);
    }
    response
}

async fn answered(service: &Shared, allowed: Result<(), Duration>, request: Request, next: Next) -> Response {
    if let Err(wait) = allowed {
        Metrics::add(&service.metrics.limited);
        return Failure::TooOften(wait).into_response();
    }
    // The places where games are handed in know which board changes; lists show nothing of sessions
    // and links.
    let known = ["/v1/scores", "/v1/sessions", "/v1/sessions/moves", "/v1/links"];
    let knows = known.contains(&request.uri().path());
    let changes_any = !request.method().is_safe() && !knows;
    // A player has another name, or is erased. Other games are seen soon enough.
    let changes_player = [Method::PATCH, Method::DELETE].contains(request.method());
    let mut response = next.run(request).await;
    service.note(&response);
    if changes_any {
        service.listings.forget_all();
    }
    if changes_player && response.status().is_success() {
        service.standings.forget();
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
        if let Some((at, result)) = &*written
            && at.elapsed() < Duration::from_secs(1)
        {
            return result.clone();
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
    if service.pool.is_full() {
        return Err(Failure::Busy);
    }
    let Waiting { fresh, begun, clients } = service.pool.waiting();
    let queue = json!({ "games": fresh + begun, "clients": clients });
    Ok(Json(json!({ "ready": true, "engine": ENGINE, "queue": queue })).into_response())
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
        .route("/v1/scores", post(submit::submit))
        .route("/v1/scores/{id}", get(scores::show).patch(scores::rename).delete(scores::erase))
        .route("/v1/scores/{id}/board.svg", get(scores::picture))
        .route("/v1/boards", get(boards::list))
        .route("/v1/boards/{id}", get(boards::board))
        .route("/v1/boards/{id}/scores", get(boards::listing))
        .route("/v1/sessions", post(sessions::start))
        .route("/v1/sessions/moves", post(sessions::checkpoint))
        .route("/v1/daily", get(days::daily))
        .route("/v1/daily/calendar", get(days::calendar))
        .route("/v1/links", post(links::keep))
        .route("/s/{id}", get(links::open))
        .route("/v1/seasons", get(seasons::list))
        .route("/v1/seasons/{id}", get(seasons::season))
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
        false => site::files(site),
    };
    let files = files.layer(middleware::from_fn_with_state(Arc::clone(&service), count_files));
    bounded(api.merge(files), &service, MOST_TIME)
        .layer(middleware::from_fn_with_state(Arc::clone(&service), words::add))
        .layer(open_to_all())
        .with_state(service)
}

/// Bounds all requests of a router, and counts the answers.
fn bounded(router: Router<Shared>, service: &Shared, most: Duration) -> Router<Shared> {
    router
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(RequestBodyTimeoutLayer::new(MOST_PAUSE))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, most))
        .layer(middleware::from_fn_with_state(Arc::clone(service), observe))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_request_that_takes_too_long_is_counted() {
        let config = Config { database: "sqlite::memory:".to_owned(), ..Config::default() };
        let service =
            Service::new(config.clone(), Store::open(&config.database).await.unwrap()).await.unwrap();
        let path = "/slow";
        let slow = Router::new().route(path, get(|| async { std::future::pending::<()>().await }));
        let router = bounded(slow, &service, Duration::from_millis(20)).with_state(Arc::clone(&service));
        let request = Request::get(path).body(Body::empty()).unwrap();
        let answer = router.oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::REQUEST_TIMEOUT);
        let page = service.metrics.page(&service.pool);
        assert!(page.contains("polymerge_requests_late_total 1\n"), "{page}");
        let line = "polymerge_answer_seconds_count{route=\"/slow\",status=\"408\"} 1\n";
        assert!(page.contains(line), "{page}");
    }
}
