//! Money that is paid in for a quote (money 2.2, L6).
//!
//! ```text
//! cash ──funded───▶ committed to the quote ──sent back──▶ cash            by bank, as quoted
//! cash ──suspended▶ suspense ──returned──▶ cash                           by bank, otherwise
//! cash ──paid in──▶ an account's available funds ──committed──▶ …         coins, in any amount
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::{InternalAccountId, QuoteId};
use crate::money::Amount;

/// L6a: a bank has brought exactly what the quote wants.
///
/// # Errors
/// When the total is not positive.
pub fn quote_funded(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::QuoteFunded)
        .debit(LedgerAccount::Cash, total)
        .credit(LedgerAccount::QuoteCommitted(quote), total)
        .build()
}

/// L6b: a chain has brought coins for a quote, in whatever amount, to the account of whoever pays.
///
/// # Errors
/// When the amount is not positive.
pub fn coins_paid_in(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CoinsPaidIn)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}

/// L5a of coins that were paid in for the quote: they leave the account for it.
///
/// # Errors
/// When the total is not positive.
pub fn coins_committed(
    quote: QuoteId,
    account: InternalAccountId,
    total: Amount,
) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CoinsCommitted)
        .debit(LedgerAccount::available(account), total)
        .credit(LedgerAccount::QuoteCommitted(quote), total)
        .build()
}

/// L6c: money for a quote came that does not carry it out.
///
/// # Errors
/// When the amount is not positive.
pub fn funding_suspended(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::FundingSuspended)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::Suspense, amount)
        .build()
}

/// L6c, second half: such money is with its payer again.
///
/// # Errors
/// When the amount is not positive.
pub fn funding_returned(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::FundingReturned)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// L5d towards the payer: what a bank had brought for the quote has gone back where it came from.
///
/// # Errors
/// When the total is not positive.
pub fn funding_sent_back(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::FundingSentBack)
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
    fn what_goes_back_leaves_nothing_behind() {
        let quote = QuoteId::from_uuid(Uuid::from_u128(1));
        let total = Amount::new(1_000, CurrencyCode::USD);
        let left = |postings: [Result<Posting, PostingRefused>; 2]| -> Vec<i64> {
            let accounts =
                [LedgerAccount::Cash, LedgerAccount::QuoteCommitted(quote), LedgerAccount::Suspense];
            let legs: Vec<_> = postings.into_iter().flat_map(|one| one.unwrap().legs().to_vec()).collect();
            let sum =
                |account| legs.iter().filter(|leg| leg.account == account).map(|leg| leg.amount.minor).sum();
            accounts.into_iter().map(sum).collect()
        };
        assert_eq!(left([quote_funded(quote, total), funding_sent_back(quote, total)]), [0, 0, 0]);
        assert_eq!(left([funding_suspended(total), funding_returned(total)]), [0, 0, 0]);
    }

    #[test]
    fn nothing_is_paid_in_that_is_nothing() {
        assert!(quote_funded(QuoteId::from_uuid(Uuid::nil()), Amount::new(0, CurrencyCode::USD)).is_err());
    }
}
