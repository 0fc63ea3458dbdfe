//! The trial balance: the balance of every account, which accountants check first.

use causeway_domain::ids::PlatformId;
use causeway_domain::money::Amount;

use super::checkpoint::AccountTotal;
use crate::{Error, Tx, params};

/// Returns the balance of every kind of account of a platform, including guarded ones, by currency and code.
/// Per currency the balances add up to zero; accounts at zero are left out. Reads every entry of the
/// platform.
pub fn trial_balance(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<AccountTotal>, Error> {
    tx.query(
        "SELECT code, currency, CAST(SUM(amount) AS BIGINT) AS balance FROM ledger_entry
         WHERE platform_id = $1 GROUP BY code, currency HAVING SUM(amount) <> 0 ORDER BY currency, code",
        params![platform],
        |row| {
            let code: String = row.get("code")?;
            let code = code.parse().map_err(|_| Error::Data(format!("no ledger account {code}")))?;
            Ok(AccountTotal { code, balance: Amount::new(row.get("balance")?, row.get("currency")?) })
        },
    )
}
