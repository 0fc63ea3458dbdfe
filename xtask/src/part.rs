//! The parts of a task, with their times.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The result of one part of a task.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) name: &'static str,
    pub(crate) took: Duration,
    /// Processor time of the programs that it ran; `None` if the system does not report it.
    pub(crate) processor: Option<Duration>,
    pub(crate) failure: Option<String>,
}

/// Runs one part under a heading.
pub(crate) fn run(name: &'static str, work: impl FnOnce() -> Result<(), String>) -> Report {
    println!("\n==> {name}");
    let started = Instant::now();
    let before = processor_time();
    let failure = work().err();
    if let Some(message) = &failure {
        println!("{message}");
    }
    let processor = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
    Report { name, took: started.elapsed(), processor, failure }
}

/// Prints the closing table of parts, times and outcomes; fails if a part failed.
pub(crate) fn summary(reports: &[Report]) -> Result<(), String> {
    println!("\n{:<14} {:>9} {:>11}", "part", "wall", "processor");
    for Report { name, took, processor, failure } in reports {
        let outcome = if failure.is_some() { "FAILED" } else { "ok" };
        println!("{name:<14} {:>9} {:>11}  {outcome}", seconds(Some(*took)), seconds(*processor));
    }
    let took: Duration = reports.iter().map(|report| report.took).sum();
    let processor = reports.iter().map(|report| report.processor).sum();
    println!("{:<14} {:>9} {:>11}", "all", seconds(Some(took)), seconds(processor));
    let failed = reports.iter().filter_map(|report| Some((report.name, report.failure.as_ref()?)));
    let failed: Vec<_> = failed.map(|(name, cause)| format!("failed: {name}: {cause}")).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

fn seconds(time: Option<Duration>) -> String {
    time.map_or_else(|| "-".to_owned(), |time| format!("{:.1} s", time.as_secs_f64()))
}

/// A clock tick in `/proc`, on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// Returns the processor time of all awaited child processes, including their own children. A server that a
/// test leaves running is not included.
fn processor_time() -> Option<Duration> {
    children(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// Reads the fields `cutime` and `cstime`, the 16th and 17th; the third follows the name, which may contain
/// spaces.
fn children(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(13);
    let mut next = || fields.next()?.parse::<u32>().ok();
    TICK.checked_mul(next()?.checked_add(next()?)?)
}

/// Prefixes of the variables in which cargo describes the running program.
const OF_THIS_PROGRAM: [&str; 4] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"];

/// Creates a call of the toolchain's cargo, without the variables that describe this program: build scripts
/// would run again because of them. A clean checkout is compiled once, so nothing is kept for a second time: that
/// costs time and gigabytes.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| OF_THIS_PROGRAM.iter().any(|prefix| name.starts_with(prefix))) {
            command.env_remove(name);
        }
    }
    if !keeps_former_work() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command.args(arguments);
    command
}

/// Returns `true` if this checkout was compiled before by a developer, who compiles again.
fn keeps_former_work() -> bool {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target/debug/incremental");
    let entries = kept.read_dir().into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).any(|name| name.starts_with("causeway"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_read() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 150 50 20 0 1 0 9";
        assert_eq!(children(stat), Some(Duration::from_secs(2)));
        assert_eq!(children("7 (short) S 1"), None);
    }

    #[test]
    fn work_of_programs_counts() {
        let Some(before) = processor_time() else { return };
        let script = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done";
        assert!(Command::new("sh").args(["-c", script]).status().is_ok_and(|status| status.success()));
        assert!(processor_time() > Some(before));
    }
}
