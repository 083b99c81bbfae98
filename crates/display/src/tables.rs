//! The constant tables of the colour schemes, read from `data/`.

use calcarray::Value;
use calcarray::json::{self, ReadLimits};

use crate::gaussian_prime;

/// The bound of the primes that are kept: more than any scheme tries.
const PRIMES_BELOW: usize = 104_730;
/// The number of Gaussian primes that are kept.
const GAUSSIAN_PRIMES: usize = 1300;

/// Levels of red, green and blue by exponent.
#[derive(Clone, Debug)]
pub struct Levels {
    pub(crate) red: Vec<f64>,
    pub(crate) green: Vec<f64>,
    pub(crate) blue: Vec<f64>,
}

/// A row of the factors of scheme 3307: `x² + xy + y²` and its three terms.
#[derive(Clone, Copy, Debug)]
pub struct Norm {
    pub value: u32,
    pub mixed: i64,
    pub square: i64,
}

/// The constants that the schemes need. They are made once and shared.
#[derive(Clone, Debug)]
pub struct Tables {
    root: Value,
    pub(crate) primes: Vec<u32>,
    pub(crate) gaussian_primes: Vec<(i64, i64)>,
    pub(crate) wildcard_colors: Vec<String>,
    pub(crate) turatin_twos: Vec<String>,
    pub(crate) turatin_centers: Vec<f64>,
    pub(crate) dive: Levels,
    pub(crate) dive_decorated_green: Vec<f64>,
    pub(crate) squart_single: Levels,
    pub(crate) rational_dive: Levels,
    pub(crate) gaussian_dive: [Levels; 2],
    pub(crate) power_neighbours: Vec<[f64; 3]>,
    pub(crate) norms: Vec<Norm>,
}

impl Tables {
    /// Reads the tables.
    pub fn new() -> Tables {
        let root = read(include_str!("../data/schemes.json"));
        let levels = |name: &str, green: &str| {
            let table = member(&root, name);
            Levels {
                red: numbers(member(table, "r")),
                green: numbers(member(table, green)),
                blue: numbers(member(table, "b")),
            }
        };
        Tables {
            primes: sieve(PRIMES_BELOW),
            gaussian_primes: gaussian_prime::list(GAUSSIAN_PRIMES),
            wildcard_colors: texts(member(&root, "wildcard_2048_colors_by_exponent_0_to_19")),
            turatin_twos: texts(member(&root, "turatin_twos_colors_by_exponent_0_to_19")),
            turatin_centers: numbers(member(&root, "turatin_cone_centers_deg")),
            dive: levels("dive_levels", "g_plain"),
            dive_decorated_green: numbers(member(member(&root, "dive_levels"), "g_decorated")),
            squart_single: levels("squartsingle_levels", "g"),
            rational_dive: levels("rational_dive_levels", "g"),
            gaussian_dive: ["gaussian_dive1_levels", "gaussian_dive2_levels"].map(|name| {
                let mut levels = levels(name, "g");
                let table = member(&root, name);
                let cut = |list: &mut Vec<f64>, limit: &str| {
                    if let Value::Number(last) = member(table, limit) {
                        list.truncate(*last as usize + 1);
                    }
                };
                cut(&mut levels.red, "r_max_index");
                cut(&mut levels.green, "g_max_index");
                cut(&mut levels.blue, "b_max_index");
                levels
            }),
            power_neighbours: rows(member(&root, "scheme_2295_power_neighbours_k_hue_saturation"))
                .map(|row| [row[0], row[1], row[2]])
                .collect(),
            norms: rows(&read(include_str!("../data/factors_3307.json")))
                .map(|row| Norm { value: row[0] as u32, mixed: row[2] as i64, square: row[3] as i64 })
                .collect(),
            root,
        }
    }

    /// A text of the tables, by its path.
    pub fn text(&self, path: &[&str]) -> String {
        match path.iter().fold(&self.root, |value, name| member(value, name)) {
            Value::Text(text) => text.to_string_lossy(),
            _ => String::new(),
        }
    }

    /// A row of texts of the tables, by its path.
    pub fn texts(&self, path: &[&str]) -> Vec<String> {
        texts(path.iter().fold(&self.root, |value, name| member(value, name)))
    }

    /// Numbers of the tables, by their path.
    pub fn numbers(&self, path: &[&str]) -> Vec<f64> {
        numbers(path.iter().fold(&self.root, |value, name| member(value, name)))
    }
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

fn read(text: &str) -> Value {
    // The tables are part of the crate; a test reads them.
    json::read(text, &ReadLimits::default()).unwrap_or_default()
}

fn member<'a>(value: &'a Value, name: &str) -> &'a Value {
    const ABSENT: &Value = &Value::Undefined;
    match value {
        Value::Object(object) => {
            object.members().iter().find(|(key, _)| key.is(name)).map_or(ABSENT, |(_, value)| value)
        }
        _ => ABSENT,
    }
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |array| array.entries())
}

fn numbers(value: &Value) -> Vec<f64> {
    entries(value).iter().filter_map(Value::as_number).collect()
}

fn texts(value: &Value) -> Vec<String> {
    entries(value).iter().filter_map(Value::as_text).map(|text| text.to_string_lossy()).collect()
}

fn rows(value: &Value) -> impl Iterator<Item = Vec<f64>> + '_ {
    entries(value).iter().map(numbers)
}

/// All primes below `end`.
fn sieve(end: usize) -> Vec<u32> {
    let mut composite = vec![false; end];
    let mut primes = Vec::new();
    for n in 2..end {
        if !composite[n] {
            primes.push(n as u32);
            // The square of a large prime may not fit 32 bits: it is beyond the end then.
            for multiple in (n.saturating_mul(n)..end).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete() {
        let tables = Tables::new();
        assert_eq!(tables.primes.len(), 10_000);
        assert_eq!(tables.wildcard_colors.len(), 20);
        assert_eq!(tables.turatin_twos.len(), 20);
        assert_eq!(tables.turatin_centers.len(), 12);
        assert_eq!(tables.dive.red.len(), 8);
        assert_eq!(tables.dive_decorated_green.len(), 5);
        assert_eq!(tables.gaussian_dive[1].green.len(), 4);
        assert_eq!(tables.power_neighbours.len(), 41);
        assert!(tables.norms.len() > 300);
        assert!(tables.text(&["dive_thirteens_square", "mask"]).starts_with("repeating"));
    }
}
