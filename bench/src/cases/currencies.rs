//! Payments from accounts in many currencies, against payments from accounts in one.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::pairs::{Side, Supply, measure};
use super::payments::Payments;
use super::world::{CUSTOMERS, World, numbers};
use crate::Result;
use crate::options::Options;
use crate::service::Payer;

/// What the accounts hold; the first one alone on the other side.
const CODES: &[&str] = &["USD", "GBP", "CAD", "DKK", "HKD", "SGD", "AED", "BRL", "MYR", "CNY", "ZAR", "MXN"];
const ARRIVING: &str = "EUR";

/// Payments of a half at most.
const PAYMENTS: u64 = 6_000;

/// Executions on SQLite.
pub(super) async fn run(options: &Options) -> Result<()> {
    let (many, one) = (World::on_sqlite(options).await?, World::on_sqlite(options).await?);
    let (payers_of_many, payers_of_one) = (payers(&many, CODES).await?, payers(&one, &CODES[..1]).await?);
    let numbers = numbers();
    for callers in &options.callers {
        let side = |world, payers| side(options, *callers, (world, payers), &numbers);
        let sides = (side(&many, &payers_of_many), side(&one, &payers_of_one));
        let what = format!("execution, {} currencies, SQLite / one currency", CODES.len());
        measure(options, &what, *callers, sides).await?;
    }
    many.process.stop()?;
    one.process.stop()
}

fn side<'a>(
    options: &'a Options,
    callers: usize,
    (world, payers): (&'a World, &'a [Payer]),
    numbers: &Arc<AtomicU64>,
) -> Side<'a> {
    let payments = Payments::new(options, (&world.platform, payers), callers, PAYMENTS, numbers);
    Side::Server(&world.process, Supply::Payments(payments))
}

async fn payers(world: &World, codes: &[&str]) -> Result<Vec<Payer>> {
    let mut used = vec![ARRIVING];
    used.extend(CODES);
    world.platform.support(&used).await;
    world.platform.payers(&world.platform.customers(CUSTOMERS, codes).await?).await
}
