//! The table of everything that keys can do. The help, the footer and the configuration are made
//! from it.

/// An action that a key or the mouse can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Presses the direction with this index.
    Move(usize),
    /// Presses the direction with steps of these signs: rows, columns.
    Step(i64, i64),
    /// Plays on after a win.
    PlayOn,
    /// Starts a new game.
    New,
    /// Starts the same game again, with the same seed.
    Again,
    /// Takes back a move.
    Undo,
    /// Makes an undone move again.
    Redo,
    /// Goes to the home screen, to choose another mode.
    Modes,
    /// Opens the help.
    Help,
    /// Switches to the next palette.
    Theme,
    /// Switches to the next speed of tiles.
    Speed,
    /// Asks for a hint.
    Hint,
    /// Says why a move goes as it does.
    Why,
    /// Makes the best move.
    BestMove,
    /// Starts or stops autoplay.
    Autoplay,
    /// Watches the replay of the game.
    Watch,
    /// Opens the panel to share the game.
    Share,
    /// Shows all boxes.
    Boxes,
    /// Points at cells, to click them.
    Point,
    /// Makes cells larger (or smaller) by this many sizes.
    Zoom(i8),
    /// Moves the view by this many cells: down, to the right.
    Pan(i32, i32),
    /// Stops the replay, or lets it run.
    Pause,
    /// Jumps to a place in the replay, in tenths.
    Jump(u8),
    /// Makes the replay or autoplay faster.
    Faster,
    /// Makes the replay or autoplay slower.
    Slower,
    /// Plays on from this step of a replay.
    TakeOver,
    /// Clears and draws the whole screen.
    Redraw,
    /// Leaves the program.
    Quit,
    /// Opens the chosen entry.
    Open,
    /// Goes back to the screen before.
    Back,
    /// Goes down (or up) by this many lines.
    By(isize),
    /// Goes to the first line.
    First,
    /// Goes to the last line.
    Last,
    /// Goes to the next group of modes.
    NextFamily,
    /// Goes to the group before.
    LastFamily,
    /// Starts a new game of the chosen mode, even if another one waits.
    StartNew,
    /// Lists the saved games.
    Games,
    /// Shows the statistics.
    Statistics,
    /// Opens a file or a save code.
    File,
    /// Deletes the chosen entry.
    Delete,
    /// Changes settings and modifiers of a new game.
    Change,
    /// Saves the choices under a name.
    Keep,
    /// Clears the search.
    Clear,
    /// Scrolls the rules of the chosen mode, by this many lines.
    Scroll(isize),
}

use Context::{Changes, Directions, Game, Lists, Panels, Pointing, Replay};

/// A part of the program in which keys have meanings of their own. The configuration has a table
/// for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The directions of the mode, while playing.
    Directions,
    /// Everything else while playing.
    Game,
    /// Pointing at cells.
    Pointing,
    /// Panels with choices: the end of a game, sharing, boxes.
    Panels,
    /// Watching a replay.
    Replay,
    /// Lists of modes and games. Characters are typed into the search.
    Lists,
    /// The changes to a new game. Characters are typed into the search.
    Changes,
}

impl Context {
    /// All contexts: context, name in the configuration, description.
    pub const ALL: &'static [(Context, &'static str, &'static str)] = &[
        (Directions, "directions", "The directions of the mode, while you play."),
        (Game, "game", "Everything else while you play."),
        (
            Lists,
            "lists",
            "Lists of modes and games. Letters and digits search there, so they can't be bound.",
        ),
    ];

    /// Returns the name in the configuration.
    pub fn name(self) -> &'static str {
        Context::ALL.iter().find(|(context, ..)| *context == self).map_or("", |(_, name, _)| name)
    }

    /// Returns true if a key can have only one meaning in both contexts together.
    pub fn shares_keys_with(self, other: Context) -> bool {
        let playing = |context| matches!(context, Directions | Game);
        self == other || (playing(self) && playing(other))
    }
}

/// A command and its keys.
#[derive(Debug)]
pub struct Command {
    /// The context in which the command is available.
    pub context: Context,
    /// The name in the configuration.
    pub name: &'static str,
    /// The effect of the command.
    pub action: Action,
    /// The label in the footer and in the help.
    pub label: &'static str,
    /// The default keys.
    pub keys: &'static [&'static str],
}

const fn command(
    context: Context,
    name: &'static str,
    action: Action,
    label: &'static str,
    keys: &'static [&'static str],
) -> Command {
    Command { context, name, action, label, keys }
}

/// The number of lines that a page key jumps over.
pub const PAGE: isize = 10;

/// All commands. In each context, those come first that a narrow footer must show. The digits of
/// the directions lie as on a number pad.
pub const COMMANDS: &[Command] = &[
    command(Directions, "up", Action::Step(-1, 0), "up", &["up", "w", "k", "8"]),
    command(Directions, "down", Action::Step(1, 0), "down", &["down", "s", "j", "2"]),
    command(Directions, "left", Action::Step(0, -1), "left", &["left", "a", "h", "4"]),
    command(Directions, "right", Action::Step(0, 1), "right", &["right", "d", "l", "6"]),
    command(Directions, "up-left", Action::Step(-1, -1), "up left", &["7", "y"]),
    command(Directions, "up-right", Action::Step(-1, 1), "up right", &["9", "i"]),
    command(Directions, "down-left", Action::Step(1, -1), "down left", &["1", "b"]),
    command(Directions, "down-right", Action::Step(1, 1), "down right", &["3", "m"]),
    command(Directions, "stay", Action::Step(0, 0), "stay", &["5", "space"]),
    command(Game, "quit", Action::Quit, "quit", &["q", "ctrl+c", "ctrl+d"]),
    command(Game, "help", Action::Help, "keys", &["?", "f1"]),
    command(Game, "modes", Action::Modes, "modes", &["tab", "esc"]),
    command(Game, "undo", Action::Undo, "undo", &["u", "backspace", "ctrl+z"]),
    command(Game, "new", Action::New, "new game", &["n"]),
    command(Game, "redo", Action::Redo, "redo", &["r", "ctrl+y"]),
    command(Game, "play-on", Action::PlayOn, "play on", &["c", "enter"]),
    command(Game, "watch", Action::Watch, "watch", &["v"]),
    command(Game, "share", Action::Share, "share", &["e"]),
    command(Game, "hint", Action::Hint, "hint", &["t"]),
    command(Game, "why", Action::Why, "why", &["Y"]),
    command(Game, "autoplay", Action::Autoplay, "autoplay", &["p"]),
    command(Game, "theme", Action::Theme, "colours", &["ctrl+t"]),
    command(Game, "again", Action::Again, "same again", &["N"]),
    command(Game, "boxes", Action::Boxes, "all boxes", &[","]),
    command(Game, "point", Action::Point, "point at cells", &["."]),
    command(Game, "speed", Action::Speed, "speed of tiles", &["ctrl+a"]),
    command(Game, "best-move", Action::BestMove, "best move", &["o"]),
    command(Game, "faster", Action::Faster, "autoplay faster", &[">"]),
    command(Game, "slower", Action::Slower, "autoplay slower", &["<"]),
    command(Game, "larger", Action::Zoom(1), "larger", &["+", "="]),
    command(Game, "smaller", Action::Zoom(-1), "smaller", &["-"]),
    command(Game, "view-up", Action::Pan(-1, 0), "view up", &["ctrl+up", "pageup"]),
    command(Game, "view-down", Action::Pan(1, 0), "view down", &["ctrl+down", "pagedown"]),
    command(Game, "view-left", Action::Pan(0, -1), "view left", &["ctrl+left", "home"]),
    command(Game, "view-right", Action::Pan(0, 1), "view right", &["ctrl+right", "end"]),
    command(Game, "redraw", Action::Redraw, "draw anew", &["ctrl+l"]),
    command(Pointing, "up", Action::Step(-1, 0), "up", &["up", "w", "k", "8"]),
    command(Pointing, "down", Action::Step(1, 0), "down", &["down", "s", "j", "2"]),
    command(Pointing, "left", Action::Step(0, -1), "left", &["left", "a", "h", "4"]),
    command(Pointing, "right", Action::Step(0, 1), "right", &["right", "d", "l", "6"]),
    command(Pointing, "click", Action::Open, "click", &["enter", "space"]),
    command(Pointing, "leave", Action::Back, "point no more", &["esc", "."]),
    command(Panels, "up", Action::By(-1), "up", &["up"]),
    command(Panels, "down", Action::By(1), "down", &["down"]),
    command(Panels, "choose", Action::Open, "choose", &["enter", "space"]),
    command(Panels, "close", Action::Back, "close", &["esc"]),
    command(Replay, "pause", Action::Pause, "pause", &["space", "p"]),
    command(Replay, "forth", Action::By(1), "step", &["right", "l", "."]),
    command(Replay, "back", Action::By(-1), "step back", &["left", "h", ","]),
    command(Replay, "take-over", Action::TakeOver, "play from here", &["t", "enter"]),
    command(Replay, "leave", Action::Back, "leave", &["esc", "tab"]),
    command(Replay, "help", Action::Help, "keys", &["?", "f1"]),
    command(Replay, "faster", Action::Faster, "faster", &["up", "k", "+", "="]),
    command(Replay, "slower", Action::Slower, "slower", &["down", "j", "-"]),
    command(Replay, "page-forth", Action::By(PAGE), "10 steps", &["pagedown", "L"]),
    command(Replay, "page-back", Action::By(-PAGE), "10 steps back", &["pageup", "H"]),
    command(Replay, "first", Action::First, "to the start", &["home", "0"]),
    command(Replay, "jump-1", Action::Jump(1), "to 10 %", &["1"]),
    command(Replay, "jump-2", Action::Jump(2), "to 20 %", &["2"]),
    command(Replay, "jump-3", Action::Jump(3), "to 30 %", &["3"]),
    command(Replay, "jump-4", Action::Jump(4), "to 40 %", &["4"]),
    command(Replay, "jump-5", Action::Jump(5), "to 50 %", &["5"]),
    command(Replay, "jump-6", Action::Jump(6), "to 60 %", &["6"]),
    command(Replay, "jump-7", Action::Jump(7), "to 70 %", &["7"]),
    command(Replay, "jump-8", Action::Jump(8), "to 80 %", &["8"]),
    command(Replay, "jump-9", Action::Jump(9), "to 90 %", &["9"]),
    command(Replay, "last", Action::Last, "to the end", &["end", "$"]),
    command(Replay, "larger", Action::Zoom(1), "larger", &[">"]),
    command(Replay, "smaller", Action::Zoom(-1), "smaller", &["<", "ctrl+k"]),
    command(Replay, "redraw", Action::Redraw, "draw anew", &["ctrl+l"]),
    command(Replay, "view-up", Action::Pan(-1, 0), "view up", &["ctrl+up"]),
    command(Replay, "view-down", Action::Pan(1, 0), "view down", &["ctrl+down"]),
    command(Replay, "view-left", Action::Pan(0, -1), "view left", &["ctrl+left"]),
    command(Replay, "view-right", Action::Pan(0, 1), "view right", &["ctrl+right"]),
    command(Replay, "theme", Action::Theme, "colours", &["ctrl+t"]),
    command(Replay, "quit", Action::Quit, "quit", &["q", "ctrl+c", "ctrl+d"]),
    command(Lists, "open", Action::Open, "play", &["enter"]),
    command(Lists, "back", Action::Back, "back", &["esc"]),
    command(Lists, "help", Action::Help, "keys", &["?", "f1"]),
    command(Lists, "quit", Action::Quit, "quit", &["ctrl+c", "ctrl+d"]),
    command(Lists, "games", Action::Games, "games", &["ctrl+g"]),
    command(Lists, "new", Action::StartNew, "new game", &["ctrl+n"]),
    command(Lists, "change", Action::Change, "change", &["ctrl+e"]),
    command(Lists, "next-family", Action::NextFamily, "next group", &["tab", "right"]),
    command(Lists, "last-family", Action::LastFamily, "previous group", &["shift+tab", "left"]),
    command(Lists, "statistics", Action::Statistics, "statistics", &["ctrl+s"]),
    command(Lists, "file", Action::File, "open file", &["ctrl+o"]),
    command(Lists, "up", Action::By(-1), "up", &["up", "ctrl+p"]),
    command(Lists, "down", Action::By(1), "down", &["down"]),
    command(Lists, "page-up", Action::By(-PAGE), "page up", &["pageup"]),
    command(Lists, "page-down", Action::By(PAGE), "page down", &["pagedown"]),
    command(Lists, "first", Action::First, "first", &["home"]),
    command(Lists, "last", Action::Last, "last", &["end"]),
    command(Lists, "rules-down", Action::Scroll(1), "rules down", &["ctrl+f"]),
    command(Lists, "rules-up", Action::Scroll(-1), "rules up", &["ctrl+b"]),
    command(Lists, "delete", Action::Delete, "delete game", &["delete", "ctrl+x"]),
    command(Lists, "clear", Action::Clear, "clear", &["ctrl+u"]),
    command(Lists, "redraw", Action::Redraw, "draw anew", &["ctrl+l"]),
    command(Lists, "theme", Action::Theme, "colours", &["ctrl+t"]),
    command(Changes, "open", Action::Open, "play", &["enter"]),
    command(Changes, "back", Action::Back, "back", &["esc"]),
    command(Changes, "help", Action::Help, "keys", &["?", "f1"]),
    command(Changes, "next-value", Action::NextFamily, "next value", &["right", "tab"]),
    command(Changes, "last-value", Action::LastFamily, "value before", &["left", "shift+tab"]),
    command(Changes, "default", Action::Delete, "as usual", &["delete", "ctrl+x"]),
    command(Changes, "keep", Action::Keep, "keep as preset", &["ctrl+s"]),
    command(Changes, "code", Action::Share, "copy code", &["ctrl+y"]),
    command(Changes, "up", Action::By(-1), "up", &["up", "ctrl+p"]),
    command(Changes, "down", Action::By(1), "down", &["down"]),
    command(Changes, "page-up", Action::By(-PAGE), "page up", &["pageup"]),
    command(Changes, "page-down", Action::By(PAGE), "page down", &["pagedown"]),
    command(Changes, "first", Action::First, "first", &["home"]),
    command(Changes, "last", Action::Last, "last", &["end"]),
    command(Changes, "clear", Action::Clear, "clear", &["ctrl+u"]),
    command(Changes, "redraw", Action::Redraw, "draw anew", &["ctrl+l"]),
    command(Changes, "theme", Action::Theme, "colours", &["ctrl+t"]),
    command(Changes, "quit", Action::Quit, "quit", &["ctrl+c", "ctrl+d"]),
];
