//! The offer of a provider to a receiver of a quote, and the layer over which both sides settle (uma 7).

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_store::Tx;
use causeway_store::uma_offers::PeerOffer;
use causeway_uma::SettlementChoice;

use super::errors;
use crate::ports::{SettlementAsset, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{Settings, UMA_LAYER_ORDER};

/// The offer of a provider, with the layer over which both sides settle.
#[derive(Debug, Clone)]
pub(super) struct PeerDestination {
    pub(super) offer: PeerOffer,
    /// `None` if the two sides have no layer in common.
    pub(super) layer: Option<ChosenLayer>,
    /// Another quote used the callback of the offer: the provider must be asked for a new one.
    pub(super) is_used: bool,
}

/// A settlement layer with one of its assets.
#[derive(Debug, Clone)]
pub(super) struct ChosenLayer {
    pub(super) name: LayerName,
    pub(super) asset: SettlementAsset,
}

impl PeerDestination {
    /// Chooses the layer: one of this process that moves the receiving currency, or else the first of the operator's
    /// order that both sides have.
    pub(super) fn new(
        tx: &mut Tx<'_>,
        context: &Context,
        offer: PeerOffer,
        currency: CurrencyCode,
        is_used: bool,
    ) -> Result<Self, ApiError> {
        let order = Settings::of(tx, context)?.get(&UMA_LAYER_ORDER)?;
        let world = context.app.ports.of(context.environment);
        let own = ChosenLayer::find_own(world, &offer, currency);
        let layer = own.or_else(|| order.into_iter().find_map(|name| ChosenLayer::find(world, &offer, name)));
        Ok(Self { offer, layer, is_used })
    }

    /// Returns the layer.
    ///
    /// # Errors
    /// `NOT_IMPLEMENTED` if there is none.
    pub(super) fn layer(&self) -> Result<&ChosenLayer, ApiError> {
        self.layer.as_ref().ok_or_else(|| errors::not_offered("Paying to this UMA address"))
    }
}

impl ChosenLayer {
    /// Finds the layer of this process on which the receiving currency itself moves. The offer contains such a layer
    /// only if this process gave it.
    fn find_own(world: &World, offer: &PeerOffer, currency: CurrencyCode) -> Option<Self> {
        let mut own = offer.layers.iter().filter(|offered| offered.layer.moves_currencies());
        let name = own.find(|offered| offered.asset == currency.as_str())?.layer;
        // The money of a payment within the service needs no layer to take it.
        let is_available =
            name == LayerName::Internal || world.layer(name).is_ok_and(|layer| layer.is_available());
        let decimals = currency::find(currency).filter(|_| is_available)?.decimals;
        let asset = SettlementAsset { identifier: currency.to_string(), decimals, booked_as: currency };
        Some(Self { name, asset })
    }

    fn find(world: &World, offer: &PeerOffer, name: LayerName) -> Option<Self> {
        let layer = world.layer(name).ok().filter(|layer| layer.is_available())?;
        let is_offered = |asset: &&SettlementAsset| {
            offer.layers.iter().any(|offered| offered.layer == name && offered.asset == asset.identifier)
        };
        let asset = layer.assets().iter().find(is_offered)?.clone();
        Some(Self { name, asset })
    }

    /// Returns the choice as a message has it, or `None` for the default of the protocol.
    pub(super) fn settlement(&self) -> Option<SettlementChoice> {
        let is_default = self.name == LayerName::Ln && self.asset.identifier == SettlementChoice::BITCOIN;
        (!is_default).then(|| SettlementChoice {
            layer: self.name.to_string(),
            asset_identifier: self.asset.identifier.clone(),
        })
    }
}
