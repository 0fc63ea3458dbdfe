//! The position of a payment's money according to its postings, and the check of its state, which is not
//! authenticated, against them.

use causeway_domain::ids::AccountRef;
use causeway_domain::payments::lifecycle::{
    self, Course, Custody, Lifecycle, PaidBy, RefundDestination, Stage,
};
use causeway_domain::payments::{DebitStatus, TransactionType};
use causeway_domain::postings::PostingKind;

use super::record::PaymentRecord;
use crate::Error;
use crate::ledger::Entry;

impl PaymentRecord {
    /// Returns the stage of the money according to `booked`: all ledger entries of the payment, grouped by
    /// journal.
    ///
    /// # Errors
    /// [`Error::NotAuthentic`] if a journal is not a posting of its terms, if no payment can have these
    /// journals, or if the state contradicts them.
    pub fn stage(&self, booked: &[Entry]) -> Result<Stage, Error> {
        let mut kinds = Vec::new();
        for lines in booked.chunk_by(|one, next| one.journal == next.journal) {
            if !self.has_booked(lines) {
                let journal = lines[0].journal;
                return Err(Error::NotAuthentic(format!("{}, for which {journal} is booked,", self.id)));
            }
            kinds.push(lines[0].kind);
        }
        let invalid = |reason: &str| Error::NotAuthentic(format!("{} ({reason})", self.id));
        let stage = Stage::of(&kinds, self.stays()).map_err(|error| invalid(&error.to_string()))?;
        self.contradiction(&kinds).map_or(Ok(stage), |error| Err(invalid(error)))
    }

    /// Returns `true` if the lines of a journal are a posting that the terms define.
    pub(crate) fn has_booked(&self, lines: &[Entry]) -> bool {
        let Some(first) = lines.first() else { return false };
        let account = lines.iter().find_map(|line| line.account);
        self.posting(first.kind, account).is_some_and(|posting| Entry::are(lines, &posting))
    }

    /// Returns the possible targets of a refund according to the terms.
    #[must_use]
    pub fn refund_targets(&self) -> &'static [Option<RefundDestination>] {
        match self.terms.source.account() {
            Some(AccountRef::Internal(_)) => &[None],
            // Crypto never goes back to the wallet that sent them.
            None if self.crypto_account().is_some() => &[None],
            None => &[Some(RefundDestination::Payer)],
            // The debit was not collected: the rail abandons it.
            Some(AccountRef::External(_)) if self.kind == TransactionType::Incoming => {
                &[Some(RefundDestination::DebitedAccount)]
            }
            Some(AccountRef::External(_)) => {
                &[Some(RefundDestination::OwnersAccount), Some(RefundDestination::DebitedAccount)]
            }
        }
    }

    /// Returns the first property in which the state contradicts the postings, or `None` if they agree.
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
        let fits_incoming_uma = self.state.incoming_uma.is_some() == self.credit().is_some();
        let target = self.state.refund.as_ref().map(|refund| refund.to);
        let checks = [
            (is_returned == has(&[K::PayoutReturned, K::TransferOutReturned]), "return of the payout"),
            (self.state.return_short.is_some() == has(&[K::ReturnShort]), "short return of the payout"),
            (is_debit_so, "status of the direct debit"),
            (is_funding_so, "money paid in"),
            (fits_incoming_uma, "incoming UMA payment"),
            (target.is_none_or(|to| self.refund_targets().contains(&to)), "destination of the refund"),
        ];
        checks.into_iter().find(|(is_so, _)| !is_so).map(|(_, what)| what)
    }

    /// Returns the payment method and the way of the money according to the terms.
    #[must_use]
    pub fn course(&self) -> Course {
        let paid_by = match self.terms.source.account() {
            Some(AccountRef::Internal(_)) if self.quote.is_none() => PaidBy::Transfer,
            Some(AccountRef::Internal(_)) => PaidBy::Account,
            Some(AccountRef::External(_)) => PaidBy::Debit,
            None if self.crypto_account().is_some() => PaidBy::Crypto,
            None => PaidBy::Bank,
        };
        let leaves = !self.stays();
        Course { paid_by, leaves, settles_in_asset: leaves && self.settled_in_asset().is_some() }
    }

    /// Returns the input of the state machine: the phase and all else that its moves depend on.
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

    /// Returns the stage of the money according to the state, or `None` if no payment can have this state.
    #[must_use]
    pub fn shown_stage(&self) -> Option<Stage> {
        let Lifecycle { course, phase, refund, .. } = self.lifecycle();
        lifecycle::stage(course, phase, refund)
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::{ExternalAccountId, Id, InternalAccountId, TransactionId};
    use causeway_domain::payments::Direction;
    use causeway_domain::payments::lifecycle::{OutgoingEvent, OutgoingPhase};
    use causeway_domain::postings;
    use causeway_domain::{Amount, CurrencyCode, Time};
    use uuid::Uuid;

    use super::*;
    use crate::payments::{NewPayment, PaymentFact, PaymentState, PaymentTerms, Side};

    const AT: Time = Time::from_millis(1_760_000_000_000);

    fn usd(minor: i64) -> Amount {
        Amount::new(minor, CurrencyCode::USD)
    }

    /// Returns a transfer of 10 dollars that has arrived.
    fn delivered() -> PaymentRecord {
        let id = Uuid::from_u128(1);
        let currency = CurrencyCode::USD;
        let source =
            Side::Account { account: AccountRef::Internal(InternalAccountId::from_uuid(id)), currency };
        let destination =
            Side::Account { account: AccountRef::External(ExternalAccountId::from_uuid(id)), currency };
        let mut payment = PaymentRecord::new(NewPayment {
            id: TransactionId::from_uuid(id),
            kind: TransactionType::Outgoing,
            customer: None,
            platform_customer_id: "own".to_owned(),
            recipient: None,
            quote: None,
            reference: Some("reference".to_owned()),
            terms: PaymentTerms {
                sent: Some(usd(1_000)),
                received: Some(usd(1_000)),
                fees: Some(0),
                ..PaymentTerms::between(Direction::Debit, source, destination)
            },
            state: PaymentState::new(OutgoingPhase::Requested.into()),
            created_at: AT,
        });
        for event in [OutgoingEvent::TransferBegun, OutgoingEvent::Submitted, OutgoingEvent::Delivered] {
            payment.apply(event, AT).unwrap();
        }
        payment
    }

    /// Checks that the posting of a short return is that of its payment, and that state and postings have to agree about
    /// it.
    #[test]
    fn a_short_return_is_booked_as_the_state_says() {
        use PostingKind as K;
        let returned = [K::TransferOutStarted, K::TransferOutDelivered, K::TransferOutReturned];
        let returned_short = [returned.as_slice(), &[K::ReturnShort]].concat();
        let contradiction = Some("short return of the payout");

        let mut whole = delivered();
        whole.apply(OutgoingEvent::Returned, AT).unwrap();
        assert_eq!(whole.posting(K::ReturnShort, None), None);
        assert_eq!(whole.contradiction(&returned), None);
        assert_eq!(whole.contradiction(&returned_short), contradiction);

        let mut short = delivered();
        short.note(PaymentFact::ReturnedShort(usd(45)), AT).unwrap();
        let change = short.apply(OutgoingEvent::ReturnedShort, AT).unwrap();
        assert_eq!(change.postings, [K::TransferOutReturned, K::ReturnShort]);
        assert_eq!(short.posting(K::ReturnShort, None), postings::return_short(usd(45)).ok());
        assert_eq!(short.contradiction(&returned_short), None);
        assert_eq!(short.contradiction(&returned), contradiction);
        assert_eq!(short.shown_stage(), Stage::of(&returned_short, false).ok());
    }
}
