//! Links to provider accounts: their selection, their usability, and the effect of the provider's answers on
//! them (stablecoins 2).

use std::time::Duration;

use causeway_domain::ids::{PlatformId, StablecoinProviderAccountId};
use causeway_domain::stablecoins::{LinkEvent, StablecoinProviderAccountStatus as Status, next_link};
use causeway_store::stablecoins::{self as rows, LinkRecord};
use causeway_store::{Error, Tx};
use serde::{Deserialize, Serialize};

use super::errors;
use crate::ports::{ProviderError, ProviderLogin};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::keys::{Purpose, Secret};

/// The minimum time between updates of `last_verified_at`.
const VERIFIED_EVERY: Duration = Duration::from_mins(1);

/// The plaintext of encrypted credentials, version 1.
#[derive(Serialize, Deserialize)]
struct StoredCredentials {
    v: u32,
    client_id: String,
    client_secret: String,
}

fn encryption_context(id: StablecoinProviderAccountId) -> String {
    format!("credentials of {id}")
}

/// Encrypts credentials for storage, with a purpose key of their own and bound to this link.
pub(super) fn encrypt(
    app: &App,
    id: StablecoinProviderAccountId,
    login: &ProviderLogin,
) -> Result<Vec<u8>, ApiError> {
    let client_id = login.client_id.clone();
    let client_secret = login.client_secret.clone();
    let plain = serde_json::to_vec(&StoredCredentials { v: 1, client_id, client_secret })
        .map_err(ApiError::internal)?;
    let plain = Secret::new(plain);
    let keys = app.keys();
    keys.encrypt_as(Purpose::ProviderCredentials, &encryption_context(id), plain.expose(), &app.ids)
        .map_err(ApiError::internal)
}

/// Decrypts the credentials of a link.
pub(super) fn decrypt(app: &App, link: &LinkRecord) -> Result<ProviderLogin, ApiError> {
    let keys = app.keys();
    let opened =
        keys.decrypt_as(Purpose::ProviderCredentials, &encryption_context(link.id), &link.credentials);
    let plain = opened.map_err(ApiError::internal)?;
    let credentials: StoredCredentials = serde_json::from_slice(plain.expose()).map_err(|_| {
        ApiError::internal(Error::Data("credentials of a provider account are not readable".to_owned()))
    })?;
    Ok(ProviderLogin { client_id: credentials.client_id, client_secret: credentials.client_secret })
}

/// Refuses a link that cannot be used.
pub(super) fn usable(link: LinkRecord) -> Result<LinkRecord, ApiError> {
    match link.status {
        Status::Active => Ok(link),
        Status::Invalid => Err(errors::link_invalid()),
        Status::Revoked => Err(errors::link_revoked()),
    }
}

/// Returns the usable link of a registration (stablecoins 3, step 2).
pub(super) fn choose(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    named: Option<StablecoinProviderAccountId>,
) -> Result<LinkRecord, ApiError> {
    let unknown = ApiError::not_found::<StablecoinProviderAccountId>;
    if let Some(id) = named {
        return usable(rows::find_link(tx, platform, id)?.ok_or_else(unknown)?);
    }
    let (mut active, others): (Vec<_>, Vec<_>) =
        rows::all_links(tx, platform)?.into_iter().partition(|link| link.status == Status::Active);
    match (active.pop(), active.is_empty(), others.is_empty()) {
        (Some(only), true, _) => Ok(only),
        (Some(_), false, _) => Err(errors::link_not_chosen()),
        (None, _, true) => Err(unknown()),
        (None, _, false) if others.iter().all(|link| link.status == Status::Revoked) => {
            Err(errors::link_revoked())
        }
        (None, _, false) => Err(errors::link_invalid()),
    }
}

/// Applies the outcome of a provider call to the link's credential status.
pub(super) fn observe(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinProviderAccountId,
    outcome: Result<(), ProviderError>,
) -> Result<(), ApiError> {
    let event = match outcome {
        Ok(()) => None,
        Err(ProviderError::CredentialsRejected) => Some(LinkEvent::CredentialsRejected),
        Err(ProviderError::Revoked) => Some(LinkEvent::Revoked),
        Err(ProviderError::NotExecuted | ProviderError::OutcomeUnknown | ProviderError::Unsupported(_)) => {
            return Ok(());
        }
    };
    let mut link = rows::lock_link(tx, context.platform, id)?.ok_or(Error::Missing)?;
    match event {
        None if link.status != Status::Active => return Ok(()),
        None if context.now < link.last_verified_at.plus(VERIFIED_EVERY) => return Ok(()),
        None => link.last_verified_at = context.now,
        // A link that is no longer usable stays so.
        Some(event) => match next_link(link.status, event) {
            Ok(status) => {
                link.status = status;
                link.updated_at.advance(context.now);
            }
            Err(_) => return Ok(()),
        },
    }
    Ok(rows::update_link(tx, context.platform, &link)?)
}

/// Returns the refusal that a provider's error becomes; `None` if the link is not the cause.
pub(super) fn refusal(error: ProviderError) -> Option<ApiError> {
    match error {
        ProviderError::CredentialsRejected => Some(errors::link_invalid()),
        ProviderError::Revoked => Some(errors::link_revoked()),
        ProviderError::NotExecuted | ProviderError::OutcomeUnknown | ProviderError::Unsupported(_) => None,
    }
}

/// Records in a separate transaction that a provider has rejected the credentials of a link, because the
/// request that noticed it is refused.
pub(super) async fn record_error(
    context: &Context,
    id: StablecoinProviderAccountId,
    error: ProviderError,
) -> Result<(), ApiError> {
    let shared = context.clone();
    context.app.store.write(&[], move |tx| observe(tx, &shared, id, Err(error))).await
}
