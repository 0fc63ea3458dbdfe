//! What can be left for later.

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{
    CardId, CardTransactionId, CustomerId, CustomerImportId, ExternalAccountId, InternalAccountId, QuoteId,
    ScaChallengeId, StablecoinId, StablecoinOperationId, TransactionId,
};
use causeway_domain::wallets::WalletNotice;
use causeway_store as store;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Delayed work. What it needs to know beyond these ids it reads when it runs: the world may have moved on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Work {
    /// A quote that nobody has executed reaches its end (money 8.3).
    ExpireQuote { quote: QuoteId },
    /// The payout of an executed quote goes to its rail (money 1.5).
    SubmitPayout {
        /// The payment.
        transaction: TransactionId,
    },
    /// The rail is asked what became of a payout.
    AskPayout {
        /// The payment.
        transaction: TransactionId,
    },
    /// The debit that funds an executed quote goes to its rail (money 2.2, L5p).
    SubmitDebit {
        /// The payment.
        transaction: TransactionId,
    },
    /// The rail is asked what became of a debit.
    AskDebit {
        /// The payment.
        transaction: TransactionId,
    },
    /// The money of a payment that failed goes back (money 9).
    RefundPayment {
        /// The payment.
        transaction: TransactionId,
    },
    /// Rows of the platform's files of customers become customers (customers 3.2).
    ImportCustomers {
        /// The file that it was left for; an earlier one comes first.
        import: CustomerImportId,
    },
    /// The settlement layer is asked whether the money of an approved payment has come (money 10.4).
    AskReceipt {
        /// The payment.
        transaction: TransactionId,
    },
    /// A deposit that waits is looked at again (money 3.5).
    ReviewDeposit {
        /// The payment.
        transaction: TransactionId,
    },
    /// A deposit has waited for too long (money 15).
    EndWaitingDeposit {
        /// The payment.
        transaction: TransactionId,
    },
    /// Money that fits no account goes back to its payer (money 3.5).
    ReturnDeposit { transaction: TransactionId },
    /// The platform's time to decide about a payment ends (conventions 12).
    EndApproval {
        /// The payment.
        transaction: TransactionId,
    },
    /// The platform's time to decide about the transfer of an agent ends (agents A5.1).
    ExpireAgentAction {
        /// Its payment.
        transaction: TransactionId,
    },
    /// An account gets further ways to be paid (money 3.4).
    AddFundingMethods { account: InternalAccountId },
    /// A new external account is screened (money 4.1).
    ScreenAccount { account: ExternalAccountId },
    /// The provider is asked what became of a liveness check (money 4.6).
    AskLiveness {
        /// The wallet.
        account: ExternalAccountId,
        /// The check.
        session: String,
    },
    /// The provider is asked whether it issues a token by now (stablecoins 3.1).
    RefreshStablecoin { stablecoin: StablecoinId },
    /// The provider is asked what became of a mint or burn, or instructed again (stablecoins 7.3).
    TrackStablecoinOperation { operation: StablecoinOperationId },
    /// The issuer is asked for a card, or what became of it (cards 2.2).
    ProvisionCard { card: CardId },
    /// The issuer is sent where a card stands (cards 14).
    SetCardState { card: CardId },
    /// A payment that its customer has not authorized comes to nothing (agents B3).
    LapseAuthorization {
        /// Its quote.
        quote: QuoteId,
    },
    /// The code of a challenge goes to the customer (agents B).
    SendScaCode {
        /// The customer.
        customer: CustomerId,
        /// The challenge.
        challenge: ScaChallengeId,
        /// The root key that its code is made with.
        root_key: u32,
        /// From when on nobody needs it, in milliseconds since 1970 on the platform's clock.
        expires_at: i64,
    },
    /// A code goes to a cardholder (cards 12).
    SendCardCode {
        /// The issuer's id of its request.
        event: String,
    },
    /// A pull is confirmed by the signature of its wallet's key (cards 8.4).
    ConfirmCardPull {
        /// The card transaction.
        transaction: CardTransactionId,
        /// Which of its pulls.
        number: u32,
    },
    /// An authorization ends that nothing has come of (cards 8.7).
    EndCardHold { transaction: CardTransactionId },
    /// A credit is posted that was cleared earlier (cards 10.3).
    PostCardCredit {
        /// The card transaction.
        transaction: CardTransactionId,
        /// Up to which sum of its clearings.
        up_to: i64,
    },
    /// A credit is undone (cards 8.6.1).
    UndoCardCredit { transaction: CardTransactionId },
    /// An account gets what its cards brought while it was frozen (cards 8.5).
    ReleaseSuspendedCards { account: InternalAccountId },
    /// The keeper of the wallets' keys takes in what was revoked for good, or that a wallet has its keys, if it has not yet
    /// (wallet 1.2).
    BuryWalletKeys {
        /// Credentials, sessions, delegated keys, and hashes that stand for something else.
        revoked: Vec<Uuid>,
    },
    /// The user of a wallet is notified of what was done with it (wallet 10).
    NotifyWalletHolder {
        /// What.
        notice: WalletNotice,
        /// How they were reached before.
        channel: ContactChannel,
        /// There.
        recipient: String,
    },
}

/// The stored form of [`Work`], version 1.
#[derive(Debug, Serialize, Deserialize)]
struct Payload<W> {
    v: u32,
    work: W,
}

impl Work {
    /// The name of its kind, as operators see it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::ExpireQuote { .. } => "EXPIRE_QUOTE",
            Self::SubmitPayout { .. } => "SUBMIT_PAYOUT",
            Self::AskPayout { .. } => "ASK_PAYOUT",
            Self::SubmitDebit { .. } => "SUBMIT_DEBIT",
            Self::AskDebit { .. } => "ASK_DEBIT",
            Self::RefundPayment { .. } => "REFUND_PAYMENT",
            Self::ImportCustomers { .. } => "IMPORT_CUSTOMERS",
            Self::AskReceipt { .. } => "ASK_RECEIPT",
            Self::ReviewDeposit { .. } => "REVIEW_DEPOSIT",
            Self::EndWaitingDeposit { .. } => "END_WAITING_DEPOSIT",
            Self::ReturnDeposit { .. } => "RETURN_DEPOSIT",
            Self::EndApproval { .. } => "END_APPROVAL",
            Self::ExpireAgentAction { .. } => "EXPIRE_AGENT_ACTION",
            Self::AddFundingMethods { .. } => "ADD_FUNDING_METHODS",
            Self::ScreenAccount { .. } => "SCREEN_ACCOUNT",
            Self::AskLiveness { .. } => "ASK_LIVENESS",
            Self::RefreshStablecoin { .. } => "REFRESH_STABLECOIN",
            Self::TrackStablecoinOperation { .. } => "TRACK_STABLECOIN_OPERATION",
            Self::ProvisionCard { .. } => "PROVISION_CARD",
            Self::SetCardState { .. } => "SET_CARD_STATE",
            Self::LapseAuthorization { .. } => "LAPSE_AUTHORIZATION",
            Self::SendScaCode { .. } => "SEND_SCA_CODE",
            Self::SendCardCode { .. } => "SEND_CARD_CODE",
            Self::ConfirmCardPull { .. } => "CONFIRM_CARD_PULL",
            Self::EndCardHold { .. } => "END_CARD_HOLD",
            Self::PostCardCredit { .. } => "POST_CARD_CREDIT",
            Self::UndoCardCredit { .. } => "UNDO_CARD_CREDIT",
            Self::ReleaseSuspendedCards { .. } => "RELEASE_SUSPENDED_CARDS",
            Self::BuryWalletKeys { .. } => "BURY_WALLET_KEYS",
            Self::NotifyWalletHolder { .. } => "NOTIFY_WALLET_HOLDER",
        }
    }

    /// The document of the job's row.
    pub(super) fn to_payload(&self) -> Result<serde_json::Value, store::Error> {
        serde_json::to_value(Payload { v: 1, work: self })
            .map_err(|fault| store::Error::Data(fault.to_string()))
    }

    /// Reads the document of a job's row. A job that a newer process has left may be of a kind that this one
    /// does not know.
    pub(crate) fn from_payload(payload: &serde_json::Value) -> Result<Self, store::Error> {
        let payload: Payload<Self> =
            Payload::deserialize(payload).map_err(|fault| store::Error::Data(fault.to_string()))?;
        Ok(payload.work)
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_stored_form_stands() {
        let [quote, payment, account] = [1, 2, 3].map(Uuid::from_u128);
        let account = ExternalAccountId::from_uuid(account);
        let (quote, transaction) = (QuoteId::from_uuid(quote), TransactionId::from_uuid(payment));
        let (coin, operation) = (Uuid::from_u128(5), Uuid::from_u128(6));
        let golden = [
            (
                Work::RefreshStablecoin { stablecoin: StablecoinId::from_uuid(coin) },
                json!({"kind": "REFRESH_STABLECOIN", "stablecoin": "Stablecoin:00000000-0000-0000-0000-000000000005"}),
            ),
            (
                Work::TrackStablecoinOperation { operation: StablecoinOperationId::from_uuid(operation) },
                json!({"kind": "TRACK_STABLECOIN_OPERATION",
                    "operation": "StablecoinOperation:00000000-0000-0000-0000-000000000006"}),
            ),
            (
                Work::ProvisionCard { card: CardId::from_uuid(coin) },
                json!({"kind": "PROVISION_CARD", "card": "Card:00000000-0000-0000-0000-000000000005"}),
            ),
            (
                Work::SetCardState { card: CardId::from_uuid(coin) },
                json!({"kind": "SET_CARD_STATE", "card": "Card:00000000-0000-0000-0000-000000000005"}),
            ),
            (
                Work::ImportCustomers { import: CustomerImportId::from_uuid(Uuid::from_u128(4)) },
                json!({"kind": "IMPORT_CUSTOMERS", "import": "Job:00000000-0000-0000-0000-000000000004"}),
            ),
            (
                Work::ExpireQuote { quote },
                json!({"kind": "EXPIRE_QUOTE", "quote": "Quote:00000000-0000-0000-0000-000000000001"}),
            ),
            (
                Work::LapseAuthorization { quote },
                json!({"kind": "LAPSE_AUTHORIZATION", "quote": "Quote:00000000-0000-0000-0000-000000000001"}),
            ),
            (
                Work::SendScaCode {
                    customer: CustomerId::from_uuid(Uuid::from_u128(7)),
                    challenge: ScaChallengeId::from_uuid(Uuid::from_u128(8)),
                    root_key: 1,
                    expires_at: 1_000,
                },
                json!({"kind": "SEND_SCA_CODE", "customer": "Customer:00000000-0000-0000-0000-000000000007",
                    "challenge": "ScaChallenge:00000000-0000-0000-0000-000000000008", "root_key": 1,
                    "expires_at": 1_000}),
            ),
            (
                Work::SendCardCode { event: "evt-1".to_owned() },
                json!({"kind": "SEND_CARD_CODE", "event": "evt-1"}),
            ),
            (
                Work::SubmitPayout { transaction },
                json!({"kind": "SUBMIT_PAYOUT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::AskPayout { transaction },
                json!({"kind": "ASK_PAYOUT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::SubmitDebit { transaction },
                json!({"kind": "SUBMIT_DEBIT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::AskDebit { transaction },
                json!({"kind": "ASK_DEBIT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::RefundPayment { transaction },
                json!({"kind": "REFUND_PAYMENT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::AskReceipt { transaction },
                json!({"kind": "ASK_RECEIPT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::EndApproval { transaction },
                json!({"kind": "END_APPROVAL", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::ExpireAgentAction { transaction },
                json!({"kind": "EXPIRE_AGENT_ACTION",
                    "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::AskLiveness { account, session: "0a".to_owned() },
                json!({"kind": "ASK_LIVENESS", "account": "ExternalAccount:00000000-0000-0000-0000-000000000003",
                    "session": "0a"}),
            ),
            (
                Work::BuryWalletKeys { revoked: vec![Uuid::from_u128(3)] },
                json!({"kind": "BURY_WALLET_KEYS", "revoked": ["00000000-0000-0000-0000-000000000003"]}),
            ),
            (
                Work::NotifyWalletHolder {
                    notice: WalletNotice::WalletExported,
                    channel: ContactChannel::Email,
                    recipient: "jane@example.com".to_owned(),
                },
                json!({"kind": "NOTIFY_WALLET_HOLDER", "notice": "WALLET_EXPORTED", "channel": "EMAIL",
                    "recipient": "jane@example.com"}),
            ),
            (
                Work::AddFundingMethods { account: InternalAccountId::from_uuid(coin) },
                json!({"kind": "ADD_FUNDING_METHODS", "account": "InternalAccount:00000000-0000-0000-0000-000000000005"}),
            ),
            (
                Work::ScreenAccount { account },
                json!({"kind": "SCREEN_ACCOUNT", "account": "ExternalAccount:00000000-0000-0000-0000-000000000003"}),
            ),
        ];
        for (work, stored) in golden {
            let payload = json!({"v": 1, "work": stored});
            assert_eq!(work.to_payload().unwrap(), payload);
            assert_eq!(payload["work"]["kind"], work.kind());
            assert_eq!(Work::from_payload(&payload).unwrap(), work);
        }
        assert!(Work::from_payload(&json!({"v": 1, "work": {"kind": "OF_TOMORROW"}})).is_err());
    }
}
