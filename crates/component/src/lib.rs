//! Polymerge as a component of WebAssembly.
//!
//! `wit/polymerge.wit` describes the interface; `bindings` is made from it. Each of its resources
//! is a type of a file here: `rules`, `game`, `replay`, `engine` (with positions) and `batch`.
//! Resources make one another, so these files name one another. `open` has the functions that are none of a resource, `fault` makes the faults of hosts.

mod batch;
mod bindings;
mod engine;
mod fault;
mod game;
mod open;
mod replay;
mod rules;

use bindings::exports::polymerge::engine::games::Guest;
use bindings::exports::polymerge::engine::games::{Fault, Limits, Opened, Replay};

/// The exports of the component.
struct Component;

impl Guest for Component {
    type Rules = rules::OwnRules;
    type Game = game::OwnGame;
    type Replay = replay::OwnReplay;
    type Engine = engine::OwnEngine;
    type Position = engine::OwnPosition;
    type Batch = batch::OwnBatch;

    fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn modes() -> Result<String, Fault> {
        open::modes()
    }

    fn open(text: String, limits: Option<Limits>) -> Result<Opened, Fault> {
        open::open_text(&text, limits)
    }

    fn open_replay(text: String, limits: Option<Limits>) -> Result<Replay, Fault> {
        open::open_replay(&text, limits)
    }

    fn check(text: String, limits: Option<Limits>) -> Result<String, Fault> {
        open::check_text(&text, limits)
    }
}
