//! Start-up time and memory of a process.

use super::world::World;
use crate::error::Result;
use crate::options::Options;
use crate::report::report;
use crate::service::Process;
use crate::stats::Summary;

/// Measures restarts on a database with customers.
pub(super) async fn run(options: &Options) -> Result<()> {
    let rest = World::on_sqlite(options).await?.stop()?;
    let mut millis = Vec::new();
    let mut mebibytes = Vec::new();
    for _ in 0..options.pairs {
        let (process, start) = Process::first_answer(&options.program, &rest.place).await?;
        millis.push(start.took.as_secs_f64() * 1_000.0);
        mebibytes.push(f64::from(u32::try_from(start.anonymous_kib)?) / 1_024.0);
        process.stop()?;
    }
    let start = Summary::of(&millis);
    let memory = Summary::of(&mebibytes);
    report(&format!(
        "second start to first answer: {:.0} ms ({:.0} to {:.0}); anonymous memory then: {:.1} MiB ({:.1} to {:.1})",
        start.median, start.least, start.most, memory.median, memory.least, memory.most
    ))
}
