//! Lightning for the platforms of a service: a simulated node, hosts of addresses, and the price of bitcoin.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use causeway_domain::Clock;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_service::lightning::{HttpNode, LnLayer};
use causeway_service::ports::{RateError, RateSource, SettlementLayer, World};
use causeway_service::runtime::outbound::Transport;
use causeway_service::runtime::signed_requests::{ServiceUrl, SignedEndpoint, SigningSecrets};
use causeway_service::runtime::timers;
use causeway_store::platforms::Environment;
use causeway_testing::lightning::{NodeWallet, SimulatedNode};
use futures_util::future::{BoxFuture, ready};

use super::PublicHosts;

/// The node of a service, the hosts of Lightning addresses, and the switch of bitcoin's price.
pub(crate) struct Lightning {
    pub(crate) node: Arc<SimulatedNode>,
    /// Hosts of Lightning addresses.
    pub(crate) hosts: PublicHosts,
    wallet: NodeWallet,
    /// Production platforms have the node too.
    serves_production: bool,
    has_price: Arc<AtomicBool>,
}

impl Lightning {
    pub(super) async fn start() -> Self {
        Self::wallet_of(&Arc::new(SimulatedNode::start().await), "service")
    }

    /// Opens a wallet of a node that other services may share.
    pub(super) fn wallet_of(node: &Arc<SimulatedNode>, name: &str) -> Self {
        let has_price = Arc::new(AtomicBool::new(true));
        Self {
            node: Arc::clone(node),
            hosts: PublicHosts::default(),
            wallet: node.wallet(name),
            serves_production: false,
            has_price,
        }
    }

    /// Gives the node to production platforms too.
    pub(super) fn for_production(self) -> Self {
        Self { serves_production: true, ..self }
    }

    /// Withdraws the price of bitcoin, or restores it.
    pub(crate) fn set_price(&self, has_price: bool) {
        self.has_price.store(has_price, Ordering::Relaxed);
    }

    /// Connects the outside world of the sandbox of a process with the node.
    pub(super) fn connect(&self, world: World, outbound: &Arc<dyn Transport>, clock: &Clock) -> World {
        let layer = self.layer(Environment::Sandbox, outbound, clock);
        let rates = BitcoinSwitch { rates: Arc::clone(&world.rates), has_price: Arc::clone(&self.has_price) };
        causeway_sandbox::with_lightning(World { rates: Arc::new(rates), ..world }, layer)
    }

    /// Returns the settlement layers of production platforms.
    pub(super) fn production_layers(
        &self,
        outbound: &Arc<dyn Transport>,
        clock: &Clock,
    ) -> Vec<Arc<dyn SettlementLayer>> {
        let layer = || self.layer(Environment::Production, outbound, clock);
        self.serves_production.then(layer).into_iter().collect()
    }

    fn layer(
        &self,
        environment: Environment,
        outbound: &Arc<dyn Transport>,
        clock: &Clock,
    ) -> Arc<dyn SettlementLayer> {
        let adapter = HttpNode::new(SignedEndpoint {
            transport: Arc::clone(outbound),
            clock: clock.clone(),
            url: ServiceUrl::parse(&self.wallet.url, true).expect("the URL of the node"),
            secrets: SigningSecrets::parse(&self.wallet.secret, None).expect("the secret of the node"),
            limit: timers::RAIL,
        });
        Arc::new(LnLayer::new(environment, Arc::new(adapter), clock.clone()))
    }
}

/// Rates from which those of bitcoin can be withdrawn.
struct BitcoinSwitch {
    rates: Arc<dyn RateSource>,
    has_price: Arc<AtomicBool>,
}

impl RateSource for BitcoinSwitch {
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>> {
        let is_bitcoin = [sending, receiving].contains(&CurrencyCode::BTC);
        if is_bitcoin && !self.has_price.load(Ordering::Relaxed) {
            return Box::pin(ready(Err(RateError::Unavailable)));
        }
        self.rates.rate(sending, receiving)
    }

    fn honours(
        &self,
        platform: PlatformId,
        sending: CurrencyCode,
        receiving: CurrencyCode,
        rate: Rate,
    ) -> BoxFuture<'_, Result<bool, RateError>> {
        self.rates.honours(platform, sending, receiving, rate)
    }
}
