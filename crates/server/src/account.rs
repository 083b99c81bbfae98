//! Accounts of processor time: what the games of a client may cost in the long run.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The processor time that each client may use.
#[derive(Debug)]
pub struct Accounts {
    /// The inflow, as a part of real time: 0.5 is half a processor.
    inflow: f64,
    /// The most that an account holds, and a new one has, in microseconds.
    most: f64,
    accounts: HashMap<IpAddr, Account>,
}

/// An account that is not full.
#[derive(Clone, Copy, Debug)]
struct Account {
    /// Microseconds; below 0 after work that cost more than was there.
    balance: f64,
    /// The time of the balance.
    at: Instant,
}

impl Accounts {
    /// Accounts that fill by so much time each second, up to so much.
    pub fn new(inflow: f64, most: Duration) -> Accounts {
        let most = most.as_micros() as f64;
        Accounts { inflow: inflow.max(1e-6), most, accounts: HashMap::new() }
    }

    fn balance(&self, client: IpAddr, now: Instant) -> f64 {
        let Some(Account { balance, at }) = self.accounts.get(&client) else { return self.most };
        let passed = now.saturating_duration_since(*at).as_micros() as f64;
        (balance + passed * self.inflow).min(self.most)
    }

    /// Returns the microseconds that a client has used and not got back.
    pub fn used(&self, client: IpAddr, now: Instant) -> i64 {
        (self.most - self.balance(client, now)) as i64
    }

    /// Lets a client begin a piece of work.
    ///
    /// # Errors
    /// Its account is empty: the time until it is not.
    pub fn check(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        let balance = self.balance(client, now);
        if balance > 0.0 {
            return Ok(());
        }
        // Not longer than a day, whatever the share is.
        let wait = (1.0 - balance) / self.inflow;
        Err(Duration::from_micros(wait.min(86_400e6) as u64))
    }

    /// Takes the cost of work from an account, however little it has.
    pub fn charge(&mut self, client: IpAddr, cost: Duration, now: Instant) {
        let balance = self.balance(client, now) - cost.as_micros() as f64;
        self.accounts.insert(client, Account { balance, at: now });
    }

    /// Forgets accounts that are full again.
    pub fn forget(&mut self, now: Instant) {
        let clients: Vec<IpAddr> = self.accounts.keys().copied().collect();
        for client in clients {
            if self.balance(client, now) >= self.most {
                self.accounts.remove(&client);
            }
        }
        self.accounts.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_charged_and_fills_again() {
        let mut accounts = Accounts::new(0.5, Duration::from_secs(10));
        let [one, other] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        accounts.charge(one, Duration::from_secs(9), start);
        assert_eq!(accounts.check(one, start), Ok(()));
        // The last work may cost more than there is.
        accounts.charge(one, Duration::from_secs(4), start);
        let wait = accounts.check(one, start).unwrap_err();
        assert_eq!(wait.as_secs_f64().round(), 6.0);
        assert_eq!(accounts.check(other, start), Ok(()));
        assert_eq!([one, other].map(|client| accounts.used(client, start)), [13_000_000, 0]);
        assert_eq!(accounts.used(one, after(5)), 10_500_000);
        assert!(accounts.check(one, after(5)).is_err());
        assert_eq!(accounts.check(one, after(7)), Ok(()));
        accounts.forget(after(20));
        assert_eq!(accounts.accounts.len(), 1);
        accounts.forget(after(40));
        assert_eq!(accounts.accounts.len(), 0);
    }

    #[test]
    fn no_client_gets_more_than_the_share_and_what_an_account_holds() {
        let mut accounts = Accounts::new(0.25, Duration::from_secs(10));
        let client = IpAddr::from([10, 0, 0, 1]);
        let start = Instant::now();
        let (mut now, mut used) = (start, Duration::ZERO);
        let cost = Duration::from_millis(700);
        while now < start + Duration::from_secs(1_000) {
            match accounts.check(client, now) {
                Ok(()) => {
                    accounts.charge(client, cost, now);
                    used += cost;
                    now += cost;
                }
                Err(wait) => now += wait,
            }
        }
        let most = 10.0 + 0.25 * 1_000.0;
        assert!((most - 2.0..most + 2.0).contains(&used.as_secs_f64()), "{used:?}");
    }
}
