//! Database statements and bytes of a payment, from its quote until all its webhooks are delivered and its
//! postings are sealed.

use causeway_testing::payment_steps::STEPS;
use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::statements::name;

use super::receiver::{ARRIVAL_TIMEOUT, LAST_OF_PAYMENT, Receiver};
use super::world::{World, load, numbers};
use crate::error::Result;
use crate::load::Load;
use crate::options::Options;
use crate::report::report;
use crate::service::{Payer, Quote};

const PAYMENTS: u32 = 400;
const CALLERS: usize = 8;

/// Payments per statement above which statements are listed together as rare.
const RARE: u32 = 20;

/// The end position of the server's log; below, the sizes of all tables with their auxiliary storage, and of
/// all indexes.
const LOG: &str = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint";
const TABLES: &str = "SELECT SUM(pg_table_size(relid))::bigint FROM pg_stat_user_tables";
const INDEXES: &str = "SELECT SUM(pg_indexes_size(relid))::bigint FROM pg_stat_user_tables";

/// Counts on an otherwise idle server.
pub(super) async fn run(options: &Options) -> Result<()> {
    let cluster = Cluster::private_with_statement_counts().await?;
    let world = World::on_postgres(options, &cluster).await?;
    let payers = world.platform.payers(&world.customers).await?;
    let receiver = Receiver::start(LAST_OF_PAYMENT).await?;
    world.platform.send_events_to(&receiver.url).await;
    let database = world.database.as_ref().ok_or("no database")?;
    settled(&world).await?;
    let size_before = StorageSize::of(database).await?;
    cluster.execute("SELECT pg_stat_statements_reset()").await?;
    let log = database.number(LOG).await?;
    pay(options, &world, &payers).await?;
    settled(&world).await?;
    let log = database.number(LOG).await? - log;
    let statements = database.statements().await?;
    report(&format!("{PAYMENTS} payments by {CALLERS} callers, PostgreSQL; for each of them"))?;
    list(&statements)?;
    compare(&statements)?;
    let more = StorageSize::of(database).await?;
    report(&format!("{:>8.0} bytes of log, without images of whole pages", each(log)?))?;
    report(&format!("{:>8.0} bytes in tables, without dead rows", each(more.tables - size_before.tables)?))?;
    report(&format!("{:>8.0} bytes in indexes", each(more.indexes - size_before.indexes)?))?;
    world.process.stop()
}

/// Creates all quotes, then executes them.
async fn pay(options: &Options, world: &World, payers: &[Payer]) -> Result<()> {
    let numbers = numbers();
    let address = world.process.address;
    let once = |load| Load { lasts: ARRIVAL_TIMEOUT, most: PAYMENTS.into(), keeps: true, ..load };
    let quoted = once(load(options, world.platform.quote(payers), &numbers, CALLERS)).run(address).await?;
    let quotes = quoted.bodies.iter().map(|body| Quote::of(body)).collect::<Result<Vec<_>>>()?;
    let executions = world.platform.execute(&quotes)?;
    once(load(options, executions, &numbers, CALLERS)).run(address).await.map(drop)
}

async fn settled(world: &World) -> Result<()> {
    world.idle().await?;
    world.sealed().await
}

/// Lists the statements, the most frequent first.
fn list(statements: &[(String, i64)]) -> Result<()> {
    let is_rare = |calls: i64| calls < i64::from(PAYMENTS / RARE);
    for (sql, calls) in statements.iter().filter(|(_, calls)| !is_rare(*calls)) {
        report(&format!("{:>8.2} {}", each(*calls)?, name(sql)))?;
    }
    let rare = statements.iter().map(|(_, calls)| *calls).filter(|calls| is_rare(*calls)).sum();
    report(&format!("{:>8.2} others", each(rare)?))
}

/// Compares the total number of statements with that of the steps. Concurrent payments share commits, claims
/// and deliveries.
fn compare(statements: &[(String, i64)]) -> Result<()> {
    let all = statements.iter().map(|(_, calls)| *calls).sum();
    let steps: usize = STEPS.iter().map(|step| step.on_postgres).sum();
    let parts = STEPS.map(|step| format!("{} {}", step.on_postgres, step.name));
    report(&format!(
        "{:>8.2} statements; its steps, each by itself, are {steps}: {}",
        each(all)?,
        parts.join(", ")
    ))
}

/// Divides a sum by the number of payments.
fn each(sum: i64) -> Result<f64> {
    Ok(f64::from(i32::try_from(sum)?) / f64::from(PAYMENTS))
}

/// The size of a database, in bytes.
struct StorageSize {
    tables: i64,
    indexes: i64,
}

impl StorageSize {
    /// Measures the size without dead rows, which it removes first.
    async fn of(database: &TestDatabase) -> Result<Self> {
        database.execute("VACUUM FULL").await?;
        Ok(Self { tables: database.number(TABLES).await?, indexes: database.number(INDEXES).await? })
    }
}
