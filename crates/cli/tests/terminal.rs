//! The whole program in a terminal, as a person plays it: tmux types the keys
//! and reads the screen.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::common::Home;

/// A terminal of 80 columns and 24 rows with the program in it.
struct Terminal<'a> {
    socket: String,
    home: &'a Home,
}

impl<'a> Terminal<'a> {
    /// Starts the program with these arguments.
    fn start(home: &'a Home, name: &str, arguments: &str) -> Terminal<'a> {
        // `exec` makes the program the process of the pane.
        let program = |variables: &str| {
            format!("exec env {variables} '{}' {arguments}", env!("CARGO_BIN_EXE_polymerge"))
        };
        Terminal::with(home, name, (80, 24), program)
    }

    /// Starts a shell in which the program can be suspended.
    fn shell(home: &'a Home, name: &str) -> Terminal<'a> {
        Terminal::with(home, name, (80, 24), |variables| {
            format!("env {variables} PS1='sh:' bash --norc --noprofile -i")
        })
    }

    /// A terminal of this size in which a command runs with the variables of
    /// the home.
    fn with(
        home: &'a Home,
        name: &str,
        (width, height): (u16, u16),
        command: impl Fn(&str) -> String,
    ) -> Terminal<'a> {
        // Tiles on their ways would be read where they are only for a moment.
        let config = home.join("XDG_CONFIG_HOME/polymerge");
        std::fs::create_dir_all(&config).unwrap();
        std::fs::write(config.join("config.toml"), "animation = \"off\"\n").unwrap();
        let terminal = Terminal { socket: format!("polymerge-{}-{name}", std::process::id()), home };
        let variables: Vec<String> = home
            .variables()
            .into_iter()
            .chain([("TERM", "tmux-256color".into()), ("NO_COLOR", "1".into())])
            .map(|(name, value)| format!("{name}='{}'", value.display()))
            .collect();
        let line = command(&variables.join(" "));
        let [width, height] = [width, height].map(|length| length.to_string());
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, &line]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .args(["-L", &self.socket])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .current_dir(self.home.join(""))
            .output()
            .unwrap()
    }

    /// Returns the text on the screen.
    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen shows what is wanted.
    fn wait(&self, what: &str, is_wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_wanted(&screen) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{what} is not on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits a moment for another board, which there need not be.
    fn changed(&self, before: String) -> String {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            let now = board(&self.screen());
            if now != before {
                return now;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        before
    }

    /// Types keys, as tmux calls them.
    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a text.
    fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Kills the program, as a crash would.
    fn kill(&self) {
        let pid = String::from_utf8(self.tmux(&["list-panes", "-F", "#{pane_pid}"]).stdout).unwrap();
        let killed = Command::new("kill").args(["-9", pid.trim()]).status().unwrap();
        assert!(killed.success());
        self.wait_for_end();
    }

    /// Waits until the program has ended.
    fn wait_for_end(&self) {
        let start = Instant::now();
        while self.tmux(&["has-session"]).status.success() {
            assert!(start.elapsed() < Duration::from_secs(60), "it does not end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// Returns true if tmux is installed. It must be, unless POLYMERGE_NO_TMUX is set.
fn has_tmux() -> bool {
    if std::env::var_os("POLYMERGE_NO_TMUX").is_some() {
        return false;
    }
    assert!(
        Command::new("tmux").arg("-V").output().is_ok(),
        "tmux is missing: install it (apt-get install tmux), or set POLYMERGE_NO_TMUX=1 to go without this test"
    );
    true
}

/// The rows of the screen with cells in them: a board of the theme without
/// colours, whatever is moving on it.
fn board(screen: &str) -> String {
    let rows = screen.lines().filter(|line| line.contains('│') || line.contains('┌'));
    rows.map(|row| format!("{}\n", row.trim())).collect()
}

#[test]
fn a_whole_game_is_played_killed_and_gone_on_with() {
    if !has_tmux() {
        return;
    }
    let home = Home::new();
    let terminal = Terminal::start(&home, "first", "");
    // A newcomer need not search.
    terminal.wait_for("> Classic 2048");
    terminal.type_text("classic");
    terminal.wait("the one mode that was found", |screen| screen.contains("> Classic 2048"));
    terminal.keys(&["Enter"]);
    terminal.wait_for(" n new game");
    let mut last = board(&terminal.screen());
    for key in ["Left", "Down", "Right", "Down"].repeat(4) {
        terminal.keys(&[key]);
        last = terminal.changed(last);
    }
    terminal.kill();
    drop(terminal);

    let terminal = Terminal::start(&home, "second", "");
    terminal.wait_for("> ▶ Continue Classic 2048");
    terminal.keys(&["Enter"]);
    let again = terminal.wait_for(" n new game");
    assert_eq!(board(&again), last, "the game goes on where it was:\n{again}");
    let over = Instant::now();
    while !terminal.screen().contains("Game over") {
        terminal.keys(&["Left", "Down", "Right", "Down", "Left", "Up", "Right", "Down", "Left", "Down"]);
        assert!(over.elapsed() < Duration::from_secs(240), "no end:\n{}", terminal.screen());
    }
    drop(terminal);

    // The game that is over is no game to go on with, but it counts.
    let terminal = Terminal::start(&home, "third", "");
    let screen = terminal.wait_for("> Classic 2048");
    assert!(!screen.contains("Continue"), "{screen}");
    terminal.keys(&["C-s"]);
    let statistics = terminal.wait_for("1 game, 0 won");
    assert!(statistics.contains("Classic 2048"), "{statistics}");
    terminal.keys(&["C-c"]);
    terminal.wait_for_end();
}

#[test]
fn a_code_that_is_pasted_is_opened() {
    if !has_tmux() {
        return;
    }
    let home = Home::new();
    let code = home.polymerge(&["convert", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plain/small.jsonc")]);
    let code = { code }.output().unwrap();
    assert!(code.status.success(), "{code:?}");
    std::fs::write(home.join("code"), &code.stdout).unwrap();
    let terminal = Terminal::start(&home, "paste", "");
    terminal.wait_for("Search:");
    terminal.tmux(&["load-buffer", home.join("code").to_str().unwrap()]);
    terminal.tmux(&["paste-buffer", "-p"]);
    let screen = terminal.wait_for(" n new game");
    assert!(screen.contains("Small"), "{screen}");
}

/// The number of the program that runs in a shell.
fn running(terminal: &Terminal<'_>) -> String {
    let shell = terminal.tmux(&["list-panes", "-F", "#{pane_pid}"]).stdout;
    let shell = String::from_utf8(shell).unwrap();
    let start = Instant::now();
    loop {
        let output = Command::new("ps").args(["-o", "pid=", "--ppid", shell.trim()]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        if let Some(pid) = text.split_whitespace().next() {
            return pid.to_owned();
        }
        assert!(start.elapsed() < Duration::from_secs(60), "nothing runs:\n{}", terminal.screen());
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn signal(pid: &str, signal: &str) {
    assert!(Command::new("kill").args([signal, pid]).status().unwrap().success());
}

#[test]
fn a_game_is_suspended_killed_and_drawn_again() {
    if !has_tmux() {
        return;
    }
    let home = Home::new();
    let terminal = Terminal::shell(&home, "suspend");
    let program = format!("'{}' play 2048 --seed 7", env!("CARGO_BIN_EXE_polymerge"));
    terminal.wait_for("sh:");
    terminal.type_text(&program);
    terminal.keys(&["Enter"]);
    let whole =
        |screen: &str| screen.contains("Score") && screen.contains(" n new game") && !screen.contains("sh:");
    let first = board(&terminal.wait("the game", whole));

    // The shell has its screen back, and then the game.
    let pid = running(&terminal);
    signal(&pid, "-TSTP");
    terminal.wait("the shell", |screen| screen.contains("sh:") && !screen.contains("Score"));
    terminal.type_text("fg");
    terminal.keys(&["Enter"]);
    assert_eq!(board(&terminal.wait("the game again", whole)), first);
    terminal.keys(&["Left"]);
    let moved = terminal.changed(first.clone());
    assert_ne!(moved, first);

    // What another program wrote over the game is drawn over.
    let tty = String::from_utf8(terminal.tmux(&["list-panes", "-F", "#{pane_tty}"]).stdout).unwrap();
    std::fs::write(tty.trim(), "\u{1b}[1;1Hgarbage garbage").unwrap();
    terminal.wait_for("garbage");
    terminal.keys(&["C-l"]);
    terminal.wait("a clean screen", |screen| whole(screen) && !screen.contains("garbage"));

    // A program that is killed leaves its picture behind; the next one does not.
    signal(&pid, "-KILL");
    terminal.wait_for("sh:");
    terminal.type_text(&program);
    terminal.keys(&["Enter"]);
    assert_eq!(board(&terminal.wait("a new game", whole)), first);
    signal(&running(&terminal), "-TERM");
    terminal.wait_for("sh:");
}

#[test]
fn a_terminal_that_only_prints_lines_gets_lines() {
    if !has_tmux() {
        return;
    }
    let home = Home::new();
    for (number, term) in ["TERM=dumb", "-u TERM"].iter().enumerate() {
        let line = |variables: &str| {
            let (set, unset) = if term.starts_with('-') { ("", *term) } else { (*term, "") };
            format!("exec env {unset} {variables} {set} '{}'", env!("CARGO_BIN_EXE_polymerge"))
        };
        // The variables of the home name a terminal, too.
        let line = |variables: &str| line(&variables.replace("TERM='tmux-256color'", ""));
        let terminal = Terminal::with(&home, &format!("dumb-{number}"), (80, 24), line);
        terminal.wait_for("Type help for help.");
        terminal.type_text("quit");
        terminal.keys(&["Enter"]);
        terminal.wait_for_end();
    }
}

#[test]
fn hints_are_said_and_the_game_plays_by_itself() {
    if !has_tmux() {
        return;
    }
    let home = Home::new();
    let terminal = Terminal::start(&home, "advice", "play 2048 --seed 7");
    terminal.wait_for("quit");
    terminal.keys(&["t"]);
    terminal.wait("a hint", |screen| screen.contains("hint: ") && screen.contains("turns to come"));
    terminal.wait("all directions", |screen| screen.contains("┌ Hint ") && screen.contains("  best "));
    terminal.keys(&["p"]);
    terminal.type_text(">>>");
    terminal.wait_for("speed of autoplay: 6 of 6");
    let before = terminal.screen();
    terminal.wait("other boards", |screen| screen != before);
    terminal.keys(&["p"]);
    terminal.wait_for("autoplay is off");
    terminal.keys(&["q"]);
    terminal.wait_for_end();
}

#[test]
fn every_screen_can_be_used_at_any_size() {
    if !has_tmux() {
        return;
    }
    for (width, height) in [(20, 8), (20, 10), (40, 15), (60, 20), (200, 60)] {
        let home = Home::new();
        let name = format!("size-{width}");
        let terminal = Terminal::with(&home, &name, (width, height), |variables| {
            format!("exec env {variables} '{}'", env!("CARGO_BIN_EXE_polymerge"))
        });
        terminal.wait_for("Search: ▏");
        terminal.type_text("classic");
        terminal.wait("what is searched", |screen| screen.contains("Search: classic▏"));
        terminal.keys(&["Enter"]);
        terminal.wait_for("quit");
        for key in ["Left", "Up", "Right", "Down"] {
            terminal.keys(&[key]);
        }
        terminal.keys(&["?"]);
        terminal.wait_for("Keys");
        terminal.keys(&["x", "Tab"]);
        terminal.wait("the game to go on with", |screen| screen.contains("> ▶ Continue"));
        terminal.keys(&["C-g"]);
        terminal.wait("the list of games", |screen| screen.contains("> Classic"));
        terminal.keys(&["Escape"]);
        terminal.wait_for("> ▶ Continue");
        terminal.keys(&["C-s"]);
        terminal.wait("statistics", |screen| screen.contains("1 game") && screen.contains("> Classic"));
        terminal.keys(&["Escape"]);
        terminal.wait_for("> ▶ Continue");
        terminal.keys(&["C-o"]);
        terminal.wait_for("Open");
        terminal.type_text("/no/such/file/with/a/very/long/name/at/the/end.txt");
        terminal.wait("the end of what is written", |screen| screen.contains("end.txt▏"));
        terminal.keys(&["Enter"]);
        terminal
            .wait("why it can't be opened", |screen| screen.contains("there") && screen.contains("/no/such"));
        terminal.keys(&["C-c"]);
        terminal.wait_for_end();
    }
}
