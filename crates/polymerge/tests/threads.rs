//! What may go from one thread to another.

#![cfg(test)]

use polymerge::old::{Batch, Engine, Game, Position, RandomPlay, Rollout, Session};

fn can_be_sent<T: Send>() {}

#[test]
fn what_plays_goes_to_other_threads() {
    can_be_sent::<Session>();
    can_be_sent::<Game>();
    can_be_sent::<RandomPlay>();
    can_be_sent::<Rollout>();
    can_be_sent::<Batch>();
    can_be_sent::<Engine>();
    can_be_sent::<Position>();
}
