//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod batches;
mod changes;
mod computed_spawns;
mod conditions;
mod corpus;
mod dependencies;
mod discoveries;
mod fingerprints;
mod generated;
mod hostile;
mod plain;
mod players;
mod positions;
mod regressions;
mod replays;
mod rollouts;
mod variables;
