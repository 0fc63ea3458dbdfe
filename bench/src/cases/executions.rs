//! The execution of a quote, against group commit alone and against pgbench.

use std::collections::HashMap;

use causeway_testing::postgres::Cluster;

use super::pairs::{Side, Supply, measure};
use super::payments::Payments;
use super::world::{CUSTOMERS, StoppedWorld, World, load, numbers};
use crate::capture::{Plan, Rehearsal, Subject};
use crate::error::Result;
use crate::floor::{self, Kind};
use crate::load::{Load, Request};
use crate::options::Options;
use crate::pgbench::Pgbench;
use crate::service::{Jobs, Payer, Process, Quote};

/// Maximum number of payments per half, each with its own quote.
const ON_SQLITE: u32 = 6_000;
const ON_POSTGRES: u32 = 3_000;

/// Number of executed quotes in the floor's plan: one for each payer, or all of one.
const OF_FLOOR: u32 = 256;

pub(super) async fn on_sqlite(options: &Options) -> Result<()> {
    let (other, plan, request) = rehearse(options, World::on_sqlite(options).await?, CUSTOMERS).await?;
    let file = other.folder.path().join("plan.json");
    std::fs::write(&file, serde_json::to_vec(&plan)?)?;
    let floor = Process::start(floor::command(Kind::Write, &file, &other.place.folder.join("causeway.db"))?)?;
    let world = World::on_sqlite(options).await?;
    let payers = world.platform.payers(&world.customers).await?;
    let numbers = numbers();
    for callers in &options.callers {
        let load = load(options, vec![request.clone()], &numbers, *callers);
        let floor = Side::server(&floor, Load { most: ON_SQLITE.into(), ..load });
        let payments = Payments::new(options, &world.platform, &payers, *callers, ON_SQLITE, &numbers);
        let service = Side::Server(&world.process, Supply::Payments(payments));
        let what = "execution, many accounts, SQLite / group commit over HTTP";
        measure(options, what, *callers, service, floor).await?;
    }
    world.process.stop()
}

/// Measures on PostgreSQL; with `hot` one account pays everything. First the process also pays out; then it
/// leaves the payouts to other processes, which do not exist.
pub(super) async fn on_postgres(options: &Options, hot: bool) -> Result<()> {
    let (payers, accounts) = if hot { (1, "one account") } else { (CUSTOMERS, "many accounts") };
    let cluster = Cluster::private().await?;
    let (other, plan, _) = rehearse(options, World::on_postgres(options, &cluster).await?, payers).await?;
    let url = other.place.url.clone().unwrap_or_default();
    let world = World::on_postgres(options, &cluster).await?;
    let payers = world.platform.payers(&world.customers[..payers]).await?;
    let mut pgbench = Pgbench::new(&plan, false, &url, other.folder.path())?;
    let numbers = numbers();
    for callers in &options.callers {
        let payments = Payments::new(options, &world.platform, &payers, *callers, ON_POSTGRES, &numbers);
        let service = Side::Server(&world.process, Supply::Payments(payments));
        let floor = Side::Pgbench { pgbench: &mut pgbench, callers: *callers, lasts: options.lasts };
        let what = format!("execution and payouts, {accounts}, PostgreSQL / pgbench without payouts");
        measure(options, &what, *callers, service, floor).await?;
    }
    let world = world.stop()?.start(options, Jobs::Others)?;
    for callers in &options.callers {
        let payments = Payments::new(options, &world.platform, &payers, *callers, ON_POSTGRES, &numbers);
        let service = Side::Server(&world.process, Supply::Payments(payments.without_payouts()));
        let floor = Side::Pgbench { pgbench: &mut pgbench, callers: *callers, lasts: options.lasts };
        let what = format!("execution, {accounts}, PostgreSQL / pgbench");
        measure(options, &what, *callers, service, floor).await?;
    }
    world.process.stop()
}

/// Captures the execution of quotes of one account; the floor's plan uses quotes of this number of payers.
/// Also returns the request for the floor.
async fn rehearse(options: &Options, world: World, payers: usize) -> Result<(StoppedWorld, Plan, Request)> {
    let payers = world.platform.payers(&world.customers[..payers]).await?;
    let numbers = numbers();
    let make = |payers, count| Payments::new(options, &world.platform, payers, 1, count, &numbers);
    let quotes = make(&payers[..1], 3).quotes(world.process.address).await?;
    let repeated = make(&payers, OF_FLOOR).quotes(world.process.address).await?;
    let other = world.stop()?;
    let requests = other.platform.execute(&quotes)?;
    let [first, second, third] = &requests[..] else { return Err("three quotes are to be rehearsed".into()) };
    let rehearsal = Rehearsal::on(&other.place).await?;
    let plan = rehearsal.plan([first, second, third], &subjects(&quotes, &payers)?).await?;
    rehearsal.end();
    let plan = Plan { subjects: subjects(&repeated, &payers)?, ..plan };
    Ok((other, plan, first.clone()))
}

fn subjects(quotes: &[Quote], payers: &[Payer]) -> Result<Vec<Subject>> {
    let payers: HashMap<_, _> = payers.iter().map(|payer| (payer.account.as_str(), payer)).collect();
    quotes.iter().map(|quote| quote.subject(&payers)).collect()
}
