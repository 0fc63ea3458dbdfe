//! Payments signed by wallets' users, against payments from fiat accounts; and logins by one-time code.

use std::time::Instant;

use futures_util::future::try_join_all;

use super::pairs::{Side, Supply, compare};
use super::payments::Payments;
use super::world::{CUSTOMERS, World, numbers};
use crate::error::Result;
use crate::options::Options;
use crate::report::report;
use crate::service::{Holder, Platform};

/// Maximum number of payments per half.
const PAYMENTS: u32 = 2_000;

/// Logins per user: the service refuses more within a minute.
const LOGINS: usize = 8;

/// Measures on SQLite.
pub(super) async fn run(options: &Options) -> Result<()> {
    let plain = World::on_sqlite(options).await?;
    let signed = World::on_sqlite(options).await?;
    let payers = plain.platform.payers(&plain.customers).await?;
    let wallets = signed.platform.wallet_payers(&signed.customers).await?;
    let holders = signed.platform.holders(&wallets).await?;
    let numbers = numbers();
    for callers in &options.callers {
        // A session is valid for fifteen minutes.
        for holder in &holders {
            signed.platform.sign_in(holder).await?;
        }
        let sides = [(&plain, &payers), (&signed, &wallets)].map(|(world, payers)| {
            let payments = Payments::new(options, &world.platform, payers, *callers, PAYMENTS, &numbers);
            Side::Server(&world.process, Supply::Payments(payments))
        });
        compare(options, "execution, SQLite, from fiat accounts / from wallets", *callers, sides).await?;
    }
    plain.process.stop()?;
    signed.process.stop()?;
    log_in(options).await
}

/// Measures logins per second; each consists of three requests.
async fn log_in(options: &Options) -> Result<()> {
    for callers in &options.callers {
        // A new world, because earlier logins would count towards the limit.
        let world = World::on_sqlite(options).await?;
        let wallets = world.platform.wallet_payers(&world.customers[..CUSTOMERS / 2]).await?;
        let holders = world.platform.holders(&wallets).await?;
        let began = Instant::now();
        let share = holders.len().div_ceil(*callers);
        try_join_all(holders.chunks(share).map(|mine| by_turns(&world.platform, mine))).await?;
        let count = f64::from(u32::try_from(holders.len() * LOGINS)?);
        let rate = count / began.elapsed().as_secs_f64();
        report(&format!("logins by code, SQLite, {callers} callers: {rate:.0} per second"))?;
        world.process.stop()?;
    }
    Ok(())
}

async fn by_turns(platform: &Platform, holders: &[Holder]) -> Result<()> {
    for _ in 0..LOGINS {
        for holder in holders {
            platform.sign_in(holder).await?;
        }
    }
    Ok(())
}
