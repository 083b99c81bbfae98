//! Rate limits for one client, and for all together.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Config;

/// Returns the key of a client: its address, of IPv6 the first 64 bits.
pub fn client(peer: SocketAddr, headers: &HeaderMap, trusted_hops: usize) -> IpAddr {
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let chain: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    // Each proxy appends whom it heard from: what stands further left can be made up.
    let forwarded_for = trusted_hops.checked_sub(1).and_then(|hop| chain.iter().rev().nth(hop));
    network(forwarded_for.and_then(|text| text.parse().ok()).unwrap_or_else(|| peer.ip()))
}

/// Returns true if a request seems to come through a proxy in the same network, which speaks
/// for others.
pub fn is_behind_proxy(peer: SocketAddr, headers: &HeaderMap) -> bool {
    let is_near = match peer.ip().to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    };
    is_near && headers.contains_key("x-forwarded-for")
}

/// An address, or of IPv6 the network that one client has.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

/// The limiters; they live in memory only.
pub struct Limiters {
    site: DefaultKeyedRateLimiter<IpAddr>,
    submissions: DefaultKeyedRateLimiter<IpAddr>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    all_submissions: DefaultDirectRateLimiter,
    checkpoints: DefaultKeyedRateLimiter<IpAddr>,
}

/// Times that moves of ranked games may come from one client in a minute: those of ten players at once.
const CHECKPOINTS: u32 = 120;

/// The time after which to ask again.
fn wait(limit: governor::NotUntil<<DefaultClock as Clock>::Instant>) -> Duration {
    limit.wait_time_from(DefaultClock::default().now())
}

/// Returns a quota for a minute, with a burst.
fn quota(minute: u32, burst: u32) -> Quota {
    let positive = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_minute(positive(minute)).allow_burst(positive(burst))
}

impl Limiters {
    /// Limiters of a configuration.
    pub fn new(config: &Config) -> Limiters {
        let (submissions, requests) = (config.submissions_per_minute, config.requests_per_minute);
        let (all, site) = (config.all_submissions_per_minute, config.site_requests_per_minute);
        Limiters {
            site: RateLimiter::keyed(quota(site, site)),
            submissions: RateLimiter::keyed(quota(submissions, submissions.saturating_mul(2))),
            requests: RateLimiter::keyed(quota(requests, requests)),
            all_submissions: RateLimiter::direct(quota(all, all)),
            checkpoints: RateLimiter::keyed(quota(CHECKPOINTS, CHECKPOINTS)),
        }
    }

    /// Counts a request of a client.
    ///
    /// # Errors
    /// There are too many: the time after which to ask again.
    pub fn request(&self, client: IpAddr) -> Result<(), Duration> {
        self.requests.check_key(&client).map_err(wait)
    }

    /// Counts a request of a client for a file of the site.
    ///
    /// # Errors
    /// There are too many: the time after which to ask again.
    pub fn file(&self, client: IpAddr) -> Result<(), Duration> {
        self.site.check_key(&client).map_err(wait)
    }

    /// Counts a submission of a client.
    ///
    /// # Errors
    /// There are too many of this client, or of all: the time after which to ask again.
    pub fn submission(&self, client: IpAddr) -> Result<(), Duration> {
        self.submissions.check_key(&client).map_err(wait)?;
        self.all_submissions.check().map_err(wait)
    }

    /// Counts moves of a ranked game that a client sends.
    ///
    /// # Errors
    /// There are too many: the time after which to ask again.
    pub fn checkpoint(&self, client: IpAddr) -> Result<(), Duration> {
        self.checkpoints.check_key(&client).map_err(wait)
    }

    /// Forgets clients that have not asked for long.
    pub fn forget(&self) {
        for limiter in [&self.submissions, &self.requests, &self.site, &self.checkpoints] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_of(peer: &str, forwarded: &str, hops: usize) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        client(SocketAddr::new(peer.parse().unwrap(), 1), &headers, hops).to_string()
    }

    #[test]
    fn only_trusted_proxies_name_the_client() {
        assert_eq!(client_of("10.0.0.1", "1.1.1.1, 2.2.2.2", 0), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", "1.1.1.1, 2.2.2.2", 1), "2.2.2.2");
        assert_eq!(client_of("10.0.0.1", "1.1.1.1, 2.2.2.2", 2), "1.1.1.1");
        assert_eq!(client_of("10.0.0.1", "rubbish", 1), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", "1.1.1.1", 5), "10.0.0.1");
    }

    #[test]
    fn only_a_near_peer_that_speaks_for_others_is_a_proxy() {
        for (peer, forwarded, is_proxy) in [
            ("127.0.0.1", true, true),
            ("172.17.0.1", true, true),
            ("::1", true, true),
            ("fd00::1", true, true),
            ("127.0.0.1", false, false),
            ("9.9.9.9", true, false),
            ("2001:db8::1", true, false),
        ] {
            let mut headers = HeaderMap::new();
            if forwarded {
                headers.insert("x-forwarded-for", "1.1.1.1".parse().unwrap());
            }
            let peer = SocketAddr::new(peer.parse().unwrap(), 1);
            assert_eq!(is_behind_proxy(peer, &headers), is_proxy, "{peer} {forwarded}");
        }
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        assert_eq!(client_of("2001:db8:1:2:3::4", "x", 0), "2001:db8:1:2::");
        assert_eq!(client_of("::ffff:9.9.9.9", "x", 0), "9.9.9.9");
    }

    #[test]
    fn a_client_that_submits_too_often_waits() {
        let limiters = Limiters::new(&Config { submissions_per_minute: 2, ..Config::default() });
        let [one, other] = ["1.1.1.1", "2.2.2.2"].map(|address| address.parse().unwrap());
        assert!((0..4).all(|_| limiters.submission(one).is_ok()));
        assert!(limiters.submission(one).unwrap_err() > Duration::ZERO);
        assert!(limiters.submission(other).is_ok());
        // Moves of ranked games are counted by themselves.
        assert!((0..CHECKPOINTS).all(|_| limiters.checkpoint(one).is_ok()));
        assert!(limiters.checkpoint(one).is_err() && limiters.checkpoint(other).is_ok());
        limiters.forget();
    }
}
