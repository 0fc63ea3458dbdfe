//! Creation of a platform with all that belongs to it (conventions 2, 2.1 `platform create`).

use std::sync::Arc;

use causeway_domain::PlatformClock;
use causeway_domain::Revision;
use causeway_domain::country::Country;
use causeway_domain::ids::PlatformId;
use causeway_domain::letters::check_showable;
use causeway_domain::money::CurrencyCode;
use causeway_domain::platforms::{check_currencies, default_currencies};
use causeway_domain::tokens::Permissions;
use causeway_store::Tx;
use causeway_store::platforms::{self, Environment, PlatformDoc, PlatformRecord};
use causeway_store::settings::{self, Scope};
use causeway_wire::FieldError;

use super::{errors, uma_domain};
use crate::internal_accounts::provision_platform;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::keys::TokenSecret;
use crate::runtime::settings::{AnySetting, DEFAULT_REGION, REGULATED};
use crate::tokens::{IssuedToken, NewToken, issue};
use crate::{uma, webhooks};

/// The properties of a new platform.
#[derive(Debug, Clone)]
pub struct NewPlatform {
    /// Sandbox or production; it never changes.
    pub environment: Environment,
    /// The operator's name for the platform.
    pub name: String,
    /// `true` if the platform verifies its customers itself; `None` uses the deployment's setting.
    pub regulated: Option<bool>,
    /// The region of customers whose region cannot be derived; `None` uses the deployment's setting.
    pub default_region: Option<Country>,
    /// The host name of its UMA addresses.
    pub uma_domain: Option<String>,
    /// Supported currencies; empty for USD, USDC and USDB.
    pub currencies: Vec<CurrencyCode>,
    /// Client id and secret of its first token, if they are given (conventions 2.1).
    pub credentials: Option<(String, TokenSecret)>,
}

/// A platform that was just created.
#[derive(Debug, Clone)]
pub struct CreatedPlatform {
    pub platform: PlatformRecord,
    /// The first token of the platform, with every permission; the secret is shown only here.
    pub token: IssuedToken,
    /// The public key of its webhook signatures, as PEM.
    pub webhook_public_pem: String,
}

impl NewPlatform {
    /// Returns an unregulated platform with the default configuration.
    #[must_use]
    pub fn default_of(environment: Environment, name: &str) -> Self {
        Self {
            environment,
            name: name.to_owned(),
            regulated: None,
            default_region: None,
            uma_domain: None,
            currencies: Vec::new(),
            credentials: None,
        }
    }

    fn codes(&self) -> Vec<CurrencyCode> {
        let default = [CurrencyCode::USD, CurrencyCode::USDC, CurrencyCode::USDB];
        if self.currencies.is_empty() { default.to_vec() } else { self.currencies.clone() }
    }
}

/// Creates a platform: its configuration, its internal accounts (`ACTIVE`), the key pair of its webhooks, its
/// UMA keys and one token with every permission.
///
/// # Errors
/// `INVALID_INPUT` naming every bad field.
pub fn create(tx: &mut Tx<'_>, app: &Arc<App>, new: &NewPlatform) -> Result<CreatedPlatform, ApiError> {
    let now = tx.wall();
    let id: PlatformId = app.ids.next(now);
    let codes = new.codes();
    let domain = check(tx, app, id, new, &codes)?;
    let wanted_label = domain.clone().unwrap_or_else(|| uma_domain::label_of_name(&new.name));
    let platform = PlatformRecord {
        id,
        environment: new.environment,
        name: new.name.clone(),
        is_disabled: false,
        clock: PlatformClock::Running { lead_millis: 0 },
        proxy_uma_subdomain: Some(uma_domain::free_subdomain(tx, id, &wanted_label)?),
        uma_domain: domain,
        webhook_endpoint: None,
        doc: PlatformDoc {
            v: 1,
            currencies: default_currencies(&codes),
            fee_configs: Vec::new(),
            embedded_wallet: None,
            card_tokenization: None,
            legal_name: None,
            address: None,
        },
        created_at: now,
        updated_at: Revision::created(now),
    };
    platforms::insert(tx, &platform)?;
    uma_domain::reserve(tx, &platform)?;
    store_settings(tx, id, new)?;
    let context = Context::of_service(app, &platform, now);
    provision_platform(tx, &context, &codes)?;
    let webhook_public_pem = webhooks::keys::create(tx, app, id)?;
    uma::keys::create(tx, app, id)?;
    let first = NewToken {
        name: "first token".to_owned(),
        permissions: Permissions::ALL,
        credentials: new.credentials.clone(),
    };
    let token = issue(tx, &context, &first)?;
    Ok(CreatedPlatform { platform, token, webhook_public_pem })
}

/// Checks all fields; returns the domain in lower case.
fn check(
    tx: &mut Tx<'_>,
    app: &App,
    id: PlatformId,
    new: &NewPlatform,
    codes: &[CurrencyCode],
) -> Result<Option<String>, ApiError> {
    let mut errors = FieldErrors::default();
    if !(1..=255).contains(&new.name.chars().count()) {
        errors.push("name", "must have 1 to 255 characters");
    } else if let Err(error) = check_showable(&new.name) {
        errors.push("name", error.message());
    }
    let currencies = default_currencies(codes);
    let refusals = check_currencies(&currencies).err().unwrap_or_default();
    for refusal in refusals {
        let field = format!("currencies[{}]", refusal.at);
        errors.add(FieldError { field, ..errors::currency(&currencies, &[], refusal) });
    }
    let mut domain = None;
    if let Some(sent) = &new.uma_domain {
        match uma_domain::check(tx, &app.deployment.uma_service_host, id, sent)? {
            Ok(fine) => domain = Some(fine),
            Err(error) => errors.push("uma_domain", error.message()),
        }
    }
    errors.into_result().map(|()| domain)
}

fn store_settings(tx: &mut Tx<'_>, id: PlatformId, new: &NewPlatform) -> Result<(), ApiError> {
    let scope = Scope::Platform(id);
    if let Some(regulated) = new.regulated {
        settings::set(tx, scope, REGULATED.name(), &regulated.into())?;
    }
    if let Some(region) = new.default_region {
        settings::set(tx, scope, DEFAULT_REGION.name(), &region.as_str().into())?;
    }
    Ok(())
}
