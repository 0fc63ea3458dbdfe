//! `POST /stablecoins` (stablecoins 3): registers a token that exists at the provider.

use causeway_domain::Revision;
use causeway_domain::ids::StablecoinId;
use causeway_domain::stablecoins::{TokenTotal, has_sound_prefix, service_created};
use causeway_store::platforms::Environment;
use causeway_store::stablecoins::{self as rows, LinkRecord, StablecoinDoc, StablecoinRecord, TokenConflict};
use causeway_store::{Error, Tx};
use causeway_wire::stablecoins::{Stablecoin, StablecoinRegisterRequest};
use causeway_wire::table::RegisterStablecoin;

use super::{errors, link, refresh, render};
use crate::ports::{ListedToken, ProviderToken, TokenAnswer, TokenQuery};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call};
use crate::runtime::settings::{STABLECOIN_TOKENS, Settings};

impl FieldChecks for StablecoinRegisterRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        let is_production = context.environment == Environment::Production;
        let is_sound = errors.has_no_error("networkTokenIdentifier");
        if is_sound && !has_sound_prefix(self.network_token_identifier.as_str(), is_production) {
            errors.push("networkTokenIdentifier", "must begin with btkn1");
        }
    }
}

/// Asks the provider for the token and registers it.
///
/// # Errors
/// `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`, `…_INVALID`, `…_REVOKED`, `…_SELECTION_REQUIRED`; `INVALID_INPUT`
/// for a token that does not exist; `CONFLICT` for a registered one; `INTERNAL_ERROR` if the provider does
/// not answer.
pub async fn handler(call: Call<RegisterStablecoin>) -> Result<Answer, ApiError> {
    let context = call.context();
    let platform = context.platform;
    let provider_account = call.body.stablecoin_provider_account_id;
    let used = context.app.store.read(move |tx| link::choose(tx, platform, provider_account)).await?;
    let token = ask(&context, &used, &call.body).await?;
    let body = call.body.clone();
    Ok(call.write(&[], move |tx, context| apply(tx, context, &used, &token, &body)).await)
}

async fn ask(
    context: &Context,
    used: &LinkRecord,
    body: &StablecoinRegisterRequest,
) -> Result<ProviderToken, ApiError> {
    let listed = find_listed_token(context, body).await?;
    let query = TokenQuery {
        listed,
        login: link::decrypt(&context.app, used)?,
        account: used.provider_account.clone(),
        token: body.provider_token_identifier.as_str().to_owned(),
        network: body.network,
        network_token: body.network_token_identifier.as_str().to_owned(),
        registered_at: None,
        now: context.now,
    };
    let world = context.app.ports.of(context.environment);
    match world.stablecoins.token(&query).await {
        Ok(TokenAnswer::Found(token)) => Ok(token),
        Ok(TokenAnswer::Unknown) => Err(errors::token_not_found()),
        Ok(TokenAnswer::NetworkTokenMismatch) => Err(errors::network_token_mismatch()),
        Err(error) => {
            link::record_error(context, used.id, error).await?;
            Err(link::refusal(error).unwrap_or_else(errors::provider_unavailable))
        }
    }
}

/// Returns the token from the operator's list.
async fn find_listed_token(
    context: &Context,
    body: &StablecoinRegisterRequest,
) -> Result<Option<ListedToken>, ApiError> {
    let shared = context.clone();
    let network = body.network;
    let token_identifier = body.provider_token_identifier.as_str().to_owned();
    let read = move |tx: &mut Tx<'_>| {
        let tokens = Settings::of(tx, &shared)?.get(&STABLECOIN_TOKENS)?;
        Ok::<_, ApiError>(
            tokens.into_iter().find(|one| one.token == token_identifier && one.network == network),
        )
    };
    context.app.store.read(read).await
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    used: &LinkRecord,
    token: &ProviderToken,
    body: &StablecoinRegisterRequest,
) -> Result<Stablecoin, ApiError> {
    let platform = context.platform;
    let used = link::usable(rows::lock_link(tx, platform, used.id)?.ok_or(Error::Missing)?)?;
    let (network_token, provider_token) =
        (body.network_token_identifier.as_str(), body.provider_token_identifier.as_str());
    match rows::find_twin(tx, platform, body.network, network_token, used.id, provider_token)? {
        Some(TokenConflict::NetworkToken(id)) => {
            return Err(errors::already_registered(id, "TOKEN_IDENTIFIER_EXISTS"));
        }
        Some(TokenConflict::ProviderToken(id)) => {
            return Err(errors::already_registered(id, "PROVIDER_TOKEN_EXISTS"));
        }
        None => {}
    }
    let record = StablecoinRecord {
        id: context.id::<StablecoinId>(),
        link: used.id,
        provider: used.provider,
        network: body.network,
        network_token: network_token.to_owned(),
        provider_token: provider_token.to_owned(),
        issuance_status: token.status,
        service_status: service_created(),
        was_enabled: false,
        minted: TokenTotal::zero(),
        burned: TokenTotal::zero(),
        doc: StablecoinDoc {
            v: 1,
            name: token.name.clone(),
            symbol: token.symbol.clone(),
            base_currency: token.base_currency.clone(),
            decimals: token.decimals,
        },
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    rows::insert(tx, platform, &record)?;
    link::observe(tx, context, used.id, Ok(()))?;
    refresh::begin(tx, context, &record, token.ask)?;
    Ok(render::stablecoin(context.environment, &record))
}
