//! The share of each client of something: so much a day, all of which may be used at once. What was
//! taken and not used can be given back, which the limiters of `governor` can't.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// The shares of all clients.
#[derive(Debug)]
pub struct Shares {
    /// The share of a client; 0 for no bound.
    a_day: u64,
    /// The use of each client, and when that was noted. It gets less with the time.
    used: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Shares {
    /// Shares of so much a day; 0 for no bound.
    pub fn new(a_day: u64) -> Shares {
        Shares { a_day, used: Mutex::default() }
    }

    fn used(&self) -> MutexGuard<'_, HashMap<IpAddr, (f64, Instant)>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the part of a use that is left after some time.
    fn left(&self, (used, at): (f64, Instant), now: Instant) -> f64 {
        let over = now.saturating_duration_since(at).as_secs_f64() / DAY * self.a_day as f64;
        (used - over).max(0.0)
    }

    /// Takes so much for a client; one that takes more than a whole share at once takes all of it.
    ///
    /// # Errors
    /// The client has used up its share; the time until there is enough.
    pub fn take(&self, client: IpAddr, number: u64) -> Result<(), Duration> {
        self.take_at(client, number, Instant::now())
    }

    fn take_at(&self, client: IpAddr, number: u64, now: Instant) -> Result<(), Duration> {
        if self.a_day == 0 || number == 0 {
            return Ok(());
        }
        let (a_day, number) = (self.a_day as f64, number.min(self.a_day) as f64);
        let mut all = self.used();
        let used = all.get(&client).map_or(0.0, |&used| self.left(used, now));
        if used + number > a_day {
            return Err(Duration::from_secs_f64((used + number - a_day) / a_day * DAY));
        }
        all.insert(client, (used + number, now));
        Ok(())
    }

    /// Gives back what was taken for a client.
    pub fn give_back(&self, client: IpAddr, number: u64) {
        if let Some((used, _)) = self.used().get_mut(&client) {
            *used = (*used - number.min(self.a_day) as f64).max(0.0);
        }
    }

    /// Forgets clients whose share is whole again.
    pub fn forget(&self) {
        let now = Instant::now();
        let mut all = self.used();
        all.retain(|_, &mut used| self.left(used, now) > 0.0);
        all.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_share_comes_back_with_the_time() {
        let (shares, now) = (Shares::new(24), Instant::now());
        let later = |hours: u64| now + Duration::from_secs(hours * 3_600);
        assert_eq!(shares.take_at(CLIENT, 20, now), Ok(()));
        assert_eq!(shares.take_at(CLIENT, 6, now), Err(Duration::from_secs(2 * 3_600)));
        // Another client has a share of its own.
        assert_eq!(shares.take_at(IpAddr::V4(Ipv4Addr::BROADCAST), 24, now), Ok(()));
        assert_eq!(shares.take_at(CLIENT, 6, later(2)), Ok(()));
        assert!(shares.take_at(CLIENT, 1, later(2)).is_err());
        // More than a share is one whole share.
        assert_eq!(shares.take_at(CLIENT, 1_000, later(26)), Ok(()));
    }

    #[test]
    fn what_is_given_back_can_be_taken() {
        let shares = Shares::new(10);
        assert_eq!(shares.take(CLIENT, 10), Ok(()));
        shares.give_back(CLIENT, 10);
        assert_eq!(shares.take(CLIENT, 10), Ok(()));
        assert!(shares.take(CLIENT, 1).is_err());
        shares.forget();
        assert!(shares.take(CLIENT, 1).is_err());
    }
}
