//! The lines that `polymerge serve-moves` reads.

use polymerge_app::failure::Failure;
use polymerge_app::recorded_mode::RecordedMode;
use serde::Deserialize;

use crate::bots::line::split;

/// A line that was understood.
pub enum Request {
    /// The handshake.
    Hello,
    /// The mode of the positions to come.
    Mode(RecordedMode),
    /// The position to look at.
    Position(PositionRequest),
    /// Show the position.
    Board,
    /// Choose a direction.
    Go(Effort),
    /// Choose now.
    Stop,
    /// The end.
    Quit,
    /// A line without a word.
    Nothing,
}

/// A position: a seed with moves, a Game code, or a snapshot.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PositionRequest {
    seed: Option<Seed>,
    /// The moves since the start.
    pub moves: String,
    /// A save code of a game.
    pub code: Option<String>,
    /// A text of a position, as the arena sends it.
    pub snapshot: Option<String>,
}

/// A seed. Large ones are texts, because not every program has numbers of this size.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Seed {
    Number(u64),
    Digits(String),
}

impl PositionRequest {
    /// Returns the seed, if there is one.
    ///
    /// # Errors
    /// The seed is no whole number.
    pub fn seed(&self) -> Result<Option<u64>, Failure> {
        match &self.seed {
            None => Ok(None),
            Some(Seed::Number(seed)) => Ok(Some(*seed)),
            Some(Seed::Digits(text)) => match text.parse() {
                Ok(seed) => Ok(Some(seed)),
                Err(_) => Err(Failure::input(format!(
                    "the seed {text:?} is no whole number from 0 to {}",
                    u64::MAX
                ))),
            },
        }
    }
}

/// The work to do for a direction.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct Effort {
    /// Turns of random games.
    pub turns: Option<u64>,
    /// Positions of a search.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<f64>,
    /// True to go on until the word `stop`.
    pub infinite: bool,
    /// The seed of the random games.
    pub seed: u64,
}

/// Reads a line.
///
/// # Errors
/// Says why it can't be read.
pub fn read(line: &str) -> Result<Request, Failure> {
    let (word, rest) = split(line);
    Ok(match word {
        "" => Request::Nothing,
        "hello" => Request::Hello,
        "mode" if rest.is_empty() => return Err("mode needs the name of a mode, a code or an object".into()),
        "mode" if !rest.starts_with('{') => {
            Request::Mode(RecordedMode { mode: rest.to_owned(), ..RecordedMode::default() })
        }
        "mode" => Request::Mode(object(word, rest)?),
        "position" => Request::Position(object(word, rest)?),
        "board" => Request::Board,
        "go" if rest.is_empty() => Request::Go(Effort::default()),
        "go" => Request::Go(effort(object(word, rest)?)?),
        "stop" => Request::Stop,
        "quit" => Request::Quit,
        _ => {
            let word: String = word.chars().take(40).collect();
            return Err(Failure::input(format!(
                "{word:?} is no word of the protocol; it has hello, mode, position, board, go, stop and quit"
            )));
        }
    })
}

fn object<'j, T: Deserialize<'j>>(word: &str, text: &'j str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::input(format!("{word} needs a JSON object: {error}")))
}

/// Checks an effort.
fn effort(effort: Effort) -> Result<Effort, Failure> {
    if effort.movetime.is_some_and(|millis| !(0.0..=1e9).contains(&millis)) {
        return Err("movetime is a number of milliseconds from 0 to 1,000,000,000".into());
    }
    if effort.turns == Some(0) || effort.nodes == Some(0) {
        return Err("turns and nodes are numbers above 0".into());
    }
    Ok(effort)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_cannot_be_read_say_why() {
        // line, part of the message
        for (line, part) in [
            ("mode", "needs the name"),
            ("mode {", "EOF"),
            ("mode {\"title\":1}", "missing field `mode`"),
            ("position", "position needs a JSON object"),
            ("position 7", "invalid type"),
            ("position {\"seed\":-1}", "did not match"),
            ("go fast", "go needs a JSON object"),
            ("go {\"turns\":0}", "above 0"),
            ("go {\"turns\":-5}", "invalid value"),
            ("go {\"movetime\":1e99}", "1,000,000,000"),
            ("GO", "\"GO\" is no word"),
            ("uci", "hello, mode"),
        ] {
            let message = read(line).err().map(|failure| failure.message().to_owned()).unwrap_or_default();
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn lines_are_read() {
        let Ok(Request::Go(effort)) = read(" go {\"turns\":5,\"movetime\":1.5,\"later\":[1]} ") else {
            panic!()
        };
        let expected = Effort { turns: Some(5), movetime: Some(1.5), ..Effort::default() };
        assert_eq!(effort, expected);
        let Ok(Request::Mode(mode)) = read("mode 2048 Power") else { panic!() };
        assert_eq!(mode.mode, "2048 Power");
        for (seed, number) in [("7", 7), ("\"18446744073709551615\"", u64::MAX)] {
            let Ok(Request::Position(own)) = read(&format!("position {{\"seed\":{seed}}}")) else { panic!() };
            assert_eq!(own.seed(), Ok(Some(number)));
        }
        let Ok(Request::Position(own)) = read("position {\"seed\":\"x\"}") else { panic!() };
        assert!(own.seed().is_err());
    }
}
