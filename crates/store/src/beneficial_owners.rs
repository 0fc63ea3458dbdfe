//! Rows of beneficial owners of companies (customers 7). The caller that changes an owner holds the lock of
//! the company.

use causeway_domain::country::Country;
use causeway_domain::ids::{BeneficialOwnerId, CustomerId, Id, PlatformId};
use causeway_domain::verifications::{BeneficialOwnerRole, OwnerStatus};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::customers::IdentificationType;
use serde::{Deserialize, Serialize};

use crate::customers::PostalAddress;
use crate::database::listing::{Listing, Page, Position};
use crate::database::preview::{StatusColumn, collect_status};
use crate::{Error, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("beneficial_owner", "owner_id");

/// A beneficial owner of a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerRecord {
    pub id: BeneficialOwnerId,
    pub customer: CustomerId,
    /// Status of the owner's verification.
    pub status: OwnerStatus,
    /// Data that no query filters by.
    pub doc: OwnerDoc,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// The document of an owner, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerDoc {
    pub v: u32,
    pub roles: Vec<BeneficialOwnerRole>,
    /// Percent.
    pub ownership_percentage: u8,
    pub personal: OwnerPerson,
}

/// Personal details of a beneficial owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerPerson {
    pub first_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle_name: Option<String>,
    pub last_name: String,
    /// `YYYY-MM-DD`.
    pub birth_date: String,
    pub nationality: Country,
    /// As sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// International form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    pub address: PostalAddress,
    /// Type of the tax number.
    pub id_type: IdentificationType,
    /// The tax number, encrypted.
    pub encrypted_identifier: String,
    /// The tax number as shown to callers.
    pub masked_identifier: String,
    /// Country that issued the tax number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
}

impl OwnerDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

impl OwnerRecord {
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

/// Updates the mutable columns of an owner.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &OwnerRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    tx.execute(
        "UPDATE beneficial_owner SET status = $3, doc = $4, updated_at = $5 \
         WHERE platform_id = $1 AND owner_id = $2",
        params![platform, record.id, record.status.as_str(), Value::doc(&record.doc)?, record.updated_at],
    )
}

/// Deletes the row of an owner.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, id: BeneficialOwnerId) -> Result<(), Error> {
    tx.execute("DELETE FROM beneficial_owner WHERE platform_id = $1 AND owner_id = $2", params![platform, id])
}

pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: BeneficialOwnerId,
) -> Result<Option<OwnerRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM beneficial_owner WHERE platform_id = $1 AND owner_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Locks the owner with this id until the transaction ends, and returns it.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: BeneficialOwnerId,
) -> Result<Option<OwnerRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM beneficial_owner WHERE platform_id = $1 AND owner_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns the owners of a company in order of creation.
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

/// Returns the owners of several companies in order of creation.
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

/// Returns a page of the people behind a company, and the total number of matches.
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

/// Locks up to `limit` owners of all platforms after `after_owner` of `after_platform`, ordered by platform
/// and id. For work on all owners in batches.
pub fn lock_some_after(
    tx: &mut Tx<'_>,
    after_platform: PlatformId,
    after_owner: BeneficialOwnerId,
    limit: u32,
) -> Result<Vec<(PlatformId, OwnerRecord)>, Error> {
    let sql = format!(
        "/* all platforms */ SELECT platform_id, {COLUMNS} FROM beneficial_owner \
         WHERE (platform_id, owner_id) > ($1, $2) ORDER BY platform_id, owner_id LIMIT $3 FOR UPDATE"
    );
    tx.query(&sql, params![after_platform, after_owner, limit], |row| {
        Ok((row.get("platform_id")?, read(row)?))
    })
}
