//! Payments from accounts in one currency, against payments from accounts in many.

use super::pairs::{Side, Supply, compare};
use super::payments::Payments;
use super::world::{CUSTOMERS, World, numbers};
use crate::error::Result;
use crate::options::Options;
use crate::service::Payer;

/// The currencies of the accounts; the one side uses only the first.
const CODES: [&str; 10] = ["USD", "GBP", "CAD", "DKK", "HKD", "SGD", "AED", "BRL", "MYR", "CNY"];
const ARRIVING: &str = "EUR";

/// Maximum number of payments per half.
const PAYMENTS: u32 = 6_000;

/// Measures executions on SQLite.
pub(super) async fn run(options: &Options) -> Result<()> {
    let one = World::on_sqlite(options).await?;
    let many = World::on_sqlite(options).await?;
    let payers_of_one = payers(&one, &CODES[..1]).await?;
    let payers_of_many = payers(&many, &CODES).await?;
    let numbers = numbers();
    for callers in &options.callers {
        let sides = [(&one, &payers_of_one), (&many, &payers_of_many)].map(|(world, payers)| {
            let payments = Payments::new(options, &world.platform, payers, *callers, PAYMENTS, &numbers);
            Side::Server(&world.process, Supply::Payments(payments))
        });
        let what =
            format!("execution, SQLite, all payments in one currency / over {} currencies", CODES.len());
        compare(options, &what, *callers, sides).await?;
    }
    one.process.stop()?;
    many.process.stop()
}

async fn payers(world: &World, codes: &[&str]) -> Result<Vec<Payer>> {
    let mut used = vec![ARRIVING];
    used.extend(CODES);
    world.platform.support(&used).await;
    world.platform.payers(&world.platform.customers(CUSTOMERS, codes).await?).await
}
