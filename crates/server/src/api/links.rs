//! Short links to the site: `POST /v1/links` keeps one, `/s/{id}` opens it.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::{Client, Failure, Id, Shared};
use crate::daily::now;
use crate::link::check;

/// Bytes of a link that is sent in a header: proxies have little room for these. A longer one is sent
/// as a page that leads on.
const MOST_HEADER: usize = 1_500;

/// The answer where there is no site to open.
const NO_SITE: &str = "this service has no site, to which links would lead";

/// A link as a client sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    link: String,
}

/// `POST /v1/links`
pub async fn keep(
    State(service): State<Shared>,
    client: Client,
    sent: Result<Json<Sent>, JsonRejection>,
) -> Result<Response, Failure> {
    if service.config.site.as_os_str().is_empty() {
        return Err(Failure::NotFound(NO_SITE));
    }
    service.submission(&client)?;
    let Json(Sent { link }) = sent?;
    check(&link)?;
    let now = now();
    if let Some(key) = service.store.key_of_link(&link, now).await? {
        return Ok((StatusCode::OK, answer(&key)).into_response());
    }
    let room = service.room.take_link(&service.store, client.0, link.len());
    let taken = room.await.map_err(|reason| service.no_room(reason))?;
    match service.store.keep_link(&link, now).await {
        Ok(key) => Ok((StatusCode::CREATED, answer(&key)).into_response()),
        Err(error) => {
            service.room.give_back(taken);
            Err(error.into())
        }
    }
}

fn answer(key: &str) -> Response {
    Json(json!({ "key": key, "path": format!("s/{key}") })).into_response()
}

/// `GET /s/{id}`
pub async fn open(State(service): State<Shared>, Id(key): Id) -> Result<Response, Failure> {
    let found = service.store.link(&key).await?;
    let link = found.ok_or(Failure::NotFound("there is no link of this name"))?;
    // The site may lie in a folder of its host.
    let address = format!("../{link}");
    let location = HeaderValue::from_str(&address).ok().filter(|_| address.len() <= MOST_HEADER);
    let mut response = match location {
        Some(location) => (StatusCode::FOUND, [(header::LOCATION, location)]).into_response(),
        None => axum::response::Html(page(&address)).into_response(),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    Ok(response)
}

/// A page that leads to an address, without words: it is gone before they could be read.
fn page(address: &str) -> String {
    let address = polymerge::calc::html::escape(address);
    format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Polymerge</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\">\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_stays_within_its_quotes() {
        let page = page("../#/play/\"><script>&amp;");
        assert!(page.ends_with("content=\"0;url=../#/play/&quot;&gt;&lt;script&gt;&amp;amp;\">\n"), "{page}");
    }
}
