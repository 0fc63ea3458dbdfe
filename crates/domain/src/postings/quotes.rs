//! The postings of a quote (money 2.2, L5a to L5g).
//!
//! ```text
//! source ──executed──▶ committed to the quote ──converted──▶ payouts in flight ──delivered──▶ cash
//!                                                            payouts in flight ──settled──▶ position ──▶ cash
//! source ◀─refunded─── committed to the quote ◀─reversed──── payouts in flight ◀─returned──── cash
//!                      committed to the quote ──suspended──▶ suspense ──resolved──▶ an account
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::{InternalAccountId, QuoteId};
use crate::money::{Amount, CurrencyCode};
use crate::rates::Price;

/// The amounts and accounts of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conversion {
    /// The quote with the committed funds.
    pub quote: QuoteId,
    pub price: Price,
    /// The currency of the price's sending amounts.
    pub sending: CurrencyCode,
    /// The currency of the price's receiving amounts.
    pub receiving: CurrencyCode,
    /// The platform's account in the sending currency; required if the price has a platform fee.
    pub platform_fee_account: Option<InternalAccountId>,
}

/// The destination of converted money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversionDestination {
    /// Outside the service: in flight until the rail delivers it.
    External,
    /// An account of the service: credited at once.
    Internal(InternalAccountId),
}

/// Builds L5a: the source is debited, and the money is committed to the quote.
///
/// # Errors
/// If the total is not positive.
pub fn quote_executed(
    quote: QuoteId,
    source: InternalAccountId,
    total: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::QuoteExecuted)
        .debit(LedgerAccount::available(source), total)
        .credit(LedgerAccount::QuoteCommitted(quote), total)
        .build()
}

/// Builds L5b: fees are taken, and the rest is converted and sent on its way.
///
/// # Errors
/// If the price's amounts do not add up, or a platform fee is due without an account for it.
pub fn quote_converted(
    conversion: &Conversion,
    to: ConversionDestination,
) -> Result<Posting, PostingRefused> {
    let c = LegAmounts::of(conversion)?;
    let destination = match to {
        ConversionDestination::External => LedgerAccount::PayoutsInFlight,
        ConversionDestination::Internal(account) => LedgerAccount::available(account),
    };
    let mut builder = Builder::new(PostingKind::QuoteConverted)
        .debit(c.committed, c.total)
        .credit(LedgerAccount::ServiceFees, c.service_fee)
        .credit(LedgerAccount::FxPosition, c.into_position)
        .debit(LedgerAccount::FxPosition, c.out_of_position)
        .credit(destination, c.payout)
        .credit(LedgerAccount::CounterpartyFees, c.counterparty_fee)
        .credit(LedgerAccount::Rounding, c.surplus);
    if let Some(account) = c.platform {
        builder = builder.credit(LedgerAccount::available(account), c.platform_fee);
    }
    builder.build()
}

/// Builds L5c: a payout has arrived at the beneficiary, and the counterparty's fee has left with it.
///
/// # Errors
/// If the payout is not positive.
pub fn payout_delivered(conversion: &Conversion) -> Result<Posting, PostingRefused> {
    let c = LegAmounts::of(conversion)?;
    Builder::new(PostingKind::PayoutDelivered)
        .debit(LedgerAccount::PayoutsInFlight, c.payout)
        .debit(LedgerAccount::CounterpartyFees, c.counterparty_fee)
        .credit(LedgerAccount::Cash, c.payout)
        .credit(LedgerAccount::Cash, c.counterparty_fee)
        .build()
}

/// Builds L7: a payout has arrived by a transfer of `settled`, which has another currency than the payout.
///
/// # Errors
/// If the payout or the settled amount is not positive.
pub fn uma_payout_settled(conversion: &Conversion, settled: Amount) -> Result<Posting, PostingRefused> {
    if settled.minor <= 0 {
        return Err(PostingRefused::NotPositive);
    }
    let c = LegAmounts::of(conversion)?;
    Builder::new(PostingKind::UmaPayoutSettled)
        .debit(LedgerAccount::PayoutsInFlight, c.payout)
        .debit(LedgerAccount::CounterpartyFees, c.counterparty_fee)
        .credit(LedgerAccount::FxPosition, c.payout)
        .credit(LedgerAccount::FxPosition, c.counterparty_fee)
        .debit(LedgerAccount::FxPosition, settled)
        .credit(LedgerAccount::Cash, settled)
        .build()
}

/// Builds L5f: a delivered payout was returned. The counterparty's fee stays spent, at the service's expense,
/// so that [`conversion_reversed`] can return it to the payer.
///
/// # Errors
/// If the payout is not positive.
pub fn payout_returned(conversion: &Conversion) -> Result<Posting, PostingRefused> {
    let c = LegAmounts::of(conversion)?;
    Builder::new(PostingKind::PayoutReturned)
        .debit(LedgerAccount::Cash, c.payout)
        .credit(LedgerAccount::PayoutsInFlight, c.payout)
        .debit(LedgerAccount::ServiceFees, c.counterparty_fee)
        .credit(LedgerAccount::CounterpartyFees, c.counterparty_fee)
        .build()
}

/// Builds the first half of L5e: the mirror of [`quote_converted`] to an external destination, at the same
/// rate. All fees are returned. The platform's fee is taken back even if its account does not cover it.
///
/// # Errors
/// The same as [`quote_converted`].
pub fn conversion_reversed(conversion: &Conversion) -> Result<Posting, PostingRefused> {
    let c = LegAmounts::of(conversion)?;
    let mut builder = Builder::new(PostingKind::ConversionReversed)
        .credit(c.committed, c.total)
        .debit(LedgerAccount::ServiceFees, c.service_fee)
        .debit(LedgerAccount::FxPosition, c.into_position)
        .credit(LedgerAccount::FxPosition, c.out_of_position)
        .debit(LedgerAccount::PayoutsInFlight, c.payout)
        .debit(LedgerAccount::CounterpartyFees, c.counterparty_fee)
        .debit(LedgerAccount::Rounding, c.surplus);
    if let Some(account) = c.platform {
        builder = builder.debit_regardless(LedgerAccount::available(account), c.platform_fee);
    }
    builder.build()
}

/// Builds L5d, and the second half of L5e: the money of the quote is refunded to its source.
///
/// # Errors
/// If the total is not positive.
pub fn quote_refunded(
    quote: QuoteId,
    source: InternalAccountId,
    total: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::QuoteRefunded)
        .debit(LedgerAccount::QuoteCommitted(quote), total)
        .credit(LedgerAccount::available(source), total)
        .build()
}

/// Builds L5g: the money of the quote cannot be refunded and waits for an operator.
///
/// # Errors
/// If the total is not positive.
pub fn refund_suspended(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::RefundSuspended)
        .debit(LedgerAccount::QuoteCommitted(quote), total)
        .credit(LedgerAccount::Suspense, total)
        .build()
}

/// Builds the credit of suspended money to an account, by which an operator resolves a refund after
/// [`refund_suspended`].
///
/// # Errors
/// If the total is not positive.
pub fn suspense_resolved(account: InternalAccountId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::SuspenseResolved)
        .debit(LedgerAccount::Suspense, total)
        .credit(LedgerAccount::available(account), total)
        .build()
}

/// A price as the amounts of its legs.
struct LegAmounts {
    committed: LedgerAccount,
    total: Amount,
    service_fee: Amount,
    platform: Option<InternalAccountId>,
    platform_fee: Amount,
    /// N + Cs: the amount that enters the exchange position.
    into_position: Amount,
    /// R + c + s: the amount that leaves the exchange position.
    out_of_position: Amount,
    payout: Amount,
    counterparty_fee: Amount,
    surplus: Amount,
}

impl LegAmounts {
    fn of(conversion: &Conversion) -> Result<Self, PostingRefused> {
        let price = &conversion.price;
        if price.total_receiving <= 0 || price.total_sending <= 0 {
            return Err(PostingRefused::NotPositive);
        }
        if price.platform_fee > 0 && conversion.platform_fee_account.is_none() {
            return Err(PostingRefused::PlatformFeeAccountMissing);
        }
        let sending = |minor| Amount::new(minor, conversion.sending);
        let receiving = |minor| Amount::new(minor, conversion.receiving);
        Ok(Self {
            committed: LedgerAccount::QuoteCommitted(conversion.quote),
            total: sending(price.total_sending),
            service_fee: sending(price.service_fee),
            platform: conversion.platform_fee_account,
            platform_fee: sending(price.platform_fee),
            into_position: sending(sum(&[price.net_sending, price.counterparty_in_sending])?),
            out_of_position: receiving(sum(&[price.total_receiving, price.counterparty_fee, price.surplus])?),
            payout: receiving(price.total_receiving),
            counterparty_fee: receiving(price.counterparty_fee),
            surplus: receiving(price.surplus),
        })
    }
}

fn sum(parts: &[i64]) -> Result<i64, PostingRefused> {
    parts.iter().try_fold(0, |sum: i64, part| sum.checked_add(*part)).ok_or(PostingRefused::TooLarge)
}
