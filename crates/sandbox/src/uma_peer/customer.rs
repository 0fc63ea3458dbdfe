//! The customers of simulated providers, the same at each (money 13.1).

use causeway_domain::currency::{self, CurrencyInfo};
use causeway_domain::customers::CustomerInfoField;
use causeway_domain::money::CurrencyCode;
use causeway_uma::addresses::{Host, Identifier};
use causeway_uma::counterparty::{CounterpartyDataOptions, key_of_field};

use crate::magic::{UmaScenario, uma_scenario};

/// A customer, which receives one currency.
pub(super) struct PeerCustomer {
    /// The part of the address before `@`, without `$`.
    pub(super) user: String,
    pub(super) currency: &'static CurrencyInfo,
    /// The data about the payer that the provider asks for.
    pub(super) payer_data: CounterpartyDataOptions,
}

impl PeerCustomer {
    /// Finds the customer with a name in messages: with or without `$`.
    pub(super) fn find(name: &str) -> Option<Self> {
        let user = name.strip_prefix('$').unwrap_or(name).to_ascii_lowercase();
        let scenario = uma_scenario(&user)?;
        let code = match scenario {
            UmaScenario::Succeeds(code) => code,
            UmaScenario::Slow | UmaScenario::ComplianceRejected | UmaScenario::NeedsFields => {
                CurrencyCode::USD
            }
        };
        let needs_fields = scenario == UmaScenario::NeedsFields;
        let mut payer_data = CounterpartyDataOptions::required();
        payer_data.add(key_of_field(CustomerInfoField::FullName), needs_fields);
        if needs_fields {
            payer_data.add(key_of_field(CustomerInfoField::BirthDate), true);
        }
        Some(Self { user, currency: currency::find(code)?, payer_data })
    }

    /// Returns the address at a provider.
    pub(super) fn address(&self, host: &Host) -> Option<Identifier> {
        Identifier::parse(&format!("${}@{host}", self.user)).ok()
    }
}
