//! An authenticated read, against axum and SQLite alone.

use super::pairs::{Side, measure};
use super::world::{World, load, numbers};
use crate::capture::Rehearsal;
use crate::error::Result;
use crate::floor::{self, Kind};
use crate::options::Options;
use crate::service::Process;

/// Measures `GET /customers/{id}`.
pub(super) async fn run(options: &Options) -> Result<()> {
    let other = World::on_sqlite(options).await?.stop()?;
    let rehearsal = Rehearsal::on(&other.place).await?;
    let plan = rehearsal.plan([&other.platform.show(&other.customers)[0]; 3], &[]).await?;
    rehearsal.end();
    let file = other.folder.path().join("plan.json");
    std::fs::write(&file, serde_json::to_vec(&plan)?)?;
    let floor = Process::start(floor::command(Kind::Read, &file, &other.place.folder.join("causeway.db"))?)?;
    let world = World::on_sqlite(options).await?;
    let numbers = numbers();
    for callers in &options.callers {
        let load = load(options, world.platform.show(&world.customers), &numbers, *callers);
        let what = "GET /customers/{id}, SQLite / axum and SQLite";
        let floor = Side::server(&floor, load.clone());
        measure(options, what, *callers, Side::server(&world.process, load), floor).await?;
    }
    world.process.stop()
}
