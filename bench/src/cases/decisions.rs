//! Card authorizations: requested, decided, held and answered.

use causeway_testing::postgres::Cluster;

use super::pairs::{Side, measure};
use super::payments::Payments;
use super::world::{CUSTOMERS, StoppedWorld, World, load, numbers};
use crate::capture::{Plan, Rehearsal};
use crate::error::Result;
use crate::floor::{self, Kind};
use crate::load::Load;
use crate::options::Options;
use crate::pgbench::Pgbench;
use crate::report::{Latency, report};
use crate::service::{Card, Jobs, Process};

/// Concurrent clients of the open loop.
const CALLERS: usize = 64;
/// Duration as a multiple of a half of a pair, because only the slowest response of a thousand is examined.
const LONGER: u32 = 5;
/// Payments that are paid out meanwhile.
const PAYOUTS: u32 = 2_000;

/// Measures on SQLite, while the process confirms the pulls on its own.
pub(super) async fn on_sqlite(options: &Options) -> Result<()> {
    let (other, plan) = rehearse(World::on_sqlite(options).await?).await?;
    let file = other.folder.path().join("plan.json");
    std::fs::write(&file, serde_json::to_vec(&plan)?)?;
    let floor = Process::start(floor::command(Kind::Write, &file, &other.place.folder.join("causeway.db"))?)?;
    let world = World::on_sqlite(options).await?;
    let cards = world.platform.cards(CUSTOMERS).await?;
    let numbers = numbers();
    for callers in &options.callers {
        let load = load(options, world.platform.authorize(&cards), &numbers, *callers);
        let floor = Side::server(&floor, load.clone());
        let what = "card decision and confirmation, SQLite / group commit over HTTP without confirmation";
        measure(options, what, *callers, Side::server(&world.process, load), floor).await?;
    }
    drop(floor);
    times(options, world, &cards, "SQLite").await
}

/// Measures on PostgreSQL: first without confirmations, which are left to other processes that do not exist;
/// then with the process's own.
pub(super) async fn on_postgres(options: &Options) -> Result<()> {
    let cluster = Cluster::private().await?;
    let (other, plan) = rehearse(World::on_postgres(options, &cluster).await?).await?;
    let url = other.place.url.clone().unwrap_or_default();
    let world = World::on_postgres(options, &cluster).await?;
    let cards = world.platform.cards(CUSTOMERS).await?;
    let mut pgbench = Pgbench::new(&plan, false, &url, other.folder.path())?;
    let world = world.stop()?.start(options, Jobs::Others)?;
    let numbers = numbers();
    for callers in &options.callers {
        let load = load(options, world.platform.authorize(&cards), &numbers, *callers);
        let floor = Side::Pgbench { pgbench: &mut pgbench, callers: *callers, lasts: options.lasts };
        let what = "card decision, PostgreSQL / pgbench";
        measure(options, what, *callers, Side::server(&world.process, load), floor).await?;
    }
    times(options, world.stop()?.start(options, Jobs::Own)?, &cards, "PostgreSQL").await
}

/// Captures decisions about one card; the floor's plan uses all cards in turn.
async fn rehearse(world: World) -> Result<(StoppedWorld, Plan)> {
    let cards = world.platform.cards(CUSTOMERS).await?;
    let other = world.stop()?;
    let request = &other.platform.authorize(&cards)[0];
    let subjects = cards.iter().map(Card::subject).collect::<Result<Vec<_>>>()?;
    let rehearsal = Rehearsal::on(&other.place).await?;
    let plan = rehearsal.plan([request; 3], &subjects[..1]).await?;
    rehearsal.end();
    Ok((other, Plan { subjects, ..plan }))
}

/// Measures response times at half of the maximum rate, in an open loop, while payments are paid out.
async fn times(options: &Options, world: World, cards: &[Card], engine: &str) -> Result<()> {
    let payers = world.platform.payers(&world.customers).await?;
    let numbers = numbers();
    let closed = load(options, world.platform.authorize(cards), &numbers, CALLERS);
    let most = closed.run(world.process.address).await?.rate;
    let mut payments = Payments::new(options, &world.platform, &payers, CALLERS, PAYOUTS, &numbers);
    payments.next(world.process.address).await?.run(world.process.address).await?;
    let open = Load { rate: Some(most / 2.0), lasts: options.lasts * LONGER, ..closed };
    let outcome = open.run(world.process.address).await?;
    let what = format!("card decisions beside payouts, {engine}, asked for at {:.0} per second", most / 2.0);
    report(&Latency { what, outcome }.line())?;
    world.process.stop()
}
