//! `PATCH /config` (customers 1.2).

use causeway_domain::money::CurrencyCode;
use causeway_domain::platforms::check_currencies;
use causeway_domain::quotes::merge_fee_configs;
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_wire::FieldError;
use causeway_wire::platforms::{PlatformConfig, PlatformConfigUpdateRequest};
use causeway_wire::table::UpdatePlatformConfig;
use causeway_wire::webhooks::{EventType, TestData};

use super::{errors, merge, render, uma_domain};
use crate::internal_accounts::provision_platform;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call};
use crate::runtime::settings::{Settings, WEBHOOK_PRIVATE_HOSTS_ALLOWED};
use crate::webhooks::EndpointRule;

/// Changes the sent fields of the caller's platform, all of them or none. A new webhook endpoint gets a
/// `TEST` event; an added currency gets an internal account of the platform.
///
/// # Errors
/// `INVALID_INPUT` naming every bad field, `INVALID_CURRENCY` if only currency codes are wrong,
/// `NOT_IMPLEMENTED` for a fee configuration in another currency than USD.
pub async fn handler(call: Call<UpdatePlatformConfig>) -> Result<Answer, ApiError> {
    let unreachable = gather(&call.context(), &call.body, &call.errors).await?;
    let request = call.body.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context, errors: &mut FieldErrors| {
        apply(tx, context, &request, unreachable.clone(), errors)
    };
    Ok(call.write_checked(&[], write).await)
}

impl FieldChecks for PlatformConfigUpdateRequest {}

const ENDPOINT: &str = "webhookEndpoint";

/// Checks the URL of the sent endpoint; this asks the name service, so it comes before the write. Skipped
/// for a request that is refused anyway.
pub async fn gather(
    context: &Context,
    request: &PlatformConfigUpdateRequest,
    errors: &FieldErrors,
) -> Result<Option<FieldError>, ApiError> {
    let Some(url) = endpoint(request).filter(|_| errors.is_empty()) else { return Ok(None) };
    let caller_context = context.clone();
    let rule = context.app.store.read(move |tx| endpoint_rule(tx, &caller_context)).await?;
    Ok(rule.check(url).await.err().map(|error| FieldError::new(ENDPOINT, error)))
}

fn endpoint(sent: &PlatformConfigUpdateRequest) -> Option<&str> {
    sent.webhook_endpoint.as_ref().map(AsRef::as_ref).filter(|url: &&str| !url.is_empty())
}

fn endpoint_rule(tx: &mut Tx<'_>, context: &Context) -> Result<EndpointRule, ApiError> {
    let private_hosts_allowed = Settings::of(tx, context)?.get(&WEBHOOK_PRIVATE_HOSTS_ALLOWED)?;
    Ok(EndpointRule::new(context.environment, private_hosts_allowed))
}

/// Changes the configuration; `unreachable` is the result of [`gather`].
///
/// # Errors
/// The same as [`handler`].
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &PlatformConfigUpdateRequest,
    unreachable: Option<FieldError>,
    errors: &mut FieldErrors,
) -> Result<PlatformConfig, ApiError> {
    let before = platforms::lock(tx, context.platform)?;
    let mut platform = before.clone();
    if let Some(url) = endpoint(sent)
        && let Err(error) = endpoint_rule(tx, context)?.parse(url)
    {
        errors.push(ENDPOINT, error);
    }
    unreachable.into_iter().for_each(|error| errors.add(error));
    let fees = change(tx, &context.app.deployment.uma_service_host, &mut platform, sent, errors)?;
    errors.refuse()?;
    if fees == FeeOutcome::CurrencyNotOffered {
        return Err(errors::fee_currency_not_offered());
    }
    if let Some(url) = &sent.webhook_endpoint {
        platform.webhook_endpoint = Some(url.to_string()).filter(|url| !url.is_empty());
    }
    let doc = &mut platform.doc;
    doc.embedded_wallet =
        merge::document(doc.embedded_wallet.as_ref(), sent.embedded_wallet_config.as_ref())?;
    doc.card_tokenization =
        merge::document(doc.card_tokenization.as_ref(), sent.card_tokenization_2fa_config.as_ref())?;
    store(tx, context, &before, &mut platform)?;
    render::config(&platform, &Settings::of(tx, context)?)
}

fn change(
    tx: &mut Tx<'_>,
    service_host: &str,
    platform: &mut PlatformRecord,
    sent: &PlatformConfigUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<FeeOutcome, ApiError> {
    set_uma_domain(tx, service_host, platform, sent, errors)?;
    set_currencies(platform, sent, errors)?;
    set_fees(platform, sent, errors)
}

fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    before: &PlatformRecord,
    platform: &mut PlatformRecord,
) -> Result<(), ApiError> {
    if platform == before {
        return Ok(());
    }
    platform.updated_at.advance(context.now);
    platforms::update(tx, platform)?;
    if platform.uma_domain != before.uma_domain {
        uma_domain::reserve(tx, platform)?;
    }
    let codes = |record: &PlatformRecord| -> Vec<CurrencyCode> {
        record.doc.currencies.iter().map(|entry| entry.currency).collect()
    };
    if codes(platform) != codes(before) {
        provision_platform(tx, context, &codes(platform))?;
    }
    if platform.webhook_endpoint.is_some() && platform.webhook_endpoint != before.webhook_endpoint {
        let reachable = Context { has_endpoint: true, ..context.clone() };
        events::emit(tx, &reachable, EventType::Test, &platform.id.config(), &TestData {})?;
    }
    Ok(())
}

fn set_uma_domain(
    tx: &mut Tx<'_>,
    service_host: &str,
    platform: &mut PlatformRecord,
    sent: &PlatformConfigUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<(), ApiError> {
    match sent.uma_domain.as_ref().map(AsRef::<str>::as_ref) {
        None => {}
        // The label stays: addresses use it while there is no domain.
        Some("") => platform.uma_domain = None,
        Some(text) => match uma_domain::check(tx, service_host, platform.id, text)? {
            Err(error) => errors.push("umaDomain", error.message()),
            Ok(domain) if platform.uma_domain.as_ref() == Some(&domain) => {}
            Ok(domain) => {
                platform.proxy_uma_subdomain = Some(uma_domain::free_subdomain(tx, platform.id, &domain)?);
                platform.uma_domain = Some(domain);
            }
        },
    }
    Ok(())
}

fn set_currencies(
    platform: &mut PlatformRecord,
    sent: &PlatformConfigUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<(), ApiError> {
    let Some(sent) = &sent.supported_currencies else { return Ok(()) };
    let (places, sound) = sound(errors, "supportedCurrencies", sent);
    let list = merge::currencies(&sound);
    match check_currencies(&list) {
        Ok(()) => platform.doc.currencies = list,
        Err(error) => {
            error.into_iter().for_each(|refusal| errors.add(errors::currency(&list, &places, refusal)));
        }
    }
    Ok(())
}

/// Returns the items of a list without errors so far, and their indexes.
fn sound<'a, T>(errors: &FieldErrors, list: &str, sent: &'a [T]) -> (Vec<usize>, Vec<&'a T>) {
    let items = sent.iter().enumerate();
    items.filter(|(at, _)| errors.has_no_error(&format!("{list}[{at}]"))).unzip()
}

#[derive(Debug, PartialEq, Eq)]
enum FeeOutcome {
    Fine,
    CurrencyNotOffered,
}

fn set_fees(
    platform: &mut PlatformRecord,
    sent: &PlatformConfigUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<FeeOutcome, ApiError> {
    let Some(sent) = &sent.fee_configs else { return Ok(FeeOutcome::Fine) };
    let (places, sound) = sound(errors, "feeConfigs", sent);
    let mut fees = FeeOutcome::Fine;
    match merge_fee_configs(&platform.doc.fee_configs, &merge::fee_configs(&sound)) {
        Ok(merged) => platform.doc.fee_configs = merged,
        Err(refusals) => {
            for refusal in refusals {
                match errors::fee(&places, refusal) {
                    Some(error) => errors.add(error),
                    None => fees = FeeOutcome::CurrencyNotOffered,
                }
            }
        }
    }
    Ok(fees)
}
