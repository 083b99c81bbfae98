//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod answers;
mod catalogue;
mod classic;
mod documents;
mod formulas;
mod keys;
mod keywords;
mod lints;
mod meant;
mod messages;
mod mutations;
mod odd_modes;
mod playing;
mod settings;
mod settings_play;
mod slips;
mod triggers;
mod values;
