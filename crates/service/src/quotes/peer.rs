//! Quotes to UMA addresses: what the receiver's provider is asked, and the price by its answer (uma 6.4).

use causeway_domain::Amount;
use causeway_domain::currency;
use causeway_domain::customers::{CustomerInfoField, UmaAddress};
use causeway_domain::ids::QuoteId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_domain::rates::{AssetRate, Fees, Lock, SettledTerms};
use causeway_store::payments::{InvoiceTerms, SettlementTerms, UmaTerms};
use causeway_store::quotes::QuoteRecord;
use causeway_store::uma_offers::PeerOffer;
use causeway_store::{Error, Tx, lookups};
use serde_json::{Map, Value as Json};

use super::destination::UmaDestination;
use super::payer::Payer;
use super::peer_offer::ChosenLayer;
use super::request::{RequestedDestination, RequestedQuote};
use super::{errors, travel_rule};
use crate::payments::checks::price::{Pricing, Rates, price_of, settled_price_of, settlement_amount_of};
use crate::ports::SettlementAsset;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::uma::sending::pay_request::LockedAmount;
use crate::uma::sending::{PayAnswer, PayOrder, check_price};
use crate::uma::travel_rule::store_sent;

/// The request to another provider, with its answer.
#[derive(Debug, Clone)]
pub(super) struct Agreement {
    pub(super) order: PayOrder,
    pub(super) answer: PayAnswer,
}

/// The data that prices a payment to another provider.
#[derive(Clone, Copy)]
pub(super) struct PeerPricing<'a> {
    pub(super) receiver: &'a UmaDestination,
    pub(super) layer: &'a ChosenLayer,
    /// To the settlement asset.
    pub(super) rates: &'a Rates,
    pub(super) fees: &'a Fees,
    pub(super) sending: CurrencyCode,
}

impl PeerPricing<'_> {
    /// Prices the payment without the provider: this side converts if the receiving currency itself moves. Returns
    /// `None` on other layers.
    pub(super) fn own_price(self, request: &RequestedQuote) -> Result<Option<Pricing>, ApiError> {
        if !self.layer.name.moves_currencies() {
            return Ok(None);
        }
        let receiving = self.receiver.currency;
        price_of(self.rates, request.lock, request.amount, self.sending, receiving, self.fees).map(Some)
    }

    /// Builds the request. With the sending side locked, the provider is told what the payer's net amount is worth; it
    /// is told the amount to arrive if this side converts.
    pub(super) fn order(
        self,
        request: &RequestedQuote,
        offer: &PeerOffer,
        payer: &Payer,
    ) -> Result<PayOrder, ApiError> {
        let decimals = self.layer.asset.decimals;
        let currency = if request.lock == Lock::Sending { self.sending } else { self.receiver.currency };
        let amount = Amount::new(request.amount, currency);
        let own_price = self.own_price(request)?;
        let locked = match (own_price, request.lock) {
            (Some(priced), _) => LockedAmount::Receiving(priced.price.total_receiving),
            (None, Lock::Receiving) => {
                self.receiver.check_amount(request.amount)?;
                LockedAmount::Receiving(request.amount)
            }
            (None, Lock::Sending) => {
                let worth =
                    settlement_amount_of(self.rates, request.amount, self.sending, decimals, self.fees)?;
                LockedAmount::Settlement(worth)
            }
        };
        Ok(PayOrder {
            callback: offer.callback.clone(),
            receiver: self.receiver.address.clone(),
            payer: payer.identifier.clone(),
            kyc_status: payer.kyc_status,
            locked,
            currency: self.receiver.currency,
            layer: self.layer.name,
            settlement: self.layer.settlement(),
            facts: payer.facts.clone(),
            wants: payer.wants.clone(),
            travel_rule: travel_rule::required(&payer.travel_rule, offer, self.rates, amount),
        })
    }

    /// Checks that the answer's price is at most `percent` worse than the offer: the payer does not see it before it
    /// is paid (uma 6.4). A price of this side is not the provider's.
    ///
    /// # Errors
    /// `INVALID_PAYREQ_RESPONSE`.
    pub(super) fn check_offered_price(self, answer: &PayAnswer, percent: u32) -> Result<(), ApiError> {
        let ChosenLayer { name, asset } = self.layer;
        if name.moves_currencies() {
            return Ok(());
        }
        let layers = &self.receiver.peer.offer.layers;
        let offered = layers.iter().find(|one| one.layer == *name && one.asset == asset.identifier);
        let multiplier = offered.and_then(|one| one.multipliers.get(&self.receiver.currency).copied());
        check_price(multiplier, answer, percent)
    }

    /// Prices the payment by the provider's answer.
    pub(super) fn price(self, request: &RequestedQuote, answer: &PayAnswer) -> Result<Pricing, ApiError> {
        if let Some(priced) = self.own_price(request)? {
            // Fees may have changed while the provider was asked.
            let is_same = priced.price.total_receiving == answer.received;
            return if is_same { Ok(priced) } else { Err(errors::price_has_changed()) };
        }
        let terms = SettledTerms {
            received: answer.received,
            settled: answer.invoice.amount,
            fee: answer.fee,
            multiplier: answer.multiplier,
        };
        let asset = AssetRate { rate: self.rates.pair, decimals: self.layer.asset.decimals };
        let &RequestedQuote { lock, amount, .. } = request;
        settled_price_of(asset, lock, amount, self.sending, self.receiver.currency, self.fees, &terms)
    }

    /// Builds the UMA terms of the payment.
    pub(super) fn terms(self, payer: &Payer, answer: &PayAnswer) -> Result<UmaTerms, ApiError> {
        let name = self.layer.name;
        let settlement = if name.moves_currencies() { None } else { Some(self.settlement(answer)?) };
        Ok(UmaTerms {
            sender: payer.address.clone(),
            receiver: self.receiver.address.to_string(),
            pay_request: Some(answer.pay_request.clone()),
            counterparty: counterparty(payer, &answer.payee),
            layer: Some(name).filter(|layer| *layer != LayerName::Internal),
            settlement,
            incoming_uma: None,
        })
    }

    /// Builds the terms of the settlement in another asset than the receiving currency.
    fn settlement(self, answer: &PayAnswer) -> Result<SettlementTerms, ApiError> {
        let asset = &self.layer.asset;
        Ok(SettlementTerms {
            asset: asset.booked_as,
            amount: booked_amount(answer.invoice.amount, asset)?,
            exact: answer.invoice.amount,
            multiplier: answer.multiplier,
            fee: answer.fee,
            invoice_expires_at: answer.invoice.expires_at,
            rate_to_asset: Some(self.rates.pair.as_decimal()),
        })
    }
}

/// Returns the invoice terms, by which no invoice is paid twice, or `None` for a payment request without a payment
/// hash: its layer accepts one payment.
pub(super) fn invoice_terms(answer: &PayAnswer) -> Option<InvoiceTerms> {
    let payment_hash = answer.invoice.payment_hash.clone();
    payment_hash.map(|id| InvoiceTerms { id, fixes_amount: true, is_sample: false })
}

impl Agreement {
    /// Checks that the provider would be asked for the same now: settings may have changed meanwhile.
    ///
    /// # Errors
    /// `QUOTE_REQUEST_FAILED`.
    pub(super) fn check(&self, order: &PayOrder) -> Result<(), ApiError> {
        let PayOrder { callback, locked, currency, settlement, .. } = &self.order;
        let is_same = *callback == order.callback
            && *locked == order.locked
            && *currency == order.currency
            && *settlement == order.settlement;
        if is_same { Ok(()) } else { Err(errors::price_has_changed()) }
    }
}

/// Assigns the answers to a quote: their nonces are remembered, and the callback of the look-up is used up. Travel
/// Rule data and the callbacks of hooks are stored with its payment.
///
/// # Errors
/// `INVALID_NONCE`; outdated if another quote has used the callback meanwhile.
pub(super) fn use_answers(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &RequestedQuote,
    agreement: &Agreement,
    quote: &QuoteRecord,
) -> Result<(), ApiError> {
    match &request.discovery {
        Some(discovery) => discovery.nonce.remember(tx)?,
        // Before the nonce: two requests for one callback may get the same answer.
        None => use_lookup(tx, context, request, quote.id)?,
    }
    agreement.answer.nonce.remember(tx)?;
    if let Some(hooks) = &agreement.answer.hooks {
        hooks.store(tx, context.platform, quote.transaction)?;
    }
    match &agreement.order.travel_rule {
        Some(content) => store_sent(tx, context, quote.transaction, content),
        None => Ok(()),
    }
}

fn use_lookup(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &RequestedQuote,
    quote: QuoteId,
) -> Result<(), ApiError> {
    let lookup = request.lookup.ok_or(Error::Missing)?;
    if lookups::use_once(tx, context.platform, lookup, quote)? {
        Ok(())
    } else {
        Err(ApiError::outdated("Another quote has just used the look-up; repeat the request."))
    }
}

/// Returns the address of the request, if it is one of a receiver at a provider.
pub(super) const fn address_of(request: &RequestedQuote) -> Option<&UmaAddress> {
    match &request.destination {
        RequestedDestination::Uma { address, .. } => Some(address),
        RequestedDestination::Account(_) => None,
    }
}

/// Returns the provider's data about the receiver: the fields that were asked for, and those without a name here.
fn counterparty(payer: &Payer, payee: &Map<String, Json>) -> Map<String, Json> {
    let is_kept = |name: &str| {
        let is_named = name.parse::<CustomerInfoField>().is_ok();
        !is_named || payer.wants.iter().any(|field| field.name.as_str() == name)
    };
    payee.iter().filter(|(name, _)| is_kept(name)).map(|(name, fact)| (name.clone(), fact.clone())).collect()
}

/// Returns the amount that the ledger counts: whole smallest units of the currency, rounded up.
fn booked_amount(exact: i64, asset: &SettlementAsset) -> Result<i64, Error> {
    let booked = currency::find(asset.booked_as).map(|info| info.decimals);
    let finer = booked.and_then(|booked| asset.decimals.checked_sub(booked)).ok_or(Error::Missing)?;
    let unit = 10_i64.checked_pow(finer.into()).ok_or(Error::Missing)?;
    let is_split = i64::from(exact % unit != 0);
    Ok(exact / unit + is_split)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millisatoshis_are_booked_as_whole_satoshis() {
        let asset = SettlementAsset { identifier: "BTC".into(), decimals: 11, booked_as: CurrencyCode::BTC };
        for (exact, booked) in [(1, 1), (1_000, 1), (1_001, 2), (99_500_000, 99_500)] {
            assert_eq!(booked_amount(exact, &asset).unwrap(), booked, "{exact}");
        }
    }
}
