//! Complete payments: quoted, executed, paid out, and their webhooks delivered.

use std::time::Instant;

use causeway_testing::postgres::Cluster;

use super::payments::Payments;
use super::receiver::{LAST_OF_PAYMENT, Receiver};
use super::world::{World, numbers};
use crate::error::Result;
use crate::options::Options;
use crate::report::report;
use crate::stats::Summary;

/// Payments per burst.
const BURST: u32 = 1_000;
const CALLERS: usize = 64;

pub(super) async fn on_sqlite(options: &Options) -> Result<()> {
    run(options, World::on_sqlite(options).await?, "SQLite").await
}

pub(super) async fn on_postgres(options: &Options) -> Result<()> {
    let cluster = Cluster::private().await?;
    run(options, World::on_postgres(options, &cluster).await?, "PostgreSQL").await
}

/// Measures bursts of payments: all quotes, all executions, until the platform has received the last webhook.
async fn run(options: &Options, world: World, engine: &str) -> Result<()> {
    let payers = world.platform.payers(&world.customers).await?;
    let receiver = Receiver::start(LAST_OF_PAYMENT).await?;
    world.platform.send_events_to(&receiver.url).await;
    let mut payments = Payments::new(options, &world.platform, &payers, CALLERS, BURST, &numbers());
    let mut rates = Vec::new();
    for _ in 0..options.pairs {
        let began = Instant::now();
        payments.until_arrival(world.process.address, &receiver).await?;
        rates.push(f64::from(BURST) / began.elapsed().as_secs_f64());
    }
    let rate = Summary::of(&rates);
    report(&format!(
        "{BURST} payments by {CALLERS} callers, {engine}, until the last webhook has arrived: {:.0} per second \
         ({:.0} to {:.0})",
        rate.median, rate.least, rate.most
    ))?;
    world.process.stop()
}
