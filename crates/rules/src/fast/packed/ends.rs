//! What becomes of kinds at the end of a turn, where rules change single tiles.

use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::packed::layout::{BoardLayout, CodeSet, LineSource, TileCode};
use crate::fast::strategy::{Attempt, Reason};
use crate::turn::end_of_turn::counted_down;

/// What is known of a tile at the end of a turn.
pub(crate) enum Ended {
    Known(TileEnd),
    /// What becomes of the tile depends on more than the tile, or more happens than that.
    Unclear,
    /// It was not asked yet.
    Unknown,
}

/// What becomes of a tile, without points.
pub(crate) struct TileEnd {
    pub(crate) id: TileId,
    /// The tiles that it was on the way, this one included.
    pub(crate) created: Vec<TileId>,
    /// What of the context key changes, as rules set game variables.
    pub(crate) delta: KeyDelta,
}

/// What becomes of a kind at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CodeEnd<K> {
    to: TileCode,
    made: K,
    delta: KeyDelta,
}

/// What becomes of a board.
pub(crate) struct EndedBoard<P: BoardLayout> {
    pub(crate) board: P::Board,
    /// The kinds that were made.
    pub(crate) made: P::Codes,
    /// What of the context key changes.
    pub(crate) delta: KeyDelta,
}

/// What is known of the kinds of a packing where lines are of one class.
#[derive(Debug)]
struct EndsOfContext<K> {
    context_key: ContextKey,
    codes: Vec<CodeEnd<K>>,
    /// Those of which it is known what becomes of them, those that set game
    /// variables then, and those of which that can't be known.
    known: K,
    turning: K,
    unclear: K,
}

/// What is known of the kinds of a packing.
#[derive(Debug)]
pub(crate) struct Ends<K> {
    contexts: Vec<EndsOfContext<K>>,
}

impl<K: CodeSet> EndsOfContext<K> {
    /// Nothing is known but that nothing becomes of nothing.
    fn new(context_key: ContextKey) -> EndsOfContext<K> {
        let codes = vec![CodeEnd { to: 0, made: K::NONE, delta: KeyDelta::NONE }];
        EndsOfContext { context_key, codes, known: K::one(0), turning: K::NONE, unclear: K::NONE }
    }

    /// What becomes of a kind, if it is among those known.
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

    /// Whether kinds are known to end alike here and in another class, and none of
    /// them sets game variables.
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

    /// What becomes of a board where lines are of this class. An error is what its
    /// turn comes to.
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
        // In which order tiles are changed must not matter: only one sets variables,
        // and the others become the same before and after that.
        let delta = own.get(turning.first()).delta;
        let places = boards.frame().places.iter();
        let is_one = places.filter(|place| turning.has(P::look(board, **place))).count() == 1;
        let then = self.context(context_key ^ delta);
        let is_clear = then.is_some_and(|then| is_one && own.are_alike(then, there.without(turning)));
        is_clear
            .then_some(EndedBoard { board: ended, made, delta })
            .ok_or(Attempt::NotEligible(Reason::EndOfTurn))
    }

    /// Learns what becomes of the kinds on a board where lines are of this class.
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

/// `None` if there are too many kinds.
fn code_end<P: BoardLayout>(end: &TileEnd, boards: &mut P) -> Option<CodeEnd<P::Codes>> {
    let mut made = P::Codes::NONE;
    for id in &end.created {
        made = made.with(P::Codes::one(boards.code(*id)?));
    }
    Some(CodeEnd { to: boards.code(end.id)?, made, delta: end.delta })
}
