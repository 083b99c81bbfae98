//! The commands that a line can begin with.

use polymerge::Game;

use super::moves;

/// The effect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Prints the help.
    Help,
    /// Prints the board.
    Board,
    /// Takes back moves.
    Undo,
    /// Makes undone moves again.
    Redo,
    /// Starts a new game.
    New,
    /// Starts the same game again.
    Again,
    /// Plays on after a win.
    PlayOn,
    /// Prints the save code.
    Code,
    /// Prints a hint.
    Hint,
    Why,
    /// Prints the rules.
    Rules,
    /// Turns boards in words on or off.
    Words,
    /// Lists the modes.
    Modes,
    /// Plays another mode.
    Mode,
    /// Lists the games.
    Games,
    /// Resumes another game.
    Resume,
    /// Clicks a tile.
    Click,
    /// Clicks a box.
    Box,
    /// Quits.
    Quit,
}

/// A command.
pub struct Command {
    /// The name of the command, and its aliases.
    pub names: &'static [&'static str],
    /// The arguments, as the help shows them.
    pub arguments: &'static str,
    /// The effect.
    pub operation: Operation,
    /// The description in the help.
    pub about: &'static str,
    /// True if the game differs afterwards, so that it has to be saved.
    pub changes: bool,
}

const fn command(
    names: &'static [&'static str],
    arguments: &'static str,
    operation: Operation,
    changes: bool,
    about: &'static str,
) -> Command {
    Command { names, arguments, operation, about, changes }
}

/// All commands. None of their names can be read as moves.
pub const COMMANDS: &[Command] = &[
    command(&["help", "?"], "", Operation::Help, false, "print this"),
    command(&["undo"], "[NUMBER]", Operation::Undo, true, "take back one move, or NUMBER moves"),
    command(&["redo"], "[NUMBER]", Operation::Redo, true, "make them again"),
    command(&["board"], "", Operation::Board, false, "print the board; an empty line does too"),
    command(&["words"], "", Operation::Words, false, "switch boards in words on or off"),
    command(&["hint"], "", Operation::Hint, false, "say which direction is best, and what others cost"),
    command(&["why"], "DIRECTION", Operation::Why, false, "say why that move would go as it does"),
    command(&["rules"], "", Operation::Rules, false, "print the rules of the mode"),
    command(&["new"], "[SEED]", Operation::New, false, "start a new game; the old one waits"),
    command(&["again"], "", Operation::Again, false, "start a new game with the same seed"),
    command(&["continue"], "", Operation::PlayOn, true, "play on after a win"),
    command(&["code"], "", Operation::Code, false, "print the save code of the game"),
    command(&["modes"], "[TEXT]", Operation::Modes, false, "list the modes, or those with this text"),
    command(&["mode"], "NAME", Operation::Mode, false, "play another mode; this game waits"),
    command(&["games"], "", Operation::Games, false, "list the games that are kept"),
    command(&["resume"], "NUMBER", Operation::Resume, false, "go on with one of them"),
    command(&["click"], "ROW COLUMN", Operation::Click, true, "click a tile"),
    command(&["box"], "NUMBER", Operation::Box, true, "click a box that can be clicked"),
    command(&["quit", "exit"], "", Operation::Quit, false, "end; the game is kept"),
];

/// Returns the help.
pub fn help(game: &Game) -> String {
    let mut text = String::from("Moves, any number on a line:\n");
    for direction in game.rules().directions() {
        let letter = direction.letter.map(|letter| format!("{letter} or ")).unwrap_or_default();
        let sign = direction.sign.as_ref().filter(|sign| direction.name == **sign);
        let sign = sign.map(|sign| format!(" or {sign}")).unwrap_or_default();
        // Where there is no letter, the keys of the mode are the shortest way.
        let keys = direction.letter.map_or_else(|| moves::keys(game.rules(), direction), |_| Vec::new());
        let keys: String = keys.into_iter().map(|key| format!(" or {key}")).collect();
        text.push_str(&format!("  {letter}{}{sign}{keys}: {}\n", direction.index, direction.in_words()));
    }
    text.push_str("Words:\n");
    for command in COMMANDS {
        let usage = format!("{} {}", command.names.join(" or "), command.arguments);
        text.push_str(&format!("  {:<18} {}\n", usage.trim_end(), command.about));
    }
    text
}
