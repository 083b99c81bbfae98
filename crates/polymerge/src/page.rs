//! Pages of a single mode: a web page that carries an engine, and a mode put into it.
//!
//! The page is built with the site (`docs/site.md`). All that is done here is to put a mode
//! into it, and to read it out of there again.

use calcarray::html::escape;

use crate::error::{Error, ErrorKind};
use crate::mode::Mode;

/// The start of the element that carries the mode.
const BEGIN: &str = r#"<script type="application/json" id="mode">"#;
const END: &str = "</script>";
/// The title of the page without a mode, to be replaced by the title and the description of the
/// mode.
const TITLE: &str = "<title>Polymerge</title>";
const ABOUT: &str = r#"content="A variant of 2048.""#;

impl Mode {
    /// A page that plays this mode: `page` is the one that is built with the site, without a
    /// mode. It has the mode's own file, if that stands alone, with its comments.
    ///
    /// # Errors
    /// The text is no such page. The mode can't be written as a file ([`Mode::to_file`]).
    ///
    /// ```
    /// use polymerge::{open, page, Limits, Mode, Opened};
    ///
    /// # let empty = r#"<title>Polymerge</title><script type="application/json" id="mode">null</script>"#;
    /// let page = Mode::built_in("dive")?.to_page(empty)?;
    /// assert!(page.contains("<title>DIVE</title>"));
    /// assert!(page::mode_in(&page).is_some());
    /// let Opened::Mode(mode) = open(&page, &Limits::strict())? else { panic!("there is a mode in it") };
    /// assert_eq!(mode.digest()?, Mode::built_in("dive")?.digest()?);
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn to_page(&self, page: &str) -> Result<String, Error> {
        let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
            let (mode, after) = rest.split_once(END)?;
            (mode.trim() == "null").then_some((before, after))
        });
        let Some((before, after)) = parts else {
            let message = "this is no page without a mode, as it is built with the site";
            return Err(Error::new(ErrorKind::Input, "no-page", message));
        };
        let file = match self.text() {
            Some(text) if self.stands_alone() => text.to_owned(),
            _ => self.to_file()?,
        };
        let info = self.info();
        let carried = serde_json::json!({
            "file": file, "title": info.title, "about": info.about, "credits": info.credits,
            "digest": self.digest()?,
        });
        // Nothing in it may end the element that it stands in.
        let carried = carried.to_string().replace('<', "\\u003c");
        let mut head = before.to_owned();
        if !info.title.is_empty() {
            head = head.replacen(TITLE, &format!("<title>{}</title>", escape(&info.title)), 1);
        }
        if !info.about.is_empty() {
            head = head.replacen(ABOUT, &format!("content=\"{}\"", escape(&info.about)), 1);
        }
        Ok([&head, BEGIN, &carried, END, after].concat())
    }
}

/// The mode file in a page of a single mode; `None` if the text is no such page.
pub fn mode_in(page: &str) -> Option<String> {
    // A mode file may speak of pages, too.
    let (_, rest) =
        page.strip_prefix('\u{feff}').unwrap_or(page).trim_start().strip_prefix('<')?.split_once(BEGIN)?;
    let (carried, _) = rest.split_once(END)?;
    let carried: serde_json::Value = serde_json::from_str(carried).ok()?;
    Some(carried.get("file")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::open::{Opened, open};

    const EMPTY: &str = r#"<!doctype html><head><title>Polymerge</title><meta name="description" content="A variant of 2048." /></head><body><script type="application/json" id="mode">null</script><script>x</script></body>"#;

    fn mode(text: &str) -> Mode {
        Mode::from_text(text, &Limits::default()).unwrap()
    }

    #[test]
    fn whatever_a_mode_says_stays_in_its_place() {
        let file = r#"{
            // </script><script>alert(1)</script>
            "title": "</title><b>\"Bold\" & 'co'", "about": "\"><script>alert(2)</script>",
            "spawns": [{ "tile": [1] }], "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
        }"#;
        let page = mode(file).to_page(EMPTY).unwrap();
        assert_eq!(page.matches("<script").count(), EMPTY.matches("<script").count());
        assert!(page.contains("<title>&lt;/title&gt;&lt;b&gt;&quot;Bold&quot; &amp; &#39;co&#39;</title>"));
        assert_eq!(mode_in(&page).as_deref(), Some(file));
        // It is full now.
        assert_eq!(mode(file).to_page(&page).unwrap_err().code(), "no-page");
    }

    #[test]
    fn a_file_that_needs_others_is_written_whole() {
        let wide = mode(r#"{ "extends": "classic.jsonc", "grid": "5x5" }"#);
        let page = wide.to_page(EMPTY).unwrap();
        assert!(!mode_in(&page).unwrap().contains("extends"));
        let Opened::Mode(again) = open(&page, &Limits::strict()).unwrap() else { panic!() };
        assert_eq!(again.digest().unwrap(), wide.digest().unwrap());
        let changed = Mode::built_in("dive").unwrap().with("grid=6x6").unwrap();
        let Opened::Mode(again) = open(&changed.to_page(EMPTY).unwrap(), &Limits::strict()).unwrap() else {
            panic!()
        };
        assert_eq!(again.digest().unwrap(), changed.digest().unwrap());
    }

    #[test]
    fn other_pages_have_no_mode() {
        for text in
            ["", "<!doctype html>", EMPTY, r#"<script type="application/json" id="mode">{"file":7}</script>"#]
        {
            assert_eq!(mode_in(text), None, "{text}");
        }
        // A mode file that speaks of pages is none.
        let comment = format!("// {BEGIN}{{\"file\":\"{{}}\"}}{END}\n{{}}");
        assert_eq!(mode_in(&comment), None);
        assert_eq!(open("<!doctype html><p>", &Limits::strict()).unwrap_err().code(), "not-recognized");
    }
}
