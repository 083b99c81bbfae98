//! The end of a turn on packed boards, in modes whose rules change single tiles.
//!
//! See docs/dev/fast-path.md, "Packed games".

use crate::board::tile_table::{Kind, Tiles};
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::packed::layout::{BoardLayout, CodeSet, Ended, LineSource, TileCode, TileEnd};
use crate::fast::strategy::{Attempt, Reason};
use crate::turn::end_of_turn::counted_down;

/// The end of a tile code.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CodeEnd<K> {
    /// The code afterwards.
    to: TileCode,
    /// The codes that were made on the way.
    made: K,
    /// The change of the context key.
    delta: KeyDelta,
}

/// A board after the end of a turn.
pub(crate) struct EndedBoard<P: BoardLayout> {
    /// The board.
    pub(crate) board: P::Board,
    /// The codes that were made.
    pub(crate) made: P::Codes,
    /// The change of the context key.
    pub(crate) delta: KeyDelta,
}

/// The known ends of codes under one context key.
#[derive(Debug)]
struct EndsOfContext<K> {
    /// The context key.
    context_key: ContextKey,
    /// The ends, by codes.
    codes: Vec<CodeEnd<K>>,
    /// The codes whose end is known.
    known: K,
    /// The codes whose end sets game variables.
    turning: K,
    /// The codes whose end depends on more than the tile.
    unclear: K,
}

/// The known ends of codes in a layout.
#[derive(Debug)]
pub(crate) struct Ends<K> {
    /// The ends of each context key.
    contexts: Vec<EndsOfContext<K>>,
}

impl<K: CodeSet> EndsOfContext<K> {
    /// Makes an empty table; only the end of an empty cell is known.
    fn new(context_key: ContextKey) -> EndsOfContext<K> {
        let codes = vec![CodeEnd { to: 0, made: K::NONE, delta: KeyDelta::NONE }];
        EndsOfContext { context_key, codes, known: K::one(0), turning: K::NONE, unclear: K::NONE }
    }

    /// Returns the end of a code; without an entry the code stays the same.
    fn get(&self, code: TileCode) -> CodeEnd<K> {
        let nothing = CodeEnd { to: code, made: K::NONE, delta: KeyDelta::NONE };
        self.codes.get(usize::from(code)).copied().unwrap_or(nothing)
    }

    fn note(&mut self, code: TileCode, end: CodeEnd<K>) {
        let count = self.codes.len().max(usize::from(code) + 1);
        self.codes.resize(count, self.codes[0]);
        self.codes[usize::from(code)] = end;
        self.known = self.known.with(K::one(code));
        if end.delta != KeyDelta::NONE {
            self.turning = self.turning.with(K::one(code));
        }
    }

    /// Returns true if these codes are known to have equal ends under both context keys,
    /// and none of them sets game variables.
    fn are_alike(&self, other: &EndsOfContext<K>, mut codes: K) -> bool {
        let mut alike = codes.without(self.known).with(codes.without(other.known)).is_empty();
        while alike && !codes.is_empty() {
            let code = codes.first();
            let end = self.get(code);
            alike = end.delta == KeyDelta::NONE && end == other.get(code);
            codes = codes.without(K::one(code));
        }
        alike
    }
}

impl<K: CodeSet> Ends<K> {
    pub(crate) fn new() -> Ends<K> {
        Ends { contexts: Vec::new() }
    }

    fn context(&self, context_key: ContextKey) -> Option<&EndsOfContext<K>> {
        self.contexts.iter().find(|own| own.context_key == context_key)
    }

    /// Returns the board after the end of a turn. An error is the result of the turn.
    #[inline]
    pub(crate) fn of<P: BoardLayout<Codes = K>>(
        &self,
        board: P::Board,
        boards: &P,
        context_key: ContextKey,
    ) -> Result<EndedBoard<P>, Attempt> {
        let own = self.context(context_key).ok_or(Attempt::UnknownLines)?;
        let (mut there, mut made) = (K::NONE, K::NONE);
        let ended = boards.changed(board, |code| {
            there = there.with(K::one(code));
            let end = own.get(code);
            made = made.with(end.made);
            end.to
        });
        let unknown = there.without(own.known);
        if !unknown.is_empty() {
            let is_unclear = unknown.without(own.unclear).is_empty();
            return Err(if is_unclear {
                Attempt::NotEligible(Reason::EndOfTurn)
            } else {
                Attempt::UnknownLines
            });
        }
        let turning = there.without(there.without(own.turning));
        if turning.is_empty() {
            return Ok(EndedBoard { board: ended, made, delta: KeyDelta::NONE });
        }
        // The order in which tiles change must not matter. So only one of them may set
        // variables, and the others must have the same ends before and after that.
        let delta = own.get(turning.first()).delta;
        let places = boards.frame().places.iter();
        let is_one = places.filter(|place| turning.has(P::look(board, **place))).count() == 1;
        let then = self.context(context_key ^ delta);
        let is_clear = then.is_some_and(|then| is_one && own.are_alike(then, there.without(turning)));
        is_clear
            .then_some(EndedBoard { board: ended, made, delta })
            .ok_or(Attempt::NotEligible(Reason::EndOfTurn))
    }

    /// Records the ends of the codes on a board.
    pub(crate) fn record<P: BoardLayout<Codes = K>>(
        &mut self,
        board: P::Board,
        boards: &mut P,
        tiles: &Tiles,
        context_key: ContextKey,
        source: &mut impl LineSource,
    ) {
        if self.context(context_key).is_none() {
            self.contexts.push(EndsOfContext::new(context_key));
        }
        let Some(own) = self.contexts.iter_mut().find(|own| own.context_key == context_key) else { return };
        for place in 0..boards.frame().places.len() {
            let code = P::look(board, boards.frame().places[place]);
            if own.known.with(own.unclear).has(code) {
                continue;
            }
            let id = boards.id(code);
            let end = match id.kind() {
                Kind::Tile => match source.end(id, context_key) {
                    Ended::Unknown => continue,
                    Ended::Unclear => None,
                    Ended::Known(end) => code_end(&end, boards),
                },
                // A hole that counts down needs no decision.
                Kind::TemporaryHole => {
                    let then = tiles.intern(&counted_down(tiles.get(id)));
                    let to = then.and_then(|id| boards.code(id));
                    to.map(|to| CodeEnd { to, made: K::NONE, delta: KeyDelta::NONE })
                }
                _ => Some(CodeEnd { to: code, made: K::NONE, delta: KeyDelta::NONE }),
            };
            match end {
                Some(end) => own.note(code, end),
                None => own.unclear = own.unclear.with(K::one(code)),
            }
        }
    }
}

/// Translates the end of a tile; `None` if the palette has no room.
fn code_end<P: BoardLayout>(end: &TileEnd, boards: &mut P) -> Option<CodeEnd<P::Codes>> {
    let mut made = P::Codes::NONE;
    for id in &end.created {
        made = made.with(P::Codes::one(boards.code(*id)?));
    }
    Some(CodeEnd { to: boards.code(end.id)?, made, delta: end.delta })
}
