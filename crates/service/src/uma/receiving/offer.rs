//! The answer to a discovery: currencies, layers and their prices (uma 5.2, 7).

use std::collections::BTreeMap;

use causeway_domain::Amount;
use causeway_domain::currency;
use causeway_domain::ids::TransactionId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_domain::payments::{Direction, LayerName, TransactionType, reference_of};
use causeway_domain::rates::{AssetRate, Decimal};
use causeway_store::customers::CustomerRecord;
use causeway_store::lookups::Receivable;
use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side, UmaTerms};
use causeway_store::uma_offers::{OfferedLayer, UmaOffer};
use causeway_uma::addresses::Identifier;
use causeway_uma::amounts::{AmountRange, Multiplier};
use causeway_uma::discovery::metadata;
use causeway_uma::{Currency, SettlementAsset, SettlementOption, WireCurrencyCode};
use serde_json::Map;

use super::settlement::{asset_of, least_amount, wire_multiplier};
use crate::ports::World;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{Settings, UMA_LAYER_ORDER};
use crate::uma::local_receiver::UmaReceiver;

/// The receiver of a discovery.
#[derive(Debug, Clone)]
pub(in crate::uma) struct Receiver {
    pub(in crate::uma) customer: CustomerRecord,
    /// The receiver's UMA address.
    pub(in crate::uma) address: Identifier,
    /// Currencies, and fields about the payer.
    pub(in crate::uma) takes: UmaReceiver,
}

/// Returns the offer to a sender, without the prices of foreign layers. It has no layer if none can be used.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub(in crate::uma) fn open_offer(
    context: &Context,
    settings: &Settings,
    receiver: &Receiver,
    is_internal: bool,
) -> Result<UmaOffer, ApiError> {
    let layers = if is_internal {
        receiver.takes.currencies.iter().map(|takes| internal(takes.currency)).collect()
    } else {
        let order = settings.get(&UMA_LAYER_ORDER)?;
        foreign(context.app.ports.of(context.environment), &order)
    };
    Ok(UmaOffer {
        v: 1,
        currencies: receiver.takes.currencies.clone(),
        layers,
        payer_fields: receiver.takes.payer_fields.clone(),
        metadata: metadata(&receiver.address),
        description_hash: None,
    })
}

fn internal(currency: CurrencyCode) -> OfferedLayer {
    let multipliers = BTreeMap::from([(currency, Decimal::ONE)]);
    OfferedLayer { layer: LayerName::Internal, asset: currency.to_string(), multipliers }
}

/// Returns the layers by which strangers can pay, in the operator's order.
fn foreign(world: &World, order: &[LayerName]) -> Vec<OfferedLayer> {
    let layers = order.iter().filter_map(|name| world.layer(*name).ok());
    let available = layers.filter(|layer| layer.is_available() && !layer.name().moves_currencies());
    let offered = available.flat_map(|layer| {
        layer.assets().iter().map(|asset| OfferedLayer {
            layer: layer.name(),
            asset: asset.identifier.clone(),
            multipliers: BTreeMap::new(),
        })
    });
    offered.collect()
}

/// Returns the offer with prices, or `None` if no currency has one. Currencies and layers without a price are left
/// out, and so is a currency that no allowed amount settles. Minima are raised to what the ledger can count.
pub(in crate::uma) async fn priced(world: &World, mut offer: UmaOffer) -> Option<UmaOffer> {
    for layer in &mut offer.layers {
        if let Some(asset) = asset_of(world, layer) {
            let pairs: Vec<_> =
                offer.currencies.iter().map(|takes| (takes.currency, asset.booked_as)).collect();
            let rates = world.rates.rates(&pairs).await;
            let prices = pairs.iter().zip(rates).filter_map(|((currency, _), rate)| {
                let decimals = currency::find(*currency)?.decimals;
                let asset = AssetRate { rate: rate.ok()?.rate, decimals: asset.decimals };
                let price = asset.per_sending_unit(decimals)?;
                wire_multiplier(price).map(|_| (*currency, price))
            });
            layer.multipliers = prices.collect();
            for takes in &mut offer.currencies {
                let price = layer.multipliers.get(&takes.currency).copied().and_then(wire_multiplier);
                let least = price.and_then(|price| least_amount(price, &asset));
                takes.minimum = least.map_or(takes.minimum, |least| least.max(takes.minimum));
            }
        }
    }
    offer.layers.retain(|layer| !layer.multipliers.is_empty());
    let layers = &offer.layers;
    offer
        .currencies
        .retain(|takes| takes.minimum <= takes.maximum && price_in(layers, takes.currency).is_some());
    (!offer.currencies.is_empty()).then_some(offer)
}

/// Returns the price of a currency on Lightning, or else on the first layer that has one.
fn price_in(layers: &[OfferedLayer], currency: CurrencyCode) -> Option<Decimal> {
    let on_lightning = layers.iter().filter(|layer| layer.layer == LayerName::Ln);
    on_lightning.chain(layers).find_map(|layer| layer.multipliers.get(&currency).copied())
}

/// Returns currencies and settlement options as messages contain them. Lightning alone needs no options.
pub(in crate::uma) fn wire_offer(offer: &UmaOffer) -> (Vec<Currency>, Vec<SettlementOption>) {
    let currencies = offer.currencies.iter().filter_map(|takes| wire_currency(offer, takes)).collect();
    let is_lightning = offer.layers.iter().all(|layer| layer.layer == LayerName::Ln);
    let options: Vec<SettlementOption> = if is_lightning { Vec::new() } else { options(&offer.layers) };
    (currencies, options)
}

fn wire_currency(offer: &UmaOffer, takes: &Receivable) -> Option<Currency> {
    let info = currency::find(takes.currency)?;
    Some(Currency {
        code: WireCurrencyCode::parse(takes.currency.as_str()).ok()?,
        name: info.name.to_owned(),
        symbol: info.symbol.to_owned(),
        decimals: info.decimals,
        multiplier: wire_multiplier(price_in(&offer.layers, takes.currency)?)?,
        convertible: AmountRange {
            min: u64::try_from(takes.minimum).ok()?,
            max: u64::try_from(takes.maximum).ok()?,
        },
    })
}

fn options(layers: &[OfferedLayer]) -> Vec<SettlementOption> {
    let mut options: Vec<SettlementOption> = Vec::new();
    for layer in layers {
        let name = layer.layer.as_str();
        let multipliers: BTreeMap<WireCurrencyCode, Multiplier> = layer
            .multipliers
            .iter()
            .filter_map(|(code, number)| {
                Some((WireCurrencyCode::parse(code.as_str()).ok()?, wire_multiplier(*number)?))
            })
            .collect();
        let asset = SettlementAsset { identifier: layer.asset.clone(), multipliers };
        match options.iter_mut().find(|option| option.settlement_layer == name) {
            Some(option) => option.assets.push(asset),
            None => {
                options.push(SettlementOption { settlement_layer: name.to_owned(), assets: vec![asset] });
            }
        }
    }
    options
}

/// Returns the payment that a discovery leaves: neither its amounts nor its payer are known (money 10.4).
pub(in crate::uma) fn draft(
    context: &Context,
    receiver: &Receiver,
    primary: CurrencyCode,
    peer: &str,
) -> PaymentRecord {
    let id: TransactionId = context.id();
    let address = receiver.address.to_string();
    let source = Side::Uma { address: peer.to_owned(), currency: primary };
    let destination = Side::Uma { address: address.clone(), currency: primary };
    PaymentRecord::new(NewPayment {
        id,
        kind: TransactionType::Incoming,
        customer: Some(receiver.customer.id),
        platform_customer_id: receiver.customer.platform_customer_id.clone(),
        recipient: None,
        quote: None,
        reference: Some(reference_of(id)),
        terms: PaymentTerms {
            received: Some(Amount::new(0, primary)),
            uma: Some(UmaTerms {
                sender: None,
                receiver: address,
                pay_request: None,
                counterparty: Map::new(),
                layer: None,
                settlement: None,
                incoming_uma: None,
            }),
            ..PaymentTerms::between(Direction::Credit, source, destination)
        },
        state: PaymentState::new(IncomingUmaPhase::Created.into()),
        created_at: context.now,
    })
}
