//! Lines that wait while a direction is chosen.

use std::collections::VecDeque;

use super::Event;
use crate::bots::line::split;

/// The memory that a line takes besides its text, in bytes.
const EACH: usize = 64;

/// The lines, in order, of a bounded size in all.
pub struct Pending {
    events: VecDeque<Event>,
    bytes: usize,
    most: usize,
}

impl Pending {
    /// Returns no lines. They may have so many bytes together.
    pub fn new(most: usize) -> Pending {
        Pending { events: VecDeque::new(), bytes: 0, most }
    }

    /// Adds a line. Returns false if there is no room for it. The end of the input has always room.
    pub fn push(&mut self, event: Event) -> bool {
        let size = size(&event);
        if size > 0 && self.bytes + size > self.most {
            return false;
        }
        self.bytes += size;
        self.events.push_back(event);
        true
    }

    /// Returns true if a search that begins now is to stop at once: `stop` comes before another `go`,
    /// or the input ends, where the search would go on for ever.
    pub fn stops(&self, is_infinite: bool) -> bool {
        let is = |event: &Event, word: &str| matches!(event, Event::Line(_, text) if split(text).0 == word);
        let mut before = self.events.iter().take_while(|event| !is(event, "go"));
        is_infinite && self.has_end() || before.any(|event| is(event, "stop"))
    }

    /// Returns true if no more lines come.
    pub fn has_end(&self) -> bool {
        // Nothing comes after the end.
        matches!(self.events.back(), Some(Event::End))
    }

    /// Takes the first line.
    pub fn pop(&mut self) -> Option<Event> {
        let event = self.events.pop_front()?;
        self.bytes -= size(&event);
        Some(event)
    }
}

fn size(event: &Event) -> usize {
    match event {
        Event::Line(_, text) | Event::Garbage(_, text) => text.len() + EACH,
        Event::End | Event::Progress(..) | Event::Done(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wait_in_order_and_are_bounded() {
        let mut pending = Pending::new(2 * EACH + 4);
        let line = |text: &str| Event::Line(1, text.to_owned());
        assert_eq!(["ab", "cde", "cd"].map(|text| pending.push(line(text))), [true, false, true]);
        assert!(pending.push(Event::End));
        let mut next = || match pending.pop() {
            Some(Event::Line(_, text)) => text,
            Some(Event::End) => "end".to_owned(),
            _ => "nothing".to_owned(),
        };
        assert_eq!([next(), next(), next(), next()], ["ab", "cd", "end", "nothing"]);
        assert!(pending.push(line("abcd")));
    }

    #[test]
    fn a_search_stops_by_a_line_that_came_before_it() {
        let cases: [(&[&str], bool, bool); 7] = [
            (&[], true, false),
            (&["stop"], false, true),
            (&["board", "stop", "go"], false, true),
            (&["go", "stop"], false, false),
            (&["end"], true, true),
            (&["end"], false, false),
            (&["go", "end"], true, true),
        ];
        for (lines, is_infinite, stops) in cases {
            let mut pending = Pending::new(1000);
            for text in lines {
                pending.push(if *text == "end" { Event::End } else { Event::Line(1, (*text).to_owned()) });
            }
            assert_eq!(pending.stops(is_infinite), stops, "{lines:?}, {is_infinite}");
        }
    }
}
