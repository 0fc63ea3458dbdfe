//! The sets of ports of the two environments.

use std::sync::Arc;

use causeway_domain::payments::LayerName;
use causeway_store::platforms::Environment;

use super::{
    AccountChecks, CardIssuer, CardScenarios, DebitRail, FundingSource, LivenessCheck, Messages, NameCheck,
    OfferSource, PayoutRail, RailError, RateSource, RefundRail, Screening, SettlementLayer,
    StablecoinProvider, UmaPeers, UmaPolicy, VerificationPolicy,
};

/// One set of ports: the simulated one, or the real one with the adapters of this deployment.
#[derive(Clone)]
pub struct World {
    pub verification: Arc<dyn VerificationPolicy>,
    pub account_checks: Arc<dyn AccountChecks>,
    /// Account numbers and addresses of new accounts and quotes.
    pub funding: Arc<dyn FundingSource>,
    pub name_check: Arc<dyn NameCheck>,
    pub liveness: Arc<dyn LivenessCheck>,
    pub messages: Arc<dyn Messages>,
    /// Screening of new external accounts before their first use.
    pub screening: Arc<dyn Screening>,
    pub uma_policy: Arc<dyn UmaPolicy>,
    /// Providers of UMA addresses that are simulated.
    pub uma_peers: Arc<dyn UmaPeers>,
    /// Settlement layers between UMA providers; empty if this deployment has none.
    pub uma_layers: Vec<Arc<dyn SettlementLayer>>,
    pub rates: Arc<dyn RateSource>,
    /// Payouts to external bank accounts and wallets.
    pub payouts: Arc<dyn PayoutRail>,
    /// The payouts and debits that the rails take.
    pub offers: Arc<dyn OfferSource>,
    /// Debits of external bank accounts.
    pub debits: Arc<dyn DebitRail>,
    /// Refunds of money paid in by bank.
    pub refunds: Arc<dyn RefundRail>,
    pub stablecoins: Arc<dyn StablecoinProvider>,
    pub cards: Arc<dyn CardIssuer>,
    /// Predetermined outcomes of card transactions.
    pub card_scenarios: Arc<dyn CardScenarios>,
}

impl World {
    /// Returns the settlement layer with this name.
    ///
    /// # Errors
    /// [`RailError::NotAvailable`] if this deployment does not have it.
    pub fn layer(&self, name: LayerName) -> Result<&dyn SettlementLayer, RailError> {
        let found = self.uma_layers.iter().find(|layer| layer.name() == name);
        found.map(|layer| &**layer).ok_or(RailError::NotAvailable)
    }

    /// Returns `true` if payouts can go over a Lightning node. It does not block.
    #[must_use]
    pub fn has_lightning_node(&self) -> bool {
        self.uma_layers.iter().any(|layer| layer.name() == LayerName::Ln && layer.is_available())
    }
}

/// The sets of ports of the two environments.
#[derive(Clone)]
pub struct Ports {
    pub sandbox: World,
    pub production: World,
}

impl Ports {
    /// Returns the set of ports of this environment.
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
