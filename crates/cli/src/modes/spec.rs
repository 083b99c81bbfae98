//! `polymerge modes show --spec`: the page of a mode, made of its rules.

use polymerge::advanced::rules::Place;
use polymerge::calc::json;
use polymerge::{Mode, Value};
use polymerge_app::failure::Failure;

use super::rules::{Page, entries};

/// Returns all that a mode is, as text: its setup, rules, boxes and settings, but for its looks.
pub fn text(mode: &Mode, settings: &str) -> Result<String, Failure> {
    let rules = mode.compile().map_err(Failure::result)?;
    let mut page = Page::of(&rules);
    page.heading(mode);
    page.setup();
    page.rules();
    page.forced_spawns();
    page.stat_boxes();
    page.original();
    page.title("Settings");
    settings.lines().for_each(|line| page.line(1, line));
    Ok(page.text)
}

impl Page<'_> {
    fn heading(&mut self, mode: &Mode) {
        let info = mode.info();
        let number = info.number.map_or(String::new(), |number| format!("{number:03} "));
        self.title(&format!("{number}{}", info.title));
        let modifiers = mode.modifiers().words().join(", ");
        let facts = [
            ("", &info.about),
            ("Family: ", &info.family),
            ("Credits: ", &info.credits),
            ("With: ", &modifiers),
        ];
        for (what, text) in facts.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.line(1, &format!("{what}{text}"));
        }
    }

    /// The grid, directions, start, and the tiles.
    fn setup(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        self.title("Setup");
        let shape = if mode.hexagonal.is_true() { ", hexagons" } else { "" };
        self.line(1, &format!("Grid: {} wide, {} high{shape}", mode.width, mode.height));
        let rows = entries(&mode.starting_grid);
        if rows.iter().flat_map(entries).any(|cell| !cell.is_word("@Empty")) {
            rows.iter().for_each(|row| self.line(2, &json::write(row)));
        }
        let names: Vec<&str> = self.rules.directions().iter().map(|own| own.name.as_str()).collect();
        self.line(1, &format!("Directions: {}", names.join(", ")));
        for (number, step) in entries(&mode.auto_directions).iter().enumerate() {
            let step = self.formula(&Place::Entry("auto_directions", number), step);
            self.line(1, &format!("Automatic move: {step}"));
        }
        let count = |count: f64| json::write(&Value::Number(count));
        let (start, next) = (count(mode.start_tiles), count(mode.next_tiles));
        self.line(1, &format!("Tiles at the start: {start}; next tiles that are shown: {next}"));
        let entry = |number| Value::from(vec![Value::text(format!("@This {number}"))]);
        let names: Vec<String> = (0..mode.tile_entries)
            .map(|number| self.formula(&Place::Field("tile_value"), &entry(number)))
            .collect();
        self.line(1, &format!("Entries of a tile: {}", names.join(", ")));
        let usual = polymerge::advanced::rules::Mode::default();
        for (what, field, value, usual) in [
            ("Value of a tile", "tile_value", &mode.tile_value, &Value::Null),
            ("Discovered as", "discovered_filter", &mode.discovered_filter, &usual.discovered_filter),
            ("Movement", "movement_parameters", &mode.movement_parameters, &usual.movement_parameters),
            ("Tiles may merge more than once a turn", "multi_merge", &mode.multi_merge, &usual.multi_merge),
            ("Spawns in", "spawn_location", &mode.spawn_location, &usual.spawn_location),
            ("Tiles spawn when", "spawn_conditions", &mode.spawn_conditions, &usual.spawn_conditions),
            (
                "No spawn in a cell when",
                "spawn_tile_blocked",
                &mode.spawn_tile_blocked,
                &usual.spawn_tile_blocked,
            ),
            (
                "A direction is blocked when",
                "direction_blocked",
                &mode.direction_blocked,
                &usual.direction_blocked,
            ),
            ("Winning beats losing", "win_priority", &mode.win_priority, &usual.win_priority),
            (
                "Play may go on after a win",
                "postgame_allowed",
                &mode.postgame_allowed,
                &usual.postgame_allowed,
            ),
        ] {
            if value != usual {
                let value = self.formula(&Place::Field(field), value);
                self.line(1, &format!("{what}: {value}"));
            }
        }
        if mode.display_interval.is_finite() {
            self.line(1, &format!("Looks at the time every {} ms", count(mode.display_interval)));
        }
        if let Some(drawn) = &mode.before_game {
            let drawn = self.formula(&Place::Field("before_game"), drawn);
            self.line(1, &format!("Before each game: {drawn}"));
        }
    }

    fn forced_spawns(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        for (number, spawn) in entries(&mode.forced_spawns).iter().enumerate() {
            self.title(&format!("Forced spawn {}", number + 1));
            for part in entries(spawn) {
                let part = self.formula(&Place::Entry("forced_spawns", number), part);
                self.line(1, &part);
            }
        }
    }

    fn stat_boxes(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        self.title("Stat boxes");
        for (number, own) in entries(&mode.stat_boxes).iter().enumerate() {
            let place = Place::Entry("stat_boxes", number);
            let parts: Vec<String> = entries(own).iter().map(|part| self.formula(&place, part)).collect();
            self.line(1, &parts.join(", "));
        }
    }

    /// The numbers that only the original site reads.
    fn original(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        self.title("Memory of the original site");
        for (what, count) in [
            ("looks", mode.tile_display_known_level),
            ("merges", mode.merge_result_known_level),
            ("tiles behind", mode.known_merge_lookback),
            ("tiles of the longest merge", mode.known_merge_max_length),
        ] {
            self.line(1, &format!("{what}: {}", json::write(&Value::Number(count))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_a_page() {
        for built_in in polymerge::catalogue::modes() {
            let mode = Mode::built_in(built_in.name()).unwrap();
            let page = text(&mode, "").unwrap_or_else(|failure| panic!("{}: {failure:?}", built_in.name()));
            for part in ["\nSetup\n  Grid: ", "\nStat boxes\n", "\nMemory of the original site\n"] {
                assert!(page.contains(part), "{}: no {part:?} in\n{page}", built_in.name());
            }
        }
    }
}
