//! Games on packed boards.

use super::dense::{count, nth, nth_of_few, size, Board, Dense, Orientation, NOT_KNOWN, ONES};
use super::facts::Facts;
use super::quiet::Quiet;
use super::Memory;
use crate::conveyor::SpawnPlan;
use crate::game::Screen;
use crate::grid::Step;
use crate::random::{Placement, Randomness};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::tile::{Kind, TileId};

/// What of a game changes while its board is packed; the rest is in the state
/// it came from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lane {
    pub(crate) board: Board,
    pub(crate) score: f64,
    /// Counted from the state it came from.
    pub(crate) moves: u32,
    pub(crate) merges: u32,
    pub(crate) merge_moves: u32,
    /// A bit for each kind that was discovered and is of no goal.
    known: u16,
    /// A bit for each direction that is not blacked out.
    pub(crate) available: u8,
    /// The direction pressed last.
    last: u8,
    /// How many kinds were discovered, and which, four bits each.
    discovered: u8,
    order: u64,
}

/// What games on packed boards have in common.
#[derive(Debug)]
pub(crate) struct Lanes {
    pub(crate) dense: Dense,
    /// Eight, the last ones perhaps without a direction.
    orientations: [Orientation; 8],
    /// What spawns at the start, and later.
    first_choices: Choices,
    choices: Choices,
    /// A bit for each kind of which it is known that it neither wins nor
    /// loses.
    harmless: u16,
    /// A bit for each kind that is no tile.
    no_tile: u16,
    all_directions: u8,
    start_tiles: f64,
}

fn orientations(rules: &Ruleset) -> Option<[Orientation; 8]> {
    let mut all = [Orientation::of(Step::new(0, -1))?; 8];
    for (own, direction) in all.iter_mut().zip(rules.directions()) {
        *own = Orientation::of(Step::new(direction.rows, direction.columns))?;
    }
    Some(all)
}

/// Kinds that spawn, with their weights.
#[derive(Debug, Default)]
struct Choices {
    kinds: Vec<(u8, f64)>,
    total: f64,
}

impl Choices {
    fn of(plan: &SpawnPlan, dense: &mut Dense) -> Option<Choices> {
        if !(plan.total > 0.0 && plan.total.is_finite()) {
            return None;
        }
        let kinds = plan.entries.iter().map(|(id, weight)| Some((dense.kind(*id)?, *weight)));
        Some(Choices { kinds: kinds.collect::<Option<_>>()?, total: plan.total })
    }

    /// Which kind a random number chooses; `None` if none, by the inaccuracy
    /// of adding weights.
    #[inline]
    fn choose(&self, draw: f64) -> Option<u8> {
        let mut rest = draw * self.total;
        for (kind, weight) in &self.kinds {
            rest -= weight;
            if rest <= 0.0 {
                return Some(*kind);
            }
        }
        None
    }
}

impl Lanes {
    /// Why boards of this mode can't be packed; `Ok` if they can.
    pub(crate) fn possible(rules: &Ruleset) -> Result<(), &'static str> {
        let mode = rules.mode();
        if let Some(why) = rules.noise() {
            return Err(why);
        }
        let ways = &rules.lines().of_directions;
        let tests = [
            (mode.height > 4 || mode.width > 4, "the grid is larger than 4x4"),
            (!rules.discovered_filter().is_empty(), "tiles are filtered before they count as discovered"),
            (mode.tiles_per_turn != 1.0, "other than one tile spawns in a turn"),
            (ways.len() > 8, "there are more than 8 directions"),
            (ways.windows(2).any(|pair| pair[0].class != pair[1].class), "directions slide differently far"),
            (
                !rules
                    .directions()
                    .iter()
                    .all(|own| Orientation::of(Step::new(own.rows, own.columns)).is_some()),
                "tiles move other than along rows and columns",
            ),
        ];
        tests.into_iter().find(|(not, _)| *not).map_or(Ok(()), |(_, why)| Err(why))
    }

    fn new(rules: &Ruleset) -> Option<Lanes> {
        Lanes::possible(rules).ok()?;
        Some(Lanes {
            dense: Dense::new(rules.mode().height, rules.mode().width)?,
            orientations: orientations(rules)?,
            first_choices: Choices::default(),
            choices: Choices::default(),
            harmless: 1,
            no_tile: 1,
            all_directions: (1_u16 << rules.directions().len()).wrapping_sub(1) as u8,
            start_tiles: rules.mode().start_tiles,
        })
    }

    /// Takes over what is known of the kinds.
    fn note_kinds(&mut self, facts: &Facts) {
        for kind in 1..self.dense.kinds() {
            let id = self.dense.id(kind);
            self.no_tile |= u16::from(!id.is_tile()) << kind;
            self.harmless |= u16::from(!id.is_tile() || facts.is_of_no_goal(id)) << kind;
        }
    }

    /// Plays a turn if it is quiet. The direction can be pressed.
    #[inline]
    pub(crate) fn turn<R: Randomness + ?Sized>(
        &self,
        lane: &mut Lane,
        direction: usize,
        random: &mut R,
    ) -> Quiet {
        let (change, effect) = self.dense.shift(lane.board, self.orientations[direction % 8]);
        let unseen = effect.made() & !lane.known;
        if unseen & !self.harmless != 0 || unseen & unseen.wrapping_sub(1) != 0 {
            return Quiet::Unknown;
        }
        lane.last = direction as u8;
        if change == 0 {
            lane.available &= !(1 << direction);
            return Quiet::Done(false);
        }
        let board = lane.board ^ change;
        let empty = Dense::empty(board);
        if empty == 0 || empty == ONES {
            return Quiet::Unknown;
        }
        let Some(draw) = random.next() else { return Quiet::OutOfRandomness };
        let mut kind = self.choices.choose(draw);
        let place = match random.placement() {
            Placement::Direct => {
                let Some(draw) = random.next() else { return Quiet::OutOfRandomness };
                let count = count(empty);
                nth_of_few(empty, ((draw * count as f64) as u64).min(count - 1))
            }
            Placement::ByTrial => match self.place_by_trial(empty, random) {
                Some(place) => place,
                None => return Quiet::OutOfRandomness,
            },
        };
        if kind.is_none() {
            // Where nothing came up, the conveyor draws once more.
            let Some(draw) = random.next() else { return Quiet::OutOfRandomness };
            kind = self.choices.choose(draw);
        }
        if unseen != 0 {
            lane.discover(unseen.trailing_zeros() as u8);
        }
        lane.board = board;
        if let Some(kind) = kind {
            lane.board |= u64::from(kind) << place;
            if lane.known >> kind & 1 == 0 {
                lane.discover(kind);
            }
        }
        let merges = effect.merges();
        lane.score += effect.points();
        lane.moves += 1;
        lane.merges += merges;
        lane.merge_moves += u32::from(merges > 0);
        lane.available = self.all_directions;
        Quiet::Done(true)
    }

    /// Draws among all cells until one is empty, as at least one is.
    fn place_by_trial<R: Randomness + ?Sized>(&self, empty: u64, random: &mut R) -> Option<u32> {
        let mut cells = self.dense.cells;
        loop {
            let count = size(cells);
            let place = nth(cells, ((random.next()? * count as f64) as u64).min(count - 1));
            if empty >> place & 1 == 1 {
                return Some(place);
            }
            cells &= !(1 << place);
        }
    }

    /// Starts again: an empty board and the tiles of the start. `None` if
    /// there were no random numbers left.
    fn start<R: Randomness + ?Sized>(
        &self,
        lane: &mut Lane,
        empty_board: Board,
        random: &mut R,
    ) -> Option<()> {
        *lane = Lane {
            board: empty_board,
            known: self.no_tile,
            available: self.all_directions,
            last: u8::MAX,
            ..Lane::default()
        };
        let mut cells = match random.placement() {
            Placement::Direct => Dense::empty(empty_board),
            Placement::ByTrial => self.dense.cells,
        };
        let mut spawned = 0.0;
        while spawned < self.start_tiles && cells != 0 {
            let mut kind = self.first_choices.choose(random.next()?);
            let place = loop {
                let count = size(cells);
                let place = nth(cells, ((random.next()? * count as f64) as u64).min(count - 1));
                cells &= !(1 << place);
                if Dense::empty(lane.board) >> place & 1 == 1 {
                    break place;
                }
            };
            if kind.is_none() {
                kind = self.first_choices.choose(random.next()?);
            }
            lane.board |= u64::from(kind.unwrap_or(0)) << place;
            spawned += 1.0;
        }
        // They are discovered together, row by row.
        for place in (0..64).step_by(4) {
            let kind = (lane.board >> place) as u8 & 15;
            if kind != 15 && lane.known >> kind & 1 == 0 {
                lane.discover(kind);
            }
        }
        Some(())
    }
}

impl Lane {
    fn discover(&mut self, kind: u8) {
        self.known |= 1 << kind;
        self.order |= u64::from(kind) << (4 * self.discovered);
        self.discovered += 1;
    }

    /// Writes what has changed into the state the lane came from.
    pub(crate) fn write(&self, lanes: &Lanes, rules: &Ruleset, state: &mut State, now: f64) {
        lanes.dense.unpack(self.board, &mut state.grid);
        for place in 0..self.discovered {
            let id = lanes.dense.id((self.order >> (4 * place)) as u8 & 15);
            let tile = state.grid.value(id).clone();
            std::sync::Arc::make_mut(&mut state.discoveries.tiles).push(tile);
            state.discoveries.settle(&state.grid, id);
        }
        state.score = self.score;
        state.moves += f64::from(self.moves);
        state.manual_moves += f64::from(self.moves);
        state.merges += f64::from(self.merges);
        state.merges_before += f64::from(self.merges);
        state.merge_moves += f64::from(self.merge_moves);
        for (direction, available) in state.available.iter_mut().enumerate() {
            *available = self.available >> direction & 1 == 1;
        }
        if let Some(order) = rules.order(usize::from(self.last)) {
            crate::state::share(&mut state.tile_order, order);
        }
        if self.moves > 0 {
            state.clock.first_move.get_or_insert(now);
            state.clock.move_start = Some(now);
            state.clock.move_end = Some(now);
        }
        if self.available == 0 {
            state.clock.game_over = Some(now);
            state.screen = Screen::GameOver;
        }
    }
}

impl Memory {
    /// Games on packed boards, if the mode allows them.
    pub(crate) fn lanes(&self) -> Option<&Lanes> {
        self.lanes.as_ref()
    }

    /// Packs a game whose next turns are quiet, as far as is known.
    pub(crate) fn enter_lane(&mut self, rules: &Ruleset, state: &State) -> Option<Lane> {
        if !self.lanes_tried {
            self.lanes_tried = true;
            self.lanes = Lanes::new(rules);
        }
        if self.lanes.is_none()
            || self.limits.lines == 0
            || self.by_direction
            || self.by_variables
            || !self.is_quiet(rules, state)
        {
            return None;
        }
        let plan = self.spawn_plan(&state.spawns)?;
        let facts = &self.facts;
        let lanes = self.lanes.as_mut()?;
        lanes.choices = Choices::of(&plan, &mut lanes.dense)?;
        if lanes.first_choices.kinds.is_empty() {
            let first = SpawnPlan::of(&state.start.spawns, &self.tiles)?;
            lanes.first_choices = Choices::of(&first, &mut lanes.dense)?;
        }
        let board = lanes.dense.pack(&state.grid)?;
        let mut known = 1;
        lanes.note_kinds(facts);
        for kind in 1..lanes.dense.kinds() {
            let id = lanes.dense.id(kind);
            let settled = !id.is_tile() || state.discoveries.has_seen(&state.grid, id);
            known |= u16::from(settled) << kind & lanes.harmless;
        }
        let choices = lanes.choices.kinds.iter().chain(&lanes.first_choices.kinds);
        if !choices.clone().all(|(kind, _)| lanes.harmless >> kind & 1 == 1) || !is_exact(state) {
            return None;
        }
        let available =
            state.available.iter().enumerate().map(|(place, own)| u8::from(*own) << place).sum::<u8>();
        Some(Lane { board, score: state.score, known, available, last: u8::MAX, ..Lane::default() })
    }

    /// Plays a turn of a packed game, if it is quiet.
    #[inline]
    pub(crate) fn lane_turn<R: Randomness + ?Sized>(
        &mut self,
        rules: &Ruleset,
        lane: &mut Lane,
        direction: usize,
        random: &mut R,
    ) -> Quiet {
        let Some(lanes) = &self.lanes else { return Quiet::Unknown };
        match lanes.turn(lane, direction, random) {
            Quiet::Unknown => self.lane_turn_after_looking(rules, lane, direction, random),
            done => done,
        }
    }

    /// The same with rows that are known, but not of packed boards.
    #[cold]
    fn lane_turn_after_looking<R: Randomness + ?Sized>(
        &mut self,
        rules: &Ruleset,
        lane: &mut Lane,
        direction: usize,
        random: &mut R,
    ) -> Quiet {
        let (Some(lanes), Some(ways)) = (&mut self.lanes, rules.lines().of_directions.get(direction)) else {
            return Quiet::Unknown;
        };
        let orientation = lanes.orientations[direction % 8];
        if lanes.dense.shift(lane.board, orientation).1.made() & NOT_KNOWN != 0 {
            lanes.dense.learn(lane.board, orientation, u64::from(ways.class), &self.lines);
            lanes.note_kinds(&self.facts);
        }
        lanes.turn(lane, direction, random)
    }

    /// Starts a packed game, given the state that it starts from; nothing of
    /// it is to be played by this.
    pub(crate) fn start_lane<R: Randomness + ?Sized>(
        &mut self,
        start: &State,
        lane: &mut Lane,
        random: &mut R,
    ) -> Option<Quiet> {
        let (lanes, facts) = (self.lanes.as_mut()?, &self.facts);
        let enough = lanes.start_tiles >= 1.0 && lanes.start_tiles < (size(lanes.dense.cells)) as f64;
        if !enough || lanes.choices.kinds.is_empty() {
            return None;
        }
        let empty = lanes.dense.pack(&start.grid)?;
        let quiet = |id: &TileId| match id.kind() {
            Kind::Tile => facts.is_of_no_goal(*id),
            Kind::TemporaryHole => false,
            _ => true,
        };
        if !start.grid.ids().iter().all(quiet) {
            return None;
        }
        lanes.note_kinds(facts);
        Some(match lanes.start(lane, empty, random) {
            Some(()) => Quiet::Done(true),
            None => Quiet::OutOfRandomness,
        })
    }
}

/// Whether the score can be added to in any order.
fn is_exact(state: &State) -> bool {
    super::table::is_whole(state.score)
}
