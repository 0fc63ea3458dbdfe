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

/// Measures a service against itself as [`compare`] does. `settled` waits until neither side has anything left to do; what
/// that takes each side is work of its answers before, and a round of it does not fall into a half by chance.
pub(super) async fn compare_settled(
    options: &Options,
    what: &str,
    callers: usize,
    [mut one, mut other]: [Side<'_>; 2],
    settled: impl AsyncFn() -> Result<()>,
) -> Result<()> {
    one.hold()?;
    other.hold()?;
    pair(0, &mut one, &mut other).await?;
    settle(&one, &other, &settled).await?;
    let mut halves: Vec<(Half, Half)> = Vec::new();
    let (mut first, mut began) = (0, Instant::now());
    for number in 1..=options.pairs {
        halves.push(pair(number, &mut one, &mut other).await?);
        if began.elapsed() >= UNSETTLED || number == options.pairs {
            let work = settle(&one, &other, &settled).await?;
            spread(work, &mut halves[first..]);
            (first, began) = (halves.len(), Instant::now());
        }
    }
    one.go_on()?;
    other.go_on()?;
    Comparison { what: what.to_owned(), callers, halves }.report()
}

/// After so long both sides are let settle: before their next round, which comes half a minute after the last.
const UNSETTLED: Duration = Duration::from_secs(20);

/// Lets both sides go on until they have settled; the work of each.
async fn settle(
    one: &Side<'_>,
    other: &Side<'_>,
    settled: impl AsyncFn() -> Result<()>,
) -> Result<[Duration; 2]> {
    let before = [one.cpu()?, other.cpu()?];
    one.go_on()?;
    other.go_on()?;
    settled().await?;
    one.hold()?;
    other.hold()?;
    Ok([one.cpu()?.saturating_sub(before[0]), other.cpu()?.saturating_sub(before[1])])
}

/// Adds work to that of the answers of these halves.
fn spread([one, other]: [Duration; 2], halves: &mut [(Half, Half)]) {
    let each = |work: Duration, answers: f64| work.as_secs_f64() * 1_000_000.0 / answers.max(1.0);
    let of_one = each(one, halves.iter().map(|(half, _)| half.answers).sum());
    let of_other = each(other, halves.iter().map(|(_, half)| half.answers).sum());
    for (half_of_one, half_of_other) in halves {
        half_of_one.work += of_one;
        half_of_other.work += of_other;
    }
}

/// Pairs; the first is not counted: it fills caches.
async fn halves(options: &Options, mut one: Side<'_>, mut other: Side<'_>) -> Result<Vec<(Half, Half)>> {
    let mut halves = Vec::new();
    one.hold()?;
    other.hold()?;
    for number in 0..=options.pairs {
        let pair = pair(number, &mut one, &mut other).await?;
        if number > 0 {
            halves.push(pair);
        }
    }
    one.go_on()?;
    other.go_on()?;
    Ok(halves)
}

/// A pair, in the other order than the one before; while one side runs the other is held still.
async fn pair(number: usize, one: &mut Side<'_>, other: &mut Side<'_>) -> Result<(Half, Half)> {
    if number.is_multiple_of(2) {
        let of_one = one.run().await?;
        return Ok((of_one, other.run().await?));
    }
    let of_other = other.run().await?;
    Ok((one.run().await?, of_other))
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

    fn cpu(&self) -> Result<Duration> {
        match self {
            Self::Server(process, _) => process.cpu(),
            Self::Pgbench { .. } => Ok(Duration::ZERO),
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
        answers: f64::from(outcome.count),
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
    Ok(Half { answers: count, rate: count / took.as_secs_f64(), work, ..Half::default() })
}
