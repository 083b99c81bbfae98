//! The five layouts: which one packs a board, and how a game gets there.
//!
//! See docs/dev/fast-path.md, "Layouts".

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::heading::Mover;
use crate::board::shared_values::share;
use crate::board::tile_table::Tiles;
use crate::fast::Memory;
use crate::fast::context_key::ContextKey;
use crate::fast::decisions::DecisionTrie;
use crate::fast::facts::Facts;
use crate::fast::lines::decision_source::DecisionSource;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::lines::table::TableSource;
use crate::fast::packed::byte_grid::{Byte4x4, Byte8x8};
use crate::fast::packed::games::{NotStarted, PackInput, PackedGame, PackedGames, Progress, StartInput};
use crate::fast::packed::layout::{BoardLayout, LineSource};
use crate::fast::packed::line_list::{List128, List256};
use crate::fast::packed::nibble4x4::Nibble4x4;
use crate::fast::packed::repack::Repack;
use crate::fast::strategy::{Attempt, Reason};
use crate::game::state::State;
use crate::random::Randomness;
use crate::ruleset::Ruleset;

/// A packed game in one of the layouts.
#[derive(Clone, Debug)]
pub(crate) enum AnyPackedGame {
    /// A game on up to 4x4 cells with four bits for each.
    Nibble4x4(PackedGame<Nibble4x4>),
    /// A game on up to 4x4 cells with a byte for each.
    Byte4x4(Box<PackedGame<Byte4x4>>),
    /// A game on up to 8x8 cells with a byte for each.
    Byte8x8(Box<PackedGame<Byte8x8>>),
    /// A game on up to 128 cells in any geometry, in lines of up to eight.
    List128(Box<PackedGame<List128>>),
    /// A game on up to 256 cells in any geometry, in lines of up to sixteen.
    List256(Box<PackedGame<List256>>),
}

impl AnyPackedGame {
    /// Returns the part of the game that does not depend on the layout.
    #[inline]
    pub(crate) fn progress(&self) -> &Progress {
        match self {
            AnyPackedGame::Nibble4x4(game) => &game.progress,
            AnyPackedGame::Byte4x4(game) => &game.progress,
            AnyPackedGame::Byte8x8(game) => &game.progress,
            AnyPackedGame::List128(game) => &game.progress,
            AnyPackedGame::List256(game) => &game.progress,
        }
    }
}

/// The shared part of the packed games of a mode, for each layout that fits it.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    /// The games with four bits a cell.
    nibble4x4: Option<PackedGames<Nibble4x4>>,
    /// The games that `nibble4x4` has no room for.
    byte4x4: Option<PackedGames<Byte4x4>>,
    /// The games on boards that are too large for `byte4x4`.
    byte8x8: Option<PackedGames<Byte8x8>>,
    /// The games on boards that fit none of the above.
    list128: Option<PackedGames<List128>>,
    /// The games on boards that are too large for `list128`.
    list256: Option<PackedGames<List256>>,
    /// Flag: the layouts that fit the mode were made.
    tried: bool,
    /// The policy of repacking.
    repack: Repack,
}

/// Runs code on a packed game and the shared part of its layout, and other code if that
/// layout is missing.
macro_rules! with_layout {
    ($packed:expr, $layouts:expr, |$game:ident, $games:ident| $work:expr, $otherwise:expr) => {
        match ($packed, $layouts) {
            (AnyPackedGame::Nibble4x4($game), Layouts { nibble4x4: Some($games), .. }) => $work,
            (AnyPackedGame::Byte4x4($game), Layouts { byte4x4: Some($games), .. }) => $work,
            (AnyPackedGame::Byte8x8($game), Layouts { byte8x8: Some($games), .. }) => $work,
            (AnyPackedGame::List128($game), Layouts { list128: Some($games), .. }) => $work,
            (AnyPackedGame::List256($game), Layouts { list256: Some($games), .. }) => $work,
            _ => $otherwise,
        }
    };
}

mod grid_moves;
mod look;

/// A layout whose games are a variant of [`AnyPackedGame`].
pub(crate) trait LayoutOfGames: BoardLayout {
    /// Returns the game, if it is in this layout.
    fn game(packed: &mut AnyPackedGame) -> Option<&mut PackedGame<Self>>;

    /// Returns the shared part of games in this layout.
    fn games(memory: &Memory) -> Option<&PackedGames<Self>>;
}

macro_rules! layout_of_games {
    ($layout:ident, $own:ident) => {
        impl LayoutOfGames for $layout {
            #[inline]
            fn game(packed: &mut AnyPackedGame) -> Option<&mut PackedGame<Self>> {
                match packed {
                    AnyPackedGame::$layout(game) => Some(game),
                    _ => None,
                }
            }

            #[inline]
            fn games(memory: &Memory) -> Option<&PackedGames<Self>> {
                memory.layouts.$own.as_ref()
            }
        }
    };
}

layout_of_games!(Nibble4x4, nibble4x4);
layout_of_games!(Byte4x4, byte4x4);
layout_of_games!(Byte8x8, byte8x8);
layout_of_games!(List128, list128);
layout_of_games!(List256, list256);

impl Layouts {
    /// Plays a turn, if it is eligible, after asking a source for its unknown lines.
    fn turn_after_resolving<R: Randomness + ?Sized>(
        &mut self,
        (packed, state): (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
        known: (&mut impl LineSource, &Facts),
        (tiles, decisions_vary): (&Arc<Tiles>, bool),
    ) -> Attempt {
        with_layout!(
            packed,
            self,
            |game, games| match Arc::ptr_eq(games.tiles(), tiles) {
                true => games.turn_after_resolving(game, state, direction, random, known, decisions_vary),
                false => Attempt::NotEligible(Reason::OtherTable),
            },
            Attempt::NotEligible(Reason::NotPacked)
        )
    }

    /// Returns true if some palette of byte codes has no room. A full `nibble4x4` does not
    /// count, because its games go on in `byte4x4`.
    fn are_full(&self) -> bool {
        let are_full = [
            self.byte4x4.as_ref().map(PackedGames::are_full),
            self.byte8x8.as_ref().map(PackedGames::are_full),
            self.list128.as_ref().map(PackedGames::are_full),
            self.list256.as_ref().map(PackedGames::are_full),
        ];
        are_full.into_iter().flatten().any(|full| full)
    }

    /// Returns true if single cells may change at the end of turns.
    fn have_ends(&self) -> bool {
        self.nibble4x4.as_ref().is_some_and(PackedGames::have_ends)
            || self.byte4x4.as_ref().is_some_and(PackedGames::have_ends)
    }

    /// Repacks all layouts. For `lines`, see [`PackedGames::new`].
    fn repack(&mut self, rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) {
        self.nibble4x4.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.byte4x4.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.byte8x8.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.list128.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.list256.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
    }

    /// Returns true if some layout fits the mode.
    pub(crate) fn are_possible(&self) -> bool {
        let some = [self.nibble4x4.is_some(), self.byte4x4.is_some(), self.byte8x8.is_some()];
        some.contains(&true) || self.list128.is_some() || self.list256.is_some()
    }
}

/// The number of lines in a packed cache for each line of the line table. They take little
/// memory, and lines of modes with many tiles repeat only after many others.
const MORE_LINES: usize = 4;

impl Memory {
    /// Returns true if the limits allow packed boards.
    pub(crate) fn may_pack(&mut self) -> bool {
        self.limits.lines > 0 && !self.pack_backoff.rests()
    }

    /// Counts a turn that could not be played because the palette had no room, and repacks
    /// boards if it is time: most codes belong to tiles of games that are over. Returns
    /// true if it did. No game may be on a packed board.
    pub(crate) fn repack_if_due(&mut self, rules: &Ruleset) -> bool {
        if !self.layouts.are_full() {
            return false;
        }
        let is_time = self.layouts.repack.refuse();
        if is_time {
            self.layouts.repack(rules, &self.tiles, self.packed_lines());
        }
        is_time
    }

    /// Returns the number of lines in a packed cache.
    fn packed_lines(&self) -> usize {
        self.limits.lines.saturating_mul(MORE_LINES)
    }

    /// Counts turns that were played on a packed board.
    pub(crate) fn note_packed_turns(&mut self, turns: u64) {
        self.layouts.repack.played += turns;
    }

    /// Makes the layouts that fit the mode, unless they were made.
    fn make_layouts(&mut self, rules: &Ruleset) {
        if std::mem::replace(&mut self.layouts.tried, true) || !rules.has_lines_to_pack() {
            return;
        }
        let lines = self.packed_lines();
        self.layouts.nibble4x4 = PackedGames::new(rules, &self.tiles, lines);
        self.layouts.byte4x4 = PackedGames::new(rules, &self.tiles, lines);
        // Each layout is for boards that the ones before it have no room for.
        if self.layouts.byte4x4.is_none() {
            self.layouts.byte8x8 = PackedGames::new(rules, &self.tiles, lines);
        }
        if self.layouts.byte4x4.is_none() && self.layouts.byte8x8.is_none() {
            self.layouts.list128 = PackedGames::new(rules, &self.tiles, lines);
            if self.layouts.list128.is_none() {
                self.layouts.list256 = PackedGames::new(rules, &self.tiles, lines);
            }
        }
    }

    /// Packs a game whose next turns are eligible, if possible.
    pub(crate) fn pack_game(&mut self, rules: &Ruleset, state: &State) -> Option<AnyPackedGame> {
        if !rules.may_be_eligible() {
            return None;
        }
        self.make_layouts(rules);
        if !self.layouts.are_possible() || !self.is_eligible(rules, state) {
            return None;
        }
        let plan = self.any_spawn_plan(state)?;
        let mut context_keys = [ContextKey::NONE; 8];
        for (own, direction_lines) in context_keys.iter_mut().zip(&rules.lines().of_directions) {
            *own = self.key_of_direction(direction_lines);
        }
        let context_key = self.key_of_game(state)?;
        let delta = self.delta_per_move();
        let line_mask = self.line_mask();
        let (facts, tiles) = (&self.facts, &self.tiles);
        let input =
            PackInput { state, plan: &plan, facts, tiles, context_keys, line_mask, context_key, delta };
        // The table of `nibble4x4` is indexed by rows alone, so it can't hold lines of
        // several context keys.
        let alike = context_key == ContextKey::NONE
            && !self.by_direction
            && context_keys.windows(2).all(|pair| pair[0] == pair[1]);
        let alike = alike && !self.layouts.have_ends();
        if let Some(games) = self.layouts.nibble4x4.as_mut().filter(|_| alike)
            && let Some(game) = games.pack(&input)
        {
            return Some(AnyPackedGame::Nibble4x4(game));
        }
        // A game with a full palette would be packed and unpacked at nearly every turn.
        if let Some(games) = self.layouts.byte4x4.as_mut().filter(|games| !games.are_full()) {
            return Some(AnyPackedGame::Byte4x4(Box::new(games.pack(&input)?)));
        }
        if let Some(games) = self.layouts.byte8x8.as_mut().filter(|games| !games.are_full()) {
            return Some(AnyPackedGame::Byte8x8(Box::new(games.pack(&input)?)));
        }
        if let Some(games) = self.layouts.list128.as_mut().filter(|games| !games.are_full()) {
            return Some(AnyPackedGame::List128(Box::new(games.pack(&input)?)));
        }
        let games = self.layouts.list256.as_mut().filter(|games| !games.are_full())?;
        Some(AnyPackedGame::List256(Box::new(games.pack(&input)?)))
    }

    /// Plays a turn of a packed game, if it is eligible.
    #[inline]
    pub(crate) fn packed_turn<R: Randomness + ?Sized>(
        &self,
        packed: &mut AnyPackedGame,
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        with_layout!(
            packed,
            &self.layouts,
            |game, games| games.turn(game, direction, random),
            Attempt::NotEligible(Reason::NotPacked)
        )
    }

    /// Plays a turn after asking the line table for its unknown lines.
    #[cold]
    pub(crate) fn packed_turn_after_lookup<R: Randomness + ?Sized>(
        &mut self,
        (rules, decisions): (&Ruleset, &DecisionTrie),
        game: (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        let source = &mut TableSource { table: &self.lines, whole_turns: true };
        let turn = self.layouts.turn_after_resolving(
            game,
            direction,
            random,
            (source, &self.facts),
            (&self.tiles, decisions.conditions_vary()),
        );
        if let Attempt::Done(_) = turn {
            let direction_lines = rules.lines().of_directions.get(direction);
            let lines = direction_lines.map_or(0, |direction_lines| direction_lines.lines.len() as u32);
            self.backoff.note(lines, u64::from(lines));
        }
        turn
    }

    /// Plays a turn after asking collisions and simulation for its unknown lines.
    #[cold]
    pub(crate) fn packed_turn_with_simulation<R: Randomness + ?Sized>(
        &mut self,
        (rules, decisions): (&Ruleset, &mut DecisionTrie),
        (packed, state): (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        let mover = Mover::Player(direction);
        let (Some(own), Some(direction_lines)) =
            (rules.directions().get(direction), rules.direction_lines(mover))
        else {
            return Attempt::NotEligible(Reason::NoDirection);
        };
        // Decisions may depend on variables since the last turn; keys must contain them
        // then.
        self.ends_by_variables |= decisions.ends_depend_on().1;
        let Some(context_key) = self.context_key(state, direction_lines) else {
            return Attempt::UnknownLines;
        };
        let Some(of_game) = self.key_of_game(state) else { return Attempt::UnknownLines };
        let decisions_vary = decisions.conditions_vary();
        let mut source = DecisionSource {
            decisions,
            of: MoveContext { rules, state, direction: own, index: mover.index() },
            tiles: &self.tiles,
            context_key,
            by_direction: self.by_direction,
            by_variables: self.by_variables,
            context_key_of_ends: self.key_of_direction(direction_lines) | of_game,
            ends_by_variables: self.ends_by_variables,
            variables: &mut self.variables,
            recording: &mut self.recording,
            lines: 0,
        };
        let known = (&mut source, &self.facts);
        let about = (&self.tiles, decisions_vary);
        let turn = self.layouts.turn_after_resolving((packed, state), direction, random, known, about);
        self.used.learned += source.lines;
        turn
    }

    /// Returns the lines of a move that the packed game does not know, a bit for each.
    pub(crate) fn unknown_lines(&self, packed: &AnyPackedGame, direction: usize) -> u64 {
        with_layout!(packed, &self.layouts, |game, games| games.unknown(game, direction), u64::MAX)
    }

    /// Writes the board alone into the grid of a game's base.
    pub(crate) fn unpack_grid(&self, packed: &AnyPackedGame, grid: &mut Grid) {
        with_layout!(packed, &self.layouts, |game, games| game.write_grid(games, grid), ())
    }

    /// Sets the game variables in a copy of a game's base to those of its context key.
    pub(crate) fn unpack_variables(&self, packed: &AnyPackedGame, state: &mut State) {
        let number = packed.progress().context_key().variables();
        if let Some(variables) = number.and_then(|number| self.variables.game_variables(number)) {
            share(&mut state.game_variables, variables);
        }
    }

    /// Writes all changes into a copy of a game's base.
    pub(crate) fn unpack(&self, packed: &AnyPackedGame, rules: &Ruleset, state: &mut State, now: f64) {
        self.unpack_variables(packed, state);
        with_layout!(packed, &self.layouts, |game, games| game.write(games, rules, state, now), ())
    }

    /// Returns true if games like this packed one lack a plan for their first spawns, and
    /// it can be computed.
    pub(crate) fn lacks_first_plan(&mut self, packed: &AnyPackedGame, start: &State) -> bool {
        let knows = with_layout!(packed, &self.layouts, |_game, games| games.knows_first_plan(start), true);
        !knows && self.lacks_plan(start)
    }

    /// Records the plan of the first spawns, if it is known for the state from which games
    /// start.
    pub(crate) fn record_first_plan(&mut self, packed: &AnyPackedGame, start: &State) {
        let Some(plan) = self.any_spawn_plan(start) else { return };
        let facts = &self.facts;
        with_layout!(
            packed,
            &mut self.layouts,
            |_game, games| games.record_first_plan(&plan, start, facts),
            ()
        );
    }

    /// Starts a packed game in `nibble4x4` or else in the layout of the game before it.
    /// Returns `None` if this can't be done.
    pub(crate) fn start_packed<R: Randomness + ?Sized>(
        &mut self,
        start: &State,
        before: &AnyPackedGame,
        random: &mut R,
    ) -> Option<Result<AnyPackedGame, NotStarted>> {
        // The game before may have had other variables and another spawn list.
        let context_key = self.key_of_game(start)?;
        let delta = self.delta_per_move();
        let plan = self.any_spawn_plan(start);
        let input = &StartInput { start, plan: plan.as_ref(), facts: &self.facts, context_key, delta };
        // The table of `nibble4x4` is indexed by rows alone, so it can't hold lines of
        // several context keys. A game with too many codes for it may be followed by one
        // with few.
        let alike = context_key == ContextKey::NONE && !self.by_direction && !self.layouts.have_ends();
        let nibble4x4 = self.layouts.nibble4x4.as_mut().filter(|_| alike);
        if let Some(game) = nibble4x4.and_then(|games| games.start(input, random)) {
            return Some(game.map(AnyPackedGame::Nibble4x4));
        }
        Some(match before {
            AnyPackedGame::Nibble4x4(_) => return None,
            AnyPackedGame::Byte4x4(_) => {
                let game = self.layouts.byte4x4.as_mut()?.start(input, random)?;
                game.map(|game| AnyPackedGame::Byte4x4(Box::new(game)))
            }
            AnyPackedGame::Byte8x8(_) => {
                let game = self.layouts.byte8x8.as_mut()?.start(input, random)?;
                game.map(|game| AnyPackedGame::Byte8x8(Box::new(game)))
            }
            AnyPackedGame::List128(_) => {
                let game = self.layouts.list128.as_mut()?.start(input, random)?;
                game.map(|game| AnyPackedGame::List128(Box::new(game)))
            }
            AnyPackedGame::List256(_) => {
                let game = self.layouts.list256.as_mut()?.start(input, random)?;
                game.map(|game| AnyPackedGame::List256(Box::new(game)))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use calcarray::json;

    use crate::{Direct, Limits, Mode, Rng, Rollout, Ruleset, Screen};

    /// Makes rules by which any two tiles merge into one that is larger than both.
    fn growing() -> Arc<Ruleset> {
        let mut mode = Mode::classic(4, 4);
        let larger = r#"["@This 0", "max", "@Next 1 0", "+", 1]"#;
        let rules = format!(r#"[[2, ["@This 0", ">", 0], true, [[{larger}]], 1]]"#);
        mode.merge_rules = json::read(&rules, &Default::default()).unwrap();
        mode.win_conditions = json::read("[]", &Default::default()).unwrap();
        Ruleset::compile(mode, Limits::default()).unwrap()
    }

    #[test]
    fn boards_are_repacked_when_codes_run_out() {
        let mut random = Direct(Rng::new(1));
        let mut game = Rollout::new(growing(), &mut random, 0.0).unwrap();
        let (mut was_full, mut packed_after) = (false, 0);
        for press in 0..1700 {
            assert_eq!(game.screen(), Screen::Play);
            game.play(press % 4, &mut random).unwrap();
            let layouts = &game.engine.memory.layouts;
            was_full |= layouts.are_full();
            packed_after += usize::from(was_full && game.position.packed.is_some());
        }
        assert!(was_full && packed_after > 100, "{packed_after}");
    }
}
