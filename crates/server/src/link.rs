//! Links to the site that may be kept: those that it makes, and that open the same in every browser.

use crate::source::Refused;

/// Bytes that a link may have.
pub const MOST_LINK: usize = 32 << 10;

/// Links of the site that open the same in every browser.
const VIEWS: [&str; 6] = ["play", "code", "packed", "position", "moves", "race"];

/// Signs in links beside letters and digits.
const SIGNS: &[u8] = b"-_.!~*'()%=+,:;@$/|";

/// Refuses a link that is none of the site.
///
/// # Errors
/// The link is too long, leads elsewhere, or has signs that addresses don't have.
pub fn check(link: &str) -> Result<(), Refused> {
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
