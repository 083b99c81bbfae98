//! A turn, step by step. The steps have the names that they have in
//! docs/spec/rules.md, "The turn".

use calcarray::{Position, Value};

use crate::board::cell::Cell;
use crate::board::direction::{Direction, Strength, Timing};
use crate::board::heading::{Heading, Mover};
use crate::board::moves::Move;
use crate::board::tile_table::TileId;
use crate::error::{Place, Refusal, TurnError};
use crate::turn::context::TurnContext;
use crate::turn::spawn::forced::Moment;
use crate::turn::trigger::Trigger;

impl TurnContext<'_> {
    /// Presses a direction, unless the mode blocks it.
    pub(crate) fn press(&mut self, direction: usize) -> Result<bool, TurnError> {
        if self.direction_blocked(direction)? {
            return Err(Refusal::Blocked.into());
        }
        let mv = self.rules.move_of(Mover::Player(direction)).ok_or(Refusal::NoSuchDirection)?;
        self.manual_turn(mv, None)
    }

    /// A move of the player.
    pub(crate) fn manual_turn(
        &mut self,
        mv: Move<'_>,
        recorded: Option<&[Value]>,
    ) -> Result<bool, TurnError> {
        let record = &self.state.record;
        let (steps, events) = (record.steps(), record.random_index);
        self.moving = true;
        let moved = self.turn(mv, recorded);
        self.moving = false;
        let moved = moved?;
        if let (true, Mover::Player(direction)) = (self.state.record.steps() == steps, mv.mover) {
            let elapsed = self.now - self.state.clock.start;
            self.state.press_without_effect(direction, moved, events, elapsed);
        }
        Ok(moved)
    }

    /// Makes a move. `recorded` are the spawns of a replay. Gives whether
    /// anything moved.
    pub(crate) fn turn(&mut self, mv: Move<'_>, recorded: Option<&[Value]>) -> Result<bool, TurnError> {
        let Move { mover, direction, heading, .. } = mv;
        let manual = matches!(mover, Mover::Player(_));
        let strength = direction.strength;
        let scripts = strength.scripts;
        let mut moved = false;

        // Chance.
        if !self.happens(direction)? {
            return Ok(false);
        }
        let clock_before = self.start_clock(manual);
        // Begin scripts.
        if scripts {
            self.trigger(Trigger::BeginTurn, heading)?;
            self.refresh()?;
        }
        // Automatic moves before.
        let mut started = self.automatic_moves(Timing::Before, strength.turn, heading, &mut moved)?;
        // Tile order.
        self.state.last_mover = Some(mover);
        // Movement.
        // Automatic moves come to their end: others may depend on them.
        let is_try = self.ends_when_moved && manual;
        if is_try && mv.slides_surely(self.rules, &self.state.grid) {
            return Ok(true);
        }
        let merges_before = self.state.merges;
        if direction.stays_still() {
            moved |= self.stay_still(heading)?;
        } else {
            let hooks = self.hooks;
            moved |= match hooks.move_lines(self, mv)? {
                Some(moved) => moved,
                None => self.pass_until_rest(mv)?,
            };
        }
        let merges = self.state.merges - merges_before;
        self.refresh()?;
        // Automatic moves between.
        started += self.automatic_moves(Timing::Between, strength.turn, heading, &mut moved)?;
        self.state.last_mover = Some(mover);
        // Moveless scripts.
        moved |= self.trigger(Trigger::EndMovementDirectionMoveless, heading)?;
        if scripts {
            moved |= self.trigger(Trigger::EndMovementMoveless, heading)?;
        }
        let valid = moved;
        // No later step takes it back.
        if valid && is_try {
            return Ok(true);
        }
        if valid {
            // Record.
            if let Mover::Player(direction) = mover {
                self.advance_record(|| vec![direction.into()]);
            }
            // Movement scripts.
            self.trigger(Trigger::EndMovementDirection, heading)?;
            if scripts {
                self.trigger(Trigger::EndMovement, heading)?;
            }
            // Directions freed.
            if manual {
                self.free_directions();
            }
            // End-of-turn cells, end-of-turn rules.
            if strength.end_of_turn {
                self.end_of_turn_rules(mv)?;
            }
            // Counters.
            self.count(strength.turn, merges);
            // Spawns.
            self.spawns(mv, heading, recorded)?;
            // End scripts.
            if scripts {
                self.trigger(Trigger::EndTurn, heading)?;
            }
        } else if let Mover::Player(direction) = mover {
            // Blackout.
            self.black_out(direction);
        }
        // Automatic moves after.
        started += self.automatic_moves(Timing::After, strength.turn, heading, &mut moved)?;
        self.state.last_mover = Some(mover);
        // Random-event index.
        if manual && !moved {
            self.state.record.random_index = self.state.record.random_index.saturating_sub(started);
        }
        // Discovery and win check.
        self.discover()?;
        let verdict = self.check_goals()?;
        // End.
        self.end_turn(verdict, manual, strength, heading)?;
        // Refresh.
        self.refresh()?;
        self.stop_clock(manual, valid, clock_before);
        Ok(moved)
    }

    /// Step "Chance": whether a move that happens by chance happens.
    fn happens(&mut self, direction: &Direction) -> Result<bool, TurnError> {
        let Some(probability) = direction.probability else { return Ok(true) };
        let percent = match self.state.record.replay_event() {
            Some(event) => event.ok().and_then(|event| event.as_number()).unwrap_or(0.0),
            None => {
                let percent = 100.0 * self.draw().map_err(|_| TurnError::OutOfRandomness)?;
                self.state.record.event(&percent.into());
                percent
            }
        };
        Ok(percent <= probability)
    }

    /// Step "Movement" of a move in which the tiles stay where they are: valid
    /// if there is an empty cell.
    fn stay_still(&mut self, heading: &Heading) -> Result<bool, TurnError> {
        let grid = &self.state.grid;
        let mut rows: Vec<usize> =
            grid.places().filter(|cell| grid.id(*cell) == TileId::EMPTY).map(|cell| cell.row).collect();
        rows.dedup();
        // The reference runs these scripts once for each row with room.
        for _ in &rows {
            self.trigger(Trigger::StayStill, heading)?;
        }
        Ok(!rows.is_empty())
    }

    /// Step "Counters".
    fn count(&mut self, turn: f64, merges: f64) {
        let state = &mut self.state;
        if turn >= 0.0 {
            state.moves += 1.0;
        }
        if turn == 1.0 {
            state.manual_moves += 1.0;
        }
        if merges > 0.0 {
            if turn >= 0.0 {
                state.merge_moves += 1.0;
            }
            state.merges_before += merges;
        }
    }

    /// Step "Spawns".
    fn spawns(
        &mut self,
        mv: Move<'_>,
        heading: &Heading,
        recorded: Option<&[Value]>,
    ) -> Result<(), TurnError> {
        let strength = mv.direction.strength;
        let own_turn = strength.turn >= 0.0;
        let separate = strength.turn == 0.0 && matches!(mv.mover, Mover::Automatic(_));
        let from_replay = if separate { self.state.record.next_other_spawns() } else { None };
        let recorded = from_replay.as_deref().or(recorded).filter(|recorded| !recorded.is_empty());
        let outer = self.separate_spawns.take();
        self.separate_spawns = separate.then(Vec::new);
        match recorded {
            Some(recorded) if own_turn => {
                let recorded = self.recorded_spawns(recorded)?;
                let amount = self.rules.mode().tiles_per_turn;
                self.audit_conditions(&recorded, heading)?;
                self.spawn_stage(strength, heading, |play| {
                    play.audit(&recorded, amount, heading, false)?;
                    play.place_recorded(recorded)
                })?
            }
            Some(_) if self.state.record.audit.is_some() => {
                return Err(TurnError::BadRecord("nothing spawns in moves of this direction".to_owned()));
            }
            Some(_) => {}
            // Asked even if nothing can spawn.
            None => {
                let events = self.state.record.random_index;
                if self.wants_spawns()? && own_turn {
                    let (asked, before) = (self.state.record.random_index, self.spawns_so_far());
                    let amount = self.rules.mode().tiles_per_turn;
                    self.spawn_stage(strength, heading, |play| {
                        play.audit(&[], amount, heading, false)?;
                        play.spawn_all(amount, heading)
                    })?;
                    if self.spawns_so_far() > before {
                        // A playback has the tiles, and does not ask for them.
                        self.state.leave_out_events(events..asked);
                    }
                }
            }
        }
        let spawned = std::mem::replace(&mut self.separate_spawns, outer);
        if let Some(spawned) = spawned
            && self.state.record.kept
        {
            self.state.record.other_spawns.push(spawned.into());
        }
        Ok(())
    }

    /// Counts the spawns in the record of this move.
    fn spawns_so_far(&self) -> usize {
        self.separate_spawns.as_ref().map_or(self.state.record.current_move.len(), Vec::len)
    }

    pub(crate) fn wants_spawns(&mut self) -> Result<bool, TurnError> {
        let place = Place::Field("spawn_conditions");
        match self.rules.spawn_conditions() {
            None => Ok(true),
            Some(condition) => Ok(self.evaluate(condition, &Position::default(), place)?.is_true()),
        }
    }

    fn spawn_stage(
        &mut self,
        strength: Strength,
        heading: &Heading,
        spawn: impl FnOnce(&mut Self) -> Result<Vec<Value>, TurnError>,
    ) -> Result<(), TurnError> {
        if strength.scripts {
            self.trigger(Trigger::PreSpawn, heading)?;
        }
        let tiles = spawn(self)?;
        if strength.scripts && self.rules.has_scripts_for(Trigger::PostSpawn) {
            self.trigger_with(Trigger::PostSpawn, &heading.at(Cell::default()), &[tiles.into()])?;
        }
        Ok(())
    }

    /// Spawns forced and random tiles, in order. Gives the tiles.
    pub(crate) fn spawn_all(&mut self, amount: f64, heading: &Heading) -> Result<Vec<Value>, TurnError> {
        let mut tiles = self.spawn_forced(Moment::BeforeSpawns, heading)?;
        tiles.extend(self.spawn_random(amount, heading)?);
        tiles.extend(self.spawn_forced(Moment::AfterSpawns, heading)?);
        Ok(tiles)
    }

    /// Notes the start of a move in the clock. Gives the times that it replaces.
    fn start_clock(&mut self, manual: bool) -> (Option<f64>, Option<f64>) {
        let clock = &mut self.state.clock;
        let before = (clock.first_move, clock.move_start);
        if manual {
            clock.first_move.get_or_insert(self.now);
            clock.move_start = Some(self.now);
        }
        before
    }

    /// Notes the end of a move in the clock; a move that changed nothing restores
    /// the times before it.
    fn stop_clock(&mut self, manual: bool, valid: bool, before: (Option<f64>, Option<f64>)) {
        let clock = &mut self.state.clock;
        if manual && valid {
            clock.move_end = Some(self.now);
        } else if manual {
            (clock.first_move, clock.move_start) = before;
        }
    }
}
