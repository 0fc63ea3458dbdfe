//! Rows of the directory of banks and mobile money providers (money 5).

use causeway_domain::country::Country;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::money::CurrencyCode;

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A bank or mobile money provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankRecord {
    pub country: Country,
    pub currency: CurrencyCode,
    /// The exact name in account details.
    pub bank_name: String,
    /// Human-readable name.
    pub display_name: String,
    /// Rails that reach the bank, default first.
    pub rails: Vec<PaymentRail>,
}

/// Filter for lists of banks; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter<'a> {
    pub country: Option<&'a str>,
    pub currency: Option<&'a str>,
}

/// Result of a directory lookup by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameLookup {
    /// The directory has no entries for the filter, so any name may be valid.
    NoDirectory,
    /// The directory has entries, but not this name.
    Unlisted,
    /// The directory contains the name.
    Listed,
}

const COLUMNS: &str = "country, currency, bank_name, display_name, rails";

/// Replaces the directory with these banks.
///
/// # Errors
/// [`Error::Duplicate`] if a bank is named twice.
pub fn replace(tx: &mut Tx<'_>, environment: Environment, banks: &[BankRecord]) -> Result<(), Error> {
    tx.execute("DELETE FROM bank WHERE environment = $1", params![environment.as_str()])?;
    for bank in banks {
        let rails: Vec<&str> = bank.rails.iter().map(|rail| rail.as_str()).collect();
        tx.execute(
            "INSERT INTO bank (environment, country, currency, bank_name, display_name, rails)
             VALUES ($1, $2, $3, $4, $5, $6)",
            params![
                environment.as_str(),
                bank.country.as_str(),
                bank.currency,
                &bank.bank_name,
                &bank.display_name,
                rails.join(" "),
            ],
        )?;
    }
    Ok(())
}

/// Returns the banks that match the filter, in no particular order.
pub fn list(tx: &mut Tx<'_>, environment: Environment, filter: Filter<'_>) -> Result<Vec<BankRecord>, Error> {
    let (conditions, values) = conditions_of(environment, filter);
    tx.query(&format!("SELECT {COLUMNS} FROM bank WHERE {conditions}"), &values, read)
}

/// Looks up a bank name among the entries that match the filter.
pub fn look_up_name(
    tx: &mut Tx<'_>,
    environment: Environment,
    filter: Filter<'_>,
    bank_name: &str,
) -> Result<NameLookup, Error> {
    let (conditions, mut values) = conditions_of(environment, filter);
    values.push(bank_name.into());
    let sql = format!(
        "SELECT COUNT(*) AS listed, COUNT(CASE WHEN bank_name = ${} THEN 1 END) AS named FROM bank WHERE {conditions}",
        values.len()
    );
    tx.query_one(&sql, &values, |row| {
        Ok(match (row.get::<i64>("listed")?, row.get::<i64>("named")?) {
            (0, _) => NameLookup::NoDirectory,
            (_, 0) => NameLookup::Unlisted,
            (_, _) => NameLookup::Listed,
        })
    })
}

fn conditions_of<'a>(environment: Environment, filter: Filter<'a>) -> (String, Vec<Value<'a>>) {
    let mut conditions = "environment = $1".to_owned();
    let mut values = vec![Value::from(environment.as_str())];
    for (column, filter_value) in [("country", filter.country), ("currency", filter.currency)] {
        if let Some(code) = filter_value {
            values.push(code.into());
            conditions.push_str(&format!(" AND {column} = ${}", values.len()));
        }
    }
    (conditions, values)
}

fn read(row: &Row<'_>) -> Result<BankRecord, Error> {
    let rails: String = row.get("rails")?;
    let rails: Result<Vec<PaymentRail>, _> = rails.split(' ').map(str::parse).collect();
    Ok(BankRecord {
        country: row.parsed("country")?,
        currency: row.get("currency")?,
        bank_name: row.get("bank_name")?,
        display_name: row.get("display_name")?,
        rails: rails.map_err(|_| Error::Data("a bank has unknown rails".to_owned()))?,
    })
}
