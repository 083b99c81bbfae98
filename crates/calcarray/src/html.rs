//! Texts within HTML and XML.

/// Returns a text as it stands within an element, or an attribute in quotes of either kind.
///
/// ```
/// use calcarray::html::escape;
/// assert_eq!(escape("<i title='\"'>&"), "&lt;i title=&#39;&quot;&#39;&gt;&amp;");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
