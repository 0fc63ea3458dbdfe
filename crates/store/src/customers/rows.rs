//! One customer's row.

use causeway_domain::ids::{CustomerId, PlatformId};

use super::record::{COLUMNS, CustomerRecord, listed, read};
use crate::{Error, Tx, Value, params};

/// Stores a new customer. Another active customer with the same identifier of the platform makes the
/// transaction fail as a lost race: look with [`find_active_by_own_id`] first.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CustomerRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO customer (platform_id, customer_id, platform_customer_id, customer_type, status, region, \
         currencies, uma_local, is_deleted, doc, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            platform,
            record.id,
            &record.platform_customer_id,
            record.customer_type().as_str(),
            record.doc.verification.status().as_str(),
            record.region.as_str(),
            listed(&record.currencies),
            &record.uma_local,
            record.is_deleted,
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// The customer with this id, deleted or not.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<CustomerRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// What the platform calls this customer, deleted or not.
///
/// # Errors
/// Whatever the database refuses.
pub fn own_id(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<String>, Error> {
    let sql = "SELECT platform_customer_id FROM customer WHERE platform_id = $1 AND customer_id = $2";
    tx.query_opt(sql, params![platform, id], |row| row.get("platform_customer_id"))
}

/// A customer together with what its platform's UMA addresses end in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithDomain {
    /// The customer.
    pub customer: CustomerRecord,
    /// The platform's own domain.
    pub uma_domain: Option<String>,
    /// The platform's label under the service's host name.
    pub proxy_uma_subdomain: Option<String>,
}

/// The customer with this id, deleted or not, with all that it takes to show it.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_with_domain(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerId,
) -> Result<Option<WithDomain>, Error> {
    let sql = format!(
        "SELECT {COLUMNS}, platform.uma_domain, platform.proxy_uma_subdomain FROM customer \
         JOIN platform ON platform.platform_id = customer.platform_id \
         WHERE customer.platform_id = $1 AND customer.customer_id = $2"
    );
    tx.query_opt(&sql, params![platform, id], |row| {
        Ok(WithDomain {
            customer: read(row)?,
            uma_domain: row.get("uma_domain")?,
            proxy_uma_subdomain: row.get("proxy_uma_subdomain")?,
        })
    })
}

/// The customer that holds the UMA address with this local part now, unless it is deleted.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_by_uma(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
) -> Result<Option<CustomerRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM uma_address JOIN customer ON customer.platform_id = uma_address.platform_id \
         AND customer.customer_id = uma_address.customer_id AND customer.uma_local = uma_address.local_part \
         WHERE uma_address.platform_id = $1 AND uma_address.local_part = $2 AND NOT customer.is_deleted"
    );
    tx.query_opt(&sql, params![platform, local_part], read)
}

/// The customer with this id, deleted or not, locked against every change until the transaction ends.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<CustomerRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Customers of all platforms behind this one in the order of their ids, deleted or not, locked against every
/// change until the transaction ends: for work on all of them in parts.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock_some_after(
    tx: &mut Tx<'_>,
    after: (PlatformId, CustomerId),
    limit: u32,
) -> Result<Vec<(PlatformId, CustomerRecord)>, Error> {
    let sql = format!(
        "/* all platforms */ SELECT platform_id, {COLUMNS} FROM customer \
         WHERE (platform_id, customer_id) > ($1, $2) ORDER BY platform_id, customer_id LIMIT $3 FOR UPDATE"
    );
    tx.query(&sql, params![after.0, after.1, limit], |row| Ok((row.get("platform_id")?, read(row)?)))
}

/// The customer with this id, deleted or not, which nobody can change or delete until the transaction ends;
/// others may hold it so at the same time.
///
/// # Errors
/// Whatever the database refuses.
pub fn hold(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<CustomerRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id = $2 FOR SHARE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The active customer that the platform knows under this identifier.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_active_by_own_id(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    platform_customer_id: &str,
) -> Result<Option<CustomerId>, Error> {
    let sql = "SELECT customer_id FROM customer \
               WHERE platform_id = $1 AND platform_customer_id = $2 AND NOT is_deleted";
    tx.query_opt(sql, params![platform, platform_customer_id], |row| row.get("customer_id"))
}

/// The customers that the platform knows or ever knew under this identifier: a deleted one's can be given again.
///
/// # Errors
/// Whatever the database refuses.
pub fn all_with_own_id(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    platform_customer_id: &str,
) -> Result<Vec<CustomerId>, Error> {
    let sql = "SELECT customer_id FROM customer WHERE platform_id = $1 AND platform_customer_id = $2";
    tx.query(sql, params![platform, platform_customer_id], |row| row.get("customer_id"))
}

/// Writes everything about a customer that can change.
///
/// # Errors
/// Whatever the database refuses.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &CustomerRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE customer SET status = $3, currencies = $4, uma_local = $5, is_deleted = $6, doc = $7, \
         updated_at = $8 WHERE platform_id = $1 AND customer_id = $2",
        params![
            platform,
            record.id,
            record.doc.verification.status().as_str(),
            listed(&record.currencies),
            &record.uma_local,
            record.is_deleted,
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}
