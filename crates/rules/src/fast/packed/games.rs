//! Games on packed boards.
//!
//! See docs/dev/fast-path.md, "Packed games".

pub(crate) mod conditions;
mod discovery_list;
mod end;
pub(crate) mod grid_move;
mod input;
mod look;
mod plans;
pub(crate) mod spawns;
mod turn;

use std::sync::Arc;

use calcarray::Value;

use crate::board::grid::{Grid, Step};
use crate::board::heading::Mover;
use crate::board::tile_table::{Kind, Tiles};
use crate::fast::choices::Choices;
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::facts::Facts;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::packed::ends::Ends;
use crate::fast::packed::layout::{BoardLayout, CodeSet, DecisionsEpoch, Orientation, TileCode};
use crate::fast::packed::room;
use crate::game::Screen;
use crate::game::state::State;
use crate::ruleset::Ruleset;
use crate::turn::spawn::plan::SpawnPlan;
use conditions::{ConditionBase, Conditions};
use discovery_list::DiscoveryList;
pub(crate) use input::{NotStarted, PackInput, StartInput};
use plans::{Node, Plans};
use spawns::{Conveyor, Spawning};

/// The part of a game that changes while its board is packed. The rest is in its base, the
/// state from which it was packed.
#[derive(Debug)]
pub(crate) struct PackedGame<P: BoardLayout> {
    /// The board.
    board: P::Board,
    /// The codes that were discovered, and belong to no goal or were counted for it.
    known: P::Codes,
    pub(crate) progress: Progress,
    /// The part of the base that conditions on counters depend on, if there are some.
    base: Option<Box<ConditionBase>>,
}

// A derived `Clone` would ask for layouts that can be cloned.
impl<P: BoardLayout> Clone for PackedGame<P> {
    fn clone(&self) -> PackedGame<P> {
        let PackedGame { board, known, progress, ref base } = *self;
        PackedGame { board, known, progress, base: base.clone() }
    }
}

/// The content of a packed game besides its board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// The score.
    pub(crate) score: f64,
    /// The number of moves since the base.
    pub(crate) moves: u64,
    /// The number of merges since the base.
    merges: u64,
    /// The number of moves with merges since the base.
    merge_moves: u64,
    /// The directions that are not blacked out, a bit for each.
    pub(crate) available: u8,
    /// The direction that was pressed last.
    last: u8,
    /// The plan that spawns, one of [`PackedGames::plans`].
    plan: u8,
    /// The node of the plan in the tree of discoveries.
    node: Node,
    /// Flag: tiles can be discovered here, because every tile of the list equals nothing
    /// but itself.
    plain: bool,
    /// The number of codes of which `known` is up to date; later ones may have been seen,
    /// too.
    checked_codes: TileCode,
    /// The number of codes that may still be discovered before the game has to be written
    /// to a state.
    room: u8,
    /// The number of codes that were discovered since the base.
    discovered: u8,
    /// The codes that were discovered since the base, in order.
    order: [TileCode; DISCOVERED],
    /// The game's part of the context key.
    context_key: ContextKey,
    /// The change of the context key with every move.
    delta: KeyDelta,
    /// The tiles that are left in the box, a bit for each.
    boxed: u32,
    /// The next tiles, if they are shown.
    conveyor: Conveyor,
    /// The place of the base in the period of the spawn condition.
    turn: u32,
}

impl Progress {
    /// Returns the game's part of the context key.
    pub(crate) fn context_key(&self) -> ContextKey {
        self.context_key
    }

    /// Returns true if a direction exists and is not blacked out.
    #[inline]
    pub(crate) fn can_press(&self, direction: usize) -> bool {
        direction < 8 && self.available >> direction & 1 == 1
    }
}

/// The number of codes that may be discovered before the game has to be written to a state.
const DISCOVERED: usize = 24;

/// The shared part of all games in one layout.
#[derive(Debug)]
pub(crate) struct PackedGames<P: BoardLayout> {
    /// The layout with its cache of lines.
    boards: P,
    /// The table of tiles that the codes refer to.
    tiles: Arc<Tiles>,
    /// The orientations of the directions. There are always eight; the last ones may have
    /// no direction.
    orientations: [Orientation; 8],
    /// The direction's part of the context key of lines.
    context_keys: [ContextKey; 8],
    /// The bits of the game's part that matter for lines.
    line_mask: ContextKey,
    /// Flag: variables may decide which rules apply.
    decisions_vary: bool,
    /// The tiles that spawn at the start.
    first_choices: Choices,
    /// Flag: `first_choices` was computed.
    has_first_choices: bool,
    /// The plans of later spawns.
    plans: Plans,
    /// The codes that are known to belong to no goal.
    of_no_goal: P::Codes,
    /// The codes without effect when they are discovered: they belong to no goal and equal
    /// no other content, so no list has to be searched.
    inert_codes: P::Codes,
    /// The first code whose facts may be incomplete.
    noted: TileCode,
    /// The ends of codes, if rules change single tiles or holes count down.
    ends: Option<Box<Ends<P::Codes>>>,
    /// The filtered forms of codes, if the mode has a filter.
    discovery_list: Option<DiscoveryList<P::Codes>>,
    /// The codes of other contents than tiles.
    no_tile: P::Codes,
    /// Flag: a hole has a code.
    has_holes: bool,
    /// The bits of all directions.
    all_directions: u8,
    /// The legal directions, and the directions of which it is not known, by the changes of
    /// a board along its axes ([`BoardLayout::changes_by_axis`]).
    legal_by_axis: Box<[[u8; 2]; 256]>,
    /// The directions in which tiles stay where they are.
    still: u8,
    /// The number of tiles that spawn at the start.
    start_tiles: f64,
    /// The spawns of turns, if they are not one tile in any free cell.
    spawning: Option<Box<Spawning<P::Cells>>>,
    /// The conditions on counters of which none may hold.
    conditions: Option<Box<Conditions>>,
}

/// Returns true if a content equals no other, as nearly all tiles do: no value in it equals
/// one that is not identical.
pub(crate) fn is_plain(content: &Value) -> bool {
    let plain = |entry: &Value| match entry {
        Value::Number(number) => !number.is_nan() && number.to_bits() != (-0.0_f64).to_bits(),
        Value::Integer(_) | Value::Boolean(_) | Value::Text(_) => true,
        _ => false,
    };
    let plain_list = |entry: &Value| entry.as_array().is_some_and(|list| list.iter().all(plain));
    content.as_array().is_some_and(|tile| tile.iter().all(|entry| plain(entry) || plain_list(entry)))
}

/// Returns the orientations of the directions; `None` if there are too many.
fn orientations(rules: &Ruleset) -> Option<[Orientation; 8]> {
    let mut all = [Orientation::of(Step::default(), 0); 8];
    for (index, direction) in (0..).zip(rules.directions()) {
        *all.get_mut(usize::from(index))? =
            Orientation::of(Step::new(direction.rows, direction.columns), index);
    }
    Some(all)
}

/// Makes the table of [`PackedGames::legal_by_axis`].
fn legal_by_axis(orientations: &[Orientation]) -> Box<[[u8; 2]; 256]> {
    let mut table = Box::new([[0; 2]; 256]);
    for (changes, [legal, unknown]) in (0..=u8::MAX).zip(table.iter_mut()) {
        for own in orientations {
            let (bit, way) =
                (1_u8 << (own.index % 8), u8::from(own.is_columns()) + 2 * u8::from(own.backwards));
            // An unknown line makes the whole direction unknown.
            if changes >> (way + 4) & 1 == 1 {
                *unknown |= bit;
            } else if changes >> way & 1 == 1 {
                *legal |= bit;
            }
        }
    }
    table
}

impl<P: BoardLayout> PackedGames<P> {
    /// Makes the games of a layout; `None` if boards of the mode don't fit it. `lines` is
    /// the size of its cache.
    pub(crate) fn new(rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) -> Option<PackedGames<P>> {
        let mut boards = P::new(rules, tiles, lines)?;
        let largest = room::largest_content(rules.limits().kept, rules.mode().height * rules.mode().width);
        boards.frame_mut().palette.limit(tiles, largest)?;
        let directions = rules.directions().iter().zip(0..);
        let orientations = orientations(rules)?;
        Some(PackedGames {
            spawning: match rules.can_be_packed() {
                Ok(()) => Spawning::of(rules, &boards)?.map(Box::new),
                // Only moves are made in this layout.
                Err(_) => None,
            },
            conditions: Conditions::of(rules).map(Box::new),
            has_holes: false,
            still: directions.fold(0, |still, (own, place)| still | u8::from(own.stays_still()) << place),
            boards,
            tiles: Arc::clone(tiles),
            legal_by_axis: legal_by_axis(&orientations[..rules.directions().len()]),
            orientations,
            context_keys: [ContextKey::NONE; 8],
            line_mask: ContextKey::ALL,
            decisions_vary: false,
            first_choices: Choices::default(),
            has_first_choices: false,
            plans: Plans::default(),
            of_no_goal: P::Codes::one(0),
            inert_codes: P::Codes::one(0),
            noted: 0,
            ends: rules.changes_single_tiles().then(|| Box::new(Ends::new())),
            discovery_list: (!rules.discovered_filter().is_empty()).then(DiscoveryList::default),
            no_tile: P::Codes::one(0),
            all_directions: (1_u16 << rules.directions().len()).wrapping_sub(1) as u8,
            start_tiles: rules.mode().start_tiles,
        })
    }

    /// Drops all lines and all codes but the most frequent ones.
    pub(crate) fn repack(&mut self, rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) {
        if let Some(new) = PackedGames::new(rules, tiles, lines) {
            let before = std::mem::replace(self, new);
            let same_tiles = Arc::ptr_eq(&before.tiles, &self.tiles);
            self.boards.seed_from(before.boards, same_tiles);
        }
    }

    pub(crate) fn tiles(&self) -> &Arc<Tiles> {
        &self.tiles
    }

    /// Returns true if single cells may change at the end of turns.
    pub(crate) fn have_ends(&self) -> bool {
        self.ends.is_some()
    }

    /// Returns true if the palette has no room for another code.
    pub(crate) fn are_full(&self) -> bool {
        self.boards.frame().palette.is_full()
    }

    /// Drops entries that were recorded by decisions that have changed since.
    fn invalidate_if_decisions_changed(&mut self) {
        self.boards.invalidate_if_changed(DecisionsEpoch {
            numbers: self.tiles.numbers(),
            vary: self.decisions_vary,
        });
    }

    /// Adds the facts about new codes to the sets.
    fn note_codes(&mut self, facts: &Facts) {
        self.invalidate_if_decisions_changed();
        // Codes with complete facts are not visited again.
        while self.noted < self.boards.frame().palette.len() && self.is_noted(self.noted) {
            self.noted += 1;
        }
        for number in self.noted..self.boards.frame().palette.len() {
            let (id, code) = (self.boards.id(number), P::Codes::one(number));
            if !id.is_tile() {
                self.no_tile = self.no_tile.with(code);
            }
            self.has_holes |= id.kind() == Kind::Hole;
            if id.kind() == Kind::TemporaryHole {
                self.ends.get_or_insert_with(|| Box::new(Ends::new()));
            }
            if !id.is_tile() || facts.is_of_no_goal(id) {
                self.of_no_goal = self.of_no_goal.with(code);
                let tile = facts.discovered_as(id, self.tiles.get(id));
                if let (Some(list), Some(tile)) = (&mut self.discovery_list, tile) {
                    list.note(number, tile);
                }
                if !id.is_tile() || tile.is_some_and(is_plain) {
                    self.inert_codes = self.inert_codes.with(code);
                }
            }
        }
    }

    /// Adds the facts about new codes, and those that this game has seen.
    fn note_codes_of(&mut self, game: &mut PackedGame<P>, state: &State, facts: &Facts) {
        self.note_codes(facts);
        game.known = self.seen(game.known, game.progress.checked_codes, state);
        game.progress.checked_codes = self.boards.frame().palette.len();
    }

    /// Returns true if the facts about a code are complete.
    fn is_noted(&self, code: TileCode) -> bool {
        let is_on_list = |list: &DiscoveryList<P::Codes>| list.get(code).is_some();
        let is_on_list = self.no_tile.has(code) || self.discovery_list.as_ref().is_none_or(is_on_list);
        self.of_no_goal.has(code) && is_on_list
    }

    /// Packs a game whose next turns are eligible, if possible.
    pub(crate) fn pack(&mut self, input: &PackInput<'_>) -> Option<PackedGame<P>> {
        let PackInput { state, plan, facts, tiles, context_keys, line_mask, context_key, delta } = *input;
        let exact = !P::EXACT || Exact::of(state.score).is_whole();
        if !exact || !Arc::ptr_eq(&self.tiles, tiles) {
            return None;
        }
        let boxed = match plan.place_of_box() {
            None => 0,
            Some(place) => plan.left_in_box(state.spawn_boxes.get(place)?.as_array()?.entries(), tiles)?,
        };
        let plan = self.plans.place(plan, &mut self.boards)?;
        if !std::mem::replace(&mut self.has_first_choices, true) {
            // Without these choices, no game starts in this layout.
            if let Some(first) = SpawnPlan::of(&state.start.spawns, tiles, |_| None) {
                self.first_choices = Choices::of(&first, &mut self.boards)?;
            }
        }
        if !P::ENDS && state.grid.has(Kind::TemporaryHole) {
            return None;
        }
        let board = self.boards.pack(&state.grid)?;
        let (conveyor, turn) = match &self.spawning {
            Some(spawning) => spawning.pack(state, &mut self.boards)?,
            None => Default::default(),
        };
        self.note_codes(facts);
        (self.context_keys, self.line_mask) = (context_keys, line_mask);
        let known = self.seen(P::Codes::one(0), 1, state);
        let plain = state.discoveries.tiles.iter().all(is_plain);
        let mut node = Node::NOWHERE;
        if self.plans.get(plan)?.by_discovery {
            let recorded = self.plans.record(plan, state, tiles, &mut self.boards, self.inert_codes);
            node = recorded.unwrap_or_default();
        }
        let choices = self.plans.get(plan)?;
        // The tree of discoveries is about tiles without a filter.
        if choices.by_discovery && self.discovery_list.is_some() {
            return None;
        }
        // If the spawns after a discovery are not known, nothing is discovered here.
        let plain = plain && (!choices.by_discovery || node != Node::NOWHERE);
        let mut may_spawn = choices.codes().chain(self.first_choices.codes());
        let mut may_spawn = may_spawn.by_ref().chain(conveyor);
        if !may_spawn.all(|code| known.has(code) || plain && self.inert_codes.has(code)) {
            return None;
        }
        let base = self.condition_base(state)?;
        let available =
            state.available.iter().enumerate().map(|(place, own)| u8::from(*own) << place).sum::<u8>();
        let progress = Progress {
            score: state.score,
            available,
            last: u8::MAX,
            plan,
            node,
            room: DISCOVERED as u8,
            context_key,
            delta,
            boxed,
            conveyor,
            turn,
            plain,
            checked_codes: self.boards.frame().palette.len(),
            ..Progress::default()
        };
        Some(PackedGame { board, known, progress, base })
    }

    /// Returns the part of a state that conditions on counters depend on, if there are some; the outer
    /// `None` says that the game can't be packed for their sake.
    fn condition_base(&self, state: &State) -> Option<Option<Box<ConditionBase>>> {
        match &self.conditions {
            Some(conditions) => Some(Some(conditions.base(state)?.into())),
            None => state.forced_spawns.is_empty().then_some(None),
        }
    }

    /// Returns a set of codes with those from `from` on that were seen in a game, and
    /// belong to no goal or were counted for it.
    fn seen(&self, codes: P::Codes, from: u8, state: &State) -> P::Codes {
        let (discoveries, grid) = (&state.discoveries, &state.grid);
        (from..self.boards.frame().palette.len()).fold(codes, |codes, code| {
            let id = self.boards.id(code);
            let is_settled = self.of_no_goal.has(code) || discoveries.has_counted(grid, id);
            match !id.is_tile() || is_settled && discoveries.has_seen(grid, id) {
                true => codes.with(P::Codes::one(code)),
                false => codes,
            }
        })
    }
}

impl<P: BoardLayout> PackedGame<P> {
    /// Notes a code that was discovered.
    fn discover(&mut self, code: TileCode) {
        self.known = self.known.with(P::Codes::one(code));
        let progress = &mut self.progress;
        progress.order[usize::from(progress.discovered) % DISCOVERED] = code;
        progress.discovered += 1;
        progress.room = progress.room.saturating_sub(1);
    }

    /// Writes the board alone into the grid of the base.
    pub(crate) fn write_grid(&self, games: &PackedGames<P>, grid: &mut Grid) {
        games.boards.unpack(self.board, grid);
    }

    /// Writes all changes into a copy of the base.
    pub(crate) fn write(&self, games: &PackedGames<P>, rules: &Ruleset, state: &mut State, now: f64) {
        let progress = &self.progress;
        let State {
            grid,
            score,
            moves,
            manual_moves,
            merges,
            merge_moves,
            merges_before,
            available,
            spawn_boxes,
            conveyor,
            discoveries,
            screen,
            last_mover,
            clock,
            // `Memory::unpack_variables` writes these.
            game_variables: _,
            // Turns on packed boards leave these as they are.
            won: _,
            start: _,
            modifier_variables: _,
            modifier_indices: _,
            spawns: _,
            forced_spawns: _,
            possible_over_checked: _,
            record: _,
            unrecorded: _,
            primes: _,
        } = state;
        games.boards.unpack(self.board, grid);
        for code in progress.order.iter().take(usize::from(progress.discovered)) {
            let id = games.boards.id(*code);
            match games.discovery_list.as_ref().and_then(|list| list.get(*code)) {
                Some(tile) => discoveries.list_as_plain(grid, id, tile),
                None => discoveries.list_plain(grid, id),
            }
        }
        if let Some(choices) = games.plans.get(progress.plan) {
            let own = spawn_boxes.get(choices.place_of_box).is_some();
            if let Some(left) = choices.left(progress.boxed).filter(|_| own) {
                let tiles: Vec<Value> = left.map(|code| grid.value(games.boards.id(code)).clone()).collect();
                Arc::make_mut(spawn_boxes)[choices.place_of_box] = Value::array(tiles);
            }
        }
        let shown = games.spawning.as_ref().map_or(0, |spawning| spawning.shown);
        if shown > 0 {
            let slots = progress.conveyor.iter().take(shown);
            *conveyor = slots.map(|code| grid.value(games.boards.id(*code)).clone()).collect();
        }
        *score = progress.score;
        for count in [moves, manual_moves] {
            *count += progress.moves as f64;
        }
        for count in [merges, merges_before] {
            *count += progress.merges as f64;
        }
        *merge_moves += progress.merge_moves as f64;
        for (direction, own) in available.iter_mut().enumerate() {
            *own = progress.available >> direction & 1 == 1;
        }
        let last = Mover::Player(usize::from(progress.last));
        if rules.order(last).is_some() {
            *last_mover = Some(last);
        }
        if progress.moves > 0 {
            clock.moved(now);
        }
        if progress.available == 0 {
            clock.game_over = Some(now);
            *screen = Screen::GameOver;
        }
    }
}
