//! The UMA providers that a platform may deal with (uma 12).

use causeway_domain::country::Country;
use causeway_domain::customers::uma_host;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_store::{Tx, uma_providers};

use super::{Answer, Call, NoArguments, OperatorError, arguments, noun, positional, view};
use crate::runtime::context::Context;
use crate::uma_providers::get_available_uma_providers::{ProviderRow, by_name};

noun! {
    /// UMA providers that a platform may deal with
    "uma-provider" {
        /// List the directory by name, with the providers that the platform may deal with
        "list": Look => read_deployment(list).with_platform(),
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

view! {
    /// A provider of the directory as a platform sees it.
    struct DirectoryRow of row: ProviderRow {
        domain: String = row.provider.provider.domain,
        name: String = row.provider.provider.doc.name,
        is_allowed: bool = row.is_allowed,
        /// `None` if no operator has decided.
        decision: Option<&'static str> =
            row.provider.decision.map(|is_allowed| if is_allowed { "allow" } else { "block" }),
        regions: Vec<Country> = row.provider.provider.doc.regions,
        currencies: Vec<CurrencyCode> = row.provider.provider.doc.currencies,
    }
}

#[derive(serde::Serialize)]
struct ProviderView {
    platform: PlatformId,
    domain: String,
    is_allowed: bool,
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<DirectoryRow>> {
    let platform = call.platform.find(tx)?;
    let context = Context::of_service(&call.app, &platform, tx.wall());
    Ok(by_name(tx, &context)?.into_iter().map(DirectoryRow::from).collect())
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
