//! The process of a bot: lines to it and from it, each within a time, and its end.

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use polymerge_app::input;

use crate::arena::fault::Fault;
use crate::arena::groups::Groups;
use crate::bots::line::{Lines, Received};

/// The longest line that a bot may write, in bytes.
const LONGEST: usize = 1 << 20;

/// The lines on the way from a bot, or to it, at most.
const MOST_WAITING: usize = 256;

/// The time that a bot has to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// The time between two looks whether the match is stopped.
const SLICE: Duration = Duration::from_millis(100);

/// The time between two looks whether a bot has ended.
const LOOK: Duration = Duration::from_millis(5);

/// A running bot. It is ended when this value is dropped.
pub struct Process {
    child: Child,
    groups: Groups,
    /// True once it was waited for.
    is_gone: bool,
    to: Option<SyncSender<String>>,
    from: Receiver<Received>,
    /// The last line that it wrote to standard error.
    complaint: Arc<Mutex<Option<String>>>,
}

impl Process {
    /// Starts a command, as a shell reads it, as one of these groups.
    ///
    /// # Errors
    /// The system can't start it.
    pub fn start(command: &str, groups: &Groups) -> Result<Process, Fault> {
        let fail = |error: std::io::Error| Fault::NotStarted(error.to_string());
        let pipe = Stdio::piped;
        let mut child = shell(command).stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().map_err(fail)?;
        groups.add(child.id());
        let (to, lines) = sync_channel::<String>(MOST_WAITING);
        let (received, from) = sync_channel(MOST_WAITING);
        let complaint = Arc::new(Mutex::new(None));
        // Pipes that are full block, so each has a thread.
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_all(stdout, |line| received.send(line).is_ok()));
        }
        if let Some(stderr) = child.stderr.take() {
            let complaint = Arc::clone(&complaint);
            thread::spawn(move || {
                read_all(stderr, |line| {
                    if let Received::Line(line) = line {
                        input::note(&line);
                        if !line.trim().is_empty() {
                            *complaint.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
                        }
                    }
                    true
                });
            });
        }
        Ok(Process { child, groups: groups.clone(), is_gone: false, to: Some(to), from, complaint })
    }

    /// Sends lines, together: each write wakes the bot.
    ///
    /// # Errors
    /// The bot has ended, or reads nothing.
    pub fn send(&mut self, lines: &[String]) -> Result<(), Fault> {
        match self.to.as_ref().map(|to| to.try_send(lines.join("\n") + "\n")) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Fault::Late(Duration::ZERO)),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended()),
        }
    }

    /// Waits for a line within a time, or until the match is stopped.
    ///
    /// # Errors
    /// No line comes, or something else.
    pub fn receive(
        &mut self,
        until: Instant,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<String, Fault> {
        let received = loop {
            // Lines that never end must not hide it.
            if stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(SLICE)) {
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
                // Lines that never end must not hide that the time is over.
                Ok(_) if Instant::now() > until + SLICE => return Err(Fault::Late(patience)),
                received => break received,
            }
        };
        match received {
            Ok(Received::Line(line)) => Ok(line),
            Ok(Received::Garbage(why)) => Err(Fault::NoLine(why)),
            Ok(Received::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Late(patience)),
        }
    }

    /// Ends the bot, which says nothing more, and returns how it has ended by itself.
    fn ended(&mut self) -> Fault {
        self.to = None;
        let by_itself = self.ends_soon();
        let status = self.kill().filter(|_| by_itself);
        // What it wrote last may still be on its way.
        thread::sleep(2 * LOOK);
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).take();
        Fault::Ended(status.unwrap_or_else(|| "it closed its output".to_owned()), complaint)
    }

    /// Waits a moment for the end of the bot. Returns whether it has ended.
    fn ends_soon(&mut self) -> bool {
        let until = Instant::now() + GRACE;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(LOOK);
        }
        true
    }

    /// Returns true if the bot has ended. Its number stays its own: other processes that it has
    /// started are ended by it.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(child) = Pid::from_raw(self.child.id() as i32) else { return true };
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.is_gone || waitid(WaitId::Pid(child), look).map_or(true, |status| status.is_some())
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        self.is_gone || self.child.try_wait().map_or(true, |status| status.is_some())
    }

    /// Ends the bot, and all that it has started. Returns its exit status, once.
    fn kill(&mut self) -> Option<String> {
        if self.is_gone {
            return None;
        }
        self.is_gone = true;
        self.groups.end(self.child.id());
        _ = self.child.kill();
        self.child.wait().ok().map(|status| status.to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of its input asks it to end as well.
        if let Some(to) = self.to.take() {
            _ = to.try_send("quit\n".to_owned());
            drop(to);
            self.ends_soon();
        }
        self.kill();
    }
}

/// Reads lines as long as they are wanted.
fn read_all(from: impl Read, mut takes: impl FnMut(Received) -> bool) {
    let mut lines = Lines::new(BufReader::new(from), LONGEST);
    loop {
        let received = lines.read();
        let is_end = received == Received::End;
        if !takes(received) || is_end {
            return;
        }
    }
}

/// Returns a command that a shell reads. It has a group of its own, so that all that it starts is
/// ended with it.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}
