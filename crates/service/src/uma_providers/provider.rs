//! The provider of a UMA address, checked against the platform's rules (uma 12).

use causeway_store::platforms::PlatformRecord;
use causeway_store::{Error, Tx, platforms, uma_providers as decisions};
use causeway_wire::Code;

use super::rules::rules;
use crate::ports::UmaProviderEntry;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// Checks that the platform may deal with the provider of addresses at this domain.
///
/// # Errors
/// `COUNTERPARTY_NOT_ALLOWED`.
pub(crate) fn check_provider(tx: &mut Tx<'_>, context: &Context, domain: &str) -> Result<(), ApiError> {
    let at = platform_at(tx, context, domain)?;
    // A platform is not its own counterparty.
    if at.as_ref().is_some_and(|at| at.id == context.platform) {
        return Ok(());
    }
    let is_local = at.is_some();
    let rules = rules(&Settings::of(tx, context)?)?;
    let decision = decisions::find_decision(tx, context.platform, domain)?;
    let entry = UmaProviderEntry { domain, is_local, decision };
    if context.app.ports.of(context.environment).uma_policy.allows(entry, &rules) {
        Ok(())
    } else {
        Err(not_allowed(domain))
    }
}

/// Returns the platform of the same environment with this UMA domain.
fn platform_at(tx: &mut Tx<'_>, context: &Context, domain: &str) -> Result<Option<PlatformRecord>, Error> {
    let host = &context.app.deployment.uma_service_host;
    let label = domain.strip_suffix(host.as_str()).and_then(|rest| rest.strip_suffix('.'));
    platforms::find_at_uma_domain(tx, context.environment, domain, label)
}

fn not_allowed(domain: &str) -> ApiError {
    let message = format!("This platform may not pay to addresses at {domain}.");
    ApiError::new(Code::CounterpartyNotAllowed, message)
}
