//! Reading entries: statements of an account, and the bookings of a transaction.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, PlatformId, TransactionId};
use causeway_domain::postings::Bucket;

use super::entry::{COLUMNS, Entry, RawEntry};
use super::seal::Journal;
use crate::{Error, Tx, params};

/// Returns up to `limit` entries of an internal account after its entry with number `after`, in order.
pub fn of_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    after: i64,
    limit: u32,
) -> Result<Vec<Entry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e
         WHERE e.platform_id = $1 AND e.account_id = $2 AND e.seq > $3 ORDER BY e.seq LIMIT $4"
    );
    tx.query(&sql, params![platform, account, after, limit], |row| RawEntry::read(row)?.typed())
}

/// Returns the last entries of an internal account, up to `limit`, newest first.
pub fn latest_of_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    limit: u32,
) -> Result<Vec<Entry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e
         WHERE e.platform_id = $1 AND e.account_id = $2 ORDER BY e.seq DESC LIMIT $3"
    );
    tx.query(&sql, params![platform, account, limit], |row| RawEntry::read(row)?.typed())
}

/// Returns the number of the last entry of an internal account, in the order of booking, that was booked
/// before an instant; 0 if there is none.
pub fn last_before(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    end: Time,
) -> Result<i64, Error> {
    let sql = "SELECT seq FROM ledger_entry
         WHERE platform_id = $1 AND account_id = $2 AND seq > 0 AND created_at < $3 ORDER BY seq DESC LIMIT 1";
    let found: Option<i64> = tx.query_opt(sql, params![platform, account, end], |row| row.get("seq"))?;
    Ok(found.unwrap_or_default())
}

/// Returns the balance of a part of an internal account after its entry with number `seq`.
pub fn balance_after(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    bucket: Bucket,
    seq: i64,
) -> Result<i64, Error> {
    let sql = "SELECT balance_after FROM ledger_entry
         WHERE platform_id = $1 AND account_id = $2 AND seq <= $3 AND code = $4 ORDER BY seq DESC LIMIT 1";
    let found: Option<i64> =
        tx.query_opt(sql, params![platform, account, seq, bucket.code().as_str()], |row| {
            row.get("balance_after")
        })?;
    Ok(found.unwrap_or_default())
}

/// Returns the entries of a transaction in the order of booking, after a check that this service posted all
/// its journals.
///
/// # Errors
/// [`Error::NotAuthentic`] if it did not.
pub fn authentic_of_transaction(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Vec<Entry>, Error> {
    // Sorted here: for an ORDER BY, SQLite would scan all entries of the platform in its order. For a join,
    // PostgreSQL keeps a plan from a time when ledger_unsealed was nearly empty, and scans that table.
    let sql = format!(
        "SELECT {COLUMNS}, COALESCE(
             (SELECT s.mac FROM ledger_sealed s
              WHERE s.platform_id = e.platform_id AND s.journal_id = e.journal_id),
             (SELECT u.mac FROM ledger_unsealed u
              WHERE u.platform_id = e.platform_id AND u.journal_id = e.journal_id AND NOT u.set_aside)) AS mac
         FROM ledger_entry e WHERE e.platform_id = $1 AND e.transaction_id = $2"
    );
    let mut lines = tx.query(&sql, params![platform, transaction], |row| {
        let journal =
            Journal { id: row.get("journal_id")?, mac: row.get::<Option<_>>("mac")?.unwrap_or_default() };
        Ok((journal, RawEntry::read(row)?))
    })?;
    lines.sort_by_key(|(journal, entry)| (journal.id, entry.line));
    let mut entries = Vec::with_capacity(lines.len());
    for of_journal in lines.chunk_by(|(one, _), (next, _)| one.id == next.id) {
        let booked: Vec<RawEntry> = of_journal.iter().map(|(_, line)| line.clone()).collect();
        let (journal, _) = &of_journal[0];
        if !journal.is_authentic(platform, &booked, tx.macs()) {
            return Err(Error::NotAuthentic(journal.id.to_string()));
        }
        entries.extend(booked);
    }
    entries.into_iter().map(RawEntry::typed).collect()
}
