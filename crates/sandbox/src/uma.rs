//! The simulated providers of UMA addresses (money 13.1).

use std::time::Duration;

use causeway_domain::customers::{CustomerInfoField, UmaAddress};
use causeway_domain::money::CurrencyCode;
use causeway_domain::platforms::CounterpartyField;
use causeway_service::ports::{
    UmaInvoice, UmaPayRequest, UmaPeerError, UmaPeers, UmaPolicy, UmaProviderEntry, UmaReceiver, UmaRules,
};
use causeway_store::lookups::Receivable;
use futures_util::future::{BoxFuture, ready};
use serde_json::Value as Json;

use crate::magic::{UmaScenario, uma_scenario};

/// Minimum of one payment to a simulated receiver, in minor units.
const LEAST: i64 = 1;
/// Maximum of one payment to a simulated receiver, in minor units.
const MOST: i64 = 10_000_000;

/// A policy that keeps sandbox money in the sandbox: the simulated providers and the platforms of this deployment
/// are allowed, and an operator may block any of them for a platform. Others are allowed only by an operator, and
/// only over a node on regtest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SandboxProviders {
    /// `true` if the sandbox has a Lightning node.
    pub(crate) has_node: bool,
}

impl UmaPolicy for SandboxProviders {
    fn allows(&self, provider: UmaProviderEntry<'_>, rules: &UmaRules) -> bool {
        let is_simulated = rules.sandbox_domains.iter().any(|domain| domain == provider.domain);
        if is_simulated || provider.is_local {
            provider.decision.unwrap_or(true)
        } else {
            self.has_node && provider.decision == Some(true)
        }
    }
}

/// The simulated counterparties, the same at each sandbox domain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SimulatedPeers;

impl UmaPeers for SimulatedPeers {
    fn look_up<'a>(&'a self, address: &'a UmaAddress) -> BoxFuture<'a, Result<UmaReceiver, UmaPeerError>> {
        let receiver = uma_scenario(address.local()).map(receiver).ok_or(UmaPeerError::UnknownUser);
        Box::pin(ready(receiver))
    }

    fn request<'a>(&'a self, request: &'a UmaPayRequest) -> BoxFuture<'a, Result<UmaInvoice, UmaPeerError>> {
        let scenario = uma_scenario(request.receiver.local()).ok_or(UmaPeerError::UnknownUser);
        Box::pin(ready(scenario.map(|_| invoice(request))))
    }
}

/// Validity of an invoice (uma 6.3).
const INVOICE: Duration = Duration::from_mins(5);

fn invoice(request: &UmaPayRequest) -> UmaInvoice {
    let facts = [("FULL_NAME", "Sandbox Receiver"), ("BIRTH_DATE", "1985-06-15"), ("NATIONALITY", "US")];
    let is_requested = |name: &str| request.payee_fields.iter().any(|field| field.name.as_str() == name);
    let payee = facts.into_iter().filter(|(name, _)| is_requested(name));
    UmaInvoice {
        pay_request: format!("sandbox:{}:{}", request.receiver, request.amount.minor),
        amount: request.amount,
        expires_at: request.now.plus(INVOICE),
        payee: payee.map(|(name, fact)| (name.to_owned(), Json::from(fact))).collect(),
    }
}

fn receiver(scenario: UmaScenario) -> UmaReceiver {
    let (currency, payer_fields) = match scenario {
        UmaScenario::Succeeds(currency) => (currency, vec![asked(CustomerInfoField::FullName, false)]),
        UmaScenario::Slow | UmaScenario::ComplianceRejected => {
            (CurrencyCode::USD, vec![asked(CustomerInfoField::FullName, false)])
        }
        UmaScenario::NeedsFields => (
            CurrencyCode::USD,
            vec![asked(CustomerInfoField::FullName, true), asked(CustomerInfoField::BirthDate, true)],
        ),
    };
    UmaReceiver { currencies: vec![Receivable { currency, minimum: LEAST, maximum: MOST }], payer_fields }
}

const fn asked(name: CustomerInfoField, mandatory: bool) -> CounterpartyField {
    CounterpartyField { name, mandatory }
}
