//! Packed boards of all sizes: which way to pack, and how a game gets there.

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::tile_table::Tiles;
use crate::fast::context_key::ContextKey;
use crate::fast::decisions::DecisionTrie;
use crate::fast::facts::Facts;
use crate::fast::lines::decision_source::DecisionSource;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::packed::bytes::{Eight, Four};
use crate::fast::packed::dense::Dense;
use crate::fast::packed::games::{Beginning, Entrance, NotStarted, PackedGame, PackedGames, Progress};
use crate::fast::packed::general::{LongLines, ShortLines};
use crate::fast::packed::hashed::Hashed;
use crate::fast::packed::layout::{BoardLayout, LineSource};
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
    Small(PackedGame<Dense>),
    /// Up to 4×4 cells of many kinds; larger, and so elsewhere.
    Middle(Box<PackedGame<Hashed<Four>>>),
    /// Up to 8×8 cells of many kinds.
    Wide(Box<PackedGame<Hashed<Eight>>>),
    /// Cells in any geometry, in short lines; in longer ones.
    Short(Box<PackedGame<ShortLines>>),
    Long(Box<PackedGame<LongLines>>),
}

impl AnyPackedGame {
    /// What does not depend on how the board is packed.
    #[inline]
    pub(crate) fn progress(&self) -> &Progress {
        match self {
            AnyPackedGame::Small(game) => &game.progress,
            AnyPackedGame::Middle(game) => &game.progress,
            AnyPackedGame::Wide(game) => &game.progress,
            AnyPackedGame::Short(game) => &game.progress,
            AnyPackedGame::Long(game) => &game.progress,
        }
    }
}

/// What the packed games of a mode have in common.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    small: Option<PackedGames<Dense>>,
    middle: Option<PackedGames<Hashed<Four>>>,
    /// Of boards that are not in the middle.
    wide: Option<PackedGames<Hashed<Eight>>>,
    /// Of boards in none of these.
    short: Option<PackedGames<ShortLines>>,
    long: Option<PackedGames<LongLines>>,
    tried: bool,
    repack: Repack,
}

/// Does something with a packed game and what games that are packed alike have
/// in common; something else where there is nothing of that kind.
macro_rules! with_layout {
    ($packed:expr, $layouts:expr, |$game:ident, $games:ident| $work:expr, $otherwise:expr) => {
        match ($packed, $layouts) {
            (AnyPackedGame::Small($game), Layouts { small: Some($games), .. }) => $work,
            (AnyPackedGame::Middle($game), Layouts { middle: Some($games), .. }) => $work,
            (AnyPackedGame::Wide($game), Layouts { wide: Some($games), .. }) => $work,
            (AnyPackedGame::Short($game), Layouts { short: Some($games), .. }) => $work,
            (AnyPackedGame::Long($game), Layouts { long: Some($games), .. }) => $work,
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

macro_rules! pack {
    ($packing:ty, $variant:ident, $own:ident) => {
        impl LayoutOfGames for $packing {
            #[inline]
            fn game(packed: &mut AnyPackedGame) -> Option<&mut PackedGame<Self>> {
                match packed {
                    AnyPackedGame::$variant(game) => Some(game),
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

pack!(Dense, Small, small);
pack!(Hashed<Four>, Middle, middle);
pack!(Hashed<Eight>, Wide, wide);
pack!(ShortLines, Short, short);
pack!(LongLines, Long, long);

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
            self.middle.as_ref().map(PackedGames::are_full),
            self.wide.as_ref().map(PackedGames::are_full),
            self.short.as_ref().map(PackedGames::are_full),
            self.long.as_ref().map(PackedGames::are_full),
        ];
        are_full.into_iter().flatten().any(|full| full)
    }

    /// Forgets all kinds. For `lines`, see [`PackedGames::new`].
    fn begin_anew(&mut self, rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) {
        self.small.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
        self.middle.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
        self.wide.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
        self.short.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
        self.long.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
    }

    pub(crate) fn are_possible(&self) -> bool {
        let some = [self.small.is_some(), self.middle.is_some(), self.wide.is_some()];
        some.contains(&true) || self.short.is_some() || self.long.is_some()
    }
}

/// How many times as many lines packed boards know as the table that they
/// learn from: each takes a small part of the room there, and most lines of
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
    pub(crate) fn make_room_for_kinds(&mut self, rules: &Ruleset) -> bool {
        if !self.layouts.are_full() {
            return false;
        }
        let is_time = self.layouts.repack.refuse();
        if is_time {
            self.layouts.begin_anew(rules, &self.tiles, self.packed_lines());
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
                self.layouts.small = PackedGames::new(rules, &self.tiles, lines);
                self.layouts.middle = PackedGames::new(rules, &self.tiles, lines);
                // Each is for the boards that those before it have no room for.
                if self.layouts.middle.is_none() {
                    self.layouts.wide = PackedGames::new(rules, &self.tiles, lines);
                }
                if self.layouts.middle.is_none() && self.layouts.wide.is_none() {
                    self.layouts.short = PackedGames::new(rules, &self.tiles, lines);
                    if self.layouts.short.is_none() {
                        self.layouts.long = PackedGames::new(rules, &self.tiles, lines);
                    }
                }
            }
        }
        if !self.layouts.are_possible() || !self.is_eligible(rules, state) {
            return None;
        }
        let plan = self.any_spawn_plan(state)?;
        let mut classes = [ContextKey::NONE; 8];
        for (own, ways) in classes.iter_mut().zip(&rules.lines().of_directions) {
            *own = self.key_of_ways(ways);
        }
        let class = self.key_of_game(state)?;
        let delta = self.delta_per_move();
        let of_lines = self.bits_of_lines();
        let (facts, tiles) = (&self.facts, &self.tiles);
        let entrance = Entrance { state, plan: &plan, facts, tiles, classes, of_lines, class, delta };
        // Where a table is indexed by rows, they are not told apart further.
        let alike = class == ContextKey::NONE
            && !self.by_direction
            && classes.windows(2).all(|pair| pair[0] == pair[1]);
        let alike = alike && !rules.changes_single_tiles();
        if let Some(games) = self.layouts.small.as_mut().filter(|_| alike) {
            if let Some(game) = games.enter(&entrance) {
                return Some(AnyPackedGame::Small(game));
            }
        }
        // A mode with more kinds than that only goes in and out.
        if let Some(games) = self.layouts.middle.as_mut().filter(|games| !games.are_full()) {
            return Some(AnyPackedGame::Middle(Box::new(games.enter(&entrance)?)));
        }
        if let Some(games) = self.layouts.wide.as_mut().filter(|games| !games.are_full()) {
            return Some(AnyPackedGame::Wide(Box::new(games.enter(&entrance)?)));
        }
        if let Some(games) = self.layouts.short.as_mut().filter(|games| !games.are_full()) {
            return Some(AnyPackedGame::Short(Box::new(games.enter(&entrance)?)));
        }
        let games = self.layouts.long.as_mut().filter(|games| !games.are_full())?;
        Some(AnyPackedGame::Long(Box::new(games.enter(&entrance)?)))
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

    /// The same of a turn with rows that were not known, but may be by now to
    /// the table of lines.
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

    /// The same of a turn whose rows were not known, but can perhaps be
    /// foreseen by what is known of tests.
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
        let Some(class) = self.context_key(state, ways) else { return Attempt::UnknownLines };
        let Some(of_game) = self.key_of_game(state) else { return Attempt::UnknownLines };
        let decisions_vary = decisions.conditions_vary();
        let mut source = DecisionSource {
            decisions,
            of: MoveContext { rules, state, direction: own, index: mover.index() },
            tiles: &self.tiles,
            context: class,
            by_direction: self.by_direction,
            by_variables: self.by_variables,
            context_of_ends: self.key_of_ways(ways) | of_game,
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
        let number = packed.progress().class().variables();
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
    pub(crate) fn learn_first_plan(&mut self, packed: &AnyPackedGame, start: &State) {
        let Some(plan) = self.any_spawn_plan(start) else { return };
        let facts = &self.facts;
        with_layout!(
            packed,
            &mut self.layouts,
            |_game, games| games.learn_first_plan(&plan, start, facts),
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
        let class = self.key_of_game(start)?;
        let delta = self.delta_per_move();
        let plan = self.any_spawn_plan(start);
        let beginning = &Beginning { start, plan: plan.as_ref(), facts: &self.facts, class, delta };
        // Where a table is indexed by rows, they are not told apart further. A game
        // with too many kinds for it may be followed by one with few.
        let alike = class == ContextKey::NONE && !self.by_direction;
        let small = self.layouts.small.as_mut().filter(|_| alike);
        if let Some(game) = small.and_then(|games| games.start(beginning, random)) {
            return Some(game.map(AnyPackedGame::Small));
        }
        Some(match before {
            AnyPackedGame::Small(_) => return None,
            AnyPackedGame::Middle(_) => {
                let game = self.layouts.middle.as_mut()?.start(beginning, random)?;
                game.map(|game| AnyPackedGame::Middle(Box::new(game)))
            }
            AnyPackedGame::Wide(_) => {
                let game = self.layouts.wide.as_mut()?.start(beginning, random)?;
                game.map(|game| AnyPackedGame::Wide(Box::new(game)))
            }
            AnyPackedGame::Short(_) => {
                let game = self.layouts.short.as_mut()?.start(beginning, random)?;
                game.map(|game| AnyPackedGame::Short(Box::new(game)))
            }
            AnyPackedGame::Long(_) => {
                let game = self.layouts.long.as_mut()?.start(beginning, random)?;
                game.map(|game| AnyPackedGame::Long(Box::new(game)))
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
    fn boards_are_packed_anew_when_kinds_have_run_out() {
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
