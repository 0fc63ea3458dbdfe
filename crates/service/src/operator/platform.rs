//! Platforms, the tenants of the service (conventions 2, 3.2).

use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::ids::{PlatformConfigId, PlatformId, TokenId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::tokens::Permissions;
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::tokens::{self, Filter};
use serde::{Deserialize, Deserializer, Serialize};

use super::argument::{Form, option};
use super::call::Call;
use super::noun::Nothing;
use super::{Noun, OperatorError};
use crate::platform::{self, NewPlatform};
use crate::runtime::app::App;
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Create {
    #[serde(deserialize_with = "environment")]
    environment: Environment,
    name: String,
    #[serde(default)]
    regulated: Option<bool>,
    #[serde(default)]
    default_region: Option<Country>,
    #[serde(default)]
    uma_domain: Option<String>,
    #[serde(default)]
    currencies: Vec<CurrencyCode>,
}

/// In upper or lower case.
pub(super) fn environment<'de, D: Deserializer<'de>>(from: D) -> Result<Environment, D::Error> {
    let text = String::deserialize(from)?.to_ascii_uppercase();
    text.parse().map_err(|_| serde::de::Error::custom("say sandbox or production"))
}

#[derive(Debug, Clone, Serialize)]
struct Summary {
    platform: PlatformId,
    config: PlatformConfigId,
    name: String,
    environment: Environment,
    is_disabled: bool,
    uma_domain: Option<String>,
    webhook_endpoint: Option<String>,
    currencies: Vec<String>,
    created_at: Time,
}

/// A platform that was just made; the secret is shown this once.
#[derive(Debug, Clone, Serialize)]
struct Made {
    #[serde(flatten)]
    summary: Summary,
    token: TokenId,
    client_id: String,
    client_secret: String,
    webhook_public_key: String,
}

#[derive(Debug, Clone, Serialize)]
struct Shown {
    #[serde(flatten)]
    summary: Summary,
    now: Time,
    /// The newest first, no more than a hundred.
    tokens: Vec<Token>,
}

#[derive(Debug, Clone, Serialize)]
struct Token {
    token: TokenId,
    name: String,
    permissions: Permissions,
}

const TOKENS_SHOWN: u32 = 100;

pub(super) fn noun() -> Noun {
    let arguments = [
        option("environment", "sandbox or production, for good").required(),
        option("name", "What you call it").required(),
        option("regulated", "Whether it verifies its customers itself [default: the deployment's setting]")
            .form(Form::Choice),
        option("default_region", "The region of customers whose region cannot be derived, as US"),
        option("uma_domain", "The host name of its UMA addresses"),
        option("currencies", "The currencies it works with, with commas [default: USD,USDC,USDB]")
            .form(Form::List),
    ];
    Noun::new("platform", "Platforms, the tenants of the service")
        .change_deployment(
            "create",
            "Makes a platform with its accounts, its keys and a first token, whose secret is shown once",
            &arguments,
            create,
        )
        .read_deployment("list", "Lists the platforms, the oldest first", &[], |tx, _, Nothing {}| {
            Ok(platforms::list(tx)?.into_iter().map(Summary::from).collect::<Vec<_>>())
        })
        .columns(&["platform", "name", "environment", "is_disabled"])
        .read("show", "Shows one platform", &[], show)
        .change("disable", "Refuses a platform's credentials from now on", &[], |tx, context, Nothing {}| {
            switch(tx, context, true)
        })
        .change("enable", "Accepts a platform's credentials again", &[], |tx, context, Nothing {}| {
            check_transport(&context.app, context.environment)?;
            switch(tx, context, false)
        })
}

fn create(
    tx: &mut Tx<'_>,
    call: &Call,
    create: &Create,
) -> Result<(Option<PlatformId>, Made), OperatorError> {
    check_transport(&call.app, create.environment)?;
    let new = NewPlatform {
        environment: create.environment,
        name: create.name.clone(),
        regulated: create.regulated,
        default_region: create.default_region,
        uma_domain: create.uma_domain.clone(),
        currencies: create.currencies.clone(),
        credentials: None,
    };
    let created = platform::create(tx, &call.app, &new)?;
    let made = Made {
        summary: created.platform.into(),
        token: created.token.token.id,
        client_id: created.token.token.client_id,
        client_secret: created.token.secret.expose().to_owned(),
        webhook_public_key: created.webhook_public_pem,
    };
    Ok((Some(made.summary.platform), made))
}

fn show(tx: &mut Tx<'_>, platform: PlatformRecord, _: &Nothing) -> Result<Shown, OperatorError> {
    let page = Page { after: None, limit: TOKENS_SHOWN, order: Order::Descending };
    let tokens = tokens::list(tx, platform.id, &Filter::default(), &page)?.into_iter();
    let tokens =
        tokens.map(|token| Token { token: token.id, name: token.name, permissions: token.permissions });
    Ok(Shown { tokens: tokens.collect(), now: platform.clock.at(tx.wall()), summary: platform.into() })
}

fn switch(tx: &mut Tx<'_>, context: &Context, is_disabled: bool) -> Result<Summary, OperatorError> {
    let mut platform = platforms::lock(tx, context.platform)?;
    platform.is_disabled = is_disabled;
    platforms::update(tx, &platform)?;
    Ok(platform.into())
}

/// Refuses to have this server serve a platform of this environment where its callers' secrets would travel over
/// plain HTTP. A command without a server is free to make one: the next start checks.
fn check_transport(app: &App, environment: Environment) -> Result<(), OperatorError> {
    if environment == Environment::Sandbox || app.deployment.serves_production {
        return Ok(());
    }
    let error = OperatorError::refused("this server speaks plain HTTP, and this is a production platform");
    Err(error.remedy("run it behind a proxy that terminates TLS, with --behind-proxy"))
}

impl From<PlatformRecord> for Summary {
    fn from(platform: PlatformRecord) -> Self {
        Self {
            platform: platform.id,
            config: platform.id.config(),
            name: platform.name,
            environment: platform.environment,
            is_disabled: platform.is_disabled,
            uma_domain: platform.uma_domain,
            webhook_endpoint: platform.webhook_endpoint,
            currencies: platform.doc.currencies.iter().map(|entry| entry.currency.to_string()).collect(),
            created_at: platform.created_at,
        }
    }
}
