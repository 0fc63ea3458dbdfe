//! The sentences by which operators read postings and accounts.

use super::account::AccountCode;
use super::posting::PostingKind;

impl PostingKind {
    /// Returns the business event as a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::SandboxFunded => "sandbox money was created",
            Self::DepositSettled => "a pushed deposit settled",
            Self::DepositSuspended => "a pushed deposit could not be attributed",
            Self::DepositReleased => "an account took the suspended deposit",
            Self::DepositReturned => "the suspended deposit was returned to its payer",
            Self::DepositAttributed => "unmatched money became the deposit of an account",
            Self::AccountDebited => "a third party debited an account by its coordinates",
            Self::TransferInStarted => "a direct debit into an account has begun",
            Self::TransferInSettled => "the direct debit settled",
            Self::TransferInFailed => "the direct debit failed, or was cancelled before it settled",
            Self::TransferInReturned => "the direct debit was returned after it had settled",
            Self::TransferOutStarted => "a source was debited for a transfer",
            Self::TransferOutDelivered => "a transfer arrived",
            Self::TransferOutReturned => "a delivered transfer was returned",
            Self::TransferOutRefunded => "the money of a transfer was refunded to its source",
            Self::TransferOutSuspended => "the refund of a transfer could not be made",
            Self::QuoteExecuted => "a source was debited for a quote",
            Self::DebitStarted => "a direct debit for a quote has begun",
            Self::DebitSettled => "the direct debit of a quote settled",
            Self::DebitFailed => "the direct debit of a quote failed",
            Self::QuoteFunded => "money was paid in for a quote by bank",
            Self::CoinsPaidIn => "crypto was paid in for a quote, into an account",
            Self::CoinsCommitted => "the crypto was committed to the quote",
            Self::FundingSuspended => "money was paid in for a quote that it does not execute",
            Self::FundingReturned => "the suspended money was returned to its payer",
            Self::QuoteConverted => "fees were taken and the rest converted",
            Self::PayoutDelivered => "a payout arrived",
            Self::UmaPayoutSettled => "a payout arrived by a transfer of a settlement asset",
            Self::PayoutReturned => "a delivered payout was returned",
            Self::ConversionReversed => "a conversion was reversed at its own rate",
            Self::QuoteRefunded => "the money of a quote was refunded to its source",
            Self::DebitSentBack => "the money of a direct debit was refunded to the debited account",
            Self::FundingSentBack => "the money paid in for an unsuccessful quote was refunded to its payer",
            Self::RefundSuspended => "a refund could not be made",
            Self::UmaSuspended => "money from a UMA address settled and could not be credited",
            Self::UmaCredited => "money from a UMA address was credited",
            Self::UmaOfframpStarted => "money from a UMA address was sent on to an external account",
            Self::UmaOfframpDelivered => "money from a UMA address arrived in the external account",
            Self::UmaOfframpReturned => "the bank of the external account returned money from a UMA address",
            Self::ReturnShort => "less came back of a payout than was paid; the service bears the rest",
            Self::UmaOfframpReversed => {
                "money from a UMA address that the external account did not take waits to be returned"
            }
            Self::UmaSentBack => "money from a UMA address was returned to its sender",
            Self::SuspenseResolved => "suspended money was credited to an account",
            Self::CardPullReserved => "money was reserved for a card transaction",
            Self::CardPullFailed => "the reservation for a card transaction failed",
            Self::CardCleared => "a card transaction was cleared",
            Self::CardHoldReleased => "money held for a card transaction is available again",
            Self::CardReturned => "a card transaction was returned",
            Self::CardReturnReversed => "the return of a card transaction was reversed",
            Self::CardCredited => "a card credit was posted",
            Self::CardCreditUndone => "a card credit was reversed",
            Self::CardShortfallCollected => "an operator collected a card shortfall",
            Self::CardSuspenseCredited => "suspended card money was credited to an account",
        }
    }
}

impl AccountCode {
    /// Returns the account in words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Available => "available funds",
            Self::Held => "held funds",
            Self::Unsettled => "incoming funds that have not settled",
            Self::QuoteCommitted => "committed to quotes",
            Self::PayoutsInFlight => "payouts in flight",
            Self::DebitsInFlight => "direct debits in flight",
            Self::Cash => "cash at banks, on chains and at partners",
            Self::FxPosition => "position of conversions",
            Self::ServiceFees => "fees of the service",
            Self::CounterpartyFees => "fees of counterparties and networks",
            Self::Rounding => "rounding",
            Self::Suspense => "suspense",
            Self::CardNetwork => "card network",
            Self::CardException => "card shortfalls of the service",
            Self::SandboxMint => "source of sandbox money",
        }
    }
}
