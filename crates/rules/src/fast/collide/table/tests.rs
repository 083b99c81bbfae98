//! Tests of collision tables, against passes in which every tile moves cell by cell.
//!
//! See docs/dev/fast-path.md, "How exactness is tested".

use std::cell::Cell;

use super::*;
use crate::merge::instance::Open;
use crate::random::{Randomness, Rng};

const LENGTH: usize = 5;
/// The number of codes of tiles in the lines, from 1.
const CODES: u8 = 3;

/// A view: the content a number of cells ahead of a tile (0 is its own cell), or behind it
/// (0 is the next cell); `None` beyond the view.
type Look<'l> = &'l dyn Fn(Side, usize) -> Option<u8>;

/// A rule of collisions. Returns the cells of the tiles that merge, none if the tile rests,
/// and `None` if the view is too short.
type Rule = fn(Look<'_>) -> Option<Vec<(u8, Open)>>;

const REST: Option<Vec<(u8, Open)>> = Some(Vec::new());

/// Returns one tile with empty cells behind it.
fn one(code: TileCode, open: Open, length: usize) -> Option<Vec<(u8, Open)>> {
    let mut cells = vec![(EMPTY, Open::Yes); length];
    cells[0] = (code, open);
    Some(cells)
}

fn pairs(look: Look<'_>, open: Open) -> Option<Vec<(u8, Open)>> {
    let own = look(Side::Ahead, 0)?;
    if look(Side::Ahead, 1)? == own { one(own + 1, open, 2) } else { REST }
}

/// Returns the next tile behind, or the edge.
fn next_behind(look: Look<'_>) -> Option<u8> {
    (0..).map(|place| look(Side::Behind, place)).find(|code| *code != Some(EMPTY)).flatten()
}

/// Rules, each with the number of lines that collisions resolve.
const RULES: [(&str, usize, Rule); 13] = [
    ("pairs", 1024, |look| pairs(look, Open::No)),
    ("pairs that go on", 1024, |look| pairs(look, Open::Yes)),
    ("pairs that others go on with", 1024, |look| pairs(look, Open::AsPartner)),
    ("triples", 1024, |look| {
        let own = look(Side::Ahead, 0)?;
        if look(Side::Ahead, 1)? != own || look(Side::Ahead, 2)? != own {
            return REST;
        }
        one(own + 1, Open::No, 3)
    }),
    ("triples that go on", 1024, |look| {
        let own = look(Side::Ahead, 0)?;
        if look(Side::Ahead, 1)? != own || look(Side::Ahead, 2)? != own {
            return REST;
        }
        one(own + 1, Open::Yes, 3)
    }),
    ("triples that go on, then pairs", 1024, |look| {
        let own = look(Side::Ahead, 0)?;
        match look(Side::Ahead, 1)? == own {
            true if look(Side::Ahead, 2)? == own => one(own + 1, Open::Yes, 3),
            true => one(own + 2, Open::Yes, 2),
            false => REST,
        }
    }),
    ("pairs that are no more", 1024, |look| {
        let own = look(Side::Ahead, 0)?;
        if look(Side::Ahead, 1)? != own || look(Side::Ahead, 2)? == own || next_behind(look)? == own {
            return REST;
        }
        one(own + 1, Open::No, 2)
    }),
    ("pairs with a larger one right behind", 981, |look| {
        let own = look(Side::Ahead, 0)?;
        if look(Side::Ahead, 1)? != own || look(Side::Behind, 0)? <= own {
            return REST;
        }
        one(own + 1, Open::Yes, 2)
    }),
    ("pairs with a larger one a cell away", 1021, |look| {
        let own = look(Side::Ahead, 0)?;
        let is_pair = look(Side::Ahead, 1)? == own && look(Side::Behind, 0)? == EMPTY;
        if is_pair && look(Side::Behind, 1)? > own { one(own + 1, Open::AsPartner, 2) } else { REST }
    }),
    ("triples with something right behind", 1015, |look| {
        let own = look(Side::Ahead, 0)?;
        if look(Side::Ahead, 1)? != own || look(Side::Ahead, 2)? != own || look(Side::Behind, 0)? == EMPTY {
            return REST;
        }
        one(4 - own, Open::Yes, 3)
    }),
    ("a part is taken", 1024, |look| match (look(Side::Ahead, 0)?, look(Side::Ahead, 1)?) {
        (2, own) if own != EDGE => Some(vec![(own + 1, Open::No), (1, Open::AsPartner)]),
        _ => REST,
    }),
    ("one is changed at the edge", 1024, |look| match (look(Side::Ahead, 0)?, look(Side::Ahead, 1)?) {
        (3, EDGE) => one(1, Open::No, 1),
        (own, next) if own == next => one(own + 1, Open::No, 2),
        _ => REST,
    }),
    ("one merges into what it was", 903, |look| match (look(Side::Ahead, 0)?, look(Side::Ahead, 1)?) {
        (3, EDGE) => one(3, Open::No, 1),
        _ => REST,
    }),
];

/// Plays all passes. Returns the cells and the number of merges. Tiles that did nothing are
/// tested again in every pass, or only after a merge.
fn passes(line: [u8; LENGTH], rule: Rule, again: bool) -> ([u8; LENGTH], u32) {
    let (mut cells, mut merges) = (line, 0);
    let (mut cannot_start, mut cannot_take_part, mut awake) =
        ([false; LENGTH], [false; LENGTH], [true; LENGTH]);
    loop {
        let mut rests = true;
        for place in 0..LENGTH {
            if cells[place] == EMPTY {
                continue;
            }
            if place > 0 && cells[place - 1] == EMPTY {
                cells.swap(place, place - 1);
                awake[place - 1] = true;
                rests = false;
                continue;
            }
            let is_tested = (awake[place] || again) && !cannot_start[place];
            awake[place] = false;
            let look = |side, away| {
                let seen = match side {
                    Side::Ahead => place.checked_sub(away).map(|place| cells[place]),
                    Side::Behind => cells.get(place + 1 + away).copied(),
                };
                Some(seen.unwrap_or(EDGE))
            };
            let merge = if is_tested { rule(&look).unwrap() } else { Vec::new() };
            let front = place + 1 - merge.len().min(place + 1);
            if merge.is_empty() || cannot_take_part[front..=place].contains(&true) {
                continue;
            }
            for (place, (code, open)) in (front..).zip(merge) {
                cells[place] = code;
                (cannot_start[place], cannot_take_part[place]) = (open != Open::Yes, open == Open::No);
            }
            (merges, rests, awake) = (merges + 1, false, [true; LENGTH]);
        }
        if rests {
            return (cells, merges);
        }
    }
}

/// Returns the result of a rule for a view.
fn collision<'c>(
    rule: Rule,
    view: &CollisionView,
    cells: &'c mut Vec<(TileId, Open)>,
) -> CollisionResult<'c> {
    let lacks = Cell::new(None);
    let look = |side, place: usize| {
        let seen = if side == Side::Ahead { view.ahead() } else { view.behind() };
        if place >= seen.len() {
            lacks.set(Some(side));
        }
        seen.get(place).copied()
    };
    match rule(&look) {
        None => lacks.get().map_or(CollisionResult::Unclear, CollisionResult::Further),
        Some(merge) if merge.is_empty() => CollisionResult::Rests,
        Some(merge) => {
            cells.extend(merge.iter().map(|(code, open)| (TileId::content((*code).into()), *open)));
            CollisionResult::Merges(CollisionMerge {
                cells,
                multi: false,
                points: 1.0,
                is_last: true,
                ends: false,
            })
        }
    }
}

/// Packs the cells of a line into a word.
fn word(line: [u8; LENGTH]) -> u64 {
    let mut word = [0; 8];
    word[..LENGTH].copy_from_slice(&line);
    u64::from_le_bytes(word)
}

/// Resolves a line after all its unknown collisions were recorded.
fn resolve(collisions: &mut CollisionTable, line: [u8; LENGTH], rule: Rule) -> Option<LineOutcome> {
    resolve_word(collisions, word(line), LENGTH, rule)
}

/// Resolves a line of any length after all its unknown collisions were recorded.
fn resolve_word(
    collisions: &mut CollisionTable,
    line: u64,
    length: usize,
    rule: Rule,
) -> Option<LineOutcome> {
    match ask(collisions, line, length, rule, |_, collision| collision) {
        Ok(outcome) => Some(outcome),
        Err(CollisionGap::Unclear) => None,
        Err(gap) => panic!("all was asked: {gap:?}"),
    }
}

/// Resolves a line, and records every collision that is not known; `change` may replace the
/// answers of the rule.
fn ask(
    collisions: &mut CollisionTable,
    line: u64,
    length: usize,
    rule: Rule,
    change: impl for<'m> Fn(&CollisionView, CollisionResult<'m>) -> CollisionResult<'m>,
) -> Result<LineOutcome, CollisionGap> {
    loop {
        match collisions.line(line, length) {
            Err(CollisionGap::Unknown(view)) => {
                let mut cells = Vec::new();
                let collision = change(&view, collision(rule, &view, &mut cells));
                collisions.note(&view, collision, |id| Some(id.index() as u8)).expect("the rule knows");
            }
            outcome => return outcome,
        }
    }
}

fn lines() -> impl Iterator<Item = [u8; LENGTH]> {
    let codes = usize::from(CODES) + 1;
    (0..codes.pow(LENGTH as u32)).map(move |mut number| {
        [(); LENGTH].map(|()| {
            let code = number % codes;
            number /= codes;
            code as u8
        })
    })
}

#[test]
fn lines_become_what_passes_make_of_them() {
    for (name, expected_resolved, rule) in RULES {
        let mut collisions = CollisionTable::default();
        let mut resolved = 0;
        for line in lines() {
            let outcome = resolve(&mut collisions, line, rule);
            let compaction = Compaction::of_one(word(line), LENGTH);
            let acting = acting(&collisions, &compaction, LENGTH);
            let at_a_glance = collisions.line_with(word(line), LENGTH, compaction.line(0, LENGTH), acting);
            assert_eq!(at_a_glance.ok(), outcome, "{name}: {line:?}");
            let expected = passes(line, rule, false);
            let is_sure = expected == passes(line, rule, true);
            let Some(outcome) = outcome else { continue };
            assert!(is_sure, "{name}: it matters to {line:?} what other lines do");
            assert_eq!(
                (&outcome.after.to_le_bytes()[..LENGTH], outcome.merges),
                (&expected.0[..], expected.1),
                "{name}: {line:?}"
            );
            assert_eq!(outcome.points, f64::from(outcome.merges), "{name}: {line:?}");
            resolved += 1;
            if outcome.merges == 0 {
                assert_eq!(outcome.made, 0);
            }
        }
        assert_eq!(resolved, expected_resolved, "{name}");
    }
}

#[test]
fn tiles_that_close_up_do_nothing_else() {
    for (name, _, rule) in RULES {
        let mut collisions = CollisionTable::default();
        for line in lines() {
            resolve(&mut collisions, line, rule);
        }
        let mut resting = 0;
        for line in lines() {
            let compaction = Compaction::of_one(word(line), LENGTH);
            if acting(&collisions, &compaction, LENGTH) == 0 {
                let after = (&compaction.line(0, LENGTH).tiles.to_le_bytes()[..LENGTH], 0);
                assert_eq!(after, (&passes(line, rule, false).0[..], 0), "{name}: {line:?}");
                resting += 1;
            }
        }
        assert!(resting > 5, "{name}: {resting}");
    }
}

/// Compares long lines only with `line`, because there are too many for passes.
#[test]
fn lines_of_eight_cells_agree_with_the_prefilter() {
    let mut merged = 0;
    for (name, _, rule) in RULES {
        let (mut collisions, mut random) = (CollisionTable::default(), Rng::new(1));
        let mut code = || (random.next().expect("no end") * f64::from(CODES + 1)) as u8;
        let random = std::iter::repeat_with(|| u64::from_le_bytes([(); 8].map(|()| code())));
        // A tile far behind a merge has looked behind itself, where another merge makes
        // something.
        let far_behind = u64::from_le_bytes([1, 1, 2, 2, 2, 2, 2, 3]);
        // The prefilter knows more with every line.
        for line in random.take(20_000).chain([far_behind]) {
            let outcome = resolve_word(&mut collisions, line, 8, rule);
            let compaction = Compaction::of_one(line, 8);
            let acting = acting(&collisions, &compaction, 8);
            let at_a_glance = collisions.line_with(line, 8, compaction.line(0, 8), acting).ok();
            assert_eq!(at_a_glance, outcome, "{name}: {:?}", line.to_le_bytes());
            merged += u32::from(outcome.is_some_and(|outcome| outcome.merges > 1));
        }
    }
    assert!(merged > 10_000, "{merged} lines with several merges");
}

/// Returns the tiles of a line that are not known to rest by the tile ahead.
fn acting(collisions: &CollisionTable, compaction: &Compaction, length: usize) -> PlacesOfLine {
    collisions.prefilter().acting::<false>(compaction, 1, length) as u8
}

/// A rule of the end of the turn changes some tiles.
#[test]
fn lines_are_not_resolved_if_an_end_of_turn_rule_applies() {
    let ending = 3;
    for line in lines() {
        let outcome =
            ask(&mut CollisionTable::default(), word(line), LENGTH, RULES[0].2, |view, collision| {
                match collision {
                    CollisionResult::Rests if view.ahead()[0] == ending => CollisionResult::Unclear,
                    CollisionResult::Merges(merging) => {
                        CollisionResult::Merges(CollisionMerge { ends: true, is_last: false, ..merging })
                    }
                    collision => collision,
                }
            });
        let (after, _) = passes(line, RULES[0].2, false);
        assert!(outcome.is_err() || !after.contains(&ending), "{line:?}");
        if !after.contains(&ending) && after.windows(2).all(|pair| pair[0] != pair[1] || pair[0] == EMPTY) {
            assert!(outcome.is_ok() || line.contains(&ending), "{line:?}");
        }
    }
}

#[test]
fn merges_that_move_tiles_in_another_order_are_not_resolved() {
    let tile = |code: u16| TileId::content(code);
    let (two, three, none) = (tile(2), tile(3), TileId::EMPTY);
    for (cells, multi, is_resolved) in [
        (vec![(two, Open::No), (none, Open::Yes)], false, true),
        (vec![(two, Open::Yes), (none, Open::Yes)], false, true),
        (vec![(two, Open::No), (three, Open::AsPartner)], false, true),
        // The front tile would have to move before the one behind the other.
        (vec![(two, Open::Yes), (three, Open::No)], false, false),
        (vec![(two, Open::Yes)], false, false),
        (vec![(two, Open::No), (three, Open::No)], true, false),
        // A tile that slides into this cell may not merge.
        (vec![(two, Open::No), (none, Open::No)], false, false),
        (vec![(two, Open::No), (none, Open::No)], true, true),
        // Nothing is left, or there is a gap.
        (vec![(none, Open::Yes), (none, Open::Yes)], false, false),
        (vec![(none, Open::Yes), (two, Open::No)], false, false),
    ] {
        let merging = CollisionMerge { cells: &cells, multi, points: 0.0, is_last: true, ends: false };
        assert_eq!(PackedMerge::of(merging, |id| Some(id.index() as u8)).is_some(), is_resolved, "{cells:?}");
    }
}

/// Returns another code for each code; `None` if there is no room for it.
fn other_number(code: TileCode) -> Option<u8> {
    match code {
        EMPTY | EDGE => Some(code),
        1..=40 => Some(60 - code),
        _ => None,
    }
}

#[test]
fn codes_may_change() {
    for (name, _, rule) in RULES {
        let mut collisions = CollisionTable::default();
        let known: Vec<_> = lines().map(|line| (line, resolve(&mut collisions, line, rule))).collect();
        collisions.recode(other_number);
        for (line, before) in &known {
            let recoded = line.map(|code| other_number(code).expect("there is one"));
            let outcome = collisions.line(word(recoded), LENGTH);
            let after = |outcome: &LineOutcome| outcome.after.to_le_bytes();
            let expected = before.as_ref().map(|outcome| LineOutcome {
                after: u64::from_le_bytes(after(outcome).map(|code| other_number(code).expect("one"))),
                made: (0..=40)
                    .filter(|code| outcome.made >> code & 1 == 1)
                    .fold(0, |made, code| made | 1 << other_number(code).expect("one")),
                ..*outcome
            });
            // No collision has to be recorded again.
            assert!(expected.is_some() || outcome == Err(CollisionGap::Unclear), "{name}: {line:?}");
            assert_eq!(outcome.ok(), expected, "{name}: {line:?}");
        }
    }
}

#[test]
fn entries_about_tiles_without_a_code_are_dropped() {
    for (name, _, rule) in RULES {
        let mut collisions = CollisionTable::default();
        let known: Vec<_> = lines().map(|line| (line, resolve(&mut collisions, line, rule))).collect();
        let (gone, mut kept) = (2, 0);
        collisions.recode(|code| (code != gone).then_some(code));
        for (line, before) in known {
            let outcome = collisions.line(word(line), LENGTH);
            match before {
                _ if line.contains(&gone) => assert!(outcome.is_err(), "{name}: {line:?}"),
                Some(before) if outcome == Ok(before) => kept += 1,
                // The tile comes from a merge that was dropped.
                Some(_) => assert!(matches!(outcome, Err(CollisionGap::Unknown(_))), "{name}: {line:?}"),
                None => {}
            }
        }
        assert!(kept > 100, "{name}: {kept}");
    }
}
