//! The effects of some payments on a database, and their repetition in another.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::Path;

use causeway_domain::ids::{Id, InternalAccountId, PlatformId};
use causeway_store::ledger::{self, Balance};
use causeway_store::{MacPurpose, Macs};
use rusqlite::Connection;
use rusqlite::types::Value;
use uuid::Uuid;

use super::added_rows::{AddedRows, Column, Rule, identifier_earlier};
use crate::error::Result;
use crate::load::scattered;

/// The tables in which a finished payment leaves rows. It leaves no jobs.
const TABLES: &[&str] = &[
    "quote",
    "payment",
    "payment_state",
    "ledger_entry",
    "ledger_sealed",
    "ledger_block",
    "ledger_checkpoint",
    "outbox",
    "delivery",
    "idempotency",
    "sandbox_payout",
];

/// Offset that numbers the repeated blocks below those that the service has sealed, so that it continues from
/// its own last block.
const BEFORE_ALL_BLOCKS: i64 = 1 << 40;

/// The first number of repeated keys, above those of requests.
const FIRST_KEY: u64 = 1 << 40;

/// The rows that some payments have added to a database.
#[derive(Debug)]
pub(crate) struct PaymentHistory {
    tables: Vec<AddedRows>,
    /// The payments' effect on authenticated balances: number of entries and sum, by account.
    accounts: HashMap<Vec<u8>, (i64, i64)>,
    /// Scopes of keys that many requests share, for instance those that create quotes.
    shared_scopes: HashSet<Vec<u8>>,
    /// Time of the first quote, and (in `lasted`) time until the last payment finished, in milliseconds.
    since: i64,
    lasted: i64,
    /// Number of added ledger blocks.
    blocks: i64,
}

/// One repetition.
#[derive(Debug, Clone, Copy)]
struct Time {
    /// Number of earlier repetitions.
    before: i64,
    /// Shift into the past, in milliseconds.
    earlier: i64,
}

impl PaymentHistory {
    /// Finds the rows that `after` has and `before`, of which it is a copy, has not.
    pub(crate) fn between(before: &Path, after: &Path) -> Result<Self> {
        let connection = Connection::open(after)?;
        connection.execute("ATTACH ?1 AS before", [before.to_str().ok_or("no path")?])?;
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let since = number("SELECT MIN(created_at) FROM quote")?;
        let until = number("SELECT MAX(updated_at) FROM payment_state")?;
        let blocks = "SELECT (SELECT COUNT(*) FROM main.ledger_block) - COUNT(*) FROM before.ledger_block";
        Ok(Self {
            tables: TABLES.iter().map(|table| AddedRows::find(&connection, table)).collect::<Result<_>>()?,
            accounts: accounts(&connection)?,
            shared_scopes: shared_scopes(&connection)?,
            since,
            lasted: until - since + 1,
            blocks: number(blocks)?,
        })
    }

    /// Writes the rows `times` times to a database that equals the original `before`. All repetitions are
    /// dated before the original payments, the last one immediately before them.
    pub(crate) fn repeat(&self, times: u32, into: &Path, macs: &dyn Macs) -> Result<()> {
        let mut connection = Connection::open(into)?;
        connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000;")?;
        for before in 0..i64::from(times) {
            let time = Time { before, earlier: (i64::from(times) - before) * self.lasted };
            let transaction = connection.transaction()?;
            for added in &self.tables {
                self.add(&transaction, added, time)?;
            }
            transaction.commit()?;
        }
        for (account, (entries, amount)) in &self.accounts {
            connection.execute(
                "UPDATE ledger_balance SET seq = seq + ?2, available = available + ?3 WHERE account_id = ?1",
                (account, entries * i64::from(times), amount * i64::from(times)),
            )?;
            authenticate(&connection, account, macs)?;
        }
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(File::open(into)?.sync_all()?)
    }

    fn add(&self, connection: &Connection, added: &AddedRows, time: Time) -> Result<()> {
        let mut insert = connection.prepare_cached(&added.insert())?;
        let rows = u64::try_from(added.rows.len())?;
        let first = FIRST_KEY + rows * u64::try_from(time.before)?;
        for (row, number) in added.rows.iter().zip(first..) {
            let (entries, amount) = match added.account(row) {
                Some(Value::Blob(account)) => self.accounts.get(account).copied().unwrap_or_default(),
                _ => (0, 0),
            };
            for ((value, column), place) in row.iter().zip(&added.columns).zip(1..) {
                match self.changed(value, column, time, entries, amount, number) {
                    Some(changed) => insert.raw_bind_parameter(place, changed)?,
                    None => insert.raw_bind_parameter(place, value)?,
                }
            }
            insert.raw_execute()?;
        }
        Ok(())
    }

    /// Returns the changed value, or `None` if it stays.
    fn changed(
        &self,
        value: &Value,
        column: &Column,
        time: Time,
        entries: i64,
        amount: i64,
        number: u64,
    ) -> Option<Value> {
        match (column.rule, value) {
            (Rule::Numbered, _) => Some(Value::Null),
            (Rule::Key, _) => Some(Value::Text(format!("bench-{:016x}", scattered(number)))),
            (Rule::Scope, Value::Blob(scope)) if self.shared_scopes.contains(scope) => None,
            (Rule::Scope, Value::Blob(scope)) => {
                let other = scattered(number).to_be_bytes();
                Some(Value::Blob(other.iter().chain(scope.iter().skip(other.len())).copied().collect()))
            }
            (Rule::Block, Value::Integer(block)) => {
                Some(Value::Integer(block + self.blocks * time.before - BEFORE_ALL_BLOCKS))
            }
            (Rule::Entry, Value::Integer(seq)) => Some(Value::Integer(seq + entries * time.before)),
            (Rule::Balance, Value::Integer(balance)) => Some(Value::Integer(balance + amount * time.before)),
            (_, Value::Integer(at)) if column.is_time() => Some(Value::Integer(at - time.earlier)),
            (_, value) => identifier_earlier(value, self.since, time.earlier),
        }
    }
}

/// Recomputes the authentication code of a balance, as if the service had written it.
fn authenticate(connection: &Connection, account: &[u8], macs: &dyn Macs) -> Result<()> {
    let sql = "SELECT platform_id, currency, available, held, unsettled, seq, updated_at FROM ledger_balance
        WHERE account_id = ?1";
    let (platform, currency, available, held, unsettled, seq, updated_at): (
        Uuid,
        String,
        i64,
        i64,
        i64,
        i64,
        i64,
    ) = connection.query_row(sql, [account], |row| {
        let platform = Uuid::from_bytes(row.get(0)?);
        Ok((platform, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?))
    })?;
    let balance = Balance {
        account: InternalAccountId::from_uuid(Uuid::from_slice(account)?),
        currency: currency.parse().map_err(|_| "no currency")?,
        available,
        held,
        unsettled,
        seq,
        updated_at: causeway_domain::Revision::created(causeway_domain::Time::from_millis(updated_at)),
    };
    let bytes = ledger::balance_bytes(PlatformId::from_uuid(platform), &balance);
    let mac = macs.make(MacPurpose::Balances, &bytes);
    connection.execute("UPDATE ledger_balance SET mac = ?2 WHERE account_id = ?1", (account, mac))?;
    Ok(())
}

fn accounts(connection: &Connection) -> Result<HashMap<Vec<u8>, (i64, i64)>> {
    let mut select = connection.prepare(
        "SELECT later.account_id, later.seq - earlier.seq, later.available - earlier.available
         FROM main.ledger_balance later JOIN before.ledger_balance earlier USING (platform_id, account_id)
         WHERE later.seq > earlier.seq",
    )?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn shared_scopes(connection: &Connection) -> Result<HashSet<Vec<u8>>> {
    let mut select =
        connection.prepare("SELECT scope_hash FROM idempotency GROUP BY scope_hash HAVING COUNT(*) > 1")?;
    let rows = select.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
