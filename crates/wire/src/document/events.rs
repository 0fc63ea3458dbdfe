//! The events in the document: one webhook per group of event types with the same data (conventions 11.6).

use serde_json::{Map, Value, json};

use super::examples::Examples;
use crate::agents::AgentAction;
use crate::cards::Card;
use crate::customers::{BulkCustomerImportJob, Customer};
use crate::external_accounts::ExternalAccount;
use crate::internal_accounts::InternalAccount;
use crate::invitations::UmaInvitation;
use crate::scalar::schema::{lower_first, reference};
use crate::table::SchemaFn;
use crate::transactions::{CardSimulation, IncomingTransaction, OutgoingTransaction};
use crate::verifications::Verification;
use crate::webhooks::{EventType, TestData};

/// A group of event types that carry the same kind of object.
pub(super) struct Group {
    /// Name of the webhook in the document.
    name: &'static str,
    /// Name of the event's schema.
    schema: &'static str,
    /// Occasion on which the events are sent.
    summary: &'static str,
    types: &'static [EventType],
    /// Schema of the object.
    pub(super) data: SchemaFn,
}

/// All groups of events.
pub(super) const GROUPS: &[Group] = &[
    Group {
        name: "test-webhook",
        schema: "TestEvent",
        summary: "The endpoint was set or changed, or a test event was requested.",
        types: &[EventType::Test],
        data: SchemaFn::of::<TestData>(),
    },
    Group {
        name: "customer-update",
        schema: "CustomerEvent",
        summary: "The outcome of a customer's verification changed.",
        types: &[
            EventType::CustomerKycPending,
            EventType::CustomerKycApproved,
            EventType::CustomerKycRejected,
            EventType::CustomerKybPending,
            EventType::CustomerKybApproved,
            EventType::CustomerKybRejected,
        ],
        data: SchemaFn::of::<Customer>(),
    },
    Group {
        name: "bulk-upload",
        schema: "BulkUploadEvent",
        summary: "A bulk import of customers has ended.",
        types: &[EventType::BulkUploadCompleted, EventType::BulkUploadFailed],
        data: SchemaFn::of::<BulkCustomerImportJob>(),
    },
    Group {
        name: "invitation-claimed",
        schema: "InvitationEvent",
        summary: "An invitation of the platform was claimed.",
        types: &[EventType::InvitationClaimed],
        data: SchemaFn::of::<UmaInvitation>(),
    },
    Group {
        name: "verification-update",
        schema: "VerificationEvent",
        summary: "The status of a verification changed.",
        types: &[
            EventType::VerificationResolveErrors,
            EventType::VerificationInProgress,
            EventType::VerificationPendingManualReview,
            EventType::VerificationApproved,
            EventType::VerificationRejected,
        ],
        data: SchemaFn::of::<Verification>(),
    },
    Group {
        name: "internal-account-status",
        schema: "InternalAccountEvent",
        summary: "An internal account's status, balance or funding instructions changed.",
        types: &[
            EventType::InternalAccountStatusUpdated,
            EventType::InternalAccountBalanceUpdated,
            EventType::InternalAccountFundingInstructionsUpdated,
        ],
        data: SchemaFn::of::<InternalAccount>(),
    },
    Group {
        name: "external-account-status",
        schema: "ExternalAccountEvent",
        summary: "An external account's status changed.",
        types: &[EventType::ExternalAccountStatusUpdated],
        data: SchemaFn::of::<ExternalAccount>(),
    },
    Group {
        name: "incoming-payment",
        schema: "IncomingPaymentEvent",
        summary: "The status of an incoming payment or of its refund changed.",
        types: &[
            EventType::IncomingPaymentPending,
            EventType::IncomingPaymentCompleted,
            EventType::IncomingPaymentFailed,
            EventType::IncomingPaymentRefundPending,
            EventType::IncomingPaymentRefundCompleted,
            EventType::IncomingPaymentRefundFailed,
        ],
        data: SchemaFn::of::<IncomingTransaction>(),
    },
    Group {
        name: "outgoing-payment",
        schema: "OutgoingPaymentEvent",
        summary: "The status of an outgoing payment or of its refund changed.",
        types: &[
            EventType::OutgoingPaymentPending,
            EventType::OutgoingPaymentPendingAuthorization,
            EventType::OutgoingPaymentProcessing,
            EventType::OutgoingPaymentCompleted,
            EventType::OutgoingPaymentFailed,
            EventType::OutgoingPaymentExpired,
            EventType::OutgoingPaymentRefundPending,
            EventType::OutgoingPaymentRefundCompleted,
            EventType::OutgoingPaymentRefundFailed,
        ],
        data: SchemaFn::of::<OutgoingTransaction>(),
    },
    Group {
        name: "agent-action",
        schema: "AgentActionEvent",
        summary: "An agent requested an action that needs the platform's approval.",
        types: &[EventType::AgentActionPendingApproval],
        data: SchemaFn::of::<AgentAction>(),
    },
    Group {
        name: "card-state-change",
        schema: "CardStateChangeEvent",
        summary: "The state of a card changed.",
        types: &[EventType::CardStateChange],
        data: SchemaFn::of::<Card>(),
    },
    Group {
        name: "card-funding-source-change",
        schema: "CardFundingSourceChangeEvent",
        summary: "The funding sources of a card, or their order, changed.",
        types: &[EventType::CardFundingSourceChange],
        data: SchemaFn::of::<Card>(),
    },
    Group {
        name: "card-transaction",
        schema: "CardTransactionEvent",
        summary: "A card transaction changed; the type of the event is its status afterwards.",
        types: &[
            EventType::CardTransactionAuthorized,
            EventType::CardTransactionPartiallySettled,
            EventType::CardTransactionSettled,
            EventType::CardTransactionRefunded,
            EventType::CardTransactionException,
        ],
        data: SchemaFn::of::<CardSimulation>(),
    },
];

/// Returns the schemas of the events, by name.
pub(super) fn schemas(event_data: &[Value]) -> impl Iterator<Item = (String, Value)> {
    GROUPS.iter().zip(event_data).map(|(group, data)| {
        let types: Vec<&str> = group.types.iter().map(|event| event.as_str()).collect();
        let occasions: Vec<String> =
            group.types.iter().map(|event| format!("`{event}`: {}.", event.occasion())).collect();
        let about_types = format!("Type of the event, and its occasion.\n\n{}", occasions.join("\n\n"));
        let schema = json!({
            "description": "A webhook event. Its bytes are the same on every retry.",
            "type": "object",
            "properties": {
                "id": {
                    "description": "Identifier of the event, the same on every retry and replay; use it to drop duplicates.",
                    "type": "string",
                },
                "type": { "description": about_types, "type": "string", "enum": types },
                "timestamp": { "description": "Time of the event (UTC).", "type": "string", "format": "date-time" },
                "data": data,
            },
            "required": ["id", "type", "timestamp", "data"],
        });
        (group.schema.to_owned(), schema)
    })
}

/// Returns the `webhooks` section of the document.
pub(super) fn webhooks(examples: &Examples) -> Map<String, Value> {
    let webhook = |group| json!({ "post": webhook(group, examples) });
    GROUPS.iter().map(|group| (group.name.to_owned(), webhook(group))).collect()
}

fn webhook(group: &Group, examples: &Examples) -> Value {
    let id = lower_first(group.schema);
    let mut content = json!({ "schema": { "$ref": reference(group.schema) } });
    if let Some(example) = examples.event(&id) {
        content["example"] = example.clone();
    }
    json!({
        "operationId": id,
        "tags": ["Webhooks"],
        "summary": group.summary,
        "security": [{ "WebhookSignature": [] }],
        "requestBody": { "required": true, "content": { "application/json": content } },
        "responses": {
            "200": { "description": "Received; any 2xx status acknowledges the event." },
            "400": { "description": "Not understood; the event is sent again later." },
            "401": { "description": "The signature does not verify; the event is sent again later." },
            "409": { "description": "Received before; the event is not sent again." },
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_event_type_is_in_one_group() {
        let grouped: Vec<EventType> = GROUPS.iter().flat_map(|group| group.types).copied().collect();
        let once: BTreeSet<EventType> = grouped.iter().copied().collect();
        assert_eq!(grouped.len(), once.len());
        assert_eq!(once, EventType::ALL.iter().copied().collect());
    }
}
