//! The holders of UMA addresses. An address never passes to another customer (customers 2.4).

use causeway_domain::ids::{CustomerId, PlatformId};

use crate::{Error, Tx, params};

/// Finds the customer that holds, or once held, the address with this local part.
pub fn find_holder(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
) -> Result<Option<CustomerId>, Error> {
    let sql = "SELECT customer_id FROM uma_address WHERE platform_id = $1 AND local_part = $2";
    tx.query_opt(sql, params![platform, local_part], |row| row.get("customer_id"))
}

/// Assigns an address to a customer permanently. If a concurrent transaction was first, this transaction
/// fails as a lost race: callers use [`find_holder`] first.
pub fn reserve(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
    customer: CustomerId,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO uma_address (platform_id, local_part, customer_id) VALUES ($1, $2, $3)",
        params![platform, local_part, customer],
    )
}
