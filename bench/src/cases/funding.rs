//! Funding, the smallest write that moves money, against group commit alone and against pgbench.

use causeway_testing::postgres::Cluster;
use uuid::Uuid;

use super::pairs::{Floor, measure};
use super::world::{Rest, World, load, numbers};
use crate::Result;
use crate::capture::{Plan, Rehearsal};
use crate::floor::{self, Kind};
use crate::load::Request;
use crate::options::Options;
use crate::pgbench::{Pgbench, Way};
use crate::service::Process;

/// On SQLite; `hot`: all callers fund one account.
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
        measure(options, &what, (&world.process, &load), Floor::Server(&floor)).await?;
    }
    world.process.stop()
}

/// The same on PostgreSQL.
pub(super) async fn on_postgres(options: &Options, hot: bool) -> Result<()> {
    let cluster = Cluster::private().await?;
    let other = World::on_postgres(options, &cluster).await?.stop()?;
    let plan = plan(&other, hot).await?;
    let url = other.place.url.clone().unwrap_or_default();
    let world = World::on_postgres(options, &cluster).await?;
    let numbers = numbers();
    for pipelined in [false, true] {
        let way = Way { hot, pipelined };
        let mut pgbench = Pgbench::new(&plan, way, &url, other.folder.path())?;
        let floor = if pipelined { "pgbench in pipelines" } else { "pgbench" };
        let what = format!("funding, {}, PostgreSQL / {floor}", accounts(hot));
        for callers in &options.callers {
            let load = load(options, requests(&world, hot), &numbers, *callers);
            measure(options, &what, (&world.process, &load), Floor::Pgbench(&mut pgbench)).await?;
        }
    }
    world.process.stop()
}

async fn plan(other: &Rest, hot: bool) -> Result<Plan> {
    let requests = other.platform.fund(&other.customers);
    let mut ids = Vec::with_capacity(other.customers.len());
    for customer in &other.customers {
        let (_, uuid) = customer.account.split_once(':').ok_or("no account")?;
        ids.push(uuid.parse::<Uuid>()?.into_bytes());
    }
    let accounts = if hot { &ids[..1] } else { &ids };
    let rehearsal = Rehearsal::on(&other.place).await?;
    let plan = rehearsal.plan(&requests[0], Some(ids[0]), accounts).await?;
    rehearsal.end();
    Ok(plan)
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
