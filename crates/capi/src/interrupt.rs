//! Stopping long calls: each thread may have a handler, which they ask.

use std::cell::Cell;
use std::ffi::c_void;

use crate::fault::{Fault, Outcome};

/// A handler of interrupts: returns 0 to go on, and another number to stop the call. It must
/// return, without an exception or longjmp. It may call the library, but for the handles of the
/// call that asks it.
pub type Interrupt = Option<extern "C" fn(data: *mut c_void) -> i32>;

thread_local! {
    static HANDLER: Cell<(Interrupt, *mut c_void)> = const { Cell::new((None, std::ptr::null_mut())) };
}

/// Sets the handler of this thread.
pub fn set(handler: Interrupt, data: *mut c_void) {
    // At the end of a thread there is no place for it any more.
    let _ = HANDLER.try_with(|own| own.set((handler, data)));
}

/// Asks the handler of this thread whether to go on.
pub fn ask() -> Outcome {
    match HANDLER.try_with(Cell::get) {
        Ok((Some(handler), data)) if handler(data) != 0 => Err(Fault::interrupted()),
        _ => Ok(()),
    }
}

/// The number of moves between two questions.
const STRIDE: usize = 256;

/// Asks now and then, as moves are made.
pub fn ask_at(moves: usize) -> Outcome {
    match moves.is_multiple_of(STRIDE) {
        true => ask(),
        false => Ok(()),
    }
}

/// Does work that asks, with the number of moves so far, whether to go on, and gives no result if
/// it was stopped.
pub fn asking<T, E: Into<Fault>>(
    work: impl FnOnce(&mut dyn FnMut(usize) -> bool) -> Result<Option<T>, E>,
) -> Result<T, Fault> {
    let found = work(&mut |moves| ask_at(moves).is_ok()).map_err(Into::into)?;
    found.ok_or_else(Fault::interrupted)
}
