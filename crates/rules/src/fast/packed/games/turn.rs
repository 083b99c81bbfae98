//! Turns and starts of games on packed boards.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::sync::Arc;

use crate::board::shared_values::have_identical;
use crate::board::tile_table::{Kind, TileId};
use crate::fast::choices::{Choices, Drawn};
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::facts::Facts;
use crate::fast::packed::games::conditions::{Added, ConditionBase, Conditions};
use crate::fast::packed::games::plans::Node;
use crate::fast::packed::games::spawns::Spawned;
use crate::fast::packed::games::{
    DISCOVERED, NotStarted, PackedGame, PackedGames, Progress, StartInput, is_plain,
};
use crate::fast::packed::layout::{BoardLayout, CellSet, CodeSet, LineSource, MoveResult, TileCode};
use crate::fast::strategy::{Attempt, Reason};
use crate::game::state::State;
use crate::random::{NoRandomness, Placement, Randomness, Redraw};
use crate::turn::spawn::plan::SpawnPlan;

/// The largest number of codes that are new in one turn: two that one merge makes, one of
/// the end of the turn, and one that spawns.
const MOST_SEEN_FIRST: u8 = 4;

/// The spawns of a turn.
enum SpawnedInTurn<P: BoardLayout> {
    /// One code (0 for none) in this place, with the tiles that are left in the box.
    One(TileCode, u32, u32),
    /// Any number of tiles.
    Some(Spawned<P>),
}

impl<P: BoardLayout> PackedGames<P> {
    /// Returns the result of a move, without making it.
    ///
    /// This function is always inlined, as all functions of the hot path are: calls would
    /// take a tenth of the time of a turn.
    #[inline(always)]
    pub(crate) fn move_result(&self, game: &PackedGame<P>, direction: usize) -> MoveResult<P> {
        self.boards.move_result(
            game.board,
            self.orientations[direction % 8],
            self.context_key(game, direction),
        )
    }

    /// Returns the context key of the lines of a move.
    #[inline(always)]
    pub(super) fn context_key(&self, game: &PackedGame<P>, direction: usize) -> ContextKey {
        self.context_keys[direction % 8] | (game.progress.context_key & self.line_mask)
    }

    /// Returns the context key of the end of a turn.
    fn context_key_of_end(&self, progress: &Progress, direction: usize) -> ContextKey {
        self.context_keys[direction % 8] | progress.context_key
    }

    /// Plays a turn if it is eligible.
    #[inline(always)]
    pub(crate) fn turn<R: Randomness + ?Sized>(
        &self,
        game: &mut PackedGame<P>,
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        let result = self.move_result(game, direction);
        self.turn_with(&result, game, direction, random)
    }

    /// Plays a turn if it is eligible, given the result of its move.
    #[inline(always)]
    pub(crate) fn turn_with<R: Randomness + ?Sized>(
        &self,
        result: &MoveResult<P>,
        game: &mut PackedGame<P>,
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        // This is asked before the turn, since a call within it would slow down the turns of all modes.
        if self.conditions.is_some()
            && let Some(reason) = self.condition_that_holds(result, game, direction)
        {
            return Attempt::NotEligible(reason);
        }
        self.any_turn_with::<R, true>(result, game, direction, random)
    }

    /// Returns the reason for which the interpreter has to play a turn, if a condition on counters holds
    /// after it.
    #[cold]
    #[inline(never)]
    fn condition_that_holds(
        &self,
        result: &MoveResult<P>,
        game: &PackedGame<P>,
        direction: usize,
    ) -> Option<Reason> {
        let conditions = self.conditions.as_ref()?;
        let MoveResult::<P> { after, points, merges, made, .. } = *result;
        if made.has_unknown() {
            return None;
        }
        let added = match self.is_move(game.board, after, direction) {
            true => Added { points, merges, moves: 1 },
            false => Added::default(),
        };
        // Every game of a mode with conditions has this part of its base.
        let Some(base) = game.base.as_deref() else { return Some(Reason::GoalMet) };
        conditions.that_hold((&game.progress, base), added)
    }

    /// Plays a turn if it is eligible and one tile spawns in any free cell. Returns true if
    /// anything moved, and the cell and the content that appeared.
    pub(crate) fn turn_with_spawn<R: Randomness + ?Sized>(
        &self,
        game: &mut PackedGame<P>,
        direction: usize,
        random: &mut R,
    ) -> Result<(bool, Option<(usize, TileId)>), Attempt> {
        if self.spawning.is_some() || self.ends.is_some() {
            return Err(Attempt::NotEligible(Reason::SpawnsUnknown));
        }
        let result = self.move_result(game, direction);
        match self.turn_with(&result, game, direction, random) {
            Attempt::Done(false) => Ok((false, None)),
            Attempt::Done(true) => Ok((true, self.difference(result.after, game.board))),
            attempt => Err(attempt),
        }
    }

    /// Returns the cell and the content that appeared in a turn in which one tile spawned.
    pub(crate) fn appeared(
        &self,
        before: &PackedGame<P>,
        after: &PackedGame<P>,
        direction: usize,
    ) -> Option<(usize, TileId)> {
        // The spawn is the only difference to the board that the move led to.
        self.difference(self.move_result(before, direction).after, after.board)
    }

    fn difference(&self, from: P::Board, to: P::Board) -> Option<(usize, TileId)> {
        let mut places = self.boards.frame().places.iter().copied().enumerate();
        places.find_map(|(cell, place)| {
            let code = P::look(to, place);
            (code != P::look(from, place)).then(|| (cell, self.boards.id(code)))
        })
    }

    /// Plays a turn without spawns, if it is eligible and one tile would spawn in any free
    /// cell.
    pub(crate) fn slide(&self, game: &mut PackedGame<P>, direction: usize) -> Attempt {
        if self.spawning.is_some() {
            return Attempt::NotEligible(Reason::SpawnsUnknown);
        }
        let result = self.move_result(game, direction);
        if self.conditions.is_some()
            && let Some(reason) = self.condition_that_holds(&result, game, direction)
        {
            return Attempt::NotEligible(reason);
        }
        self.any_turn_with::<_, false>(&result, game, direction, &mut NoRandomness)
    }

    /// Returns true if a change of the board counts as a move. In some directions no change
    /// counts, too, while a cell is empty.
    #[inline(always)]
    pub(crate) fn is_move(&self, before: P::Board, after: P::Board, direction: usize) -> bool {
        let stays_still = self.still >> (direction % 8) & 1 == 1;
        after != before || (stays_still && !P::empty(after).is_empty())
    }

    /// Plays a turn with or without spawns.
    #[inline(always)]
    fn any_turn_with<R: Randomness + ?Sized, const SPAWN: bool>(
        &self,
        result: &MoveResult<P>,
        game: &mut PackedGame<P>,
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        let MoveResult::<P> { after, points, merges, made, exact } = *result;
        let progress = &mut game.progress;
        if !progress.can_press(direction) {
            return Attempt::NotEligible(Reason::NoDirection);
        }
        let unseen = made.without(game.known);
        if !unseen.is_empty() {
            if made.has_unknown() || unseen.first() >= progress.checked_codes {
                return Attempt::UnknownLines;
            }
            if !progress.plain || !unseen.without(self.inert_codes).is_empty() {
                return Attempt::NotEligible(Reason::NewTile);
            }
            // Two tiles of one merge are discovered together. Lines don't hold the order of
            // several merges.
            let others = unseen.without(P::Codes::one(unseen.first()));
            if !others.is_empty() && (merges != 1 || others.are_many()) {
                return Attempt::NotEligible(Reason::SeveralNew);
            }
        }
        if !P::EXACT && !exact.may_be_added(merges, progress.score) {
            return Attempt::NotEligible(Reason::InexactPoints);
        }
        progress.last = direction as u8;
        if !self.is_move(game.board, after, direction) {
            progress.available &= !(1 << (direction % 8));
            return Attempt::Done(false);
        }
        let (mut end, mut ended, mut delta) = (None, after, KeyDelta::NONE);
        if P::ENDS && self.ends.is_some() {
            let context_key = self.context_key_of_end(progress, direction);
            match self.end(after, game.known.with(unseen), context_key, progress) {
                Ok(own) => {
                    ended = own.board;
                    delta = own.delta;
                    end = Some(own);
                }
                Err(why) => return why,
            }
        }
        let empty = P::empty(ended);
        let Some(mut choices) = self.plans.get(progress.plan) else {
            return Attempt::NotEligible(Reason::SpawnsUnknown);
        };
        let is_log_full = progress.room < MOST_SEEN_FIRST;
        if empty.is_empty() || empty == P::ALL || is_log_full {
            return Attempt::NotEligible(if is_log_full { Reason::DiscoveryLog } else { Reason::FullBoard });
        }
        let mut next_plan = None;
        if !unseen.is_empty() && choices.by_discovery {
            if unseen.are_many() {
                return Attempt::NotEligible(Reason::SeveralNew);
            }
            next_plan = self.plans.after(progress.node, unseen.first());
            let Some(choices_then) = next_plan.and_then(|(_, plan)| self.plans.get(plan)) else {
                return Attempt::NotEligible(Reason::SpawnsUnknown);
            };
            choices = choices_then;
        }
        let spawned = match &self.spawning {
            // The code 0 leaves the empty cell empty.
            None if !SPAWN => Ok(SpawnedInTurn::One(0, P::nth(empty, 0), progress.boxed)),
            None => self.spawn_one(choices, empty, progress.boxed, random),
            Some(own) => {
                let spawned = self.spawn_in_turn(own, ended, choices, (&*progress, direction), random);
                spawned.map(SpawnedInTurn::Some)
            }
        };
        let spawned = match spawned {
            Ok(spawned) => spawned,
            Err(why) => return why,
        };
        progress.score += points;
        // No game lasts long enough to overflow.
        progress.moves = progress.moves.wrapping_add(1);
        progress.context_key ^= progress.delta ^ delta;
        progress.merges = progress.merges.wrapping_add(u64::from(merges));
        progress.merge_moves = progress.merge_moves.wrapping_add(u64::from(merges > 0));
        progress.available = self.all_directions;
        game.board = after;
        if !unseen.is_empty() {
            if let Some(next) = next_plan {
                (progress.node, progress.plan) = next;
            }
            match unseen.are_many() {
                false => game.discover(unseen.first()),
                true => self.discover_all(game),
            }
        }
        if let Some(end) = &end {
            game.board = ended;
            self.discover_at_end(game, end);
        }
        match spawned {
            SpawnedInTurn::One(code, place, boxed) => {
                game.progress.boxed = boxed;
                P::put(&mut game.board, place, code);
                if !game.known.has(code) {
                    self.discover(game, code);
                }
            }
            SpawnedInTurn::Some(Spawned { board, codes, boxed, conveyor }) => {
                game.board = board;
                (game.progress.boxed, game.progress.conveyor) = (boxed, conveyor);
                if !codes.without(game.known).is_empty() {
                    self.discover_all(game);
                }
            }
        }
        Attempt::Done(true)
    }

    /// Draws a tile and one of the free cells; there is at least one.
    #[inline(always)]
    fn spawn_one<R: Randomness + ?Sized>(
        &self,
        choices: &Choices,
        empty: P::Cells,
        mut boxed: u32,
        random: &mut R,
    ) -> Result<SpawnedInTurn<P>, Attempt> {
        let mut code = match choices.draw(&mut boxed, random) {
            Drawn::Code(code) => Some(code),
            Drawn::Nothing => None,
            Drawn::Computed(number) => return Err(Attempt::SpawnToCompute(number)),
            Drawn::OutOfRandomness => return Err(Attempt::OutOfRandomness),
        };
        let mut cells = self.cells_to_draw(empty, random.placement());
        let place = Self::draw_cell(&mut cells, empty, random).ok_or(Attempt::OutOfRandomness)?;
        if code.is_none() {
            // The conveyor draws once more if it got no tile.
            code = match choices.draw(&mut boxed, random) {
                Drawn::Code(code) => Some(code),
                Drawn::Nothing | Drawn::Computed(_) => None,
                Drawn::OutOfRandomness => return Err(Attempt::OutOfRandomness),
            };
        }
        Ok(SpawnedInTurn::One(code.unwrap_or(0), place, boxed))
    }

    /// Notes that all codes on the board were discovered, row by row.
    #[inline(never)]
    fn discover_all(&self, game: &mut PackedGame<P>) {
        for place in self.boards.frame().places.iter().copied() {
            let code = P::look(game.board, place);
            if !game.known.has(code) {
                self.discover(game, code);
            }
        }
    }

    /// Notes the discovery of a code that spawned.
    #[cold]
    fn discover(&self, game: &mut PackedGame<P>, code: TileCode) {
        game.discover(code);
        let progress = &mut game.progress;
        if self.plans.get(progress.plan).is_some_and(|choices| choices.by_discovery) {
            match self.plans.after(progress.node, code) {
                Some(next) => (progress.node, progress.plan) = next,
                // The next turn is left to the interpreter, which finds the new plan.
                None => progress.room = 0,
            }
        }
    }

    /// Returns the lines of a move that are not known, a bit for each.
    pub(crate) fn unknown(&self, game: &PackedGame<P>, direction: usize) -> u64 {
        self.boards.unknown(game.board, self.orientations[direction % 8], self.context_key(game, direction))
    }

    /// Plays a turn, if it is eligible, after asking a source for its unknown lines.
    #[cold]
    pub(crate) fn turn_after_resolving<R: Randomness + ?Sized>(
        &mut self,
        game: &mut PackedGame<P>,
        state: &State,
        direction: usize,
        random: &mut R,
        (source, facts): (&mut impl LineSource, &Facts),
        decisions_vary: bool,
    ) -> Attempt {
        let orientation = self.orientations[direction % 8];
        let context_key = self.context_key(game, direction);
        self.decisions_vary |= decisions_vary;
        self.invalidate_if_decisions_changed();
        self.boards.record_lines(game.board, orientation, context_key, source);
        // The end of the turn can be recorded only for a board whose lines are known by
        // now.
        if self.ends.is_some() {
            let result = self.move_result(game, direction);
            let context_key = self.context_key_of_end(&game.progress, direction);
            if let (false, Some(ends)) = (result.made.has_unknown(), &mut self.ends) {
                ends.record(result.after, &mut self.boards, &self.tiles, context_key, source);
            }
        }
        self.note_codes_of(game, state, facts);
        let result = self.move_result(game, direction);
        self.turn_with(&result, game, direction, random)
    }

    /// Returns the cells to draw from.
    #[inline]
    fn cells_to_draw(&self, empty: P::Cells, placement: Placement) -> P::Cells {
        match placement {
            Placement::Direct => empty,
            Placement::ByTrial => self.boards.frame().cells,
        }
    }

    /// Draws from a set of cells, and removes the drawn ones, until one is empty; there is
    /// at least one. Returns `None` if there are no random numbers left.
    #[inline(always)]
    pub(super) fn draw_cell<R: Randomness + ?Sized>(
        cells: &mut P::Cells,
        empty: P::Cells,
        random: &mut R,
    ) -> Option<u32> {
        loop {
            let count = P::size(*cells);
            let chosen = random.next_parts()?.whole_part(count);
            let place = P::nth(*cells, chosen.min(count.saturating_sub(1)));
            *cells = cells.without(place);
            // Direct draws are from empty cells only.
            if random.placement() == Placement::Direct || empty.has(place) {
                return Some(place);
            }
        }
    }

    /// Starts a packed game; `None` if this layout can't do it.
    pub(crate) fn start<R: Randomness + ?Sized>(
        &mut self,
        input: &StartInput<'_>,
        random: &mut R,
    ) -> Option<Result<PackedGame<P>, NotStarted>> {
        let StartInput { start, plan, facts, context_key, delta } = *input;
        let plan = match plan {
            Some(plan) if !plan.by_discovery => self.plans.place(plan, &mut self.boards)?,
            _ => self.plans.of_nothing(&start.spawns)?,
        };
        let choices = self.plans.get(plan)?;
        // The first tiles may come from another list than those of the first turn, but not
        // if weights depend on discoveries.
        let first_choices = self.first_choices(plan);
        if choices.by_discovery && !have_identical(&start.spawns, &start.start.spawns) {
            return None;
        }
        let tiles = start.grid.ids().iter().filter(|id| id.is_tile()).count();
        let few = first_choices.codes().count() + tiles <= DISCOVERED;
        // The box of the start is not the box of another list.
        if choices.full() | first_choices.full() != 0 && *choices != *first_choices {
            return None;
        }
        if first_choices.is_empty() {
            return None;
        }
        let may_compute = first_choices.may_compute();
        if choices.codes().chain(first_choices.codes()).any(|code| !self.inert_codes.has(code)) {
            return None;
        }
        if !few || !Arc::ptr_eq(&self.tiles, start.grid.tiles()) {
            return None;
        }
        let empty = self.boards.pack(&start.grid)?;
        // Tiles of the start without room would stay on the conveyor.
        if !(1.0..f64::from(P::size(P::empty(empty)))).contains(&self.start_tiles) {
            return None;
        }
        let eligible = |id: &TileId| match id.kind() {
            Kind::Tile => facts.is_of_no_goal(*id) && is_plain(self.tiles.get(*id)),
            Kind::TemporaryHole => false,
            _ => true,
        };
        if !start.grid.ids().iter().all(eligible) || self.discovery_list.is_some() && tiles > 0 {
            return None;
        }
        let base = self.condition_base(start)?;
        self.note_codes(facts);
        let progress = Progress {
            available: self.all_directions,
            last: u8::MAX,
            plan,
            node: Node::ROOT,
            room: DISCOVERED as u8,
            context_key,
            delta,
            boxed: self.first_choices(plan).full(),
            plain: true,
            // Nothing was seen before the start.
            checked_codes: TileCode::MAX,
            ..Progress::default()
        };
        // The list of the start may lack what was used up in it.
        let forces_spawns = |(own, base): (&Conditions, &ConditionBase)| {
            own.force_spawns((&progress, base), Added::default())
        };
        let forces_spawns = self.conditions.as_deref().zip(base.as_deref()).is_some_and(forces_spawns);
        if forces_spawns || !have_identical(&start.forced_spawns, &start.start.forced_spawns) {
            return None;
        }
        if !may_compute {
            // No number has to be drawn again, so none is kept.
            return Some(
                self.start_on(empty, progress, base, random).map_err(|_| NotStarted::OutOfRandomness),
            );
        }
        let mut random = Redraw::after(Vec::new(), random);
        let game = self.start_on(empty, progress, base, &mut random);
        Some(game.map_err(|why| match why {
            Attempt::SpawnToCompute(_) => NotStarted::Drawn(random.into_drawn()),
            _ => NotStarted::OutOfRandomness,
        }))
    }

    /// Returns the choices at the start of games with a plan.
    fn first_choices(&self, plan: u8) -> &Choices {
        self.plans.get(plan).filter(|choices| choices.by_discovery).unwrap_or(&self.first_choices)
    }

    /// Records the plan of games without discoveries.
    pub(crate) fn record_first_plan(&mut self, plan: &Arc<SpawnPlan>, start: &State, facts: &Facts) {
        let Some(place) = self.plans.place(plan, &mut self.boards) else { return };
        self.note_codes(facts);
        self.plans.record(place, start, &self.tiles, &mut self.boards, self.inert_codes);
    }

    /// Returns true if the plan of games without discoveries is known.
    pub(crate) fn knows_first_plan(&self, start: &State) -> bool {
        self.plans.of_nothing(&start.spawns).is_some()
    }

    /// Makes a game of an empty board, and spawns the tiles of its start.
    fn start_on<R: Randomness + ?Sized>(
        &self,
        empty_board: P::Board,
        progress: Progress,
        base: Option<Box<ConditionBase>>,
        random: &mut R,
    ) -> Result<PackedGame<P>, Attempt> {
        let Progress { boxed, conveyor, .. } = progress;
        let mut spawned = Spawned { board: empty_board, codes: P::Codes::NONE, boxed, conveyor };
        let shown = self.spawning.as_ref().map_or(0, |spawning| spawning.shown);
        let amount = (self.start_tiles, shown);
        let choices = self.first_choices(progress.plan);
        self.spawn_tiles(&mut spawned, choices, amount, (self.boards.frame().cells, None), random)?;
        let Spawned { board, boxed, conveyor, .. } = spawned;
        let progress = Progress { boxed, conveyor, ..progress };
        let mut game: PackedGame<P> = PackedGame { board, known: self.no_tile, progress, base };
        self.discover_all(&mut game);
        Ok(game)
    }
}
