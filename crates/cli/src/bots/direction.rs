//! Directions as bots read and write them: a letter, or else the index.

use polymerge::{Direction, Rules};

/// Returns the text of a direction: its letter, or its index if it has none.
pub fn text(direction: &Direction) -> String {
    direction.letter.map_or_else(|| direction.index.to_string(), String::from)
}

/// Returns moves as a text that [`Rules::parse_moves`] reads: in one word if all directions have
/// letters.
pub fn moves(directions: &[Direction], moves: &[usize]) -> String {
    let separator = if directions.iter().all(|own| own.letter.is_some()) { "" } else { " " };
    let texts: Vec<String> = moves.iter().filter_map(|index| directions.get(*index)).map(text).collect();
    texts.join(separator)
}

/// Reads the only direction in a text: a letter, a label, a name or an index.
pub fn read(rules: &Rules, text: &str) -> Option<usize> {
    let named = rules.directions().iter().find(|own| own.name == text);
    named.map(|own| own.index).or_else(|| match rules.parse_moves(text).ok()?[..] {
        [direction] => Some(direction),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::Mode;

    #[test]
    fn directions_are_written_and_read() {
        for (mode, written) in [("classic", "UDLR"), ("classic+hexagon", "U D 2 3 4 5")] {
            let (name, grid) = mode.split_once('+').unwrap_or((mode, ""));
            let mode = Mode::built_in(name).unwrap();
            let mode = if grid.is_empty() { mode } else { mode.with("grid=hexagon:3").unwrap() };
            let rules = mode.compile().unwrap();
            let all: Vec<usize> = (0..rules.directions().len()).collect();
            let text = moves(rules.directions(), &all);
            assert_eq!(text.split(' ').count(), written.split(' ').count(), "{text}");
            assert_eq!(rules.parse_moves(&text).unwrap(), all);
            for direction in rules.directions() {
                let own = super::text(direction);
                assert_eq!(read(&rules, &own), Some(direction.index));
                assert_eq!(read(&rules, &direction.name), Some(direction.index));
            }
        }
        let rules = Mode::built_in("classic").unwrap().compile().unwrap();
        for text in ["", "X", "LL", "9", "-1", "left and right"] {
            assert_eq!(read(&rules, text), None, "{text}");
        }
        assert_eq!(read(&rules, "l"), Some(2));
    }
}
