//! Platforms, the tenants of the service (conventions 2, 3.2).

use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::ids::{PlatformConfigId, PlatformId, TokenId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::tokens::Permissions;
use causeway_store::listing::{Order, Page};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::tokens::{self, Filter, TokenRecord};
use causeway_store::{Tx, commits};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Answer, Call, Form, Nothing, OperatorError, arguments, noun, option, several, shown};
use crate::platform::{self, Created, NewPlatform};
use crate::runtime::app::App;
use crate::runtime::context::Context;

const TOKENS_SHOWN: u32 = 100;

noun! {
    /// Platforms, the tenants of the service
    "platform" {
        /// Makes a platform with its accounts, its keys and a first token, whose secret is shown once
        "create" => change_either(create),
        /// Lists the platforms, the oldest first
        "list" => read_deployment(list).columns(&["platform", "name", "environment", "is_disabled"]),
        /// Shows one platform
        "show" => read(show),
        /// Refuses a platform's credentials from now on
        "disable" => change(disable),
        /// Accepts a platform's credentials again
        "enable" => change(enable),
    }
}

arguments! {
    struct Create {
        #[serde(deserialize_with = "environment")]
        environment: Environment = option("sandbox or production, for good").required(),
        name: String = option("What you call it").required(),
        regulated: Option<bool> =
            option("Whether it verifies its customers itself [default: the deployment's setting]")
                .form(Form::Choice),
        default_region: Option<Country> =
            option("The region of customers whose region cannot be derived, as US"),
        uma_domain: Option<String> = option("The host name of its UMA addresses"),
        #[serde(default)]
        currencies: Vec<CurrencyCode> =
            several("The currencies it works with, with commas [default: USD,USDC,USDB]"),
    }
}

/// In upper or lower case.
pub(super) fn environment<'de, D: Deserializer<'de>>(from: D) -> Result<Environment, D::Error> {
    let text = String::deserialize(from)?.to_ascii_uppercase();
    text.parse().map_err(|_| serde::de::Error::custom("say sandbox or production"))
}

shown! {
    struct Summary of platform: PlatformRecord {
        platform: PlatformId = platform.id,
        config: PlatformConfigId = platform.id.config(),
        name: String = platform.name,
        environment: Environment = platform.environment,
        is_disabled: bool = platform.is_disabled,
        uma_domain: Option<String> = platform.uma_domain,
        webhook_endpoint: Option<String> = platform.webhook_endpoint,
        currencies: Vec<String> =
            platform.doc.currencies.iter().map(|entry| entry.currency.to_string()).collect(),
        created_at: Time = platform.created_at,
    }

    /// A platform that was just made; the secret is shown this once.
    struct Made of created: Created {
        #[serde(flatten)]
        summary: Summary = created.platform.into(),
        token: TokenId = created.token.token.id,
        client_id: String = created.token.token.client_id,
        client_secret: String = created.token.secret.expose().to_owned(),
        webhook_public_key: String = created.webhook_public_pem,
    }

    struct Token of token: TokenRecord {
        token: TokenId = token.id,
        name: String = token.name,
        permissions: Permissions = token.permissions,
    }
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    summary: Summary,
    now: Time,
    /// The newest first, no more than a hundred.
    tokens: Vec<Token>,
}

fn create(tx: &mut Tx<'_>, call: &Call, create: &Create) -> Answer<(Option<PlatformId>, Made)> {
    check_transport(&call.app, create.environment)?;
    check_commits(tx, &call.app, create.environment)?;
    let Create { environment, name, regulated, default_region, uma_domain, currencies } = create.clone();
    let new = NewPlatform {
        environment,
        name,
        regulated,
        default_region,
        uma_domain,
        currencies,
        credentials: None,
    };
    let made = Made::from(platform::create(tx, &call.app, &new)?);
    Ok((Some(made.summary.platform), made))
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &Nothing) -> Answer<Vec<Summary>> {
    Ok(platforms::list(tx)?.into_iter().map(Summary::from).collect())
}

fn show(tx: &mut Tx<'_>, platform: PlatformRecord, _: &Nothing) -> Answer<Shown> {
    let page = Page { after: None, limit: TOKENS_SHOWN, order: Order::Descending };
    let tokens = tokens::list(tx, platform.id, &Filter::default(), &page)?;
    let tokens = tokens.into_iter().map(Token::from).collect();
    Ok(Shown { tokens, now: platform.clock.at(tx.wall()), summary: platform.into() })
}

fn disable(tx: &mut Tx<'_>, context: &Context, _: &Nothing) -> Answer<Summary> {
    switch(tx, context, true)
}

fn enable(tx: &mut Tx<'_>, context: &Context, _: &Nothing) -> Answer<Summary> {
    check_transport(&context.app, context.environment)?;
    check_commits(tx, &context.app, context.environment)?;
    switch(tx, context, false)
}

fn switch(tx: &mut Tx<'_>, context: &Context, is_disabled: bool) -> Answer<Summary> {
    let mut platform = platforms::lock(tx, context.platform)?;
    platform.is_disabled = is_disabled;
    platforms::update(tx, &platform)?;
    Ok(platform.into())
}

/// Refuses to have this server serve a platform of this environment where its callers' secrets would travel over
/// plain HTTP. A command without a server is free to make one: the next start checks.
fn check_transport(app: &App, environment: Environment) -> Answer<()> {
    if environment == Environment::Sandbox || app.deployment.serves_production {
        return Ok(());
    }
    let error = OperatorError::refused("this server speaks plain HTTP, and this is a production platform");
    Err(error.remedy("run it behind a proxy that terminates TLS, with --behind-proxy"))
}

/// Refuses a production platform on a database that acknowledges commits before they are on disk: connections that are made
/// later would be refused, and those that are there are not looked at again.
fn check_commits(tx: &mut Tx<'_>, app: &App, environment: Environment) -> Result<(), OperatorError> {
    if environment == Environment::Sandbox || !app.deployment.requires_durable_commits {
        return Ok(());
    }
    commits::why_lossy(tx)?.map_or(Ok(()), |why| Err(OperatorError::refused(why)))
}
