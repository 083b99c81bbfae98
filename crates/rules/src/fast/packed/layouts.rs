//! Packed boards of all sizes: which way to pack, and how a game gets there.

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::tile_table::Tiles;
use crate::fast::context_key::ContextKey;
use crate::fast::decisions::DecisionTrie;
use crate::fast::facts::Facts;
use crate::fast::lines::decision_source::DecisionSource;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::packed::byte_grid::{Byte4x4, Byte8x8};
use crate::fast::packed::games::{NotStarted, PackInput, PackedGame, PackedGames, Progress, StartInput};
use crate::fast::packed::layout::{BoardLayout, LineSource};
use crate::fast::packed::line_list::{List128, List256};
use crate::fast::packed::nibble4x4::Nibble4x4;
use crate::fast::packed::repack::Repack;
use crate::fast::strategy::{Attempt, Reason};
use crate::fast::Memory;
use crate::game::state::{share, State};
use crate::random::Randomness;
use crate::ruleset::Ruleset;
use crate::turn::steps::Mover;

/// What of a game changes while its board is packed.
#[derive(Clone, Debug)]
pub(crate) enum AnyPackedGame {
    /// Up to 4×4 cells of few kinds.
    Nibble4x4(PackedGame<Nibble4x4>),
    /// Up to 4×4 cells of many kinds; larger, and so elsewhere.
    Byte4x4(Box<PackedGame<Byte4x4>>),
    /// Up to 8×8 cells of many kinds.
    Byte8x8(Box<PackedGame<Byte8x8>>),
    /// Cells in any geometry, in list128 lines; in longer ones.
    List128(Box<PackedGame<List128>>),
    List256(Box<PackedGame<List256>>),
}

impl AnyPackedGame {
    /// What does not depend on how the board is packed.
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

/// What the packed games of a mode have in common.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    nibble4x4: Option<PackedGames<Nibble4x4>>,
    byte4x4: Option<PackedGames<Byte4x4>>,
    /// Of boards that are not in the byte4x4.
    byte8x8: Option<PackedGames<Byte8x8>>,
    /// Of boards in none of these.
    list128: Option<PackedGames<List128>>,
    list256: Option<PackedGames<List256>>,
    tried: bool,
    repack: Repack,
}

/// Does something with a packed game and what games that are packed alike have
/// in common; something else where there is nothing of that kind.
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

mod look;

/// A way to pack boards that games are packed in.
pub(crate) trait LayoutOfGames: BoardLayout {
    /// The game, if it is packed in this way.
    fn game(packed: &mut AnyPackedGame) -> Option<&mut PackedGame<Self>>;

    /// What games that are packed in this way have in common.
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
    /// Plays a turn, if it is eligible, with lines that a source may know.
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

    /// Whether there is no room for another kind.
    fn are_full(&self) -> bool {
        let are_full = [
            self.byte4x4.as_ref().map(PackedGames::are_full),
            self.byte8x8.as_ref().map(PackedGames::are_full),
            self.list128.as_ref().map(PackedGames::are_full),
            self.list256.as_ref().map(PackedGames::are_full),
        ];
        are_full.into_iter().flatten().any(|full| full)
    }

    /// Whether something may become of single cells at the end of turns.
    fn have_ends(&self) -> bool {
        self.nibble4x4.as_ref().is_some_and(PackedGames::have_ends)
            || self.byte4x4.as_ref().is_some_and(PackedGames::have_ends)
    }

    /// Forgets all kinds. For `lines`, see [`PackedGames::new`].
    fn repack(&mut self, rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) {
        self.nibble4x4.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.byte4x4.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.byte8x8.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.list128.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
        self.list256.iter_mut().for_each(|own| own.repack(rules, tiles, lines));
    }

    pub(crate) fn are_possible(&self) -> bool {
        let some = [self.nibble4x4.is_some(), self.byte4x4.is_some(), self.byte8x8.is_some()];
        some.contains(&true) || self.list128.is_some() || self.list256.is_some()
    }
}

/// How many times as many lines packed boards know as the table that they
/// learn from: each takes a nibble4x4 part of the room there, and most lines of
/// modes with many tiles come again only after many others.
const MORE_LINES: usize = 4;

impl Memory {
    /// Whether anything may be remembered of packed boards.
    pub(crate) fn may_pack(&self) -> bool {
        self.limits.lines > 0
    }

    /// Begins to pack boards anew if there has been no room for another kind of
    /// tile for some turns, of which this is one: most of those known came up in
    /// games that are over. Gives whether it did. No game may be on a packed board.
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

    /// How many lines packed boards may know.
    fn packed_lines(&self) -> usize {
        self.limits.lines.saturating_mul(MORE_LINES)
    }

    /// So many turns were played on a packed board.
    pub(crate) fn note_packed_turns(&mut self, turns: u64) {
        self.layouts.repack.played += turns;
    }

    /// Packs a game whose next turns are eligible, as far as is known.
    pub(crate) fn pack_game(&mut self, rules: &Ruleset, state: &State) -> Option<AnyPackedGame> {
        if !self.layouts.tried {
            self.layouts.tried = true;
            if rules.can_be_packed().is_ok() {
                let lines = self.packed_lines();
                self.layouts.nibble4x4 = PackedGames::new(rules, &self.tiles, lines);
                self.layouts.byte4x4 = PackedGames::new(rules, &self.tiles, lines);
                // Each is for the boards that those before it have no room for.
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
        }
        if !self.layouts.are_possible() || !self.is_eligible(rules, state) {
            return None;
        }
        let plan = self.any_spawn_plan(state)?;
        let mut context_keys = [ContextKey::NONE; 8];
        for (own, ways) in context_keys.iter_mut().zip(&rules.lines().of_directions) {
            *own = self.key_of_ways(ways);
        }
        let context_key = self.key_of_game(state)?;
        let delta = self.delta_per_move();
        let line_mask = self.line_mask();
        let (facts, tiles) = (&self.facts, &self.tiles);
        let input =
            PackInput { state, plan: &plan, facts, tiles, context_keys, line_mask, context_key, delta };
        // Where a table is indexed by rows, they are not told apart further.
        let alike = context_key == ContextKey::NONE
            && !self.by_direction
            && context_keys.windows(2).all(|pair| pair[0] == pair[1]);
        let alike = alike && !self.layouts.have_ends();
        if let Some(games) = self.layouts.nibble4x4.as_mut().filter(|_| alike) {
            if let Some(game) = games.pack(&input) {
                return Some(AnyPackedGame::Nibble4x4(game));
            }
        }
        // A mode with more kinds than that only goes in and out.
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

    /// Plays a turn whose lines were not known, with what the line table knows of them
    /// by now.
    #[cold]
    pub(crate) fn packed_turn_after_lookup<R: Randomness + ?Sized>(
        &mut self,
        (rules, decisions): (&Ruleset, &DecisionTrie),
        game: (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        let turn = self.layouts.turn_after_resolving(
            game,
            direction,
            random,
            (&mut &self.lines, &self.facts),
            (&self.tiles, decisions.conditions_vary()),
        );
        if let Attempt::Done(_) = turn {
            let ways = rules.lines().of_directions.get(direction);
            self.backoff.note(ways.map_or(0, |ways| ways.lines.len() as u32), true);
        }
        turn
    }

    /// Plays a turn whose lines were not known, with what collisions and simulation tell
    /// of them.
    #[cold]
    pub(crate) fn packed_turn_with_simulation<R: Randomness + ?Sized>(
        &mut self,
        (rules, decisions): (&Ruleset, &mut DecisionTrie),
        (packed, state): (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        let mover = Mover::Player(direction);
        let (Some(own), Some(ways)) = (rules.directions().get(direction), rules.ways(mover)) else {
            return Attempt::NotEligible(Reason::NoDirection);
        };
        self.ends_by_variables |= decisions.ends_depend_on().1;
        let Some(context_key) = self.context_key(state, ways) else { return Attempt::UnknownLines };
        let Some(of_game) = self.key_of_game(state) else { return Attempt::UnknownLines };
        let decisions_vary = decisions.conditions_vary();
        let mut source = DecisionSource {
            decisions,
            of: MoveContext { rules, state, direction: own, index: mover.index() },
            tiles: &self.tiles,
            context_key,
            by_direction: self.by_direction,
            by_variables: self.by_variables,
            context_key_of_ends: self.key_of_ways(ways) | of_game,
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

    /// The lines of a move that are not known to the packed game, a bit for each.
    pub(crate) fn unknown_lines(&self, packed: &AnyPackedGame, direction: usize) -> u64 {
        with_layout!(packed, &self.layouts, |game, games| games.unknown(game, direction), u64::MAX)
    }

    /// Writes the board alone into the grid that a game was packed from.
    pub(crate) fn unpack_grid(&self, packed: &AnyPackedGame, grid: &mut Grid) {
        with_layout!(packed, &self.layouts, |game, games| game.write_grid(games, grid), ())
    }

    /// Sets the game variables of the state that a game was packed from as merges
    /// have set them since.
    pub(crate) fn unpack_variables(&self, packed: &AnyPackedGame, state: &mut State) {
        let number = packed.progress().context_key().variables();
        if let Some(variables) = number.and_then(|number| self.variables.game_variables(number)) {
            share(&mut state.game_variables, variables);
        }
    }

    /// Writes what has changed into the state that a game was packed from.
    pub(crate) fn unpack(&self, packed: &AnyPackedGame, rules: &Ruleset, state: &mut State, now: f64) {
        self.unpack_variables(packed, state);
        with_layout!(packed, &self.layouts, |game, games| game.write(games, rules, state, now), ())
    }

    /// Whether it is still to be learned what spawns in games like this packed one
    /// that have discovered nothing.
    pub(crate) fn lacks_first_plan(&mut self, packed: &AnyPackedGame, start: &State) -> bool {
        let knows = with_layout!(packed, &self.layouts, |_game, games| games.knows_first_plan(start), true);
        !knows && self.lacks_plan(start)
    }

    /// Learns that, if it is known what spawns in the state that games start from.
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

    /// Starts a packed game as the one before it, given the state that it
    /// starts from. `None`: this can't be done here.
    pub(crate) fn start_packed<R: Randomness + ?Sized>(
        &mut self,
        start: &State,
        before: &AnyPackedGame,
        random: &mut R,
    ) -> Option<Result<AnyPackedGame, NotStarted>> {
        // The game before may have changed its variables and what spawns.
        let context_key = self.key_of_game(start)?;
        let delta = self.delta_per_move();
        let plan = self.any_spawn_plan(start);
        let input = &StartInput { start, plan: plan.as_ref(), facts: &self.facts, context_key, delta };
        // Where a table is indexed by rows, they are not told apart further. A game
        // with too many kinds for it may be followed by one with few.
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

    use crate::{Direct, Limits, Mode, Rollout, Ruleset, Screen, Seeded};

    /// Any two tiles merge into one that is larger than both.
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
        let mut random = Direct(Seeded::new(1));
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
