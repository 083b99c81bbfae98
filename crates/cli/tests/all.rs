//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod before_game;
mod bench;
mod bots;
mod code;
mod command;
mod common;
mod convert;
mod custom;
mod goals;
mod help;
mod kept;
mod lsp;
mod opening;
mod out;
mod output;
mod plain;
mod render;
mod replay;
mod sanitized;
mod scores;
mod stats;
mod storage;
mod terminal;
mod why;
mod work;
