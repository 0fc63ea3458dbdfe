//! Money that is paid in for a quote (money 2.2, L6).
//!
//! ```text
//! cash ──funded───▶ committed to the quote ──sent back──▶ cash            by bank, as quoted
//! cash ──suspended▶ suspense ──returned──▶ cash                           by bank, otherwise
//! cash ──paid in──▶ an account's available funds ──committed──▶ …         crypto, in any amount
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::{InternalAccountId, QuoteId};
use crate::money::Amount;

/// Builds L6a: a bank has delivered the exact amount of the quote.
///
/// # Errors
/// If the total is not positive.
pub fn quote_funded(quote: QuoteId, total: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::QuoteFunded)
        .debit(LedgerAccount::Cash, total)
        .credit(LedgerAccount::QuoteCommitted(quote), total)
        .build()
}

/// Builds L6b: a chain has delivered crypto for a quote, in any amount, to the payer's account.
///
/// # Errors
/// If the amount is not positive.
pub fn coins_paid_in(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::CoinsPaidIn)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::available(account), amount)
        .build()
}

/// Builds L5a for crypto that was paid in for the quote: it moves from the account to the quote.
///
/// # Errors
/// If the total is not positive.
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

/// Builds L6c: money came for a quote that it does not execute.
///
/// # Errors
/// If the amount is not positive.
pub fn funding_suspended(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::FundingSuspended)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::Suspense, amount)
        .build()
}

/// Builds the second half of L6c: such money has been returned to its payer.
///
/// # Errors
/// If the amount is not positive.
pub fn funding_returned(amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::FundingReturned)
        .debit(LedgerAccount::Suspense, amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// Builds L5d towards the payer: the money that a bank had delivered for the quote has been refunded.
///
/// # Errors
/// If the total is not positive.
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
    fn a_refunded_funding_leaves_no_balance() {
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
    fn funding_with_a_zero_amount_is_refused() {
        assert!(quote_funded(QuoteId::from_uuid(Uuid::nil()), Amount::new(0, CurrencyCode::USD)).is_err());
    }
}
