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

/// Returns the sums of the guarded balances of a platform, by part and currency. Reads each balance of the platform once.
pub fn guarded_totals(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<GuardedTotal>, Error> {
    let parts = [Bucket::Available, Bucket::Held, Bucket::Unsettled];
    let sums = parts.map(|part| sum::columns_as(column(part), column(part)));
    let sql = format!(
        "SELECT currency, {} FROM ledger_balance WHERE platform_id = $1 GROUP BY currency ORDER BY currency",
        sums.join(", ")
    );
    let by_currency = tx.query(&sql, params![platform], |row| {
        let currency: CurrencyCode = row.get("currency")?;
        let totals = parts.into_iter().map(|part| {
            Ok(GuardedTotal { code: part.code(), currency, balance: sum::read_as(row, column(part))? })
        });
        totals.collect::<Result<Vec<_>, Error>>()
    })?;
    Ok(by_currency.concat())
}

const fn column(part: Bucket) -> &'static str {
    match part {
        Bucket::Available => "available",
        Bucket::Held => "held",
        Bucket::Unsettled => "unsettled",
    }
}
