//! Insert, update, find and lock of customers.

use causeway_domain::ids::{CustomerId, PlatformId};

use super::record::{COLUMNS, CustomerRecord, format_currencies, read};
use super::search::search_entry;
use crate::database::preview::{StatusColumn, collect_status};
use crate::{Error, Tx, Value, params, search_terms};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("customer", "customer_id");

/// Inserts a new customer with its search terms. Another active customer with the same
/// `platform_customer_id` makes the transaction fail as a lost race: callers use [`find_active_by_own_id`]
/// first.
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
            format_currencies(&record.currencies),
            &record.uma_local,
            record.is_deleted,
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )?;
    search_terms::add(tx, platform, &search_entry(record))
}

/// Finds the customer with this id, deleted or not.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<CustomerRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns the customers with these ids, deleted or not.
pub fn among(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[CustomerId],
) -> Result<Vec<CustomerRecord>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values = vec![Value::from(platform)];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id IN ({})",
        places.join(", ")
    );
    tx.query(&sql, &values, read)
}

/// Returns the platform's own id of a customer, deleted or not.
pub fn own_id(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<String>, Error> {
    let sql = "SELECT platform_customer_id FROM customer WHERE platform_id = $1 AND customer_id = $2";
    tx.query_opt(sql, params![platform, id], |row| row.get("platform_customer_id"))
}

/// A customer with the domain of its platform's UMA addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerWithDomain {
    pub customer: CustomerRecord,
    /// The platform's own domain, if it has one.
    pub uma_domain: Option<String>,
    /// The platform's label under the service's host name, if it has one.
    pub proxy_uma_subdomain: Option<String>,
}

/// Finds the customer with this id, deleted or not, with its UMA domain.
pub fn find_with_domain(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerId,
) -> Result<Option<CustomerWithDomain>, Error> {
    let sql = format!(
        "SELECT {COLUMNS}, platform.uma_domain, platform.proxy_uma_subdomain FROM customer \
         JOIN platform ON platform.platform_id = customer.platform_id \
         WHERE customer.platform_id = $1 AND customer.customer_id = $2"
    );
    tx.query_opt(&sql, params![platform, id], |row| {
        Ok(CustomerWithDomain {
            customer: read(row)?,
            uma_domain: row.get("uma_domain")?,
            proxy_uma_subdomain: row.get("proxy_uma_subdomain")?,
        })
    })
}

/// Finds the current holder of a UMA address by its local part, unless the customer was deleted.
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

/// Locks the customer with this id, deleted or not, until the transaction ends, and returns it.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<CustomerRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Locks up to `limit` customers of all platforms after `after_customer` of `after_platform`, deleted or not,
/// ordered by platform and id. For work on all customers in batches.
pub fn lock_some_after(
    tx: &mut Tx<'_>,
    after_platform: PlatformId,
    after_customer: CustomerId,
    limit: u32,
) -> Result<Vec<(PlatformId, CustomerRecord)>, Error> {
    let sql = format!(
        "/* all platforms */ SELECT platform_id, {COLUMNS} FROM customer \
         WHERE (platform_id, customer_id) > ($1, $2) ORDER BY platform_id, customer_id LIMIT $3 FOR UPDATE"
    );
    tx.query(&sql, params![after_platform, after_customer, limit], |row| {
        Ok((row.get("platform_id")?, read(row)?))
    })
}

/// Locks the customer with this id, deleted or not, against changes and deletion until the transaction ends.
/// The lock is shared: other transactions may hold it at the same time.
pub fn hold(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerId) -> Result<Option<CustomerRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM customer WHERE platform_id = $1 AND customer_id = $2 FOR SHARE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Finds the active customer with this id of the platform.
pub fn find_active_by_own_id(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    platform_customer_id: &str,
) -> Result<Option<CustomerId>, Error> {
    let sql = "SELECT customer_id FROM customer \
               WHERE platform_id = $1 AND platform_customer_id = $2 AND NOT is_deleted";
    tx.query_opt(sql, params![platform, platform_customer_id], |row| row.get("customer_id"))
}

/// Returns all customers that have or had this id of the platform: the id of a deleted customer can be
/// reused.
pub fn all_with_own_id(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    platform_customer_id: &str,
) -> Result<Vec<CustomerId>, Error> {
    let sql = "SELECT customer_id FROM customer WHERE platform_id = $1 AND platform_customer_id = $2";
    tx.query(sql, params![platform, platform_customer_id], |row| row.get("customer_id"))
}

/// Updates the mutable columns of a customer. Changed names and contacts need other search terms too
/// ([`super::replace_terms`]).
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &CustomerRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.doc.verification.status().as_str())?;
    tx.execute(
        "UPDATE customer SET status = $3, currencies = $4, uma_local = $5, is_deleted = $6, doc = $7, \
         updated_at = $8 WHERE platform_id = $1 AND customer_id = $2",
        params![
            platform,
            record.id,
            record.doc.verification.status().as_str(),
            format_currencies(&record.currencies),
            &record.uma_local,
            record.is_deleted,
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}
