//! The kinds of delayed work.

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{
    CardId, CardTransactionId, CustomerId, CustomerImportId, ExternalAccountId, InternalAccountId, QuoteId,
    ScaChallengeId, StablecoinId, StablecoinOperationId, TransactionId,
};
use causeway_domain::wallets::WalletNotice;
use causeway_rail_protocol::values::OrderKind;
use causeway_store as store;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Delayed work. Everything beyond these ids is read when it runs, because it may have changed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Work {
    /// Expiry of a quote that was not executed (money 8.3).
    ExpireQuote { quote: QuoteId },
    /// Submission of an executed quote's payout to its rail (money 1.5).
    SubmitPayout { transaction: TransactionId },
    /// Query of a payout's status at the rail.
    AskPayout { transaction: TransactionId },
    /// Submission of the debit that funds an executed quote (money 2.2, L5p).
    SubmitDebit { transaction: TransactionId },
    /// Query of a debit's status at the rail.
    AskDebit { transaction: TransactionId },
    /// Query about an order that has ended, of which the feed of its rail tells something else (rails 8.1).
    AskEndedOrder { transaction: TransactionId, order: OrderKind },
    /// Refund of a failed payment (money 9).
    RefundPayment { transaction: TransactionId },
    /// Import of customers from the rows of the platform's files (customers 3.2).
    ImportCustomers {
        /// The file that the job was scheduled for; earlier ones are imported first.
        import: CustomerImportId,
    },
    /// Query at the settlement layer for the money of an approved payment (money 10.4).
    AskIncomingUma { transaction: TransactionId },
    /// Report to the other provider about a completed UMA payment (uma 8).
    SendUmaHook { transaction: TransactionId },
    /// Another review of a waiting deposit (money 3.5).
    ReviewDeposit { transaction: TransactionId },
    /// The end of a deposit that has waited too long (money 15).
    EndWaitingDeposit { transaction: TransactionId },
    /// Return to the payer of money that fits no account (money 3.5).
    ReturnDeposit { transaction: TransactionId },
    /// The end of the platform's time to decide about a payment (conventions 12).
    EndApproval { transaction: TransactionId },
    /// The end of the platform's time to decide about an agent's transfer (agents A5.1).
    ExpireAgentAction { transaction: TransactionId },
    /// Addition of further funding methods to an account (money 3.4).
    AddFundingMethods { account: InternalAccountId },
    /// Screening of a new external account (money 4.1).
    ScreenAccount { account: ExternalAccountId },
    /// Query of a liveness check's result at the provider (money 4.6).
    AskLiveness {
        /// The wallet.
        account: ExternalAccountId,
        /// The liveness check.
        session: String,
    },
    /// Query at the provider: is the token issued by now (stablecoins 3.1)?
    RefreshStablecoin { stablecoin: StablecoinId },
    /// Query of a mint or burn at the provider, or a repeated instruction (stablecoins 7.3).
    TrackStablecoinOperation { operation: StablecoinOperationId },
    /// Request of a card from the issuer, or query of its status (cards 2.2).
    ProvisionCard { card: CardId },
    /// Update of a card's state at the issuer (cards 14).
    SetCardState { card: CardId },
    /// Expiry of a payment that its customer did not authorize (agents B3).
    ExpireAuthorization { quote: QuoteId },
    /// Delivery of a challenge's code to the customer (agents B).
    SendScaCode {
        customer: CustomerId,
        challenge: ScaChallengeId,
        /// The root key that derives the code.
        root_key: u32,
        /// The end of the code's use, in milliseconds since 1970 on the platform's clock.
        expires_at: i64,
    },
    /// Delivery of a code to a cardholder (cards 12).
    SendCardCode {
        /// The issuer's id of its request.
        event: String,
    },
    /// Confirmation of a pull by a signature with its wallet's key (cards 8.4).
    ConfirmCardPull {
        transaction: CardTransactionId,
        /// The number of the pull within its transaction.
        number: u32,
    },
    /// The end of an authorization that was not cleared (cards 8.7).
    EndCardHold { transaction: CardTransactionId },
    /// Posting of a credit that was cleared earlier (cards 10.3).
    PostCardCredit {
        transaction: CardTransactionId,
        /// The sum of its clearings up to which credits are posted.
        up_to: i64,
    },
    /// Reversal of a credit (cards 8.6.1).
    UndoCardCredit { transaction: CardTransactionId },
    /// Credit of money that an account's cards brought while it was frozen (cards 8.5).
    ReleaseSuspendedCards { account: InternalAccountId },
    /// Recording of permanent revocations, or of a wallet's provisioning, with the key service, unless
    /// already recorded (wallet 1.2).
    RevokeWalletKeys {
        /// Credentials, sessions, delegated keys, and hashes that represent other facts.
        revoked: Vec<Uuid>,
    },
    /// Notification of a wallet's user about an action (wallet 10).
    NotifyWalletHolder {
        notice: WalletNotice,
        /// The channel by which the user was reached before.
        channel: ContactChannel,
        /// The user's address on that channel.
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
    /// Returns the name of the kind, as operators see it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::ExpireQuote { .. } => "EXPIRE_QUOTE",
            Self::SubmitPayout { .. } => "SUBMIT_PAYOUT",
            Self::AskPayout { .. } => "ASK_PAYOUT",
            Self::SubmitDebit { .. } => "SUBMIT_DEBIT",
            Self::AskDebit { .. } => "ASK_DEBIT",
            Self::AskEndedOrder { .. } => "ASK_ENDED_ORDER",
            Self::RefundPayment { .. } => "REFUND_PAYMENT",
            Self::ImportCustomers { .. } => "IMPORT_CUSTOMERS",
            Self::AskIncomingUma { .. } => "ASK_INCOMING_UMA",
            Self::SendUmaHook { .. } => "SEND_UMA_HOOK",
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
            Self::ExpireAuthorization { .. } => "EXPIRE_AUTHORIZATION",
            Self::SendScaCode { .. } => "SEND_SCA_CODE",
            Self::SendCardCode { .. } => "SEND_CARD_CODE",
            Self::ConfirmCardPull { .. } => "CONFIRM_CARD_PULL",
            Self::EndCardHold { .. } => "END_CARD_HOLD",
            Self::PostCardCredit { .. } => "POST_CARD_CREDIT",
            Self::UndoCardCredit { .. } => "UNDO_CARD_CREDIT",
            Self::ReleaseSuspendedCards { .. } => "RELEASE_SUSPENDED_CARDS",
            Self::RevokeWalletKeys { .. } => "REVOKE_WALLET_KEYS",
            Self::NotifyWalletHolder { .. } => "NOTIFY_WALLET_HOLDER",
        }
    }

    /// Returns the JSON document of the job's row.
    pub(super) fn to_payload(&self) -> Result<serde_json::Value, store::Error> {
        serde_json::to_value(Payload { v: 1, work: self })
            .map_err(|error| store::Error::Data(error.to_string()))
    }

    /// Parses the JSON document of a job's row. Fails for a kind that only a newer process knows.
    pub(crate) fn from_payload(payload: &serde_json::Value) -> Result<Self, store::Error> {
        let payload: Payload<Self> =
            Payload::deserialize(payload).map_err(|error| store::Error::Data(error.to_string()))?;
        Ok(payload.work)
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_stored_form_is_stable() {
        let [quote, payment, account] = [1, 2, 3].map(Uuid::from_u128);
        let account = ExternalAccountId::from_uuid(account);
        let quote = QuoteId::from_uuid(quote);
        let transaction = TransactionId::from_uuid(payment);
        let uuid = Uuid::from_u128(5);
        let operation = Uuid::from_u128(6);
        let golden = [
            (
                Work::RefreshStablecoin { stablecoin: StablecoinId::from_uuid(uuid) },
                json!({"kind": "REFRESH_STABLECOIN", "stablecoin": "Stablecoin:00000000-0000-0000-0000-000000000005"}),
            ),
            (
                Work::TrackStablecoinOperation { operation: StablecoinOperationId::from_uuid(operation) },
                json!({"kind": "TRACK_STABLECOIN_OPERATION",
                    "operation": "StablecoinOperation:00000000-0000-0000-0000-000000000006"}),
            ),
            (
                Work::ProvisionCard { card: CardId::from_uuid(uuid) },
                json!({"kind": "PROVISION_CARD", "card": "Card:00000000-0000-0000-0000-000000000005"}),
            ),
            (
                Work::SetCardState { card: CardId::from_uuid(uuid) },
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
                Work::ExpireAuthorization { quote },
                json!({"kind": "EXPIRE_AUTHORIZATION", "quote": "Quote:00000000-0000-0000-0000-000000000001"}),
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
                Work::AskEndedOrder { transaction, order: OrderKind::Collection },
                json!({"kind": "ASK_ENDED_ORDER", "transaction": "Transaction:00000000-0000-0000-0000-000000000002",
                    "order": "COLLECTION"}),
            ),
            (
                Work::RefundPayment { transaction },
                json!({"kind": "REFUND_PAYMENT", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::AskIncomingUma { transaction },
                json!({"kind": "ASK_INCOMING_UMA", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
            ),
            (
                Work::SendUmaHook { transaction },
                json!({"kind": "SEND_UMA_HOOK", "transaction": "Transaction:00000000-0000-0000-0000-000000000002"}),
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
                Work::RevokeWalletKeys { revoked: vec![Uuid::from_u128(3)] },
                json!({"kind": "REVOKE_WALLET_KEYS", "revoked": ["00000000-0000-0000-0000-000000000003"]}),
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
                Work::AddFundingMethods { account: InternalAccountId::from_uuid(uuid) },
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
