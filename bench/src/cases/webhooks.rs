//! Webhooks per second to a receiver on loopback.

use std::time::Instant;

use super::receiver::{ARRIVAL_TIMEOUT, Receiver};
use super::world::{World, load, numbers};
use crate::error::Result;
use crate::load::Load;
use crate::options::Options;
use crate::report::report;
use crate::stats::Summary;

/// Fundings per burst; each makes two events.
const BURST: u32 = 2_000;
const EVENTS_EACH: u32 = 2;
const CALLERS: usize = 16;

/// Measures bursts of fundings, until the last of their events has arrived.
pub(super) async fn run(options: &Options) -> Result<()> {
    let world = World::on_sqlite(options).await?;
    let receiver = Receiver::start("").await?;
    world.platform.send_events_to(&receiver.url).await;
    receiver.wait_until(1).await;
    let numbers = numbers();
    let mut rates = Vec::new();
    for _ in 0..options.pairs {
        let before = receiver.arrived();
        let load = load(options, world.platform.fund(&world.customers), &numbers, CALLERS);
        let load = Load { lasts: ARRIVAL_TIMEOUT, most: u64::from(BURST), ..load };
        let began = Instant::now();
        load.run(world.process.address).await?;
        receiver.wait_until(before + BURST * EVENTS_EACH).await;
        rates.push(f64::from(BURST * EVENTS_EACH) / began.elapsed().as_secs_f64());
    }
    let rate = Summary::of(&rates);
    report(&format!(
        "webhooks of {BURST} fundings by {CALLERS} callers, fundings included: {:.0} per second ({:.0} to {:.0})",
        rate.median, rate.least, rate.most
    ))?;
    world.process.stop()
}
