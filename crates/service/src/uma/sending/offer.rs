//! The part of a provider's answer that is kept: currencies, layers and fields that this deployment knows (uma 5.2).

use std::collections::BTreeMap;

use causeway_domain::currency;
use causeway_domain::money::{CurrencyCode, MAX_AMOUNT};
use causeway_domain::payments::LayerName;
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::rates::Decimal;
use causeway_store::lookups::Receivable;
use causeway_store::uma_offers::{OfferedLayer, PeerCurrency, PeerOffer, RawField};
use causeway_uma::amounts::Multiplier;
use causeway_uma::counterparty::{COMPLIANCE, IDENTIFIER, field_of_key};
use causeway_uma::discovery::DiscoveryResponse;
use causeway_uma::{Currency, ProtocolVersion, SettlementChoice, SettlementOption, WireCurrencyCode};

/// Returns the offer within a provider's answer. `own_layer` is the layer over which only this process settles, if the
/// answer came from here.
pub(super) fn read(
    answer: &DiscoveryResponse,
    version: ProtocolVersion,
    own_layer: Option<LayerName>,
) -> PeerOffer {
    let currencies: Vec<PeerCurrency> = answer.currencies.iter().filter_map(currency).collect();
    let asked = answer.payer_data.iter().filter(|option| ![IDENTIFIER, COMPLIANCE].contains(&&*option.key));
    PeerOffer {
        callback: answer.callback.to_string(),
        version: version.to_string(),
        layers: layers(&answer.settlement_options, &currencies, own_layer),
        currencies,
        payer_fields: asked
            .map(|option| RawField { key: option.key.clone(), mandatory: option.is_mandatory })
            .collect(),
        subject_to_travel_rule: answer.compliance.is_subject_to_travel_rule,
        kyc_status: answer.compliance.kyc_status.as_str().to_owned(),
        metadata: answer.metadata.clone(),
    }
}

/// Returns the currencies of an offer with the limits of one payment.
pub(crate) fn receivable(offer: &PeerOffer) -> Vec<Receivable> {
    let one = |one: &PeerCurrency| Receivable {
        currency: one.currency,
        minimum: one.minimum,
        maximum: one.maximum,
    };
    offer.currencies.iter().map(one).collect()
}

/// Returns the requested fields about the payer that the interface names. A payment that lacks another mandatory one
/// is refused too, under the provider's name for it.
pub(crate) fn known_fields(offer: &PeerOffer) -> Vec<CounterpartyField> {
    let known = |field: &RawField| {
        let name = field_of_key(&field.key)?;
        Some(CounterpartyField { name, mandatory: field.mandatory })
    };
    offer.payer_fields.iter().filter_map(known).collect()
}

/// Returns a currency of an answer, or `None` if it is not registered here with the same decimals.
fn currency(offered: &Currency) -> Option<PeerCurrency> {
    let code: CurrencyCode = offered.code.as_str().parse().ok()?;
    let info = currency::find(code).filter(|info| info.decimals == offered.decimals)?;
    let minimum = i64::try_from(offered.convertible.min).ok()?.max(1);
    let maximum = i64::try_from(offered.convertible.max).unwrap_or(MAX_AMOUNT).min(MAX_AMOUNT);
    let multiplier = decimal(offered.multiplier)?;
    (minimum <= maximum).then_some(PeerCurrency {
        currency: code,
        decimals: info.decimals,
        multiplier,
        minimum,
        maximum,
    })
}

/// Returns the layers that are known here. An answer without a list means Lightning.
fn layers(
    options: &[SettlementOption],
    currencies: &[PeerCurrency],
    own_layer: Option<LayerName>,
) -> Vec<OfferedLayer> {
    if options.is_empty() {
        let multipliers = currencies.iter().map(|one| (one.currency, one.multiplier)).collect();
        let asset = SettlementChoice::BITCOIN.to_owned();
        return vec![OfferedLayer { layer: LayerName::Ln, asset, multipliers }];
    }
    let known = options.iter().filter_map(|option| {
        let layer: LayerName = option.settlement_layer.parse().ok()?;
        // A stranger cannot settle on a layer of this process.
        let is_usable = !layer.moves_currencies() || own_layer == Some(layer);
        is_usable.then_some((layer, option))
    });
    let assets = known.flat_map(|(layer, option)| {
        option.assets.iter().map(move |asset| OfferedLayer {
            layer,
            asset: asset.identifier.clone(),
            multipliers: multipliers(&asset.multipliers),
        })
    });
    assets.collect()
}

fn multipliers(offered: &BTreeMap<WireCurrencyCode, Multiplier>) -> BTreeMap<CurrencyCode, Decimal> {
    let known = offered
        .iter()
        .filter_map(|(code, multiplier)| Some((code.as_str().parse().ok()?, decimal(*multiplier)?)));
    known.collect()
}

/// Returns a multiplier as a decimal of this service: all that messages can have.
pub(super) fn decimal(multiplier: Multiplier) -> Option<Decimal> {
    let number = multiplier.number();
    Some(Decimal::new(number.digits(), u8::try_from(number.scale()).ok()?))
}
