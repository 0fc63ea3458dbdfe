//! Delayed work in words, for operators.

use super::Work;

impl Work {
    /// Returns the next step of the work in words, such as "ask the rail about a payout".
    #[must_use]
    pub const fn meaning(&self) -> &'static str {
        match self {
            Self::ExpireQuote { .. } => "a quote expires",
            Self::SubmitPayout { .. } => "submit a payout to its rail",
            Self::AskPayout { .. } => "ask the rail about a payout",
            Self::SubmitDebit { .. } => "submit a debit to its rail",
            Self::AskDebit { .. } => "ask the rail about a debit",
            Self::AskEndedOrder { .. } => "ask the rail about an order that has ended",
            Self::RefundPayment { .. } => "refund a failed payment, or ask the rail about the refund",
            Self::ImportCustomers { .. } => "import customers from a file",
            Self::AskIncomingUma { .. } => "ask about the money of an approved UMA payment",
            Self::SendUmaHook { .. } => "report a completed UMA payment to the other provider",
            Self::ReviewDeposit { .. } => "review a waiting deposit",
            Self::EndWaitingDeposit { .. } => "end a deposit that has waited too long",
            Self::ReturnDeposit { .. } => "return money that fits no account to its payer",
            Self::EndApproval { .. } => "the platform's time to approve a payment ends",
            Self::ExpireAgentAction { .. } => "the platform's time to decide about an agent's transfer ends",
            Self::AddFundingMethods { .. } => "add funding methods to an account",
            Self::ScreenAccount { .. } => "screen a new external account",
            Self::AskLiveness { .. } => "ask about the result of a liveness check",
            Self::RefreshStablecoin { .. } => "ask whether a token is issued",
            Self::TrackStablecoinOperation { .. } => "ask the provider about a mint or burn",
            Self::ProvisionCard { .. } => "request a card from its issuer, or ask about it",
            Self::SetCardState { .. } => "set the state of a card at its issuer",
            Self::ExpireAuthorization { .. } => "a payment that its customer did not authorize expires",
            Self::SendScaCode { .. } => "send a challenge's code to a customer",
            Self::SendCardCode { .. } => "send a code to a cardholder",
            Self::ConfirmCardPull { .. } => "confirm a card's pull with the key of its wallet",
            Self::EndCardHold { .. } => "end a card authorization that was not cleared",
            Self::PostCardCredit { .. } => "post a card credit that was cleared earlier",
            Self::UndoCardCredit { .. } => "reverse a card credit",
            Self::ReleaseSuspendedCards { .. } => {
                "credit money that an account's cards brought while it was frozen"
            }
            Self::RevokeWalletKeys { .. } => "record revocations with the key service of wallets",
            Self::NotifyWalletHolder { .. } => "notify the user of a wallet",
        }
    }
}
