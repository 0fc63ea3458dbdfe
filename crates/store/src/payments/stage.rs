//! Where the money of a payment stands by its postings, and whether its state, which is not authenticated, says the same.

use causeway_domain::ids::AccountRef;
use causeway_domain::payments::lifecycle::{self, Course, Custody, Lifecycle, PaidBy, RefundTo, Stage};
use causeway_domain::payments::{DebitStatus, TransactionType};
use causeway_domain::postings::PostingKind;

use super::record::PaymentRecord;
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
        let is_returned = self.phase().custody() == Some(Custody::Returned);
        let debit = self.phase().debit_status(self.course());
        let is_debit_so = debit.is_some() == has(&[K::DebitStarted, K::TransferInStarted])
            && (debit == Some(DebitStatus::Settled)) == has(&[K::DebitSettled, K::TransferInSettled])
            && (debit == Some(DebitStatus::Failed)) == has(&[K::DebitFailed, K::TransferInFailed]);
        let is_paid_in = has(&[K::QuoteFunded, K::CoinsPaidIn, K::FundingSuspended]);
        let is_funding_so = match self.paid_in() {
            None => !is_paid_in,
            Some(amount) => is_paid_in && (!has(&[K::QuoteConverted]) || Some(amount) == self.terms.sent),
        };
        let is_receipt_so = self.state.receipt.is_some() == self.credit().is_some();
        let target = self.state.refund.as_ref().map(|refund| refund.to);
        let checks = [
            (is_returned == has(&[K::PayoutReturned, K::TransferOutReturned]), "whether it was sent back"),
            (is_debit_so, "what has become of its direct debit"),
            (is_funding_so, "what was paid in for it"),
            (is_receipt_so, "whether it comes from a UMA address"),
            (target.is_none_or(|to| self.refund_targets().contains(&to)), "where its money goes back to"),
        ];
        checks.into_iter().find(|(is_so, _)| !is_so).map(|(_, what)| what)
    }

    /// How it is paid, and whether it leaves the service, by its terms.
    #[must_use]
    pub fn course(&self) -> Course {
        let paid_by = match self.terms.source.account() {
            Some(AccountRef::Internal(_)) if self.quote.is_none() => PaidBy::Transfer,
            Some(AccountRef::Internal(_)) => PaidBy::Account,
            Some(AccountRef::External(_)) => PaidBy::Debit,
            None if self.coins_account().is_some() => PaidBy::Coins,
            None => PaidBy::Bank,
        };
        Course { paid_by, leaves: !self.stays() }
    }

    /// Where it stands, with what its moves depend on beside that.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        let refund = self.state.refund.as_ref();
        Lifecycle {
            course: self.course(),
            phase: self.phase(),
            refund: refund.map(|refund| refund.status),
            refund_to: refund.and_then(|refund| refund.to),
        }
    }

    /// Where its money stands, by what its state says. `None` if no payment stands so.
    #[must_use]
    pub fn shown_stage(&self) -> Option<Stage> {
        let Lifecycle { course, phase, refund, .. } = self.lifecycle();
        lifecycle::stage(course, phase, refund)
    }
}
