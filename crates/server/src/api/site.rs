//! The files of the site: those of its folder, and no others. Where a file lies beside itself
//! compressed, that one is sent to those who take it.

mod conditions;
mod tags;

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::Failure;
use conditions::Conditions;
use tags::{Stamp, Tags};

/// Bytes of a name that file systems take.
const MOST_NAME: usize = 255;

/// The folder with a dot that is meant for all (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// The file that stands for its folder.
const INDEX: &str = "index.html";

/// The ends of the names of compressed files, and their names in headers.
const COMPRESSED: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];

/// The list of the files whose names change with their content. The build of the site writes it.
const IMMUTABLE: &str = "immutable.txt";

/// Bytes that this list may have.
const MOST_LIST: u64 = 1 << 20;

/// For files that are another file when they change: they need not be asked for again.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// For all others: they are asked for by their tag.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// A folder of files.
struct Site {
    folder: PathBuf,
    files: ServeDir,
    tags: Tags,
    /// The names in the list of files that don't change, and the stamp of the list.
    immutable: Mutex<Option<(Stamp, Arc<HashSet<String>>)>>,
}

/// A file that anybody may see.
struct Found {
    /// Its name in the folder, with slashes.
    name: String,
    /// Its place.
    file: PathBuf,
}

/// Answers with the files of a folder.
pub fn files<S: Clone + Send + Sync + 'static>(folder: PathBuf) -> Router<S> {
    let files = ServeDir::new(&folder).precompressed_br().precompressed_gzip();
    let files = files.ignore_multi_range_requests(true);
    let site = Site { folder, files, tags: Tags::default(), immutable: Mutex::default() };
    Router::new().fallback(answer).with_state(Arc::new(site))
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let Some(found) = find(&site.folder, request.uri().path()).await else {
        return once(Failure::NotFound("the site has no such file").into_response());
    };
    let mut response = site.send(&found, request).await;
    // Pages elsewhere can't show the site in a frame and lead clicks to it.
    let headers = response.headers_mut();
    headers.append(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'self'"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    response
}

impl Site {
    /// Sends a file, or says that the client has it.
    async fn send(&self, found: &Found, mut request: Request) -> Response {
        let head = self.serve(head_of(&request)).await;
        if head.status() != StatusCode::OK {
            return once(self.serve(request).await);
        }
        let file = compressed(&found.file, head.headers());
        let (stamp, tag) = match self.tags.of(&file).await {
            Some((stamp, tag)) => (Some(stamp), Some(tag)),
            None => (Stamp::of(&file).await, None),
        };
        let whole = whole_of(&request);
        let mut response = match &tag {
            Some(tag) => self.under_conditions(request, tag, head.headers()).await,
            None => {
                // The library does not compare the file of which a part is asked for.
                if request.headers().contains_key(header::IF_RANGE) {
                    request.headers_mut().remove(header::RANGE);
                }
                self.serve(request).await
            }
        };
        let encoding = |headers: &HeaderMap| headers.get(header::CONTENT_ENCODING).cloned();
        let is_body = matches!(response.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT);
        let is_same = stamp.is_some()
            && Stamp::of(&file).await == stamp
            && (!is_body || encoding(response.headers()) == encoding(head.headers()));
        // A part of a file that has just been replaced does not fit those that the client has.
        if !is_same && response.status() == StatusCode::PARTIAL_CONTENT {
            response = self.serve(whole).await;
        }
        let status = response.status();
        if !matches!(status, StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED) {
            return once(response);
        }
        let headers = response.headers_mut();
        // A file that has just been replaced has another tag.
        match tag.filter(|_| is_same).map(|tag| HeaderValue::from_str(&tag)) {
            Some(Ok(tag)) => _ = headers.insert(header::ETAG, tag),
            _ if is_same => {}
            _ => _ = headers.remove(header::ETAG),
        }
        if !headers.contains_key(header::VARY) {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        let is_immutable = is_same && self.immutable().await.contains(&found.name);
        headers.insert(header::CACHE_CONTROL, if is_immutable { FOR_EVER } else { ASK });
        name_charset(headers);
        response
    }

    /// Answers to the conditions of a request for a file with a tag.
    async fn under_conditions(&self, mut request: Request, tag: &str, head: &HeaderMap) -> Response {
        match Conditions::take(request.headers_mut(), tag, head) {
            Conditions::Failed => StatusCode::PRECONDITION_FAILED.into_response(),
            Conditions::Known => StatusCode::NOT_MODIFIED.into_response(),
            Conditions::Send => {
                // Parts are of a body.
                if request.method() == Method::HEAD {
                    request.headers_mut().remove(header::RANGE);
                }
                self.serve(request).await
            }
        }
    }

    async fn serve(&self, request: Request) -> Response {
        match self.files.clone().oneshot(request).await {
            Ok(response) => response.into_response(),
            Err(never) => match never {},
        }
    }

    /// The names of the files that don't change.
    async fn immutable(&self) -> Arc<HashSet<String>> {
        let list = self.folder.join(IMMUTABLE);
        let Some(stamp) = Stamp::of(&list).await.filter(|stamp| stamp.length <= MOST_LIST) else {
            return Arc::default();
        };
        let kept = || self.immutable.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, names)) = &*kept()
            && *at == stamp
        {
            return Arc::clone(names);
        }
        // A list that can't be read now is read again with the next file.
        let Ok(text) = tokio::fs::read_to_string(&list).await else { return Arc::default() };
        let names: Arc<HashSet<String>> = Arc::new(text.lines().map(str::to_owned).collect());
        *kept() = Some((stamp, Arc::clone(&names)));
        names
    }
}

/// The request for the head of a file alone, without conditions.
fn head_of(request: &Request) -> Request {
    let mut head = whole_of(request);
    if head.method() == Method::GET {
        *head.method_mut() = Method::HEAD;
    }
    head
}

/// The request for a whole file, without conditions.
fn whole_of(request: &Request) -> Request {
    let mut whole = Request::new(Body::empty());
    *whole.method_mut() = request.method().clone();
    *whole.uri_mut() = request.uri().clone();
    for value in request.headers().get_all(header::ACCEPT_ENCODING) {
        whole.headers_mut().append(header::ACCEPT_ENCODING, value.clone());
    }
    whole
}

/// Marks an answer that is no file: another request may have another answer.
fn once(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.remove(header::ETAG);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The file that is sent in place of another one, as its headers name it.
fn compressed(file: &Path, headers: &HeaderMap) -> PathBuf {
    let encoding = headers.get(header::CONTENT_ENCODING).map(HeaderValue::as_bytes);
    let end = COMPRESSED.iter().find(|(_, name)| encoding == Some(name.as_bytes()));
    end.map_or_else(|| file.to_owned(), |(end, _)| with_end(file, end))
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Says of texts that they are UTF-8.
fn name_charset(headers: &mut HeaderMap) {
    let Some(Ok(kind)) = headers.get(header::CONTENT_TYPE).map(HeaderValue::to_str) else { return };
    if kind.starts_with("text/")
        && !kind.contains("charset")
        && let Ok(kind) = HeaderValue::from_str(&format!("{kind}; charset=utf-8"))
    {
        headers.insert(header::CONTENT_TYPE, kind);
    }
}

/// Finds the file of an address, unless it is hidden, also where links lead.
async fn find(folder: &Path, address: &str) -> Option<Found> {
    let path = percent_decode_str(address).decode_utf8().ok()?;
    // The address of a folder is completed with a slash: browsers would go to another host for this one.
    if path.starts_with("//") {
        return None;
    }
    let names = || path.split('/').filter(|name| !name.is_empty());
    if path.contains('\0') || names().any(|name| is_hidden(name) || name.len() > MOST_NAME) {
        return None;
    }
    let mut file = folder.to_owned();
    file.extend(names());
    let mut name = names().collect::<Vec<_>>().join("/");
    let real = tokio::fs::canonicalize(folder).await.ok()?;
    let is_inside =
        |file: &Path| file.strip_prefix(&real).is_ok_and(|inside| inside.components().all(is_shown));
    if !is_inside(&tokio::fs::canonicalize(&file).await.ok()?) {
        return None;
    }
    // A folder stands for the file of this name in it.
    if tokio::fs::metadata(&file).await.ok()?.is_dir() {
        file.push(INDEX);
        let start = if name.is_empty() { "" } else { "/" };
        name = format!("{name}{start}{INDEX}");
        match tokio::fs::canonicalize(&file).await {
            Ok(index) if !is_inside(&index) => return None,
            _ => {}
        }
    }
    for (end, _) in COMPRESSED {
        // A compressed file is a form of the one beside it, and no file of its own.
        if let Some(whole) = file.to_str().and_then(|file| file.strip_suffix(end))
            && tokio::fs::try_exists(whole).await.unwrap_or(false)
        {
            return None;
        }
        match tokio::fs::canonicalize(with_end(&file, end)).await {
            Ok(beside) if !is_inside(&beside) => return None,
            _ => {}
        }
    }
    Some(Found { name, file })
}

/// Returns true if what a link leads to may be seen. Kubernetes mounts a folder as links to one with a
/// name like `..2026_11_29`, which nothing else has.
fn is_shown(part: Component<'_>) -> bool {
    let Component::Normal(name) = part else { return false };
    name.to_str().is_some_and(|name| !is_hidden(name) || name.starts_with(".."))
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != WELL_KNOWN
}
