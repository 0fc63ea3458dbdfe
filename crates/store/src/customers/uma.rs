//! Who ever held a UMA address: addresses never pass to somebody else (customers 2.4).

use causeway_domain::ids::{CustomerId, PlatformId};

use crate::{Error, Tx, params};

/// The customer that holds, or once held, the address with this local part.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_holder(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
) -> Result<Option<CustomerId>, Error> {
    let sql = "SELECT customer_id FROM uma_address WHERE platform_id = $1 AND local_part = $2";
    tx.query_opt(sql, params![platform, local_part], |row| row.get("customer_id"))
}

/// Gives the address to a customer for good. If somebody else was faster, the transaction fails as a lost
/// race: look with [`find_holder`] first.
///
/// # Errors
/// Whatever the database refuses.
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
