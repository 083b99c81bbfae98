//! Words of text expressions (docs/spec/display.md, "Text expressions").

use super::{Group, Keyword};

/// The first words of lists that are texts. Several may follow one another; the rest of the list
/// are the parts of the text.
pub const TEXTS: Group = Group {
    title: "Texts",
    note: "Texts of tiles, boxes and rules are a text, an expression, or a list. A list begins with \
           one of these words; then come the parts of the text, each again a text. Examples are such \
           texts, and what they are in HTML.",
    keywords: ROWS,
};

const ROWS: &[Keyword] = &[
    keyword!("@TextE", "",
        "The parts one after the other.", r##"["@TextE","2",["@Superscript","5"]," = ",[2,"^",5]]"## => "2<sup>5</sup> = 32"),
    keyword!("@Bold", "", "In bold letters.", r##"["@Bold","a"]"## => "<b>a</b>"),
    keyword!("@Italic", "", "In italics.", r##"["@Italic","a"]"## => "<i>a</i>"),
    keyword!("@Superscript", "", "Raised and small.", r##"["@Superscript","a"]"## => "<sup>a</sup>"),
    keyword!("@Subscript", "", "Lowered and small.", r##"["@Subscript","a"]"## => "<sub>a</sub>"),
    keyword!("@UnBold", "",
        "Not in bold letters, inside bold text.",
        r##"["@Bold","a",["@UnBold","b"]]"## => "<b>a<span style='font-weight: normal;'>b</span></b>"),
    keyword!("@UnItalic", "",
        "Upright, inside italic text.",
        r##"["@Italic","a",["@UnItalic","b"]]"## => "<i>a<span style='font-style: normal;'>b</span></i>"),
    keyword!("@Underline", "",
        "With a line below.", r##"["@Underline","a"]"## => "<span style='text-decoration: underline;'>a</span>"),
    keyword!("@Overline", "",
        "With a line above.", r##"["@Overline","a"]"## => "<span style='text-decoration: overline;'>a</span>"),
    keyword!("@Strikethrough", "",
        "Struck through.", r##"["@Strikethrough","a"]"## => "<span style='text-decoration: line-through;'>a</span>"),
    keyword!("@NoLine", "",
        "Without a line.", r##"["@NoLine","a"]"## => "<span style='text-decoration: none;'>a</span>"),
    keyword!("@TextColor", "colour",
        "In this colour.", r##"["@TextColor","#f00","a"]"## => "<span style='color: #f00;'>a</span>"),
    keyword!("@TextShadow", "right down blur colour",
        "With a shadow: how far to the right and down it lies and how blurred it is, in pixels.",
        r##"["@TextShadow",1,1,2,"#f00","a"]"## => "<span style='text-shadow: 1px 1px 2px #f00;'>a</span>"),
    keyword!("@ComposeTE", "",
        "The rest is an expression; the text that it gives is read as HTML with `b`, `i`, `sub`, `sup`.",
        r##"["@ComposeTE","<b>","str_concat",5,"str_concat","</b>"]"## => "<b>5</b>"),
];
