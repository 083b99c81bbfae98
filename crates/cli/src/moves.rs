//! Moves as people type them: `LURD`, arrows, indices.

use polymerge::old::{Direction, Value};

/// The letters of the four usual directions.
const LETTERS: [(char, i64, i64); 4] = [('U', -1, 0), ('D', 1, 0), ('L', 0, -1), ('R', 0, 1)];

/// The directions that a text of moves stands for.
///
/// The text may mix: `U`, `D`, `L`, `R` (in either case) for the direction
/// that goes straight up, down, left or right; a direction's own label, such
/// as `↖`; and indices, counted from 0. Blanks and commas separate and mean
/// nothing else. Up to ten directions have one digit each, so that `0123` are
/// four moves; where there are more, a word of digits is one index.
pub fn parse(text: &str, directions: &[Direction]) -> Result<Vec<usize>, String> {
    let labels: Vec<Option<String>> = directions.iter().map(label).collect();
    let mut moves = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let place = text.len() - rest.len();
        if c.is_whitespace() || c == ',' {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let labelled = labels.iter().enumerate().find_map(|(index, label)| {
            let label = label.as_deref().filter(|label| !label.is_empty())?;
            Some((index, rest.strip_prefix(label)?))
        });
        let (direction, after) = if c.is_ascii_digit() {
            let longest = if directions.len() <= 10 { 1 } else { rest.len() };
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()).min(longest);
            (rest[..end].parse().ok().filter(|&index| index < directions.len()), &rest[end..])
        } else if let Some((index, after)) = labelled {
            (Some(index), after)
        } else {
            (lettered(c, directions), &rest[c.len_utf8()..])
        };
        match direction {
            Some(direction) => moves.push(direction),
            None => {
                let word = &rest[..rest.len() - after.len()];
                return Err(format!(
                    "move {} (character {}): {word:?} is no direction of this mode; {}",
                    moves.len() + 1,
                    text[..place].chars().count() + 1,
                    known(&labels, directions)
                ));
            }
        }
        rest = after;
    }
    Ok(moves)
}

/// The direction that a letter names: straight up, down, left or right, by
/// however many cells.
fn lettered(letter: char, directions: &[Direction]) -> Option<usize> {
    let (_, rows, columns) = LETTERS.into_iter().find(|(l, ..)| *l == letter.to_ascii_uppercase())?;
    directions.iter().position(|d| (d.rows.signum(), d.columns.signum()) == (rows, columns))
}

/// Arrows that go in two directions at once: signs of rows and columns, along
/// a side of a cell, and over a corner of a hexagon.
const SLANTED: [(i64, i64, &str, &str); 4] =
    [(-1, -1, "↖", "⇖"), (-1, 1, "↗", "⇗"), (1, -1, "↙", "⇙"), (1, 1, "↘", "⇘")];

/// What a direction is called on screen. A label that modes turn to where the
/// direction goes is an arrow that goes there by itself.
pub fn label(direction: &Direction) -> Option<String> {
    let entries = direction.source.as_array()?;
    let turned = entries.get(8).and_then(Value::as_number).is_some_and(|angle| angle != 0.0);
    let sign = (direction.rows.signum(), direction.columns.signum());
    if let Some((.., side, corner)) = SLANTED.iter().find(|(v, h, ..)| turned && (*v, *h) == sign) {
        let far = direction.columns.abs() > 2 * direction.rows.abs();
        return Some(if far { corner } else { side }.to_string());
    }
    let label = entries.get(1)?.as_text()?.to_string_lossy();
    (!label.chars().any(char::is_whitespace)).then_some(label)
}

/// The letter that stands for a direction, if one does.
pub fn letter(index: usize, directions: &[Direction]) -> Option<char> {
    LETTERS.into_iter().map(|(letter, ..)| letter).find(|letter| lettered(*letter, directions) == Some(index))
}

/// Where a direction goes, in words.
pub fn in_words(direction: &Direction) -> &'static str {
    match (direction.rows.signum(), direction.columns.signum()) {
        (-1, 0) => "up",
        (1, 0) => "down",
        (0, -1) => "left",
        (0, 1) => "right",
        (-1, -1) => "up and left",
        (-1, 1) => "up and right",
        (1, -1) => "down and left",
        (1, 1) => "down and right",
        _ => "stay",
    }
}

/// What directions are called: by their labels as long as these differ, else
/// in words, with their numbers if even those are the same.
pub fn names(directions: &[Direction]) -> Vec<String> {
    let labels: Vec<Option<String>> = directions.iter().map(label).collect();
    let words: Vec<&str> = directions.iter().map(in_words).collect();
    let once = |word: &str| words.iter().filter(|other| **other == word).count() == 1;
    let name = |index: usize| match &labels[index] {
        Some(label) if labels.iter().filter(|other| other.as_ref() == Some(label)).count() == 1 => {
            label.clone()
        }
        _ if once(words[index]) => words[index].to_owned(),
        _ => format!("{} ({index})", words[index]),
    };
    (0..directions.len()).map(name).collect()
}

fn known(labels: &[Option<String>], directions: &[Direction]) -> String {
    let names: Vec<String> = labels
        .iter()
        .enumerate()
        .map(|(index, label)| {
            let letter = letter(index, directions).map(|letter| format!(" {letter}")).unwrap_or_default();
            format!("{index}{letter} {}", label.as_deref().unwrap_or_default()).trim_end().to_owned()
        })
        .collect();
    format!("it has {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::rules::Strength;

    fn directions(list: &[(i64, i64, &str)]) -> Vec<Direction> {
        list.iter()
            .map(|&(rows, columns, label)| Direction {
                rows,
                columns,
                slide: f64::INFINITY,
                kind: 0.0,
                strength: Strength { turn: 1.0, merges: true, end_of_turn: true, scripts: true },
                probability: None,
                availability: None,
                source: Value::array(vec![Value::Undefined, label.into()]),
            })
            .collect()
    }

    #[test]
    fn moves_are_letters_labels_and_indices() {
        let four = directions(&[(-1, 0, "↑"), (1, 0, "↓"), (0, -1, "←"), (0, 1, "→")]);
        let hexagon =
            directions(&[(-1, -1, "↖"), (-1, 1, "↗"), (1, -1, "↙"), (1, 1, "↘"), (0, -2, "←"), (0, 2, "→")]);
        let ten = directions(&[(-1, 0, "a"); 10]);
        let eleven = directions(&[(-1, 0, "a"); 11]);
        // directions, text, moves
        let cases: [(&[Direction], &str, &[usize]); 10] = [
            (&four, "LURD", &[2, 0, 3, 1]),
            (&four, "lurd", &[2, 0, 3, 1]),
            (&four, "↑↓ 0, 1", &[0, 1, 0, 1]),
            (&four, "", &[]),
            (&hexagon, "L↘R", &[4, 3, 5]),
            (&hexagon, "5 0", &[5, 0]),
            (&four, "0123", &[0, 1, 2, 3]),
            (&hexagon, "50,L 01", &[5, 0, 4, 0, 1]),
            (&ten, "0910", &[0, 9, 1, 0]),
            (&eleven, "10 9 01", &[10, 9, 1]),
        ];
        for (directions, text, moves) in cases {
            assert_eq!(parse(text, directions).as_deref(), Ok(moves), "{text}");
        }
    }

    #[test]
    fn labels_that_are_turned_are_arrows_of_their_own() {
        let turned = |rows, columns, label: &str| {
            let mut direction = directions(&[(rows, columns, label)]).remove(0);
            let mut entries = direction.source.as_array().unwrap().to_vec();
            entries.resize(8, Value::Undefined);
            entries.push(60.0.into());
            direction.source = Value::array(entries);
            super::label(&direction).unwrap()
        };
        assert_eq!(turned(-1, -1, "←"), "↖");
        assert_eq!(turned(1, 1, "→"), "↘");
        assert_eq!(turned(-1, 3, "↑"), "⇗");
        assert_eq!(turned(0, 2, "!"), "!");
    }

    #[test]
    fn directions_have_names_that_differ() {
        let odd = directions(&[(-1, -1, "↖"), (-1, 1, "←"), (0, -2, "←"), (0, -3, "←")]);
        assert_eq!(names(&odd), ["↖", "up and right", "left (2)", "left (3)"]);
    }

    #[test]
    fn a_wrong_move_is_named_with_its_place() {
        let four = directions(&[(-1, 0, "↑"), (1, 0, "↓"), (0, -1, "←"), (0, 1, "→")]);
        let it_has = "is no direction of this mode; it has 0 U ↑, 1 D ↓, 2 L ←, 3 R →";
        // text, message
        let cases = [
            ("LX", format!("move 2 (character 2): \"X\" {it_has}")),
            ("↑ 17", format!("move 3 (character 4): \"7\" {it_has}")),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text, &four), Err(message), "{text}");
        }
    }
}
