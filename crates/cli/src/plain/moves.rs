//! Moves on a line: in the notation of all commands, or by the keys that the mode declares.

use polymerge::{Direction, Rules};
use polymerge_app::failure::Failure;
use polymerge_app::keys::Key;

/// Parses the directions of a line, in order.
///
/// # Errors
///
/// The line is no line of moves.
pub fn read(rules: &Rules, line: &str) -> Result<Vec<usize>, Failure> {
    let by_letters = rules.parse_moves(line);
    let error = match by_letters {
        Ok(moves) => return Ok(moves),
        Err(error) => error.to_string(),
    };
    let signs = line.chars().filter(|c| !c.is_whitespace() && *c != ',');
    let by_keys: Option<Vec<(char, usize)>> =
        signs.map(|sign| Some((sign, keyed(rules.directions(), sign)?))).collect();
    let by_keys = by_keys.ok_or(error)?;
    // A letter that also stands for another direction would be taken for either.
    let meant = |(sign, direction): &(char, usize)| {
        let letter = rules.parse_moves(&sign.to_string()).ok()?.first().copied()?;
        (letter != *direction).then_some((*sign, letter, *direction))
    };
    if let Some((sign, letter, key)) = by_keys.iter().find_map(meant) {
        let name = |direction: usize| rules.directions().get(direction).map_or("", |own| own.name.as_str());
        return Err(Failure::input(format!(
            "{sign:?} is {} as a letter and {} as a key; write {letter} or {key} instead",
            name(letter),
            name(key)
        )));
    }
    Ok(by_keys.into_iter().map(|(_, direction)| direction).collect())
}

/// Returns the direction that declares a key of this sign.
fn keyed(directions: &[Direction], sign: char) -> Option<usize> {
    let wanted = Key::from(sign).lower();
    let has = |own: &&Direction| own.keys.iter().any(|code| Key::of_code(code) == Some(wanted));
    directions.iter().find(has).map(|own| own.index)
}

/// Returns the signs of declared keys that mean a direction on a line of their own.
pub fn keys(rules: &Rules, direction: &Direction) -> Vec<char> {
    let signs = direction.keys.iter().filter_map(|code| Key::of_code(code)?.character());
    let mut keys: Vec<char> = signs.filter(|sign| !sign.is_whitespace()).collect();
    keys.retain(|sign| read(rules, &sign.to_string()).is_ok_and(|moves| moves == [direction.index]));
    keys
}

#[cfg(test)]
mod tests {
    use polymerge::{Limits, Mode};

    use super::*;

    #[test]
    fn a_line_is_letters_labels_indices_or_keys() {
        let eight = Mode::built_in("2048").unwrap().with("direction_set=both").unwrap().compile().unwrap();
        let text = r#"{ "extends": "001-2048.jsonc", "directions": [
            { "move": [-2, -1], "label": "⇖", "keys": ["KeyU"] }, { "move": [-2, 1], "label": "⇗", "keys": ["KeyL"] },
            { "move": [2, 1], "label": "⇘", "keys": ["Digit7"] }, { "move": [2, -1], "label": "⇙", "keys": ["Comma"] }
        ] }"#;
        let knight = Mode::from_text(text, &Limits::default()).unwrap().compile().unwrap();
        // a mode, a line, moves or a part of the message
        type Expected<'a> = Result<&'a [usize], &'a str>;
        let cases: [(&Rules, &str, Expected<'_>); 13] = [
            (&eight, "LURD", Ok(&[2, 0, 3, 1])),
            (&eight, "d", Ok(&[1])),
            (&eight, "q", Ok(&[4])),
            (&eight, "QE zc", Ok(&[4, 5, 6, 7])),
            (&eight, "was", Ok(&[0, 2, 1])),
            (&eight, "wd", Err("'d' is ↓ as a letter and → as a key; write 1 or 3 instead")),
            (&eight, "qv", Err("no direction of this mode")),
            (&knight, "ul", Ok(&[0, 1])),
            (&knight, "U L 7", Ok(&[0, 1, 2])),
            (&knight, "⇖⇙", Ok(&[0, 3])),
            (&knight, "3", Ok(&[3])),
            (&knight, "7", Ok(&[2])),
            (&knight, "r", Err("no direction of this mode")),
        ];
        for (rules, line, expected) in cases {
            match (read(rules, line), expected) {
                (Ok(moves), Ok(expected)) => assert_eq!(moves, expected, "{line}"),
                (Err(failure), Err(part)) => assert!(failure.message().contains(part), "{line}: {failure:?}"),
                (found, _) => panic!("{line}: {found:?}"),
            }
        }
        let of = |rules: &Rules, place: usize| keys(rules, &rules.directions()[place]);
        assert_eq!((of(&eight, 4), of(&eight, 3), of(&eight, 1)), (vec!['q'], vec![], vec!['s', 'x']));
        assert_eq!((of(&knight, 0), of(&knight, 2)), (vec!['u'], vec!['7']));
    }
}
