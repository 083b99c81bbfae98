//! Faults as C sees them: a number, and for each thread the last message.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use polymerge::errors::TurnError;
use polymerge::{ErrorKind, Refusal};
use serde::Serialize;

/// All is well.
pub const PM_OK: i32 = 0;
/// An argument is invalid: NULL, a name, a setting, a wrong length.
pub const PM_INPUT: i32 = 1;
/// The player can't do this now; the game is as before.
pub const PM_REFUSED: i32 = 2;
/// A save code, a move string or a saved game can't be read or written.
pub const PM_CODE: i32 = 3;
/// A mode file has errors.
pub const PM_FILE: i32 = 4;
/// The mode can't be compiled, or one of its expressions failed.
pub const PM_RULES: i32 = 5;
/// A recorded game contradicts its rules.
pub const PM_RECORD: i32 = 6;
/// A limit was reached.
pub const PM_LIMIT: i32 = 7;
/// A buffer is too small: its `length` is the needed one.
pub const PM_SPACE: i32 = 8;
/// A fault of the library itself. The handles of the call can only be freed now.
pub const PM_PANIC: i32 = 9;
/// Another call uses the handle: of another thread, or the one that has called the handler of
/// interrupts.
pub const PM_BUSY: i32 = 10;
/// The handler of interrupts has stopped the call.
pub const PM_INTERRUPTED: i32 = 11;

/// A fault on its way to C.
#[derive(Debug)]
pub struct Fault {
    status: i32,
    code: &'static str,
    message: String,
}

/// The result of a function of the library.
pub type Outcome = Result<(), Fault>;

/// Returns data as JSON.
pub fn json(data: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(data).map_err(|error| Fault::input(error.to_string()))
}

impl Fault {
    /// Creates a fault of an invalid argument.
    pub fn input(message: impl Into<String>) -> Fault {
        Fault { status: PM_INPUT, code: "bad-argument", message: message.into() }
    }

    /// An argument is NULL that must not be.
    pub fn null(name: &str) -> Fault {
        Fault::input(format!("{name} is NULL"))
    }

    /// The player can't do this now.
    pub fn refused(code: &'static str, message: &str) -> Fault {
        Fault { status: PM_REFUSED, code, message: message.to_owned() }
    }

    /// A fault: a buffer has no room for `needed` bytes and a NUL.
    pub fn space(needed: usize, capacity: usize) -> Fault {
        let message = format!("the buffer has room for {capacity} bytes; {needed} and a NUL are needed");
        Fault { status: PM_SPACE, code: "buffer-too-small", message }
    }

    /// A fault: a list of `count` does not fit.
    pub fn list(count: usize, capacity: usize) -> Fault {
        let message = format!("the list has room for {capacity}; {count} are needed");
        Fault { status: PM_SPACE, code: "list-too-small", message }
    }

    /// Another call uses a handle.
    pub fn busy(name: &str) -> Fault {
        let message = format!("another call uses {name}; it can be used when that call has returned");
        Fault { status: PM_BUSY, code: "busy", message }
    }

    /// A call has failed in the midst of a change.
    pub fn torn(name: &str) -> Fault {
        let message = format!("a call with {name} ended in a fault of the library; it can only be freed");
        Fault { status: PM_PANIC, code: "library-fault", message }
    }

    /// The program has stopped the call.
    pub fn interrupted() -> Fault {
        let message = "the handler of interrupts has stopped the call".to_owned();
        Fault { status: PM_INTERRUPTED, code: "interrupted", message }
    }

    /// A record that does not lead to its game.
    pub fn record(code: &'static str, message: &str) -> Fault {
        Fault { status: PM_RECORD, code, message: message.to_owned() }
    }

    fn panic(payload: &(dyn std::any::Any + Send)) -> Fault {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = format!("a fault of the library: {}", text.unwrap_or("of no known kind"));
        Fault { status: PM_PANIC, code: "library-fault", message }
    }
}

impl From<polymerge::Error> for Fault {
    fn from(error: polymerge::Error) -> Fault {
        let status = match error.kind() {
            ErrorKind::Input => PM_INPUT,
            ErrorKind::Refused => PM_REFUSED,
            ErrorKind::Code => PM_CODE,
            ErrorKind::File => PM_FILE,
            ErrorKind::Record => PM_RECORD,
            ErrorKind::Limit => PM_LIMIT,
            // Nothing but rules draws where there are no random numbers.
            _ => PM_RULES,
        };
        Fault { status, code: error.code(), message: error.to_string() }
    }
}

impl From<TurnError> for Fault {
    fn from(error: TurnError) -> Fault {
        polymerge::Error::from(error).into()
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        polymerge::Error::from(refusal).into()
    }
}

/// The last fault of a thread, as text that lives until the next one.
#[derive(Default)]
struct Last {
    message: CString,
    code: CString,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
}

/// Runs the work of a function of the library; faults and panics are stored for
/// [`last_message`], and returned as numbers.
pub fn guarded(work: impl FnOnce() -> Outcome) -> i32 {
    // After a panic handles can only be freed, which looks at nothing that may be torn.
    let fault = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return PM_OK,
        Ok(Err(fault)) => fault,
        Err(payload) => Fault::panic(&*payload),
    };
    let last = Last { message: text_of(&fault.message), code: text_of(fault.code) };
    // At the end of a thread there is no place for it any more.
    let _ = LAST.try_with(|kept| kept.replace(last));
    fault.status
}

/// A text for C: what comes behind a NUL is cut off.
fn text_of(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// The message of the last fault of this thread; empty if there was none.
pub fn last_message() -> *const c_char {
    LAST.try_with(|last| last.borrow().message.as_ptr()).unwrap_or(c"".as_ptr())
}

/// The stable name of the last fault of this thread; empty if there was none.
pub fn last_code() -> *const c_char {
    LAST.try_with(|last| last.borrow().code.as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library.
pub fn version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_numbers() {
        let status = guarded(|| panic!("torn\0 apart"));
        assert_eq!(status, PM_PANIC);
        LAST.with(|last| assert_eq!(last.borrow().message.to_str().unwrap(), "a fault of the library: torn"));
    }
}
