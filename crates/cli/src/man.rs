//! `polymerge man`: the manual page, made from the arguments themselves.

use clap::Command;

use crate::failure::Failure;

pub fn run(command: Command) -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    crate::input::print(&page)
}
