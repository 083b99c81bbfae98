//! Short links to the site: `POST /v1/links` keeps one, `/s/{id}` opens it.

use axum::extract::rejection::JsonRejection;
use axum::extract::State;
use axum::http::{header, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use serde::Deserialize;
use serde_json::json;

use super::{Client, Failure, Id, Shared};
use crate::daily::now;
use crate::source::Refused;

/// Bytes that a link may have.
pub const MOST_LINK: usize = 32 << 10;

/// Bytes of a link that is sent in a header: proxies have little room for these. A longer one is sent
/// as a page that leads on.
const MOST_HEADER: usize = 1_500;

/// Links of the site that open the same in every browser.
const VIEWS: [&str; 6] = ["play", "code", "packed", "position", "moves", "race"];

/// Signs in links beside letters and digits.
const SIGNS: &[u8] = b"-_.!~*'()%=+,:;@$/|";

/// The answer where there is no site to open.
const NO_SITE: &str = "this service has no site, to which links would lead";

/// A link as a client sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    link: String,
}

/// Refuses a link that is none of the site.
fn check(link: &str) -> Result<(), Refused> {
    let wrong = |message: String| Refused::new("bad-link", message);
    if link.len() > MOST_LINK {
        return Err(wrong(format!("a link that is kept has at most {MOST_LINK} bytes")));
    }
    let (view, rest) = link.strip_prefix("#/").and_then(|path| path.split_once('/')).unwrap_or_default();
    if !VIEWS.contains(&view) || rest.is_empty() {
        let views = VIEWS.map(|view| format!("#/{view}/")).join(", ");
        return Err(wrong(format!("links that are kept begin with one of {views}, and go on")));
    }
    match rest.bytes().find(|byte| !byte.is_ascii_alphanumeric() && !SIGNS.contains(byte)) {
        None => Ok(()),
        Some(_) => Err(wrong("a link has letters, digits and signs of addresses alone".to_owned())),
    }
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
    if let Some(key) = service.store.key_of_link(&link).await? {
        return Ok((StatusCode::OK, answer(&key)).into_response());
    }
    let room = service.room.take_bytes(&service.store, client.0, link.len());
    let taken = room.await.map_err(|reason| service.no_room(reason))?;
    match service.store.keep_link(&link, now()).await {
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

/// A page that leads to an address, which has no signs with a meaning in HTML.
fn page(address: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Polymerge</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\">\
         <p><a href=\"{address}\">Play</a></p></html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_of_the_site_are_kept() {
        let long = |letters: usize| format!("#/packed/{}", "a".repeat(letters));
        for (link, is_kept) in [
            ("#/play/050-dive".to_owned(), true),
            ("#/moves/classic/7/3/=abc=LUR".to_owned(), true),
            ("#/packed/eJx-_=.~%20".to_owned(), true),
            (long(MOST_LINK - "#/packed/".len()), true),
            (long(MOST_LINK - "#/packed/".len() + 1), false),
            ("#/play/".to_owned(), false),
            ("#/games".to_owned(), false),
            ("#/game/abc".to_owned(), false),
            ("https://elsewhere.example/#/play/dive".to_owned(), false),
            ("//elsewhere.example".to_owned(), false),
            ("javascript:alert(1)".to_owned(), false),
            ("#/play/\"><script>".to_owned(), false),
            ("#/play/a b".to_owned(), false),
            ("#/play/a\r\nSet-Cookie: x".to_owned(), false),
            ("#/play/ä".to_owned(), false),
            (String::new(), false),
        ] {
            assert_eq!(check(&link).is_ok(), is_kept, "{link:?}");
        }
    }
}
