//! The interpreter of turns.
//!
//! A turn goes through the steps of `steps`, on a copy of the state that `context`
//! holds with all that a turn needs around it. Every other file is one step, or one
//! thing that happens in several of them. Expressions see the game through `host`;
//! `read_tracker` notes what they look at. What a faster engine may answer instead goes
//! through `hooks` and nowhere else; its functions are given the turn, so the two name each other.

pub(crate) mod account;
pub(crate) mod accounting;
pub(crate) mod auto_move;
pub(crate) mod budget;
pub(crate) mod click;
pub(crate) mod context;
pub(crate) mod discovery;
pub(crate) mod dry_run;
pub(crate) mod end_of_turn;
pub(crate) mod goal;
pub(crate) mod hooks;
pub(crate) mod host;
pub(crate) mod movement;
pub(crate) mod outcome;
pub(crate) mod profile;
pub(crate) mod programs;
pub(crate) mod read_tracker;
pub(crate) mod script;
pub(crate) mod spawn;
pub(crate) mod start;
pub(crate) mod steps;
pub(crate) mod trigger;
pub(crate) mod wake_set;
