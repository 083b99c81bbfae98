//! The open connections, by client: bounded for each and for all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::limit::network;

/// The open connections.
#[derive(Clone, Debug)]
pub struct Connections {
    most: usize,
    /// The connections that each client may hold; none behind proxies, whose connections are those
    /// of many.
    most_of_client: Option<usize>,
    held: Arc<Mutex<Held>>,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    /// The number of the next connection.
    next: u64,
    /// The connections of each client, the oldest first.
    of_clients: HashMap<IpAddr, Vec<(u64, Arc<Line>)>>,
}

/// One connection, as those know it who need its place.
#[derive(Debug, Default)]
struct Line {
    end: Notify,
    /// Requests that are not answered to their end.
    requests: AtomicUsize,
}

impl Line {
    fn is_idle(&self) -> bool {
        self.requests.load(Ordering::Acquire) == 0
    }
}

impl Held {
    fn remove(&mut self, client: IpAddr, number: u64) {
        let Some(own) = self.of_clients.get_mut(&client) else { return };
        let before = own.len();
        own.retain(|(other, _)| *other != number);
        self.all -= before - own.len();
        if own.is_empty() {
            self.of_clients.remove(&client);
        }
    }

    /// Ends the oldest connection without a request of the client that holds the most, of those who
    /// have such a one and hold more than `own`.
    fn make_room(&mut self, own: usize) -> bool {
        let idle = |held: &[(u64, Arc<Line>)]| held.iter().find(|(_, line)| line.is_idle()).cloned();
        let others = self.of_clients.iter().filter(|(_, held)| held.len() > own);
        let found = others.filter_map(|(client, held)| Some((held.len(), *client, idle(held)?)));
        let Some((_, client, (number, line))) = found.max_by_key(|(length, ..)| *length) else {
            return false;
        };
        line.end.notify_one();
        self.remove(client, number);
        true
    }
}

/// A connection of a client, until it is dropped.
#[derive(Debug)]
pub struct Connection {
    all: Connections,
    client: IpAddr,
    number: u64,
    line: Arc<Line>,
    /// True if another connection was ended for it.
    pub instead: bool,
}

/// A request on a connection, until it is answered to its end.
#[derive(Debug)]
pub struct Asked(Arc<Line>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Counts the requests of a connection.
#[derive(Clone, Debug)]
pub struct Requests(Arc<Line>);

impl Requests {
    /// Counts a request.
    pub fn begin(&self) -> Asked {
        self.0.requests.fetch_add(1, Ordering::AcqRel);
        Asked(Arc::clone(&self.0))
    }
}

/// The reason why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// The client holds its number of connections.
    OfClient,
    /// All places are taken, and no client holds many more than this one without using them.
    OfAll,
}

impl Connections {
    /// Connections: so many of all clients, and of each client so many, if clients have addresses
    /// of their own.
    pub fn new(most: usize, most_of_client: Option<usize>) -> Connections {
        let most_of_client = most_of_client.map(|most| most.max(1));
        Connections { most: most.max(1), most_of_client, held: Arc::default() }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open connections.
    pub fn open(&self) -> usize {
        self.held().all
    }

    /// Counts a connection from an address. If all places are taken, the client that holds the
    /// most of them loses its oldest one without a request, if it holds more than this one would
    /// then.
    ///
    /// # Errors
    /// There are too many.
    pub fn enter(&self, peer: IpAddr) -> Result<Connection, TooMany> {
        let client = network(peer);
        let mut held = self.held();
        let own = held.of_clients.get(&client).map_or(0, Vec::len);
        if self.most_of_client.is_some_and(|most| own >= most) {
            return Err(TooMany::OfClient);
        }
        let instead = held.all >= self.most;
        if instead && (self.most_of_client.is_none() || !held.make_room(own + 1)) {
            return Err(TooMany::OfAll);
        }
        let (number, line) = (held.next, Arc::<Line>::default());
        held.next += 1;
        held.all += 1;
        held.of_clients.entry(client).or_default().push((number, Arc::clone(&line)));
        drop(held);
        Ok(Connection { all: self.clone(), client, number, line, instead })
    }
}

impl Connection {
    /// Waits until the connection must end, since others need its place.
    pub async fn ended(&self) {
        self.line.end.notified().await;
    }

    /// Returns a counter of the requests of the connection: while there is one, it need not end.
    pub fn requests(&self) -> Requests {
        Requests(Arc::clone(&self.line))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.held().remove(self.client, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(all: &Connections, peer: &str) -> Result<Connection, TooMany> {
        all.enter(peer.parse().unwrap())
    }

    #[test]
    fn a_client_holds_so_many_connections() {
        let all = Connections::new(100, Some(2));
        let [one, two] = ["2001:db8::1", "2001:db8::2"].map(|peer| enter(&all, peer).unwrap());
        assert_eq!(enter(&all, "2001:db8::3").unwrap_err(), TooMany::OfClient);
        assert!(enter(&all, "2001:db8:1::1").is_ok());
        drop(one);
        assert!(enter(&all, "2001:db8::3").is_ok());
        drop(two);
        assert_eq!((all.open(), all.held().of_clients.len()), (0, 0));
    }

    #[tokio::test]
    async fn who_holds_many_connections_makes_room() {
        let all = Connections::new(6, Some(4));
        let mut greedy: Vec<Connection> = (0..4).map(|_| enter(&all, "10.0.0.1").unwrap()).collect();
        let _others = [2, 3].map(|last| enter(&all, &format!("10.0.0.{last}")).unwrap());
        let honest = enter(&all, "10.0.0.9").unwrap();
        assert!(honest.instead);
        greedy[0].ended().await;
        greedy.remove(0);
        assert_eq!(all.open(), 6);
        // A client that would hold as many as the one with the most gets no place of it.
        let second = enter(&all, "10.0.0.9").unwrap();
        greedy.remove(0);
        assert_eq!(enter(&all, "10.0.0.9").unwrap_err(), TooMany::OfAll);
        assert_eq!(enter(&all, "10.0.0.1").unwrap_err(), TooMany::OfAll);
        drop((honest, second, greedy));
        assert_eq!(all.open(), 2);
    }

    #[tokio::test]
    async fn only_connections_without_a_request_make_room() {
        let all = Connections::new(5, Some(3));
        let of = |client: &str, number| (0..number).map(|_| enter(&all, client).unwrap()).collect();
        let (most, fewer): (Vec<Connection>, Vec<Connection>) = (of("10.0.0.1", 3), of("10.0.0.2", 2));
        let mut asked: Vec<Asked> = most.iter().chain(&fewer).map(|own| own.requests().begin()).collect();
        assert_eq!(enter(&all, "10.0.0.9").unwrap_err(), TooMany::OfAll);
        // One of who holds fewer, as long as the others are used.
        drop(asked.remove(4));
        let _honest = enter(&all, "10.0.0.8").unwrap();
        fewer[1].ended().await;
        drop(asked.remove(1));
        let _other = enter(&all, "10.0.0.9").unwrap();
        most[1].ended().await;
    }

    #[test]
    fn the_connections_of_proxies_are_not_those_of_one_client() {
        let all = Connections::new(3, None);
        let _held: Vec<Connection> = (0..3).map(|_| enter(&all, "10.0.0.1").unwrap()).collect();
        assert_eq!(enter(&all, "10.0.0.2").unwrap_err(), TooMany::OfAll);
        assert_eq!(all.open(), 3);
    }
}
