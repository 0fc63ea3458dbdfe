//! The verification of all ledgers: chains, what stands outside of them, accounts.

use std::collections::BTreeSet;

use causeway_domain::ids::PlatformId;

use super::anchors::Known;
use super::{Anchors, Report, accounts, cards, chain, guards, payments, strayed, terms, unmatched};
use crate::{Error, Tx, Value};

/// Rows that are held in memory at a time.
pub(super) const PAGE: i64 = 1000;

/// What a statement adds to `platform_id = $1` for the rows behind a key, and its values. Without a key it does not mention
/// it: SQLite would walk along all rows before it on every page.
pub(super) fn behind<'a>(
    platform: PlatformId,
    key: &str,
    after: Option<impl Into<Value<'a>>>,
) -> (String, Vec<Value<'a>>) {
    match after {
        None => (String::new(), vec![platform.into()]),
        Some(after) => (format!("AND {key} > $2"), vec![platform.into(), after.into()]),
    }
}

/// Verifies the ledgers of all platforms, in [`crate::Store::read`]: one snapshot, with bounded memory.
///
/// Every entry is the one that was booked; every journal was posted by this service and adds up to zero per currency;
/// every block holds what it was sealed with and was sealed by this service; no entry stands outside of blocks and
/// queue; every guarded balance was written by this service, is what its entries make it, and is negative only where
/// it may be; no other account is negative that must not be; the checkpoints add up; what is booked is kept from being
/// changed. Quotes, payments and external accounts are the ones that this service wrote, and so are agents, cards, their keys
/// and what is minted or burned; each payment is booked as its terms say, and shows where its money stands; so is each card
/// transaction, and money that fits no account. What `anchors` say must still be true.
///
/// # Errors
/// Those of the database. What is wrong with the ledger is no error but in the report.
pub fn verify(tx: &mut Tx<'_>, anchors: &Anchors) -> Result<Report, Error> {
    let mut report = Report::new();
    guards::verify(tx, &mut report)?;
    for platform in platforms(tx, anchors)? {
        let mut known = Known::of(platform, anchors);
        let journals = chain::verify(tx, platform, &mut known, &mut report)?;
        strayed::verify(tx, platform, &mut report)?;
        accounts::verify(tx, platform, &known, journals, &mut report)?;
        terms::verify(tx, platform, &known, journals, &mut report)?;
        payments::verify(tx, platform, &known, journals, &mut report)?;
        unmatched::verify(tx, platform, &known, journals, &mut report)?;
        cards::verify(tx, platform, &known, journals, &mut report)?;
    }
    Ok(report)
}

/// Every platform that anything in the ledger or an anchor names, whether or not it exists.
fn platforms(tx: &mut Tx<'_>, anchors: &Anchors) -> Result<BTreeSet<PlatformId>, Error> {
    let stored: Vec<PlatformId> = tx.query(
        "/* all platforms */ SELECT platform_id FROM platform UNION SELECT platform_id FROM ledger_entry
         UNION SELECT platform_id FROM ledger_block UNION SELECT platform_id FROM ledger_balance
         UNION SELECT platform_id FROM ledger_unsealed UNION SELECT platform_id FROM ledger_sealed
         UNION SELECT platform_id FROM ledger_checkpoint UNION SELECT platform_id FROM payment
         UNION SELECT platform_id FROM quote UNION SELECT platform_id FROM external_account
         UNION SELECT platform_id FROM card_transaction UNION SELECT platform_id FROM unmatched_deposit
         UNION SELECT platform_id FROM agent UNION SELECT platform_id FROM card UNION SELECT platform_id FROM delegated_key
         UNION SELECT platform_id FROM stablecoin_provider_account UNION SELECT platform_id FROM stablecoin
         UNION SELECT platform_id FROM stablecoin_operation UNION SELECT platform_id FROM stablecoin_quote",
        &[],
        |row| row.get("platform_id"),
    )?;
    Ok(stored.into_iter().chain(anchors.heads.iter().map(|head| head.platform)).collect())
}
