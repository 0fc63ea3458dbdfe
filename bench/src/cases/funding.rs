//! Funding, the smallest write that moves money, against group commit alone and against pgbench.

use causeway_testing::postgres::Cluster;

use super::pairs::{Side, measure};
use super::world::{StoppedWorld, World, load, numbers};
use crate::capture::{Plan, Rehearsal};
use crate::error::Result;
use crate::floor::{self, Kind};
use crate::load::Request;
use crate::options::Options;
use crate::pgbench::Pgbench;
use crate::service::{Process, uuid};

/// Measures on SQLite; with `hot` all callers fund one account.
pub(super) async fn on_sqlite(options: &Options, hot: bool) -> Result<()> {
    let other = World::on_sqlite(options).await?.stop()?;
    let plan = plan(&other, hot).await?;
    let file = other.folder.path().join("plan.json");
    std::fs::write(&file, serde_json::to_vec(&plan)?)?;
    let floor = Process::start(floor::command(Kind::Write, &file, &other.place.folder.join("causeway.db"))?)?;
    let world = World::on_sqlite(options).await?;
    let numbers = numbers();
    let what = format!("funding, {}, SQLite / group commit over HTTP", accounts(hot));
    for callers in &options.callers {
        let load = load(options, requests(&world, hot), &numbers, *callers);
        let floor = Side::server(&floor, load.clone());
        measure(options, &what, *callers, Side::server(&world.process, load), floor).await?;
    }
    world.process.stop()
}

/// Measures on PostgreSQL; with `hot` all callers fund one account.
pub(super) async fn on_postgres(options: &Options, hot: bool) -> Result<()> {
    let cluster = Cluster::private().await?;
    let other = World::on_postgres(options, &cluster).await?.stop()?;
    let plan = plan(&other, hot).await?;
    let url = other.place.url.clone().unwrap_or_default();
    let world = World::on_postgres(options, &cluster).await?;
    let numbers = numbers();
    for pipelined in [false, true] {
        let mut pgbench = Pgbench::new(&plan, pipelined, &url, other.folder.path())?;
        let floor = if pipelined { "pgbench in pipelines" } else { "pgbench" };
        let what = format!("funding, {}, PostgreSQL / {floor}", accounts(hot));
        for callers in &options.callers {
            let load = load(options, requests(&world, hot), &numbers, *callers);
            let floor = Side::Pgbench { pgbench: &mut pgbench, callers: *callers, lasts: options.lasts };
            measure(options, &what, *callers, Side::server(&world.process, load), floor).await?;
        }
    }
    world.process.stop()
}

async fn plan(other: &StoppedWorld, hot: bool) -> Result<Plan> {
    let request = &other.platform.fund(&other.customers)[0];
    let accounts = other.customers.iter().map(|customer| Ok(vec![uuid(&customer.account)?]));
    let accounts = accounts.collect::<Result<Vec<_>>>()?;
    let rehearsal = Rehearsal::on(&other.place).await?;
    let plan = rehearsal.plan([request; 3], &accounts[..1]).await?;
    rehearsal.end();
    Ok(Plan { subjects: if hot { accounts[..1].to_vec() } else { accounts }, ..plan })
}

fn requests(world: &World, hot: bool) -> Vec<Request> {
    let mut requests = world.platform.fund(&world.customers);
    if hot {
        requests.truncate(1);
    }
    requests
}

const fn accounts(hot: bool) -> &'static str {
    if hot { "one account" } else { "many accounts" }
}
