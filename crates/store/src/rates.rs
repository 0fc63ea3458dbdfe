//! Rows of the operator's exchange rates, for production platforms without a rate adapter (money 6.1).

use causeway_domain::Time;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{Decimal, Rate};

use crate::{Error, Row, Tx, params};

/// The rate of a currency pair, in this direction only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateRecord {
    pub sending: CurrencyCode,
    pub receiving: CurrencyCode,
    /// Receiving major units per sending major unit.
    pub rate: Rate,
    /// Wall time.
    pub updated_at: Time,
}

const COLUMNS: &str = "sending, receiving, rate, updated_at";

/// Locks the rates of a pair in both directions, if they are set. [`set`] locks the pair in any case.
pub fn lock(tx: &mut Tx<'_>, pair: CurrencyPair) -> Result<(), Error> {
    let CurrencyPair { sending, receiving } = pair;
    let locked = tx.query(
        "SELECT sending FROM operator_rate
         WHERE (sending = $1 AND receiving = $2) OR (sending = $2 AND receiving = $1)
         ORDER BY sending, receiving FOR UPDATE",
        params![sending, receiving],
        |_| Ok(()),
    );
    locked.map(drop)
}

pub fn set(tx: &mut Tx<'_>, record: &RateRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO operator_rate (sending, receiving, rate, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (sending, receiving) DO UPDATE SET rate = excluded.rate, updated_at = excluded.updated_at",
        params![record.sending, record.receiving, record.rate.to_string(), record.updated_at],
    )
}

pub fn remove(tx: &mut Tx<'_>, sending: CurrencyCode, receiving: CurrencyCode) -> Result<(), Error> {
    tx.execute("DELETE FROM operator_rate WHERE sending = $1 AND receiving = $2", params![sending, receiving])
}

pub fn find(
    tx: &mut Tx<'_>,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Result<Option<RateRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM operator_rate WHERE sending = $1 AND receiving = $2");
    tx.query_opt(&sql, params![sending, receiving], read)
}

/// Returns all rates, ordered by currency pair.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<RateRecord>, Error> {
    tx.query(&format!("SELECT {COLUMNS} FROM operator_rate ORDER BY sending, receiving"), &[], read)
}

/// A change of the rate of a currency pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateChangeRecord {
    pub sending: CurrencyCode,
    pub receiving: CurrencyCode,
    /// `None` if the rate was removed.
    pub rate: Option<Rate>,
    /// The operator.
    pub actor: String,
    /// Wall time.
    pub at: Time,
}

/// Records a change of a rate, for good.
pub fn record_change(tx: &mut Tx<'_>, change: &RateChangeRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO operator_rate_change (sending, receiving, rate, actor, at) VALUES ($1, $2, $3, $4, $5)",
        params![
            change.sending,
            change.receiving,
            change.rate.map(|rate| rate.to_string()),
            &change.actor,
            change.at,
        ],
    )
}

/// Returns the last rate that was set for a pair, even if it was removed since.
pub fn last_set(
    tx: &mut Tx<'_>,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Result<Option<Rate>, Error> {
    let found = tx.query_opt(
        "SELECT sending, receiving, rate, actor, at FROM operator_rate_change
         WHERE sending = $1 AND receiving = $2 AND rate IS NOT NULL ORDER BY seq DESC LIMIT 1",
        params![sending, receiving],
        read_change,
    )?;
    Ok(found.and_then(|change| change.rate))
}

/// A currency pair in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyPair {
    pub sending: CurrencyCode,
    pub receiving: CurrencyCode,
}

/// Returns up to `limit` changes, newest first: of all pairs, or of one pair.
pub fn history(
    tx: &mut Tx<'_>,
    pair: Option<CurrencyPair>,
    limit: u32,
) -> Result<Vec<RateChangeRecord>, Error> {
    let Some(CurrencyPair { sending, receiving }) = pair else {
        let sql =
            "SELECT sending, receiving, rate, actor, at FROM operator_rate_change ORDER BY seq DESC LIMIT $1";
        return tx.query(sql, params![limit], read_change);
    };
    tx.query(
        "SELECT sending, receiving, rate, actor, at FROM operator_rate_change
         WHERE sending = $1 AND receiving = $2 ORDER BY seq DESC LIMIT $3",
        params![sending, receiving, limit],
        read_change,
    )
}

fn read(row: &Row<'_>) -> Result<RateRecord, Error> {
    let text: String = row.get("rate")?;
    Ok(RateRecord {
        sending: row.get("sending")?,
        receiving: row.get("receiving")?,
        rate: parse(&text)?,
        updated_at: row.get("updated_at")?,
    })
}

fn read_change(row: &Row<'_>) -> Result<RateChangeRecord, Error> {
    let text: Option<String> = row.get("rate")?;
    Ok(RateChangeRecord {
        sending: row.get("sending")?,
        receiving: row.get("receiving")?,
        rate: text.map(|text| parse(&text)).transpose()?,
        actor: row.get("actor")?,
        at: row.get("at")?,
    })
}

fn parse(text: &str) -> Result<Rate, Error> {
    let number: Option<Decimal> = text.parse().ok();
    let rate = number.and_then(|number| Rate::try_new(number).ok());
    rate.ok_or_else(|| Error::Data(format!("column rate: not an exchange rate: {text}")))
}
