//! Links to provider accounts: which one is meant, whether it can be used, and what the provider's answers do to it
//! (stablecoins 2).

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

/// How often it is written down that the provider still takes the credentials.
const VERIFIED_EVERY: Duration = Duration::from_mins(1);

/// Credentials as they are sealed, version 1.
#[derive(Serialize, Deserialize)]
struct Sealed {
    v: u32,
    client_id: String,
    client_secret: String,
}

fn place(id: StablecoinProviderAccountId) -> String {
    format!("credentials of {id}")
}

/// The credentials as they are stored: sealed under a key of their own, for this link.
pub(super) fn seal(
    app: &App,
    id: StablecoinProviderAccountId,
    login: &ProviderLogin,
) -> Result<Vec<u8>, ApiError> {
    let (client_id, client_secret) = (login.client_id.clone(), login.client_secret.clone());
    let plain = serde_json::to_vec(&Sealed { v: 1, client_id, client_secret }).map_err(ApiError::internal)?;
    let plain = Secret::new(plain);
    let keys = app.keys();
    keys.seal_as(Purpose::ProviderCredentials, &place(id), plain.expose(), &app.ids)
        .map_err(ApiError::internal)
}

/// The credentials of a link.
pub(super) fn open(app: &App, link: &LinkRecord) -> Result<ProviderLogin, ApiError> {
    let keys = app.keys();
    let opened = keys.unseal_as(Purpose::ProviderCredentials, &place(link.id), &link.credentials);
    let plain = opened.map_err(ApiError::internal)?;
    let sealed: Sealed = serde_json::from_slice(plain.expose()).map_err(|_| {
        ApiError::internal(Error::Data("credentials of a provider account are not readable".to_owned()))
    })?;
    Ok(ProviderLogin { client_id: sealed.client_id, client_secret: sealed.client_secret })
}

/// Refuses a link that cannot be used.
pub(super) fn usable(link: LinkRecord) -> Result<LinkRecord, ApiError> {
    match link.status {
        Status::Active => Ok(link),
        Status::Invalid => Err(errors::link_invalid()),
        Status::Revoked => Err(errors::link_revoked()),
    }
}

/// The usable link that a registration means (stablecoins 3, step 2).
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

/// Takes in what an answer of the provider says about a link's credentials.
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
        Err(ProviderError::Unreachable | ProviderError::Unclear | ProviderError::Unsupported(_)) => {
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

/// The refusal that a provider's error becomes where it ends the request; none where the link is not to blame.
pub(super) fn refusal(error: ProviderError) -> Option<ApiError> {
    match error {
        ProviderError::CredentialsRejected => Some(errors::link_invalid()),
        ProviderError::Revoked => Some(errors::link_revoked()),
        ProviderError::Unreachable | ProviderError::Unclear | ProviderError::Unsupported(_) => None,
    }
}

/// Writes down that a provider has rejected the credentials of a link, by itself: the request that noticed it is refused.
pub(super) async fn write_down(
    context: &Context,
    id: StablecoinProviderAccountId,
    error: ProviderError,
) -> Result<(), ApiError> {
    let shared = context.clone();
    context.app.store.write(&[], move |tx| observe(tx, &shared, id, Err(error))).await
}
