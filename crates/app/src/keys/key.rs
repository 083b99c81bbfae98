//! One key, as the terminal reports it, as the configuration spells it and as
//! the help shows it.

use std::fmt;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with the relevant modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    control: bool,
    alt: bool,
}

/// The keys with names: in the configuration, and on the screen.
const NAMES: &[(&str, KeyCode, &str)] = &[
    ("up", KeyCode::Up, "↑"),
    ("down", KeyCode::Down, "↓"),
    ("left", KeyCode::Left, "←"),
    ("right", KeyCode::Right, "→"),
    ("space", KeyCode::Char(' '), "Space"),
    ("enter", KeyCode::Enter, "Enter"),
    ("esc", KeyCode::Esc, "Esc"),
    ("tab", KeyCode::Tab, "Tab"),
    ("shift+tab", KeyCode::BackTab, "Shift-Tab"),
    ("backspace", KeyCode::Backspace, "Backspace"),
    ("delete", KeyCode::Delete, "Del"),
    ("insert", KeyCode::Insert, "Ins"),
    ("home", KeyCode::Home, "Home"),
    ("end", KeyCode::End, "End"),
    ("pageup", KeyCode::PageUp, "PgUp"),
    ("pagedown", KeyCode::PageDown, "PgDn"),
];

/// The other keys without letters and digits: their names in browsers, and in the configuration.
const CODES: &[(&str, &str)] = &[
    ("ArrowUp", "up"),
    ("ArrowDown", "down"),
    ("ArrowLeft", "left"),
    ("ArrowRight", "right"),
    ("Space", "space"),
    ("Enter", "enter"),
    ("NumpadEnter", "enter"),
    ("Escape", "esc"),
    ("Tab", "tab"),
    ("Backspace", "backspace"),
    ("Delete", "delete"),
    ("Insert", "insert"),
    ("Home", "home"),
    ("End", "end"),
    ("PageUp", "pageup"),
    ("PageDown", "pagedown"),
    ("Minus", "-"),
    ("Equal", "="),
    ("BracketLeft", "["),
    ("BracketRight", "]"),
    ("Backslash", "\\"),
    ("Semicolon", ";"),
    ("Quote", "'"),
    ("Backquote", "`"),
    ("Comma", ","),
    ("Period", "."),
    ("Slash", "/"),
    ("NumpadAdd", "+"),
    ("NumpadSubtract", "-"),
    ("NumpadMultiply", "*"),
    ("NumpadDivide", "/"),
    ("NumpadDecimal", "."),
];

impl Key {
    /// Reads `u`, `U`, `ctrl+z`, `alt+x`, `f1` or a name such as `pageup`.
    pub fn parse(text: &str) -> Option<Key> {
        let mut key = Key { code: KeyCode::Null, control: false, alt: false };
        let mut rest = text;
        loop {
            let lower = rest.to_ascii_lowercase();
            if let Some(modified) = lower.strip_prefix("ctrl+").filter(|rest| !rest.is_empty()) {
                (key.control, rest) = (true, &rest[rest.len() - modified.len()..]);
            } else if let Some(modified) = lower.strip_prefix("alt+").filter(|rest| !rest.is_empty()) {
                (key.alt, rest) = (true, &rest[rest.len() - modified.len()..]);
            } else {
                break;
            }
        }
        let lower = rest.to_ascii_lowercase();
        let named = NAMES.iter().find(|(name, ..)| *name == lower).map(|(_, code, _)| *code);
        let mut letters = rest.chars();
        let single = letters.next().filter(|c| letters.next().is_none() && !c.is_control());
        let function = || {
            let number = lower.strip_prefix('f')?.parse().ok()?;
            (1..=24).contains(&number).then_some(KeyCode::F(number))
        };
        key.code = named.or(single.map(KeyCode::Char)).or_else(function)?;
        Some(key.folded())
    }

    /// Returns the key of an event.
    pub fn of(event: KeyEvent) -> Key {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let alt = event.modifiers.contains(KeyModifiers::ALT);
        Key { code: event.code, control, alt }.folded()
    }

    /// Returns the key of a browser's code (`KeyboardEvent.code`), as modes declare keys. Letters
    /// and signs are those of an American keyboard. `None` if no terminal reports it.
    pub fn of_code(code: &str) -> Option<Key> {
        let end = |start: &str| code.strip_prefix(start).filter(|end| end.len() == 1)?.chars().next();
        let letter = end("Key").filter(char::is_ascii_uppercase).map(|c| c.to_ascii_lowercase());
        let digit = || end("Digit").or_else(|| end("Numpad")).filter(char::is_ascii_digit);
        let sign = || CODES.iter().find(|(name, _)| *name == code).map(|(_, key)| *key);
        match letter.or_else(digit) {
            Some(character) => Some(Key::from(character)),
            None => sign()
                .and_then(Key::parse)
                .or_else(|| Key::parse(code).filter(|_| code.len() > 1 && code.starts_with('F'))),
        }
    }

    /// Returns the substitutes for a key that means something else: with the shift key, with Alt,
    /// or a function key.
    pub fn substitutes(self) -> impl Iterator<Item = Key> {
        let upper = match self.code {
            KeyCode::Char(c) if c.is_ascii_lowercase() && !self.control && !self.alt => {
                Some(Key::from(c.to_ascii_uppercase()))
            }
            _ => None,
        };
        let functions = (2..=12).map(|number| Key { code: KeyCode::F(number), control: false, alt: false });
        upper.into_iter().chain([Key { alt: true, ..self }]).chain(functions)
    }

    /// Returns true for an arrow key, which players try first.
    pub fn is_arrow(&self) -> bool {
        let is_plain = !self.control && !self.alt;
        is_plain && matches!(self.code, KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right)
    }

    /// Returns the key itself, without modifiers.
    #[cfg(test)]
    pub fn code(self) -> KeyCode {
        self.code
    }

    /// Folds Ctrl-Z and Ctrl-z, which terminals can't distinguish.
    fn folded(mut self) -> Key {
        if let (KeyCode::Char(c), true) = (self.code, self.control) {
            self.code = KeyCode::Char(c.to_ascii_lowercase());
        }
        self
    }

    /// Returns the key without the shift key, if it has a character; otherwise itself.
    pub fn lower(mut self) -> Key {
        if let KeyCode::Char(c) = self.code {
            self.code = KeyCode::Char(c.to_ascii_lowercase());
        }
        self
    }

    /// Returns the character that the key types.
    pub fn character(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.control && !self.alt => Some(c),
            _ => None,
        }
    }

    /// Returns the key as the configuration spells it.
    pub fn name(self) -> String {
        let modifiers = [(self.control, "ctrl+"), (self.alt, "alt+")];
        let mut text: String =
            modifiers.iter().filter(|(is, _)| *is).map(|(_, modifier)| *modifier).collect();
        match (NAMES.iter().find(|(_, code, _)| *code == self.code), self.code) {
            (Some((name, ..)), _) => text.push_str(name),
            (None, KeyCode::Char(c)) => text.push(c),
            (None, KeyCode::F(number)) => text.push_str(&format!("f{number}")),
            (None, other) => text.push_str(&format!("{other:?}")),
        }
        text
    }
}

impl From<char> for Key {
    fn from(c: char) -> Key {
        Key { code: KeyCode::Char(c), control: false, alt: false }
    }
}

/// The key as the screen shows it.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.control {
            f.write_str("Ctrl-")?;
        }
        if self.alt {
            f.write_str("Alt-")?;
        }
        match (NAMES.iter().find(|(_, code, _)| *code == self.code), self.code) {
            (Some((.., shown)), _) => f.write_str(shown),
            (None, KeyCode::Char(c)) if self.control => write!(f, "{}", c.to_ascii_uppercase()),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(number)) => write!(f, "F{number}"),
            (None, other) => write!(f, "{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_spelled_and_shown() {
        // spelled, spelled back, shown
        for (text, name, shown) in [
            ("u", "u", "u"),
            ("U", "U", "U"),
            ("Ctrl+Z", "ctrl+z", "Ctrl-Z"),
            ("alt+x", "alt+x", "Alt-x"),
            ("+", "+", "+"),
            ("ctrl++", "ctrl++", "Ctrl-+"),
            ("Space", "space", "Space"),
            (" ", "space", "Space"),
            ("shift+tab", "shift+tab", "Shift-Tab"),
            ("F12", "f12", "F12"),
            ("pageup", "pageup", "PgUp"),
            ("ö", "ö", "ö"),
        ] {
            let key = Key::parse(text).unwrap();
            assert_eq!((key.name().as_str(), key.to_string().as_str()), (name, shown), "{text}");
            assert_eq!(Key::parse(&key.name()), Some(key), "{text}");
        }
        for text in ["", "ctrl+", "f0", "f25", "uu", "hyper+x", "\u{7}"] {
            assert_eq!(Key::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn keys_are_known_by_the_names_of_browsers() {
        for (code, name) in [
            ("KeyW", Some("w")),
            ("Digit5", Some("5")),
            ("Numpad8", Some("8")),
            ("ArrowUp", Some("up")),
            ("Space", Some("space")),
            ("Comma", Some(",")),
            ("NumpadAdd", Some("+")),
            ("F5", Some("f5")),
            ("Backquote", Some("`")),
            ("ShiftLeft", None),
            ("KeyWW", None),
            ("Keyw", None),
            ("F", None),
            ("F99", None),
            ("", None),
        ] {
            assert_eq!(Key::of_code(code).map(Key::name).as_deref(), name, "{code}");
        }
        assert!(CODES.iter().all(|(code, name)| Key::of_code(code) == Key::parse(name)));
    }

    #[test]
    fn keys_of_the_terminal_are_the_same() {
        for (code, modifiers, name) in [
            (KeyCode::Char('z'), KeyModifiers::CONTROL, "ctrl+z"),
            (KeyCode::Char('U'), KeyModifiers::SHIFT, "U"),
            (KeyCode::Up, KeyModifiers::NONE, "up"),
            (KeyCode::BackTab, KeyModifiers::SHIFT, "shift+tab"),
        ] {
            assert_eq!(Some(Key::of(KeyEvent::new(code, modifiers))), Key::parse(name), "{name}");
        }
    }
}
