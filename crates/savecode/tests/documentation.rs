//! The tables of `docs/save-codes.md` are those of the code. With `APPROVE=1` they are
//! written again.

use std::path::Path;

use polymerge_savecode::{Kind, Piece, Version, infused, layout};

#[test]
fn the_tables_of_the_page_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/save-codes.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let tables = [
        ("kinds", kinds()),
        ("main", main_table()),
        ("first", first()),
        ("other", other()),
        ("infused", entries()),
    ];
    let mut updated = page.clone();
    for (name, table) in tables {
        let begin = format!("<!-- {name} -->\n");
        let start = updated.find(&begin).unwrap_or_else(|| panic!("no {begin}")) + begin.len();
        let end = start + updated[start..].find("<!-- end -->").unwrap();
        updated.replace_range(start..end, &table);
    }
    approved::compare(path, &updated);
}

fn kinds() -> String {
    let holds = |kind| match kind {
        Kind::Mode => "the start of a mode",
        Kind::Game => "a game in progress",
        Kind::Replay => "a finished game to watch",
        Kind::Custom => "the form of a Custom Mode",
        Kind::Modifiers => "the settings of the modifiers",
        Kind::Infused => "the form of an Infused Mode",
    };
    let line = |kind: Kind| {
        let versions: Vec<&str> = kind.versions().iter().map(|version| version.name()).collect();
        format!("| {kind} | {} | {} |\n", holds(kind), versions.join(", "))
    };
    let lines: String = Kind::ALL.into_iter().map(line).collect();
    format!("| kind | holds | versions |\n|---|---|---|\n{lines}")
}

/// Number of a piece in codes of the present version, if they have it.
fn number(piece: &Piece, kind: Kind) -> String {
    let place = layout(kind, Version::CURRENT).position(|other| std::ptr::eq(other, piece));
    place.map_or(String::new(), |place| (place + 2).to_string())
}

/// Versions that have a piece, for the kinds that do.
fn versions(piece: &Piece) -> String {
    let mut spans: Vec<String> = Vec::new();
    for kind in [Kind::Mode, Kind::Game, Kind::Replay] {
        let Some((since, until)) = piece.versions(kind) else { continue };
        let span = if until == Version::CURRENT { since.to_string() } else { format!("{since} to {until}") };
        // Modes and games agree, and replays began with 2.2.
        if spans.is_empty() || (kind == Kind::Replay && since > Version::V2_2 && !spans.contains(&span)) {
            spans.push(if kind == Kind::Replay { format!("{span} (Replay)") } else { span });
        }
    }
    spans.join(", ")
}

/// Encoding now, and before.
fn encodings(piece: &Piece) -> String {
    let mut names: Vec<&str> = Vec::new();
    for version in Version::ALL.iter().rev() {
        let had = Kind::ALL.into_iter().filter_map(|kind| piece.versions(kind));
        if had.into_iter().any(|(since, until)| since <= *version && *version <= until) {
            let name = piece.encoding(*version).name();
            if names.last() != Some(&name) {
                names.push(name);
            }
        }
    }
    names.join(", before: ")
}

fn main_table() -> String {
    let mut out = "| Mode | Game | Replay | name | encoding | since | if absent | meaning |\n".to_owned();
    out.push_str("|---|---|---|---|---|---|---|---|\n");
    for piece in Piece::all() {
        let kinds = [Kind::Mode, Kind::Game, Kind::Replay];
        let later = |kind| piece.versions(kind).is_some_and(|(_, until)| until > Version::V1_0);
        if kinds.into_iter().any(later) {
            let numbers: Vec<String> = kinds.into_iter().map(|kind| number(piece, kind)).collect();
            out.push_str(&format!(
                "| {} | {} | {} | {} | {} | {} |\n",
                numbers.join(" | "),
                piece.name,
                encodings(piece),
                versions(piece),
                piece.default_text(),
                piece.meaning
            ));
        }
    }
    out
}

fn first() -> String {
    let mut out = "| piece | name | encoding | meaning |\n|---|---|---|---|\n".to_owned();
    for (place, piece) in layout(Kind::Game, Version::V1_0).enumerate() {
        let encoding = piece.encoding(Version::V1_0).name();
        let only = if piece.versions(Kind::Mode).is_none() { " (Game)" } else { "" };
        out.push_str(&format!("| {}{only} | {} | {encoding} | {} |\n", place + 2, piece.name, piece.meaning));
    }
    out
}

fn other() -> String {
    let mut out = "| kind | piece | name | encoding | meaning |\n|---|---|---|---|---|\n".to_owned();
    for kind in [Kind::Custom, Kind::Modifiers, Kind::Infused] {
        for (place, piece) in layout(kind, Version::CURRENT).enumerate() {
            let encoding = piece.encoding(Version::CURRENT).name();
            let only = if piece.is_optional() { " (custom grid only)" } else { "" };
            let (name, meaning) = (piece.name, piece.meaning);
            out.push_str(&format!("| {kind} | {}{only} | {name} | {encoding} | {meaning} |\n", place + 2));
        }
    }
    out
}

fn entries() -> String {
    let line = |(number, entry): (usize, &infused::Entry)| format!("| {number} | {} |\n", entry.name);
    let lines: String = infused::ENTRIES.iter().enumerate().map(line).collect();
    format!("| entry | name |\n|---|---|\n{lines}")
}
