//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod acts;
mod answers;
mod api;
mod backup;
mod command;
mod common;
mod days;
mod export;
mod failures;
mod fair;
mod guard;
mod hostile;
mod kill;
mod links;
mod locks;
mod many;
mod moderation;
mod nginx;
mod old;
mod operator;
mod orders;
mod pages;
mod people;
mod players;
mod quick;
mod ranked;
mod robot;
mod site;
mod slow;
mod statements;
mod store;
