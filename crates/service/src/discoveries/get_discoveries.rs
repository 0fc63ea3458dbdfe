//! `GET /discoveries` (money 5).

use causeway_store::Tx;
use causeway_store::discoveries::{self, BankRecord, Filter};
use causeway_wire::List;
use causeway_wire::discoveries::{Discovery, DiscoveryFilter};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lists the banks and providers of the platform's environment, by country and name.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    filter: &DiscoveryFilter,
) -> Result<List<Discovery>, ApiError> {
    let filter = Filter {
        country: filter.country.as_ref().map(AsRef::as_ref),
        currency: filter.currency.as_ref().map(AsRef::as_ref),
    };
    let mut found = discoveries::list(tx, context.environment, filter)?;
    found.sort_by(|one, other| sort_key(one).cmp(&sort_key(other)));
    Ok(List { data: found.into_iter().map(discovery).collect() })
}

fn sort_key(bank: &BankRecord) -> (&str, &str, &str, &str) {
    (bank.country.as_str(), &bank.display_name, &bank.bank_name, bank.currency.as_str())
}

fn discovery(bank: BankRecord) -> Discovery {
    Discovery {
        bank_name: bank.bank_name.into(),
        display_name: bank.display_name.into(),
        country: bank.country,
        currency: bank.currency,
        payment_rails: bank.rails,
    }
}
