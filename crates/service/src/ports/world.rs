//! The outside worlds of the two environments.

use std::sync::Arc;

use causeway_store::platforms::Environment;

use super::{
    AccountChecks, CardIssuer, CardScenarios, DebitRail, FundingSource, LivenessCheck, Messages, NameCheck,
    PayoutRail, RateSource, RefundRail, Screening, StablecoinProvider, UmaPeers, UmaPolicy, UmaSettlement,
    VerificationPolicy,
};

/// One outside world: the simulated one, or the real one with the adapters that this deployment has.
#[derive(Clone)]
pub struct World {
    /// What becomes of a new customer's verification.
    pub verification: Arc<dyn VerificationPolicy>,
    /// Which checks bank details must pass.
    pub account_checks: Arc<dyn AccountChecks>,
    /// Who gives new accounts and quotes their numbers and addresses.
    pub funding: Arc<dyn FundingSource>,
    /// Who compares a beneficiary's name with the bank's.
    pub name_check: Arc<dyn NameCheck>,
    /// Who checks that the owner of a wallet is there in person.
    pub liveness: Arc<dyn LivenessCheck>,
    /// Who sends messages to end users.
    pub messages: Arc<dyn Messages>,
    /// Who looks through new external accounts before they can be used.
    pub screening: Arc<dyn Screening>,
    /// With which UMA providers platforms may deal.
    pub uma_policy: Arc<dyn UmaPolicy>,
    /// Providers of UMA addresses outside this deployment.
    pub uma_peers: Arc<dyn UmaPeers>,
    /// Who moves the money of payments between UMA providers.
    pub uma_settlement: Arc<dyn UmaSettlement>,
    /// Where exchange rates come from.
    pub rates: Arc<dyn RateSource>,
    /// Who pays out to external bank accounts and wallets.
    pub payouts: Arc<dyn PayoutRail>,
    /// Who debits external bank accounts.
    pub debits: Arc<dyn DebitRail>,
    /// Who gives back what was paid in by bank.
    pub refunds: Arc<dyn RefundRail>,
    /// Who issues stablecoins.
    pub stablecoins: Arc<dyn StablecoinProvider>,
    /// Who issues cards.
    pub cards: Arc<dyn CardIssuer>,
    /// What is decided about card transactions beforehand.
    pub card_scenarios: Arc<dyn CardScenarios>,
}

/// The outside worlds of the two environments.
#[derive(Clone)]
pub struct Ports {
    /// For sandbox platforms.
    pub sandbox: World,
    /// For production platforms.
    pub production: World,
}

impl Ports {
    /// The outside world of this environment.
    #[must_use]
    pub const fn of(&self, environment: Environment) -> &World {
        match environment {
            Environment::Sandbox => &self.sandbox,
            Environment::Production => &self.production,
        }
    }
}

impl std::fmt::Debug for Ports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ports")
    }
}
