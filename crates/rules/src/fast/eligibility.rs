//! Conditions of a mode and of a state for turns on packed boards.
//!
//! Conditions of a single turn are checked when it is played.
//!
//! See docs/dev/fast-path.md, "When a board is not packed".

use std::sync::Arc;

use crate::board::direction::{Direction, Strength};
use crate::board::tile_table::TileId;
use crate::fast::Memory;
use crate::fast::packed::games::conditions;
use crate::fast::packed::games::spawns::period;
use crate::fast::packed::line_list::lines_can_be_packed;
use crate::fast::packed::room;
use crate::fast::packed::room::SHOWN;
use crate::fast::tier::Tier;
use crate::game::state::State;
use crate::mode::Mode;
use crate::ruleset::Ruleset;
use crate::turn::goal::Requirement;

impl Ruleset {
    /// Returns true if the mode as a whole allows turns on packed boards.
    pub(crate) fn may_be_eligible(&self) -> bool {
        *self.eligible.get_or_init(|| self.ineligible_reason().is_none())
    }

    /// Returns the reason for which turns of this mode can't be played on packed boards, in
    /// words for people; `None` if they can.
    pub(crate) fn ineligible_reason(&self) -> Option<&'static str> {
        // Every part of a mode is named here, so that a new part does not compile without a
        // decision.
        let Mode {
            // Each line moves alone.
            auto_directions: _,
            directions: _,
            movement_parameters: _,
            direction_blocked: _,
            scripts: _,
            // Spawns draw a tile and a cell, nothing else. Forced spawns come by counters.
            forced_spawns: _,
            spawn_conditions,
            spawn_tile_blocked: _,
            spawn_location: _,
            next_tiles: _,
            // Each tile wins or loses for itself, or counters decide it.
            win_requirement: _,
            lose_requirement: _,
            // The effects of these parts are recorded with tiles and lines, or checked in a
            // turn.
            merge_rules: _,
            multi_merge: _,
            spawns: _,
            win_conditions: _,
            lose_conditions: _,
            game_variables: _,
            modifier_variables: _,
            modifier_indices: _,
            tile_value: _,
            discovered_filter: _,
            // The layouts check these parts.
            width: _,
            height: _,
            starting_grid: _,
            tile_entries: _,
            tiles_per_turn: _,
            hexagonal: _,
            // These parts play no role while a game goes on.
            start_tiles: _,
            before_game: _,
            win_priority: _,
            postgame_allowed: _,
            // These parts are only displayed.
            tile_types: _,
            stat_boxes: _,
            screen_background: _,
            grid_background: _,
            cell_background: _,
            text_background: _,
            rules_text: _,
            hidden_tile_text: _,
            tile_display_known_level: _,
            merge_result_known_level: _,
            known_merge_lookback: _,
            known_merge_max_length: _,
            display_interval: _,
            component_opacities: _,
            display_lag_reductions: _,
        } = self.mode();
        let conditions = [
            (self.has_scripts_in_turns(), "it has scripts"),
            (!self.auto_moves().is_empty(), "it has automatic moves"),
            (conditions::forced(self).is_none(), "it has forced spawns that do not depend on counters alone"),
            (!self.moves_by_lines(), "tiles move at steps of their own"),
            (
                self.has_availability() || self.direction_blocked().is_some(),
                "directions are blocked by expressions",
            ),
            (
                self.spawn_conditions().is_some() && period(spawn_conditions).is_none(),
                "tiles spawn on a condition",
            ),
            (self.spawn_blocked().is_some(), "cells are blocked for spawns by an expression"),
            (self.next_tiles() > SHOWN, "more than 8 next tiles are shown"),
            (
                !self.directions().iter().all(is_plain_move),
                "a direction does more or less than move the tiles",
            ),
            (
                // Other rules of length 0 rarely apply, and each line records whether one
                // does.
                !self.changes_single_tiles()
                    && self.end_of_turn_rules().iter().any(|rule| self.rules()[*rule].is_of_length_0),
                "rules apply at the end of a turn",
            ),
            (
                !self.is_counted(&self.goals().0.requirement)
                    || !self.is_counted(&self.goals().1.requirement),
                "an expression that reads more than counters decides whether the game is won or lost",
            ),
        ];
        conditions.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }

    /// Returns true if tiles are counted for a goal, or counters of the game decide it, or it is never
    /// met.
    fn is_counted(&self, requirement: &Requirement) -> bool {
        match requirement {
            Requirement::Count(_) | Requirement::Constant(false) => true,
            Requirement::Constant(true) => false,
            Requirement::Condition(condition) => condition.counted(&self.limits().evaluation).is_some(),
        }
    }

    /// Returns the reason for which boards of this mode can't be packed, if there is one.
    pub(crate) fn can_be_packed(&self) -> Result<(), &'static str> {
        if let Some(why) = self.ineligible_reason() {
            return Err(why);
        }
        self.geometry_can_be_packed()
    }

    /// Returns the reason for which the lines of this mode can't be packed, if there is one.
    fn geometry_can_be_packed(&self) -> Result<(), &'static str> {
        let conditions = [
            (self.directions().len() > 8, "there are more than 8 directions"),
            (!lines_can_be_packed(self), "the grid has more than 256 cells, or lines of more than 16"),
        ];
        conditions.into_iter().find(|(not, _)| *not).map_or(Ok(()), |(_, why)| Err(why))
    }

    /// Returns true if moves can be made through the lines of a layout, also where turns can't be
    /// played on packed boards.
    pub(crate) fn has_lines_to_pack(&self) -> bool {
        self.moves_by_lines() && self.geometry_can_be_packed().is_ok()
    }

    /// Returns how fast the mode can be played.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// assert_eq!(rules.tier(), Tier::Packed);
    /// let rules = Ruleset::compile(Mode::classic(20, 20), Limits::default())?;
    /// assert_eq!(rules.tier().to_string(), "lines: the grid has more than 256 cells, or lines of more than 16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tier(&self) -> Tier {
        if !self.moves_by_lines() {
            return Tier::Plain("tiles move at steps of their own, or scripts run while they move");
        }
        match self.can_be_packed() {
            Ok(()) => Tier::Packed,
            Err(why) => Tier::Lines(why),
        }
    }
}

impl Memory {
    /// Returns true if the next turn is eligible, apart from the results of its merges.
    pub(crate) fn is_eligible(&mut self, rules: &Ruleset, state: &State) -> bool {
        let unmet = |requirement: &Requirement, found: usize| match requirement {
            Requirement::Count(count) => (found as f64) < *count,
            Requirement::Constant(met) => !met,
            Requirement::Condition(condition) => {
                let counted = condition.counted(&rules.limits().evaluation);
                counted.is_some_and(|counted| !counted.holds(|counter| state.counter(counter)))
            }
        };
        let (winning, losing) = rules.goals();
        rules.may_be_eligible()
            && Arc::ptr_eq(&self.tiles, state.grid.tiles())
            && (state.won == -1.0
                || (state.won >= 0.0
                    && unmet(&winning.requirement, state.discoveries.winning.len())
                    && state.won == state.discoveries.winning.len() as f64))
            && unmet(&losing.requirement, state.discoveries.losing.len())
            && !state.record.kept
            && room::is_enough(state, rules.limits().kept)
            && (rules.next_tiles() > 0 || has_empty_conveyor(state))
            && state.grid.ids().iter().all(|id| self.is_settled(state, *id))
    }

    /// Returns true if a tile was discovered before, and either belongs to no goal or has
    /// been counted for it.
    fn is_settled(&self, state: &State, id: TileId) -> bool {
        let (discoveries, grid) = (&state.discoveries, &state.grid);
        !id.is_tile()
            || discoveries.has_seen(grid, id)
                && (self.facts.is_of_no_goal(id) || discoveries.has_counted(grid, id))
    }
}

/// Returns true if the conveyor is one free slot.
fn has_empty_conveyor(state: &State) -> bool {
    matches!(&state.conveyor[..], [slot] if slot.is_word("@Empty"))
}

/// Returns true if a direction moves the tiles in a turn of its own, or leaves them all
/// where they are, and does nothing else.
fn is_plain_move(own: &Direction) -> bool {
    let is_whole = own.slide != 0.0 || own.rows == 0 && own.columns == 0;
    own.strength == Strength::MANUAL && own.probability.is_none() && is_whole
}
