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

fn read(row: &Row<'_>) -> Result<RateRecord, Error> {
    let text: String = row.get("rate")?;
    let number: Option<Decimal> = text.parse().ok();
    let rate = number.and_then(|number| Rate::try_new(number).ok());
    Ok(RateRecord {
        sending: row.get("sending")?,
        receiving: row.get("receiving")?,
        rate: rate.ok_or_else(|| Error::Data(format!("column rate: not an exchange rate: {text}")))?,
        updated_at: row.get("updated_at")?,
    })
}
