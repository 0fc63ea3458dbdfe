//! Payments over a store with many payments, against payments over a store with none.

use std::path::PathBuf;

use causeway_testing::wait;
use rusqlite::Connection;

use super::pairs::{Side, Supply, compare};
use super::payments::Payments;
use super::receiver::{LAST_OF_PAYMENT, Receiver};
use super::world::{Rest, SEALING, World, load, numbers};
use crate::error::Result;
use crate::history::Past;
use crate::load::Load;
use crate::options::Options;
use crate::report::report;
use crate::service::{Jobs, Payer};

/// Payments that are made, and then repeated until there are enough of them; the payers take turns.
const MADE: u32 = 4_096;

/// Payments of a half at most, and of a half that lasts until they have arrived.
const EXECUTIONS: u32 = 6_000;
const LIVES: u32 = 1_000;
const CALLERS: usize = 64;

/// Two worlds that are equal but for the payments.
pub(super) async fn run(options: &Options) -> Result<()> {
    let world = World::on_sqlite(options).await?;
    let payers = world.platform.payers(&world.customers).await?;
    sealed(&world).await?;
    let empty = world.stop()?;
    let stored = empty.copy()?;
    let times = options.stored.div_ceil(MADE);
    let keys = stored.place.keys()?;
    past(options, &empty, &payers).await?.repeat(times, &file(&stored), &keys)?;
    let (count, mebibytes) = (times * MADE, std::fs::metadata(file(&stored))?.len() >> 20);
    report(&format!("{count} payments are stored in {mebibytes} MiB"))?;
    let (stored, empty) = (stored.start(options, Jobs::Own)?, empty.start(options, Jobs::Own)?);
    let what = |what: &str| format!("{what}, SQLite, {count} stored payments / none");

    let (numbers, worlds) = (numbers(), [&stored, &empty]);
    let payments = |platform, count| Payments::new(options, (platform, &payers), CALLERS, count, &numbers);
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

/// What some payments, made on a copy of the data, leave behind.
async fn past(options: &Options, empty: &Rest, payers: &[Payer]) -> Result<Past> {
    let world = empty.copy()?.start(options, Jobs::Own)?;
    let mut payments = Payments::new(options, (&world.platform, payers), CALLERS, MADE, &numbers());
    let executions = payments.next(world.process.address).await?;
    Load { lasts: SEALING, ..executions }.run(world.process.address).await?;
    payments.all_paid().await;
    sealed(&world).await?;
    let made = world.stop()?;
    Past::between(&file(empty), &file(&made))
}

/// Waits until everything that is booked stands in blocks and checkpoints.
async fn sealed(world: &World) -> Result<()> {
    let reader = Connection::open(world.place.folder.join("causeway.db"))?;
    wait::until("the ledger is sealed", SEALING, || async {
        let waiting = "SELECT (SELECT COUNT(*) FROM ledger_unsealed) + MAX(number) > MAX(block)
            FROM ledger_block, ledger_checkpoint";
        match reader.query_row(waiting, [], |row| row.get(0)) {
            Ok(false) => Ok(()),
            Ok(true) => Err("entries wait".to_owned()),
            Err(fault) => Err(fault.to_string()),
        }
    })
    .await;
    Ok(())
}

fn file(rest: &Rest) -> PathBuf {
    rest.place.folder.join("causeway.db")
}
