//! Packed boards of all sizes: which way to pack, and how a game gets there.

use std::sync::Arc;

use crate::board::grid::{Grid, Step};
use crate::board::tile_table::Tiles;
use crate::fast::decisions::Tests;
use crate::fast::facts::Facts;
use crate::fast::lines::decision_source::Foresight;
use crate::fast::lines::move_lines::number_of_variables;
use crate::fast::lines::simulate::Foreseen;
use crate::fast::lines::unpacked_turn::Quiet;
use crate::fast::packed::bytes::{Eight, Four};
use crate::fast::packed::dense::Dense;
use crate::fast::packed::games::{Beginning, Entrance, Lane, Lanes, NotStarted, Progress};
use crate::fast::packed::hashed::Hashed;
use crate::fast::packed::layout::{Orientation, Packing, Teacher, LONGEST};
use crate::fast::packed::repack::Renewal;
use crate::fast::Memory;
use crate::game::state::{share, State};
use crate::random::Randomness;
use crate::ruleset::Ruleset;
use crate::turn::steps::Mover;

/// What of a game changes while its board is packed.
#[derive(Clone, Debug)]
pub(crate) enum Packed {
    /// Up to 4×4 cells of few kinds.
    Small(Lane<Dense>),
    /// Up to 4×4 cells of many kinds; larger, and so elsewhere.
    Middle(Box<Lane<Hashed<Four>>>),
    /// Up to 8×8 cells of many kinds.
    Wide(Box<Lane<Hashed<Eight>>>),
}

impl Packed {
    /// What does not depend on how the board is packed.
    #[inline]
    pub(crate) fn progress(&self) -> &Progress {
        match self {
            Packed::Small(lane) => &lane.progress,
            Packed::Middle(lane) => &lane.progress,
            Packed::Wide(lane) => &lane.progress,
        }
    }
}

/// What the packed games of a mode have in common.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    small: Option<Lanes<Dense>>,
    middle: Option<Lanes<Hashed<Four>>>,
    /// Of boards that are not in the middle.
    wide: Option<Lanes<Hashed<Eight>>>,
    tried: bool,
    renewal: Renewal,
}

/// Does something with a packed game and what games that are packed alike have
/// in common; something else where there is nothing of that kind.
macro_rules! in_its_lane {
    ($packed:expr, $packs:expr, |$lane:ident, $lanes:ident| $work:expr, $otherwise:expr) => {
        match ($packed, $packs) {
            (Packed::Small($lane), Packs { small: Some($lanes), .. }) => $work,
            (Packed::Middle($lane), Packs { middle: Some($lanes), .. }) => $work,
            (Packed::Wide($lane), Packs { wide: Some($lanes), .. }) => $work,
            _ => $otherwise,
        }
    };
}

mod computed;

/// A way to pack boards that games are packed in.
pub(crate) trait Pack: Packing {
    /// The game, if it is packed in this way.
    fn lane(packed: &mut Packed) -> Option<&mut Lane<Self>>;

    /// What games that are packed in this way have in common.
    fn lanes(memory: &Memory) -> Option<&Lanes<Self>>;
}

macro_rules! pack {
    ($packing:ty, $variant:ident, $own:ident) => {
        impl Pack for $packing {
            #[inline]
            fn lane(packed: &mut Packed) -> Option<&mut Lane<Self>> {
                match packed {
                    Packed::$variant(lane) => Some(lane),
                    _ => None,
                }
            }

            #[inline]
            fn lanes(memory: &Memory) -> Option<&Lanes<Self>> {
                memory.packs.$own.as_ref()
            }
        }
    };
}

pack!(Dense, Small, small);
pack!(Hashed<Four>, Middle, middle);
pack!(Hashed<Eight>, Wide, wide);

impl Packs {
    /// Plays a turn, if it is quiet, with rows that somebody else may know.
    fn turn_after_asking<R: Randomness + ?Sized>(
        &mut self,
        (packed, state): (&mut Packed, &State),
        direction: usize,
        random: &mut R,
        known: (&mut impl Teacher, &Facts),
        (tiles, tests_vary): (&Arc<Tiles>, bool),
    ) -> Quiet {
        in_its_lane!(
            packed,
            self,
            |lane, lanes| match Arc::ptr_eq(lanes.tiles(), tiles) {
                true => lanes.turn_after_asking(lane, state, direction, random, known, tests_vary),
                false => Quiet::Unknown,
            },
            Quiet::Unknown
        )
    }

    /// Whether there is no room for another kind.
    fn are_full(&self) -> bool {
        let middle = self.middle.as_ref().map(Lanes::are_full);
        middle.or(self.wide.as_ref().map(Lanes::are_full)).unwrap_or(false)
    }

    /// Forgets all kinds. For `lines`, see [`Lanes::new`].
    fn begin_anew(&mut self, rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) {
        self.small.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
        self.middle.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
        self.wide.iter_mut().for_each(|own| own.begin_anew(rules, tiles, lines));
    }

    pub(crate) fn are_possible(&self) -> bool {
        self.small.is_some() || self.middle.is_some() || self.wide.is_some()
    }
}

impl Ruleset {
    /// Why boards of this mode can't be packed; `Ok` if they can.
    pub(crate) fn can_be_packed(&self) -> Result<(), &'static str> {
        let mode = self.mode();
        if let Some(why) = self.noise() {
            return Err(why);
        }
        let tests = [
            (mode.height > LONGEST || mode.width > LONGEST, "the grid is larger than 8x8"),
            (mode.tiles_per_turn != 1.0, "other than one tile spawns in a turn"),
            (self.directions().len() > 8, "there are more than 8 directions"),
            (
                !self
                    .directions()
                    .iter()
                    .all(|own| Orientation::of(Step::new(own.rows, own.columns)).is_some()),
                "tiles move other than along rows and columns",
            ),
        ];
        tests.into_iter().find(|(not, _)| *not).map_or(Ok(()), |(_, why)| Err(why))
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
        if !self.packs.are_full() {
            return false;
        }
        let is_time = self.packs.renewal.refuse();
        if is_time {
            self.packs.begin_anew(rules, &self.tiles, self.packed_lines());
        }
        is_time
    }

    /// How many lines packed boards may know.
    fn packed_lines(&self) -> usize {
        self.limits.lines.saturating_mul(MORE_LINES)
    }

    /// So many turns were played on a packed board.
    pub(crate) fn note_packed_turns(&mut self, turns: u64) {
        self.packs.renewal.played += turns;
    }

    /// Packs a game whose next turns are quiet, as far as is known.
    pub(crate) fn enter_lane(&mut self, rules: &Ruleset, state: &State) -> Option<Packed> {
        if !self.packs.tried {
            self.packs.tried = true;
            if rules.can_be_packed().is_ok() {
                let lines = self.packed_lines();
                self.packs.small = Lanes::new(rules, &self.tiles, lines);
                self.packs.middle = Lanes::new(rules, &self.tiles, lines);
                if self.packs.middle.is_none() {
                    self.packs.wide = Lanes::new(rules, &self.tiles, lines);
                }
            }
        }
        if !self.packs.are_possible() || !self.is_quiet(rules, state) {
            return None;
        }
        let plan = self.any_spawn_plan(state)?;
        let mut classes = [0; 8];
        for (own, ways) in classes.iter_mut().zip(&rules.lines().of_directions) {
            *own = self.class_of_ways(ways);
        }
        let class = self.class_of_game(state)?;
        let turns = self.class_that_turns();
        let of_lines = self.class_of_lines();
        let (facts, tiles) = (&self.facts, &self.tiles);
        let entrance = Entrance { state, plan: &plan, facts, tiles, classes, of_lines, class, turns };
        // Where a table is indexed by rows, they are not told apart further.
        let alike = class == 0 && !self.by_direction && classes.windows(2).all(|pair| pair[0] == pair[1]);
        let alike = alike && !rules.changes_single_tiles();
        if let Some(lanes) = self.packs.small.as_mut().filter(|_| alike) {
            if let Some(lane) = lanes.enter(&entrance) {
                return Some(Packed::Small(lane));
            }
        }
        // A mode with more kinds than that only goes in and out.
        if let Some(lanes) = self.packs.middle.as_mut().filter(|lanes| !lanes.are_full()) {
            return Some(Packed::Middle(Box::new(lanes.enter(&entrance)?)));
        }
        let lanes = self.packs.wide.as_mut().filter(|lanes| !lanes.are_full())?;
        Some(Packed::Wide(Box::new(lanes.enter(&entrance)?)))
    }

    /// Plays a turn of a packed game, if it is quiet.
    #[inline]
    pub(crate) fn lane_turn<R: Randomness + ?Sized>(
        &self,
        packed: &mut Packed,
        direction: usize,
        random: &mut R,
    ) -> Quiet {
        in_its_lane!(packed, &self.packs, |lane, lanes| lanes.turn(lane, direction, random), Quiet::Unknown)
    }

    /// The same of a turn with rows that were not known, but may be by now to
    /// the table of lines.
    #[cold]
    pub(crate) fn lane_turn_after_looking<R: Randomness + ?Sized>(
        &mut self,
        (rules, tests): (&Ruleset, &Tests),
        game: (&mut Packed, &State),
        direction: usize,
        random: &mut R,
    ) -> Quiet {
        let turn = self.packs.turn_after_asking(
            game,
            direction,
            random,
            (&mut &self.lines, &self.facts),
            (&self.tiles, tests.conditions_vary()),
        );
        if let Quiet::Done(_) = turn {
            let ways = rules.lines().of_directions.get(direction);
            self.patience.note(ways.map_or(0, |ways| ways.lines.len() as u32), true);
        }
        turn
    }

    /// The same of a turn whose rows were not known, but can perhaps be
    /// foreseen by what is known of tests.
    #[cold]
    pub(crate) fn lane_turn_with_foresight<R: Randomness + ?Sized>(
        &mut self,
        (rules, tests): (&Ruleset, &mut Tests),
        (packed, state): (&mut Packed, &State),
        direction: usize,
        random: &mut R,
    ) -> Quiet {
        let mover = Mover::Player(direction);
        let (Some(own), Some(ways)) = (rules.directions().get(direction), rules.ways(mover)) else {
            return Quiet::Unknown;
        };
        self.ends_by_variables |= tests.ends_depend_on().1;
        let Some(class) = self.class(state, ways) else { return Quiet::NewLine };
        let Some(of_game) = self.class_of_game(state) else { return Quiet::NewLine };
        let tests_vary = tests.conditions_vary();
        let mut foresight = Foresight {
            tests,
            of: Foreseen { rules, state, direction: own, index: mover.index() },
            ways,
            tiles: &self.tiles,
            class,
            by_direction: self.by_direction,
            by_variables: self.by_variables,
            class_of_ends: self.class_of_ways(ways) | of_game,
            ends_by_variables: self.ends_by_variables,
            variables: &mut self.variables,
            lesson: &mut self.lesson,
            lines: 0,
        };
        let known = (&mut foresight, &self.facts);
        let about = (&self.tiles, tests_vary);
        let turn = self.packs.turn_after_asking((packed, state), direction, random, known, about);
        self.used.learned += foresight.lines;
        turn
    }

    /// The lines of a move that are not known to the packed game, a bit for each.
    pub(crate) fn unknown_to_lane(&self, packed: &Packed, direction: usize) -> u64 {
        in_its_lane!(packed, &self.packs, |lane, lanes| lanes.unknown(lane, direction), u64::MAX)
    }

    /// Writes the board alone into the grid that a game was packed from.
    pub(crate) fn unpack_grid(&self, packed: &Packed, grid: &mut Grid) {
        in_its_lane!(packed, &self.packs, |lane, lanes| lane.write_grid(lanes, grid), ())
    }

    /// Sets the game variables of the state that a game was packed from as merges
    /// have set them since.
    pub(crate) fn unpack_variables(&self, packed: &Packed, state: &mut State) {
        self.unpack_variables_of(packed.progress().class(), state);
    }

    /// The same by what tells turns apart.
    fn unpack_variables_of(&self, class: u32, state: &mut State) {
        let number = number_of_variables(class);
        if let Some(variables) = number.and_then(|number| self.variables.game_variables(number)) {
            share(&mut state.game_variables, variables);
        }
    }

    /// The same as they are where something is to be learned of the lines of a move.
    pub(crate) fn unpack_variables_to_learn(&self, packed: &Packed, direction: usize, state: &mut State) {
        let turns = in_its_lane!(packed, &self.packs, |lane, lanes| lanes.turns_to_learn(lane, direction), 0);
        self.unpack_variables_of(packed.progress().class() ^ turns, state);
    }

    /// Writes what has changed into the state that a game was packed from.
    pub(crate) fn unpack(&self, packed: &Packed, rules: &Ruleset, state: &mut State, now: f64) {
        self.unpack_variables(packed, state);
        in_its_lane!(packed, &self.packs, |lane, lanes| lane.write(lanes, rules, state, now), ())
    }

    /// Whether it is still to be learned what spawns in games like this packed one
    /// that have discovered nothing.
    pub(crate) fn lacks_first_plan(&mut self, packed: &Packed, start: &State) -> bool {
        let knows = in_its_lane!(packed, &self.packs, |_lane, lanes| lanes.knows_first_plan(start), true);
        !knows && self.lacks_plan(start)
    }

    /// Learns that, if it is known what spawns in the state that games start from.
    pub(crate) fn learn_first_plan(&mut self, packed: &Packed, start: &State) {
        let Some(plan) = self.any_spawn_plan(start) else { return };
        let facts = &self.facts;
        in_its_lane!(packed, &mut self.packs, |_lane, lanes| lanes.learn_first_plan(&plan, start, facts), ());
    }

    /// Starts a packed game as the one before it, given the state that it
    /// starts from. `None`: this can't be done here.
    pub(crate) fn start_lane<R: Randomness + ?Sized>(
        &mut self,
        start: &State,
        before: &Packed,
        random: &mut R,
    ) -> Option<Result<Packed, NotStarted>> {
        // The game before may have changed its variables and what spawns.
        let class = self.class_of_game(start)?;
        let turns = self.class_that_turns();
        let plan = self.any_spawn_plan(start);
        let beginning = &Beginning { start, plan: plan.as_ref(), facts: &self.facts, class, turns };
        // Where a table is indexed by rows, they are not told apart further. A game
        // with too many kinds for it may be followed by one with few.
        let alike = class == 0 && !self.by_direction;
        let small = self.packs.small.as_mut().filter(|_| alike && !matches!(before, Packed::Wide(_)));
        if let Some(lane) = small.and_then(|lanes| lanes.start(beginning, random)) {
            return Some(lane.map(Packed::Small));
        }
        Some(match before {
            Packed::Small(_) => return None,
            Packed::Middle(_) => {
                let lane = self.packs.middle.as_mut()?.start(beginning, random)?;
                lane.map(|lane| Packed::Middle(Box::new(lane)))
            }
            Packed::Wide(_) => {
                let lane = self.packs.wide.as_mut()?.start(beginning, random)?;
                lane.map(|lane| Packed::Wide(Box::new(lane)))
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
            let packs = &game.memory.packs;
            was_full |= packs.are_full();
            packed_after += usize::from(was_full && game.course.lane.is_some());
        }
        assert!(was_full && packed_after > 100, "{packed_after}");
    }
}
