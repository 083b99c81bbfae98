//! How tiles spawn on packed boards, where that is more than one tile in any free cell.

use calcarray::Value;

use crate::board::grid::Step;
use crate::board::tile_table::Kind;
use crate::fast::choices::{Choices, Drawn};
use crate::fast::packed::games::{PackedGames, Progress};
use crate::fast::packed::layout::{BoardLayout, CellSet, CodeSet, TileCode};
use crate::fast::strategy::{Attempt, Reason};
use crate::game::state::State;
use crate::random::{Placement, Randomness};
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::spawn::random::edge;

/// How many of the next tiles may be shown.
pub(crate) const SHOWN: usize = 8;

/// The next tiles, the first one first; 0 is a free slot.
pub(crate) type Conveyor = [TileCode; SHOWN];

/// How the tiles of a turn spawn, if that is not one tile in any free cell.
#[derive(Debug)]
pub(crate) struct Spawning<C> {
    /// How many in a turn.
    amount: f64,
    /// How many of the next tiles are shown.
    pub(crate) shown: usize,
    /// Among which cells in each direction, in order, if that is not all of them, on a
    /// grid with these holes.
    edges: Option<[Vec<u32>; 8]>,
    holes: C,
    /// In which turns.
    due: Option<Due>,
}

/// Turns in which tiles spawn: a bit for each of a period, by the number of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    pub(crate) period: u32,
    turns: u64,
}

/// A board on which tiles have spawned.
pub(crate) struct Spawned<P: BoardLayout> {
    pub(crate) board: P::Board,
    /// The kinds that did.
    pub(crate) codes: P::Codes,
    pub(crate) boxed: u32,
    pub(crate) conveyor: Conveyor,
}

/// After how many moves a condition is the same again, if its text says that it is about
/// the number of moves and nothing else.
pub(crate) fn period(condition: &Value) -> Option<u32> {
    const OPERATORS: [&str; 8] = ["&&", "||", "=", "!=", "<", ">", "<=", ">="];
    let entries = match condition {
        Value::Array(entries) => entries.entries(),
        Value::Boolean(_) | Value::Number(_) => return Some(1),
        word => return OPERATORS.iter().any(|own| word.is_word(own)).then_some(1),
    };
    let (own, rest) = match entries {
        [moves, rest @ ..] if moves.is_word("@Moves") => {
            // Not less than now: the remainder of a negative number is another one.
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

/// Whether it is a whole number from 0 to 64.
fn is_small(number: f64) -> bool {
    (0.0..=64.0).contains(&number) && number.fract() == 0.0
}

/// The least common multiple, if that is no more than 64.
fn common(one: u32, other: u32) -> Option<u32> {
    (1..=64).find(|all| all % one == 0 && all % other == 0)
}

impl Due {
    /// What the interpreter makes of the condition of a mode in each turn of a period.
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

    /// The place of a number of moves in the period.
    fn turn(self, moves: f64) -> Option<u32> {
        let is_count = moves >= 0.0 && moves.fract() == 0.0 && moves < (1_u64 << 52) as f64;
        is_count.then(|| (moves % f64::from(self.period)) as u32)
    }
}

impl<C: CellSet> Spawning<C> {
    /// That of a mode; `None` within if one tile spawns in any free cell, `None` if
    /// packed boards don't know it.
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

    /// What a packed game has to know of a state, if tiles spawn like this in it: the
    /// conveyor, and the place of its moves in the period.
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
    /// Lets the tiles of a turn spawn. An error is what the turn comes to.
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
        // What is discovered by the first tile would tell what the second one is.
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
            // The conveyor keeps what finds no room.
            return Err(Attempt::NotEligible(Reason::FullBoard));
        }
        self.spawn_tiles(&mut spawned, choices, (own.amount, own.shown), (cells, order), random)?;
        Ok(spawned)
    }

    /// Whether these cells are the holes of a board, and no others.
    fn has_the_holes(&self, board: P::Board, holes: P::Cells) -> bool {
        let is_hole = |place: u32| self.boards.id(P::look(board, place)).kind() == Kind::Hole;
        self.boards.frame().places.iter().all(|place| is_hole(*place) == holes.has(*place))
    }

    /// Draws so many tiles, of which some are shown beforehand, and puts them among these
    /// cells, as long as there are any. Their order is that of the grid if none is given.
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
        // Without tiles that are shown, the conveyor has one slot, empty between turns.
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
            // Where nothing came up, it draws once more.
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

/// Draws among cells that have an order, and takes those drawn off them, until one is
/// free, as at least one is. `None` if there were no random numbers left.
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
        // condition, period
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
