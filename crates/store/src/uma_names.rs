//! Names after the `@` of UMA addresses. Each belongs to one platform permanently (customers 1.2, uma 1).

use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// A name after the `@` of UMA addresses, in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaName<'a> {
    /// A platform's own domain.
    Domain(&'a str),
    /// A label under the service's host name.
    Label(&'a str),
}

impl<'a> UmaName<'a> {
    const fn columns(self) -> (&'static str, &'a str) {
        match self {
            Self::Domain(name) => ("DOMAIN", name),
            Self::Label(name) => ("LABEL", name),
        }
    }
}

/// Finds the platform that holds or held the name, in any environment.
pub fn find_holder(tx: &mut Tx<'_>, name: UmaName<'_>) -> Result<Option<PlatformId>, Error> {
    let (kind, name) = name.columns();
    tx.query_opt(
        "/* all platforms */ SELECT platform_id FROM uma_name WHERE kind = $1 AND name = $2",
        params![kind, name],
        |row| row.get("platform_id"),
    )
}

/// Assigns a free name to the platform permanently; no effect if the platform has it already. If a concurrent
/// transaction was first, this transaction fails as a lost race: callers use [`find_holder`] first.
pub fn reserve(tx: &mut Tx<'_>, platform: PlatformId, name: UmaName<'_>) -> Result<(), Error> {
    let (kind, name) = name.columns();
    tx.execute(
        "INSERT INTO uma_name (platform_id, kind, name) VALUES ($1, $2, $3)
         ON CONFLICT (platform_id, kind, name) DO NOTHING",
        params![platform, kind, name],
    )
}
