//! With which UMA providers a platform may deal (uma 12).

use causeway_domain::customers::host_name;
use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uma_providers};

use super::{Answer, OperatorError, arguments, noun, positional};
use crate::runtime::context::Context;

noun! {
    /// The UMA providers that a platform may deal with
    "uma-provider" {
        /// Allows payments to and from a provider; a sandbox platform never leaves the sandbox
        "allow" => change(|tx, context, named| decide(tx, context, named, true)),
        /// Refuses payments to and from a provider
        "block" => change(|tx, context, named| decide(tx, context, named, false)),
    }
}

arguments! {
    struct Named {
        domain: String = positional("What stands behind the @ of its addresses, listed or not"),
    }
}

#[derive(serde::Serialize)]
struct Decided {
    platform: PlatformId,
    domain: String,
    is_allowed: bool,
}

fn decide(tx: &mut Tx<'_>, context: &Context, Named { domain }: &Named, is_allowed: bool) -> Answer<Decided> {
    let unfit = || OperatorError::invalid(format!("{domain} is not a host name"));
    let domain = host_name(domain).ok_or_else(unfit)?;
    uma_providers::decide(tx, context.platform, &domain, is_allowed)?;
    Ok(Decided { platform: context.platform, domain, is_allowed })
}
