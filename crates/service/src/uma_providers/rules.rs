//! What the operator says of UMA providers for the whole deployment (uma 12).

use causeway_store::{Tx, uma_providers};

use crate::ports::{UmaProviderEntry, UmaRules};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{InvalidValue, SANDBOX_UMA_DOMAIN, Settings, UMA_POLICY, UmaDefault};

/// The rules that hold now.
///
/// # Errors
/// For a stored setting that is none.
pub(crate) fn rules(settings: &Settings) -> Result<UmaRules, InvalidValue> {
    Ok(UmaRules {
        sandbox_domains: settings.get(&SANDBOX_UMA_DOMAIN)?,
        allows_undecided: settings.get(&UMA_POLICY)? == UmaDefault::Allow,
    })
}

/// Whether the platform may deal with one of the providers that the sandbox simulates; none where the domain is of
/// somebody else.
///
/// # Errors
/// Those of the database; for a stored setting that is none.
pub fn is_simulated_and_allowed(
    tx: &mut Tx<'_>,
    context: &Context,
    domain: &str,
) -> Result<Option<bool>, ApiError> {
    let rules = rules(&Settings::of(tx, context)?)?;
    if rules.sandbox_domains.iter().all(|simulated| simulated != domain) {
        return Ok(None);
    }
    let decision = uma_providers::find_decision(tx, context.platform, domain)?;
    let entry = UmaProviderEntry { domain, is_local: false, decision };
    Ok(Some(context.app.ports.of(context.environment).uma_policy.allows(entry, &rules)))
}
