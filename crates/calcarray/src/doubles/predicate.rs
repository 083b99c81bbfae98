//! Conditions and numbers that are told by numbers of a tile and of those ahead of
//! it. An engine that knows the tiles needs neither a host nor a position for them.

use std::ops::RangeInclusive;

use super::reads;
use super::term::Terms;
use crate::ir::doubles::{Pure, Reads};
use crate::ir::term::{MOST_SLOTS, Term, Test};
use crate::value::Value;

/// A condition on numbers that stand in a tile and in those ahead of it, such
/// as [`internals::predicate`](crate::internals::predicate) finds: the whole of a
/// condition, or some of the parts that all have to hold.
///
/// It is decided by these numbers alone: where the tiles are known, nothing has to
/// be evaluated on a whole game to know that a condition does not hold.
#[derive(Clone, Debug)]
pub struct TilePredicate {
    parts: Vec<Part>,
    is_whole: bool,
    cost: u64,
}

/// One of several conditions that all have to hold.
#[derive(Clone, Debug)]
struct Part {
    reads: Reads,
    look: Look,
}

#[derive(Clone, Debug)]
enum Look {
    Pair(Pair),
    Test(Test),
}

/// A comparison of two entries of tiles, as in most conditions: nothing has to be computed.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Steps ahead and entry of each.
    entries: [(usize, usize); 2],
    same: bool,
}

impl Pair {
    /// Returns true if the comparison holds. `number` returns the number in an entry of the tile
    /// some steps ahead, if there is one: see [`TilePredicate::holds`].
    #[inline]
    fn holds(&self, number: impl Fn(usize, usize) -> Option<f64>) -> Option<bool> {
        let [a, b] = &self.entries;
        Some((number(a.0, a.1)? == number(b.0, b.1)?) == self.same)
    }
}

impl Part {
    fn of(pure: &Pure) -> Option<Part> {
        if !pure.gives_truth() {
            return None;
        }
        let mut terms = Terms::default();
        let test = terms.test(pure)?;
        let reads = reads(terms).filter(|reads| reads.reach > 0)?;
        let look = match test {
            Test::Slots(a, b, same) => Look::Pair(Pair { entries: [reads.entry(a)?, reads.entry(b)?], same }),
            test => Look::Test(test),
        };
        Some(Part { reads, look })
    }

    #[inline]
    fn holds<'v>(&self, tile: impl Fn(usize) -> &'v [Value]) -> Option<bool> {
        match &self.look {
            Look::Pair(pair) => pair.holds(|ahead, entry| tile(ahead).get(entry)?.as_number()),
            Look::Test(test) => {
                let mut slots = [0.0; MOST_SLOTS];
                self.reads.read(&mut slots, tile)?;
                Some(test.holds(&slots))
            }
        }
    }
}

/// A number that is computed from numbers that stand in a tile and in those
/// ahead of it, such as [`internals::formula`](crate::internals::formula) finds.
#[derive(Clone, Debug)]
pub struct Formula {
    reads: Reads,
    term: Term,
    cost: u64,
}

impl Formula {
    /// Of an expression that reads no variables.
    pub(super) fn of(pure: &Pure, cost: u64) -> Option<Formula> {
        if pure.gives_truth() {
            return None;
        }
        let mut terms = Terms::default();
        let term = terms.term(pure)?;
        Some(Formula { reads: reads(terms)?, term, cost })
    }

    /// The number of tiles that the formula reads, from the one at the position on.
    pub fn reach(&self) -> usize {
        self.reads.reach
    }

    /// The number of entries that the formula may read of each tile.
    pub fn width(&self) -> usize {
        self.reads.width
    }

    /// The number of steps that the formula takes on a [`Meter`](crate::Meter).
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns the value of the formula. `tile` returns the entries of the tile some steps
    /// ahead, those that references can reach. `None` if an entry that is read is no
    /// number: only an evaluation can tell then.
    #[inline]
    pub fn value<'v>(&self, tile: impl Fn(usize) -> &'v [Value]) -> Option<f64> {
        let mut slots = [0.0; MOST_SLOTS];
        self.reads.read(&mut slots, tile)?;
        Some(self.term.value(&slots))
    }
}

impl TilePredicate {
    /// Of an expression that reads no variables.
    pub(super) fn of(pure: &Pure, cost: u64) -> Option<TilePredicate> {
        let mut predicate = TilePredicate { parts: Vec::new(), is_whole: true, cost };
        if predicate.collect(pure).is_none() {
            predicate = TilePredicate { parts: vec![Part::of(pure)?], is_whole: true, cost };
        }
        (!predicate.parts.is_empty()).then_some(predicate)
    }

    fn collect(&mut self, pure: &Pure) -> Option<()> {
        match pure {
            Pure::And(first, second) => {
                self.collect(first)?;
                self.collect(second)?;
            }
            Pure::Boolean(true) => {}
            pure => match Part::of(pure) {
                Some(part) => self.parts.push(part),
                None if always_tells(pure) => self.is_whole = false,
                None => return None,
            },
        }
        Some(())
    }

    /// Returns true if this is all of the condition. Otherwise the condition also compares
    /// contents of other cells, or numbers that the game counts: an evaluation could fail
    /// if the contents are more than words and arrays of numbers.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The number of tiles that the condition reads, from the one at the position on.
    pub fn reach(&self) -> usize {
        self.parts.iter().map(|part| part.reads.reach).max().unwrap_or_default()
    }

    /// The number of entries that the condition may read of each tile.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|part| part.reads.width).max().unwrap_or_default()
    }

    /// The number of steps that the condition takes on a [`Meter`](crate::Meter).
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns true if the condition gives `true`. `tile` returns the entries of the tile
    /// some steps ahead, those that references can reach. `None` if an entry that is read
    /// is no number: only an evaluation can tell then.
    pub fn holds<'v>(&self, tile: impl Fn(usize) -> &'v [Value]) -> Option<bool> {
        self.parts.iter().try_fold(true, |holds, part| Some(part.holds(&tile)? && holds))
    }

    /// Returns true if parts of the condition that read this many tiles show that it fails:
    /// tiles farther ahead may be any with as many numbers as its width.
    pub fn fails_with<'v>(&self, tiles: RangeInclusive<usize>, tile: impl Fn(usize) -> &'v [Value]) -> bool {
        let mut parts = self.parts.iter().filter(|part| tiles.contains(&part.reads.reach));
        parts.any(|part| part.holds(&tile) == Some(false))
    }
}

/// Returns true if a condition compares only contents of cells, or numbers that are always
/// there: such a condition always has a result.
fn always_tells(pure: &Pure) -> bool {
    let is_content = |pure: &Pure| matches!(pure, Pure::Entry { .. } | Pure::Content | Pure::Number(_));
    let is_counted = |a, b| matches!((counts(a), counts(b)), (Some(a), Some(b)) if a || b);
    match pure {
        Pure::Equal(a, b) | Pure::Unequal(a, b) => is_content(a) && is_content(b) || is_counted(a, b),
        Pure::Less(a, b) | Pure::AtMost(a, b) => is_counted(a, b),
        _ => false,
    }
}

/// Returns true if an expression reads numbers that the game counts; `None` if it is computed
/// from anything but these and constants.
fn counts(pure: &Pure) -> Option<bool> {
    match pure {
        Pure::Number(_) => Some(false),
        Pure::Counter(_) => Some(true),
        Pure::Unary(_, a) => counts(a),
        Pure::Binary(_, a, b) => Some(counts(a)? | counts(b)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Board, Host, Position};
    use crate::trace::{Trace, Traced};
    use crate::{Limits, Meter, Primes, Program, internals, json};

    /// Tiles of two entries.
    struct Game(Primes, Value);

    impl Host for Game {
        fn grid(&self) -> &dyn Board {
            &self.1
        }
        fn tile_entries(&self) -> usize {
            2
        }
        fn primes(&mut self) -> &mut Primes {
            &mut self.0
        }
    }

    struct Ignored;

    impl Trace for Ignored {
        fn step(&mut self, _: Traced<'_>) {}
    }

    fn predicate(condition: &str) -> Option<TilePredicate> {
        let condition = json::read(condition, &Default::default()).unwrap();
        let program = Program::compile(&condition, &Limits::default()).unwrap();
        internals::predicate(&program, &Limits::default())
    }

    fn holds(condition: &str, tiles: &[&[Value]]) -> Option<Option<bool>> {
        let predicate = predicate(condition)?;
        assert!(predicate.reach() <= tiles.len(), "{condition:?}");
        Some(predicate.holds(|ahead| tiles[ahead]))
    }

    #[test]
    fn conditions_on_numbers_are_decided_by_the_tiles() {
        let (two, four): (&[Value], &[Value]) = (&[1.0.into()], &[2.0.into()]);
        let same = r#"["@This 0", "=", "@Next 1 0"]"#;
        assert_eq!(holds(same, &[two, two]), Some(Some(true)));
        assert_eq!(holds(same, &[two, four]), Some(Some(false)));
        let sum = r#"[["@This 0", "+", "@Next 1 0"], "=", 3, "&&", ["@This 0", "<", 2]]"#;
        assert_eq!(holds(sum, &[two, four]), Some(Some(true)));
        assert_eq!(holds(sum, &[four, two]), Some(Some(false)));
    }

    #[test]
    fn a_part_that_looks_elsewhere_is_left_out() {
        let (two, four): (&[Value], &[Value]) = (&[1.0.into()], &[2.0.into()]);
        let alone = r#"["@NextNE -1", "!=", "@This", "&&", ["@This 0", "=", "@Next 1 0"], "&&", ["@Next 2", "!=", "@This"]]"#;
        assert_eq!(holds(alone, &[two, two]), Some(Some(true)));
        assert_eq!(holds(alone, &[two, four]), Some(Some(false)));
        assert!(!predicate(alone).unwrap().is_whole());
        assert!(predicate(r#"["@This 0", "=", "@Next 1 0"]"#).unwrap().is_whole());
    }

    #[test]
    fn a_part_that_counts_is_left_out() {
        let (two, four): (&[Value], &[Value]) = (&[1.0.into()], &[2.0.into()]);
        for counted in [
            r#"["@Moves", "%", 2, "=", 1]"#,
            r#"[3, "<", ["@Merges", "+", "@MergeMoves"]]"#,
            r#"["@Score", "!=", 7]"#,
            r#"[["@MergesBefore", "abs"], ">=", 9]"#,
        ] {
            for condition in [
                format!(r#"[{counted}, "&&", ["@This 0", "=", "@Next 1 0"]]"#),
                format!(r#"["@This 0", "=", "@Next 1 0", "&&", {counted}]"#),
            ] {
                assert_eq!(holds(&condition, &[two, two]), Some(Some(true)), "{condition}");
                assert_eq!(holds(&condition, &[two, four]), Some(Some(false)), "{condition}");
                assert!(!predicate(&condition).unwrap().is_whole(), "{condition}");
            }
        }
    }

    #[test]
    fn a_predicate_fails_with_the_first_tile_that_suffices() {
        let tiles: [&[Value]; 3] = [&[1.0.into()], &[2.0.into()], &[1.0.into()]];
        let equal =
            predicate(r#"["@This 0", "=", "@Next 2 0", "&&", ["@This 0", "=", "@Next 1 0"]]"#).unwrap();
        let fails = |seen| equal.fails_with(seen, |ahead| tiles[ahead]);
        assert_eq!([1..=1, 2..=2, 3..=3, 1..=2].map(fails), [false, true, false, true]);
    }

    #[test]
    fn what_is_no_number_is_left_to_an_evaluation() {
        let word: &[Value] = &["a".into()];
        assert_eq!(holds(r#"["@This 0", "=", "@Next 1 0"]"#, &[word, word]), Some(None));
        assert_eq!(holds(r#"["@This 1", "=", 1]"#, &[word]), Some(None));
    }

    #[test]
    fn other_conditions_have_none() {
        for other in [
            r#"["@This 0", "+", 1]"#,
            r#"["@Score", ">", 1]"#,
            r#"["@Moves", ">", "@This 0"]"#,
            r#"["@GVar 0", "=", "@This 0"]"#,
            r#"["@var_retain", "@Var 0", "=", "@This 0"]"#,
            r#"["@NextNE -1 0", "=", "@This 0"]"#,
            r#"["@This 0", "=", "@Next 1 0", "&&", ["@Score", ">", "@This 0"]]"#,
            r#"["@This 0", "=", "@Next 1 0", "&&", ["@GVar 0", ">", 1]]"#,
            r#"["@This 0", "=", "@Next 1 0", "&&", ["@NextNE -1 0", ">", 1]]"#,
            r#"["@This 0", "=", "@Next 1 0", "||", ["@NextNE -1 0", "=", 1]]"#,
            r#"["@This 0", "=", "@This 0", "setScore"]"#,
            "true",
        ] {
            assert_eq!(holds(other, &[&[], &[]]), None, "{other}");
        }
    }

    const NUMBERS: [f64; 7] = [0.0, -0.0, 1.0, 2.0, -3.5, f64::NAN, f64::INFINITY];

    /// Pairs of tiles of two of these numbers.
    fn pairs() -> Vec<[Vec<Value>; 2]> {
        let tiles = NUMBERS.iter().flat_map(|a| NUMBERS.iter().map(|b| vec![(*a).into(), (*b).into()]));
        let tiles: Vec<Vec<Value>> = tiles.collect();
        tiles.iter().flat_map(|this| tiles.iter().map(|next| [this.clone(), next.clone()])).collect()
    }

    /// Evaluates a program at the first of two tiles that lie side by side. In steps that are
    /// traced, the line is walked.
    fn evaluated(program: &Program, pair: &[Vec<Value>; 2]) -> Value {
        let row = Value::array(pair.iter().map(|tile| tile.clone().into()).collect::<Vec<_>>());
        let mut game = Game(Primes::default(), Value::array(vec![row]));
        let position = Position { hdir: 1.0, ..Position::default() };
        let mut meter = Meter::new(Limits::default());
        program.trace(&mut game, &position, &mut meter, &Default::default(), &mut Ignored).unwrap()
    }

    #[test]
    fn a_formula_gives_what_the_evaluation_does() {
        for text in [
            "7",
            r#""@Next 1 1""#,
            r#"["@This 0"]"#,
            r#"["@This 0", "+", 1]"#,
            r#"["@This 0", "*", "@Next 1 0", "%", 3]"#,
            r#"[2, "^", ["@This 0", "+", "@Next 1 1"]]"#,
            r#"["@var_retain", ["@This 1", "-", 1], "Number"]"#,
            r#"["@This 0", "@if", ["@This 1", ">", 1], "+", "@Next 1 0", "@end-if"]"#,
        ] {
            let expression = json::read(text, &Default::default()).unwrap();
            let program = Program::compile(&expression, &Limits::default()).unwrap();
            let Some(formula) = internals::formula(&program, &Limits::default()) else {
                panic!("{text} has none")
            };
            assert!(formula.reach() <= 2 && formula.width() <= 2, "{text}");
            for pair in pairs() {
                let value = formula.value(|ahead| &pair[ahead]).map(Value::Number);
                assert!(
                    value.is_some_and(|value| value.identical(&evaluated(&program, &pair))),
                    "{text} {pair:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_number_of_tiles_is_no_formula() {
        for text in [
            r#""@Moves""#,
            r#""two""#,
            "true",
            r#""@This""#,
            r#"["@This 0", "=", 1]"#,
            r#"["@Score", "+", "@This 0"]"#,
            r#"["@GVar 0", "+", "@This 0"]"#,
            r#"["@NextNE -1 0", "+", "@This 0"]"#,
            r#"["@This 0", "rand_int", 9]"#,
            r#"["@This 0", "@add_score", 1]"#,
            r#"[["@This 0", 1], "2nd", ["@This 0"]]"#,
        ] {
            let expression = json::read(text, &Default::default()).unwrap();
            let program = Program::compile(&expression, &Limits::default()).unwrap();
            assert!(internals::formula(&program, &Limits::default()).is_none(), "{text}");
        }
        let word: &[Value] = &["a".into()];
        let sum =
            Program::compile(&vec!["@This 0".into(), "+".into(), 1.0.into()].into(), &Limits::default());
        let formula = internals::formula(&sum.unwrap(), &Limits::default()).unwrap();
        assert_eq!(formula.value(|_| word), None);
    }

    #[test]
    fn a_predicate_gives_what_the_evaluation_does() {
        for condition in [
            r#"["@This 0", "=", "@Next 1 0"]"#,
            r#"["@This 0", "!=", "@Next 1 0", "&&", ["@This 1", "<", "@Next 1 1"]]"#,
            r#"["@This 0", "!=", "@Next 1 0", "&&", true]"#,
            r#"["@This 0", "!=", "@Next 1 0", "&&", [1, "<", 0]]"#,
            r#"["@This 0", "*", "@Next 1 0", "%", 3, ">=", "@This 1"]"#,
            r#"["@This 1", "<=", "@Next 1 0", "||", ["@This 0", ">", 1], "!"]"#,
            r#"[["@This 0", "+", 1, "^", 2], "=", ["@Next 1 1", "/", "@This 1"]]"#,
        ] {
            let expression = json::read(condition, &Default::default()).unwrap();
            let program = Program::compile(&expression, &Limits::default()).unwrap();
            let predicate = internals::predicate(&program, &Limits::default()).expect(condition);
            for pair in pairs() {
                let whole = evaluated(&program, &pair).is_true();
                assert_eq!(predicate.holds(|ahead| &pair[ahead]), Some(whole), "{condition} on {pair:?}");
            }
        }
    }
}
