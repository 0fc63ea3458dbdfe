//! The operator's rules about UMA providers for the whole deployment (uma 12).

use causeway_store::{Tx, uma_providers};

use crate::ports::{UmaProviderEntry, UmaRules};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{InvalidValue, SANDBOX_UMA_DOMAIN, Settings, UMA_POLICY, UmaDefault};

/// Returns the current rules.
///
/// # Errors
/// If a stored setting is invalid.
pub(crate) fn rules(settings: &Settings) -> Result<UmaRules, InvalidValue> {
    Ok(UmaRules {
        sandbox_domains: settings.get(&SANDBOX_UMA_DOMAIN)?,
        allows_undecided: settings.get(&UMA_POLICY)? == UmaDefault::Allow,
    })
}

/// Returns `true` if the sandbox simulates the providers at this domain.
///
/// # Errors
/// If a stored setting is invalid.
fn is_simulated(settings: &Settings, domain: &str) -> Result<bool, InvalidValue> {
    Ok(settings.get(&SANDBOX_UMA_DOMAIN)?.iter().any(|simulated| simulated == domain))
}

/// Returns `true` if the platform may deal with the provider that the sandbox simulates at this domain, or
/// `None` if the domain is not simulated.
///
/// # Errors
/// If a stored setting is invalid.
pub fn is_simulated_and_allowed(
    tx: &mut Tx<'_>,
    context: &Context,
    domain: &str,
) -> Result<Option<bool>, ApiError> {
    let settings = Settings::of(tx, context)?;
    let rules = rules(&settings)?;
    if !is_simulated(&settings, domain)? {
        return Ok(None);
    }
    let decision = uma_providers::find_decision(tx, context.platform, domain)?;
    let entry = UmaProviderEntry { domain, is_local: false, decision };
    Ok(Some(context.app.ports.of(context.environment).uma_policy.allows(entry, &rules)))
}
