//! The program against an earlier version: relative time and processor time of a response.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use causeway_testing::postgres::Cluster;

use super::pairs::{Side, Supply, compare_settled};
use super::payments::Payments;
use super::world::{World, load, numbers};
use crate::error::Result;
use crate::load::Request;
use crate::options::Options;
use crate::service::{Jobs, Payer};

/// Payments per half, if all are paid out; below, the maximum if none is.
const PAID_OUT: u32 = 1_000;
const EXECUTED: u32 = 3_000;

/// Repeated requests.
type Requests = fn(&World) -> Vec<Request>;

const SAME: [(&str, Requests); 3] = [
    ("GET /customers/{id}", |world| world.platform.show(&world.customers)),
    ("funding, many accounts", |world| world.platform.fund(&world.customers)),
    ("funding, one account", |world| world.platform.fund(&world.customers[..1])),
];

/// Measures on SQLite.
pub(super) async fn on_sqlite(options: &Options) -> Result<()> {
    let earlier = earlier(options)?;
    let worlds = [World::on_sqlite(options).await?, World::on_sqlite(&earlier).await?];
    let payers = payers(&worlds).await?;
    requests(options, "SQLite", &worlds).await?;
    executions(options, "SQLite", &worlds, &payers, Jobs::Own, &numbers()).await?;
    worlds.into_iter().try_for_each(|world| world.process.stop())
}

/// Measures on PostgreSQL: executions until all are paid out, and executions without payouts.
pub(super) async fn on_postgres(options: &Options) -> Result<()> {
    let earlier = earlier(options)?;
    let cluster = Cluster::private().await?;
    let worlds =
        [World::on_postgres(options, &cluster).await?, World::on_postgres(&earlier, &cluster).await?];
    let payers = payers(&worlds).await?;
    let numbers = numbers();
    requests(options, "PostgreSQL", &worlds).await?;
    executions(options, "PostgreSQL", &worlds, &payers, Jobs::Own, &numbers).await?;
    let [newer, older] = worlds;
    let worlds = [newer.stop()?.start(options, Jobs::Others)?, older.stop()?.start(&earlier, Jobs::Others)?];
    executions(options, "PostgreSQL", &worlds, &payers, Jobs::Others, &numbers).await?;
    worlds.into_iter().try_for_each(|world| world.process.stop())
}

fn earlier(options: &Options) -> Result<Options> {
    let program = options.against.clone().ok_or("--against names the program of the earlier version")?;
    Ok(Options { program, ..options.clone() })
}

async fn requests(options: &Options, engine: &str, worlds: &[World; 2]) -> Result<()> {
    let numbers = numbers();
    for (what, requests) in SAME {
        for callers in &options.callers {
            let sides = worlds.each_ref().map(|world| {
                Side::server(&world.process, load(options, requests(world), &numbers, *callers))
            });
            let what = format!("{what}, {engine}, now / before");
            compare_settled(options, &what, *callers, sides, async || sealed(worlds).await).await?;
        }
    }
    Ok(())
}

async fn sealed([newer, older]: &[World; 2]) -> Result<()> {
    newer.sealed().await?;
    older.sealed().await
}

async fn payers([newer, older]: &[World; 2]) -> Result<[Vec<Payer>; 2]> {
    Ok([newer.platform.payers(&newer.customers).await?, older.platform.payers(&older.customers).await?])
}

async fn executions(
    options: &Options,
    engine: &str,
    worlds: &[World; 2],
    payers: &[Vec<Payer>; 2],
    jobs: Jobs,
    numbers: &Arc<AtomicU64>,
) -> Result<()> {
    let [newer, older] = worlds;
    let done = if jobs == Jobs::Own { "execution until paid out" } else { "execution" };
    for (accounts, count) in [("many accounts", newer.customers.len()), ("one account", 1)] {
        for callers in &options.callers {
            let [one, other] = [(newer, &payers[0]), (older, &payers[1])].map(|(world, payers)| {
                let platform = &world.platform;
                let payers = &payers[..count];
                let payments = |count| Payments::new(options, platform, payers, *callers, count, numbers);
                let supply = match jobs {
                    Jobs::Own => Supply::PaidOut(payments(PAID_OUT)),
                    Jobs::Others => Supply::Payments(payments(EXECUTED).without_payouts()),
                };
                Side::Server(&world.process, supply)
            });
            let what = format!("{done}, {accounts}, {engine}, now / before");
            compare_settled(options, &what, *callers, [one, other], async || sealed(worlds).await).await?;
        }
    }
    Ok(())
}
