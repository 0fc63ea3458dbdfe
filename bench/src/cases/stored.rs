//! Payments in a store with many payments, against an empty one.

use std::path::PathBuf;

use causeway_testing::wait;
use rusqlite::Connection;

use super::pairs::{Side, Supply, compare};
use super::payments::Payments;
use super::receiver::{LAST_OF_PAYMENT, Receiver};
use super::world::{SEALING_TIMEOUT, StoppedWorld, World, load, numbers};
use crate::error::Result;
use crate::history::PaymentHistory;
use crate::load::Load;
use crate::options::Options;
use crate::report::report;
use crate::service::{Jobs, Payer};

/// Payments that are made, and then repeated until there are enough; the payers take turns.
const MADE: u32 = 4_096;

/// Maximum number of payments per half, for executions and for complete payments.
const EXECUTIONS: u32 = 6_000;
const LIVES: u32 = 1_000;
const CALLERS: usize = 64;

/// Compares two worlds that differ only in their stored payments.
pub(super) async fn run(options: &Options) -> Result<()> {
    let world = World::on_sqlite(options).await?;
    let payers = world.platform.payers(&world.customers).await?;
    sealed(&world).await?;
    let empty = world.stop()?;
    let stored = empty.copy()?;
    let times = options.stored.div_ceil(MADE);
    let keys = stored.place.keys()?;
    record_history(options, &empty, &payers).await?.repeat(times, &file(&stored), &keys)?;
    let count = times * MADE;
    let mebibytes = std::fs::metadata(file(&stored))?.len() >> 20;
    report(&format!("{count} payments are stored in {mebibytes} MiB"))?;
    let stored = stored.start(options, Jobs::Own)?;
    let empty = empty.start(options, Jobs::Own)?;
    let what = |what: &str| format!("{what}, SQLite, {count} stored payments / none");

    let numbers = numbers();
    let worlds = [&stored, &empty];
    let payments = |platform, count| Payments::new(options, platform, &payers, CALLERS, count, &numbers);
    let sides = worlds
        .map(|world| Side::Server(&world.process, Supply::Payments(payments(&world.platform, EXECUTIONS))));
    compare(options, &what("execution"), CALLERS, sides).await?;

    let sides = worlds.map(|world| {
        Side::server(&world.process, load(options, world.platform.quote(&payers), &numbers, CALLERS))
    });
    compare(options, &what("quote"), CALLERS, sides).await?;

    let receivers = [Receiver::start(LAST_OF_PAYMENT).await?, Receiver::start(LAST_OF_PAYMENT).await?];
    for (world, receiver) in worlds.iter().zip(&receivers) {
        world.platform.send_events_to(&receiver.url).await;
    }
    let sides = [0, 1].map(|at| {
        let supply = Supply::Lives(payments(&worlds[at].platform, LIVES), &receivers[at]);
        Side::Server(&worlds[at].process, supply)
    });
    compare(options, &what("payment until its last webhook"), CALLERS, sides).await?;
    stored.process.stop()?;
    empty.process.stop()
}

/// Makes payments on a copy of the data, and returns the rows that they left.
async fn record_history(options: &Options, empty: &StoppedWorld, payers: &[Payer]) -> Result<PaymentHistory> {
    let world = empty.copy()?.start(options, Jobs::Own)?;
    let mut payments = Payments::new(options, &world.platform, payers, CALLERS, MADE, &numbers());
    let executions = payments.next(world.process.address).await?;
    Load { lasts: SEALING_TIMEOUT, ..executions }.run(world.process.address).await?;
    payments.wait_until_paid().await;
    sealed(&world).await?;
    let paid = world.stop()?;
    PaymentHistory::between(&file(empty), &file(&paid))
}

/// Waits until all entries are sealed in blocks and checkpoints.
async fn sealed(world: &World) -> Result<()> {
    let reader = Connection::open(world.place.folder.join("causeway.db"))?;
    wait::until("the ledger is sealed", SEALING_TIMEOUT, || async {
        let waiting = "SELECT (SELECT COUNT(*) FROM ledger_unsealed) + MAX(number) > MAX(block)
            FROM ledger_block, ledger_checkpoint";
        match reader.query_row(waiting, [], |row| row.get(0)) {
            Ok(false) => Ok(()),
            Ok(true) => Err("entries wait".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    })
    .await;
    Ok(())
}

fn file(rest: &StoppedWorld) -> PathBuf {
    rest.place.folder.join("causeway.db")
}
