//! The state in which an expression is evaluated, read from a file.
//!
//! The file holds an object in extended JSON; every key may be missing. The keys are those of the
//! language's golden data: `grid`, `tile_entries`, `v`, `h`, `vdir`, `hdir`, `info`, `container`,
//! `vars`, `game_vars`, `modifier_vars`, `mvar_indices`, `tile_spawns`, `forced_spawns`, `score`,
//! `moves`, `merges`, `merge_moves`, `merges_before`, `discovered`, `winning`, `losing`,
//! `next_spawns`.

use polymerge::Randomness;
use polymerge::advanced::modefile::{Severity, check_json};
use polymerge::calc::error::{Error, ErrorKind};
use polymerge::calc::host::{Board, Coordinate, Counter, Host, List, NoGame, Store};
use polymerge::calc::json;
use polymerge::calc::{Container, Position, Primes, Variables};
use polymerge::{Rng, Value};
use polymerge_app::failure::Failure;

/// The counters and their keys.
const COUNTERS: [(&str, Counter); 5] = [
    ("score", Counter::Score),
    ("moves", Counter::Moves),
    ("merges", Counter::Merges),
    ("merge_moves", Counter::MergeMoves),
    ("merges_before", Counter::MergesBefore),
];

/// The lists that can only be read, and their keys.
const LISTS: [(&str, List); 4] = [
    ("discovered", List::Discovered),
    ("winning", List::Winning),
    ("losing", List::Losing),
    ("next_spawns", List::NextSpawns),
];

/// The lists that can be changed, and their keys.
const STORES: [(&str, Store); 4] = [
    ("game_vars", Store::GameVariables),
    ("modifier_vars", Store::ModifierVariables),
    ("tile_spawns", Store::Spawns),
    ("forced_spawns", Store::ForcedSpawns),
];

/// The other keys.
const OTHERS: [&str; 10] =
    ["grid", "tile_entries", "v", "h", "vdir", "hdir", "info", "container", "vars", "mvar_indices"];

/// The members of the file. All of them are optional.
#[derive(Clone, Debug, Default)]
pub struct Context(Vec<(String, Value)>);

impl Context {
    /// Reads a context.
    ///
    /// # Errors
    /// The text is no object, or has a key that means nothing or something
    /// else than is given.
    pub fn read(text: &str) -> Result<Context, Failure> {
        let value = json::read(text, &Default::default()).map_err(Failure::input)?;
        let Value::Object(object) = value else { return Err("not an object".into()) };
        let problems = check_json("", text, &Default::default());
        if let Some(twice) = problems.list().iter().find(|problem| problem.severity == Severity::Error) {
            return Err(twice.message.clone().into());
        }
        let members: Vec<(String, Value)> =
            object.members().iter().map(|(key, value)| (key.to_string_lossy(), value.clone())).collect();
        for (key, value) in &members {
            check(key, value)?;
        }
        Ok(Context(members))
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    fn number(&self, key: &str) -> f64 {
        self.get(key).and_then(Value::as_number).unwrap_or(0.0)
    }

    fn list(&self, key: &str) -> Vec<Value> {
        self.get(key).and_then(Value::as_array).map_or(Vec::new(), |list| list.to_vec())
    }

    /// Returns the place of the evaluation.
    pub fn position(&self) -> Position<'_> {
        let coordinate = |key| match self.get(key) {
            Some(value) if value.is_word("None") => Coordinate::None,
            _ => Coordinate::At(self.number(key)),
        };
        let mut info = Position::INFO;
        for (place, given) in info.iter_mut().zip(self.list("info")) {
            *place = given;
        }
        Position {
            v: coordinate("v"),
            h: coordinate("h"),
            vdir: self.number("vdir"),
            hdir: self.number("hdir"),
            info,
            container: self.get("container").map_or(Container::Grid, Container::Value),
        }
    }

    /// Returns the variables of the line around the expression.
    pub fn variables(&self) -> Variables {
        Variables::new(self.list("vars"))
    }

    /// Returns the context as a host, with the random numbers of a seed.
    pub fn host(&self, seed: u64) -> Scene {
        let modifiers = self.list("modifier_vars").len();
        Scene {
            no_game: NoGame::default(),
            grid: self.get("grid").cloned(),
            tile_entries: self.get("tile_entries").and_then(Value::as_number).unwrap_or(1.0) as usize,
            counters: COUNTERS.map(|(key, _)| self.number(key)),
            lists: LISTS.map(|(key, _)| self.list(key)),
            stores: STORES.map(|(key, _)| self.list(key)),
            indices: match self.get("mvar_indices") {
                Some(_) => self.list("mvar_indices"),
                None => vec![Value::Boolean(false); modifiers],
            },
            random: Rng::new(seed),
        }
    }
}

/// Checks that the value of a key of a context has the right type.
fn check(key: &str, value: &Value) -> Result<(), Failure> {
    let is_list = matches!(value, Value::Array(_));
    let is_number = matches!(value, Value::Number(_));
    let known = |keys: &[&str]| keys.contains(&key);
    let wanted = match key {
        "grid" if value.as_array().is_some_and(|rows| rows.iter().all(|row| row.as_array().is_some())) => {
            return Ok(());
        }
        "grid" => "a list of rows",
        "container" => return Ok(()),
        "v" | "h" if value.is_word("None") => return Ok(()),
        _ if known(&["v", "h", "vdir", "hdir", "tile_entries"]) || known(&COUNTERS.map(|(key, _)| key)) => {
            if is_number {
                return Ok(());
            }
            "a number"
        }
        _ if known(&OTHERS) || known(&LISTS.map(|(key, _)| key)) || known(&STORES.map(|(key, _)| key)) => {
            if is_list {
                return Ok(());
            }
            "a list"
        }
        _ => {
            let keys = OTHERS.into_iter().chain(COUNTERS.map(|(key, _)| key));
            let keys = keys.chain(LISTS.map(|(key, _)| key)).chain(STORES.map(|(key, _)| key));
            return Err(Failure::input(format!(
                "no key {key:?}; there are {}",
                keys.collect::<Vec<_>>().join(", ")
            )));
        }
    };
    Err(Failure::input(format!("{key} is not {wanted} but {}", json::write(value))))
}

/// A context as the host of an evaluation.
pub struct Scene {
    no_game: NoGame,
    grid: Option<Value>,
    tile_entries: usize,
    counters: [f64; COUNTERS.len()],
    lists: [Vec<Value>; LISTS.len()],
    stores: [Vec<Value>; STORES.len()],
    indices: Vec<Value>,
    random: Rng,
}

impl Host for Scene {
    fn grid(&self) -> &dyn Board {
        match &self.grid {
            Some(grid) => grid,
            None => self.no_game.grid(),
        }
    }

    fn tile_entries(&self) -> usize {
        self.tile_entries
    }

    fn counter(&self, counter: Counter) -> f64 {
        COUNTERS.iter().zip(self.counters).find(|((_, known), _)| *known == counter).map_or(0.0, |(_, n)| n)
    }

    fn add_score(&mut self, points: f64) {
        self.counters[0] += points;
    }

    fn list(&self, list: List) -> &[Value] {
        LISTS.iter().zip(&self.lists).find(|((_, known), _)| *known == list).map_or(&[], |(_, list)| list)
    }

    fn store(&self, store: Store) -> &[Value] {
        STORES.iter().zip(&self.stores).find(|((_, known), _)| *known == store).map_or(&[], |(_, list)| list)
    }

    fn store_mut(&mut self, store: Store) -> Option<&mut Vec<Value>> {
        STORES.iter().zip(&mut self.stores).find(|((_, known), _)| *known == store).map(|(_, list)| list)
    }

    fn modifier_indices(&self) -> &[Value] {
        &self.indices
    }

    fn modifier_indices_mut(&mut self) -> Option<&mut Vec<Value>> {
        Some(&mut self.indices)
    }

    fn primes(&mut self) -> &mut Primes {
        self.no_game.primes()
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.random.next().ok_or_else(|| ErrorKind::NoRandomness.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_context_is_refused_with_its_key() {
        // text, how the message starts
        let cases = [
            ("[]", "not an object"),
            ("{\"grid\":4}", "grid is not a list of rows but 4"),
            ("{\"v\":\"x\"}", "v is not a number but \"x\""),
            ("{\"game_vars\":1}", "game_vars is not a list but 1"),
            ("{\"gird\":[]}", "no key \"gird\"; there are grid, "),
            ("{", "not JSON at byte 1"),
            ("{\"v\":1,\"v\":2}", "the key \"v\" is here a second time"),
        ];
        for (text, message) in cases {
            let found =
                Context::read(text).err().map(|failure| failure.message().to_owned()).unwrap_or_default();
            assert!(found.starts_with(message), "{text}: {found}");
        }
    }
}
