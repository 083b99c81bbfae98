//! A score service: it takes games, plays each again, and ranks what it saw.
//!
//! A submission is a mode, a seed and moves. What it is worth is never told by the client:
//! [`modes`] finds and remembers the mode, [`verify`] plays the game within strict limits.
//! [`store`] keeps the games in SQLite or PostgreSQL, several at once through [`writer`],
//! [`api`] answers over HTTP, [`limit`], [`quota`], [`share`] and [`pool`] bound what strangers can cost,
//! [`outage`] tells failures once, [`log`] writes them down.
//! [`config`] says how the service is run; [`admin`], [`reverify`], [`prune`] (which knows [`plain`] boards) and [`export`] are for
//! those who run it, [`moderation`] for moderators.

pub mod account;
pub mod admin;
pub mod api;
pub mod config;
pub mod connections;
pub mod counted;
pub mod daily;
pub mod drawn;
pub mod ending;
pub mod engines;
pub mod export;
pub mod gauges;
pub mod judge;
pub mod limit;
pub mod link;
pub mod log;
pub mod metrics;
pub mod moderation;
pub mod modes;
pub mod names;
pub mod operators;
pub mod orders;
pub mod outage;
pub mod patience;
pub mod places;
pub mod plain;
pub mod pool;
pub mod prune;
pub mod queue;
pub mod quota;
pub mod ranked;
pub mod reverify;
pub mod robot;
pub mod serve;
pub mod share;
pub mod skeleton;
pub mod source;
pub mod store;
pub mod title;
pub mod token;
pub mod undrawn;
pub mod upgrade;
pub mod verify;
pub mod writer;
