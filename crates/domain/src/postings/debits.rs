//! Money for a quote that is debited from an external account (money 2.2, L5p).
//!
//! ```text
//! direct debits in flight ──debited──▶ committed to the quote        cash ──settled──▶ direct debits in flight
//! direct debits in flight ◀─failed─── committed to the quote        cash ◀─sent back── committed to the quote
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::QuoteId;
use crate::money::Amount;

/// Builds L5p: a debit is under way, and its expected money is committed to the quote.
///
/// # Errors
/// If the total is not positive.
pub fn debit_started(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DebitStarted)
        .debit(LedgerAccount::DebitsInFlight, total)
        .credit(LedgerAccount::QuoteCommitted(quote), total)
        .build()
}

/// Builds the second half of L5p: the debit has settled.
///
/// # Errors
/// If the total is not positive.
pub fn debit_settled(total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DebitSettled)
        .debit(LedgerAccount::Cash, total)
        .credit(LedgerAccount::DebitsInFlight, total)
        .build()
}

/// Builds the reversal of L5p: the debit has failed, and no money came.
///
/// # Errors
/// If the total is not positive.
pub fn debit_failed(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DebitFailed)
        .debit(LedgerAccount::QuoteCommitted(quote), total)
        .credit(LedgerAccount::DebitsInFlight, total)
        .build()
}

/// Builds L5d towards an external account: the money debited for the quote has been refunded to the debited
/// account.
///
/// # Errors
/// If the total is not positive.
pub fn debit_sent_back(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::DebitSentBack)
        .debit(LedgerAccount::QuoteCommitted(quote), total)
        .credit(LedgerAccount::Cash, total)
        .build()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::Id;
    use crate::money::CurrencyCode;

    #[test]
    fn a_debit_that_settles_and_one_that_does_not_leave_nothing_in_flight() {
        let quote = QuoteId::from_uuid(Uuid::from_u128(1));
        let total = Amount::new(1_000, CurrencyCode::USD);
        let sum = |postings: [Result<Posting, PostingRefused>; 2], account| -> i64 {
            let legs = postings.into_iter().flat_map(|posting| posting.unwrap().legs().to_vec());
            legs.filter(|leg| leg.account == account).map(|leg| leg.amount.minor).sum()
        };
        let settled = || [debit_started(quote, total), debit_settled(total)];
        assert_eq!(sum(settled(), LedgerAccount::DebitsInFlight), 0);
        assert_eq!(sum(settled(), LedgerAccount::QuoteCommitted(quote)), 1_000);
        assert_eq!(sum(settled(), LedgerAccount::Cash), -1_000);
        let failed = || [debit_started(quote, total), debit_failed(quote, total)];
        assert_eq!(sum(failed(), LedgerAccount::DebitsInFlight), 0);
        assert_eq!(sum(failed(), LedgerAccount::QuoteCommitted(quote)), 0);
        assert_eq!(sum([debit_settled(total), debit_sent_back(quote, total)], LedgerAccount::Cash), 0);
    }
}
