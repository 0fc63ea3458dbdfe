//! What the terms of a payment say of its postings.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, InternalAccountId, QuoteId};
use causeway_domain::payments::TransactionType;
use causeway_domain::postings::{
    self, Conversion, Deposit, PayoutTo, Posting, PostingKind, TransferOut, UmaReceipt,
};

use super::record::PaymentRecord;
use super::terms::Side;
use crate::Error;

impl PaymentRecord {
    /// What the payer pays, fees included.
    ///
    /// # Errors
    /// [`Error::Data`] where no amount is known.
    pub fn total(&self) -> Result<Amount, Error> {
        self.terms.sent.ok_or_else(|| self.lacks("amount"))
    }

    /// What goes back where it does not succeed: what was paid in for it, or else what it takes from its source.
    ///
    /// # Errors
    /// As [`Self::total`].
    pub fn refundable(&self) -> Result<Amount, Error> {
        match self.paid_in() {
            Some(amount) => Ok(amount),
            None if self.is_deposit() => Ok(self.deposit()?.arrived),
            None => self.total(),
        }
    }

    /// The quote to which its money is committed.
    ///
    /// # Errors
    /// [`Error::Data`] where no quote has priced it.
    pub fn committed_to(&self) -> Result<QuoteId, Error> {
        self.quote.ok_or_else(|| self.lacks("quote"))
    }

    /// What its conversion is booked from.
    ///
    /// # Errors
    /// [`Error::Data`] where none is agreed on.
    pub fn conversion(&self) -> Result<Conversion, Error> {
        let terms = self.terms.conversion.ok_or_else(|| self.lacks("conversion"))?;
        Ok(Conversion {
            quote: self.committed_to()?,
            price: terms.price,
            sending: terms.sending,
            receiving: terms.receiving,
            platform_fee_account: terms.platform_fee_account,
        })
    }

    /// What a transfer to an external account is booked from; nothing where a quote has priced it.
    #[must_use]
    pub fn transfer_out(&self) -> Option<TransferOut> {
        let (None, Some(AccountRef::Internal(source))) = (self.quote, self.terms.source.account()) else {
            return None;
        };
        let payout = self.terms.received?;
        // What is taken for a transfer is what its network takes.
        let network_fee = Amount::new(self.terms.fees.unwrap_or_default(), payout.currency);
        Some(TransferOut { source, payout, network_fee })
    }

    /// Where its money goes once it is converted.
    #[must_use]
    pub const fn payout_to(&self) -> PayoutTo {
        match self.terms.destination.account() {
            Some(AccountRef::Internal(account)) => PayoutTo::Internal(account),
            Some(AccountRef::External(_)) | None => PayoutTo::External,
        }
    }

    /// The posting of this kind that its terms make; nothing where they make none. `account` is the one that was
    /// credited, where the terms leave that open.
    #[must_use]
    pub fn posting(&self, kind: PostingKind, account: Option<InternalAccountId>) -> Option<Posting> {
        let (source, destination) =
            (internal(self.terms.source.account()), internal(self.terms.destination.account()));
        let (sent, received): (Option<Amount>, Option<Amount>) = (self.terms.sent, self.terms.received);
        let paid_to = self.payout_to();
        let made = match kind {
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
            PostingKind::CoinsPaidIn => postings::coins_paid_in(self.coins_account()?, self.paid_in()?),
            PostingKind::CoinsCommitted => {
                postings::coins_committed(self.quote?, self.coins_account()?, sent?)
            }
            PostingKind::FundingSuspended => postings::funding_suspended(self.paid_in()?),
            PostingKind::FundingReturned => postings::funding_returned(self.paid_in()?),
            PostingKind::FundingSentBack => postings::funding_sent_back(self.quote?, sent?),
            PostingKind::QuoteConverted => postings::quote_converted(&self.conversion().ok()?, paid_to),
            PostingKind::PayoutDelivered => postings::payout_delivered(&self.conversion().ok()?),
            PostingKind::PayoutReturned => postings::payout_returned(&self.conversion().ok()?),
            PostingKind::ConversionReversed => postings::conversion_reversed(&self.conversion().ok()?),
            PostingKind::QuoteRefunded => postings::quote_refunded(self.quote?, source.or(account)?, sent?),
            PostingKind::RefundSuspended => postings::refund_suspended(self.quote?, sent?),
            PostingKind::UmaSuspended => postings::uma_suspended(&self.uma_receipt().ok()?),
            PostingKind::UmaCredited => {
                postings::uma_credited(internal(self.credit())?, &self.uma_receipt().ok()?)
            }
            PostingKind::UmaOfframpStarted => postings::uma_offramp_started(&self.uma_receipt().ok()?),
            PostingKind::UmaOfframpDelivered => postings::uma_offramp_delivered(&self.uma_receipt().ok()?),
            PostingKind::UmaOfframpReturned => postings::uma_offramp_returned(&self.uma_receipt().ok()?),
            PostingKind::UmaOfframpReversed => postings::uma_offramp_reversed(&self.uma_receipt().ok()?),
            PostingKind::UmaSentBack => postings::uma_sent_back(&self.uma_receipt().ok()?),
            PostingKind::SuspenseResolved => {
                postings::suspense_resolved(account?, self.paid_in().or(sent).or(received)?)
            }
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
        made.ok()
    }

    /// The account that gets what comes from a UMA address; none of other payments.
    #[must_use]
    pub fn credit(&self) -> Option<AccountRef> {
        Some(self.terms.uma.as_ref()?.receipt.as_ref()?.credit)
    }

    /// Whether it shows money that somebody sent without a request.
    #[must_use]
    pub const fn is_deposit(&self) -> bool {
        matches!((self.kind, &self.terms.source), (TransactionType::Incoming, Side::Funding { .. }))
    }

    /// What money that somebody sent without a request is booked from.
    ///
    /// # Errors
    /// [`Error::Data`] for other payments.
    pub fn deposit(&self) -> Result<Deposit, Error> {
        let credited = self.terms.received.filter(|_| self.is_deposit());
        let credited = credited.ok_or_else(|| self.lacks("deposit"))?;
        Ok(Deposit { arrived: self.terms.sent.unwrap_or(credited), credited })
    }

    /// What money from a UMA address is booked from.
    ///
    /// # Errors
    /// [`Error::Data`] for other payments.
    pub fn uma_receipt(&self) -> Result<UmaReceipt, Error> {
        match (self.credit(), self.terms.sent, self.terms.received) {
            (Some(_), Some(settled), Some(credited)) => {
                Ok(UmaReceipt { settled, credited, fee: self.terms.fees.unwrap_or_default() })
            }
            _ => Err(self.lacks("receipt")),
        }
    }

    /// What is to be booked lacks is a defect of the service.
    fn lacks(&self, what: &str) -> Error {
        Error::Data(format!("{} has no {what}", self.id))
    }

    /// What was paid in for it.
    #[must_use]
    pub fn paid_in(&self) -> Option<Amount> {
        self.state.funding.as_ref().map(|funding| funding.amount)
    }

    pub(super) fn coins_account(&self) -> Option<InternalAccountId> {
        self.terms.funding.as_ref()?.account
    }

    /// Whether its money does not leave the service.
    #[must_use]
    pub fn stays(&self) -> bool {
        self.kind == TransactionType::Incoming || matches!(self.payout_to(), PayoutTo::Internal(_))
    }
}

fn internal(side: Option<AccountRef>) -> Option<InternalAccountId> {
    match side? {
        AccountRef::Internal(account) => Some(account),
        AccountRef::External(_) => None,
    }
}
