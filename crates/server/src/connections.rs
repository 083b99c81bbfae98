//! The open connections, by client: bounded for each and for all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::limit::network;

/// The open connections.
#[derive(Clone, Debug)]
pub struct Connections {
    most: usize,
    most_of_client: usize,
    held: Arc<Mutex<Held>>,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    /// The number of the next connection.
    next: u64,
    /// The connections of each client, the oldest first.
    of_clients: HashMap<IpAddr, Vec<(u64, Arc<Notify>)>>,
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

    /// Ends the oldest connection of the client that holds the most, if it holds more than `own`.
    fn make_room(&mut self, own: usize) -> bool {
        let longest = self.of_clients.iter().max_by_key(|(_, held)| held.len());
        let Some((&client, held)) = longest.filter(|(_, held)| held.len() > own) else { return false };
        let Some((number, end)) = held.first().cloned() else { return false };
        end.notify_one();
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
    end: Arc<Notify>,
    /// True if another connection was ended for it.
    pub instead: bool,
}

/// The reason why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// The client holds its number of connections.
    OfClient,
    /// All places are taken, and no client holds many more than this one.
    OfAll,
}

impl Connections {
    /// Connections of which a client may hold so many, and all together so many.
    pub fn new(most: usize, most_of_client: usize) -> Connections {
        Connections { most: most.max(1), most_of_client: most_of_client.max(1), held: Arc::default() }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open connections.
    pub fn open(&self) -> usize {
        self.held().all
    }

    /// Counts a connection from an address. If all places are taken, the client that holds the
    /// most of them loses its oldest connection, if it holds more than this one would then.
    ///
    /// # Errors
    /// There are too many.
    pub fn enter(&self, peer: IpAddr) -> Result<Connection, TooMany> {
        let client = network(peer);
        let mut held = self.held();
        let own = held.of_clients.get(&client).map_or(0, Vec::len);
        if own >= self.most_of_client {
            return Err(TooMany::OfClient);
        }
        let instead = held.all >= self.most;
        if instead && !held.make_room(own + 1) {
            return Err(TooMany::OfAll);
        }
        let (number, end) = (held.next, Arc::new(Notify::new()));
        held.next += 1;
        held.all += 1;
        held.of_clients.entry(client).or_default().push((number, Arc::clone(&end)));
        drop(held);
        Ok(Connection { all: self.clone(), client, number, end, instead })
    }
}

impl Connection {
    /// Waits until the connection must end, since others need its place.
    pub async fn ended(&self) {
        self.end.notified().await;
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
        let all = Connections::new(100, 2);
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
        let all = Connections::new(6, 4);
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
}
