//! With which UMA providers a platform may deal (uma 12).

use causeway_domain::customers::host_name;
use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uma_providers};
use serde::{Deserialize, Serialize};

use super::argument::positional;
use super::{Noun, OperatorError};
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    domain: String,
}

#[derive(Debug, Clone, Serialize)]
struct Decided {
    platform: PlatformId,
    domain: String,
    is_allowed: bool,
}

pub(super) fn noun() -> Noun {
    let domain = [positional("domain", "What stands behind the @ of its addresses, listed or not")];
    Noun::new("uma-provider", "The UMA providers that a platform may deal with")
        .change(
            "allow",
            "Allows payments to and from a provider; a sandbox platform never leaves the sandbox",
            &domain,
            |tx, context, named: &Named| decide(tx, context, named, true),
        )
        .change("block", "Refuses payments to and from a provider", &domain, |tx, context, named: &Named| {
            decide(tx, context, named, false)
        })
}

fn decide(
    tx: &mut Tx<'_>,
    context: &Context,
    named: &Named,
    is_allowed: bool,
) -> Result<Decided, OperatorError> {
    let domain = host_name(&named.domain)
        .ok_or_else(|| OperatorError::invalid(format!("{} is no host name", named.domain)))?;
    uma_providers::decide(tx, context.platform, &domain, is_allowed)?;
    Ok(Decided { platform: context.platform, domain, is_allowed })
}
