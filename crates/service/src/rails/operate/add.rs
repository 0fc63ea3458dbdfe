//! Adding a rail (rails 17.1).

use std::collections::BTreeMap;

use causeway_rail_protocol::signing::{KeyError, VerifyingKey};
use causeway_store::Tx;
use causeway_store::rails::{self, RailDoc, RailKeyRecord, RailRecord, RailStatus, keys};

use super::address;
use super::errors::{invalid, refused};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::create_signing_key;

/// Maximum length of a name, which is a part of the push URL.
const NAME_LENGTH: usize = 40;

/// The rail to add.
#[derive(Debug, Clone)]
pub struct NewRail {
    pub name: String,
    /// Base URL of the adapter.
    pub url: String,
    /// The adapter's public key in base64.
    pub adapter_key: String,
    /// Range of the adapter's addresses in CIDR notation; `None` for the public internet.
    pub allow: Option<String>,
    /// Range of addresses from which the adapter may push; `None` for any.
    pub push_from: Option<String>,
}

/// A new rail with the service's public key for it.
#[derive(Debug, Clone)]
pub struct AddedRail {
    pub record: RailRecord,
    pub service_key: VerifyingKey,
}

/// Adds a rail, paused, with a key pair of its own.
///
/// # Errors
/// `INVALID_INPUT` for an invalid argument; `CONFLICT` if there is a rail of this name.
pub fn add(tx: &mut Tx<'_>, app: &App, new: &NewRail) -> Result<AddedRail, ApiError> {
    check_name(&new.name)?;
    let key = parse_key(&new.adapter_key)?;
    let allow = address::range("--allow", new.allow.as_deref())?;
    let push_from = address::range("--push-from", new.push_from.as_deref())?;
    address::check(&new.url, allow)?;
    if rails::find_named(tx, &new.name)?.is_some() {
        return Err(refused(format!("There is a rail {} already.", new.name)));
    }
    let (key_row, service_key) = create_signing_key(tx, &app.keys(), &app.ids)?;
    let now = tx.wall();
    let doc = RailDoc {
        v: 1,
        url: new.url.clone(),
        allow: allow.map(|range| range.to_string()),
        push_from: push_from.map(|range| range.to_string()),
        limits: BTreeMap::new(),
        service_key: key_row,
    };
    let record = RailRecord {
        id: app.ids.next(now),
        name: new.name.clone(),
        status: RailStatus::Paused,
        doc,
        created_at: now,
        changed_at: now,
    };
    rails::insert(tx, &record)?;
    let key = RailKeyRecord {
        id: app.ids.uuid(now),
        rail: record.id,
        public_key: *key.bytes(),
        added_at: now,
        revoked_at: None,
    };
    keys::insert(tx, &key)?;
    Ok(AddedRail { record, service_key })
}

/// Reads the public key of an adapter.
pub(super) fn parse_key(text: &str) -> Result<VerifyingKey, ApiError> {
    text.parse().map_err(|_: KeyError| {
        invalid(
            "The adapter's key must be an Ed25519 public key: 32 bytes in base64, not those of a weak key.",
        )
    })
}

/// Checks the name of a rail or of a rail account: it is a part of a URL, and is typed on command lines.
pub(super) fn check_name(name: &str) -> Result<(), ApiError> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=NAME_LENGTH).contains(&name.len()) && name.bytes().all(is_plain) && !name.starts_with('-') {
        return Ok(());
    }
    Err(invalid(format!(
        "A name has 1 to {NAME_LENGTH} lower-case letters, digits and hyphens, and does not begin with a hyphen."
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the form of names and keys.
    #[test]
    fn names_and_keys_have_a_form() {
        for name in ["bank", "bank-2", "0"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "-bank", "Bank", "bank.eu", "a/b", "bänk", &"a".repeat(41)] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(parse_key("Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc=").is_ok());
        for key in ["", "Kay64UG8", "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdd="] {
            assert!(parse_key(key).is_err(), "{key}");
        }
    }
}
