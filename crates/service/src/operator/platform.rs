//! Platforms, the tenants of the service (conventions 2, 3.2).

use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::ids::{PlatformConfigId, PlatformId, TokenId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::tokens::Permissions;
use causeway_store::customers::PostalAddress;
use causeway_store::listing::{Order, Page};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::tokens::{self, Filter, TokenRecord};
use causeway_store::{ChangeEffect, Tx, collect_change, commits};
use serde::{Deserialize, Deserializer, Serialize};

use super::viewer::{endpoint_of, origin};
use super::{Answer, Call, Form, NoArguments, OperatorError, arguments, noun, option, several, view};
use crate::platforms::{CreatedPlatform, LegalIdentity, NewPlatform};
use crate::runtime::app::App;
use crate::runtime::context::Context;

const TOKENS_SHOWN: u32 = 100;

noun! {
    /// Platforms (tenants of the service)
    "platform" {
        /// Create a platform with its accounts, keys and first API token; the secret is shown once
        "create": Administer => change_either(create).with_secret(),
        /// List the platforms, oldest first
        "list": Look => read_deployment(list).on_any_platform().columns(&["platform", "name", "environment", "is_disabled"]),
        /// Show a platform
        "show": Look => read_deployment(show).with_platform(),
        /// Set the legal name and the address of a platform, which rails tell banks when it pays for itself
        "set": Administer => change(set),
        /// Disable a platform: its credentials are refused
        "disable": Administer => change(disable),
        /// Enable a disabled platform
        "enable": Administer => change(enable),
    }
}

arguments! {
    struct CreateRequest {
        #[serde(deserialize_with = "environment")]
        environment: Environment = option("Environment: sandbox or production (permanent)").required(),
        name: String = option("Display name").required(),
        regulated: Option<bool> =
            option("The platform verifies its customers itself [default: the deployment's setting]")
                .form(Form::Choice),
        default_region: Option<Country> =
            option("Region for customers without a derivable region, such as US"),
        uma_domain: Option<String> = option("Host name of its UMA addresses"),
        #[serde(default)]
        currencies: Vec<CurrencyCode> =
            several("Currencies, comma-separated [default: USD,USDC,USDB]"),
    }

    struct SetRequest {
        legal_name: Option<String> = option("Legal name"),
        address: Option<String> =
            option("Address as JSON: line1, line2, city, state, postalCode and country, such as US"),
    }
}

/// Parses an environment in upper or lower case.
pub(super) fn environment<'de, D: Deserializer<'de>>(from: D) -> Result<Environment, D::Error> {
    let text = String::deserialize(from)?.to_ascii_uppercase();
    text.parse().map_err(|_| serde::de::Error::custom("say sandbox or production"))
}

view! {
    struct Summary of platform: PlatformRecord {
        platform: PlatformId = platform.id,
        config: PlatformConfigId = platform.id.config(),
        name: String = platform.name,
        environment: Environment = platform.environment,
        is_disabled: bool = platform.is_disabled,
        uma_domain: Option<String> = platform.uma_domain,
        /// The origin; one platform is shown with the whole URL to those with the permission to support.
        webhook_endpoint: Option<String> = platform.webhook_endpoint.as_deref().map(origin),
        legal_name: Option<String> = platform.doc.legal_name,
        address: Option<PostalAddress> = platform.doc.address,
        currencies: Vec<String> =
            platform.doc.currencies.iter().map(|entry| entry.currency.to_string()).collect(),
        created_at: Time = platform.created_at,
    }

    /// A new platform; its secret is shown only this once.
    struct CreatedView of created: CreatedPlatform {
        #[serde(flatten)]
        summary: Summary = created.platform.into(),
        token: TokenId = created.token.token.id,
        client_id: String = created.token.token.client_id,
        client_secret: String = created.token.secret.expose().to_owned(),
        webhook_public_key: String = created.webhook_public_pem,
    }

    struct TokenView of token: TokenRecord {
        token: TokenId = token.id,
        name: String = token.name,
        permissions: Permissions = token.permissions,
    }
}

#[derive(Serialize)]
struct PlatformView {
    #[serde(flatten)]
    summary: Summary,
    now: Time,
    /// Newest first, at most 100.
    tokens: Vec<TokenView>,
}

fn create(tx: &mut Tx<'_>, call: &Call, create: &CreateRequest) -> Answer<(Option<PlatformId>, CreatedView)> {
    check_transport(&call.app, create.environment)?;
    check_commits(tx, &call.app, create.environment)?;
    let CreateRequest { environment, name, regulated, default_region, uma_domain, currencies } =
        create.clone();
    let new = NewPlatform {
        environment,
        name,
        regulated,
        default_region,
        uma_domain,
        currencies,
        credentials: None,
    };
    let view = CreatedView::from(crate::platforms::create(tx, &call.app, &new)?);
    let name = "a platform".to_owned();
    collect_change(tx, ChangeEffect { name, from: None, to: Some(view.summary.name.clone()) });
    Ok((Some(view.summary.platform), view))
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<Summary>> {
    Ok(call.platform.all(tx)?.into_iter().map(Summary::from).collect())
}

fn show(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<PlatformView> {
    let platform = call.platform.find(tx)?;
    let page = Page { after: None, limit: TOKENS_SHOWN, order: Order::Descending };
    let tokens = tokens::list(tx, platform.id, &Filter::default(), &page)?;
    let tokens = tokens.into_iter().map(TokenView::from).collect();
    let now = platform.clock.at(tx.wall());
    let webhook_endpoint = endpoint_of(call, &platform);
    Ok(PlatformView { tokens, now, summary: Summary { webhook_endpoint, ..Summary::from(platform) } })
}

fn set(tx: &mut Tx<'_>, context: &Context, set: &SetRequest) -> Answer<Summary> {
    if set.legal_name.is_none() && set.address.is_none() {
        return Err(OperatorError::invalid("give --legal-name or --address, or both"));
    }
    let address = set.address.as_deref().map(serde_json::from_str).transpose();
    let address: Option<PostalAddress> =
        address.map_err(|error| OperatorError::invalid(format!("argument address: {error}")))?;
    let before = platforms::get(tx, context.platform)?;
    let identity = LegalIdentity { legal_name: set.legal_name.clone(), address };
    let after = crate::platforms::set_legal_identity(tx, context.platform, &identity)?;
    let name = format!("the legal name and address of the platform {} ({})", after.name, after.id);
    let [from, to] = [&before, &after].map(|platform| Some(identity_in_words(platform)));
    collect_change(tx, ChangeEffect { name, from, to });
    Ok(after.into())
}

/// Writes the legal name and the city of a platform.
fn identity_in_words(platform: &PlatformRecord) -> String {
    let name = platform.doc.legal_name.as_deref().unwrap_or("no name");
    let city = platform.doc.address.as_ref().and_then(|address| address.city.as_deref());
    format!("{name}, {}", city.unwrap_or("no address"))
}

fn disable(tx: &mut Tx<'_>, context: &Context, _: &NoArguments) -> Answer<Summary> {
    switch(tx, context, true)
}

fn enable(tx: &mut Tx<'_>, context: &Context, _: &NoArguments) -> Answer<Summary> {
    check_transport(&context.app, context.environment)?;
    check_commits(tx, &context.app, context.environment)?;
    switch(tx, context, false)
}

fn switch(tx: &mut Tx<'_>, context: &Context, is_disabled: bool) -> Answer<Summary> {
    let mut platform = platforms::lock(tx, context.platform)?;
    let [from, to] = [platform.is_disabled, is_disabled]
        .map(|is_disabled| Some(if is_disabled { "disabled" } else { "enabled" }.to_owned()));
    let name = format!("the platform {} ({})", platform.name, platform.id);
    collect_change(tx, ChangeEffect { name, from, to });
    platform.is_disabled = is_disabled;
    platforms::update(tx, &platform)?;
    Ok(platform.into())
}

/// Refuses a platform of this environment on this server if callers' secrets would travel over plain HTTP. A
/// command that runs without a server is not restricted: the server checks at its next start.
fn check_transport(app: &App, environment: Environment) -> Answer<()> {
    if environment == Environment::Sandbox || app.deployment.serves_production {
        return Ok(());
    }
    let error = OperatorError::refused("this server speaks plain HTTP, and this is a production platform");
    Err(error.remedy("run it behind a proxy that terminates TLS, with --behind-proxy"))
}

/// Refuses a production platform on a database that acknowledges commits before they are on disk: later
/// connections would be refused, and existing ones are not checked again.
fn check_commits(tx: &mut Tx<'_>, app: &App, environment: Environment) -> Result<(), OperatorError> {
    if environment == Environment::Sandbox || !app.deployment.requires_durable_commits {
        return Ok(());
    }
    commits::why_lossy(tx)?.map_or(Ok(()), |error| Err(OperatorError::refused(error)))
}
