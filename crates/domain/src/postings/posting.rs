//! The posting and its builder.

use std::collections::BTreeMap;
use std::fmt;

use super::account::LedgerAccount;
use crate::money::{Amount, CurrencyCode};
use crate::named::named;

named! {
    /// The business event that a posting books, as the journal stores it; template of money 2.2 in brackets. Of one
    /// payment they are booked in this order.
    pub enum PostingKind {
        /// Sandbox money was made (L1).
        SandboxFunded = "SANDBOX_FUNDED",
        /// A pushed deposit settled (L2).
        DepositSettled = "DEPOSIT_SETTLED",
        /// A pushed deposit could not be attributed (L2).
        DepositSuspended = "DEPOSIT_SUSPENDED",
        /// An account took such a deposit after all (L2).
        DepositReleased = "DEPOSIT_RELEASED",
        /// Such a deposit went back to whoever had sent it.
        DepositReturned = "DEPOSIT_RETURNED",
        /// Money that had fitted no account became the deposit of one (L2).
        DepositAttributed = "DEPOSIT_ATTRIBUTED",
        /// A third party debited an account by its coordinates (money 3.5).
        AccountDebited = "ACCOUNT_DEBITED",
        /// A direct debit into an account was begun (L3a).
        TransferInStarted = "TRANSFER_IN_STARTED",
        /// It settled (L3b).
        TransferInSettled = "TRANSFER_IN_SETTLED",
        /// It failed, or was cancelled before it settled (L3c).
        TransferInFailed = "TRANSFER_IN_FAILED",
        /// It was taken back after it had settled (L3d).
        TransferInReturned = "TRANSFER_IN_RETURNED",
        /// A source was debited for a transfer (L4a).
        TransferOutStarted = "TRANSFER_OUT_STARTED",
        /// A transfer arrived (L4b).
        TransferOutDelivered = "TRANSFER_OUT_DELIVERED",
        /// A transfer that had arrived came back (L4d).
        TransferOutReturned = "TRANSFER_OUT_RETURNED",
        /// The money of a transfer went back to its source (L4c).
        TransferOutRefunded = "TRANSFER_OUT_REFUNDED",
        /// The refund of a transfer could not be made (L5g).
        TransferOutSuspended = "TRANSFER_OUT_SUSPENDED",
        /// A source was debited for a quote (L5a).
        QuoteExecuted = "QUOTE_EXECUTED",
        /// A direct debit was begun for a quote (L5p).
        DebitStarted = "DEBIT_STARTED",
        /// The direct debit of a quote settled (L5p).
        DebitSettled = "DEBIT_SETTLED",
        /// The direct debit of a quote failed (L5p reversed).
        DebitFailed = "DEBIT_FAILED",
        /// Money by bank was paid in for a quote (L6a).
        QuoteFunded = "QUOTE_FUNDED",
        /// Coins were paid in for a quote, into an account (L6b).
        CoinsPaidIn = "COINS_PAID_IN",
        /// These coins were committed to the quote (L5a).
        CoinsCommitted = "COINS_COMMITTED",
        /// Money was paid in for a quote and does not carry it out (L6c).
        FundingSuspended = "FUNDING_SUSPENDED",
        /// Such money went back to its payer (L6c).
        FundingReturned = "FUNDING_RETURNED",
        /// Fees were taken and the rest converted (L5b).
        QuoteConverted = "QUOTE_CONVERTED",
        /// A payout arrived (L5c).
        PayoutDelivered = "PAYOUT_DELIVERED",
        /// A delivered payout came back (L5f).
        PayoutReturned = "PAYOUT_RETURNED",
        /// A conversion was undone at its own rate (L5e).
        ConversionReversed = "CONVERSION_REVERSED",
        /// What a quote had taken went back to its source (L5d).
        QuoteRefunded = "QUOTE_REFUNDED",
        /// What a direct debit had brought went back to the debited account (money 9).
        DebitSentBack = "DEBIT_SENT_BACK",
        /// What had been paid in for a quote that did not succeed went back to its payer (money 9).
        FundingSentBack = "FUNDING_SENT_BACK",
        /// A refund could not be made (L5g).
        RefundSuspended = "REFUND_SUSPENDED",
        /// Money from a UMA address settled and could not be credited (L8).
        UmaSuspended = "UMA_SUSPENDED",
        /// Money from a UMA address was credited (L8).
        UmaCredited = "UMA_CREDITED",
        /// Money from a UMA address went on to an external account (L8).
        UmaOfframpStarted = "UMA_OFFRAMP_STARTED",
        /// It arrived there.
        UmaOfframpDelivered = "UMA_OFFRAMP_DELIVERED",
        /// What had arrived there came back.
        UmaOfframpReturned = "UMA_OFFRAMP_RETURNED",
        /// What did not arrive there waits to go back to its sender.
        UmaOfframpReversed = "UMA_OFFRAMP_REVERSED",
        /// Money from a UMA address went back to its sender (money 9).
        UmaSentBack = "UMA_SENT_BACK",
        /// Suspended money went to an account (money 9: resolved by an operator).
        SuspenseResolved = "SUSPENSE_RESOLVED",
        /// A pull was reserved (cards 8.5, row 1).
        CardPullReserved = "CARD_PULL_RESERVED",
        /// A pull has failed (row 3).
        CardPullFailed = "CARD_PULL_FAILED",
        /// A clearing, or a purchase in one message (rows 4 to 6, 12).
        CardCleared = "CARD_CLEARED",
        /// What was held is available again (row 7).
        CardHoldReleased = "CARD_HOLD_RELEASED",
        /// A return (row 8).
        CardReturned = "CARD_RETURNED",
        /// A return was taken back (rows 9 and 10).
        CardReturnReversed = "CARD_RETURN_REVERSED",
        /// A credit (row 11).
        CardCredited = "CARD_CREDITED",
        /// A credit was undone (row 11).
        CardCreditUndone = "CARD_CREDIT_UNDONE",
        /// An operator has collected a shortfall.
        CardShortfallCollected = "CARD_SHORTFALL_COLLECTED",
        /// Suspended money of a card went to an account.
        CardSuspenseCredited = "CARD_SUSPENSE_CREDITED",
    }
}

/// Whether a debit of available funds may bring them below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overdraft {
    /// The debit is refused when the balance does not cover it.
    Refused,
    /// The debit is made regardless: money that has already gone (money 2.1: returned debits, and
    /// platform fees that a refund takes back).
    Allowed,
}

/// One entry of a posting. An account stands at most once per currency in a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// The account.
    pub account: LedgerAccount,
    /// The amount in smallest units: positive is a credit, negative a debit, never zero.
    pub amount: Amount,
    /// For a debit of a guarded account, whether it may overdraw it.
    pub overdraft: Overdraft,
}

/// The entries of one business event; they add up to zero in every currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    kind: PostingKind,
    legs: Vec<Leg>,
}

/// Why a posting cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostingRefused {
    /// An amount that must be positive is not, or a fee is negative.
    NotPositive,
    /// The amounts given do not belong together: a currency does not add up to zero.
    Unbalanced(CurrencyCode),
    /// Nothing would move.
    NothingMoves,
    /// A sum does not fit into 64 bits.
    TooLarge,
    /// A platform fee is due and the account that takes it is missing.
    PlatformFeeAccountMissing,
}

impl PostingKind {
    /// Whether it is one of a card transaction: the written names of no others begin with `CARD_`.
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
    /// The business event.
    #[must_use]
    pub const fn kind(&self) -> PostingKind {
        self.kind
    }

    /// The entries, ordered by account: internal accounts first, in the order of their ids.
    #[must_use]
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }
}

/// Collects debits and credits, and makes a posting of them when they balance.
pub(super) struct Builder {
    kind: PostingKind,
    sums: BTreeMap<(LedgerAccount, CurrencyCode), (i128, Overdraft)>,
    refused: Option<PostingRefused>,
}

impl Builder {
    pub(super) fn new(kind: PostingKind) -> Self {
        Self { kind, sums: BTreeMap::new(), refused: None }
    }

    /// Credits `amount` smallest units; zero leaves no entry.
    pub(super) fn credit(self, account: LedgerAccount, amount: Amount) -> Self {
        self.add(account, amount, 1, Overdraft::Refused)
    }

    /// Debits `amount` smallest units; zero leaves no entry.
    pub(super) fn debit(self, account: LedgerAccount, amount: Amount) -> Self {
        self.add(account, amount, -1, Overdraft::Refused)
    }

    /// Debits `amount` smallest units even when the balance does not cover it.
    pub(super) fn debit_regardless(self, account: LedgerAccount, amount: Amount) -> Self {
        self.add(account, amount, -1, Overdraft::Allowed)
    }

    // A posting has a handful of 64-bit amounts: their sums cannot leave i128.
    fn add(mut self, account: LedgerAccount, amount: Amount, sign: i128, overdraft: Overdraft) -> Self {
        if amount.minor < 0 {
            self.refused = Some(PostingRefused::NotPositive);
        }
        let (sum, allowed) = self.sums.entry((account, amount.currency)).or_insert((0, Overdraft::Refused));
        *sum += i128::from(amount.minor) * sign;
        *allowed = overdraft.max(*allowed);
        self
    }

    /// The posting, when it moves something and every currency adds up to zero.
    pub(super) fn build(self) -> Result<Posting, PostingRefused> {
        if let Some(refused) = self.refused {
            return Err(refused);
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
