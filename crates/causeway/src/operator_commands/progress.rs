//! The progress of a running command on a terminal: one line on standard error, written again and again.

use std::io::{self, IsTerminal, Write};
use std::pin::pin;
use std::time::Duration;

use causeway_service::runtime::timers;

use super::Invocation;
use super::cells::in_line;

/// The time between two looks at work that is running.
const LOOK: Duration = Duration::from_secs(1);
/// Number of looks without a line: most commands have ended before.
const SILENT_LOOKS: u64 = 2;
/// Maximum number of characters of the line: one that wraps cannot be written again.
const LONGEST: usize = 78;
/// Control characters that erase the line.
const ERASE: &str = "\r\u{1b}[K";

/// The line on standard error.
#[derive(Debug)]
pub(super) struct StatusLine {
    /// `false` if standard error is no terminal: nothing is written then.
    is_shown: bool,
    is_written: bool,
}

impl StatusLine {
    pub(super) fn new() -> Self {
        Self { is_shown: io::stderr().is_terminal(), is_written: false }
    }

    /// Writes the line again. A failure is ignored, because the result is what counts.
    pub(super) fn write(&mut self, text: &str) {
        if self.is_shown {
            let text: String = in_line(text).chars().take(LONGEST).collect();
            let _ = write!(io::stderr(), "{ERASE}{text}").and_then(|()| io::stderr().flush());
            self.is_written = true;
        }
    }

    /// Erases the line.
    pub(super) fn erase(&mut self) {
        if self.is_written {
            let _ = write!(io::stderr(), "{ERASE}").and_then(|()| io::stderr().flush());
            self.is_written = false;
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.erase();
    }
}

/// Awaits the work of a command. On a terminal, a line says for how long it has been running.
pub(super) async fn watched<T>(invocation: &Invocation, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut line = StatusLine::new();
    let mut looks: u64 = 0;
    loop {
        tokio::select! {
            biased;
            output = &mut work => return output,
            () = timers::pause(LOOK) => {}
        }
        looks += 1;
        if looks > SILENT_LOOKS {
            line.write(&running(invocation, looks));
        }
    }
}

/// Returns the line about a command that has been running for some seconds.
fn running(invocation: &Invocation, seconds: u64) -> String {
    let action = invocation.action;
    format!("{} {} is running, {}", action.noun, action.verb, duration(seconds))
}

fn duration(seconds: u64) -> String {
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes => format!("{minutes} min {} s", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_time_is_in_minutes() {
        assert_eq!(duration(59), "59 s");
        assert_eq!(duration(61), "1 min 1 s");
    }
}
