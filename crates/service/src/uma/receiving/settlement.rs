//! The amount that settles a pay request on the chosen layer (uma 6.2, 6.3).

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_domain::rates::{AssetRate, Decimal};
use causeway_domain::{Amount, Time};
use causeway_store::payments::SettlementTerms;
use causeway_store::uma_offers::{OfferedLayer, UmaOffer};
use causeway_uma::SettlementChoice;
use causeway_uma::amounts::{Conversion, ExactDecimal, Multiplier};
use causeway_uma::pay::{PayAmount, PayRequest};

use crate::payments::incoming::uma::INVOICE;
use crate::ports::{SettlementAsset, World};

/// The settlement of a pay request at a fixed rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::uma) struct Settlement {
    pub(in crate::uma) layer: LayerName,
    pub(in crate::uma) multiplier: Multiplier,
    /// The amount of the receiving currency.
    pub(in crate::uma) amount: Amount,
    /// `None` on a layer that moves the receiving currency.
    pub(in crate::uma) terms: Option<SettlementTerms>,
}

/// The reason why a pay request has no settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::uma) enum SettlementError {
    /// The layer or its asset is not offered, or no longer there.
    NotOffered,
    /// There is no rate between the currency and the asset.
    NoRate,
    /// The amount is zero, less than the ledger counts, or too large.
    Amount,
}

impl Settlement {
    /// Prices a pay request with the current rate. `now` is wall time.
    ///
    /// # Errors
    /// Any [`SettlementError`].
    pub(in crate::uma) async fn price(
        world: &World,
        offer: &UmaOffer,
        request: &PayRequest,
        currency: CurrencyCode,
        now: Time,
    ) -> Result<Self, SettlementError> {
        let offered = offered(offer, request).ok_or(SettlementError::NotOffered)?;
        let Some(asset) = asset_of(world, offered) else {
            if !offered.layer.moves_currencies() || offered.asset != currency.as_str() {
                return Err(SettlementError::NotOffered);
            }
            return Self::of(offered.layer, Multiplier::ONE, request, currency);
        };
        let multiplier = multiplier_of(world, currency, &asset).await.ok_or(SettlementError::NoRate)?;
        let wire = wire_multiplier(multiplier).ok_or(SettlementError::NoRate)?;
        let settlement = Self::of(offered.layer, wire, request, currency)?;
        let exact = exact_amount(request, settlement.amount, wire).ok_or(SettlementError::Amount)?;
        let terms = SettlementTerms {
            asset: asset.booked_as,
            amount: booked(exact, &asset).ok_or(SettlementError::Amount)?,
            exact,
            multiplier,
            fee: 0,
            invoice_expires_at: now.plus(INVOICE),
            rate_to_asset: None,
        };
        Ok(Self { terms: Some(terms), ..settlement })
    }

    fn of(
        layer: LayerName,
        multiplier: Multiplier,
        request: &PayRequest,
        currency: CurrencyCode,
    ) -> Result<Self, SettlementError> {
        let minor = match &request.amount {
            PayAmount::Currency { amount, .. } => Some(*amount),
            PayAmount::Settlement(exact) => Conversion { multiplier, fee: 0 }.currency_amount(*exact),
        };
        let minor = minor.and_then(|minor| i64::try_from(minor).ok()).filter(|minor| *minor > 0);
        let amount = Amount::new(minor.ok_or(SettlementError::Amount)?, currency);
        Ok(Self { layer, multiplier, amount, terms: None })
    }
}

/// Returns the offered layer that the sender's provider chose; Lightning if it chose none.
fn offered<'a>(offer: &'a UmaOffer, request: &PayRequest) -> Option<&'a OfferedLayer> {
    let (layer, asset) = match &request.settlement {
        Some(choice) => (choice.layer.as_str(), choice.asset_identifier.as_str()),
        None => (SettlementChoice::LIGHTNING, SettlementChoice::BITCOIN),
    };
    offer.layers.iter().find(|offered| offered.layer.as_str() == layer && offered.asset == asset)
}

/// Returns the asset of an offered layer, or `None` if the layer moves currencies or is no longer there.
pub(super) fn asset_of(world: &World, offered: &OfferedLayer) -> Option<SettlementAsset> {
    if offered.layer.moves_currencies() {
        return None;
    }
    let layer = world.layer(offered.layer).ok().filter(|layer| layer.is_available())?;
    layer.assets().iter().find(|asset| asset.identifier == offered.asset).cloned()
}

/// Returns the units of an asset per smallest unit of a currency, or `None` if there is no rate.
async fn multiplier_of(world: &World, currency: CurrencyCode, asset: &SettlementAsset) -> Option<Decimal> {
    let rate = world.rates.rate(currency, asset.booked_as).await.ok()?;
    let asset = AssetRate { rate, decimals: asset.decimals };
    asset.per_sending_unit(currency::find(currency)?.decimals)
}

/// Returns a multiplier as messages contain it, or `None` if it is zero or has too many digits.
pub(in crate::uma) fn wire_multiplier(number: Decimal) -> Option<Multiplier> {
    let number = ExactDecimal::new(number.digits(), number.scale().into()).ok()?;
    Multiplier::new(number).ok()
}

/// Returns the amount of the invoice: as asked, or converted (uma 6.3).
fn exact_amount(request: &PayRequest, amount: Amount, multiplier: Multiplier) -> Option<i64> {
    let exact = match &request.amount {
        PayAmount::Settlement(exact) => *exact,
        PayAmount::Currency { .. } => {
            let minor = u64::try_from(amount.minor).ok()?;
            Conversion { multiplier, fee: 0 }.settlement_amount(minor)?
        }
    };
    i64::try_from(exact).ok().filter(|exact| *exact > 0)
}

/// Returns the whole smallest units that the ledger counts, rounded down, or `None` if there is none: such money could
/// not be credited.
fn booked(exact: i64, asset: &SettlementAsset) -> Option<i64> {
    Some(exact / booked_unit(asset)?).filter(|booked| *booked > 0)
}

/// Returns the units of the layer in one smallest unit that the ledger counts.
fn booked_unit(asset: &SettlementAsset) -> Option<i64> {
    let decimals = currency::find(asset.booked_as)?.decimals;
    10_i64.checked_pow(asset.decimals.checked_sub(decimals)?.into())
}

/// Returns the smallest amount of a currency that can be offered: it is worth two smallest units that the ledger
/// counts, so that one is left if the price halves before it is fixed. `None` if it does not fit.
pub(super) fn least_amount(multiplier: Multiplier, asset: &SettlementAsset) -> Option<i64> {
    let worth = u64::try_from(booked_unit(asset)?.checked_mul(2)?).ok()?;
    let below = Conversion { multiplier, fee: 0 }.currency_amount(worth)?;
    i64::try_from(below).ok()?.checked_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_below_one_satoshi_cannot_be_settled() {
        let asset = SettlementAsset { identifier: "BTC".into(), decimals: 11, booked_as: CurrencyCode::BTC };
        for (exact, satoshis) in [(999, None), (1_000, Some(1)), (1_999, Some(1)), (2_000, Some(2))] {
            assert_eq!(booked(exact, &asset), satoshis, "{exact}");
        }
        // A cent is worth some satoshis; a unit of a weak currency a part of one.
        for (multiplier, least) in [("8330", 1), ("2000", 2), ("37.5", 54), ("0.4", 5_001)] {
            let multiplier = Multiplier::parse(multiplier).unwrap();
            assert_eq!(least_amount(multiplier, &asset), Some(least), "{multiplier:?}");
            let exact = Conversion { multiplier, fee: 0 }.settlement_amount(u64::try_from(least).unwrap());
            assert!(booked(i64::try_from(exact.unwrap()).unwrap() / 2, &asset).is_some(), "{multiplier:?}");
        }
    }
}
