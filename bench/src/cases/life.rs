//! Whole payments: quoted, executed, paid out, and their platform told.

use std::time::Instant;

use super::payments::Payments;
use super::receiver::{ARRIVAL, Receiver};
use super::world::{World, numbers};
use crate::Result;
use crate::load::Load;
use crate::options::Options;
use crate::report::tell;
use crate::stats::Summary;

/// Payments of a burst.
const BURST: u32 = 1_000;
const CALLERS: usize = 64;

/// What a platform is sent last of a payment.
const LAST: &str = "\"OUTGOING_PAYMENT.COMPLETED\"";

/// Bursts of payments: all quotes, all executions, until the platform knows that the last one has arrived.
pub(super) async fn run(options: &Options) -> Result<()> {
    let world = World::on_sqlite(options).await?;
    let payers = world.platform.payers(&world.customers).await?;
    let receiver = Receiver::start(LAST).await?;
    world.platform.send_events_to(&receiver.url).await;
    let mut payments =
        Payments::new(options, (&world.platform, &payers), CALLERS, u64::from(BURST), &numbers());
    let mut rates = Vec::new();
    for _ in 0..options.pairs {
        let (before, began) = (receiver.arrived(), Instant::now());
        let executions = payments.next(world.process.address).await?;
        Load { lasts: ARRIVAL, ..executions }.run(world.process.address).await?;
        receiver.until(before + BURST).await;
        rates.push(f64::from(BURST) / began.elapsed().as_secs_f64());
    }
    let rate = Summary::of(&rates);
    tell(&format!(
        "{BURST} payments by {CALLERS} callers, until the last webhook has arrived: {:.0} per second ({:.0} to {:.0})",
        rate.median, rate.least, rate.most
    ))?;
    world.process.stop()
}
