//! Interleaved pairs: a run of the service and a run of the floor, one right after the other.

use std::time::Duration;

use super::payments::Payments;
use crate::Result;
use crate::load::Load;
use crate::options::Options;
use crate::pgbench::Pgbench;
use crate::report::{Half, Pairs};
use crate::service::Process;

/// One side of a comparison.
pub(super) enum Side<'a> {
    /// A server that is asked.
    Server(&'a Process, Supply<'a>),
    /// A program that makes its own load.
    Pgbench { pgbench: &'a mut Pgbench, callers: usize, lasts: Duration },
}

/// What a server is asked.
pub(super) enum Supply<'a> {
    /// The same again.
    Same(Load),
    /// To execute quotes that are made before.
    Payments(Payments<'a>),
}

/// Measures pairs, each in the other order than the one before; while one side runs the other is held still. The
/// first pair is not counted: it fills caches.
pub(super) async fn measure(
    options: &Options,
    what: &str,
    callers: usize,
    (mut service, mut floor): (Side<'_>, Side<'_>),
) -> Result<()> {
    let mut pairs = Pairs { what: what.to_owned(), callers, halves: Vec::new() };
    service.hold()?;
    floor.hold()?;
    for number in 0..=options.pairs {
        let (mut of_service, mut of_floor) = (Half::default(), Half::default());
        for half in 0..2 {
            if (number + half) % 2 == 0 {
                of_service = service.run().await?;
            } else {
                of_floor = floor.run().await?;
            }
        }
        if number > 0 {
            pairs.halves.push((of_service, of_floor));
        }
    }
    service.go_on()?;
    floor.go_on()?;
    pairs.tell()
}

impl<'a> Side<'a> {
    /// A server that is asked the same again and again.
    pub(super) const fn server(process: &'a Process, load: Load) -> Self {
        Self::Server(process, Supply::Same(load))
    }

    async fn run(&mut self) -> Result<Half> {
        match self {
            Self::Server(process, supply) => {
                process.go_on()?;
                let half = match supply {
                    Supply::Same(load) => run(process, load).await?,
                    Supply::Payments(payments) => {
                        run(process, &payments.next(process.address).await?).await?
                    }
                };
                process.hold()?;
                Ok(half)
            }
            Self::Pgbench { pgbench, callers, lasts } => {
                Ok(Half { rate: pgbench.run(*callers, *lasts)?, ..Half::default() })
            }
        }
    }

    fn hold(&self) -> Result<()> {
        match self {
            Self::Server(process, _) => process.hold(),
            Self::Pgbench { .. } => Ok(()),
        }
    }

    fn go_on(&self) -> Result<()> {
        match self {
            Self::Server(process, _) => process.go_on(),
            Self::Pgbench { .. } => Ok(()),
        }
    }
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
