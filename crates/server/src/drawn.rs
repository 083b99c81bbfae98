//! Names that are drawn for players who choose none.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::names::{is_blocked, numbered, rolled};
use crate::token::random;

/// Names that are drawn in place of one that is used.
const OTHERS: usize = 8;

/// The time for which it is remembered that names are used. Their games may be erased.
const REMEMBERED: Duration = Duration::from_secs(3_600);

/// Used names that are remembered: as many as there are without a number.
const MOST: usize = 256;

/// Names that were drawn and were used by other players: they get a number at once. Otherwise, once all are used, the
/// database would be asked for each new player whose name it is.
#[derive(Debug, Default)]
pub struct DrawnNames(Mutex<Option<Used>>);

#[derive(Debug)]
struct Used {
    names: HashSet<String>,
    since: Instant,
}

/// A name, and others for the case that it is used.
#[derive(Debug)]
pub struct Drawn {
    /// The name.
    pub name: String,
    /// True if the name has no number behind it.
    pub is_plain: bool,
    /// Names in its place. If many are used already, all of them may be; then marks tell both players apart.
    pub others: Vec<String>,
}

impl DrawnNames {
    fn used(&self) -> MutexGuard<'_, Option<Used>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, name: &str) -> bool {
        let mut used = self.used();
        *used = used.take().filter(|used| used.since.elapsed() < REMEMBERED);
        used.as_ref().is_some_and(|used| used.names.contains(name))
    }

    /// Remembers that a plain name that was drawn is used. Of those with a number there are too many.
    pub fn note_used(&self, name: &str) {
        let mut used = self.used();
        let used = used.get_or_insert_with(|| Used { names: HashSet::new(), since: Instant::now() });
        if used.names.len() < MOST {
            used.names.insert(name.to_owned());
        }
    }

    /// Draws names that are not blocked.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn draw(&self, blocked: &[String]) -> Result<Drawn, getrandom::Error> {
        let plain = rolled(&random(8)?, blocked);
        let with_number = || {
            let plain = rolled(&random(8)?, blocked);
            let numbered = numbered(&plain, &random(8)?);
            let is_plain = is_blocked(&numbered, blocked);
            Ok((if is_plain { plain } else { numbered }, is_plain))
        };
        let (name, is_plain) = if self.has(&plain) { with_number()? } else { (plain, true) };
        let others = (0..OTHERS).map(|_| Ok(with_number()?.0)).collect::<Result<_, getrandom::Error>>()?;
        Ok(Drawn { name, is_plain, others })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_used_gets_a_number() {
        let (names, has_number) =
            (DrawnNames::default(), |name: &str| name.ends_with(|end: char| end.is_ascii_digit()));
        // By and by all are used.
        for _ in 0..MOST * 20 {
            let Drawn { name, is_plain, others } = names.draw(&[]).unwrap();
            assert_eq!(is_plain, !has_number(&name));
            assert!(others.len() == OTHERS && others.iter().all(|other| has_number(other)));
            if is_plain {
                names.note_used(&name);
            }
        }
        assert!(has_number(&names.draw(&[]).unwrap().name));
        assert_eq!(names.used().as_ref().unwrap().names.len(), MOST);
    }
}
