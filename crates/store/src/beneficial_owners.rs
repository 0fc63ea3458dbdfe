//! Rows of the people behind companies (customers 7). Whoever changes one has locked the company.

use causeway_domain::country::Country;
use causeway_domain::ids::{BeneficialOwnerId, CustomerId, Id, PlatformId};
use causeway_domain::kyc::{BeneficialOwnerRole, OwnerStatus};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::customers::IdentificationType;
use serde::{Deserialize, Serialize};

use crate::customers::PostalAddress;
use crate::database::listing::{Listing, Page, Position};
use crate::{Error, Row, Tx, Value, params};

/// Somebody behind a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerRecord {
    /// Its id.
    pub id: BeneficialOwnerId,
    /// The company.
    pub customer: CustomerId,
    /// Where the person stands in verification.
    pub status: OwnerStatus,
    /// Everything that is not looked up by.
    pub doc: OwnerDoc,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The document of an owner, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerDoc {
    /// Version of this document's form.
    pub v: u32,
    /// What the person is to the company.
    pub roles: Vec<BeneficialOwnerRole>,
    /// The share owned, in percent.
    pub ownership_percentage: u8,
    /// Who the person is.
    pub personal: OwnerPerson,
}

/// Who an owner is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerPerson {
    /// First name.
    pub first_name: String,
    /// Middle name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle_name: Option<String>,
    /// Last name.
    pub last_name: String,
    /// Date of birth, `YYYY-MM-DD`.
    pub birth_date: String,
    /// Nationality.
    pub nationality: Country,
    /// E-mail address, as sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Telephone number in international form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// Home address.
    pub address: PostalAddress,
    /// Kind of the tax number.
    pub id_type: IdentificationType,
    /// The tax number, sealed by the service.
    pub sealed_identifier: String,
    /// The tax number as it is shown.
    pub masked_identifier: String,
    /// The country that issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
}

impl OwnerDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

impl OwnerRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

const COLUMNS: &str = "beneficial_owner.owner_id, beneficial_owner.customer_id, beneficial_owner.status, \
                       beneficial_owner.doc, beneficial_owner.created_at, beneficial_owner.updated_at";

fn read(row: &Row<'_>) -> Result<OwnerRecord, Error> {
    Ok(OwnerRecord {
        id: row.get("owner_id")?,
        customer: row.get("customer_id")?,
        status: row.parsed("status")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Stores a new owner.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &OwnerRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO beneficial_owner (platform_id, owner_id, customer_id, status, doc, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            platform,
            record.id,
            record.customer,
            record.status.as_str(),
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Writes everything about an owner that can change.
///
/// # Errors
/// Those of the database.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &OwnerRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE beneficial_owner SET status = $3, doc = $4, updated_at = $5 \
         WHERE platform_id = $1 AND owner_id = $2",
        params![platform, record.id, record.status.as_str(), Value::doc(&record.doc)?, record.updated_at],
    )
}

/// Deletes an owner for good.
///
/// # Errors
/// Returns the errors of the database.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, id: BeneficialOwnerId) -> Result<(), Error> {
    tx.execute("DELETE FROM beneficial_owner WHERE platform_id = $1 AND owner_id = $2", params![platform, id])
}

/// The owner with this id.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: BeneficialOwnerId,
) -> Result<Option<OwnerRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM beneficial_owner WHERE platform_id = $1 AND owner_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The owner with this id, locked against every change until the transaction ends.
///
/// # Errors
/// Those of the database.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: BeneficialOwnerId,
) -> Result<Option<OwnerRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM beneficial_owner WHERE platform_id = $1 AND owner_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The people behind a company, in the order in which they were added.
///
/// # Errors
/// Those of the database.
pub fn of_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<OwnerRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM beneficial_owner WHERE platform_id = $1 AND customer_id = $2 \
         ORDER BY created_at, owner_id"
    );
    tx.query(&sql, params![platform, customer], read)
}

/// The people behind some companies, each company's in the order in which they were added.
///
/// # Errors
/// Those of the database.
pub fn of_customers(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customers: &[CustomerId],
) -> Result<Vec<OwnerRecord>, Error> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (2..customers.len() + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM beneficial_owner WHERE platform_id = $1 AND customer_id IN ({}) \
         ORDER BY created_at, owner_id",
        places.join(", ")
    );
    let mut values = vec![Value::from(platform)];
    values.extend(customers.iter().map(|customer| Value::from(*customer)));
    tx.query(&sql, &values, read)
}

/// A page of the people behind a company, and how many there are.
///
/// # Errors
/// Those of the database.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    page: &Page,
) -> Result<(Vec<OwnerRecord>, Option<i64>), Error> {
    let listing = Listing::new("beneficial_owner", "owner_id", platform)
        .filter("beneficial_owner.customer_id = $$", Some(customer));
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Owners of all platforms behind this one in the order of their ids, locked against every change until the transaction
/// ends: for work on all of them in parts.
///
/// # Errors
/// Those of the database.
pub fn lock_some_after(
    tx: &mut Tx<'_>,
    after: (PlatformId, BeneficialOwnerId),
    limit: u32,
) -> Result<Vec<(PlatformId, OwnerRecord)>, Error> {
    let sql = format!(
        "/* all platforms */ SELECT platform_id, {COLUMNS} FROM beneficial_owner \
         WHERE (platform_id, owner_id) > ($1, $2) ORDER BY platform_id, owner_id LIMIT $3 FOR UPDATE"
    );
    tx.query(&sql, params![after.0, after.1, limit], |row| Ok((row.get("platform_id")?, read(row)?)))
}
