//! The lines of the protocol of bots.

use std::io::{BufRead, Read};

/// A part of the input.
#[derive(Debug, PartialEq)]
pub enum Received {
    /// A line without its end.
    Line(String),
    /// Something that is no line, and why.
    Garbage(String),
    /// Nothing more comes.
    End,
}

/// An input, line by line.
pub struct Lines<R> {
    input: R,
    most: usize,
    /// True within a line that is too long.
    is_too_long: bool,
}

impl<R: BufRead> Lines<R> {
    /// Returns an input whose lines have at most so many bytes. The rest of longer ones is passed
    /// over.
    pub fn new(input: R, most: usize) -> Lines<R> {
        Lines { input, most, is_too_long: false }
    }

    /// Reads the next line. A line that is too long is garbage as soon as that is seen.
    pub fn read(&mut self) -> Received {
        if std::mem::take(&mut self.is_too_long) {
            self.pass_over();
        }
        let mut line = Vec::new();
        match self.input.by_ref().take(self.most as u64 + 1).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return Received::End,
        }
        if line.len() > self.most && line.last() != Some(&b'\n') {
            self.is_too_long = true;
            return Received::Garbage(format!("the line has more than {} bytes", self.most));
        }
        match String::from_utf8(line) {
            Ok(line) => Received::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
            Err(_) => Received::Garbage("the line is no UTF-8 text".to_owned()),
        }
    }

    /// Reads the rest of a line without keeping it.
    fn pass_over(&mut self) {
        while let Ok(bytes @ [_, ..]) = self.input.fill_buf() {
            let (end, length) = (bytes.iter().position(|byte| *byte == b'\n'), bytes.len());
            self.input.consume(end.map_or(length, |end| end + 1));
            if end.is_some() {
                return;
            }
        }
    }
}

/// Splits a line into its word and what follows it.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_garbage_is_passed_over() {
        // input, what is received: a line is itself, garbage a question mark
        let cases: [(&[u8], &[&str]); 8] = [
            (b"", &[]),
            (b"one\ntwo", &["one", "two"]),
            (b"one\r\n\n", &["one", ""]),
            (b"12345678\nx\n", &["12345678", "x"]),
            (b"123456789\nx\n", &["?", "x"]),
            (b"1234567890123456789012345678901234567890", &["?"]),
            (b"a\xffb\nx", &["?", "x"]),
            (b"\0\n", &["\0"]),
        ];
        for (text, expected) in cases {
            let mut lines = Lines::new(std::io::BufReader::with_capacity(4, text), 8);
            let mut received = Vec::new();
            loop {
                match lines.read() {
                    Received::Line(line) => received.push(line),
                    Received::Garbage(_) => received.push("?".to_owned()),
                    Received::End => break,
                }
            }
            assert_eq!(received, expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_is_a_word_and_the_rest() {
        for (line, parts) in
            [("", ("", "")), (" go ", ("go", "")), ("go {}", ("go", "{}")), ("mode\t a b ", ("mode", "a b"))]
        {
            assert_eq!(split(line), parts);
        }
    }
}
