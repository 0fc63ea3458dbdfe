//! Where the money of a payment stands by its postings, and whether its state, which is not authenticated, says the same.

use causeway_domain::ids::AccountRef;
use causeway_domain::payments::{DebitStatus, OutgoingFailure, Stage, TransactionType};
use causeway_domain::postings::PostingKind;

use super::record::PaymentRecord;
use super::state::{Failure, RefundTo};
use crate::Error;
use crate::ledger::Entry;

impl PaymentRecord {
    /// Where its money stands by these lines, journal by journal: everything that is booked for it.
    ///
    /// # Errors
    /// [`Error::NotAuthentic`] where a journal is not what its terms make, no payment has all of them, or its state says
    /// otherwise.
    pub fn stage(&self, booked: &[Entry]) -> Result<Stage, Error> {
        let mut kinds = Vec::new();
        for lines in booked.chunk_by(|one, next| one.journal == next.journal) {
            if !self.has_booked(lines) {
                let journal = lines[0].journal;
                return Err(Error::NotAuthentic(format!("{}, for which {journal} is booked,", self.id)));
            }
            kinds.push(lines[0].kind);
        }
        let strange = |why: &str| Error::NotAuthentic(format!("{} ({why})", self.id));
        let stage = Stage::of(&kinds, self.stays()).map_err(|refused| strange(&refused.to_string()))?;
        self.contradiction(&kinds).map_or(Ok(stage), |why| Err(strange(why)))
    }

    /// Whether the lines of a journal are a posting that its terms make.
    pub(crate) fn has_booked(&self, lines: &[Entry]) -> bool {
        let Some(first) = lines.first() else { return false };
        let account = lines.iter().find_map(|line| line.account);
        self.posting(first.kind, account).is_some_and(|posting| Entry::are(lines, &posting))
    }

    /// How its money may go back, by its terms.
    #[must_use]
    pub fn refund_targets(&self) -> &'static [Option<RefundTo>] {
        match self.terms.source.account() {
            Some(AccountRef::Internal(_)) => &[None],
            // Coins never go back to the wallet that has sent them.
            None if self.coins_account().is_some() => &[None],
            None => &[Some(RefundTo::Payer)],
            // A debit that has brought nothing: the rail gives it up.
            Some(AccountRef::External(_)) if self.kind == TransactionType::Incoming => {
                &[Some(RefundTo::DebitedAccount)]
            }
            Some(AccountRef::External(_)) => &[Some(RefundTo::OwnersAccount), Some(RefundTo::DebitedAccount)],
        }
    }

    /// What its state says of its money, where these postings say otherwise.
    pub(crate) fn contradiction(&self, booked: &[PostingKind]) -> Option<&'static str> {
        use PostingKind as K;
        let has = |kinds: &[K]| booked.iter().any(|kind| kinds.contains(kind));
        let state = &self.state;
        let is_returned = state.failure == Some(Failure::Outgoing(OutgoingFailure::PayoutReturned));
        let debit = state.debit.map(|debit| (debit.status, debit.is_sent_on));
        let has_settled = has(&[K::DebitSettled, K::TransferInSettled]);
        let has_failed = has(&[K::DebitFailed, K::TransferInFailed]);
        let is_debit_so = match debit {
            None => !has(&[K::DebitStarted, K::TransferInStarted]),
            Some((status, is_sent_on)) => {
                has(&[K::DebitStarted, K::TransferInStarted])
                    && is_sent_on == has(&[K::QuoteConverted, K::TransferInSettled])
                    && (status == DebitStatus::Settled) == has_settled
                    && (status == DebitStatus::Failed) == has_failed
            }
        };
        let is_paid_in = has(&[K::QuoteFunded, K::CoinsPaidIn, K::FundingSuspended]);
        let is_funding_so = match &state.funding {
            None => !is_paid_in,
            Some(funding) => {
                let is_sent_on = has(&[K::QuoteConverted]);
                let is_all = !is_sent_on || Some(funding.amount) == self.terms.sent;
                is_paid_in && funding.is_sent_on == is_sent_on && is_all
            }
        };
        let is_receipt_so = match &state.receipt {
            None => self.credit().is_none(),
            Some(receipt) => {
                let is_sent_on = has(&[K::UmaOfframpStarted]) && !has(&[K::UmaOfframpReturned]);
                self.credit().is_some() && receipt.is_sent_on == is_sent_on
            }
        };
        let target = state.refund.as_ref().map(|refund| refund.to);
        let checks = [
            (is_returned == has(&[K::PayoutReturned, K::TransferOutReturned]), "whether it was sent back"),
            (is_debit_so, "what has become of its direct debit"),
            (is_funding_so, "what was paid in for it"),
            (is_receipt_so, "whether it was sent on"),
            (target.is_none_or(|to| self.refund_targets().contains(&to)), "where its money goes back to"),
        ];
        checks.into_iter().find(|(is_so, _)| !is_so).map(|(_, what)| what)
    }
}
