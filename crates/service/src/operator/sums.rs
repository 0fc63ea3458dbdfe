//! Sums of payments and of other amounts by currency.

use std::collections::BTreeMap;

use causeway_domain::Amount;
use causeway_domain::money::CurrencyCode;
use causeway_store::payments::PaymentRecord;
use serde::Serialize;

use super::list_page::ListPage;
use super::{Answer, Money, OperatorError};

/// The sums of several payments in one currency.
#[derive(Debug, Serialize)]
pub(super) struct CurrencySum {
    currency: CurrencyCode,
    /// Number of payments that are sent in the currency.
    sent_count: u64,
    /// `None` beyond 64 bits.
    sent: Option<Money>,
    /// Number of payments that are received in the currency.
    received_count: u64,
    /// `None` beyond 64 bits.
    received: Option<Money>,
}

/// The sum of several amounts in one currency.
#[derive(Debug, Serialize)]
pub(super) struct AmountSum {
    currency: CurrencyCode,
    /// Number of amounts.
    count: u64,
    /// `None` beyond 64 bits.
    amount: Option<Money>,
}

/// A page of a list, with the sums of its rows.
#[derive(Debug, Serialize)]
pub(super) struct SummedPage<R, S> {
    #[serde(flatten)]
    pub(super) page: ListPage<R>,
    /// Of this page.
    pub(super) sums: Vec<S>,
}

/// A collector of sums.
#[derive(Debug, Default)]
pub(super) struct Sums(BTreeMap<CurrencyCode, Sides>);

#[derive(Debug, Default)]
struct Sides {
    sent: Side,
    received: Side,
}

#[derive(Debug, Default)]
struct Side {
    count: u64,
    minor: i128,
}

impl Sums {
    /// Adds the amounts of a payment.
    pub(super) fn add(&mut self, payment: &PaymentRecord) {
        if let Some(sent) = payment.terms.sent {
            self.0.entry(sent.currency).or_default().sent.add(sent);
        }
        if let Some(received) = payment.terms.received {
            self.0.entry(received.currency).or_default().received.add(received);
        }
    }

    /// Returns the sums in the order of the currencies' codes.
    pub(super) fn shown(self) -> Vec<CurrencySum> {
        let row = |(currency, Sides { sent, received }): (CurrencyCode, Sides)| CurrencySum {
            currency,
            sent_count: sent.count,
            sent: sent.money(currency),
            received_count: received.count,
            received: received.money(currency),
        };
        self.0.into_iter().map(row).collect()
    }
}

/// Returns the sums of amounts, in the order of the currencies' codes.
pub(super) fn amount_sums(amounts: impl IntoIterator<Item = Amount>) -> Vec<AmountSum> {
    let mut sums: BTreeMap<CurrencyCode, Side> = BTreeMap::new();
    for amount in amounts {
        sums.entry(amount.currency).or_default().add(amount);
    }
    let sum = |(currency, side): (CurrencyCode, Side)| AmountSum {
        currency,
        count: side.count,
        amount: side.money(currency),
    };
    sums.into_iter().map(sum).collect()
}

impl Side {
    /// Adds an amount. A sum of fewer than 2^63 amounts fits.
    fn add(&mut self, amount: Amount) {
        self.count = self.count.saturating_add(1);
        self.minor = self.minor.saturating_add(i128::from(amount.minor));
    }

    fn money(&self, currency: CurrencyCode) -> Option<Money> {
        i64::try_from(self.minor).ok().map(|minor| Amount::new(minor, currency).into())
    }
}

/// Returns a sum as money.
///
/// # Errors
/// If it exceeds 64 bits.
pub(super) fn money(minor: i128, currency: CurrencyCode) -> Answer<Money> {
    let too_large = |_| OperatorError::refused(format!("a sum in {currency} exceeds 64 bits"));
    Ok(Amount::new(i64::try_from(minor).map_err(too_large)?, currency).into())
}
