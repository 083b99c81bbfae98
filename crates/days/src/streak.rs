//! Days in a row.

/// The days in a row on which a player has taken part in the daily game, by the dates of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Days up to today, or up to yesterday as long as today is not over.
    pub current: u32,
    /// The most days in a row so far.
    pub best: u32,
    /// True if the player has taken part today.
    pub is_today: bool,
}

impl Streak {
    /// The streak of a player by the days on which the player took part, in any order; `today` is the
    /// player's date.
    ///
    /// Who travels east over the date line may be a day ahead of the own date. Days that are later than
    /// that come from a clock that was wrong: they don't count, until they are there.
    pub fn of(days: impl IntoIterator<Item = i64>, today: i64) -> Streak {
        let mut days: Vec<i64> = days.into_iter().filter(|day| *day <= today.saturating_add(1)).collect();
        days.sort_unstable();
        days.dedup();
        let (mut run, mut best, mut before) = (0, 0, None);
        for &day in &days {
            run = if before.is_some_and(|before: i64| before.saturating_add(1) == day) { run + 1 } else { 1 };
            best = best.max(run);
            before = Some(day);
        }
        let is_on = before.is_some_and(|last| last >= today.saturating_sub(1));
        Streak { current: if is_on { run } else { 0 }, best, is_today: days.contains(&today) }
    }
}
