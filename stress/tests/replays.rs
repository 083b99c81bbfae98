//! A Replay code that is written plays to the end of its game. One that would not is
//! refused.

use calcarray::json::write_canonical;
use polymerge::{Action, Cell, Game, Limits, Mode, Replay, Rules, Saved};
use polymerge_modefile::catalogue;
use polymerge_rules::{Mode as Raw, Randomness, Rng, Screen};
use stress::{Picks, generate, random_bytes, value};

/// A player that presses and clicks at random.
struct Player {
    random: Rng,
    now: f64,
    /// True if time passes, steps are undone, and games are started again.
    does_all: bool,
}

impl Player {
    fn new(seed: u64, does_all: bool) -> Player {
        Player { random: Rng::new(seed), now: 0.0, does_all }
    }

    fn below(&mut self, count: usize) -> usize {
        (self.random.next().unwrap_or_default() * count as f64) as usize
    }

    /// Does one thing. What can't be done is not done.
    fn act(&mut self, game: &mut Game) {
        self.now += 10.0 + self.below(500) as f64;
        if game.state().screen() == Screen::Win {
            _ = game.act_at(Action::PlayOn, self.now);
        }
        let action = match self.below(if self.does_all { 16 } else { 12 }) {
            0 => {
                let (row, column) = (self.below(game.state().height()), self.below(game.state().width()));
                Action::ClickTile(Cell::new(row, column))
            }
            1 => Action::ClickStatBox(self.below(4)),
            12 if self.below(40) == 0 => Action::Restart,
            13 => Action::Tick,
            14 => {
                game.undo();
                return;
            }
            _ => Action::Play(self.below(game.rules().ruleset().directions().len().max(1))),
        };
        _ = game.act_at(action, self.now);
    }
}

/// Plays at random.
fn played(rules: &Rules, seed: u64, actions: usize, does_all: bool) -> Option<Game> {
    let mut game = rules.start(seed).ok()?;
    let mut player = Player::new(seed, does_all);
    for _ in 0..actions {
        player.act(&mut game);
    }
    Some(game)
}

/// Writes the Replay code of a game and plays it: `false` if it is refused.
fn is_replayed(game: &Game, what: &str) -> bool {
    let code = match game.replay_code() {
        Ok(code) => code,
        Err(error) => {
            assert_eq!(error.code(), "replay-differs", "{what}: {error}");
            return false;
        }
    };
    let mut player =
        Replay::from_code(&code, &Limits::default()).unwrap().player(&Limits::default()).unwrap();
    player.seek(usize::MAX).unwrap_or_else(|error| panic!("{what}: {error}"));
    let ends = [game.state(), player.state()].map(|state| {
        let mut discovered: Vec<String> = state.discovered().iter().map(write_canonical).collect();
        discovered.sort_unstable();
        let numbers = [state.score(), state.moves(), state.merges()].map(|number| format!("{number}"));
        (write_canonical(&state.grid()), numbers, discovered)
    });
    assert_eq!(ends[0], ends[1], "{what}");
    true
}

fn rules(mode: Raw) -> Rules {
    Mode::from_raw(mode).compile().unwrap()
}

/// Plain 2048 with automatic moves.
fn with_automatic_moves(moves: &str) -> Raw {
    Raw { auto_directions: value(moves), ..Raw::classic(4, 4) }
}

#[test]
fn games_with_automatic_moves_are_replayed() {
    let every_third = r#"[3,0,"@end_vars",["@var_retain","@Moves","-","@Var 1","%","@Var 0","=",0]]"#;
    let chance = r#"["@Moves","%",2,"=",0]"#;
    let mut presses = 0;
    for timing in ["Before", "Between", "After"] {
        for strength in [-1, 0] {
            for probability in ["", ",60", ",100"] {
                for condition in ["", every_third, chance] {
                    let comma = if condition.is_empty() { "" } else { "," };
                    let text = format!(
                        r#"[[[1,0,"@Infinity",0,[{strength},true,true,true]{probability}],"{timing}"{comma}{condition}]]"#
                    );
                    let rules = rules(with_automatic_moves(&text));
                    for seed in 1..=4 {
                        let game = played(&rules, seed, 80, false).unwrap();
                        assert!(is_replayed(&game, &text), "{text}: {:?}", game.replay_code());
                        presses += game.state().unrecorded().presses.len();
                    }
                }
            }
        }
    }
    // Among them are presses that move nothing while an automatic move after them does.
    assert!(presses > 20, "{presses}");
}

/// Several automatic moves at once, with tiles to come, boxes, forced spawns and chance.
#[test]
fn games_with_all_sorts_of_spawns_are_replayed() {
    let gravity = r#"[[[1,0,"@Infinity",0,[0,true,true,true],50],"After"],
        [[0,1,1,0,[-1,true,true,true],70],"Before"],[[0,-1,1,0,[0,true,true,true],30],"Between"]]"#;
    let plain = with_automatic_moves(gravity);
    for (what, mode) in [
        ("tiles to come", Raw { next_tiles: 3.0, ..plain.clone() }),
        ("a box", Raw { spawns: value(r#"[["Box",1,[1],2,[2],1],[[1],1]]"#), ..plain.clone() }),
        ("computed tiles", Raw { spawns: value(r#"[[[[1,"rand_int",2]],1]]"#), ..plain.clone() }),
        ("several at once", Raw { tiles_per_turn: 2.0, start_tiles: 5.0, ..plain.clone() }),
        (
            "forced ones",
            Raw {
                forced_spawns: value(r#"[[["@Moves","%",3,"=",0],"AfterSpawns",false,[3]]]"#),
                ..plain.clone()
            },
        ),
        (
            "some turns only",
            Raw { spawn_conditions: value(r#"[0,"rand_float",1,"<",0.5]"#), ..plain.clone() },
        ),
        (
            "chance in scripts",
            Raw {
                game_variables: value("[0]"),
                scripts: value(
                    r#"[[[0,"@edit_gvar",0,[0,"rand_int",9]],"BeginTurn"],
                    [[0,"@if",["@GVar 0",">",5],"@add_score",1,"@end-if"],"EndTurn"]]"#,
                ),
                ..plain.clone()
            },
        ),
        (
            "chance at the start",
            Raw {
                game_variables: value("[0,0]"),
                scripts: value(
                    r#"[[[0,"@edit_gvar",1,[0,"rand_int",9]],"RestartMode"],
                    [[0,"@edit_gvar",0,[0,"rand_int",9]],"EndModeSetup"],
                    [[0,"@add_score",["@GVar 0"]],"EndTurn"]]"#,
                ),
                ..plain.clone()
            },
        ),
        (
            "a direction by chance",
            Raw {
                directions: value(
                    r#"[[[-1,0,"@Infinity",0,[1,true,true,true],50],"",1,1,1,1,1,["KeyW"],0],
                    [[0,1,"@Infinity",0,[1,true,true,true]],"",1,1,1,1,1,["KeyD"],0],
                    [[0,-1,"@Infinity",0,[1,true,true,true],30],"",1,1,1,1,1,["KeyA"],0]]"#,
                ),
                ..plain.clone()
            },
        ),
    ] {
        let rules = rules(mode);
        for seed in 1..=6 {
            let game = played(&rules, seed, 80, false).unwrap();
            assert!(is_replayed(&game, what), "{what}: {:?}", game.replay_code());
        }
    }
}

/// Contents that a Replay code can't hold are refused: time, and scripts that run where
/// tiles appear.
#[test]
fn games_that_a_replay_would_show_otherwise_are_refused() {
    for (what, script) in [
        ("time", r#"[[0,"@add_score",1],"Interval",1,false]"#),
        ("spawns", r#"[[0,"@add_score",1],"TileSpawn"]"#),
        ("presses that move nothing", r#"[[0,"@add_score",1],"BeginTurn"]"#),
    ] {
        let mode = Raw { scripts: value(&format!("[{script}]")), ..Raw::classic(4, 4) };
        let game = played(&rules(mode), 5, 120, true).unwrap();
        let error = game.replay_code().expect_err(what);
        assert_eq!(error.code(), "replay-differs", "{what}");
        assert!(error.to_string().contains("instead of"), "{what}: {error}");
    }
}

/// The parts that a record leaves out are kept with a game that is put away.
#[test]
fn a_game_that_was_put_away_is_replayed() {
    let moves = r#"[[[1,0,"@Infinity",0,[0,true,true,true],60],"After",["@Moves","%",3,"=",0]]]"#;
    let rules = rules(with_automatic_moves(moves));
    let mut kept = 0;
    for seed in 1..=10 {
        let mut game = played(&rules, seed, 60, false).unwrap();
        let text = game.saved().unwrap().to_json();
        let mut later =
            Saved::from_json(&text, &Limits::default()).unwrap().resume(0.0, &Limits::default()).unwrap();
        assert_eq!(later.state().unrecorded(), game.state().unrecorded());
        kept += game.state().unrecorded().presses.len();
        let mut player = Player::new(seed, false);
        for _ in 0..20 {
            player.act(&mut later);
        }
        assert!(is_replayed(&later, "put away"), "{:?}", later.replay_code());
    }
    assert!(kept > 0);
}

/// Modes whose games change as time passes.
const BY_TIME: [&str; 1] = ["vs-the-void-tiler"];

#[test]
fn games_of_built_in_modes_are_replayed() {
    for mode in catalogue::modes() {
        let rules = rules(mode.read().unwrap().mode);
        let game = played(&rules, 11, 60, false).unwrap();
        let is_by_time = BY_TIME.iter().any(|name| mode.name().ends_with(name));
        let written = is_replayed(&game, mode.name());
        assert!(written || is_by_time, "{}: {:?}", mode.name(), game.replay_code());
    }
}

#[test]
fn games_of_generated_modes_are_replayed_or_refused() {
    let (mut written, mut refused) = (0, 0);
    for seed in 0..120 {
        let bytes = random_bytes(seed, 600);
        let mode = generate::mode(&mut Picks::new(&bytes));
        let Ok(rules) = Mode::from_raw(mode).compile() else { continue };
        let Some(game) = played(&rules, seed, 40, true) else { continue };
        match is_replayed(&game, &format!("generated mode {seed}")) {
            true => written += 1,
            false => refused += 1,
        }
    }
    assert!(written > 2 * refused && written > 30, "{written} written, {refused} refused");
}
