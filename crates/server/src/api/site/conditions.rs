//! The conditions of a request for a file, by the tag of its content (RFC 9110).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The unit of the parts that are sent; with any other the whole file is.
const UNIT: &[u8] = b"bytes=";

/// The result of the conditions.
#[derive(Debug, PartialEq, Eq)]
pub enum Conditions {
    /// The client wants another file than this.
    Failed,
    /// The client has the file.
    Known,
    /// The file is sent, or the part that is asked for. Conditions by time are left to the library.
    Send,
}

impl Conditions {
    /// Evaluates the conditions by a tag, and takes them out of the headers of the request. `head` are
    /// those of the file.
    pub fn take(asked: &mut HeaderMap, tag: &str, head: &HeaderMap) -> Conditions {
        // A condition by time counts only without one by tag.
        if let Some(is_wanted) = names(asked, header::IF_MATCH, |one| one == tag) {
            asked.remove(header::IF_MATCH);
            asked.remove(header::IF_UNMODIFIED_SINCE);
            if !is_wanted {
                return Conditions::Failed;
            }
        }
        let is_known = |one: &str| one.strip_prefix("W/").unwrap_or(one) == tag;
        if let Some(is_known) = names(asked, header::IF_NONE_MATCH, is_known) {
            asked.remove(header::IF_NONE_MATCH);
            asked.remove(header::IF_MODIFIED_SINCE);
            if is_known {
                return Conditions::Known;
            }
        }
        let of_this = asked
            .remove(header::IF_RANGE)
            .is_none_or(|of| of.as_bytes() == tag.as_bytes() || Some(&of) == head.get(header::LAST_MODIFIED));
        let is_empty = head.get(header::CONTENT_LENGTH).is_some_and(|length| length == "0");
        let is_sent = |range: &HeaderValue| of_this && !is_empty && range.as_bytes().starts_with(UNIT);
        if !asked.get(header::RANGE).is_some_and(is_sent) {
            asked.remove(header::RANGE);
        }
        Conditions::Send
    }
}

/// Returns true if a header names a tag, or all; none without the header. Other tags may have commas, but
/// no quotes: no piece of them is a tag.
fn names(asked: &HeaderMap, name: HeaderName, is_tag: impl Fn(&str) -> bool) -> Option<bool> {
    let named = asked.get_all(&name).iter().filter_map(|value| value.to_str().ok());
    let found = named.flat_map(|value| value.split(',')).map(str::trim).any(|one| one == "*" || is_tag(one));
    asked.contains_key(name).then_some(found)
}
