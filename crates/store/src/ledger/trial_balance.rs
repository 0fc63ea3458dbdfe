//! The trial balance: what every account has come to, as accountants look at books first.

use causeway_domain::ids::PlatformId;
use causeway_domain::money::Amount;

use super::checkpoint::Accumulated;
use crate::{Error, Tx, params};

/// What every kind of account of a platform has come to, guarded ones included, by currency and code. Per currency
/// the balances add up to zero; accounts at zero are left out. Reads every entry of the platform.
///
/// # Errors
/// Those of the database.
pub fn trial_balance(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<Accumulated>, Error> {
    tx.query(
        "SELECT code, currency, CAST(SUM(amount) AS BIGINT) AS balance FROM ledger_entry
         WHERE platform_id = $1 GROUP BY code, currency HAVING SUM(amount) <> 0 ORDER BY currency, code",
        params![platform],
        |row| {
            let code: String = row.get("code")?;
            let code = code.parse().map_err(|_| Error::Data(format!("no ledger account {code}")))?;
            Ok(Accumulated { code, balance: Amount::new(row.get("balance")?, row.get("currency")?) })
        },
    )
}
