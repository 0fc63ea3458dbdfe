//! Sums of the guarded balances of a platform, by part and currency.

use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{AccountCode, Bucket};

use super::sum;
use crate::{Error, Tx, params};

/// The sum of one part of all internal accounts of a platform in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuardedTotal {
    pub code: AccountCode,
    pub currency: CurrencyCode,
    /// In smallest units; may exceed the maximum of a single account.
    pub balance: i128,
}

/// Returns the sums of the guarded balances of a platform, by part and currency. Reads each balance of the platform.
pub fn guarded_totals(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<GuardedTotal>, Error> {
    let part = |bucket: Bucket| {
        let code = bucket.code().as_str();
        let column = match bucket {
            Bucket::Available => "available",
            Bucket::Held => "held",
            Bucket::Unsettled => "unsettled",
        };
        let sums = sum::columns(column);
        format!(
            "SELECT '{code}' AS code, currency, {sums} FROM ledger_balance WHERE platform_id = $1 GROUP BY currency"
        )
    };
    let parts = [Bucket::Available, Bucket::Held, Bucket::Unsettled].map(part);
    let sql = format!("{} ORDER BY currency, code", parts.join(" UNION ALL "));
    tx.query(&sql, params![platform], |row| {
        Ok(GuardedTotal {
            code: row.parsed("code")?,
            currency: row.get("currency")?,
            balance: sum::read(row)?,
        })
    })
}
