//! The postings that the terms of a payment define.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, InternalAccountId, QuoteId};
use causeway_domain::payments::TransactionType;
use causeway_domain::postings::{
    self, Conversion, ConversionDestination, Deposit, IncomingUmaPayment, Posting, PostingKind, TransferOut,
};

use super::record::PaymentRecord;
use super::terms::Side;
use crate::Error;

impl PaymentRecord {
    /// Returns the amount that the payer pays, fees included.
    ///
    /// # Errors
    /// [`Error::Data`] if no amount is known.
    pub fn total(&self) -> Result<Amount, Error> {
        self.terms.sent.ok_or_else(|| self.missing_error("amount"))
    }

    /// Returns the amount to be refunded if the payment fails: the amount paid in for it, or else the amount
    /// taken from its source.
    ///
    /// # Errors
    /// The same as [`Self::total`].
    pub fn refundable(&self) -> Result<Amount, Error> {
        match self.paid_in() {
            Some(amount) => Ok(amount),
            None if self.is_deposit() => Ok(self.deposit()?.arrived),
            None if self.credit().is_some() => Ok(self.incoming_uma()?.settled),
            None => self.total(),
        }
    }

    /// Returns the quote to which the money is committed.
    ///
    /// # Errors
    /// [`Error::Data`] if no quote priced the payment.
    pub fn committed_to(&self) -> Result<QuoteId, Error> {
        self.quote.ok_or_else(|| self.missing_error("quote"))
    }

    /// Returns the terms for the postings of the conversion.
    ///
    /// # Errors
    /// [`Error::Data`] if no conversion is agreed on.
    pub fn conversion(&self) -> Result<Conversion, Error> {
        let terms = self.terms.conversion.ok_or_else(|| self.missing_error("conversion"))?;
        Ok(Conversion {
            quote: self.committed_to()?,
            price: terms.price,
            sending: terms.sending,
            receiving: terms.receiving,
            platform_fee_account: terms.platform_fee_account,
        })
    }

    /// Returns the terms for the postings of a transfer to an external account, or `None` for other payments
    /// and for those priced by a quote.
    #[must_use]
    pub fn transfer_out(&self) -> Option<TransferOut> {
        let (None, Some(AccountRef::Internal(source))) = (self.quote, self.terms.source.account()) else {
            return None;
        };
        let payout = self.terms.received?;
        // The fee of a transfer is the fee of its network.
        let network_fee = Amount::new(self.terms.fees.unwrap_or_default(), payout.currency);
        Some(TransferOut { source, payout, network_fee })
    }

    /// Returns the target of the money after the conversion.
    #[must_use]
    pub const fn payout_to(&self) -> ConversionDestination {
        match self.terms.destination.account() {
            Some(AccountRef::Internal(account)) => ConversionDestination::Internal(account),
            Some(AccountRef::External(_)) | None => ConversionDestination::External,
        }
    }

    /// Returns the posting of this kind that the terms define, or `None` if they define none. `account` is
    /// the credited account if the terms leave it open.
    #[must_use]
    pub fn posting(&self, kind: PostingKind, account: Option<InternalAccountId>) -> Option<Posting> {
        let source = internal(self.terms.source.account());
        let destination = internal(self.terms.destination.account());
        let sent: Option<Amount> = self.terms.sent;
        let received: Option<Amount> = self.terms.received;
        let paid_to = self.payout_to();
        let posting = match kind {
            PostingKind::SandboxFunded => postings::sandbox_funded(destination?, received?),
            PostingKind::DepositSettled => postings::deposit_settled(destination?, &self.deposit().ok()?),
            PostingKind::DepositSuspended => postings::deposit_suspended(self.deposit().ok()?.arrived),
            PostingKind::DepositReleased => postings::deposit_released(account?, &self.deposit().ok()?),
            PostingKind::DepositReturned => postings::deposit_returned(self.deposit().ok()?.arrived),
            PostingKind::AccountDebited => postings::account_debited(destination?, received?),
            PostingKind::TransferInStarted => postings::transfer_in_started(destination?, received?),
            PostingKind::TransferInSettled => postings::transfer_in_settled(destination?, received?),
            PostingKind::TransferInFailed => postings::transfer_in_failed(destination?, received?),
            PostingKind::TransferInReturned => postings::transfer_in_returned(destination?, received?),
            PostingKind::TransferOutStarted => postings::transfer_out_started(&self.transfer_out()?),
            PostingKind::TransferOutDelivered => postings::transfer_out_delivered(&self.transfer_out()?),
            PostingKind::TransferOutReturned => postings::transfer_out_returned(&self.transfer_out()?),
            PostingKind::TransferOutRefunded => postings::transfer_out_refunded(&self.transfer_out()?),
            PostingKind::TransferOutSuspended => postings::transfer_out_suspended(&self.transfer_out()?),
            PostingKind::QuoteExecuted => postings::quote_executed(self.quote?, source?, sent?),
            PostingKind::DebitStarted => postings::debit_started(self.quote?, sent?),
            PostingKind::DebitSettled => postings::debit_settled(sent?),
            PostingKind::DebitFailed => postings::debit_failed(self.quote?, sent?),
            PostingKind::DebitSentBack => postings::debit_sent_back(self.quote?, sent?),
            PostingKind::QuoteFunded => postings::quote_funded(self.quote?, sent?),
            PostingKind::CoinsPaidIn => postings::coins_paid_in(self.crypto_account()?, self.paid_in()?),
            PostingKind::CoinsCommitted => {
                postings::coins_committed(self.quote?, self.crypto_account()?, sent?)
            }
            PostingKind::FundingSuspended => postings::funding_suspended(self.paid_in()?),
            PostingKind::FundingReturned => postings::funding_returned(self.paid_in()?),
            PostingKind::FundingSentBack => postings::funding_sent_back(self.quote?, sent?),
            PostingKind::QuoteConverted => postings::quote_converted(&self.conversion().ok()?, paid_to),
            PostingKind::PayoutDelivered => postings::payout_delivered(&self.conversion().ok()?),
            PostingKind::UmaPayoutSettled => {
                postings::uma_payout_settled(&self.conversion().ok()?, self.settled_in_asset()?)
            }
            PostingKind::PayoutReturned => postings::payout_returned(&self.conversion().ok()?),
            PostingKind::ConversionReversed => postings::conversion_reversed(&self.conversion().ok()?),
            PostingKind::QuoteRefunded => postings::quote_refunded(self.quote?, source.or(account)?, sent?),
            PostingKind::RefundSuspended => postings::refund_suspended(self.quote?, sent?),
            PostingKind::UmaSuspended => postings::uma_suspended(&self.incoming_uma().ok()?),
            PostingKind::UmaCredited => {
                postings::uma_credited(internal(self.credit())?, &self.incoming_uma().ok()?)
            }
            PostingKind::UmaOfframpStarted => postings::uma_offramp_started(&self.incoming_uma().ok()?),
            PostingKind::UmaOfframpDelivered => postings::uma_offramp_delivered(&self.incoming_uma().ok()?),
            PostingKind::UmaOfframpReturned => postings::uma_offramp_returned(&self.incoming_uma().ok()?),
            PostingKind::ReturnShort => postings::return_short(self.state.return_short?),
            PostingKind::UmaOfframpReversed => postings::uma_offramp_reversed(&self.incoming_uma().ok()?),
            PostingKind::UmaSentBack => postings::uma_sent_back(&self.incoming_uma().ok()?),
            PostingKind::SuspenseResolved => postings::suspense_resolved(account?, self.suspended()?),
            PostingKind::DepositAttributed
            | PostingKind::CardPullReserved
            | PostingKind::CardPullFailed
            | PostingKind::CardCleared
            | PostingKind::CardHoldReleased
            | PostingKind::CardReturned
            | PostingKind::CardReturnReversed
            | PostingKind::CardCredited
            | PostingKind::CardCreditUndone
            | PostingKind::CardShortfallCollected
            | PostingKind::CardSuspenseCredited => return None,
        };
        posting.ok()
    }

    /// Returns the account credited by an incoming UMA payment, or `None` if the payment is not one.
    #[must_use]
    pub fn credit(&self) -> Option<AccountRef> {
        Some(self.terms.uma.as_ref()?.incoming_uma.as_ref()?.credit)
    }

    /// Returns `true` for a deposit: incoming money that no request of the service announced.
    #[must_use]
    pub const fn is_deposit(&self) -> bool {
        matches!((self.kind, &self.terms.source), (TransactionType::Incoming, Side::Funding { .. }))
    }

    /// Returns the terms for the postings of a deposit.
    ///
    /// # Errors
    /// [`Error::Data`] for other payments.
    pub fn deposit(&self) -> Result<Deposit, Error> {
        let credited = self.terms.received.filter(|_| self.is_deposit());
        let credited = credited.ok_or_else(|| self.missing_error("deposit"))?;
        Ok(Deposit { arrived: self.terms.sent.unwrap_or(credited), credited })
    }

    /// Returns the terms for the postings of an incoming UMA payment.
    ///
    /// # Errors
    /// [`Error::Data`] for other payments.
    pub fn incoming_uma(&self) -> Result<IncomingUmaPayment, Error> {
        let settled = self.settled_in_asset().or(self.terms.sent);
        match (self.credit(), settled, self.terms.received) {
            (Some(_), Some(settled), Some(credited)) => {
                Ok(IncomingUmaPayment { settled, credited, fee: self.terms.fees.unwrap_or_default() })
            }
            _ => Err(self.missing_error("incoming UMA terms")),
        }
    }

    /// Returns the amount that is in suspense if the payment cannot be refunded.
    fn suspended(&self) -> Option<Amount> {
        let settled = self.incoming_uma().ok().map(|payment| payment.settled);
        self.paid_in().or(settled).or(self.terms.sent).or(self.terms.received)
    }

    /// Returns the amount that moves between providers in an asset of the settlement layer, as the ledger counts
    /// it, or `None` if the layer moves the currency of the payment.
    #[must_use]
    pub fn settled_in_asset(&self) -> Option<Amount> {
        let settlement = self.terms.uma.as_ref()?.settlement?;
        Some(Amount::new(settlement.amount, settlement.asset))
    }

    /// Returns the error for a payment that lacks data required by a posting, which is a defect of the
    /// service.
    fn missing_error(&self, what: &str) -> Error {
        Error::Data(format!("{} has no {what}", self.id))
    }

    /// Returns the amount that was paid in for this payment.
    #[must_use]
    pub fn paid_in(&self) -> Option<Amount> {
        self.state.funding.as_ref().map(|funding| funding.amount)
    }

    pub(super) fn crypto_account(&self) -> Option<InternalAccountId> {
        self.terms.funding.as_ref()?.account
    }

    /// Returns `true` if the money does not leave the service.
    #[must_use]
    pub fn stays(&self) -> bool {
        self.kind == TransactionType::Incoming
            || matches!(self.payout_to(), ConversionDestination::Internal(_))
    }
}

fn internal(side: Option<AccountRef>) -> Option<InternalAccountId> {
    match side? {
        AccountRef::Internal(account) => Some(account),
        AccountRef::External(_) => None,
    }
}
