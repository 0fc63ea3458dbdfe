//! Interleaved pairs: a run of the service and a run of the floor, one right after the other.

use std::time::Duration;

use crate::Result;
use crate::load::Load;
use crate::options::Options;
use crate::pgbench::Pgbench;
use crate::report::{Half, Pairs};
use crate::service::Process;

/// What a service is compared with.
pub(super) enum Floor<'a> {
    /// A server that is asked the same.
    Server(&'a Process),
    /// A program that makes its own load.
    Pgbench(&'a mut Pgbench),
}

/// Measures pairs, each in the other order than the one before; while one side runs the other is held still. The
/// first pair is not counted: it fills caches.
pub(super) async fn measure(
    options: &Options,
    what: &str,
    (service, load): (&Process, &Load),
    mut floor: Floor<'_>,
) -> Result<()> {
    let mut pairs = Pairs { what: what.to_owned(), callers: load.callers, halves: Vec::new() };
    floor.hold()?;
    for number in 0..=options.pairs {
        let (mut of_service, mut of_floor) = (Half::default(), Half::default());
        for half in 0..2 {
            if (number + half) % 2 == 0 {
                of_service = run(service, load).await?;
            } else {
                service.hold()?;
                of_floor = floor.run(load).await?;
                service.go_on()?;
            }
        }
        if number > 0 {
            pairs.halves.push((of_service, of_floor));
        }
    }
    floor.go_on()?;
    pairs.tell()
}

async fn run(process: &Process, load: &Load) -> Result<Half> {
    let before = process.cpu()?;
    let outcome = load.run(process.address).await?;
    let work = process.cpu()?.saturating_sub(before);
    let millis = |time: Duration| time.as_secs_f64() * 1_000.0;
    Ok(Half {
        rate: outcome.rate,
        work: work.as_secs_f64() * 1_000_000.0 / f64::from(outcome.count.max(1)),
        p50: millis(outcome.p50),
        p99: millis(outcome.p99),
    })
}

impl Floor<'_> {
    async fn run(&mut self, load: &Load) -> Result<Half> {
        match self {
            Self::Server(process) => {
                process.go_on()?;
                let half = run(process, load).await;
                process.hold()?;
                half
            }
            Self::Pgbench(pgbench) => {
                Ok(Half { rate: pgbench.run(load.callers, load.lasts)?, ..Half::default() })
            }
        }
    }

    fn hold(&self) -> Result<()> {
        match self {
            Self::Server(process) => process.hold(),
            Self::Pgbench(_) => Ok(()),
        }
    }

    fn go_on(&self) -> Result<()> {
        match self {
            Self::Server(process) => process.go_on(),
            Self::Pgbench(_) => Ok(()),
        }
    }
}
