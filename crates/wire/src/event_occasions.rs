//! Occasions of the webhook events (conventions 11.6).

use crate::webhooks::EventType;

/// Declares the occasion of every event type. A type without one does not compile.
macro_rules! occasions {
    ($($($event:ident)|+ => $text:literal,)+) => {
        impl EventType {
            /// Returns the occasion on which an event of the type is sent.
            #[must_use]
            pub const fn occasion(self) -> &'static str {
                match self { $($(Self::$event)|+ => $text,)+ }
            }
        }
    };
}

occasions! {
    Test => "the webhook address is set or changed; `POST /sandbox/webhooks/test`. Never repeated",
    CustomerKycPending | CustomerKycApproved | CustomerKycRejected =>
        "a person's `kycStatus` becomes this value, also at creation",
    CustomerKybPending | CustomerKybApproved | CustomerKybRejected =>
        "a company's `kybStatus` becomes this value",
    BulkUploadCompleted | BulkUploadFailed => "an import has ended; `FAILED` if no row became a customer",
    InvitationClaimed => "an invitation is claimed; sent to the platform that created it",
    VerificationResolveErrors => "something is missing or must be corrected",
    VerificationInProgress => "the submission is complete",
    VerificationPendingManualReview => "a person must decide",
    VerificationApproved | VerificationRejected => "it is decided",
    InternalAccountStatusUpdated | ExternalAccountStatusUpdated => "the status changes after creation",
    InternalAccountBalanceUpdated =>
        "`balance` or `totalBalance` changes; one event per journal entry and account",
    InternalAccountFundingInstructionsUpdated => "the funding instructions of an active account change",
    IncomingPaymentPending =>
        "an incoming payment waits. From a UMA address: your decision is asked for within 5 seconds, and \
         the event is sent once. On bank rails: for information",
    IncomingPaymentCompleted => "the money is credited",
    IncomingPaymentFailed => "it failed, or it was rejected (`data.status` is then `REJECTED`)",
    IncomingPaymentRefundPending => "a refund to the sender begins",
    IncomingPaymentRefundCompleted => "the sender has the money back",
    IncomingPaymentRefundFailed => "the refund failed; an operator decides",
    OutgoingPaymentPending =>
        "a quote or a transfer-out is created; a quote with real-time funding is authorized",
    OutgoingPaymentPendingAuthorization => "the customer must authorize; sent for each challenge",
    OutgoingPaymentProcessing => "the payment is executed, funded or submitted",
    OutgoingPaymentCompleted => "it has arrived",
    OutgoingPaymentFailed => "it failed; also when a bank returns it after it was completed",
    OutgoingPaymentExpired => "its quote has expired; sent once",
    OutgoingPaymentRefundPending => "its refund begins",
    OutgoingPaymentRefundCompleted => "the money is back",
    OutgoingPaymentRefundFailed => "the money could not be given back; an operator decides",
    AgentActionPendingApproval => "an agent's action needs your decision; sent once, at submission",
    CardStateChange => "a card's state changes after creation",
    CardFundingSourceChange => "`PATCH /cards/{id}` changes the funding sources or their order",
    CardTransactionAuthorized =>
        "an authorization is approved; or the issuer changes its amount (an advice), and the status stays \
         `AUTHORIZED`",
    CardTransactionPartiallySettled =>
        "this is the status after a clearing, an advice or a return, even if it was the status before",
    CardTransactionSettled => "the transaction is settled",
    CardTransactionRefunded => "a return, or a partial return reversal",
    CardTransactionException =>
        "a decline (`declineReason`); a failed pull or confirmation; a return reversal that the balance \
         does not cover",
}
