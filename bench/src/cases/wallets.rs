//! Payments from wallets, which their users sign, beside payments from fiat accounts; and logins by code.

use std::time::Instant;

use futures_util::future::try_join_all;

use super::pairs::{Side, Supply, compare};
use super::payments::Payments;
use super::world::{CUSTOMERS, World, numbers};
use crate::error::Result;
use crate::options::Options;
use crate::report::report;
use crate::service::{Holder, Platform};

/// Payments of a half at most.
const PAYMENTS: u32 = 2_000;

/// Logins of each user: of more in a minute the service takes none.
const LOGINS: usize = 8;

/// On SQLite.
pub(super) async fn run(options: &Options) -> Result<()> {
    let (plain, signed) = (World::on_sqlite(options).await?, World::on_sqlite(options).await?);
    let payers = plain.platform.payers(&plain.customers).await?;
    let wallets = signed.platform.wallet_payers(&signed.customers).await?;
    let holders = signed.platform.holders(&wallets).await?;
    let numbers = numbers();
    for callers in &options.callers {
        // A session lasts for fifteen minutes.
        for holder in &holders {
            signed.platform.sign_in(holder).await?;
        }
        let sides = [(&plain, &payers), (&signed, &wallets)].map(|(world, payers)| {
            let payments = Payments::new(options, (&world.platform, payers), *callers, PAYMENTS, &numbers);
            Side::Server(&world.process, Supply::Payments(payments))
        });
        compare(options, "execution, SQLite, from fiat accounts / from wallets", *callers, sides).await?;
    }
    plain.process.stop()?;
    signed.process.stop()?;
    log_in(options).await
}

/// Logins a second, each of three requests.
async fn log_in(options: &Options) -> Result<()> {
    for callers in &options.callers {
        // Fresh ones: nobody has signed in lately.
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
