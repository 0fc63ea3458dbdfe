//! `POST /stablecoin-provider-accounts` (stablecoins 2): links an account at a provider.

use causeway_domain::Revision;
use causeway_domain::ids::StablecoinProviderAccountId;
use causeway_domain::stablecoins::{LinkEvent, link_created, next_link};
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, LinkRecord};
use causeway_wire::stablecoins::{StablecoinProviderAccount, StablecoinProviderAccountLinkRequest};
use causeway_wire::table::LinkStablecoinProviderAccount;

use super::{errors, link, render};
use crate::ports::{ProviderError, ProviderLogin};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};

impl FieldChecks for StablecoinProviderAccountLinkRequest {}

/// Verifies the credentials with the provider and links their account.
///
/// # Errors
/// `STABLECOIN_PROVIDER_ACCOUNT_INVALID` for credentials that are rejected or expose no account;
/// `INVALID_INPUT` if they expose several accounts; `CONFLICT` for a linked account; `INTERNAL_ERROR` if the
/// provider does not answer.
pub async fn handler(call: Call<LinkStablecoinProviderAccount>) -> Result<Answer, ApiError> {
    let login = login(&call.body);
    let account = verify(&call.context(), &login, &call.body).await?;
    let provider = call.body.provider;
    let write = move |tx: &mut Tx<'_>, context: &Context| match rows::lock_account(
        tx,
        context.platform,
        provider,
        &account,
    )? {
        Some(known) => link_again(tx, context, known, &login),
        None => {
            let id = context.id::<StablecoinProviderAccountId>();
            let record = LinkRecord {
                id,
                provider,
                provider_account: account.clone(),
                status: link_created(),
                credentials: link::encrypt(&context.app, id, &login)?,
                last_verified_at: context.now,
                created_at: context.now,
                updated_at: Revision::created(context.now),
            };
            rows::insert_link(tx, context.platform, &record)?;
            Ok(render::link(context.environment, &record))
        }
    };
    Ok(call.write(&[], write).await)
}

fn login(body: &StablecoinProviderAccountLinkRequest) -> ProviderLogin {
    ProviderLogin {
        client_id: body.api_client_id.as_str().to_owned(),
        client_secret: body.api_client_secret.as_str().to_owned(),
    }
}

/// Returns the account that the credentials expose.
async fn verify(
    context: &Context,
    login: &ProviderLogin,
    body: &StablecoinProviderAccountLinkRequest,
) -> Result<String, ApiError> {
    let account = body.provider_account_id.as_ref().map(|account| account.as_str());
    let world = context.app.ports.of(context.environment);
    let mut exposed = match world.stablecoins.accounts(login, account).await {
        Ok(exposed) => exposed,
        Err(ProviderError::CredentialsRejected | ProviderError::Revoked) => {
            return Err(errors::link_invalid());
        }
        Err(ProviderError::NotExecuted | ProviderError::OutcomeUnknown | ProviderError::Unsupported(_)) => {
            return Err(errors::provider_unavailable());
        }
    };
    match (account, exposed.len()) {
        (Some(account), _) if exposed.iter().any(|one| one == account) => Ok(account.to_owned()),
        (Some(_), _) | (None, 0) => Err(errors::link_invalid()),
        (None, 1) => Ok(exposed.remove(0)),
        (None, _) => Err(errors::account_not_chosen(exposed)),
    }
}

/// Reactivates the existing link, so that the tokens registered with it are usable again.
fn link_again(
    tx: &mut Tx<'_>,
    context: &Context,
    mut known: LinkRecord,
    login: &ProviderLogin,
) -> Result<StablecoinProviderAccount, ApiError> {
    known.status =
        next_link(known.status, LinkEvent::LinkedAgain).map_err(|_| errors::already_linked(known.id))?;
    known.credentials = link::encrypt(&context.app, known.id, login)?;
    known.last_verified_at = context.now;
    known.updated_at.advance(context.now);
    rows::update_link(tx, context.platform, &known)?;
    Ok(render::link(context.environment, &known))
}
