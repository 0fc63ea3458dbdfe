//! `GET /uma-providers` (money 5, uma 12).

use causeway_store::Tx;
use causeway_store::uma_providers::{self, UmaProviderView};
use causeway_wire::uma_providers::{UmaProvider, UmaProviderFilter};
use causeway_wire::{Page, SortOrder};

use super::rules::rules;
use crate::ports::UmaProviderEntry;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money;
use crate::runtime::paging::Paging;
use crate::runtime::settings::Settings;

/// A provider, with the permission of the platform to deal with it.
pub(crate) struct ProviderRow {
    pub(crate) provider: UmaProviderView,
    pub(crate) is_allowed: bool,
}

/// Lists the providers of the platform's environment by name. `directory import` limits their number, so they
/// are filtered in memory.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    filter: &UmaProviderFilter,
    paging: &Paging,
) -> Result<Page<UmaProvider>, ApiError> {
    let mut listed = by_name(tx, context)?;
    listed.retain(|one| fits(&one.provider, filter) && (one.is_allowed || filter.has_blocked_providers));
    if filter.sort_order == SortOrder::Descending {
        listed.reverse();
    }
    let total = i64::try_from(listed.len()).ok();
    let after: Option<String> = paging.after();
    let is_after_cursor = |one: &ProviderRow| {
        after.as_ref().is_none_or(|after| match filter.sort_order {
            SortOrder::Ascending => key(one) > *after,
            SortOrder::Descending => key(one) < *after,
        })
    };
    listed.retain(is_after_cursor);
    paging.finish(listed, total, key, uma_provider)
}

/// Returns all providers of the platform's environment by name.
pub(crate) fn by_name(tx: &mut Tx<'_>, context: &Context) -> Result<Vec<ProviderRow>, ApiError> {
    let rules = rules(&Settings::of(tx, context)?)?;
    let policy = &context.app.ports.of(context.environment).uma_policy;
    let host = &context.app.deployment.uma_service_host;
    let all = uma_providers::list(tx, context.platform, context.environment, host)?;
    let row = |provider: UmaProviderView| {
        let domain = &provider.provider.domain;
        let entry = UmaProviderEntry { domain, is_local: provider.is_local, decision: provider.decision };
        // A platform is not its own counterparty.
        ProviderRow { is_allowed: provider.is_own || policy.allows(entry, &rules), provider }
    };
    let mut rows: Vec<ProviderRow> = all.into_iter().map(row).collect();
    rows.sort_by_cached_key(key);
    Ok(rows)
}

fn fits(provider: &UmaProviderView, filter: &UmaProviderFilter) -> bool {
    let doc = &provider.provider.doc;
    filter.country_code.is_none_or(|country| doc.regions.contains(&country))
        && filter.currency_code.is_none_or(|currency| doc.currencies.contains(&currency))
}

/// Returns the sort key: the name, then the domain among equal names.
fn key(one: &ProviderRow) -> String {
    let provider = &one.provider.provider;
    format!("{}\0{}", provider.doc.name, provider.domain)
}

fn uma_provider(ProviderRow { provider, is_allowed }: ProviderRow) -> Result<UmaProvider, ApiError> {
    let doc = provider.provider.doc;
    Ok(UmaProvider {
        name: doc.name.into(),
        supported_regions: doc.regions,
        domain: provider.provider.domain.into(),
        logo_url: doc.logo_url.map(Into::into),
        supported_currencies: doc.currencies.into_iter().map(money::currency).collect::<Result<_, _>>()?,
        lei: doc.lei.map(Into::into),
        allow_list_status: is_allowed,
    })
}
