//! Where in a text of JSON a value stands.

use calcarray::{json, Value};
use polymerge_modifiers::custom::{Step, Way};

/// The line, from 1, of what a way leads to in a JSON text that was read.
pub(crate) fn line_of(text: &str, way: &Way) -> Option<usize> {
    let mut scanner = Scanner { text, at: 0 };
    for step in &way.0 {
        match step {
            Step::Entry(entry) => scanner.enter_list(*entry)?,
            Step::Key(key) => scanner.enter_object(key, false)?,
            Step::KeyItself(key) => scanner.enter_object(key, true)?,
        }
    }
    scanner.skip_blanks();
    Some(text.get(..scanner.at)?.matches('\n').count() + 1)
}

/// A place in a JSON text.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes past a sign, and the blanks around it.
    fn sign(&mut self, sign: u8) -> Option<()> {
        self.skip_blanks();
        (self.peek()? == sign).then_some(())?;
        self.at += 1;
        self.skip_blanks();
        Some(())
    }

    /// Goes to an entry of the list that starts here.
    fn enter_list(&mut self, entry: usize) -> Option<()> {
        self.sign(b'[')?;
        for _ in 0..entry {
            self.skip_value()?;
            self.sign(b',')?;
        }
        Some(())
    }

    /// Goes to a key of the object that starts here, or to its value.
    fn enter_object(&mut self, wanted: &str, itself: bool) -> Option<()> {
        self.sign(b'{')?;
        loop {
            let start = self.at;
            self.skip_value()?;
            let key = json::read(self.text.get(start..self.at)?, &Default::default()).ok()?;
            let is_it = matches!(&key, Value::Text(key) if key.to_string_lossy() == wanted);
            if is_it && itself {
                self.at = start;
                return Some(());
            }
            self.sign(b':')?;
            if is_it {
                return Some(());
            }
            self.skip_value()?;
            self.sign(b',')?;
        }
    }

    /// Goes past a value: to the end of its brackets, of its quotes, or of its
    /// letters.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.skip_text()?,
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                _ => self.skip_word(),
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn skip_text(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    fn skip_word(&mut self) {
        let ends = |byte: u8| byte.is_ascii_whitespace() || b",:]}".contains(&byte);
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
    }
}
