//! The directions of a mode as people see, name and press them.

use calcarray::Value;
use polymerge_rules::Ruleset;

use crate::error::{Error, ErrorKind};

/// A direction that can be pressed.
///
/// ```
/// use polymerge::Mode;
/// let rules = Mode::built_in("2048")?.compile()?;
/// let left = &rules.directions()[2];
/// assert_eq!((left.name.as_str(), left.letter, left.in_words()), ("←", Some('L'), "left"));
/// assert_eq!(left.keys, ["ArrowLeft", "KeyA"]);
/// assert_eq!(rules.parse_moves("LR 0")?, [2, 3, 0]);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Direction {
    /// The number of the direction, as [`Game::play`](crate::Game::play) takes it.
    pub index: usize,
    /// The author's label, such as an arrow; may be empty. On a button it is turned by the angle of
    /// [`Button`].
    pub label: String,
    /// The label where nothing can be turned: a slanted arrow then. `None` if it has
    /// blanks or is missing.
    pub sign: Option<String>,
    /// A name that no other direction has: the sign if it is unique, else the way in words, else
    /// that with the number.
    pub name: String,
    /// The letter that stands for it in moves as text: the first direction that goes
    /// straight up is `U`, and so on for `D`, `L` and `R`.
    pub letter: Option<char>,
    /// The step: how many rows down.
    pub rows: i64,
    /// The step: how many columns to the right. On grids of hexagons columns are half
    /// cells.
    pub columns: i64,
    /// The keys, as `KeyboardEvent.code` of browsers names them.
    pub keys: Vec<String>,
    /// The button, where the author wants it.
    pub button: Button,
}

/// The place and size of a button, in parts of a square of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Button {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The size of its label.
    pub font: f64,
    /// The distance from the top of the square.
    pub top: f64,
    /// The distance from the left side of the square.
    pub left: f64,
    /// The angle of the label, in degrees.
    pub angle: f64,
}

/// The letters of the four usual directions.
const LETTERS: [(char, i64, i64); 4] = [('U', -1, 0), ('D', 1, 0), ('L', 0, -1), ('R', 0, 1)];

/// Arrows that go in two directions at once: signs of rows and columns, along
/// a side of a cell, and over a corner of a hexagon.
const SLANTED: [(i64, i64, &str, &str); 4] =
    [(-1, -1, "↖", "⇖"), (-1, 1, "↗", "⇗"), (1, -1, "↙", "⇙"), (1, 1, "↘", "⇘")];

impl Direction {
    /// Returns all directions of a ruleset.
    pub(crate) fn all(rules: &Ruleset) -> Vec<Direction> {
        let mut all: Vec<Direction> = rules.directions().iter().enumerate().map(Direction::of).collect();
        for (letter, rows, columns) in LETTERS {
            let straight =
                |own: &&mut Direction| (own.rows.signum(), own.columns.signum()) == (rows, columns);
            if let Some(first) = all.iter_mut().find(straight) {
                first.letter = Some(letter);
            }
        }
        let names: Vec<String> = all.iter().map(|own| own.name_among(&all)).collect();
        for (own, name) in all.iter_mut().zip(names) {
            own.name = name;
        }
        all
    }

    fn of((index, direction): (usize, &polymerge_rules::Direction)) -> Direction {
        let entries = direction.source.as_array().map_or(&[][..], |entries| entries.entries());
        let number = |place: usize| entries.get(place).and_then(Value::as_number).unwrap_or(0.0);
        let text = |value: &Value| value.as_text().map(|text| text.to_string_lossy());
        let keys = entries.get(7).and_then(Value::as_array).map_or(&[][..], |keys| keys.entries());
        let [width, height, font, top, left] = [2, 3, 4, 5, 6].map(number);
        let mut own = Direction {
            index,
            label: entries.get(1).and_then(text).unwrap_or_default(),
            sign: None,
            name: String::new(),
            letter: None,
            rows: direction.rows,
            columns: direction.columns,
            keys: keys.iter().filter_map(text).collect(),
            button: Button { width, height, font, top, left, angle: number(8) },
        };
        own.sign = own.sign();
        own
    }

    fn sign(&self) -> Option<String> {
        let going = (self.rows.signum(), self.columns.signum());
        let is_turned = self.button.angle != 0.0;
        if let Some((.., side, corner)) = SLANTED.iter().find(|(v, h, ..)| is_turned && (*v, *h) == going) {
            let far = self.columns.abs() > 2 * self.rows.abs();
            return Some(if far { corner } else { side }.to_string());
        }
        let is_word = !self.label.is_empty() && !self.label.chars().any(char::is_whitespace);
        is_word.then(|| self.label.clone())
    }

    fn name_among(&self, all: &[Direction]) -> String {
        let words = self.in_words();
        match &self.sign {
            Some(sign) if all.iter().filter(|other| other.sign == self.sign).count() == 1 => sign.clone(),
            _ if all.iter().filter(|other| other.in_words() == words).count() == 1 => words.to_owned(),
            _ => format!("{words} ({})", self.index),
        }
    }

    /// Returns the way of the direction in words.
    pub fn in_words(&self) -> &'static str {
        match (self.rows.signum(), self.columns.signum()) {
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
}

/// The moves that a text stands for; see [`Rules::parse_moves`](crate::Rules::parse_moves).
pub(crate) fn parse(text: &str, directions: &[Direction]) -> Result<Vec<usize>, Error> {
    let mut moves = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let place = text.len() - rest.len();
        if c.is_whitespace() || c == ',' {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let signed =
            directions.iter().find_map(|own| Some((own.index, rest.strip_prefix(own.sign.as_deref()?)?)));
        let (direction, after) = if c.is_ascii_digit() {
            let longest = if directions.len() <= 10 { 1 } else { rest.len() };
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()).min(longest);
            (rest[..end].parse().ok().filter(|&index| index < directions.len()), &rest[end..])
        } else if let Some((index, after)) = signed {
            (Some(index), after)
        } else {
            let lettered = |own: &&Direction| own.letter == Some(c.to_ascii_uppercase());
            (directions.iter().find(lettered).map(|own| own.index), &rest[c.len_utf8()..])
        };
        moves.push(direction.ok_or_else(|| {
            let word = &rest[..rest.len() - after.len()];
            let message = format!(
                "move {} (character {}): {word:?} is no direction of this mode; it has {}",
                moves.len() + 1,
                text[..place].chars().count() + 1,
                known(directions)
            );
            Error::new(ErrorKind::Input, "no-such-direction", message)
        })?);
        rest = after;
    }
    Ok(moves)
}

/// The direction of a name; see [`Rules::direction`](crate::Rules::direction).
pub(crate) fn named<'d>(name: &str, directions: &'d [Direction]) -> Result<&'d Direction, Error> {
    let by = |same: fn(&str, &str) -> bool| {
        let names = |own: &&Direction| {
            [own.name.as_str(), own.in_words(), own.label.as_str()].iter().any(|own| same(own, name))
        };
        directions.iter().find(names)
    };
    if let Some(own) = by(|one, other| one == other).or_else(|| by(str::eq_ignore_ascii_case)) {
        return Ok(own);
    }
    let refused = |message| Err(Error::new(ErrorKind::Input, "no-such-direction", message));
    match parse(name, directions).as_deref() {
        Ok([index]) => Ok(&directions[*index]),
        Ok(list) => refused(format!("{name:?} is {} directions", list.len())),
        Err(_) => {
            let words: Vec<&str> = directions.iter().map(Direction::in_words).collect();
            refused(format!("{name:?} is no direction of this mode; it has {}", words.join(", ")))
        }
    }
}

/// Lists the moves that a text may name, for messages.
fn known(directions: &[Direction]) -> String {
    let ways = |own: &Direction| {
        let letter = own.letter.map(|letter| format!(" {letter}")).unwrap_or_default();
        format!("{}{letter} {}", own.index, own.sign.as_deref().unwrap_or_default()).trim_end().to_owned()
    };
    directions.iter().map(ways).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_rules::{Limits, Mode};

    /// The directions of a mode that has these steps, labels and angles.
    fn directions(list: &[(f64, f64, &str, f64)]) -> Vec<Direction> {
        let entry = |&(rows, columns, label, angle): &(f64, f64, &str, f64)| {
            let step = Value::array(vec![rows.into(), columns.into()]);
            let mut entries = vec![step, label.into()];
            entries.resize(8, Value::Undefined);
            entries.push(angle.into());
            Value::array(entries)
        };
        let directions = Value::array(list.iter().map(entry).collect::<Vec<_>>());
        let rules = Ruleset::compile(Mode { directions, ..Mode::classic(4, 4) }, Limits::default());
        Direction::all(&rules.unwrap())
    }

    #[test]
    fn moves_are_letters_labels_and_indices() {
        let up = |label| (-1.0, 0.0, label, 0.0);
        let four = directions(&[up("↑"), (1.0, 0.0, "↓", 0.0), (0.0, -1.0, "←", 0.0), (0.0, 1.0, "→", 0.0)]);
        let hexagon = directions(&[
            (-1.0, -1.0, "↖", 0.0),
            (-1.0, 1.0, "↗", 0.0),
            (1.0, -1.0, "↙", 0.0),
            (1.0, 1.0, "↘", 0.0),
            (0.0, -2.0, "←", 0.0),
            (0.0, 2.0, "→", 0.0),
        ]);
        let (ten, eleven) = (directions(&[up("a"); 10]), directions(&[up("a"); 11]));
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
            assert_eq!(parse(text, directions).unwrap(), moves, "{text}");
        }
        let it_has = "is no direction of this mode; it has 0 U ↑, 1 D ↓, 2 L ←, 3 R →";
        for (text, message) in [
            ("LX", format!("move 2 (character 2): \"X\" {it_has}")),
            ("↑ 17", format!("move 3 (character 4): \"7\" {it_has}")),
        ] {
            assert_eq!(parse(text, &four).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn labels_that_are_turned_are_arrows_of_their_own() {
        for (rows, columns, label, sign) in
            [(-1.0, -1.0, "←", "↖"), (1.0, 1.0, "→", "↘"), (-1.0, 3.0, "↑", "⇗"), (0.0, 2.0, "!", "!")]
        {
            let own = directions(&[(rows, columns, label, 60.0)]).remove(0);
            assert_eq!((own.sign.as_deref(), own.label.as_str()), (Some(sign), label));
        }
    }

    #[test]
    fn directions_have_names_that_differ() {
        let odd = directions(&[
            (-1.0, -1.0, "↖", 0.0),
            (-1.0, 1.0, "←", 0.0),
            (0.0, -2.0, "←", 0.0),
            (0.0, -3.0, "←", 0.0),
        ]);
        let names: Vec<&str> = odd.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["↖", "up and right", "left (2)", "left (3)"]);
    }
}
