//! Interleaved pairs: a run of the one side directly followed by a run of the other.

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
    /// A server with the requests for it.
    Server(&'a Process, Supply<'a>),
    /// A program that generates its own load.
    Pgbench { pgbench: &'a mut Pgbench, callers: usize, lasts: Duration },
}

/// The requests for a server.
pub(super) enum Supply<'a> {
    /// The same requests in every run.
    Same(Load),
    /// Executions of quotes that are created beforehand.
    Payments(Payments<'a>),
    /// A fixed number of executions, until all are paid out, so that deferred work counts as well.
    PaidOut(Payments<'a>),
    /// Quotes and their executions, until the receiver has got all final webhooks.
    Lives(Payments<'a>, &'a Receiver),
}

/// Measures a service against a floor.
pub(super) async fn measure(
    options: &Options,
    what: &str,
    callers: usize,
    service: Side<'_>,
    floor: Side<'_>,
) -> Result<()> {
    let halves = halves(options, service, floor).await?;
    Pairs { what: what.to_owned(), callers, halves }.report()
}

/// Measures a service against itself with a difference.
pub(super) async fn compare(
    options: &Options,
    what: &str,
    callers: usize,
    [one, other]: [Side<'_>; 2],
) -> Result<()> {
    let halves = halves(options, one, other).await?;
    Comparison { what: what.to_owned(), callers, halves }.report()
}

/// Measures like [`compare`]. `settled` waits until neither side has any work left; the processor time of
/// that is added to the responses before it, so that a round of background work does not fall into one half
/// by chance.
pub(super) async fn compare_settled(
    options: &Options,
    what: &str,
    callers: usize,
    [mut one, mut other]: [Side<'_>; 2],
    settled: impl AsyncFn() -> Result<()>,
) -> Result<()> {
    one.pause()?;
    other.pause()?;
    pair(0, &mut one, &mut other).await?;
    settle(&one, &other, &settled).await?;
    let mut halves: Vec<(Half, Half)> = Vec::new();
    let mut first = 0;
    let mut began = Instant::now();
    for number in 1..=options.pairs {
        halves.push(pair(number, &mut one, &mut other).await?);
        if began.elapsed() >= UNSETTLED || number == options.pairs {
            let work = settle(&one, &other, &settled).await?;
            spread(work, &mut halves[first..]);
            (first, began) = (halves.len(), Instant::now());
        }
    }
    one.resume()?;
    other.resume()?;
    Comparison { what: what.to_owned(), callers, halves }.report()
}

/// Time after which both sides may settle, before their next round half a minute after the last.
const UNSETTLED: Duration = Duration::from_secs(20);

/// Lets both sides run until they have settled; returns the processor time of each.
async fn settle(
    one: &Side<'_>,
    other: &Side<'_>,
    settled: impl AsyncFn() -> Result<()>,
) -> Result<[Duration; 2]> {
    let before = [one.cpu()?, other.cpu()?];
    one.resume()?;
    other.resume()?;
    settled().await?;
    one.pause()?;
    other.pause()?;
    Ok([one.cpu()?.saturating_sub(before[0]), other.cpu()?.saturating_sub(before[1])])
}

/// Distributes processor time over the responses of these halves.
fn spread([one, other]: [Duration; 2], halves: &mut [(Half, Half)]) {
    let each = |work: Duration, answers: f64| work.as_secs_f64() * 1_000_000.0 / answers.max(1.0);
    let of_one = each(one, halves.iter().map(|(half, _)| half.answers).sum());
    let of_other = each(other, halves.iter().map(|(_, half)| half.answers).sum());
    for (half_of_one, half_of_other) in halves {
        half_of_one.work += of_one;
        half_of_other.work += of_other;
    }
}

/// Runs the pairs; the first one fills caches and is not counted.
async fn halves(options: &Options, mut one: Side<'_>, mut other: Side<'_>) -> Result<Vec<(Half, Half)>> {
    let mut halves = Vec::new();
    one.pause()?;
    other.pause()?;
    for number in 0..=options.pairs {
        let pair = pair(number, &mut one, &mut other).await?;
        if number > 0 {
            halves.push(pair);
        }
    }
    one.resume()?;
    other.resume()?;
    Ok(halves)
}

/// Runs a pair, in the opposite order of the one before; while one side runs, the other is paused.
async fn pair(number: usize, one: &mut Side<'_>, other: &mut Side<'_>) -> Result<(Half, Half)> {
    if number.is_multiple_of(2) {
        let of_one = one.run().await?;
        return Ok((of_one, other.run().await?));
    }
    let of_other = other.run().await?;
    Ok((one.run().await?, of_other))
}

impl<'a> Side<'a> {
    /// Creates a side with the same requests in every run.
    pub(super) const fn server(process: &'a Process, load: Load) -> Self {
        Self::Server(process, Supply::Same(load))
    }

    async fn run(&mut self) -> Result<Half> {
        match self {
            Self::Server(process, supply) => {
                process.resume()?;
                let half = match supply {
                    Supply::Same(load) => run(process, load).await?,
                    Supply::Payments(payments) => {
                        run(process, &payments.next(process.address).await?).await?
                    }
                    Supply::PaidOut(payments) => {
                        let executions = payments.next(process.address).await?;
                        run_payments(process, payments.until_paid(process.address, executions)).await?
                    }
                    Supply::Lives(payments, receiver) => {
                        run_payments(process, payments.until_arrival(process.address, receiver)).await?
                    }
                };
                process.pause()?;
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

    fn pause(&self) -> Result<()> {
        match self {
            Self::Server(process, _) => process.pause(),
            Self::Pgbench { .. } => Ok(()),
        }
    }

    fn resume(&self) -> Result<()> {
        match self {
            Self::Server(process, _) => process.resume(),
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

/// Runs payments until they have finished; the future returns their number.
async fn run_payments(process: &Process, payments: impl Future<Output = Result<u32>>) -> Result<Half> {
    let before = process.cpu()?;
    let began = Instant::now();
    let count = f64::from(payments.await?);
    let took = began.elapsed();
    let work = process.cpu()?.saturating_sub(before);
    let work = work.as_secs_f64() * 1_000_000.0 / count.max(1.0);
    Ok(Half { answers: count, rate: count / took.as_secs_f64(), work, ..Half::default() })
}
