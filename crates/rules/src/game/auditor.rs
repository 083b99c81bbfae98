//! The audit of recorded spawns: whether the mode could have made them
//! (docs/turn.md, "Replays").
//!
//! The random numbers of a record are not known, so that a recorded tile is
//! compared with everything that could have been drawn at its moment. What
//! can't be known is not refused: tiles that are computed with random numbers,
//! and whatever depends on what a playback does not repeat.

use std::sync::Arc;

use calcarray::{Position, Value};

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::board::tile_table::Kind;
use crate::error::TurnError;
use crate::game::audit::{Audit, Source, is_plain};
use crate::game::state::State;
use crate::mode::Mode;
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::spawn::forced::Moment;
use crate::turn::spawn::plan::{SPAWNS, computed, is_box};
use crate::turn::spawn::random::edge;
use crate::turn::trigger::{Playback, Trigger};

/// Returns true if a test holds for a text anywhere in a value.
fn mentions(value: &Value, meant: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::Text(text) => meant(&text.to_string_lossy()),
        Value::Array(entries) => entries.iter().any(|entry| mentions(entry, meant)),
        _ => false,
    }
}

fn sets_variables(text: &str) -> bool {
    text.starts_with('@') && (text.contains("_gvar") || text.contains("_mvar"))
}

fn sets_lists(text: &str) -> bool {
    text.starts_with('@') && text.contains("_spawn")
}

/// Returns true if a text reads something that differs in a playback: clocks, and the tiles that
/// come next.
fn differs(text: &str) -> bool {
    ["@NextSpawns", "Time", "@RandomIndex"].iter().any(|part| text.contains(part)) && text.starts_with('@')
}

impl Audit {
    /// The audit of a game of these rules from its start; `None` if nothing
    /// can be known about its spawns.
    pub(crate) fn new(rules: &Ruleset, state: &State) -> Option<Audit> {
        let mode = rules.mode();
        let spawning = |trigger: &Trigger| trigger.playback() == Playback::Spawning;
        let shares_records = |turn: f64| turn > 0.0;
        if Trigger::ALL.iter().filter(|own| spawning(own)).any(|own| rules.has_scripts_for(*own))
            || rules.auto_moves().iter().any(|own| shares_records(own.direction.strength.turn))
            || [&mode.spawns, &mode.forced_spawns, &mode.spawn_conditions, &mode.spawn_tile_blocked]
                .into_iter()
                .any(|field| mentions(field, &differs))
        {
            return None;
        }
        let slots = vec![None; rules.next_tiles().max(1)];
        let boxes = state.spawn_boxes.iter().map(|tiles| tiles.as_array().map(|tiles| tiles.to_vec()));
        let variables = is_repeated(rules, &sets_variables);
        let lists = is_repeated(rules, &sets_lists);
        Some(Audit { slots, left_over: Vec::new(), boxes: boxes.collect(), variables, lists })
    }
}

/// Returns true if a content is a cell that modifiers place at random before a game starts: a hole,
/// a slippery cell, a black box.
fn is_modifier_cell(content: &Value) -> bool {
    content.as_array().is_none_or(|tile| tile.first().is_some_and(|first| first.is_word("BlackBox")))
}

/// Returns true if a playback repeats every use in a mode of the texts that `does` accepts.
fn is_repeated(rules: &Ruleset, does: &dyn Fn(&str) -> bool) -> bool {
    let Mode { merge_rules, spawns, forced_spawns, spawn_conditions, .. } = rules.mode();
    let Mode { spawn_tile_blocked, direction_blocked, win_conditions, lose_conditions, .. } = rules.mode();
    let repeats = |own: &Trigger| own.playback() == Playback::Repeated;
    let repeated = |name: &str| Trigger::ALL.iter().any(|own| own.name() == name && repeats(own));
    let other_scripts = rules
        .scripts()
        .iter()
        .any(|script| !script.triggers.iter().all(|name| repeated(&name.to_string_lossy())));
    let fields = [
        merge_rules,
        spawns,
        forced_spawns,
        spawn_conditions,
        spawn_tile_blocked,
        direction_blocked,
        win_conditions,
        lose_conditions,
    ];
    let in_scripts = other_scripts && mentions(&rules.mode().scripts, does);
    let in_fields = fields.into_iter().any(|field| mentions(field, does));
    !in_scripts && !in_fields
}

impl TurnContext<'_> {
    /// Refuses recorded spawns that the mode could not have made. `amount` is
    /// how many random tiles there are; at the start of a game, random holes
    /// and the like are recorded as well.
    pub(crate) fn audit(
        &mut self,
        recorded: &[(Value, Cell)],
        amount: f64,
        heading: &Heading,
        at_start: bool,
    ) -> Result<(), TurnError> {
        self.audited(heading, at_start, |auditor| auditor.run(recorded, amount))
    }

    /// Refuses recorded spawns in a turn in which the mode spawns nothing.
    pub(crate) fn audit_conditions(
        &mut self,
        recorded: &[(Value, Cell)],
        heading: &Heading,
    ) -> Result<(), TurnError> {
        self.audited(heading, false, |auditor| match recorded.first() {
            Some((tile, cell)) if auditor.known(|look| look.wants_spawns()) == Some(false) => {
                Err(refused(tile, *cell, "nothing spawns in this turn"))
            }
            _ => Ok(()),
        })
    }

    fn audited(
        &mut self,
        heading: &Heading,
        at_start: bool,
        work: impl FnOnce(&mut Auditor<'_, '_>) -> Result<(), TurnError>,
    ) -> Result<(), TurnError> {
        let Some(audit) = self.state.record.audit.take() else { return Ok(()) };
        let mut state = self.state.clone();
        // Random operators have no numbers: whatever asks for one is not known.
        state.record.playback = None;
        let mut look = TurnContext::look(self.rules, state, self.now);
        look.moving = self.moving;
        look.state.last_mover = self.state.last_mover;
        let mut auditor = Auditor { look, audit: *audit, heading, at_start };
        let result = work(&mut auditor);
        let Auditor { audit, .. } = auditor;
        self.state.record.audit = Some(Box::new(audit));
        result
    }
}

/// Goes through the recorded spawns of a turn on a copy of the game.
struct Auditor<'a, 'h> {
    look: TurnContext<'a>,
    audit: Audit,
    heading: &'h Heading,
    at_start: bool,
}

/// Something is wrong with a recorded spawn.
fn refused(tile: &Value, cell: Cell, why: &str) -> TurnError {
    let tile = calcarray::json::write(tile);
    TurnError::BadRecord(format!("the recorded spawn of {tile} at {cell} can't be: {why}"))
}

impl Auditor<'_, '_> {
    fn run(&mut self, recorded: &[(Value, Cell)], amount: f64) -> Result<(), TurnError> {
        let mut left = recorded;
        let sure = self.forced(Moment::BeforeSpawns, &mut left)?;
        self.random(amount, &mut left, sure)?;
        self.forced(Moment::AfterSpawns, &mut left)?;
        match left.first() {
            None => Ok(()),
            Some((tile, cell)) => Err(refused(tile, *cell, "the mode spawns fewer tiles at once")),
        }
    }

    /// Asks the game something that can be known: the answer is `None` if it needs random numbers,
    /// or if asking changes anything.
    fn known<T>(&mut self, ask: impl FnOnce(&mut TurnContext<'_>) -> Result<T, TurnError>) -> Option<T> {
        if !(self.audit.variables && self.audit.lists) {
            return None;
        }
        let before = (self.look.state.clone(), self.look.changes);
        let answer = ask(&mut self.look);
        if self.look.changes != before.1 {
            // The game was changed then as well, which is not repeated.
            (self.audit.variables, self.audit.lists) = (false, false);
            self.look.state = before.0;
            return None;
        }
        answer.ok()
    }

    /// The recorded forced spawns of a moment. Gives whether they are known.
    fn forced(&mut self, moment: Moment, left: &mut &[(Value, Cell)]) -> Result<bool, TurnError> {
        if self.look.state.forced_spawns.is_empty() && self.audit.lists {
            return Ok(true);
        }
        let heading = self.heading;
        let entries = self.look.state.forced_spawns.clone();
        let Some(wanted) = self.known(|look| look.collect_forced(moment, heading)) else {
            // Any of them may be forced ones.
            *left = &[];
            return Ok(false);
        };
        if self.look.state.forced_spawns != entries {
            // Forced once: a playback does not count them, so that they are not known later.
            self.look.state.forced_spawns = entries;
            self.audit.lists = false;
        }
        for (tile, _) in wanted {
            self.free_cells(&tile, left);
            let Some(((found, cell), rest)) = left.split_first() else { break };
            // One that is missing had no room, or was taken for a random one.
            if found.identical(&tile) {
                self.place(found, *cell, false)?;
                *left = rest;
            }
        }
        Ok(true)
    }

    /// Skips random holes and the like, which stand before the spawns at the start of a game.
    fn free_cells(&mut self, expected: &Value, left: &mut &[(Value, Cell)]) {
        while let Some(((content, cell), rest)) = left.split_first() {
            if !self.at_start || !is_modifier_cell(content) || content.identical(expected) {
                return;
            }
            self.look.state.grid.set(*cell, content);
            *left = rest;
        }
    }

    /// The recorded random spawns, up to `amount`.
    fn random(&mut self, amount: f64, left: &mut &[(Value, Cell)], sure: bool) -> Result<(), TurnError> {
        let limit = self.look.rules.limits().entries;
        let forced_follow = !self.look.state.forced_spawns.is_empty();
        let mut placed = 0.0;
        if self.at_start || amount > 0.0 {
            self.fill();
        }
        while placed < amount {
            self.free_cells(&Value::Undefined, left);
            let Some(((tile, cell), rest)) = left.split_first() else { break };
            self.fill();
            let before = forced_follow.then(|| self.audit.clone());
            let result = match self.audit.take(tile, limit) {
                true => self.place(tile, *cell, true),
                false => Err(refused(tile, *cell, "it is not among the tiles that can spawn now")),
            };
            if let Err(error) = result {
                let Some(before) = before else { return Err(error) };
                // It may be a forced one, with no room for random ones before it.
                self.audit = before;
                break;
            }
            if self.look.rules.next_tiles() > 0 {
                self.fill();
            }
            *left = rest;
            placed += 1.0;
        }
        self.free_cells(&Value::Undefined, left);
        if placed < amount && self.look.rules.next_tiles() == 0 {
            self.fill();
            let audit = &mut self.audit;
            audit.left_over.extend(audit.slots.iter_mut().filter_map(Option::take));
            // With so many sources, any tile is possible.
            if audit.left_over.len() > 16 {
                audit.left_over = vec![Arc::new(Source::Anything)];
            }
        }
        if placed < amount && sure && !forced_follow && self.lists_tiles() && self.has_room() {
            return Err(TurnError::BadRecord(
                "the record has fewer spawns than the mode makes in this turn".to_owned(),
            ));
        }
        Ok(())
    }

    /// Draws what could be drawn for every slot that has nothing.
    fn fill(&mut self) {
        for slot in 0..self.audit.slots.len() {
            if self.audit.slots[slot].is_none() {
                let source = Arc::new(self.source());
                self.audit.slots[slot] = Some(source);
            }
        }
    }

    /// Returns the possible tiles of the spawn list now.
    fn source(&mut self) -> Source {
        if !self.audit.lists {
            return Source::Anything;
        }
        let spawns = Arc::clone(&self.look.state.spawns);
        let is_constant = |entry: &Value| {
            let Some(pair) = entry.as_array().filter(|_| computed(entry).is_none()) else { return false };
            matches!(pair.get(1), Some(Value::Number(_))) && pair.first().is_some_and(is_plain)
        };
        if spawns.iter().all(is_constant) {
            return source_of(&mut self.look, &spawns).unwrap_or(Source::Anything);
        }
        self.known(|look| source_of(look, &spawns)).unwrap_or(Source::Anything)
    }

    /// Puts a recorded tile where it was spawned, if it could.
    fn place(&mut self, tile: &Value, cell: Cell, at_edge: bool) -> Result<(), TurnError> {
        let look = &mut self.look;
        if look.state.grid.kind(cell) != Kind::Empty {
            return Err(refused(tile, cell, "the cell is not empty"));
        }
        let is_at_edge = at_edge && look.rules.spawns_at_edge() && !self.heading.step.is_still();
        if is_at_edge && !edge(&look.state.grid, self.heading.step).contains(&cell) {
            return Err(refused(tile, cell, "tiles spawn at the edge that the move came from"));
        }
        let heading = self.heading;
        if self.known(|look| look.spawn_blocked(tile, cell, heading)) == Some(true) {
            return Err(refused(tile, cell, "the mode blocks it there"));
        }
        self.look.state.grid.set(cell, tile);
        Ok(())
    }

    /// Returns true if there is anything that could spawn at random.
    fn lists_tiles(&self) -> bool {
        !(self.audit.lists && self.look.state.spawns.is_empty())
    }

    /// Returns true if a random tile would surely have found a cell.
    fn has_room(&self) -> bool {
        let look = &self.look;
        let at_edge = look.rules.spawns_at_edge() && !self.heading.step.is_still();
        let is_empty = |cell: Cell| look.state.grid.kind(cell) == Kind::Empty;
        look.rules.spawn_blocked().is_none()
            && match at_edge {
                true => edge(&look.state.grid, self.heading.step).into_iter().any(is_empty),
                false => look.state.grid.places().any(is_empty),
            }
    }
}

/// Returns the possible tiles of a spawn list, computed without random numbers.
fn source_of(look: &mut TurnContext<'_>, spawns: &[Value]) -> Result<Source, TurnError> {
    let (mut entries, mut weights) = (Vec::with_capacity(spawns.len()), Vec::with_capacity(spawns.len()));
    for entry in spawns {
        let entry = match computed(entry) {
            Some(expression) => look.evaluate_value(&expression, &Position::default(), SPAWNS)?,
            None => entry.clone(),
        };
        let weight = entry.as_array().and_then(|entry| entry.get(1)).cloned().unwrap_or_default();
        let weight = match weight {
            Value::Array(_) => look.evaluate_value(&weight, &Position::default(), SPAWNS)?,
            weight => weight,
        };
        weights.push(look.as_weight(&weight));
        entries.push(entry);
    }
    let total: f64 = weights.iter().sum();
    if !(total.is_finite() && total > 0.0) {
        return Ok(Source::Anything);
    }
    let (mut tiles, mut boxes) = (Vec::new(), Vec::new());
    let (mut passed, mut sum) = (0.0_f64, 0.0);
    for (index, (entry, weight)) in entries.into_iter().zip(weights).enumerate() {
        sum += weight;
        // A number between what came before and this sum chooses the entry.
        if sum <= passed {
            continue;
        }
        passed = sum;
        let parts = entry.as_array().map_or(&[][..], |entry| entry.entries());
        match parts.first() {
            Some(_) if is_box(parts) => boxes.push((index, entry)),
            first => {
                let tile = first.cloned().unwrap_or_default();
                tiles.push(look.evaluated_tile(tile, SPAWNS)?);
            }
        }
    }
    Ok(Source::Of { tiles, boxes })
}
