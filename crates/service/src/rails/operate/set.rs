//! Setting the addresses of a rail (rails 17.1).

use causeway_store::Tx;
use causeway_store::rails::{self, RailDoc, RailRecord};

use super::address;
use super::errors::invalid;
use crate::runtime::api_error::ApiError;

/// The word for the public internet in place of a range of the adapter's addresses.
const PUBLIC: &str = "public";
/// The word for every address in place of a range of pushes.
const ANY: &str = "any";

/// The addresses to set; `None` keeps the present ones.
#[derive(Debug, Clone, Default)]
pub struct NewAddresses {
    /// Base URL of the adapter.
    pub url: Option<String>,
    /// Range of the adapter's addresses in CIDR notation, or `public`.
    pub allow: Option<String>,
    /// Range of addresses from which the adapter may push in CIDR notation, or `any`.
    pub push_from: Option<String>,
}

/// Sets addresses of a locked rail. Its keys and what is known of the adapter's memory stay: an adapter that moves without
/// its database is noticed as one that has lost its memory.
///
/// # Errors
/// `INVALID_INPUT` without any address, and for one that is invalid together with those that stay.
pub fn set_addresses(tx: &mut Tx<'_>, rail: RailRecord, new: &NewAddresses) -> Result<RailRecord, ApiError> {
    let NewAddresses { url, allow, push_from } = new.clone();
    if url.is_none() && allow.is_none() && push_from.is_none() {
        return Err(invalid("Give --url, --allow or --push-from, or several of them."));
    }
    let doc = rail.doc.clone();
    let url = url.unwrap_or(doc.url);
    let allow = allow.or(doc.allow).filter(|range| range != PUBLIC);
    let push_from = push_from.or(doc.push_from).filter(|range| range != ANY);
    let allow = address::range("--allow", allow.as_deref())?;
    let push_from = address::range("--push-from", push_from.as_deref())?;
    address::check(&url, allow)?;
    let doc = RailDoc {
        url,
        allow: allow.map(|range| range.to_string()),
        push_from: push_from.map(|range| range.to_string()),
        ..rail.doc
    };
    let changed = RailRecord { doc, changed_at: tx.wall(), ..rail };
    rails::update(tx, &changed)?;
    Ok(changed)
}
