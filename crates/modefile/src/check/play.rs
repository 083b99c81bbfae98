//! Checking by playing: random games show what reading can't.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use calcarray::{Container, Coordinate, Meter, Position, Program, Value, Variables, json};
use polymerge_rules::{Event, GameState, Place, Playout, RandomMoves, Rng, Ruleset, Turn, TurnError};

use crate::check::evidence::Evidence;
use crate::check::played::{LOOKING, MOST_TILES, Played, has_goal, has_loss};
use crate::check::{Checked, bad_weight, check_and};
use crate::draft::Draft;
use crate::text::node::{Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::{Problems, Severity};
use crate::text::source::{Source, SourceFile};

/// The extent of checking by playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOptions {
    /// The number of games.
    pub games: u64,
    /// The number of moves of each game, at most.
    pub moves: u64,
    /// Seed of the first game; the others count up.
    pub seed: u64,
    /// Bounds of each turn.
    pub limits: polymerge_rules::Limits,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        let limits = polymerge_rules::Limits { turn_steps: 50_000_000, ..Default::default() };
        PlayOptions { games: 100, moves: 300, seed: 0, limits }
    }
}

/// Reads and checks a mode file; if it has no errors, plays it with random
/// moves and reports what goes wrong, which rules never fire, and which tiles
/// have no look, and how far the games came.
///
/// Equal files and options give equal reports on every machine.
pub fn check_by_playing(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    play: &PlayOptions,
) -> Checked {
    check_by_playing_while(file, source, options, play, &mut |_| {})
}

/// Does the same as [`check_by_playing`], and tells `see` before each game how many were played.
pub fn check_by_playing_while(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    play: &PlayOptions,
    see: &mut dyn FnMut(u64),
) -> Checked {
    let mut played = None;
    let checked =
        check_and(file, source, options, |draft, problems| played = games(draft, play, problems, see));
    Checked { played, ..checked }
}

/// The findings of random games.
#[derive(Default)]
struct Findings {
    /// Rules that fired, by their index in the rules as they are played.
    fired: BTreeSet<usize>,
    /// Tiles by their text, which orders them.
    tiles: BTreeMap<String, Value>,
    played: Played,
    evidence: Evidence,
}

/// The help for something that did not happen in the games, which may happen in others.
pub(super) const MORE_GAMES: &str =
    "it may need positions that these games did not reach; more games may tell (--games N)";

/// Plays; gives how far the games came if all of them could be played.
fn games(
    draft: &Draft,
    options: &PlayOptions,
    problems: &mut Problems,
    see: &mut dyn FnMut(u64),
) -> Option<Played> {
    let rules = match Ruleset::compile(draft.file.mode.clone(), options.limits.clone()) {
        Ok(rules) => rules,
        Err(error) => {
            let span = draft.follow(error.field, &error.path);
            problems.error("mode", span, error.reason);
            return None;
        }
    };
    let origins = origins(draft.parts.list("merge_rules"), rules.merge_rules());
    let mut seen = Findings::default();
    for number in 0..options.games {
        see(number);
        let seed = options.seed.wrapping_add(number);
        let mut player = Player { draft, origins: &origins, seed, problems };
        if !player.game(&rules, options, &mut seen) {
            // What went wrong once goes wrong again and again.
            return None;
        }
    }
    let fired = seen.fired.iter().filter_map(|rule| origins.get(*rule).copied()).collect();
    never_fired(draft, &fired, &seen, problems);
    seen.evidence.apply(draft, &fired, problems);
    seen.played.turns = options.moves;
    seen.played.has_goal = has_goal(&draft.file.mode);
    seen.played.has_loss = has_loss(&draft.file.mode);
    Some(seen.played)
}

/// One random game.
struct Player<'a> {
    draft: &'a Draft,
    origins: &'a [usize],
    seed: u64,
    problems: &'a mut Problems,
}

impl Player<'_> {
    /// Plays; `false` if the games should stop.
    fn game(&mut self, rules: &Arc<Ruleset>, options: &PlayOptions, seen: &mut Findings) -> bool {
        let started = Playout::start(rules.clone(), Rng::new(self.seed), options.moves);
        let (mut playout, start) = match started {
            Ok(started) => started,
            Err(error) => return self.failed(&error, None, 0, None),
        };
        let mut moves = RandomMoves::new(self.seed);
        seen.turn(&start);
        self.weights(playout.game(), playout.now());
        loop {
            match playout.step(|game| moves.choose(game), |_, turn| seen.turn(turn)) {
                Ok(true) => seen.evidence.turn(playout.game(), &self.draft.file.mode.game_variables),
                Ok(false) => break,
                Err(error) => {
                    return self.failed(&error, Some(playout.game()), playout.turns(), playout.pressed());
                }
            }
        }
        let (game, now) = (playout.game(), playout.now());
        seen.evidence.game(game);
        seen.played.game(game, self.seed, (playout.won_at().is_some(), playout.ending()), now);
        self.weights(game, now);
        self.looks(game, now, seen);
        true
    }

    /// Reports a computed weight of a spawn that is no weight in this state.
    fn weights(&mut self, game: &GameState, now: f64) {
        let spawns = self.draft.file.mode.spawns.as_array().map_or(&[][..], |spawns| spawns.entries());
        for (place, spawn) in spawns.iter().enumerate() {
            let Some([_, weight @ Value::Array(_), ..]) = spawn.as_array().map(|spawn| spawn.entries())
            else {
                continue;
            };
            let limits = &game.rules().limits().evaluation;
            let (mut host, mut meter) = (game.scratch(now), Meter::new(limits.clone()));
            let value = Program::compile(weight, limits).and_then(|program| {
                let variables = Variables::new(Vec::new());
                program.run_with(&mut host, &Position::default(), &mut meter, &variables)
            });
            // Expressions that fail are said where the game fails.
            if let Some(why) = value.ok().as_ref().and_then(bad_weight) {
                let span = self.draft.follow("spawns", &[place, 1]);
                let help = format!("after {} moves of the game of seed {}", game.moves(), self.seed);
                self.problems.error("weight", span, why).help(help);
            }
        }
    }

    fn failed(
        &mut self,
        error: &TurnError,
        game: Option<&GameState>,
        moves: u64,
        direction: Option<usize>,
    ) -> bool {
        let (span, message) = match error {
            TurnError::Expression { place, error } => {
                let inside: Vec<usize> = error.path().collect();
                (self.place(place, &inside), format!("an expression failed in a game: {error}"))
            }
            TurnError::Rule { place, reason } => (self.place(place, &[]), format!("a game failed: {reason}")),
            other => (None, format!("a game failed: {other}")),
        };
        let seed = self.seed;
        let when = match direction {
            Some(direction) => format!("move {}, in direction {direction}", moves + 1),
            None if game.is_none() => "at the start".to_owned(),
            None => format!("before move {}", moves + 1),
        };
        let grid = game.map(|game| format!(", on the grid {}", shorten(json::write(&game.grid()))));
        let help = format!("this is the game of seed {seed}, {when}{}", grid.unwrap_or_default());
        match span {
            Some(span) => self.problems.error("play", span, message).help(help),
            None => self.problems.without_place(Severity::Error, "play", message).help(help),
        }
        false
    }

    fn place(&self, place: &Place, inside: &[usize]) -> Option<Span> {
        self.draft.place(place, self.origins, inside)
    }

    /// Reports tiles that came up and have no look.
    fn looks(&mut self, game: &GameState, now: f64, seen: &mut Findings) {
        let looks = self.draft.file.mode.tile_types.as_array().map_or(&[][..], |looks| looks.entries());
        let all = |look: &Value| look.as_array().and_then(|look| look.first()).is_some_and(Value::is_true);
        if looks.iter().any(all) {
            return;
        }
        let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), LOOKING);
        for (text, tile) in std::mem::take(&mut seen.tiles) {
            let found = match looks {
                [] => Some(false),
                looks => fits(looks, &tile, game, now, &mut meter),
            };
            let Some(found) = found else {
                let message = "it would take too long to find the tiles without a look";
                self.problems.without_place(Severity::Warning, "look", message.to_owned());
                return;
            };
            if !found {
                let message = format!("no look fits the tile {text}");
                let help =
                    format!("it appeared in the game of seed {}; the last look is used for it", self.seed);
                match self
                    .draft
                    .parts
                    .get("tile_types")
                    .map(|node| node.span)
                    .filter(|s| *s != Span::default())
                {
                    Some(span) => self.problems.warning("look", span, message).help(help),
                    None => self.problems.without_place(Severity::Warning, "look", message).help(help),
                }
                return;
            }
        }
    }
}

impl Findings {
    fn turn(&mut self, turn: &Turn) {
        for event in &turn.events {
            match event {
                Event::Merge { rule, outputs, .. } | Event::EndOfTurnRule { rule, outputs, .. } => {
                    self.fired.insert(*rule);
                    for (_, tile) in outputs {
                        self.tile(tile);
                    }
                }
                Event::Spawn { tile, .. } => self.tile(tile),
                Event::AutoMove { turn, .. } => self.turn(turn),
                _ => {}
            }
        }
    }

    fn tile(&mut self, tile: &Value) {
        if tile.as_array().is_some() && self.tiles.len() < MOST_TILES {
            let text = json::write(tile);
            self.evidence.tile(&text);
            self.tiles.entry(text).or_insert_with(|| tile.clone());
        }
    }
}

/// Returns true if a look fits this tile (docs/spec/display.md, "Rule choice"); `None` if the
/// meter, which all tiles share, has no work left to find out.
fn fits(looks: &[Value], tile: &Value, game: &GameState, now: f64, meter: &mut Meter) -> Option<bool> {
    let mut host = game.scratch(now);
    let position = Position {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(tile),
        ..Position::default()
    };
    let mut variables: Vec<Value> = Vec::new();
    for look in looks {
        let mut entries = look.as_array().map_or(&[][..], |look| look.entries());
        if let [word, rest @ ..] = entries
            && word.is_word("@include_gvars")
        {
            variables.extend(game.game_variables().iter().cloned());
            entries = rest;
        }
        let mut run = |expression: &Value, variables: &[Value]| {
            meter.reset();
            // Compiling is work as well.
            meter.charge(1 + expression.size() / 16).ok()?;
            let program = Program::compile(expression, meter.limits()).ok()?;
            let variables = std::cell::RefCell::new(variables.to_vec());
            program.run_with(&mut host, &position, meter, &variables).ok()
        };
        if let Some(end) = entries.iter().position(|entry| entry.is_word("@end_vars")) {
            for expression in &entries[..end] {
                let value = run(expression, &variables).unwrap_or_default();
                variables.push(value);
            }
            entries = &entries[end + 1..];
        }
        let Some(condition) = entries.first() else { continue };
        if condition == tile || run(condition, &variables).is_some_and(|value| value.is_true()) {
            return Some(true);
        }
        meter.reset();
        if meter.steps_left() == 0 {
            return None;
        }
    }
    Some(false)
}

impl Draft {
    /// Returns the place of a part of the mode. `inside` leads to the step in its expression, if the
    /// expression itself is known.
    pub(crate) fn place(&self, part: &Place, origins: &[usize], inside: &[usize]) -> Option<Span> {
        let span = match part {
            Place::MergeRule(index) => self.follow("merge_rules", &[*origins.get(*index)?]),
            Place::Script(index, _) => self.follow("scripts", &[&[*index, 0], inside].concat()),
            Place::Field(field) => self.follow(field, inside),
            Place::Entry(field, index) => self.follow(field, &[*index]),
            Place::Turn => return None,
        };
        (span != Span::default()).then_some(span)
    }
}

/// Returns for each rule as it is played the rule of the file that it comes from. A rule for
/// several lengths is played as several rules with the same results (docs/spec/rules.md, "Expansion
/// of several lengths").
pub(crate) fn origins(written: &[Node], played: &[Value]) -> Vec<usize> {
    let written: Vec<Value> = written.iter().map(|node| node.to_value().unwrap_or_default()).collect();
    let mut origins = Vec::new();
    let mut next = 0;
    for rule in played {
        let from = |place: usize| written.get(place).is_some_and(|written| comes_from(rule, written));
        if next > 0 && from(next - 1) && !from(next) {
            origins.push(next - 1);
        } else {
            origins.push(next.min(written.len().saturating_sub(1)));
            next += 1;
        }
    }
    origins
}

fn comes_from(played: &Value, written: &Value) -> bool {
    let parts = |rule: &Value| -> Option<Vec<Value>> {
        let rule = rule.as_array()?.entries();
        let end = rule.iter().position(|entry| entry.is_word("@end_vars")).map_or(0, |end| end + 1);
        rule.get(end + 3..end + 5).map(<[Value]>::to_vec)
    };
    parts(played) == parts(written)
}

fn never_fired(draft: &Draft, fired: &BTreeSet<usize>, seen: &Findings, problems: &mut Problems) {
    for (place, rule) in draft.parts.list("merge_rules").iter().enumerate() {
        if !fired.contains(&place) {
            let games = match seen.played.games {
                1 => "1 random game".to_owned(),
                games => format!("{games} random games"),
            };
            problems
                .warning("never-fired", rule.span, format!("this rule never fired in {games}"))
                .help(MORE_GAMES);
        }
    }
}

/// A text cut where it gets too long to read.
fn shorten(mut text: String) -> String {
    const LONGEST: usize = 600;
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(cut);
        text.push('…');
    }
    text
}
