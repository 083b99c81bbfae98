//! Games on packed boards.

mod end;
mod listed;
mod look;
mod plans;
pub(crate) mod spawns;
mod turn;

use std::sync::Arc;

use calcarray::Value;

use crate::board::grid::{Grid, Step};
use crate::board::tile_table::{Kind, Tiles};
use crate::fast::choices::Choices;
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::facts::Facts;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::packed::ends::Ends;
use crate::fast::packed::layout::{BoardLayout, CodeSet, DecisionsEpoch, Orientation};
use crate::game::state::State;
use crate::game::Screen;
use crate::ruleset::Ruleset;
use crate::turn::spawn::conveyor::SpawnPlan;
use crate::turn::steps::Mover;
use listed::Listed;
use plans::{Node, Plans};
use spawns::{Conveyor, Spawning};

/// What of a game changes while its board is packed; the rest is in the state
/// it came from.
#[derive(Debug)]
pub(crate) struct PackedGame<P: BoardLayout> {
    board: P::Board,
    /// The kinds that were discovered, and are of no goal or were counted for
    /// it.
    known: P::Kinds,
    pub(crate) progress: Progress,
}

// Deriving would ask for packings that can be cloned.
impl<P: BoardLayout> Clone for PackedGame<P> {
    fn clone(&self) -> PackedGame<P> {
        PackedGame { board: self.board, known: self.known, progress: self.progress }
    }
}

/// What a packed game holds besides its board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) score: f64,
    /// Counted from the state it came from.
    pub(crate) moves: u64,
    merges: u64,
    merge_moves: u64,
    /// A bit for each direction that is not blacked out.
    pub(crate) available: u8,
    /// The direction pressed last.
    last: u8,
    /// Which of [`PackedGames::plans`] spawns.
    plan: u8,
    /// Where that is among those that depend on what was discovered.
    node: Node,
    /// Whether tiles can be discovered here: all that was discovered before
    /// equals nothing but itself, and nothing else comes of it.
    plain: bool,
    /// How many kinds there were when it was looked up which were seen before;
    /// those that came later may have been, too.
    kinds: u8,
    /// How many kinds may still be discovered before the game has to be written
    /// down.
    room: u8,
    /// How many kinds were discovered, and which.
    discovered: u8,
    order: [u8; DISCOVERED],
    /// What tells turns apart besides the direction.
    class: ContextKey,
    /// What of that changes with every move.
    delta: KeyDelta,
    /// What is left in the box that tiles come out of, a bit for each.
    boxed: u32,
    /// The next tiles, if they are shown.
    conveyor: Conveyor,
    /// The place of the state it came from among turns in which tiles spawn and others.
    turn: u32,
}

impl Progress {
    /// What tells turns apart besides the direction.
    pub(crate) fn class(&self) -> ContextKey {
        self.class
    }

    /// Whether a direction is there and not blacked out.
    #[inline]
    pub(crate) fn can_press(&self, direction: usize) -> bool {
        direction < 8 && self.available >> direction & 1 == 1
    }
}

/// How many kinds may be discovered before that is written down.
const DISCOVERED: usize = 24;

/// What games on boards packed in the same way have in common.
#[derive(Debug)]
pub(crate) struct PackedGames<P: BoardLayout> {
    boards: P,
    /// The table that the kinds are from.
    tiles: Arc<Tiles>,
    /// Eight, the last ones perhaps without a direction.
    orientations: [Orientation; 8],
    /// What tells their lines apart, and which bits of that are the game's.
    classes: [ContextKey; 8],
    of_lines: ContextKey,
    /// Whether variables may tell which rules apply.
    decisions_vary: bool,
    /// What spawns at the start.
    first_choices: Choices,
    /// Whether that was looked at.
    has_first_choices: bool,
    /// What spawns later.
    plans: Plans,
    /// The kinds of which it is known that they neither win nor lose.
    of_no_goal: P::Kinds,
    /// Those of them that equal no other content, so that they can be
    /// discovered without looking at the list.
    harmless: P::Kinds,
    /// The first kind that may be none of these.
    noted: u8,
    /// What becomes of kinds at the end of a turn, if rules tell.
    ends: Option<Box<Ends<P::Kinds>>>,
    /// How kinds are listed, if tiles are filtered before they count as discovered.
    listed: Option<Listed<P::Kinds>>,
    /// The kinds that are no tiles.
    no_tile: P::Kinds,
    /// Whether a hole is among the kinds.
    has_holes: bool,
    all_directions: u8,
    /// Which directions move something, and of which that is not known, by the ways in
    /// which a board changes ([`BoardLayout::ways`]).
    by_ways: Box<[[u8; 2]; 256]>,
    /// The directions in which tiles stay where they are.
    still: u8,
    start_tiles: f64,
    /// How the tiles of turns spawn, if that is not one in any free cell.
    spawning: Option<Box<Spawning<P::Cells>>>,
}

/// What is needed to pack a game.
pub(crate) struct Entrance<'a> {
    pub(crate) state: &'a State,
    /// What spawns in it.
    pub(crate) plan: &'a Arc<SpawnPlan>,
    pub(crate) facts: &'a Facts,
    /// The table of the ids in use.
    pub(crate) tiles: &'a Arc<Tiles>,
    /// What tells the lines of the directions apart.
    pub(crate) classes: [ContextKey; 8],
    /// What tells turns apart besides the direction, which bits of that tell lines
    /// apart, and what of it changes with every move.
    pub(crate) of_lines: ContextKey,
    pub(crate) class: ContextKey,
    pub(crate) delta: KeyDelta,
}

/// What is needed to start a packed game.
pub(crate) struct Beginning<'a> {
    /// What it starts from.
    pub(crate) start: &'a State,
    /// What spawns in it; `None` if that depends on what is discovered.
    pub(crate) plan: Option<&'a Arc<SpawnPlan>>,
    pub(crate) facts: &'a Facts,
    /// What tells turns apart besides the direction, and what of it changes with
    /// every move.
    pub(crate) class: ContextKey,
    pub(crate) delta: KeyDelta,
}

/// Why a game could not be started on a packed board.
#[derive(Debug)]
pub(crate) enum NotStarted {
    /// A tile has to be computed, which these random numbers told; nothing has
    /// happened but that they were drawn.
    Drawn(Vec<f64>),
    OutOfRandomness,
}

/// Whether a content equals no other, as nearly all tiles do: there is no value
/// in it that equals one which is not identical.
pub(crate) fn is_plain(content: &Value) -> bool {
    let plain = |entry: &Value| match entry {
        Value::Number(number) => !number.is_nan() && number.to_bits() != (-0.0_f64).to_bits(),
        Value::Integer(_) | Value::Boolean(_) | Value::Text(_) => true,
        _ => false,
    };
    let plain_list = |entry: &Value| entry.as_array().is_some_and(|list| list.iter().all(plain));
    content.as_array().is_some_and(|tile| tile.iter().all(|entry| plain(entry) || plain_list(entry)))
}

/// How the directions lie on a grid; `None` if there are too many.
fn orientations(rules: &Ruleset) -> Option<[Orientation; 8]> {
    let mut all = [Orientation::of(Step::default(), 0); 8];
    for (index, direction) in (0..).zip(rules.directions()) {
        *all.get_mut(usize::from(index))? =
            Orientation::of(Step::new(direction.rows, direction.columns), index);
    }
    Some(all)
}

/// See [`PackedGames::by_ways`].
fn by_ways(orientations: &[Orientation]) -> Box<[[u8; 2]; 256]> {
    let mut table = Box::new([[0; 2]; 256]);
    for (ways, [legal, unknown]) in (0..=u8::MAX).zip(table.iter_mut()) {
        for own in orientations {
            let (bit, way) =
                (1_u8 << (own.index % 8), u8::from(own.is_columns()) + 2 * u8::from(own.backwards));
            // What is not known of one line may change what others do.
            if ways >> (way + 4) & 1 == 1 {
                *unknown |= bit;
            } else if ways >> way & 1 == 1 {
                *legal |= bit;
            }
        }
    }
    table
}

impl<P: BoardLayout> PackedGames<P> {
    /// For a mode whose boards can be packed in some way; `None` if not in
    /// this one.
    pub(crate) fn new(rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) -> Option<PackedGames<P>> {
        let boards = P::new(rules, tiles, lines)?;
        let directions = rules.directions().iter().zip(0..);
        let orientations = orientations(rules)?;
        Some(PackedGames {
            spawning: Spawning::of(rules, &boards)?.map(Box::new),
            has_holes: false,
            still: directions.fold(0, |still, (own, place)| still | u8::from(own.stays_still()) << place),
            boards,
            tiles: Arc::clone(tiles),
            by_ways: by_ways(&orientations[..rules.directions().len()]),
            orientations,
            classes: [ContextKey::NONE; 8],
            of_lines: ContextKey::ALL,
            decisions_vary: false,
            first_choices: Choices::default(),
            has_first_choices: false,
            plans: Plans::default(),
            of_no_goal: P::Kinds::one(0),
            harmless: P::Kinds::one(0),
            noted: 0,
            ends: rules.changes_single_tiles().then(|| Box::new(Ends::new())),
            listed: (!rules.discovered_filter().is_empty()).then(Listed::default),
            no_tile: P::Kinds::one(0),
            all_directions: (1_u16 << rules.directions().len()).wrapping_sub(1) as u8,
            start_tiles: rules.mode().start_tiles,
        })
    }

    /// Forgets all kinds but those met most, and with them all lines.
    pub(crate) fn begin_anew(&mut self, rules: &Ruleset, tiles: &Arc<Tiles>, lines: usize) {
        if let Some(new) = PackedGames::new(rules, tiles, lines) {
            let before = std::mem::replace(self, new);
            let same_tiles = Arc::ptr_eq(&before.tiles, &self.tiles);
            self.boards.go_on_from(before.boards, same_tiles);
        }
    }

    pub(crate) fn tiles(&self) -> &Arc<Tiles> {
        &self.tiles
    }

    /// Whether something may become of single cells at the end of turns.
    pub(crate) fn have_ends(&self) -> bool {
        self.ends.is_some()
    }

    /// Whether there is no room for another kind.
    pub(crate) fn are_full(&self) -> bool {
        self.boards.frame().kinds.is_full()
    }

    /// What was learned by tests is kept only as long as they are the same.
    fn keep_to_decisions(&mut self) {
        self.boards.keep_to(DecisionsEpoch { numbers: self.tiles.numbers(), vary: self.decisions_vary });
    }

    /// Takes over what is known of the kinds.
    fn note_kinds(&mut self, facts: &Facts) {
        self.keep_to_decisions();
        while self.noted < self.boards.frame().kinds.len() && self.is_noted(self.noted) {
            self.noted += 1;
        }
        for number in self.noted..self.boards.frame().kinds.len() {
            let (id, kind) = (self.boards.id(number), P::Kinds::one(number));
            if !id.is_tile() {
                self.no_tile = self.no_tile.with(kind);
            }
            self.has_holes |= id.kind() == Kind::Hole;
            if id.kind() == Kind::TemporaryHole {
                self.ends.get_or_insert_with(|| Box::new(Ends::new()));
            }
            if !id.is_tile() || facts.is_of_no_goal(id) {
                self.of_no_goal = self.of_no_goal.with(kind);
                let tile = facts.listed(id, self.tiles.get(id));
                if let (Some(listed), Some(tile)) = (&mut self.listed, tile) {
                    listed.note(number, tile);
                }
                if !id.is_tile() || tile.is_some_and(is_plain) {
                    self.harmless = self.harmless.with(kind);
                }
            }
        }
    }

    /// Notes the kinds that are new, and which of those that are new to a game it has seen.
    fn note_kinds_of(&mut self, game: &mut PackedGame<P>, state: &State, facts: &Facts) {
        self.note_kinds(facts);
        game.known = self.seen(game.known, game.progress.kinds, state);
        game.progress.kinds = self.boards.frame().kinds.len();
    }

    /// Whether all is taken over that can be known of a kind.
    fn is_noted(&self, kind: u8) -> bool {
        let is_listed = |listed: &Listed<P::Kinds>| listed.get(kind).is_some();
        let is_listed = self.no_tile.has(kind) || self.listed.as_ref().is_none_or(is_listed);
        self.of_no_goal.has(kind) && is_listed
    }

    /// Packs a game whose next turns are eligible, as far as is known.
    pub(crate) fn enter(&mut self, entrance: &Entrance<'_>) -> Option<PackedGame<P>> {
        let Entrance { state, plan, facts, tiles, classes, of_lines, class, delta } = *entrance;
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
            // Without them, no game starts here.
            if let Some(first) = SpawnPlan::of(&state.start.spawns, tiles, |_| None) {
                self.first_choices = Choices::of(&first, &mut self.boards)?;
            }
        }
        if !P::ENDS && state.grid.has(Kind::TemporaryHole) {
            return None;
        }
        let board = self.boards.pack(&state.grid)?;
        let (conveyor, turn) = match &self.spawning {
            Some(spawning) => spawning.enter(state, &mut self.boards)?,
            None => Default::default(),
        };
        self.note_kinds(facts);
        (self.classes, self.of_lines) = (classes, of_lines);
        let known = self.seen(P::Kinds::one(0), 1, state);
        let plain = state.discoveries.tiles.iter().all(is_plain);
        let mut node = Node::NOWHERE;
        if self.plans.get(plan)?.by_discovery {
            let learned = self.plans.learn(plan, state, tiles, &mut self.boards, self.harmless);
            node = learned.unwrap_or_default();
        }
        let choices = self.plans.get(plan)?;
        // The tree there is of tiles as they are.
        if choices.by_discovery && self.listed.is_some() {
            return None;
        }
        // Where it is not known what spawns then, nothing is discovered here.
        let plain = plain && (!choices.by_discovery || node != Node::NOWHERE);
        let mut may_spawn = choices.kinds().chain(self.first_choices.kinds());
        let mut may_spawn = may_spawn.by_ref().chain(conveyor);
        if !may_spawn.all(|kind| known.has(kind) || plain && self.harmless.has(kind)) {
            return None;
        }
        let available =
            state.available.iter().enumerate().map(|(place, own)| u8::from(*own) << place).sum::<u8>();
        let progress = Progress {
            score: state.score,
            available,
            last: u8::MAX,
            plan,
            node,
            room: DISCOVERED as u8,
            class,
            delta,
            boxed,
            conveyor,
            turn,
            plain,
            kinds: self.boards.frame().kinds.len(),
            ..Progress::default()
        };
        Some(PackedGame { board, known, progress })
    }

    /// Kinds, with those from this one on that were seen in a game, and are of
    /// no goal or have been counted for it.
    fn seen(&self, kinds: P::Kinds, from: u8, state: &State) -> P::Kinds {
        let (discoveries, grid) = (&state.discoveries, &state.grid);
        (from..self.boards.frame().kinds.len()).fold(kinds, |kinds, kind| {
            let id = self.boards.id(kind);
            let is_settled = self.of_no_goal.has(kind) || discoveries.has_counted(grid, id);
            match !id.is_tile() || is_settled && discoveries.has_seen(grid, id) {
                true => kinds.with(P::Kinds::one(kind)),
                false => kinds,
            }
        })
    }
}

impl<P: BoardLayout> PackedGame<P> {
    fn discover(&mut self, kind: u8) {
        self.known = self.known.with(P::Kinds::one(kind));
        let progress = &mut self.progress;
        progress.order[usize::from(progress.discovered) % DISCOVERED] = kind;
        progress.discovered += 1;
        progress.room = progress.room.saturating_sub(1);
    }

    /// Writes the board alone into the grid that the game was packed from.
    pub(crate) fn write_grid(&self, games: &PackedGames<P>, grid: &mut Grid) {
        games.boards.unpack(self.board, grid);
    }

    /// Writes what has changed into the state that the game was packed from.
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
            // The memory writes these (`unpack_variables`).
            game_variables: _,
            // Turns of packed boards leave these as they are.
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
        for kind in progress.order.iter().take(usize::from(progress.discovered)) {
            let id = games.boards.id(*kind);
            match games.listed.as_ref().and_then(|listed| listed.get(*kind)) {
                Some(tile) => discoveries.list_as_plain(grid, id, tile),
                None => discoveries.list_plain(grid, id),
            }
        }
        if let Some(choices) = games.plans.get(progress.plan) {
            let own = spawn_boxes.get(choices.place_of_box).is_some();
            if let Some(left) = choices.left(progress.boxed).filter(|_| own) {
                let tiles: Vec<Value> = left.map(|kind| grid.value(games.boards.id(kind)).clone()).collect();
                Arc::make_mut(spawn_boxes)[choices.place_of_box] = Value::array(tiles);
            }
        }
        let shown = games.spawning.as_ref().map_or(0, |spawning| spawning.shown);
        if shown > 0 {
            let slots = progress.conveyor.iter().take(shown);
            *conveyor = slots.map(|kind| grid.value(games.boards.id(*kind)).clone()).collect();
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
            clock.first_move.get_or_insert(now);
            clock.move_start = Some(now);
            clock.move_end = Some(now);
        }
        if progress.available == 0 {
            clock.game_over = Some(now);
            *screen = Screen::GameOver;
        }
    }
}
