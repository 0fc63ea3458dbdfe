//! Rows of the directory of banks and of providers of mobile money (money 5).

use causeway_domain::country::Country;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::money::CurrencyCode;

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A bank or a provider of mobile money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankRecord {
    /// Where it is.
    pub country: Country,
    /// What it takes.
    pub currency: CurrencyCode,
    /// Its name in the details of an account, exactly.
    pub bank_name: String,
    /// Its name for people.
    pub display_name: String,
    /// The rails that reach it, default first.
    pub rails: Vec<PaymentRail>,
}

/// Which banks to list; every condition narrows it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter<'a> {
    /// In this country.
    pub country: Option<&'a str>,
    /// That take this currency.
    pub currency: Option<&'a str>,
}

/// What the directory says of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// It lists nobody there, so that every name may be right.
    NoDirectory,
    /// It lists others.
    Unlisted,
    /// It lists the name.
    Listed,
}

const COLUMNS: &str = "country, currency, bank_name, display_name, rails";

/// Puts these banks in the place of all that the directory lists.
///
/// # Errors
/// [`Error::Duplicate`] where a bank is named twice; those of the database.
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

/// The banks that the filter leaves, in no order.
///
/// # Errors
/// Those of the database.
pub fn list(tx: &mut Tx<'_>, environment: Environment, filter: Filter<'_>) -> Result<Vec<BankRecord>, Error> {
    let (conditions, values) = narrowed(environment, filter);
    tx.query(&format!("SELECT {COLUMNS} FROM bank WHERE {conditions}"), &values, read)
}

/// What the directory says of a bank of this name, among those that the filter leaves.
///
/// # Errors
/// Those of the database.
pub fn entry_of(
    tx: &mut Tx<'_>,
    environment: Environment,
    filter: Filter<'_>,
    bank_name: &str,
) -> Result<Entry, Error> {
    let (conditions, mut values) = narrowed(environment, filter);
    values.push(bank_name.into());
    let sql = format!(
        "SELECT COUNT(*) AS listed, COUNT(CASE WHEN bank_name = ${} THEN 1 END) AS named FROM bank WHERE {conditions}",
        values.len()
    );
    tx.query_one(&sql, &values, |row| {
        Ok(match (row.get::<i64>("listed")?, row.get::<i64>("named")?) {
            (0, _) => Entry::NoDirectory,
            (_, 0) => Entry::Unlisted,
            (_, _) => Entry::Listed,
        })
    })
}

fn narrowed<'a>(environment: Environment, filter: Filter<'a>) -> (String, Vec<Value<'a>>) {
    let mut conditions = "environment = $1".to_owned();
    let mut values = vec![Value::from(environment.as_str())];
    for (column, wanted) in [("country", filter.country), ("currency", filter.currency)] {
        if let Some(wanted) = wanted {
            values.push(wanted.into());
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
