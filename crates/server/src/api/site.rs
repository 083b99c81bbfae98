//! The files of the site: those of its folder, and no others.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{header, HeaderValue};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::Router;
use percent_encoding::percent_decode_str;
use tower_http::services::ServeDir;

use super::Failure;

/// Bytes of a name that file systems take.
const MOST_NAME: usize = 255;

/// The folder with a dot that is meant for all (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// Answers with the files of a folder.
pub fn files<S: Clone + Send + Sync + 'static>(folder: PathBuf) -> Router<S> {
    let files = Router::new().fallback_service(ServeDir::new(&folder));
    files.layer(middleware::from_fn_with_state(Arc::new(folder), guard))
}

/// Lets requests pass for files that anybody may see.
async fn guard(State(folder): State<Arc<PathBuf>>, request: Request, next: Next) -> Response {
    if !is_public(&folder, request.uri().path()).await {
        return Failure::NotFound("the site has no such file").into_response();
    }
    let mut response = next.run(request).await;
    // Pages elsewhere can't show the site in a frame and lead clicks to it.
    let headers = response.headers_mut();
    headers.append(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'self'"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    response
}

/// Returns true if an address is that of a file or folder in a folder, which is not hidden, also
/// where links lead.
async fn is_public(folder: &Path, address: &str) -> bool {
    let Ok(path) = percent_decode_str(address).decode_utf8() else { return false };
    let names = || path.split('/').filter(|name| !name.is_empty());
    if path.contains('\0') || names().any(|name| is_hidden(name) || name.len() > MOST_NAME) {
        return false;
    }
    let mut file = folder.to_owned();
    file.extend(names());
    let Ok(folder) = tokio::fs::canonicalize(folder).await else { return false };
    let Ok(found) = tokio::fs::canonicalize(&file).await else { return false };
    // A folder stands for the file of this name in it.
    let index = tokio::fs::canonicalize(file.join("index.html")).await.ok();
    let is_inside = |file: &PathBuf| {
        let inside = file.strip_prefix(&folder).ok().map(|inside| inside.components().all(is_shown));
        inside.unwrap_or(false)
    };
    is_inside(&found) && index.as_ref().is_none_or(is_inside)
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
