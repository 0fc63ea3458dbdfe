//! Running programs, and ending those that make no progress.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A program that says nothing for so long hangs: tests print a line each, and one that runs long is named after a
/// minute. A busy machine makes all of them slow, and none of them silent.
pub(crate) const SILENCE: Duration = Duration::from_mins(15);

/// Where the output of a program goes.
#[derive(Clone)]
pub(crate) enum Sink {
    /// To the terminal, as it comes.
    Terminal,
    /// Into memory, to be shown later.
    Memory(Kept),
    /// To the terminal, as it comes, and into memory.
    Both(Kept),
}

/// Output that is kept.
pub(crate) type Kept = Arc<Mutex<Vec<u8>>>;

/// What has been kept so far.
pub(crate) fn text(kept: &Kept) -> String {
    String::from_utf8_lossy(&kept.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
}

impl Sink {
    fn write(&self, is_error: bool, bytes: &[u8]) {
        if let Self::Memory(kept) | Self::Both(kept) = self {
            kept.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        }
        // A terminal that is gone takes no complaint either.
        let _ = match self {
            Self::Memory(_) => Ok(()),
            _ if is_error => io::stderr().write_all(bytes),
            _ => io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()),
        };
    }
}

/// Runs a program with its output going to the terminal as it comes.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    succeed_into(command, &Sink::Terminal)
}

/// The same with another place for the output.
pub(crate) fn succeed_into(command: &mut Command, sink: &Sink) -> Result<(), String> {
    match watched(command, sink, SILENCE) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(format!("{command:?}: {status}")),
        Ok(None) => Err(format!("{command:?}: ended after {} s without a word", SILENCE.as_secs())),
        Err(cause) => Err(format!("{command:?}: {cause}")),
    }
}

/// Returns how a program ended, `None` if it was ended for its silence.
pub(crate) fn watched(
    command: &mut Command,
    sink: &Sink,
    silence: Duration,
) -> io::Result<Option<ExitStatus>> {
    // A group of its own, so that what it has started ends with it.
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let (heard, hears) = channel();
    if let Some(output) = child.stdout.take() {
        forward(output, false, sink.clone(), heard.clone());
    }
    if let Some(output) = child.stderr.take() {
        forward(output, true, sink.clone(), heard);
    }
    if falls_silent(&hears, silence) {
        end(&mut child)?;
        return Ok(None);
    }
    child.wait().map(Some)
}

/// Waits for the end of the output, or for too long a silence.
fn falls_silent(hears: &Receiver<()>, silence: Duration) -> bool {
    loop {
        match hears.recv_timeout(silence) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

fn forward(mut from: impl Read + Send + 'static, is_error: bool, sink: Sink, heard: Sender<()>) {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            sink.write(is_error, &buffer[..length]);
            if heard.send(()).is_err() {
                return;
            }
        }
    });
}

fn end(child: &mut Child) -> io::Result<()> {
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.wait().map(drop)
}

/// Whether a program can be run and says that all is well; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_silent_program_is_ended_with_what_it_has_started() {
        let began = Instant::now();
        let outcome =
            watched(&mut shell("echo begins; sleep 600 & wait"), &memory(), Duration::from_millis(300));
        assert!(matches!(outcome, Ok(None)), "{outcome:?}");
        assert!(began.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_slow_program_that_speaks_goes_on() {
        let sink = memory();
        let script = "for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done; echo last >&2; exit 3";
        let outcome = watched(&mut shell(script), &sink, Duration::from_secs(2));
        assert_eq!(outcome.ok().flatten().and_then(|status| status.code()), Some(3));
        let Sink::Memory(kept) = sink else { return };
        assert_eq!(text(&kept), "1\n2\n3\n4\n5\n6\nlast\n");
    }

    fn memory() -> Sink {
        Sink::Memory(Arc::default())
    }
}
