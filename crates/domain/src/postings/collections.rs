//! Money of a quote that is pulled from an external account (money 2.2, L5p).
//!
//! ```text
//! collections in flight ──pulled──▶ committed to the quote        cash ──settled──▶ collections in flight
//! collections in flight ◀─failed─── committed to the quote        cash ◀─sent back── committed to the quote
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::QuoteId;
use crate::money::Amount;

/// L5p: a pull is under way, and what it will bring is committed to the quote.
///
/// # Errors
/// When the total is not positive.
pub fn quote_pulled(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::QuotePulled)
        .debit(LedgerAccount::CollectionsInFlight, total)
        .credit(LedgerAccount::QuoteCommitted(quote), total)
        .build()
}

/// L5p, second half: the pull has settled.
///
/// # Errors
/// When the total is not positive.
pub fn pull_settled(total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::PullSettled)
        .debit(LedgerAccount::Cash, total)
        .credit(LedgerAccount::CollectionsInFlight, total)
        .build()
}

/// L5p reversed: the pull has failed, and nothing came.
///
/// # Errors
/// When the total is not positive.
pub fn pull_failed(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::PullFailed)
        .debit(LedgerAccount::QuoteCommitted(quote), total)
        .credit(LedgerAccount::CollectionsInFlight, total)
        .build()
}

/// L5d towards an external account: what was pulled for the quote has gone back where it was pulled from.
///
/// # Errors
/// When the total is not positive.
pub fn pull_sent_back(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::PullSentBack)
        .debit(LedgerAccount::QuoteCommitted(quote), total)
        .credit(LedgerAccount::Cash, total)
        .build()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::Id;
    use crate::money::Currency;

    #[test]
    fn a_pull_that_settles_and_one_that_does_not_leave_nothing_in_flight() {
        let quote = QuoteId::from_uuid(Uuid::from_u128(1));
        let total = Amount::new(1_000, Currency::USD);
        let sum = |postings: [Result<Posting, PostingRefused>; 2], account| -> i64 {
            let legs = postings.into_iter().flat_map(|posting| posting.unwrap().legs().to_vec());
            legs.filter(|leg| leg.account == account).map(|leg| leg.amount.minor).sum()
        };
        let settled = || [quote_pulled(quote, total), pull_settled(total)];
        assert_eq!(sum(settled(), LedgerAccount::CollectionsInFlight), 0);
        assert_eq!(sum(settled(), LedgerAccount::QuoteCommitted(quote)), 1_000);
        assert_eq!(sum(settled(), LedgerAccount::Cash), -1_000);
        let failed = || [quote_pulled(quote, total), pull_failed(quote, total)];
        assert_eq!(sum(failed(), LedgerAccount::CollectionsInFlight), 0);
        assert_eq!(sum(failed(), LedgerAccount::QuoteCommitted(quote)), 0);
        assert_eq!(sum([pull_settled(total), pull_sent_back(quote, total)], LedgerAccount::Cash), 0);
    }
}
