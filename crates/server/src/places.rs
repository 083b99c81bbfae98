//! Places that clients hold while something lasts: so many for all, and fewer for each.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Places, by client.
#[derive(Clone, Debug)]
pub struct Places {
    all: Arc<Semaphore>,
    most_of_client: usize,
    of_clients: Arc<Mutex<HashMap<IpAddr, Arc<Semaphore>>>>,
}

/// A place of a client, until it is dropped.
#[derive(Debug)]
pub struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_client: OwnedSemaphorePermit,
    // It is dropped last: the client may be forgotten only then.
    _known: Known,
}

/// A client that is known, since it has a place or waits for one.
#[derive(Debug)]
struct Known {
    places: Places,
    client: IpAddr,
}

impl Places {
    /// Places for all clients, and the number of them that each may take.
    pub fn new(most: usize, most_of_client: usize) -> Places {
        Places { all: Arc::new(Semaphore::new(most)), most_of_client, of_clients: Arc::default() }
    }

    fn of_clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.of_clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place; waits for one if the client has its number of them, or all are taken. `None` if
    /// none becomes free in time.
    pub async fn enter(&self, client: IpAddr, most: Duration) -> Option<Place> {
        let known = Known { places: self.clone(), client };
        let own = {
            let mut of_clients = self.of_clients();
            let fresh = || Arc::new(Semaphore::new(self.most_of_client));
            Arc::clone(of_clients.entry(client).or_insert_with(fresh))
        };
        let places = async {
            // Who waits for a place of its own takes none of those of all.
            let of_client = own.acquire_owned().await.ok()?;
            let of_all = Arc::clone(&self.all).acquire_owned().await.ok()?;
            Some((of_all, of_client))
        };
        let (of_all, of_client) = tokio::time::timeout(most, places).await.ok()??;
        Some(Place { _of_all: of_all, _of_client: of_client, _known: known })
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        let mut of_clients = self.places.of_clients();
        // Others of the client hold theirs, or wait with it.
        if of_clients.get(&self.client).is_some_and(|own| Arc::strong_count(own) == 1) {
            of_clients.remove(&self.client);
        }
    }
}

/// A body that holds something until it is sent, or given up: a place.
#[derive(Debug)]
pub struct Held<T> {
    body: Body,
    _held: T,
}

impl<T: Send + Unpin + 'static> Held<T> {
    /// Lets a body hold something.
    pub fn body(body: Body, held: T) -> Body {
        Body::new(Held { body, _held: held })
    }
}

impl<T: Unpin> HttpBody for Held<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn a_client_takes_its_places_and_leaves_those_of_others() {
        let places = Places::new(3, 2);
        let [one, other, third] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let mut held = Vec::new();
        for _ in 0..2 {
            held.push(places.enter(one, SHORT).await.unwrap());
        }
        assert!(places.enter(one, SHORT).await.is_none());
        held.push(places.enter(other, SHORT).await.unwrap());
        assert!(places.enter(third, SHORT).await.is_none());
        held.remove(0);
        assert!(places.enter(third, SHORT).await.is_some());
        drop(held);
        assert_eq!((places.all.available_permits(), places.of_clients().len()), (3, 0));
    }

    #[tokio::test]
    async fn who_waits_gets_the_place_of_who_leaves() {
        let (places, client) = (Places::new(3, 1), IpAddr::from([10, 0, 0, 1]));
        let first = places.enter(client, SHORT).await.unwrap();
        let waiting: Vec<_> = (0..5)
            .map(|_| {
                let places = places.clone();
                tokio::spawn(async move { places.enter(client, LONG).await.is_some() })
            })
            .collect();
        tokio::time::sleep(SHORT).await;
        assert!(waiting.iter().all(|waits| !waits.is_finished()));
        drop(first);
        for waits in waiting {
            assert!(waits.await.unwrap());
        }
        assert_eq!((places.all.available_permits(), places.of_clients().len()), (3, 0));
    }

    #[tokio::test]
    async fn a_body_holds_its_place_until_it_is_dropped() {
        let (places, client) = (Places::new(1, 1), IpAddr::from([10, 0, 0, 1]));
        let body = Held::body(Body::from("a file"), places.enter(client, SHORT).await.unwrap());
        assert_eq!(body.size_hint().exact(), Some(6));
        assert!(places.enter(client, SHORT).await.is_none());
        drop(body);
        assert!(places.enter(client, SHORT).await.is_some());
    }
}
