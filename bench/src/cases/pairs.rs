//! Interleaved pairs: a run of the one side and a run of the other, one right after the other.

use std::time::{Duration, Instant};

use super::payments::Payments;
use super::receiver::Receiver;
use crate::error::Result;
use crate::load::Load;
use crate::options::Options;
use crate::pgbench::Pgbench;
use crate::report::{Comparison, Half, Pairs};
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
    /// The same, a fixed number, until all are paid out: what is left to do afterwards counts as well.
    PaidOut(Payments<'a>),
    /// To make quotes and to execute them, until the receiver knows that all have arrived.
    Lives(Payments<'a>, &'a Receiver),
}

/// Measures a service against a floor.
pub(super) async fn measure(
    options: &Options,
    what: &str,
    callers: usize,
    (service, floor): (Side<'_>, Side<'_>),
) -> Result<()> {
    let halves = halves(options, service, floor).await?;
    Pairs { what: what.to_owned(), callers, halves }.report()
}

/// Measures a service against itself where something is different.
pub(super) async fn compare(
    options: &Options,
    what: &str,
    callers: usize,
    [one, other]: [Side<'_>; 2],
) -> Result<()> {
    let halves = halves(options, one, other).await?;
    Comparison { what: what.to_owned(), callers, halves }.report()
}

/// Pairs, each in the other order than the one before; while one side runs the other is held still. The first pair
/// is not counted: it fills caches.
async fn halves(options: &Options, mut one: Side<'_>, mut other: Side<'_>) -> Result<Vec<(Half, Half)>> {
    let mut halves = Vec::new();
    one.hold()?;
    other.hold()?;
    for number in 0..=options.pairs {
        let (mut of_one, mut of_other) = (Half::default(), Half::default());
        for half in 0..2 {
            if (number + half) % 2 == 0 {
                of_one = one.run().await?;
            } else {
                of_other = other.run().await?;
            }
        }
        if number > 0 {
            halves.push((of_one, of_other));
        }
    }
    one.go_on()?;
    other.go_on()?;
    Ok(halves)
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
                    Supply::PaidOut(payments) => {
                        let executions = payments.next(process.address).await?;
                        through(process, payments.until_paid(process.address, executions)).await?
                    }
                    Supply::Lives(payments, receiver) => {
                        through(process, payments.until_arrival(process.address, receiver)).await?
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

/// A run of a fixed number of payments, which it gives, until all of them are through.
async fn through(process: &Process, payments: impl Future<Output = Result<u32>>) -> Result<Half> {
    let (before, began) = (process.cpu()?, Instant::now());
    let count = f64::from(payments.await?);
    let (took, work) = (began.elapsed(), process.cpu()?.saturating_sub(before));
    let work = work.as_secs_f64() * 1_000_000.0 / count.max(1.0);
    Ok(Half { rate: count / took.as_secs_f64(), work, ..Half::default() })
}
