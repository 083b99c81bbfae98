//! The signals of the operating system: to end, to stop for a while, to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::time::Duration;

use crate::failure::Failure;

/// The time that the program has to end by itself.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

/// The signals that the system has sent to the program.
#[derive(Default)]
pub struct Signals {
    /// True once the program is asked to end.
    pub stop: Arc<AtomicBool>,
    suspended: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

/// Returns a flag that becomes true when the system asks the program to end. Asked once more, it
/// ends at once. On Windows it always ends at once.
pub fn asked_to_end() -> Result<Arc<AtomicBool>, Failure> {
    let asked = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // What is registered first is asked first: the flag is not yet set the first time.
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&asked))?;
            signal_hook::flag::register(signal, Arc::clone(&asked))?;
        }
    }
    Ok(asked)
}

/// Returns a flag as [`asked_to_end`] does. Asked once more, the program does a last thing before it
/// ends.
pub fn asked_to_end_after(last: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let asked = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut ends = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let flag = Arc::clone(&asked);
        std::thread::spawn(move || {
            for signal in ends.forever() {
                if flag.swap(true, Ordering::Relaxed) {
                    last();
                    std::process::exit(128 + signal);
                }
            }
        });
    }
    #[cfg(not(unix))]
    drop(last);
    Ok(asked)
}

impl Signals {
    /// Starts to listen.
    ///
    /// If the terminal is gone, waiting for its next event never ends, so a program that is asked
    /// to end does so from here. Every move has been saved.
    pub fn listen() -> Result<Signals, Failure> {
        let signals = Signals::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
            signal_hook::flag::register(SIGTSTP, Arc::clone(&signals.suspended))?;
            signal_hook::flag::register(SIGCONT, Arc::clone(&signals.resumed))?;
            let mut ends = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
            let stop = Arc::clone(&signals.stop);
            std::thread::spawn(move || {
                if let Some(signal) = ends.forever().next() {
                    stop.store(true, Ordering::Relaxed);
                    std::thread::sleep(GRACE);
                    std::process::exit(128 + signal);
                }
            });
        }
        Ok(signals)
    }

    /// Returns true once after a signal to stop for a while.
    pub fn take_suspended(&self) -> bool {
        self.suspended.swap(false, Ordering::Relaxed)
    }

    /// Returns true once after a signal to go on. Other programs may have drawn on the screen
    /// meanwhile.
    pub fn take_resumed(&self) -> bool {
        self.resumed.swap(false, Ordering::Relaxed)
    }

    /// Stops the process. Returns when it goes on.
    pub fn suspend(&self) {
        #[cfg(unix)]
        {
            // If the system refuses, the program simply goes on.
            _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        }
        self.resumed.store(true, Ordering::Relaxed);
    }
}
