//! `polymerge play`: plays a mode, in the terminal or move by move.

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::terminal::{self, Start};
use clap::Args;
use polymerge::calc::json;
use polymerge_app::begin::{any_seed, begin, by_moves_with};
use polymerge_app::changes::Changes;
use polymerge_app::config::Config;
use polymerge_app::failure::Failure;
use polymerge_app::file_watch::FileWatch;
use polymerge_app::input;
use polymerge_app::open_game::OpenGame;
use polymerge_app::saves::Saves;
use polymerge_app::source::Source;

use crate::{plain, report};

#[derive(Args, Default)]
#[command(after_help = "\
Examples:
  polymerge play                                        continue the last game
  polymerge play 2048 --seed 7                          a new game, the same everywhere
  polymerge play dive --with grid=hexagon:3             another board
  polymerge play my-mode.jsonc --watch                  while you edit it
  polymerge play --code my-code.txt                     a save code from the original site
  polymerge play 2048 --seed 7 --moves LURD --json      no screen, no input
  printf 'LURD\\nundo\\ncode\\n' | polymerge play --plain  lines of moves and words; type help

Exit codes of --plain: 0, the input ended or said quit; 1, a line of a pipe or file was not
understood, or the mode file has errors; 2, the arguments are wrong.")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// Seed of the random numbers; the same seed gives the same game everywhere
    #[arg(long)]
    seed: Option<u64>,
    /// Play these moves without a terminal: LURD letters, the directions' labels or indices
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print the final state as JSON
    #[arg(long)]
    json: bool,
    /// With --moves: print the state after each move
    #[arg(long, requires = "moves")]
    steps: bool,
    /// Read lines and print boards as text: for pipes, screen readers and slow lines
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    plain: bool,
    /// Play the mode file as it is edited: when it is saved, the game goes on by the new rules. The game
    /// is not kept among the saved ones
    #[arg(long, conflicts_with_all = ["moves", "json", "plain"])]
    watch: bool,
    /// Begin with the home screen instead of a game
    #[arg(skip)]
    at_home: bool,
}

impl Arguments {
    /// Returns the arguments for a new game of a mode with a seed.
    pub fn of_seed(mode: &str, seed: u64) -> Arguments {
        Arguments { source: Source::named(mode), seed: Some(seed), ..Arguments::default() }
    }

    /// Returns the arguments of the program without any: the home screen, or in lines the last
    /// game.
    pub fn by_default(plain: bool) -> Arguments {
        Arguments { plain, at_home: !plain, ..Arguments::default() }
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let by_hand = arguments.moves.is_none() && !arguments.json;
    // A terminal that can only print lines gets lines.
    let plain = arguments.plain || by_hand && terminal::is_there() && terminal::is_dumb();
    if by_hand && !plain {
        let otherwise = match arguments.at_home {
            true => {
                "without one, polymerge --plain plays in lines, and polymerge --help lists what else there is"
            }
            false => "to play without one, give --plain or --moves (see polymerge play --help)",
        };
        if let Err(no_terminal) = terminal::required(otherwise) {
            // What can't be played anywhere is said first.
            if !arguments.at_home {
                arguments.source.open()?;
            }
            return Err(no_terminal);
        }
    }
    let seed = arguments.seed.unwrap_or_else(|| if by_hand { any_seed() } else { 0 });
    if by_hand {
        let saves = Saves::of_user();
        if plain {
            let saves = match io::stdin().is_terminal() {
                true => saves,
                false => saves.map(Saves::for_pipe),
            };
            return plain::run(open_game(arguments, saves.as_ref(), seed)?, saves);
        }
        let config = Config::of_user().map_err(Failure::input)?;
        let start = match arguments.at_home {
            true => Start::Home,
            false if arguments.watch => return watch(arguments, seed, config),
            false => Start::Game(open_game(arguments, saves.as_ref(), seed)?.into()),
        };
        return terminal::run(start, saves, config);
    }
    let game = begin(arguments.source.open()?, &arguments.changes, seed)?;
    let run = by_moves_with(
        game,
        arguments.moves.as_deref().unwrap_or_default(),
        &mut |run| match arguments.steps {
            true if arguments.json => input::print_json(&json::write(&report::of_run(run))),
            true => input::print(format!("{}\n", report::text_of_run(run)).as_bytes()),
            false => Ok(()),
        },
    )?;
    if arguments.steps {
        return Ok(());
    }
    if arguments.json {
        input::print_json(&json::write(&report::of_run(&run)))
    } else {
        input::print(report::text_of_run(&run).as_bytes())
    }
}

/// Plays a mode file that is being edited.
fn watch(arguments: &Arguments, seed: u64, config: Config) -> Result<(), Failure> {
    let opened = arguments.source.open()?;
    let Some(file) = opened.file.clone() else {
        return Err(Failure::input(format!("--watch is for mode files, and {} is none", opened.name)));
    };
    let name = opened.name.clone();
    let watch = FileWatch::new(Path::new(&name), arguments.changes.clone());
    let game = begin(opened, &arguments.changes, seed)?;
    let open_game = OpenGame::at(game, &name, false, None).of_file(Some(&file));
    terminal::run(Start::Edited(open_game.into(), watch.into()), None, config)
}

/// Opens the game of the arguments: the waiting one, unless a seed asks for a new one. A mode with
/// settings or modifiers is another mode.
fn open_game(arguments: &Arguments, saves: Option<&Saves>, seed: u64) -> Result<OpenGame, Failure> {
    let waits = arguments.seed.is_none() && arguments.changes.is_empty();
    let mut unreadable = Vec::new();
    if waits && arguments.source.is_open() {
        match OpenGame::waiting(saves, &|_| true, 0.0) {
            Ok(last) => return Ok(last),
            Err(found) => unreadable = found,
        }
    }
    let opened = arguments.source.open()?;
    let (name, file) = (opened.name.clone(), opened.file.clone());
    if waits {
        let open_game = OpenGame::of_opened(opened, saves, seed, 0.0);
        let open_game = open_game.map_err(|failure| failure.of(name))?;
        return Ok(open_game.with_unreadable(unreadable));
    }
    let built_in = opened.built_in().filter(|_| arguments.changes.is_empty());
    let game = begin(opened, &arguments.changes, seed)?;
    let open_game = OpenGame::at(game, built_in.unwrap_or(&name), built_in.is_some(), saves);
    Ok(open_game.changed(&arguments.changes.words()?).of_file(file.as_deref()))
}
