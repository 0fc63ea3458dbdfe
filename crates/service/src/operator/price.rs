//! The price of a payment: sent - fees, converted at its rate, rounded, received (money 6.2).

use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionType;
use causeway_domain::rates::{Decimal, Rate};
use causeway_domain::{Amount, Time};
use causeway_store::payments::{ConversionTerms, PaymentRecord};
use causeway_store::platforms::Environment;
use serde::Serialize;

use super::Money;

/// The price of a payment.
#[derive(Debug, Serialize)]
pub(super) struct PriceView {
    sent: Option<Money>,
    /// All fees: in the sending currency, for incoming payments in the receiving one.
    fees: Option<Money>,
    /// The platform's share of the fees.
    platform_fees: Option<Money>,
    /// The amount sent less the fees, which is converted.
    converted: Option<Money>,
    /// Receiving units per sending unit, in major units.
    rate: Option<Rate>,
    /// Sending over receiving units net of fees, as clients see it.
    shown_rate: Option<Decimal>,
    rate_source: Option<&'static str>,
    /// The asset that moves to the receiver's provider, which converts it; `None` if this service converts everything.
    settlement_asset: Option<CurrencyCode>,
    /// The rate of this service from the sending currency to that asset.
    rate_to_asset: Option<Decimal>,
    /// The price of the receiver's provider: units of the settlement layer per smallest receiving unit.
    provider_multiplier: Option<Decimal>,
    /// The instant of the rate, on the platform's clock.
    rate_at: Option<Time>,
    /// The fee of the counterparty or network, in the receiving currency.
    counterparty_fee: Option<Money>,
    /// The yield of the conversion beyond the received amount, which is rounded to smallest units.
    rounding: Option<Money>,
    received: Option<Money>,
}

impl PriceView {
    /// Returns the price of a payment of a platform in this environment.
    pub(super) fn of(payment: &PaymentRecord, environment: Environment) -> Self {
        let terms = &payment.terms;
        let conversion = terms.conversion.as_ref();
        let in_sending = |minor: i64| conversion.map(|terms| Money::from(Amount::new(minor, terms.sending)));
        let in_receiving =
            |minor: i64| conversion.map(|terms| Money::from(Amount::new(minor, terms.receiving)));
        let price = conversion.map(|terms| terms.price);
        let settlement = terms.uma.as_ref().and_then(|uma| uma.settlement);
        // The multiplier of an incoming payment is the service's own.
        let settlement = settlement.filter(|_| payment.kind == TransactionType::Outgoing);
        let side = match payment.kind {
            TransactionType::Outgoing => terms.sent.or(terms.received),
            TransactionType::Incoming => terms.received,
        };
        let fee_currency = side.map(|amount| amount.currency);
        let fee = |minor: i64| fee_currency.map(|currency| Money::from(Amount::new(minor, currency)));
        Self {
            sent: terms.sent.map(Money::from),
            fees: price
                .and_then(|price| in_sending(price.fees_included))
                .or_else(|| terms.fees.and_then(fee)),
            platform_fees: price.and_then(|price| in_sending(price.platform_fee)),
            converted: price.and_then(|price| in_sending(price.net_sending)),
            rate: price.map(|price| price.rate),
            shown_rate: terms.exchange_rate,
            rate_source: conversion.map(|terms| rate_source(terms, settlement.is_some(), environment)),
            settlement_asset: settlement.map(|terms| terms.asset),
            rate_to_asset: settlement.and_then(|terms| terms.rate_to_asset),
            provider_multiplier: settlement.map(|terms| terms.multiplier),
            rate_at: conversion.map(|_| payment.created_at),
            counterparty_fee: price.and_then(|price| in_receiving(price.counterparty_fee)),
            rounding: price.and_then(|price| in_receiving(price.surplus)),
            received: terms.received.map(Money::from),
        }
    }
}

/// Returns the source of the rate, in words. If the receiver's provider converts, its price is a part of the rate.
fn rate_source(
    terms: &ConversionTerms,
    does_provider_convert: bool,
    environment: Environment,
) -> &'static str {
    match (does_provider_convert, terms.sending == terms.receiving, environment) {
        (true, _, Environment::Sandbox) => {
            "the rates of the sandbox to the settlement asset, and the price of the receiver's provider from there"
        }
        (true, _, Environment::Production) => {
            "the rates set by operators (rate list) to the settlement asset, and the price of the receiver's provider \
             from there"
        }
        (false, true, _) => "one currency",
        (false, false, Environment::Sandbox) => "the rates of the sandbox",
        (false, false, Environment::Production) => "the rates set by operators (rate list)",
    }
}
