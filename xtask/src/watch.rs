//! Running programs, and ending those that make no progress.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Time without output after which a program is considered hung: tests print a line each, and slow ones are
/// named after a minute. A busy machine makes tests slow, but not silent.
pub(crate) const SILENCE_TIMEOUT: Duration = Duration::from_mins(15);

/// The destination of a program's output.
#[derive(Clone)]
pub(crate) enum Sink {
    /// The terminal, immediately.
    Terminal,
    /// Memory, to be printed later.
    Memory(OutputBuffer),
    /// The terminal, immediately, and memory.
    Both(OutputBuffer),
}

/// Stored output.
pub(crate) type OutputBuffer = Arc<Mutex<Vec<u8>>>;

/// Returns the output stored so far.
pub(crate) fn text(buffer: &OutputBuffer) -> String {
    String::from_utf8_lossy(&buffer.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
}

impl Sink {
    fn write(&self, is_error: bool, bytes: &[u8]) {
        if let Self::Memory(buffer) | Self::Both(buffer) = self {
            buffer.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        }
        // If the terminal is gone, the error cannot be shown either.
        let _ = match self {
            Self::Memory(_) => Ok(()),
            _ if is_error => io::stderr().write_all(bytes),
            _ => io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()),
        };
    }
}

/// Runs a program with its output on the terminal; fails unless it succeeds.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    succeed_into(command, &Sink::Terminal)
}

/// Runs a program with its output in `sink`; fails unless it succeeds.
pub(crate) fn succeed_into(command: &mut Command, sink: &Sink) -> Result<(), String> {
    succeed_within(command, sink, SILENCE_TIMEOUT)
}

/// Compiles with all optimisations and its output on the terminal; fails unless it succeeds. The compiler says
/// nothing while it works on the largest crates.
pub(crate) fn optimise(command: &mut Command) -> Result<(), String> {
    succeed_within(command, &Sink::Terminal, SILENCE_TIMEOUT * 4)
}

fn succeed_within(command: &mut Command, sink: &Sink, silence: Duration) -> Result<(), String> {
    match run_watched(command, sink, silence) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(format!("{command:?} failed: {status}")),
        Ok(None) => Err(format!("{command:?} was killed after {} s without output", silence.as_secs())),
        Err(cause) => Err(format!("cannot run {command:?}: {cause}")),
    }
}

/// Runs a program that must succeed, and returns its standard output.
pub(crate) fn output_of(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|cause| format!("cannot run {command:?}: {cause}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed: {}\n{}", output.status, complaint.trim_end()))
}

/// Runs a program and returns its exit status, or `None` if it was killed after `silence` without output.
pub(crate) fn run_watched(
    command: &mut Command,
    sink: &Sink,
    silence: Duration,
) -> io::Result<Option<ExitStatus>> {
    // In its own process group, so that its children are killed with it.
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let (activity, watched) = channel();
    if let Some(output) = child.stdout.take() {
        forward(output, false, sink.clone(), activity.clone());
    }
    if let Some(output) = child.stderr.take() {
        forward(output, true, sink.clone(), activity);
    }
    if falls_silent(&watched, silence) {
        end(&mut child)?;
        return Ok(None);
    }
    child.wait().map(Some)
}

/// Waits for the end of the output; returns `true` if the output pauses for too long.
fn falls_silent(watched: &Receiver<()>, silence: Duration) -> bool {
    loop {
        match watched.recv_timeout(silence) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

fn forward(mut from: impl Read + Send + 'static, is_error: bool, sink: Sink, activity: Sender<()>) {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            sink.write(is_error, &buffer[..length]);
            if activity.send(()).is_err() {
                return;
            }
        }
    });
}

fn end(child: &mut Child) -> io::Result<()> {
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.wait().map(drop)
}

/// Returns `true` if a program can be run and succeeds; its output is dropped.
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
    fn a_silent_program_is_ended_with_its_children() {
        let began = Instant::now();
        let outcome =
            run_watched(&mut shell("echo begins; sleep 600 & wait"), &memory(), Duration::from_millis(300));
        assert!(matches!(outcome, Ok(None)), "{outcome:?}");
        assert!(began.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_slow_program_that_speaks_goes_on() {
        let sink = memory();
        let script = "for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done; echo last >&2; exit 3";
        let outcome = run_watched(&mut shell(script), &sink, Duration::from_secs(2));
        assert_eq!(outcome.ok().flatten().and_then(|status| status.code()), Some(3));
        let Sink::Memory(buffer) = sink else { return };
        assert_eq!(text(&buffer), "1\n2\n3\n4\n5\n6\nlast\n");
    }

    fn memory() -> Sink {
        Sink::Memory(Arc::default())
    }
}
