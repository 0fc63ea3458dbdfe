//! The provider of a UMA address, checked against the platform's rules (uma 12).

use causeway_store::platforms::PlatformRecord;
use causeway_store::{Tx, uma_providers as decisions};
use causeway_wire::Code;

use super::{errors, local};
use crate::customers;
use crate::ports::UmaProviderEntry;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;
use crate::uma_providers;

/// Returns the platform of this deployment that provides addresses at this domain, or `None` for an external
/// provider.
///
/// # Errors
/// `COUNTERPARTY_NOT_ALLOWED`.
pub(crate) fn provider_at(
    tx: &mut Tx<'_>,
    context: &Context,
    domain: &str,
) -> Result<Option<PlatformRecord>, ApiError> {
    let at = local::platform_at(tx, context, domain)?;
    // A platform is not its own counterparty.
    if at.as_ref().is_none_or(|at| at.id != context.platform) {
        check_allowed(tx, context, domain, at.is_some())?;
    }
    Ok(at)
}

/// Refuses a sender that the receiver's platform (`there`, of this deployment) does not accept (uma 5.1).
///
/// # Errors
/// `COUNTERPARTY_NOT_ALLOWED`.
pub(crate) fn check_sender(
    tx: &mut Tx<'_>,
    receiving_context: &Context,
    sender: &PlatformRecord,
) -> Result<(), ApiError> {
    if sender.id == receiving_context.platform {
        return Ok(());
    }
    let domain = customers::uma_domain(sender, &receiving_context.app.deployment.uma_service_host);
    check_allowed(tx, receiving_context, &domain, true).map_err(|error| match error.code {
        Code::CounterpartyNotAllowed => errors::not_allowed_there(),
        _ => error,
    })
}

fn check_allowed(tx: &mut Tx<'_>, context: &Context, domain: &str, is_local: bool) -> Result<(), ApiError> {
    let rules = uma_providers::rules(&Settings::of(tx, context)?)?;
    let decision = decisions::find_decision(tx, context.platform, domain)?;
    let entry = UmaProviderEntry { domain, is_local, decision };
    if context.app.ports.of(context.environment).uma_policy.allows(entry, &rules) {
        Ok(())
    } else {
        Err(errors::not_allowed(domain))
    }
}
