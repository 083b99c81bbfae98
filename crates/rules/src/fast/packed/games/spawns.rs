//! Spawns on packed boards that are more than one tile in any free cell.
//!
//! See docs/dev/fast-path.md, "Packed games".

use calcarray::Value;

use crate::board::grid::Step;
use crate::board::tile_table::Kind;
use crate::fast::choices::{Choices, Drawn};
use crate::fast::packed::games::{PackedGames, Progress};
use crate::fast::packed::layout::{BoardLayout, CellSet, CodeSet, TileCode};
use crate::fast::packed::room::SHOWN;
use crate::fast::strategy::{Attempt, Reason};
use crate::game::state::State;
use crate::random::{Placement, Randomness};
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::spawn::random::edge;

/// The next tiles, the first one first; 0 is a free slot.
pub(crate) type Conveyor = [TileCode; SHOWN];

/// The spawns of a turn, if they are not one tile in any free cell.
#[derive(Debug)]
pub(crate) struct Spawning<C> {
    /// The number of tiles in a turn.
    amount: f64,
    /// The number of next tiles that are shown.
    pub(crate) shown: usize,
    /// The cells for each direction, in order, if tiles spawn only at an edge.
    edges: Option<[Vec<u32>; 8]>,
    /// The holes of the grid that `edges` was made for.
    holes: C,
    /// The turns in which tiles spawn, if not in all.
    due: Option<Due>,
}

/// The turns of a period in which tiles spawn, a bit for each, by the number of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    /// The length of the period.
    pub(crate) period: u32,
    /// The bits.
    turns: u64,
}

/// A board on which tiles have spawned.
pub(crate) struct Spawned<P: BoardLayout> {
    /// The board.
    pub(crate) board: P::Board,
    /// The codes of the spawned tiles.
    pub(crate) codes: P::Codes,
    /// The tiles that are left in the box, a bit for each.
    pub(crate) boxed: u32,
    /// The next tiles.
    pub(crate) conveyor: Conveyor,
}

/// Returns the number of moves after which a condition repeats, if its text shows that it
/// depends on the number of moves alone.
pub(crate) fn period(condition: &Value) -> Option<u32> {
    const OPERATORS: [&str; 8] = ["&&", "||", "=", "!=", "<", ">", "<=", ">="];
    let entries = match condition {
        Value::Array(entries) => entries.entries(),
        Value::Boolean(_) | Value::Number(_) => return Some(1),
        word => return OPERATORS.iter().any(|own| word.is_word(own)).then_some(1),
    };
    let (own, rest) = match entries {
        [moves, rest @ ..] if moves.is_word("@Moves") => {
            // Subtraction is excluded, because the remainder of a negative number differs.
            let sums = rest.chunks_exact(2).take_while(
                |pair| matches!(pair, [plus, Value::Number(more)] if plus.is_word("+") && is_small(*more)),
            );
            match &rest[2 * sums.count()..] {
                [remainder, Value::Number(period), rest @ ..]
                    if remainder.is_word("%") && is_small(*period) && *period >= 1.0 =>
                {
                    (*period as u32, rest)
                }
                _ => return None,
            }
        }
        all => (1, all),
    };
    rest.iter().map(period).try_fold(own, |all, own| common(all, own?))
}

/// Returns true for whole numbers from 0 to 64.
fn is_small(number: f64) -> bool {
    (0.0..=64.0).contains(&number) && number.fract() == 0.0
}

/// Returns the least common multiple, if it is at most 64.
fn common(one: u32, other: u32) -> Option<u32> {
    (1..=64).find(|all| all % one == 0 && all % other == 0)
}

impl Due {
    /// Evaluates the condition of a mode by the interpreter in each turn of a period.
    fn of(rules: &Ruleset) -> Option<Due> {
        let period = period(&rules.mode().spawn_conditions)?;
        let mut turns = 0;
        for turn in 0..period {
            let state = State { moves: f64::from(period + turn), ..State::new(rules, 0.0) };
            let wants = TurnContext::look(rules, Box::new(state), 0.0).wants_spawns().ok()?;
            turns |= u64::from(wants) << turn;
        }
        Some(Due { period, turns })
    }

    /// Returns the place of a number of moves in the period.
    fn turn(self, moves: f64) -> Option<u32> {
        let is_count = moves >= 0.0 && moves.fract() == 0.0 && moves < (1_u64 << 52) as f64;
        is_count.then(|| (moves % f64::from(self.period)) as u32)
    }
}

impl<C: CellSet> Spawning<C> {
    /// Makes the spawns of a mode. The inner `None` says that one tile spawns in any free
    /// cell, the outer one that packed boards can't make these spawns.
    pub(crate) fn of<P: BoardLayout<Cells = C>>(rules: &Ruleset, boards: &P) -> Option<Option<Spawning<C>>> {
        let (amount, shown) = (rules.mode().tiles_per_turn, rules.next_tiles());
        let due = match rules.spawn_conditions() {
            Some(_) => Some(Due::of(rules)?),
            None => None,
        };
        let is_plain = amount == 1.0 && shown == 0 && due.is_none() && !rules.spawns_at_edge();
        if is_plain || shown > SHOWN {
            return is_plain.then_some(None);
        }
        let (grid, places) = (rules.starting_grid(), &boards.frame().places);
        let edges = rules.spawns_at_edge().then(|| {
            let mut edges: [Vec<u32>; 8] = Default::default();
            for (own, direction) in edges.iter_mut().zip(rules.directions()) {
                *own = match Step::new(direction.rows, direction.columns) {
                    // A direction without movement has no edge: tiles spawn anywhere.
                    still if still.is_still() => places.clone(),
                    step => edge(grid, step).into_iter().map(|cell| places[grid.index(cell)]).collect(),
                };
            }
            edges
        });
        let is_hole = |place: &(usize, &u32)| grid.ids()[place.0].kind() == Kind::Hole;
        let holes = places.iter().enumerate().filter(is_hole);
        let holes = holes.fold(C::NONE, |holes, (_, place)| holes.with(*place));
        Some(Some(Spawning { amount, shown, edges, holes, due }))
    }

    /// Returns the conveyor of a state, and the place of its moves in the period; `None` if
    /// it can't be packed.
    pub(crate) fn pack<P: BoardLayout<Cells = C>>(
        &self,
        state: &State,
        boards: &mut P,
    ) -> Option<(Conveyor, u32)> {
        let turn = self.due.map_or(Some(0), |due| due.turn(state.moves))?;
        let mut conveyor = Conveyor::default();
        if self.shown > 0 {
            if state.conveyor.len() != self.shown {
                return None;
            }
            for (own, slot) in conveyor.iter_mut().zip(&state.conveyor) {
                let id = state.grid.tiles().intern(slot)?;
                *own = boards.code(id).filter(|code| *code == 0 || id.is_tile())?;
            }
        }
        Some((conveyor, turn))
    }
}

impl<P: BoardLayout> PackedGames<P> {
    /// Draws the spawns of a turn. An error is the result of the turn.
    #[inline(never)]
    pub(crate) fn spawn_in_turn<R: Randomness + ?Sized>(
        &self,
        own: &Spawning<P::Cells>,
        board: P::Board,
        choices: &Choices,
        (progress, direction): (&Progress, usize),
        random: &mut R,
    ) -> Result<Spawned<P>, Attempt> {
        let Progress { boxed, conveyor, .. } = *progress;
        let mut spawned = Spawned { board, codes: P::Codes::NONE, boxed, conveyor };
        if let Some(Due { period, turns }) = own.due {
            let turn = u64::from(progress.turn) + progress.moves + 1;
            if turns >> (turn % u64::from(period)) & 1 == 0 {
                return Ok(spawned);
            }
        }
        if choices.compute() {
            return Err(Attempt::NotEligible(Reason::SpawnComputed));
        }
        // The discovery of the first tile would change the weights for the second one.
        if choices.by_discovery && own.amount > 1.0 {
            return Err(Attempt::NotEligible(Reason::SpawnsUnknown));
        }
        let (mut cells, mut order) = (self.boards.frame().cells, None);
        if let Some(edges) = &own.edges {
            if self.has_holes && !self.has_the_holes(board, own.holes) {
                return Err(Attempt::NotEligible(Reason::SpawnsUnknown));
            }
            let edge = &edges[direction % 8];
            cells = edge.iter().fold(P::Cells::NONE, |cells, place| cells.with(*place));
            order = Some(&edge[..]);
        }
        let free = f64::from(P::size(P::empty(board).and(cells)));
        if random.placement() == Placement::ByTrial && free < own.amount {
            // Tiles without room would stay on the conveyor.
            return Err(Attempt::NotEligible(Reason::FullBoard));
        }
        self.spawn_tiles(&mut spawned, choices, (own.amount, own.shown), (cells, order), random)?;
        Ok(spawned)
    }

    /// Returns true if these cells are exactly the holes of a board.
    fn has_the_holes(&self, board: P::Board, holes: P::Cells) -> bool {
        let is_hole = |place: u32| self.boards.id(P::look(board, place)).kind() == Kind::Hole;
        self.boards.frame().places.iter().all(|place| is_hole(*place) == holes.has(*place))
    }

    /// Draws `amount` tiles, of which `shown` are on the conveyor, and puts them among
    /// these cells while some are left. The cells have the order of the grid, unless
    /// another one is given.
    pub(crate) fn spawn_tiles<R: Randomness + ?Sized>(
        &self,
        spawned: &mut Spawned<P>,
        choices: &Choices,
        (amount, shown): (f64, usize),
        (among, order): (P::Cells, Option<&[u32]>),
        random: &mut R,
    ) -> Result<(), Attempt> {
        let mut free = P::empty(spawned.board).and(among);
        let mut cells = match random.placement() {
            Placement::Direct => free,
            Placement::ByTrial => among,
        };
        // Without tiles that are shown, the conveyor has one slot, which is empty between
        // turns.
        let slots = shown.clamp(1, SHOWN);
        let mut count = 0.0;
        while count < amount && !cells.is_empty() {
            spawned.fill_conveyor(choices, slots, random)?;
            let place = match order {
                None => Self::draw_cell(&mut cells, free, random),
                Some(order) => draw_in_order::<P, R>(order, &mut cells, free, random),
            };
            let place = place.ok_or(Attempt::OutOfRandomness)?;
            free = free.without(place);
            // A slot that stayed empty is drawn once more.
            spawned.fill_conveyor(choices, slots, random)?;
            let code = spawned.conveyor[0];
            spawned.conveyor.rotate_left(1);
            spawned.conveyor[SHOWN - 1] = 0;
            if shown > 0 {
                spawned.fill_conveyor(choices, slots, random)?;
            }
            if code != 0 {
                P::put(&mut spawned.board, place, code);
                spawned.codes = spawned.codes.with(P::Codes::one(code));
            }
            count += 1.0;
        }
        Ok(())
    }
}

/// Draws from cells in an order, and removes the drawn ones, until one is free; there is at
/// least one. Returns `None` if there are no random numbers left.
fn draw_in_order<P: BoardLayout, R: Randomness + ?Sized>(
    order: &[u32],
    cells: &mut P::Cells,
    free: P::Cells,
    random: &mut R,
) -> Option<u32> {
    loop {
        let count = P::size(*cells);
        let chosen = random.next_parts()?.whole_part(count).min(count.saturating_sub(1));
        let place = *order.iter().filter(|place| cells.has(**place)).nth(chosen as usize)?;
        *cells = cells.without(place);
        if free.has(place) {
            return Some(place);
        }
    }
}

impl<P: BoardLayout> Spawned<P> {
    /// Draws a tile for every free slot.
    #[inline]
    fn fill_conveyor<R: Randomness + ?Sized>(
        &mut self,
        choices: &Choices,
        slots: usize,
        random: &mut R,
    ) -> Result<(), Attempt> {
        for slot in self.conveyor.iter_mut().take(slots).filter(|slot| **slot == 0) {
            *slot = match choices.draw(&mut self.boxed, random) {
                Drawn::Code(code) => code,
                Drawn::Nothing => 0,
                Drawn::Computed(number) => return Err(Attempt::SpawnToCompute(number)),
                Drawn::OutOfRandomness => return Err(Attempt::OutOfRandomness),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_come_again_after_so_many_moves() {
        // Cases: condition, period.
        for (condition, expected) in [
            (r#"[true, "&&", ["@Moves", "+", 1, "%", 2, "=", 0]]"#, Some(2)),
            (r#"["@Moves", "%", 4, "=", 0, "||", ["@Moves", "+", 3, "+", 1, "%", 6, "<", 2]]"#, Some(12)),
            (r#"[true, "&&", false]"#, Some(1)),
            (r#"["@Moves", "%", 2, "=", ["@Moves", "%", 3]]"#, Some(6)),
            (r#"["@Moves", "-", 1, "%", 2, "=", 0]"#, None),
            (r#"["@Moves", "%", 2.5, "=", 0]"#, None),
            (r#"["@Moves", "%", 0, "=", 0]"#, None),
            (r#"["@Moves", "%", 63, "=", ["@Moves", "%", 64]]"#, None),
            (r#"["@Moves", "=", 3]"#, None),
            (r#"[1, "rand_int", 2, "=", 1]"#, None),
            (r#"["@Score", "=", 0]"#, None),
        ] {
            let value = calcarray::json::read(condition, &Default::default()).unwrap();
            assert_eq!(period(&value), expected, "{condition}");
        }
    }
}
