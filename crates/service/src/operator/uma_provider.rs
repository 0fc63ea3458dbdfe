//! The UMA providers that a platform may deal with (uma 12).

use causeway_domain::customers::uma_host;
use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uma_providers};

use super::{Answer, OperatorError, arguments, noun, positional};
use crate::runtime::context::Context;

noun! {
    /// UMA providers that a platform may deal with
    "uma-provider" {
        /// Allow payments to and from a provider; a sandbox platform needs a Lightning node for those of other deployments
        "allow": Comply => change(|tx, context, named| decide(tx, context, named, true)).needing_reason(),
        /// Block payments to and from a provider
        "block": Comply => change(|tx, context, named| decide(tx, context, named, false)).needing_reason(),
    }
}

arguments! {
    struct ProviderRequest {
        domain: String = positional("Domain of its addresses (after the @), listed in the directory or not"),
    }
}

#[derive(serde::Serialize)]
struct ProviderView {
    platform: PlatformId,
    domain: String,
    is_allowed: bool,
}

fn decide(
    tx: &mut Tx<'_>,
    context: &Context,
    ProviderRequest { domain }: &ProviderRequest,
    is_allowed: bool,
) -> Answer<ProviderView> {
    let unfit = || OperatorError::invalid(format!("{domain} is not a host name"));
    let domain = uma_host(domain).ok_or_else(unfit)?;
    uma_providers::decide(tx, context.platform, &domain, is_allowed)?;
    Ok(ProviderView { platform: context.platform, domain, is_allowed })
}
