//! One run of a PostgreSQL client program, with its pipes, its time limit and its errors.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The reason why a program has not done its work.
#[derive(Debug)]
pub enum ProgramError {
    /// It is not installed.
    Missing(&'static str),
    /// It has failed, with this text on its standard error.
    Failed { program: &'static str, reason: String },
    /// It was ended after this time, because it had taken too long or was cancelled.
    Ended { program: &'static str, after: Duration },
    /// A file cannot be read or written.
    File { path: PathBuf, error: io::Error },
}

/// The ends of a program's pipes, `None` if it has no such pipe.
pub(super) struct Pipes {
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Option<ChildStdout>,
}

/// The interval at which a running program is compared with the condition for its end.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Runs a program to its end, or ends it once `is_over` returns `true` for the time that it has run. `transfer` moves
/// the data through its pipes, and `file` is the other end of them.
pub(super) fn run(
    program: &'static str,
    mut command: Command,
    file: &Path,
    is_over: impl Fn(Duration) -> bool,
    transfer: impl FnOnce(Pipes) -> io::Result<()> + Send,
) -> Result<(), ProgramError> {
    let failed = |reason: String| ProgramError::Failed { program, reason };
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ProgramError::Missing(program),
        _ => failed(error.to_string()),
    })?;
    let pipes = Pipes { input: child.stdin.take(), output: child.stdout.take() };
    let errors = child.stderr.take();
    let (ending, end) = mpsc::channel::<()>();
    let began = Instant::now();
    let mut ended_after = None;
    let (transferred, reason) = std::thread::scope(|scope| {
        let transferring = scope.spawn(move || transfer(pipes));
        // The text ends with the program, and the channel with the thread.
        let reading = scope.spawn(move || {
            let _ending = ending;
            text_of(errors)
        });
        while end.recv_timeout(CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let time = began.elapsed();
            if is_over(time) {
                ended_after = Some(time);
                // It may have ended by itself.
                let _ = child.kill();
                break;
            }
        }
        let transferred =
            transferring.join().unwrap_or_else(|_| Err(io::Error::other("the transfer panicked")));
        (transferred, reading.join().unwrap_or_default())
    });
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if let Some(after) = ended_after {
        return Err(ProgramError::Ended { program, after });
    }
    match (status.success(), transferred) {
        (true, Ok(())) => Ok(()),
        // A program that fails closes its pipe: its own reason is the first one.
        (false, _) if !reason.is_empty() => Err(failed(reason)),
        (false, Ok(())) => Err(failed(status.to_string())),
        (_, Err(error)) => Err(ProgramError::File { path: file.to_owned(), error }),
    }
}

fn text_of(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        // A text that is cut off is better than none.
        let _ = from.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(program) => write!(
                f,
                "{program} is not on the PATH: install PostgreSQL's client programs, of the version of the server or a \
                 newer one (Debian: apt-get install postgresql-client)"
            ),
            Self::Failed { program, reason } => write!(f, "{program} failed: {reason}"),
            Self::Ended { program, after } => {
                write!(f, "{program} was ended after {} minutes: it had not finished", after.as_secs() / 60)
            }
            Self::File { path, error } => write!(f, "cannot read or write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ProgramError {}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    /// Runs `sleep` for some seconds within a limit.
    fn nap(seconds: &str, limit: Duration) -> Result<(), ProgramError> {
        let mut command = Command::new("sleep");
        command.arg(seconds).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        run("sleep", command, Path::new(""), |time| time >= limit, |_| Ok(()))
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let hung = nap("3600", Duration::from_millis(20));
        assert!(matches!(hung, Err(ProgramError::Ended { program: "sleep", .. })), "{hung:?}");
        nap("0", Duration::from_mins(1)).unwrap();
    }
}
