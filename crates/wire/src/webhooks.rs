//! Webhook events that the service sends to the platform (conventions 11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, Url, WebhookId};
use causeway_vocabulary::named;

named! {
    /// Type of an event: the kind of object and the change (conventions 11.6).
    pub enum EventType {
        Test = "TEST",
        CustomerKycPending = "CUSTOMER.KYC_PENDING",
        CustomerKycApproved = "CUSTOMER.KYC_APPROVED",
        CustomerKycRejected = "CUSTOMER.KYC_REJECTED",
        CustomerKybPending = "CUSTOMER.KYB_PENDING",
        CustomerKybApproved = "CUSTOMER.KYB_APPROVED",
        CustomerKybRejected = "CUSTOMER.KYB_REJECTED",
        BulkUploadCompleted = "BULK_UPLOAD.COMPLETED",
        BulkUploadFailed = "BULK_UPLOAD.FAILED",
        InvitationClaimed = "INVITATION.CLAIMED",
        VerificationResolveErrors = "VERIFICATION.RESOLVE_ERRORS",
        VerificationInProgress = "VERIFICATION.IN_PROGRESS",
        VerificationPendingManualReview = "VERIFICATION.PENDING_MANUAL_REVIEW",
        VerificationApproved = "VERIFICATION.APPROVED",
        VerificationRejected = "VERIFICATION.REJECTED",
        InternalAccountStatusUpdated = "INTERNAL_ACCOUNT.STATUS_UPDATED",
        InternalAccountBalanceUpdated = "INTERNAL_ACCOUNT.BALANCE_UPDATED",
        InternalAccountFundingInstructionsUpdated = "INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED",
        ExternalAccountStatusUpdated = "EXTERNAL_ACCOUNT.STATUS_UPDATED",
        IncomingPaymentPending = "INCOMING_PAYMENT.PENDING",
        IncomingPaymentCompleted = "INCOMING_PAYMENT.COMPLETED",
        IncomingPaymentFailed = "INCOMING_PAYMENT.FAILED",
        IncomingPaymentRefundPending = "INCOMING_PAYMENT.REFUND_PENDING",
        IncomingPaymentRefundCompleted = "INCOMING_PAYMENT.REFUND_COMPLETED",
        IncomingPaymentRefundFailed = "INCOMING_PAYMENT.REFUND_FAILED",
        OutgoingPaymentPending = "OUTGOING_PAYMENT.PENDING",
        OutgoingPaymentPendingAuthorization = "OUTGOING_PAYMENT.PENDING_AUTHORIZATION",
        OutgoingPaymentProcessing = "OUTGOING_PAYMENT.PROCESSING",
        OutgoingPaymentCompleted = "OUTGOING_PAYMENT.COMPLETED",
        OutgoingPaymentFailed = "OUTGOING_PAYMENT.FAILED",
        OutgoingPaymentExpired = "OUTGOING_PAYMENT.EXPIRED",
        OutgoingPaymentRefundPending = "OUTGOING_PAYMENT.REFUND_PENDING",
        OutgoingPaymentRefundCompleted = "OUTGOING_PAYMENT.REFUND_COMPLETED",
        OutgoingPaymentRefundFailed = "OUTGOING_PAYMENT.REFUND_FAILED",
        AgentActionPendingApproval = "AGENT_ACTION.PENDING_APPROVAL",
        CardStateChange = "CARD.STATE_CHANGE",
        CardFundingSourceChange = "CARD.FUNDING_SOURCE_CHANGE",
        CardTransactionAuthorized = "CARD_TRANSACTION.AUTHORIZED",
        CardTransactionPartiallySettled = "CARD_TRANSACTION.PARTIALLY_SETTLED",
        CardTransactionSettled = "CARD_TRANSACTION.SETTLED",
        CardTransactionRefunded = "CARD_TRANSACTION.REFUNDED",
        CardTransactionException = "CARD_TRANSACTION.EXCEPTION",
    }
}

/// A webhook event. Its bytes are the same on every retry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event<T> {
    /// Event id, the same on every retry and replay; receivers use it to drop duplicates.
    pub id: WebhookId,
    /// Type of the event.
    #[serde(rename = "type")]
    pub event_type: EventType,
    /// Time of the event.
    pub timestamp: DateTime,
    /// The whole object, as a `GET` would have returned it at the time of the event.
    pub data: T,
}

/// Empty data of a `TEST` event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TestData {}

/// Response of the webhook endpoint to a test event (conventions 11.7). The names of these members contain
/// underscores.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TestWebhookResponse {
    /// URL of the webhook endpoint.
    pub url: Url,
    /// HTTP status of the endpoint's response.
    pub response_status: u16,
    /// First 4096 bytes of the body of the endpoint's response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
}
