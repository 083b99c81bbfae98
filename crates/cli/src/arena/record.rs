//! The record of a match: a text of games, each with headers in brackets and its moves. Anyone can
//! play them again and check what they came to.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use polymerge::calc::json;
use polymerge::proof::Run;
use polymerge::{Error, Rng, Rules, Screen};
use polymerge_app::failure::Failure;
use polymerge_app::recorded_mode::RecordedMode;

use super::fault::Fault;
use super::game::{End, Played};
use crate::bots::direction;
use crate::output::{Replacing, not_written};

/// The header with which each game begins.
const FIRST: &str = "Polymerge";

/// The version of the form.
const VERSION: &str = "1";

/// The end of each game.
const END: &str = "\n\n";

/// The characters of a line of moves.
const WIDTH: usize = 80;

/// A record that is being written, game by game: what was played is there whatever happens later.
pub struct Recording {
    games: Texts,
    file: PathBuf,
    replacing: Replacing,
    /// The file, once the first game has ended.
    begun: Option<File>,
}

impl Recording {
    /// Begins a record of games of a mode. Its file is written when the first game ends.
    ///
    /// # Errors
    /// No text holds all of the mode.
    pub fn new(rules: &Rules, file: &Path, replacing: Replacing) -> Result<Recording, Error> {
        Ok(Recording { games: Texts::new(rules)?, file: file.to_owned(), replacing, begun: None })
    }

    /// Adds a game of a bot.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn add(&mut self, rules: &Rules, pair: u64, bot: &str, game: &Played) -> Result<(), Failure> {
        let file = match &mut self.begun {
            Some(file) => file,
            none => none.insert(self.replacing.begin(&self.file)?),
        };
        let text = self.games.next(rules, pair, bot, game);
        // In one piece: a game is there as a whole, or not at all.
        file.write_all(text.as_bytes()).map_err(|error| not_written(&self.file, &error))
    }
}

/// The texts of the games of a record.
struct Texts {
    mode: RecordedMode,
    is_first: bool,
}

impl Texts {
    fn new(rules: &Rules) -> Result<Texts, Error> {
        Ok(Texts { mode: RecordedMode::of(rules.mode())?, is_first: true })
    }

    /// Returns the text of the next game.
    fn next(&mut self, rules: &Rules, pair: u64, bot: &str, game: &Played) -> String {
        let mut text = header(FIRST, VERSION);
        // A mode holds for all games that follow.
        if std::mem::take(&mut self.is_first) {
            let RecordedMode { mode, modifiers, file } = &self.mode;
            text += &header("Mode", mode);
            text += &modifiers.as_ref().map_or_else(String::new, |own| header("ModifiersCode", own));
            text += &file.as_ref().map_or_else(String::new, |own| header("ModeFile", own));
            text += &header("Generator", Rng::NAME);
        }
        text += &header("Pair", &pair.to_string());
        text += &header("Seed", &game.seed.to_string());
        text += &header("Bot", bot);
        text += &header("Score", &polymerge::calc::number::to_text(game.score));
        text += &header("Moves", &game.moves.len().to_string());
        text += &header("Result", game.end.word());
        if let End::Fault(fault) = &game.end {
            text += &header("Reason", &fault.to_string());
        }
        text.push('\n');
        text + &lines(&direction::moves(rules.directions(), &game.moves)) + END
    }
}

fn header(name: &str, value: &str) -> String {
    let value = json::write(&value.into());
    format!("[{name} {}]\n", polymerge_app::input::sanitized_json(&value))
}

/// Returns moves in lines that are not too long, without the end of the last one.
fn lines(moves: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for c in moves.chars() {
        if width >= WIDTH && (c == ' ' || !moves.contains(' ')) {
            text.push('\n');
            width = 0;
        }
        if !(c == ' ' && width == 0) {
            text.push(c);
            width += 1;
        }
    }
    text
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
    /// True if the match was ended while it wrote a further game.
    pub is_cut: bool,
}

/// Plays all games of a record again, and compares them with what is claimed. A last game of which
/// only a part is there counts as none.
///
/// # Errors
/// The text is no record.
pub fn check(text: &str) -> Result<Checked, Failure> {
    let whole_lines = without_part_of_header(text);
    let mut checked = Checked { is_cut: whole_lines.len() < text.len(), ..Checked::default() };
    let mut compiled: Option<(RecordedMode, Rules)> = None;
    let mut games = read(whole_lines)?.into_iter().peekable();
    while let Some(game) = games.next() {
        if compiled.as_ref().is_none_or(|(mode, _)| *mode != game.mode) {
            let rules = game.mode.open(None)?.compile().map_err(Failure::input)?;
            compiled = Some((game.mode.clone(), rules));
        }
        let Some((_, rules)) = &compiled else { continue };
        if games.peek().is_none() && !whole_lines.ends_with(END) && game.is_part(rules) {
            checked.is_cut = true;
            break;
        }
        checked.games += 1;
        if let Err(failure) = check_game(rules, &game) {
            let failure = failure.of(format!("{}, seed {}", game.bot, game.seed.unwrap_or_default()));
            checked.wrong.push((checked.games, failure.message().to_owned()));
        }
    }
    Ok(checked)
}

/// Returns a text without a last line that is the beginning of a header.
fn without_part_of_header(text: &str) -> &str {
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    match text.split_at(start) {
        (lines, last) if start > 0 && last.starts_with('[') && !last.ends_with(']') => lines,
        _ => text,
    }
}

/// Plays a game again. Returns why it is not as claimed.
fn check_game(rules: &Rules, game: &Claimed) -> Result<(), Failure> {
    let needed = |name: &str| format!("the header {name} is missing");
    let seed = game.seed.ok_or_else(|| needed("Seed"))?;
    let score = game.score.ok_or_else(|| needed("Score"))?;
    let count = game.count.ok_or_else(|| needed("Moves"))?;
    let moves = rules.parse_moves(&game.moves).map_err(Failure::input)?;
    if moves.len() != count {
        return Err(Failure::input(format!("there are {} moves, not {count}", moves.len())));
    }
    let mut run = Run::start(rules, seed).map_err(Failure::input)?.forgetful();
    run.play_all(&moves).map_err(Failure::input)?;
    let again = run.game();
    if again.score() != score {
        let [found, claimed] = [again.score(), score].map(polymerge::calc::number::to_text);
        return Err(Failure::input(format!("the score is {found}, not {claimed}")));
    }
    let fail = |error: Error| error.to_string();
    let screen = again.state().screen();
    let is_stuck = screen == Screen::Play && again.legal().map_err(fail)?.is_empty();
    let is_over = is_stuck || again.is_over().map_err(fail)?;
    let is_won = is_over && screen == Screen::Win;
    match game.result.as_str() {
        "" => Err(needed("Result").into()),
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
            Err(Failure::input(format!("it is {found} after these moves, not {word}")))
        }
        word => Err(Failure::input(format!("{word:?} is no result"))),
    }
}

fn begins_with() -> Failure {
    Failure::input(format!("a record begins with [{FIRST} \"{VERSION}\"]"))
}

/// Reads the games of a record.
fn read(text: &str) -> Result<Vec<Claimed>, Failure> {
    let mut games: Vec<Claimed> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fail = |why: Failure| why.of(format!("line {}", index + 1));
        let line = line.trim();
        let header = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        match (header, games.last_mut()) {
            (Some(header), game) => {
                let (name, value) = of_header(header).map_err(fail)?;
                match game {
                    _ if name == FIRST && value != VERSION => {
                        return Err(fail(Failure::input(format!(
                            "the record has version {value}; this program knows {VERSION}"
                        ))));
                    }
                    game if name == FIRST => {
                        // The mode is that of the game before, unless another one is named.
                        let mode = game.map(|before| before.mode.clone()).unwrap_or_default();
                        games.push(Claimed { mode, ..Claimed::default() });
                    }
                    Some(game) => game.take(name, value).map_err(fail)?,
                    None => return Err(fail(begins_with())),
                }
            }
            (None, Some(game)) => {
                game.moves.push(' ');
                game.moves.push_str(line);
            }
            (None, None) if line.is_empty() => {}
            (None, None) => return Err(fail(begins_with())),
        }
    }
    Ok(games)
}

/// Reads a header: a name and a text in quotes.
fn of_header(header: &str) -> Result<(&str, String), Failure> {
    let (name, value) = header.split_once(' ').ok_or("a header has a name and a text in quotes")?;
    let value = serde_json::from_str(value.trim()).map_err(|error| format!("{name}: {error}"))?;
    Ok((name, value))
}

impl Claimed {
    /// Returns true if headers or moves are missing.
    fn is_part(&self, rules: &Rules) -> bool {
        let is_open = self.seed.is_none() || self.score.is_none() || self.result.is_empty();
        let moves = rules.parse_moves(&self.moves).map(|moves| moves.len());
        is_open || self.count.is_none_or(|count| moves.is_ok_and(|found| found < count))
    }

    /// Takes a header. Other programs may add headers of their own.
    fn take(&mut self, name: &str, value: String) -> Result<(), Failure> {
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
            return Err(Failure::input(format!("{name} is there twice")));
        }
        match name {
            "Mode" => self.mode = RecordedMode { mode: value, ..RecordedMode::default() },
            "ModifiersCode" => self.mode.modifiers = Some(value),
            "ModeFile" => self.mode.file = Some(value),
            "Generator" if value != Rng::NAME => {
                return Err(Failure::input(format!("the record is for {value}, not for {}", Rng::NAME)));
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
        let (mut texts, mut text) = (Texts::new(&rules).unwrap(), String::new());
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
            text += &texts.next(&rules, seed - 6, "A \"bot\"\n", &game);
        }
        text
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
    fn a_record_that_breaks_off_has_all_whole_games() {
        let text = record(Mode::built_in("classic").unwrap());
        let second = text.rfind("[Polymerge").unwrap();
        let moves = second + text[second..].find("\n\n").unwrap() + 30;
        // where the text ends, whole games, whether a part of another one is there
        for (end, games, is_cut) in [
            (text.len(), 2, false),
            (text.trim_end().len(), 2, false),
            (moves, 1, true),
            (second + 40, 1, true),
            (second + 5, 1, true),
            (second, 1, false),
            (60, 0, true),
        ] {
            let checked = check(&text[..end]).unwrap();
            let found = (checked.games, checked.is_cut, checked.wrong.len());
            assert_eq!(found, (games, is_cut, 0), "{:?}", &text[..end]);
        }
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
            let message = check(text).err().map(|failure| failure.message().to_owned()).unwrap_or_default();
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
