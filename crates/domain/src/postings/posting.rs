//! Postings and their builder.

use std::collections::BTreeMap;
use std::fmt;

use super::account::LedgerAccount;
use crate::money::{Amount, CurrencyCode};
use crate::named::named;

named! {
    /// The business event that a posting books, as the journal stores it, with the template of money 2.2 in
    /// brackets. The postings of one payment are booked in this order.
    pub enum PostingKind {
        /// Sandbox money was created (L1).
        SandboxFunded = "SANDBOX_FUNDED",
        /// A pushed deposit settled (L2).
        DepositSettled = "DEPOSIT_SETTLED",
        /// A pushed deposit could not be attributed (L2).
        DepositSuspended = "DEPOSIT_SUSPENDED",
        /// An account took such a deposit later (L2).
        DepositReleased = "DEPOSIT_RELEASED",
        /// Such a deposit was returned to its sender.
        DepositReturned = "DEPOSIT_RETURNED",
        /// Unmatched money became the deposit of an account (L2).
        DepositAttributed = "DEPOSIT_ATTRIBUTED",
        /// A third party debited an account by its coordinates (money 3.5).
        AccountDebited = "ACCOUNT_DEBITED",
        /// A direct debit into an account has begun (L3a).
        TransferInStarted = "TRANSFER_IN_STARTED",
        /// The direct debit settled (L3b).
        TransferInSettled = "TRANSFER_IN_SETTLED",
        /// The direct debit failed, or was cancelled before it settled (L3c).
        TransferInFailed = "TRANSFER_IN_FAILED",
        /// The direct debit was returned after it had settled (L3d).
        TransferInReturned = "TRANSFER_IN_RETURNED",
        /// A source was debited for a transfer (L4a).
        TransferOutStarted = "TRANSFER_OUT_STARTED",
        /// A transfer arrived (L4b).
        TransferOutDelivered = "TRANSFER_OUT_DELIVERED",
        /// A delivered transfer was returned (L4d).
        TransferOutReturned = "TRANSFER_OUT_RETURNED",
        /// A source was debited for a quote (L5a).
        QuoteExecuted = "QUOTE_EXECUTED",
        /// A direct debit for a quote has begun (L5p).
        DebitStarted = "DEBIT_STARTED",
        /// The direct debit of a quote settled (L5p).
        DebitSettled = "DEBIT_SETTLED",
        /// The direct debit of a quote failed (L5p reversed).
        DebitFailed = "DEBIT_FAILED",
        /// Money was paid in for a quote by bank (L6a).
        QuoteFunded = "QUOTE_FUNDED",
        /// Crypto was paid in for a quote, into an account (L6b).
        CoinsPaidIn = "COINS_PAID_IN",
        /// This crypto was committed to the quote (L5a).
        CoinsCommitted = "COINS_COMMITTED",
        /// Money was paid in for a quote that it does not execute (L6c).
        FundingSuspended = "FUNDING_SUSPENDED",
        /// Such money was returned to its payer (L6c).
        FundingReturned = "FUNDING_RETURNED",
        /// Fees were taken and the rest converted (L5b).
        QuoteConverted = "QUOTE_CONVERTED",
        /// A payout arrived (L5c).
        PayoutDelivered = "PAYOUT_DELIVERED",
        /// A payout arrived by a transfer of a settlement asset (L7).
        UmaPayoutSettled = "UMA_PAYOUT_SETTLED",
        /// A delivered payout was returned (L5f).
        PayoutReturned = "PAYOUT_RETURNED",
        /// Money from a UMA address settled and could not be credited (L8).
        UmaSuspended = "UMA_SUSPENDED",
        /// Money from a UMA address was credited (L8).
        UmaCredited = "UMA_CREDITED",
        /// Money from a UMA address was sent on to an external account (L8).
        UmaOfframpStarted = "UMA_OFFRAMP_STARTED",
        /// Such money arrived in the external account.
        UmaOfframpDelivered = "UMA_OFFRAMP_DELIVERED",
        /// The bank of the external account returned such money.
        UmaOfframpReturned = "UMA_OFFRAMP_RETURNED",
        /// Less came back than was paid out; the service bears the rest (L5h).
        ReturnShort = "RETURN_SHORT",
        /// The money of a transfer was refunded to its source (L4c).
        TransferOutRefunded = "TRANSFER_OUT_REFUNDED",
        /// The refund of a transfer could not be made (L5g).
        TransferOutSuspended = "TRANSFER_OUT_SUSPENDED",
        /// A conversion was reversed at its own rate (L5e).
        ConversionReversed = "CONVERSION_REVERSED",
        /// The money of a quote was refunded to its source (L5d).
        QuoteRefunded = "QUOTE_REFUNDED",
        /// The money of a direct debit was refunded to the debited account (money 9).
        DebitSentBack = "DEBIT_SENT_BACK",
        /// The money paid in for an unsuccessful quote was refunded to its payer (money 9).
        FundingSentBack = "FUNDING_SENT_BACK",
        /// A refund could not be made (L5g).
        RefundSuspended = "REFUND_SUSPENDED",
        /// Money that the external account did not take waits to be returned to its sender.
        UmaOfframpReversed = "UMA_OFFRAMP_REVERSED",
        /// Money from a UMA address was returned to its sender (money 9).
        UmaSentBack = "UMA_SENT_BACK",
        /// Suspended money was credited to an account (money 9: resolved by an operator).
        SuspenseResolved = "SUSPENSE_RESOLVED",
        /// A pull was reserved (cards 8.5, row 1).
        CardPullReserved = "CARD_PULL_RESERVED",
        /// A pull failed (row 3).
        CardPullFailed = "CARD_PULL_FAILED",
        /// A clearing, or a single-message purchase (rows 4 to 6, 12).
        CardCleared = "CARD_CLEARED",
        /// Held funds became available again (row 7).
        CardHoldReleased = "CARD_HOLD_RELEASED",
        /// A return (row 8).
        CardReturned = "CARD_RETURNED",
        /// A return was reversed (rows 9 and 10).
        CardReturnReversed = "CARD_RETURN_REVERSED",
        /// A credit (row 11).
        CardCredited = "CARD_CREDITED",
        /// A credit was reversed (row 11).
        CardCreditUndone = "CARD_CREDIT_UNDONE",
        /// An operator collected a shortfall.
        CardShortfallCollected = "CARD_SHORTFALL_COLLECTED",
        /// Suspended card money was credited to an account.
        CardSuspenseCredited = "CARD_SUSPENSE_CREDITED",
    }
}

/// The permission of a debit to bring available funds below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overdraft {
    /// The debit is refused if the balance does not cover it.
    Refused,
    /// The debit is booked regardless, because the money is already gone (money 2.1: returned debits, and
    /// platform fees that a refund takes back).
    Allowed,
}

/// One entry of a posting. A posting has at most one entry per account and currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    pub account: LedgerAccount,
    /// In smallest units: positive is a credit, negative a debit, never zero.
    pub amount: Amount,
    /// For a debit of a guarded account: `Allowed` if it may overdraw the account.
    pub overdraft: Overdraft,
}

/// The entries of one business event. They add up to zero in every currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    kind: PostingKind,
    legs: Vec<Leg>,
}

/// The reason why a posting cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostingRefused {
    /// An amount that must be positive is not, or a fee is negative.
    NotPositive,
    /// The entries in this currency do not add up to zero.
    Unbalanced(CurrencyCode),
    /// No money would move.
    NothingMoves,
    /// A sum exceeds 64 bits.
    TooLarge,
    /// A platform fee is due, but the account to credit it to is missing.
    PlatformFeeAccountMissing,
}

impl PostingKind {
    /// Returns `true` for postings of card transactions. Only their written names begin with `CARD_`.
    #[must_use]
    pub const fn is_of_card(self) -> bool {
        matches!(
            self,
            Self::CardPullReserved
                | Self::CardPullFailed
                | Self::CardCleared
                | Self::CardHoldReleased
                | Self::CardReturned
                | Self::CardReturnReversed
                | Self::CardCredited
                | Self::CardCreditUndone
                | Self::CardShortfallCollected
                | Self::CardSuspenseCredited
        )
    }
}

impl Posting {
    #[must_use]
    pub const fn kind(&self) -> PostingKind {
        self.kind
    }

    /// Returns the entries, ordered by account: internal accounts first, by id.
    #[must_use]
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }
}

/// A collector of debits and credits that builds a posting if they balance.
pub(super) struct Builder {
    kind: PostingKind,
    sums: BTreeMap<(LedgerAccount, CurrencyCode), (i128, Overdraft)>,
    refusal: Option<PostingRefused>,
}

impl Builder {
    pub(super) fn new(kind: PostingKind) -> Self {
        Self { kind, sums: BTreeMap::new(), refusal: None }
    }

    /// Credits `amount` smallest units; zero leaves no entry.
    pub(super) fn credit(self, account: LedgerAccount, amount: Amount) -> Self {
        self.add(account, amount, 1, Overdraft::Refused)
    }

    /// Debits `amount` smallest units; zero leaves no entry.
    pub(super) fn debit(self, account: LedgerAccount, amount: Amount) -> Self {
        self.add(account, amount, -1, Overdraft::Refused)
    }

    /// Debits `amount` smallest units even if the balance does not cover it.
    pub(super) fn debit_regardless(self, account: LedgerAccount, amount: Amount) -> Self {
        self.add(account, amount, -1, Overdraft::Allowed)
    }

    // A posting has a handful of 64-bit amounts, so their sums fit into i128.
    fn add(mut self, account: LedgerAccount, amount: Amount, sign: i128, overdraft: Overdraft) -> Self {
        if amount.minor < 0 {
            self.refusal = Some(PostingRefused::NotPositive);
        }
        let (sum, allowed) = self.sums.entry((account, amount.currency)).or_insert((0, Overdraft::Refused));
        *sum += i128::from(amount.minor) * sign;
        *allowed = overdraft.max(*allowed);
        self
    }

    /// Builds the posting, if it moves money and every currency adds up to zero.
    pub(super) fn build(self) -> Result<Posting, PostingRefused> {
        if let Some(refusal) = self.refusal {
            return Err(refusal);
        }
        let mut totals: BTreeMap<CurrencyCode, i128> = BTreeMap::new();
        let mut legs = Vec::with_capacity(self.sums.len());
        for ((account, currency), (sum, overdraft)) in self.sums {
            *totals.entry(currency).or_default() += sum;
            let minor = i64::try_from(sum).map_err(|_| PostingRefused::TooLarge)?;
            if minor != 0 {
                legs.push(Leg { account, amount: Amount::new(minor, currency), overdraft });
            }
        }
        if let Some((currency, _)) = totals.into_iter().find(|(_, total)| *total != 0) {
            return Err(PostingRefused::Unbalanced(currency));
        }
        if legs.is_empty() {
            return Err(PostingRefused::NothingMoves);
        }
        Ok(Posting { kind: self.kind, legs })
    }
}

impl fmt::Display for PostingRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPositive => f.write_str("an amount is not positive"),
            Self::Unbalanced(currency) => write!(f, "the entries in {currency} do not add up to zero"),
            Self::NothingMoves => f.write_str("the posting moves nothing"),
            Self::TooLarge => f.write_str("an amount does not fit into the ledger"),
            Self::PlatformFeeAccountMissing => f.write_str("no account takes the platform fee"),
        }
    }
}

impl std::error::Error for PostingRefused {}
