//! Places that clients hold while something lasts: so many for all, and fewer for each.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// Places, by client.
#[derive(Clone, Debug)]
pub struct Places {
    most: usize,
    most_of_client: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    of_clients: HashMap<IpAddr, usize>,
}

/// A place of a client, until it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Places,
    client: IpAddr,
}

impl Places {
    /// Places for all clients, and the number of them that each may take.
    pub fn new(most: usize, most_of_client: usize) -> Places {
        Places { most, most_of_client, taken: Arc::default() }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place; `None` if the client has its number of them, or all are taken.
    pub fn enter(&self, client: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        if taken.all >= self.most {
            return None;
        }
        let own = taken.of_clients.entry(client).or_default();
        if *own >= self.most_of_client {
            return None;
        }
        *own += 1;
        taken.all += 1;
        Some(Place { places: self.clone(), client })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        match taken.of_clients.get_mut(&self.client) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(taken.of_clients.remove(&self.client)),
        }
    }
}

/// A body that holds a place until it is sent, or given up.
#[derive(Debug)]
pub struct Held {
    body: Body,
    _place: Place,
}

impl Held {
    /// Lets a body hold a place.
    pub fn body(body: Body, place: Place) -> Body {
        Body::new(Held { body, _place: place })
    }
}

impl HttpBody for Held {
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

    #[test]
    fn a_client_takes_its_places_and_leaves_those_of_others() {
        let places = Places::new(3, 2);
        let [one, other, third] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let mut held: Vec<Place> = (0..2).map(|_| places.enter(one).unwrap()).collect();
        assert!(places.enter(one).is_none());
        held.push(places.enter(other).unwrap());
        assert!(places.enter(third).is_none());
        held.remove(0);
        assert!(places.enter(third).is_some());
        drop(held);
        let taken = places.taken();
        assert_eq!((taken.all, taken.of_clients.len()), (0, 0));
    }

    #[test]
    fn a_body_holds_its_place_until_it_is_dropped() {
        let (places, client) = (Places::new(1, 1), IpAddr::from([10, 0, 0, 1]));
        let body = Held::body(Body::from("a file"), places.enter(client).unwrap());
        assert_eq!(body.size_hint().exact(), Some(6));
        assert!(places.enter(client).is_none());
        drop(body);
        assert!(places.enter(client).is_some());
    }
}
