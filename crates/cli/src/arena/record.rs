//! The record of a match: a text of games, each with headers in brackets and its moves. Anyone can
//! play them again and check what they came to.

use std::fmt::Write;

use polymerge::calc::json;
use polymerge::proof::Run;
use polymerge::{Error, Rng, Rules, Screen};

use super::fault::Fault;
use super::game::{End, Played};
use crate::bots::direction;
use crate::failure::Failure;
use crate::replay::recorded_mode::RecordedMode;

/// The header with which each game begins.
const FIRST: &str = "Polymerge";

/// The version of the form.
const VERSION: &str = "1";

/// The characters of a line of moves.
const WIDTH: usize = 80;

/// A record that is being written.
pub struct Recording {
    mode: RecordedMode,
    text: String,
}

impl Recording {
    /// Begins a record of games of a mode.
    ///
    /// # Errors
    /// No text holds all of the mode.
    pub fn new(rules: &Rules) -> Result<Recording, Error> {
        Ok(Recording { mode: RecordedMode::of(rules.mode())?, text: String::new() })
    }

    /// Adds a game of a bot.
    pub fn add(&mut self, rules: &Rules, pair: u64, bot: &str, game: &Played) {
        let is_first = self.text.is_empty();
        self.header(FIRST, VERSION);
        // A mode holds for all games that follow.
        if is_first {
            let RecordedMode { mode, modifiers, file } = self.mode.clone();
            self.header("Mode", &mode);
            self.header_if_some("ModifiersCode", modifiers.as_deref());
            self.header_if_some("ModeFile", file.as_deref());
            self.header("Generator", Rng::NAME);
        }
        self.header("Pair", &pair.to_string());
        self.header("Seed", &game.seed.to_string());
        self.header("Bot", bot);
        self.header("Score", &polymerge::calc::number::to_text(game.score));
        self.header("Moves", &game.moves.len().to_string());
        self.header("Result", game.end.word());
        if let End::Fault(fault) = &game.end {
            self.header("Reason", &fault.to_string());
        }
        self.text.push('\n');
        let moves = direction::moves(rules.directions(), &game.moves);
        let mut width = 0;
        for c in moves.chars() {
            if width >= WIDTH && (c == ' ' || !moves.contains(' ')) {
                self.text.push('\n');
                width = 0;
            }
            if !(c == ' ' && width == 0) {
                self.text.push(c);
                width += 1;
            }
        }
        self.text.push_str(if moves.is_empty() { "\n" } else { "\n\n" });
    }

    fn header(&mut self, name: &str, value: &str) {
        let value = json::write(&value.into());
        // Writing to a text never fails.
        _ = writeln!(self.text, "[{name} {}]", crate::input::sanitized_json(&value));
    }

    fn header_if_some(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.header(name, value);
        }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A game of a record, as it is claimed to be.
#[derive(Clone, Debug, Default)]
struct Claimed {
    mode: RecordedMode,
    seed: Option<u64>,
    bot: String,
    score: Option<f64>,
    count: Option<usize>,
    result: String,
    moves: String,
}

/// Returns true if a text is the record of a match.
pub fn is_record(text: &str) -> bool {
    text.trim_start().starts_with(&format!("[{FIRST} "))
}

/// The result of checking a record.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of games.
    pub games: usize,
    /// The games that are not as they are claimed to be: number, and why.
    pub wrong: Vec<(usize, String)>,
}

/// Plays all games of a record again, and compares them with what is claimed.
///
/// # Errors
/// The text is no record.
pub fn check(text: &str) -> Result<Checked, Failure> {
    let mut checked = Checked::default();
    let mut compiled: Option<(RecordedMode, Rules)> = None;
    for game in read(text)? {
        checked.games += 1;
        let number = checked.games;
        if compiled.as_ref().is_none_or(|(mode, _)| *mode != game.mode) {
            let rules = game.mode.open(None)?.compile().map_err(Failure::input)?;
            compiled = Some((game.mode.clone(), rules));
        }
        let Some((_, rules)) = &compiled else { continue };
        if let Err(why) = check_game(rules, &game) {
            checked
                .wrong
                .push((number, format!("{}, seed {}: {why}", game.bot, game.seed.unwrap_or_default())));
        }
    }
    Ok(checked)
}

/// Plays a game again. Returns why it is not as claimed.
fn check_game(rules: &Rules, game: &Claimed) -> Result<(), String> {
    let needed = |name: &str| format!("the header {name} is missing");
    let seed = game.seed.ok_or_else(|| needed("Seed"))?;
    let score = game.score.ok_or_else(|| needed("Score"))?;
    let count = game.count.ok_or_else(|| needed("Moves"))?;
    let moves = rules.parse_moves(&game.moves).map_err(|error| error.to_string())?;
    if moves.len() != count {
        return Err(format!("there are {} moves, not {count}", moves.len()));
    }
    let mut run = Run::start(rules, seed).map_err(|error| error.to_string())?.forgetful();
    run.play_all(&moves).map_err(|error| error.to_string())?;
    let again = run.game();
    if again.score() != score {
        let [found, claimed] = [again.score(), score].map(polymerge::calc::number::to_text);
        return Err(format!("the score is {found}, not {claimed}"));
    }
    let fail = |error: Error| error.to_string();
    let screen = again.state().screen();
    let is_stuck = screen == Screen::Play && again.legal().map_err(fail)?.is_empty();
    let is_over = is_stuck || again.is_over().map_err(fail)?;
    let is_won = is_over && screen == Screen::Win;
    match game.result.as_str() {
        "" => Err(needed("Result")),
        "over" if is_over && !is_won => Ok(()),
        "won" if is_won => Ok(()),
        // The game goes on, but not by this player.
        "cut" | "stopped" if !is_over => Ok(()),
        word if !is_over && Fault::WORDS.contains(&word) => Ok(()),
        word if ["over", "won", "cut", "stopped"].contains(&word) || Fault::WORDS.contains(&word) => {
            let found = if is_won {
                "won"
            } else if is_over {
                "over"
            } else {
                "not over"
            };
            Err(format!("it is {found} after these moves, not {word}"))
        }
        word => Err(format!("{word:?} is no result")),
    }
}

/// Reads the games of a record.
fn read(text: &str) -> Result<Vec<Claimed>, Failure> {
    let mut games: Vec<Claimed> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fail = |why: String| Failure::input(format!("line {}: {why}", index + 1));
        let line = line.trim();
        let header = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        match (header, games.last_mut()) {
            (Some(header), game) => {
                let (name, value) = of_header(header).map_err(fail)?;
                match game {
                    _ if name == FIRST && value != VERSION => {
                        return Err(fail(format!(
                            "the record has version {value}; this program knows {VERSION}"
                        )))
                    }
                    game if name == FIRST => {
                        // The mode is that of the game before, unless another one is named.
                        let mode = game.map(|before| before.mode.clone()).unwrap_or_default();
                        games.push(Claimed { mode, ..Claimed::default() });
                    }
                    Some(game) => game.take(name, value).map_err(fail)?,
                    None => return Err(fail(format!("a record begins with [{FIRST} \"{VERSION}\"]"))),
                }
            }
            (None, Some(game)) => {
                game.moves.push(' ');
                game.moves.push_str(line);
            }
            (None, None) if line.is_empty() => {}
            (None, None) => return Err(fail(format!("a record begins with [{FIRST} \"{VERSION}\"]"))),
        }
    }
    Ok(games)
}

/// Reads a header: a name and a text in quotes.
fn of_header(header: &str) -> Result<(&str, String), String> {
    let (name, value) = header.split_once(' ').ok_or("a header has a name and a text in quotes")?;
    let value = serde_json::from_str(value.trim()).map_err(|error| format!("{name}: {error}"))?;
    Ok((name, value))
}

impl Claimed {
    /// Takes a header. Other programs may add headers of their own.
    fn take(&mut self, name: &str, value: String) -> Result<(), String> {
        let bad = |what: &str| format!("{name} {value:?} is no {what}");
        let is_there = match name {
            "Seed" => self.seed.is_some(),
            "Bot" => !self.bot.is_empty(),
            "Score" => self.score.is_some(),
            "Moves" => self.count.is_some(),
            "Result" => !self.result.is_empty(),
            _ => false,
        };
        if is_there {
            return Err(format!("{name} is there twice"));
        }
        match name {
            "Mode" => self.mode = RecordedMode { mode: value, ..RecordedMode::default() },
            "ModifiersCode" => self.mode.modifiers = Some(value),
            "ModeFile" => self.mode.file = Some(value),
            "Generator" if value != Rng::NAME => {
                return Err(format!("the record is for {value}, not for {}", Rng::NAME));
            }
            "Seed" => self.seed = Some(value.parse().map_err(|_| bad("whole number"))?),
            "Bot" => self.bot = value,
            "Score" => {
                let score = polymerge::calc::number::parse(&value).filter(|_| !value.trim().is_empty());
                self.score = Some(score.ok_or_else(|| bad("number"))?);
            }
            "Moves" => self.count = Some(value.parse().map_err(|_| bad("whole number"))?),
            "Result" => self.result = value,
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::Mode;

    /// A record of two games at random.
    fn record(mode: Mode) -> String {
        let rules = mode.compile().unwrap();
        let mut recording = Recording::new(&rules).unwrap();
        for seed in [7, 8] {
            let mut run = Run::start(&rules, seed).unwrap();
            let mut moves = Vec::new();
            while !run.game().is_over().unwrap() {
                // A win has no legal directions; any press plays on.
                let direction = run.game().legal().unwrap().last().copied().unwrap_or(0);
                moves.push(direction);
                run.play(direction).unwrap();
            }
            let score = run.game().score();
            let game = Played { seed, moves, score, ..Played::default() };
            recording.add(&rules, seed - 6, "A \"bot\"\n", &game);
        }
        recording.text().to_owned()
    }

    #[test]
    fn records_hold_and_tampered_ones_do_not() {
        let text = record(Mode::built_in("classic").unwrap());
        let checked = check(&text).unwrap();
        assert_eq!((checked.games, checked.wrong.len()), (2, 0), "{checked:?}");
        assert!(text.lines().all(|line| line.len() <= 100) && text.starts_with("[Polymerge \"1\"]\n"));
        let score = text.lines().find(|line| line.starts_with("[Score")).unwrap();
        let count = text.lines().find(|line| line.starts_with("[Moves")).unwrap();
        // what is replaced, by what, why the first game does not hold
        for (old, new, why) in [
            (score, "[Score \"99999\"]", "not 99999"),
            (count, "[Moves \"1\"]", "moves, not 1"),
            ("[Seed \"7\"]", "[Seed \"9\"]", "the score is"),
            ("\n\nR", "\n\nU", "the score is"),
            ("\n\nR", "\n\nX", "no direction"),
            ("\n\nR", "\n\n", "moves, not"),
            ("[Result \"over\"]", "[Result \"won\"]", "it is over after these moves, not won"),
            ("[Result \"over\"]", "[Result \"crashed\"]", "it is over after these moves, not crashed"),
            ("[Result \"over\"]", "[Result \"banana\"]", "is no result"),
            ("[Seed \"7\"]\n", "", "Seed is missing"),
        ] {
            let tampered = text.replacen(old, new, 1);
            assert_ne!(tampered, text, "{old}");
            let checked = check(&tampered).unwrap();
            assert_eq!(checked.games, 2);
            let [(1, message)] = &checked.wrong[..] else { panic!("{old} {new}: {checked:?}") };
            assert!(message.contains(why) && message.starts_with("A \"bot\"\n, seed "), "{message}");
        }
        // The game goes on after the first half of its moves.
        let (head, moves) = text.split_once("\n\n").unwrap();
        let kept = moves.chars().take(20).collect::<String>();
        let short = format!("{head}\n\n{kept}").replacen(count, "[Moves \"20\"]", 1);
        let checked = check(&short).unwrap();
        assert!(checked.wrong[0].1.contains("the score is"), "{checked:?}");
    }

    #[test]
    fn texts_that_are_no_records_say_where() {
        // text, part of the message
        for (text, part) in [
            ("LURD", "line 1: a record begins"),
            ("[Seed \"7\"]", "line 1: a record begins"),
            ("[Polymerge \"2\"]", "version 2"),
            ("[Polymerge \"1\"]\n[Seed 7]", "line 2: Seed"),
            ("[Polymerge \"1\"]\n[Seed \"x\"]", "no whole number"),
            ("[Polymerge \"1\"]\n[Score \"\"]", "no number"),
            ("[Polymerge \"1\"]\n[Generator \"dice\"]", "for dice"),
            ("[Polymerge \"1\"]\n[Mode \"no such mode\"]\n", "no such mode"),
            ("[Polymerge \"1\"]\n[]", "a name and a text"),
            ("[Polymerge \"1\"]\n[Score \"9\"]\n[Score \"52\"]", "Score is there twice"),
        ] {
            let message = check(text).err().map(|failure| failure.to_string()).unwrap_or_default();
            assert!(message.contains(part), "{text}: {message}");
        }
        assert_eq!(check("").unwrap().games, 0);
    }

    #[test]
    fn modes_without_letters_and_with_drawn_cells_are_recorded() {
        for changes in ["grid=hexagon:3", "random_holes=2", "garbage=1"] {
            let text = record(Mode::built_in("classic").unwrap().with(changes).unwrap());
            let checked = check(&text).unwrap();
            assert_eq!((checked.games, checked.wrong.len()), (2, 0), "{changes}: {checked:?}\n{text}");
        }
    }
}
