//! What may follow the `@` in UMA addresses, each name held by one platform for good (customers 1.2, uma 1).

use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// A name that stands behind the `@` of UMA addresses, in lower case.
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

/// The platform that has the name now or once had it, of whichever environment.
///
/// # Errors
/// Those of the database.
pub fn find_holder(tx: &mut Tx<'_>, name: UmaName<'_>) -> Result<Option<PlatformId>, Error> {
    let (kind, name) = name.columns();
    tx.query_opt(
        "/* all platforms */ SELECT platform_id FROM uma_name WHERE kind = $1 AND name = $2",
        params![kind, name],
        |row| row.get("platform_id"),
    )
}

/// Gives a free name to the platform for good; one that it has already stays. If another one was faster, the
/// transaction fails as a lost race: look with [`find_holder`] first.
///
/// # Errors
/// Those of the database.
pub fn reserve(tx: &mut Tx<'_>, platform: PlatformId, name: UmaName<'_>) -> Result<(), Error> {
    let (kind, name) = name.columns();
    tx.execute(
        "INSERT INTO uma_name (platform_id, kind, name) VALUES ($1, $2, $3)
         ON CONFLICT (platform_id, kind, name) DO NOTHING",
        params![platform, kind, name],
    )
}
